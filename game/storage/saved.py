"""Games that the player saved as files, and the folders where they may be."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from game.message import msg, msg_p
from game.play.game import Game
from game.play.record import LIMIT_BYTES, LIMIT_ENTRIES, Record, reading, record_text
from game.play.replay import Replay
from game.play.slices import READING_SHARE, Slices, between, run_to_end
from game.storage.files import StorageError, place_for, read_limited, system_reason, write_there
from game.storage.library import Library, clock_error, play_time_ms
from game.storage.profile import Profile

MAX_ENTRIES = 2000
MAX_RECENT = 12
RECENT = "recent files"
"""Profile key of recent files: paths, one per line, newest first."""


class FolderEntry(NamedTuple):
    """A file or folder in a folder."""

    path: Path
    is_folder: bool
    changed_s: float  # since the epoch
    size_bytes: int


def listing(folder: Path, ends: tuple[str, ...]) -> list[FolderEntry]:
    """Lists folders by name, then files with a suffix, newest first, none hidden; raises StorageError."""
    found: list[FolderEntry] = []
    try:
        with os.scandir(folder) as entries:
            for listed in entries:
                if listed.name.startswith(".") or len(found) >= MAX_ENTRIES:
                    continue
                entry = _entry(Path(listed.path))
                if entry is not None and (entry.is_folder or listed.name.endswith(ends)):
                    found.append(entry)
    except (OSError, ValueError) as error:
        words = getattr(error, "strerror", None)
        why = system_reason(words).capitalised() if words else msg("there is no such folder")
        raise StorageError(why) from error
    return sorted(found, key=_order)


def _order(entry: FolderEntry) -> tuple[bool, float, str]:
    return not entry.is_folder, 0 if entry.is_folder else -entry.changed_s, entry.path.name.casefold()


def _entry(path: Path) -> FolderEntry | None:
    """Returns a folder or a regular file; None for anything else."""
    try:
        state = path.stat()
    except (OSError, ValueError):
        return None
    is_folder = stat.S_ISDIR(state.st_mode)
    if not is_folder and not stat.S_ISREG(state.st_mode):
        return None
    return FolderEntry(path, is_folder, state.st_mtime, state.st_size)


def nearest_folder(path: Path) -> Path:
    """Returns the folder, or the first existing one above it."""
    path = Path(os.path.abspath(path))
    return next((folder for folder in (path, *path.parents) if folder.is_dir()), Path(path.anchor))


def places(saved_games: Path) -> dict[str, Path]:
    """Returns this machine's usual places by name."""
    import platformdirs

    known = {
        msg("Saved games"): saved_games,
        msg_p("a folder", "Home"): Path.home(),
        msg_p("a folder", "Documents"): Path(platformdirs.user_documents_dir()),
        msg_p("a folder", "Downloads"): Path(platformdirs.user_downloads_dir()),
    }
    return {word: folder for word, folder in known.items() if folder.is_dir()}


def recent(profile: Profile, ends: tuple[str, ...]) -> list[FolderEntry]:
    """Returns recent files with a suffix that still exist, newest first."""
    paths = [Path(line) for line in profile.options.get(RECENT, "").splitlines() if line.endswith(ends)]
    found = [_entry(path) for path in paths]
    return [entry for entry in found if entry is not None and not entry.is_folder]


def remember(profile: Profile, path: Path) -> None:
    """Puts a file with a one-line name first among the recent ones; does not write the profile."""
    line = os.path.abspath(path)
    if not line.isprintable():
        return
    before = [path for path in profile.options.get(RECENT, "").splitlines() if path != line]
    profile.options[RECENT] = "\n".join([line, *before][:MAX_RECENT])


SUFFIX = ".patience"
MAX_LISTED = 1000


class SavedGame(NamedTuple):
    """Content of a saved file."""

    game: Game
    tags: Mapping[str, str]
    elapsed_ms: int  # play time, which may have gone on after the last action


def saved_files(folder: Path, ends: tuple[str, ...] = (SUFFIX,)) -> list[FolderEntry]:
    """Lists saved games in a folder, newest first; none if there is no such folder.

    Files of other kinds are found by the `ends` of their names.
    """
    found = []
    with suppress(OSError), os.scandir(folder) as entries:  # what cannot be listed can still be typed
        for listed in entries:
            # A name with a dot before it is half written, and a pipe is no file.
            if listed.name.endswith(ends) and not listed.name.startswith("."):
                entry = _entry(Path(listed.path))
                found += [] if entry is None or entry.is_folder else [entry]
    return sorted(found, key=lambda file: (-file.changed_s, file.path.name))[:MAX_LISTED]


def default_name(game: Game, tags: Mapping[str, str]) -> str:
    """Default file name of a game: `spider-48213.patience`."""
    which = str(game.deal.number)
    if game.deal.number is None:
        which = re.sub(r"[^A-Za-z0-9]+", "-", tags.get("problem", "")).strip("-")[:40] or "position"
    return f"{game.variant.name}-{which}{SUFFIX}"


def path_of(text: str, folder: Path) -> Path:
    """Returns the file meant by a typed, pasted or dropped text: a name in `folder`, or a full path.

    >>> path_of("anna.patience", Path("games")).as_posix()
    'games/anna.patience'

    Raises:
        StorageError: nothing is meant by it.
    """
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    if text.startswith("file://"):
        text = unquote(urlsplit(text).path)
    if os.path.basename(text) in ("", ".", ".."):
        raise StorageError(msg("type a file name"))
    try:
        return folder / Path(text).expanduser()
    except (RuntimeError, ValueError) as error:
        raise StorageError(msg("there is no such folder")) from error


def start_folder(text: str, folder: Path) -> Path:
    """Returns the folder to show first for a typed text: that of a full path, else `folder`."""
    try:
        return path_of(text, folder).parent
    except StorageError:
        return folder


def with_suffix(path: Path, suffix: str = SUFFIX) -> Path:
    """Returns the path with `.patience` or another suffix at its end.

    >>> with_suffix(Path("LEAD.PATIENCE")).name, with_suffix(Path("lead")).name
    ('LEAD.patience', 'lead.patience')
    """
    name = path.name
    if name.lower().endswith(suffix):
        name = name[: -len(suffix)]  # as in `LEAD.PATIENCE`
    return path.with_name(name + suffix)


def is_taken(path: Path) -> bool:
    """Whether a file of that name exists; raises StorageError if no file can be written there."""
    return place_for(path).exists()


def save(path: Path, game: Game, tags: Mapping[str, str], elapsed_ms: int) -> None:
    """Writes a game with its picture at a path that a person named.

    Raises:
        StorageError: it cannot be written; what was there is still there.
    """
    text = record_text(game, tags, picture=True)
    if elapsed_ms > game.elapsed_ms:
        text += Library.clock_line(elapsed_ms).decode()
    data = text.encode()
    if len(data) > LIMIT_BYTES or len(game.entries) > LIMIT_ENTRIES:
        raise StorageError(msg("the game is too long for a file"))
    write_there(path, data)


def read_saved(path: Path) -> SavedGame:
    """Reads a game from a file and replays it by the rules.

    Raises:
        StorageError: it cannot be read.
        RecordError: it has no valid game.
    """
    return run_to_end(reading_saved(path))


def reading_saved(path: Path) -> Slices[SavedGame]:
    """Reads a game like `read_saved`, in slices."""
    data = read_limited(path, LIMIT_BYTES)
    record = yield from between(0.0, READING_SHARE, _reading_whole(data))
    game = Game(record.deal)
    error = yield from between(READING_SHARE, 1.0, record.replaying(game))
    if wrong := error or clock_error(data):
        raise wrong
    return SavedGame(game, record.tags, play_time_ms(game, data))


def reading_replay(path: Path) -> Slices[Replay]:
    """Reads a game for a replay, in slices.

    Raises:
        StorageError: it cannot be read.
        RecordError: it has no valid game.
    """
    record = yield from between(0.0, READING_SHARE, _reading_whole(read_limited(path, LIMIT_BYTES)))
    return (yield from between(READING_SHARE, 1.0, Replay.slices(record)))


def _reading_whole(data: bytes) -> Slices[Record]:
    record, error = yield from reading(data)
    if error is not None:
        raise error
    return record

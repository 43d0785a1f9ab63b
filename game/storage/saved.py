"""Games that the player saved as files, the folders where they may be, and all games of a player in one file.

That file is a zip of plain files: `games/` has the records of games played, `unfinished/` those to go on
with, and `profile.json` the settings.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo
from zlib import error as zlib_error

from game.message import Message, joined, msg, msg_n, msg_p
from game.play.game import Game
from game.play.played import is_played
from game.play.record import LIMIT_BYTES, LIMIT_ENTRIES, Record, RecordError, reading, record_text
from game.play.replay import Replay
from game.play.slices import READING_SHARE, Slices, between, run_to_end
from game.rules import VARIANTS
from game.storage.files import (
    StorageError,
    atomic_write,
    free_name,
    path_exists,
    place_for,
    read_limited,
    reason,
    replace_file,
    storing,
    system_reason,
    write_there,
)
from game.storage.library import Library, clock_error, play_time_ms
from game.storage.profile import Profile
from game.storage.statistics_rows import kept_records

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


def saved_files(folder: Path) -> list[FolderEntry]:
    """Lists saved games in a folder, newest first; none if there is no such folder."""
    found = []
    with suppress(OSError), os.scandir(folder) as entries:  # what cannot be listed can still be typed
        for listed in entries:
            # A name with a dot before it is half written, and a pipe is no file.
            if listed.name.endswith(SUFFIX) and not listed.name.startswith("."):
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


ENDING = ".zip"
GAMES, UNFINISHED, PROFILE = "games/", "unfinished/", "profile.json"
MAX_RECORDS = 200_000
_NAME = re.compile(rf"(?:{'|'.join(VARIANTS)})-[a-z0-9-]{{1,80}}\.patience", re.ASCII)
"""Names that a file may keep: no path, and none that some system reserves."""
_UNREADABLE = (BadZipFile, EOFError, NotImplementedError, RuntimeError, OSError, ValueError, zlib_error)
"""Exceptions that `zipfile` raises for one damaged or encrypted file among good ones."""


class AddedGames(NamedTuple):
    """Number of new games in a file, and of the others by what came of them."""

    played: int = 0
    unfinished: int = 0
    known: int = 0
    refused: int = 0

    @property
    def words(self) -> Message:
        """These figures in sentences."""
        counts = (
            (self.played, msg_n("{count} game was added.", "{count} games were added.", self.played)),
            (
                self.unfinished,
                msg_n(
                    "{count} unfinished game was added.",
                    "{count} unfinished games were added.",
                    self.unfinished,
                ),
            ),
            (self.known, msg_n("{count} was here already.", "{count} were here already.", self.known)),
            (
                self.refused,
                msg_n("{count} is not a valid game.", "{count} are not valid games.", self.refused),
            ),
        )
        return joined(" ", [words for count, words in counts if count])


def saving_games(library: Library, path: Path) -> Slices[int]:
    """Writes all games of a player to a file, new or in place of another; returns how many.

    Raises:
        StorageError: a record cannot be read, or the file not written; what was there is still there.
    """
    folder = library.folder
    records = [(GAMES, record) for record in kept_records(folder / "games")]
    records += [(UNFINISHED, record) for record in library.unfinished_files()]
    place, count = place_for(path), 0
    with storing(), atomic_write(place) as file, ZipFile(file, "w", ZIP_DEFLATED) as packing:
        if path_exists(folder / PROFILE):
            packing.writestr(PROFILE, read_limited(folder / PROFILE, LIMIT_BYTES))
        for number, (below, record) in enumerate(records, 1):
            try:
                packing.writestr(below + record.name, read_limited(record, LIMIT_BYTES))
                count += 1
            except StorageError:
                if path_exists(record):  # else it was put away meanwhile
                    raise
            yield number / len(records)
    return count


def adding_games(library: Library, path: Path) -> Slices[AddedGames]:
    """Adds the games of a file that are not there yet, each on disk before the next; returns what was added.

    The statistics count them when they catch up. Done again after an interruption, it goes on.

    Raises:
        StorageError: the file cannot be read, has no games, or a game cannot be written; the games that were
            added so far stay.
    """
    known: set[bytes] = set()
    for record in [*kept_records(library.archive_folder), *library.unfinished_files()]:
        with suppress(StorageError):  # put away meanwhile, or none that the statistics can read either
            known.add(_digest(read_limited(record, LIMIT_BYTES)))
        yield 0.0
    added = AddedGames()
    with storing():
        if not path.is_file():
            raise StorageError(msg("it is not a regular file"))
        try:
            packed = ZipFile(path)
        except BadZipFile as error:
            raise StorageError(msg("it is not a zip file")) from error
        except NotImplementedError as error:
            raise StorageError(reason(error)) from error
        with packed:
            records = [info for info in packed.infolist() if _is_record(info)]
            if not records:
                raise StorageError(msg("there are no games in it"))
            if len(records) > MAX_RECORDS:
                raise StorageError(msg("it has more than {count} games", count=MAX_RECORDS))
            for number, info in enumerate(records):
                first, last = number / len(records), (number + 1) / len(records)
                yield first
                kind = yield from between(first, last, _adding(library, packed, info, known))
                added = added._replace(**{kind: getattr(added, kind) + 1})
    return added


def _adding(library: Library, packed: ZipFile, info: ZipInfo, known: set[bytes]) -> Slices[str]:
    """Adds one game; returns the field of `AddedGames` that counts it."""
    data = _unpacked(packed, info)
    if data is None:
        return "refused"
    digest = _digest(data)
    if digest in known:
        return "known"
    try:
        record, damage = yield from reading(data)
        game = Game(record.deal)
        damage = (yield from record.replaying(game)) or damage
    except RecordError:
        return "refused"
    if damage is not None or not is_played(game):
        return "refused"
    known.add(digest)
    is_unfinished = info.filename.startswith(UNFINISHED) and not game.is_over
    if is_unfinished and library.was_begun_here(game, record.tags):
        return "known"  # and was played further here
    base = info.filename.replace("\\", "/").rpartition("/")[2]
    name = base if _NAME.fullmatch(base) else f"{game.variant.name}-added-{digest.hex()[:12]}{SUFFIX}"
    current, games = library.folder / "current", library.archive_folder
    here, there = (current, games) if is_unfinished else (games, current)
    replace_file(free_name(here / name, there), data)
    return "unfinished" if is_unfinished else "played"


def _is_record(info: ZipInfo) -> bool:
    name = info.filename.rpartition("/")[2]
    return name.endswith(SUFFIX) and not name.startswith("._")  # what macOS adds of its own


def _unpacked(packed: ZipFile, info: ZipInfo) -> bytes | None:
    """The content of a file; None if it is too large for a record, damaged, encrypted or packed otherwise."""
    if info.file_size > LIMIT_BYTES or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return None
    try:
        with packed.open(info) as file:
            data = file.read(LIMIT_BYTES + 1)
    except _UNREADABLE:
        return None
    return data if len(data) <= LIMIT_BYTES else None


def _digest(data: bytes) -> bytes:
    """Tells records apart, however their lines end."""
    return blake2b(data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n"), digest_size=16).digest()

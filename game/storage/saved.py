"""Games that the player saved as files: which there are, where a typed name leads, writing, reading.

Knows paths, records and their limits; must not know screens. A saved game is a record with
the table drawn in it as comments; whoever reads it gets the game or the reason why not.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from game.message import msg
from game.play.game import Game
from game.play.record import LIMIT_BYTES, LIMIT_ENTRIES, Record, reading, record_text
from game.play.replay import Replay
from game.play.slices import READING_SHARE, Slices, at_once, between
from game.storage.files import StorageError, place_for, read_limited, write_there
from game.storage.library import Library, clock_error, play_time_ms

SUFFIX = ".patience"
MOST_LISTED = 1000


class SavedFile(NamedTuple):
    """A file of the folder, unread."""

    path: Path
    changed_s: float  # since the epoch
    size_bytes: int


class SavedGame(NamedTuple):
    """What a saved file holds."""

    game: Game
    about: Mapping[str, str]
    elapsed_ms: int  # play time, which may have gone on after the last action


def saved_files(folder: Path, ends: tuple[str, ...] = (SUFFIX,)) -> list[SavedFile]:
    """The files of saved games in a folder, newest first; none when there is no such folder.

    Files of other kinds are found by the `ends` of their names.
    """
    found = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                # A name with a dot before it is half written, and a pipe is no file.
                if entry.name.endswith(ends) and not entry.name.startswith(".") and entry.is_file():
                    state = entry.stat()
                    found.append(SavedFile(Path(entry.path), state.st_mtime, state.st_size))
    except OSError:
        pass  # what cannot be listed can still be typed
    return sorted(found, key=lambda file: (-file.changed_s, file.path.name))[:MOST_LISTED]


def default_name(game: Game, about: Mapping[str, str]) -> str:
    """How the file of a game is called unless the player wants otherwise: `spider-48213.patience`."""
    which = str(game.deal.number)
    if game.deal.number is None:
        which = re.sub(r"[^A-Za-z0-9]+", "-", about.get("problem", "")).strip("-")[:40] or "position"
    return f"{game.variant.name}-{which}{SUFFIX}"


def path_of(text: str, folder: Path) -> Path:
    """The file that is meant by what was typed, pasted or dropped: a name in `folder`, or a whole path.

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
        raise StorageError(msg("type the name of a file"))
    try:
        return folder / Path(text).expanduser()
    except (RuntimeError, ValueError) as error:
        raise StorageError(msg("there is no such folder")) from error


def start_folder(text: str, folder: Path) -> Path:
    """The folder where one begins to look when this was typed: that of a whole path, else `folder`."""
    try:
        return path_of(text, folder).parent
    except StorageError:
        return folder


def with_suffix(path: Path, suffix: str = SUFFIX) -> Path:
    """The path with `.patience` at its end, which the program looks for, or with another suffix.

    >>> with_suffix(Path("LEAD.PATIENCE")).name, with_suffix(Path("lead")).name
    ('LEAD.patience', 'lead.patience')
    """
    name = path.name
    if name.lower().endswith(suffix):
        name = name[: -len(suffix)]  # as in `LEAD.PATIENCE`
    return path.with_name(name + suffix)


def is_taken(path: Path) -> bool:
    """Whether there is a file of that name already.

    Raises:
        StorageError: no file can be written there.
    """
    return place_for(path).exists()


def save(path: Path, game: Game, about: Mapping[str, str], elapsed_ms: int) -> None:
    """Writes a game with its picture, where a file may be written that somebody has named.

    Raises:
        StorageError: it cannot be written; what was there is still there.
    """
    text = record_text(game, about, picture=True)
    if elapsed_ms > game.elapsed_ms:
        text += Library.clock_line(elapsed_ms).decode()
    data = text.encode()
    if len(data) > LIMIT_BYTES or len(game.entries) > LIMIT_ENTRIES:
        raise StorageError(msg("the game is longer than a file may be"))
    write_there(path, data)


def read_saved(path: Path) -> SavedGame:
    """The game of a file, played back by the rules.

    Raises:
        StorageError: it cannot be read.
        RecordError: it holds no game.
    """
    return at_once(reading_saved(path))


def reading_saved(path: Path) -> Slices[SavedGame]:
    """The game of a file as `read_saved` gives it, in slices."""
    data = read_limited(path, LIMIT_BYTES)
    record = yield from between(0.0, READING_SHARE, _reading_whole(data))
    game = Game(record.deal)
    error = yield from between(READING_SHARE, 1.0, record.replaying(game))
    if wrong := error or clock_error(data):
        raise wrong
    return SavedGame(game, record.about, play_time_ms(game, data))


def reading_replay(path: Path) -> Slices[Replay]:
    """The game of a file to be looked at, in slices.

    Raises:
        StorageError: it cannot be read.
        RecordError: it holds no game.
    """
    record = yield from between(0.0, READING_SHARE, _reading_whole(read_limited(path, LIMIT_BYTES)))
    return (yield from between(READING_SHARE, 1.0, Replay.slices(record)))


def _reading_whole(data: bytes) -> Slices[Record]:
    record, error = yield from reading(data)
    if error is not None:
        raise error
    return record

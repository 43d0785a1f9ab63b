"""The kept records of a folder, each read in short slices to the row that it is counted by.

Knows records and the rows of the statistics; must not know the database, nor when it is written.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from game.message import msg
from game.play.game import Game
from game.play.record import FIRST_LINE, LIMIT_BYTES, RecordError
from game.play.record import reading as read_in_slices
from game.play.result import is_played, result_of
from game.play.slices import Slices
from game.storage import statistics_rows as rows
from game.storage.files import StorageError, read_limited
from game.storage.statistics_rows import Row

_TIME = re.compile(r"[0-9]{8}-[0-9]{6}")
_VERSION_LINE = re.compile(rb"patience [0-9]+")


class Reading:
    """How far the reading of kept records is, and what came up on the way."""

    def __init__(self) -> None:
        self.done = self.count = 0
        self.written = 0
        """How many of those that were read are on disk."""
        self.notices: list[str] = []


def kept_records(folder: Path) -> list[Path]:
    """The records of a folder, by the time in their names."""
    return sorted((folder / entry.name for entry in records_in(folder)), key=by_time)


def records_in(folder: Path) -> Iterator[os.DirEntry[str]]:
    """The records of a folder, as they come; none when there is no such folder, or it cannot be read."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".patience"):
                yield entry


def by_time(path: Path) -> tuple[str, str]:
    """What records are ordered by: the time in their names, or else that of their files."""
    named = _TIME.search(path.name)
    if named is not None:
        return named[0], path.name
    with suppress(OSError):
        changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        return f"{changed:%Y%m%d-%H%M%S}", path.name
    return "", path.name


def stamp_of(path: Path | os.DirEntry[str]) -> str:
    """What changes when a file is written: its size and time."""
    try:
        state = path.stat()
    except OSError:
        return ""
    return f"{state.st_size}-{state.st_mtime_ns}"


def rows_of(paths: Iterable[Path], reading: Reading) -> Iterator[Row | None]:
    """The row of each record; None, and a sentence, for one that cannot be read; None after each slice."""
    for path in paths:
        row = None
        try:
            slices = _row_slices(path)
            while True:
                try:
                    next(slices)
                except StopIteration as stop:
                    row = stop.value
                    break
                yield None
        except (StorageError, RecordError) as error:
            reading.notices.append(msg("{file} is not counted: {reason}.", file=path.name, reason=str(error)))
        reading.done += 1
        yield row


def _row_slices(path: Path) -> Slices[Row | None]:
    stamp = stamp_of(path)
    data = read_limited(path, LIMIT_BYTES)
    version = _VERSION_LINE.match(data)
    if version is not None and version[0] != FIRST_LINE.encode():
        raise StorageError(msg("it was written by a newer version of the program"))
    record, error = yield from read_in_slices(data)
    game = Game(record.deal)
    error = error or (yield from record.replaying(game))
    if error is not None:
        raise error
    if not is_played(game):
        return None
    result = result_of(game)
    yield 0.9
    return (yield from rows.row_slices(path.name, game, record.about, result, stamp))

"""Tournaments on disk: a folder each, with a folder for each seat and the records of its rounds.

A record is created once and never overwritten: if it exists, the round is played.

    <data folder>/tournaments/<id>/tournament
    <data folder>/tournaments/<id>/<seat>/player
    <data folder>/tournaments/<id>/<seat>/round-<n>.patience

What earlier versions kept besides (docs/FORMATS.md) stays as it is.
"""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from game.message import msg
from game.storage.files import StorageError, names_in, path_exists, read_limited, reason, replace_file
from game.storage.journal import Journal

FOLDER = "tournaments"
LIMIT_BYTES = 1 << 20
_ID = re.compile(r"[0-9a-f]{32}", re.ASCII)
_SEAT = re.compile(r"[0-9]{2}", re.ASCII)
_ROUND = re.compile(r"round-([1-9][0-9]?)\.patience", re.ASCII)
_CLOSED = re.compile(rb"^closed ", re.MULTILINE)


class SeatFolder:
    """Folder of one player in a tournament."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def player(self) -> bytes:
        """The text about the player; raises StorageError if it cannot be read."""
        return read_limited(self.path / "player", LIMIT_BYTES)

    def record_path(self, round_number: int) -> Path:
        """Path of a round's record."""
        return self.path / f"round-{round_number}.patience"

    def rounds(self) -> list[int]:
        """Rounds that have a record, in order."""
        found = (_ROUND.fullmatch(name) for name in names_in(self.path))
        return sorted(int(match[1]) for match in found if match is not None)

    def record(self, round_number: int) -> bytes:
        """The record of a round; raises StorageError if it cannot be read."""
        return read_limited(self.record_path(round_number), LIMIT_BYTES)

    def begin(self, round_number: int, beginning: bytes) -> Journal:
        """Creates the journal of a round; raises StorageError if it was started before, or on failure."""
        return Journal(self.record_path(round_number), beginning)

    def put(self, round_number: int, data: bytes) -> None:
        """Writes the whole record of a robot's round, or replaces a broken journal.

        Raises:
            StorageError: it cannot be written; what was there is still there.
        """
        replace_file(self.record_path(round_number), data)


class TournamentFolder:
    """Folder of one tournament."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def id(self) -> str:
        """Name of the folder."""
        return self.path.name

    def text(self) -> bytes:
        """The tournament's own file; raises StorageError if it cannot be read."""
        return read_limited(self.path / "tournament", LIMIT_BYTES)

    @property
    def is_closed(self) -> bool:
        """Whether the log of an earlier version says that nobody plays on; raises StorageError."""
        path = self.path / "log"
        return path_exists(path) and _CLOSED.search(read_limited(path, LIMIT_BYTES)) is not None

    @property
    def changed_s(self) -> float:
        """Time of the last addition, in seconds since the epoch."""
        times = [0.0]
        for path in (self.path, *(seat.path for seat in self.seats())):
            with contextlib.suppress(OSError):
                times.append(path.stat().st_mtime)
        return max(times)

    def seats(self) -> list[SeatFolder]:
        """Seats in the order in which they were taken."""
        names = sorted(name for name in names_in(self.path) if _SEAT.fullmatch(name))
        return [SeatFolder(self.path / name) for name in names]


class TournamentStore:
    """All tournaments below one data folder."""

    def __init__(self, data_folder: Path) -> None:
        self._folder = data_folder / FOLDER

    def tournaments(self) -> list[TournamentFolder]:
        """Every tournament, last changed first."""
        names = [name for name in names_in(self._folder) if _ID.fullmatch(name)]
        found = [TournamentFolder(self._folder / name) for name in names if self._is_whole(name)]
        return sorted(found, key=lambda folder: (-folder.changed_s, folder.id))

    def _is_whole(self, name: str) -> bool:
        """Whether a folder was made to its end: its file is written last."""
        return path_exists(self._folder / name / "tournament")

    def add(self, id: str, text: bytes, players: Sequence[bytes]) -> TournamentFolder:
        """Creates a tournament with a seat for each player.

        Raises:
            StorageError: it exists, or cannot be written and is not there.
        """
        path = self._folder / id
        try:
            path.mkdir(parents=True)
        except FileExistsError:
            raise StorageError(msg("it is here already")) from None
        except OSError as error:
            raise StorageError(reason(error)) from error
        try:
            for number, player in enumerate(players, 1):
                (path / f"{number:02d}").mkdir()
                replace_file(path / f"{number:02d}" / "player", player)
            replace_file(path / "tournament", text)
        except (StorageError, OSError) as error:
            shutil.rmtree(path, ignore_errors=True)  # it was only just made
            raise error if isinstance(error, StorageError) else StorageError(reason(error)) from error
        return TournamentFolder(path)

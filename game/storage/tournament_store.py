"""Tournaments on disk: a folder each, with a folder for each seat and the records of its rounds.

A record is created once and never overwritten: if it exists, the round is played.

    <data folder>/tournaments/<id>/tournament
    <data folder>/tournaments/<id>/log
    <data folder>/tournaments/<id>/removed/…
    <data folder>/tournaments/<id>/<seat>/player
    <data folder>/tournaments/<id>/<seat>/round-<n>.patience
    <data folder>/rounds.ledger

The ledger is outside the tournaments' folders; each of its lines is chained to all before it. Lines deleted
from a tournament's own log leave a gap between the two, and a changed line breaks the chain.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from game.message import msg
from game.storage.files import (
    StorageError,
    held,
    names_in,
    open_regular,
    path_exists,
    read_limited,
    reason,
    replace_file,
)
from game.storage.journal import Journal

FILE = "rounds.ledger"
LEDGER_LIMIT_BYTES = 16 << 20
_LINE = re.compile(r"([0-9a-f]{32}) ([0-9a-f]{32}) (.+)")


class Chained(NamedTuple):
    """A line with the digest of itself and all lines before it."""

    tournament: str
    text: str
    digest: str


class RoundLedger:
    """The ledger of a data folder."""

    def __init__(self, data_folder: Path) -> None:
        self._path = data_folder / FILE
        self._was: tuple[tuple[int, int], tuple[list[Chained], bool]] | None = None

    def read(self) -> tuple[list[Chained], bool]:
        """Returns its lines, and whether each follows from those before; a torn last line is skipped.

        Raises:
            StorageError: it cannot be read.
        """
        if not path_exists(self._path):
            return [], True
        stamp = _stamp(self._path)  # all tournaments ask for it, one after the other
        if self._was is None or self._was[0] != stamp:
            self._was = stamp, self._read()
        return self._was[1]

    def _read(self) -> tuple[list[Chained], bool]:
        *lines, _ = read_limited(self._path, LEDGER_LIMIT_BYTES).decode(errors="replace").split("\n")
        found, before, holds = [], "", True
        for line in lines:
            match = _LINE.fullmatch(line)
            if match is None:
                holds = False
                continue
            chained = Chained(match[2], match[3], match[1])
            holds = holds and chained.digest == _digest(before, chained.tournament, chained.text)
            before = chained.digest
            found.append(chained)
        return found, holds

    def append(self, tournament: str, text: str, write: Callable[[str], None]) -> None:
        """Appends a line; `write` writes it elsewhere too, with its digest; both happen or neither.

        Raises:
            StorageError: one of them cannot be written.
        """
        with held(self._path.with_suffix(".lock")):
            lines, _ = self.read()
            digest = _digest(lines[-1].digest if lines else "", tournament, text)
            line = f"{digest} {tournament} {text}\n".encode()
            with _appended(self._path, line, lambda file: _whole_lines(self._path, file)):
                write(digest)


@contextmanager
def _appended(path: Path, line: bytes, whole: Callable[[IO[bytes]], int]) -> Iterator[None]:
    """Appends a line on disk after the `whole` bytes of a file, and removes it if the following step fails.

    Raises:
        StorageError: it cannot be written.
    """
    try:
        with open_regular(path, "ab", buffering=0) as file:
            length = whole(file)
            try:
                file.truncate(length)
                if file.write(line) != len(line):
                    raise OSError(28, msg("no space left on device"))
                os.fsync(file.fileno())
                yield
            except OSError:
                with contextlib.suppress(OSError):
                    file.truncate(length)
                raise
    except StorageError:
        raise
    except OSError as error:
        raise StorageError(reason(error)) from error


def _stamp(path: Path) -> tuple[int, int]:
    """Time of the last change and size, which change with every line; raises StorageError if unknown."""
    try:
        found = path.stat()
    except OSError as error:
        raise StorageError(reason(error)) from error
    return found.st_mtime_ns, found.st_size


def _digest(before: str, tournament: str, text: str) -> str:
    from hashlib import sha256  # which no first frame waits for

    return sha256(f"{before}\n{tournament} {text}".encode()).hexdigest()[:32]


def _whole_lines(path: Path, file: IO[bytes]) -> int:
    """Size of the whole lines, without what a crash has torn off."""
    return read_limited(path, LEDGER_LIMIT_BYTES).rfind(b"\n") + 1 if file.tell() else 0


FOLDER = "tournaments"
LIMIT_BYTES = 1 << 20
_ID = re.compile(r"[0-9a-f]{32}", re.ASCII)
_SEAT = re.compile(r"[0-9]{2}", re.ASCII)
_ROUND = re.compile(r"round-([1-9][0-9]?)\.patience", re.ASCII)
MAX_SEATS = 99


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
        """Writes the whole record of a round played elsewhere, or replaces a broken journal.

        Raises:
            StorageError: it cannot be written; what was there is still there.
        """
        replace_file(self.record_path(round_number), data)

    def remove(self, round_number: int) -> None:
        """Removes a record that was only just put there."""
        with contextlib.suppress(OSError):
            self.record_path(round_number).unlink()


class TournamentFolder:
    """Folder of one tournament."""

    def __init__(self, path: Path, ledger: RoundLedger) -> None:
        self.path, self._ledger = path, ledger

    @property
    def id(self) -> str:
        """Name of the folder."""
        return self.path.name

    def text(self) -> bytes:
        """The tournament's own file; raises StorageError if it cannot be read."""
        return read_limited(self.path / "tournament", LIMIT_BYTES)

    def log(self) -> bytes:
        """Events here, one per line; empty if there were none; raises StorageError if it cannot be read."""
        path = self.path / "log"
        return read_limited(path, LIMIT_BYTES) if path_exists(path) else b""

    def ledger(self) -> tuple[list[tuple[str, str]], bool]:
        """Its lines in the ledger, each with its digest, and whether the chain holds; raises StorageError."""
        lines, holds = self._ledger.read()
        return [(line.text, line.digest) for line in lines if line.tournament == self.id], holds

    def append_to_log(self, line: str) -> None:
        """Appends a line to the ledger and, with its digest, to the log, synced to disk.

        Raises:
            StorageError: it cannot be written; it is in neither.
        """
        self._ledger.append(self.id, line, lambda digest: self.write_into_log(line, digest))

    def write_into_log(self, text: str, digest: str) -> None:
        """Appends a line that is in the ledger already to the log alone.

        Raises:
            StorageError: it cannot be written.
        """
        # After a line that was torn by a crash a new one begins.
        torn = "" if self.log()[-1:] in (b"", b"\n") else "\n"
        with _appended(self.path / "log", f"{torn}{text} {digest}\n".encode(), lambda file: file.tell()):
            pass

    def set_aside(self, seat: SeatFolder, round_number: int | None = None) -> None:
        """Moves a seat, or one of its records, where it no longer counts but can still be found.

        Raises:
            StorageError: it cannot be moved; it stays where it is.
        """
        path = seat.path if round_number is None else seat.record_path(round_number)
        name = seat.path.name if round_number is None else f"{seat.path.name}-{path.stem}"
        removed, number = self.path / "removed", 1
        while path_exists(removed / f"{name}-{number}{path.suffix}"):
            number += 1
        try:
            removed.mkdir(exist_ok=True)
            path.rename(removed / f"{name}-{number}{path.suffix}")
        except OSError as error:
            raise StorageError(reason(error)) from error

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

    def add_seat(self, player: bytes) -> SeatFolder:
        """Takes the next free seat for a player; raises StorageError, with no seat taken, on failure."""
        taken = {seat.path.name for seat in self.seats()}
        for number in range(1, MAX_SEATS + 1):
            seat = SeatFolder(self.path / f"{number:02d}")
            if seat.path.name in taken:
                continue
            try:
                seat.path.mkdir(parents=True)
            except FileExistsError:
                continue  # another window was quicker
            except OSError as error:
                raise StorageError(reason(error)) from error
            try:
                replace_file(seat.path / "player", player)
            except StorageError:
                self.remove_seat(seat)
                raise
            return seat
        raise StorageError(msg("there is no seat left"))

    def remove_seat(self, seat: SeatFolder) -> None:
        """Removes a seat that was only just taken."""
        with contextlib.suppress(OSError):
            (seat.path / "player").unlink(missing_ok=True)
            seat.path.rmdir()

    def discard(self) -> None:
        """Removes a tournament that was only just added and never played."""
        for seat in self.seats():
            self.remove_seat(seat)
        with contextlib.suppress(OSError):
            (self.path / "tournament").unlink(missing_ok=True)
            self.path.rmdir()


class TournamentStore:
    """All tournaments below one data folder."""

    def __init__(self, data_folder: Path) -> None:
        self._folder, self._ledger = data_folder / FOLDER, RoundLedger(data_folder)

    def tournaments(self) -> list[TournamentFolder]:
        """Every tournament, last changed first."""
        names = [name for name in names_in(self._folder) if _ID.fullmatch(name)]
        found = [TournamentFolder(self._folder / name, self._ledger) for name in names]
        return sorted(found, key=lambda folder: (-folder.changed_s, folder.id))

    def find(self, id: str) -> TournamentFolder | None:
        """Returns the tournament with an id, or None."""
        folder = TournamentFolder(self._folder / id, self._ledger)
        return folder if _ID.fullmatch(id) and os.path.isfile(folder.path / "tournament") else None

    def add(self, id: str, text: bytes) -> TournamentFolder:
        """Creates the folder of a tournament; raises StorageError if it cannot be written, or exists."""
        if self.find(id) is not None:
            raise StorageError(msg("it is here already"))
        folder = TournamentFolder(self._folder / id, self._ledger)
        try:
            replace_file(folder.path / "tournament", text)
        except StorageError:
            folder.discard()
            raise
        return folder

"""The tournament that was played last, at a glance: its name, how far it is, whether a clock runs.

Knows the shelf; reads one record and no more, so that the home screen is there at once.
"""

from __future__ import annotations

from typing import NamedTuple

from game.play.record import RecordError, read_record_while_good
from game.storage.files import StorageError
from game.storage.shelf import SeatFolder, Shelf
from game.tournament.lines import FileError
from game.tournament.tournament_file import read_tournament
from game.ui.tournament_words import many


class Glance(NamedTuple):
    """A line, and whether the clock of a round may be running."""

    line: str
    is_running: bool = False


def glance(shelf: Shelf) -> Glance:
    """What the home screen says of tournaments."""
    folder = next(iter(shelf.tournaments()), None)
    if folder is None:
        return Glance("The same deals for all, against the clock")
    try:
        tournament = read_tournament(folder.text())
    except (StorageError, FileError):
        return Glance("One of them cannot be read")
    seats = folder.seats()
    played = sum(len(seat.rounds()) for seat in seats)
    if any(_is_begun(seat) for seat in _latest(seats)):
        return Glance(f"{tournament.name}: the clock of a round is running", is_running=True)
    of = many(tournament.rounds * len(seats), "round")
    return Glance(f"{tournament.name}: {played} of {of} played")


def _latest(seats: list[SeatFolder]) -> list[SeatFolder]:
    """The seat in which a record was made last."""

    def made_s(seat: SeatFolder) -> float:
        try:
            return seat.path.stat().st_mtime
        except OSError:
            return 0.0

    return [max(seats, key=made_s)] if seats else []


def _is_begun(seat: SeatFolder) -> bool:
    """Whether the last record of a seat is of a game that is not over."""
    rounds = seat.rounds()
    if not rounds:
        return False
    try:
        record, _ = read_record_while_good(seat.record(rounds[-1]))
    except (StorageError, RecordError):
        return False
    return not record.replay_while_legal()[0].is_over

"""The line about the tournament that was played last: its name, how far it is, whether a clock runs.

Knows the stored tournaments; reads one record and no more, so that the home screen is there at once.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from game.message import msg, msg_n
from game.play.lines import FileError
from game.play.record import RecordError, read_record_while_good
from game.storage.files import StorageError
from game.storage.library import play_time_ms
from game.storage.tournament_store import SeatFolder, TournamentStore
from game.tournament.player import PlayerError
from game.tournament.rounds import elapsed_on_return_ms, moment_from_text
from game.tournament.state import seat_from_text
from game.tournament.tournament import read_tournament


class LastTournament(NamedTuple):
    """A line, and whether the clock of a round may be running."""

    line: str
    is_running: bool = False


def last_tournament(store: TournamentStore, now: datetime) -> LastTournament:
    """What the home screen says of tournaments at a moment."""
    folder = next(iter(store.tournaments()), None)
    if folder is None:
        return LastTournament(msg("There is none any more"))
    try:
        tournament = read_tournament(folder.text())
    except (StorageError, FileError):
        return LastTournament(msg("One of them cannot be read"))
    seats = folder.seats()
    played = sum(len(seat.rounds()) for seat in seats)
    latest = _latest(seats)
    if latest is not None and _is_running(latest, now):
        line = msg("{tournament}: the clock of a round is running", tournament=tournament.name)
        return LastTournament(line, is_running=True)
    line = msg_n(
        "{tournament}: {played} of {count} game played",
        "{tournament}: {played} of {count} games played",
        tournament.rounds * len(seats),  # a round is a game of every player
        tournament=tournament.name,
        played=played,
    )
    return LastTournament(line)


def _latest(seats: list[SeatFolder]) -> SeatFolder | None:
    """The seat of a person in which a record was made last: a robot's clock never runs."""

    def made_s(seat: SeatFolder) -> float:
        try:
            return seat.path.stat().st_mtime
        except OSError:
            return 0.0

    newest_first = sorted(seats, key=made_s, reverse=True)
    return next((seat for seat in newest_first if not _is_robot(seat)), None)


def _is_robot(seat: SeatFolder) -> bool:
    try:
        return seat_from_text(seat.player()).player.is_robot
    except (StorageError, PlayerError):
        return False


def _is_running(seat: SeatFolder, now: datetime) -> bool:
    """Whether the last record of a seat is of a game that is not over and has time left."""
    rounds = seat.rounds()
    if not rounds:
        return False
    try:
        data = seat.record(rounds[-1])
        record, _ = read_record_while_good(data)
    except (StorageError, RecordError):
        return False
    game, _ = record.replay_while_legal()
    started = moment_from_text(record.about.get("started", ""))
    elapsed_ms = elapsed_on_return_ms(started, now, play_time_ms(game, data))
    return not game.is_over and elapsed_ms < (game.variant.limit_ms or 0)

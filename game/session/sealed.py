"""Which deals nobody may look at here yet: those of rounds that a person at this machine has still to play.

The one place that says so. Whatever shows cards asks here: tables, replays, and the search that
tells whether a deal can be won. Knows tournaments on disk; must not know screens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from game.message import msg
from game.play.deal import Deal
from game.play.lines import FileError
from game.session.refusals import SealedError
from game.session.round_start import unfinished_round
from game.session.seat_store import tournament_log
from game.storage.files import StorageError
from game.storage.tournament_store import SeatFolder, TournamentFolder, TournamentStore
from game.tournament.log import Log
from game.tournament.player import PlayerError
from game.tournament.seat_text import seat_from_text
from game.tournament.state import Seat
from game.tournament.tournament import Tournament
from game.tournament.tournament_file import read_tournament


class Sealed:
    """The sealed deals of a data folder, looked up anew at every question."""

    def __init__(self, folder: Path, utc_now: Callable[[], datetime]) -> None:
        self._store, self._utc_now = TournamentStore(folder), utc_now

    def check(self, deal: Deal) -> None:
        """Makes sure that a deal may be seen: not the cards of a sealed one, whatever rules they lie by.

        Raises:
            SealedError: it is the deal of a round that somebody here has still to play.
        """
        for tournament, sealed in self._deals():
            if deal.deck == sealed.deck or deal.position.piles == sealed.position.piles:
                raise SealedError(
                    msg(
                        "This is a deal of the tournament “{name}”: "
                        "it stays closed until everybody here has played it.",
                        name=tournament.name,
                    )
                )

    def has(self, number: int) -> bool:
        """Whether the deal of a number is sealed."""
        return any(sealed.number == number for _, sealed in self._deals())

    def _deals(self) -> Iterator[tuple[Tournament, Deal]]:
        for folder in self._store.tournaments():
            with suppress(StorageError, FileError):  # what cannot be read is not played either
                tournament = read_tournament(folder.text())
                log = tournament_log(folder)
                if not log.is_closed:
                    for number in self._rounds_to_play(folder, tournament, log):
                        yield tournament, tournament.deal(number)

    def _rounds_to_play(self, folder: TournamentFolder, tournament: Tournament, begun: Log) -> Iterator[int]:
        """The rounds that not every person here has behind them."""
        behind = [self._behind(each, tournament, begun) for each in folder.seats()]
        here = [rounds for rounds in behind if rounds is not None]
        for number in range(1, tournament.rounds + 1):
            if not all(number in rounds for rounds in here):
                yield number

    def _behind(self, folder: SeatFolder, tournament: Tournament, begun: Log) -> set[int] | None:
        """The rounds that a person here has behind them; None of whom nobody waits for.

        What a seat has lost is not played any more. Only the last record can be of a running round.
        """
        try:
            seat = seat_from_text(folder.player())
        except (StorageError, PlayerError):
            return None
        if seat.player.is_robot or not seat.is_here:
            return None
        rounds = folder.rounds()
        behind = {*rounds, *begun.rounds_begun(folder.path.name, seat.player)}
        if rounds and self._is_running(folder, seat, tournament, rounds[-1]):
            behind.discard(rounds[-1])
        return behind

    def _is_running(self, folder: SeatFolder, seat: Seat, tournament: Tournament, number: int) -> bool:
        if number > tournament.rounds:
            return False
        path, now = folder.record_path(number), self._utc_now()
        try:
            left = unfinished_round(path, folder.record(number), tournament, seat.player, number, now)
        except (StorageError, FileError):
            return False
        return left is not None and left.elapsed_ms < tournament.game.limit_ms

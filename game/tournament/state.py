"""State of a tournament under way: its players, their rounds, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.message import msg
from game.tournament.player import Player, PlayerError, player_from_text
from game.tournament.rounds import RoundResult
from game.tournament.standings import StandingRow, standings
from game.tournament.tournament import Tournament


@dataclass
class Seat:
    """A player's place in a tournament."""

    player: Player
    is_here: bool = True  # whether the player takes turns at this machine; in earlier versions not all did
    records: dict[int, bytes] = field(default_factory=dict)
    results: dict[int, RoundResult] = field(default_factory=dict)
    running: int | None = None  # the round whose clock runs
    spoilt: set[int] = field(default_factory=set)  # rounds whose record does not hold

    def is_taken(self, round_number: int) -> bool:
        """Whether a round was played or started, so that it can no longer be played."""
        return round_number == self.running or round_number in {*self.results, *self.spoilt}


@dataclass
class TournamentState:
    """A tournament, its players, and the known state of their rounds."""

    tournament: Tournament
    seats: list[Seat] = field(default_factory=list)
    is_closed: bool = False  # whether it was closed in an earlier version, although rounds are left

    @property
    def running(self) -> tuple[Seat, int] | None:
        """Seat and round whose clock is running, or None."""
        return next(((seat, seat.running) for seat in self.seats if seat.running is not None), None)

    def next_round(self, seat: Seat) -> int | None:
        """Next round of a player; None if all are played or one is running."""
        if seat.running is not None:
            return None
        rounds = range(1, self.tournament.rounds + 1)
        return next((number for number in rounds if not seat.is_taken(number)), None)

    def due(self) -> list[tuple[Seat, int]]:
        """Every person here with their next round: lowest round first, then by seat."""
        return [(seat, number) for seat, number in self._waiting() if not seat.player.is_robot]

    def robots_due(self) -> list[tuple[Seat, int]]:
        """Robots with their next rounds, which are played without the window."""
        return [(seat, number) for seat, number in self._waiting() if seat.player.is_robot]

    def _waiting(self) -> list[tuple[Seat, int]]:
        if self.is_closed:
            return []
        waiting = [(seat, self.next_round(seat)) for seat in self.seats if seat.is_here]
        found = [(seat, number) for seat, number in waiting if number is not None]
        return sorted(found, key=lambda pair: pair[1])

    @property
    def is_over(self) -> bool:
        """Whether nobody here has anything left to play."""
        return self.running is None and not self._waiting()

    @property
    def complete_rounds(self) -> int:
        """Number of rounds that everybody here has finished, ignoring players elsewhere."""
        here = [seat for seat in self.seats if seat.is_here] or self.seats
        count = 0
        for number in range(1, self.tournament.rounds + 1):
            if not all(number in seat.results or number in seat.spoilt for seat in here):
                break
            count = number
        return count

    @property
    def latest_round(self) -> int:
        """Last round that anybody has played, or 0."""
        return max((number for seat in self.seats for number in seat.results), default=0)

    def standings(self, after_round: int) -> list[StandingRow]:
        """Standings after a round."""
        rounds = range(1, self.tournament.rounds + 1)
        table = {seat.player: [seat.results.get(number) for number in rounds] for seat in self.seats}
        closed = self.tournament.rounds if self.is_over else self.complete_rounds
        return standings(table, after_round, self.tournament.limit_ms, closed)


ELSEWHERE = "elsewhere"
"""Line about a player of whom an earlier version had records from a file."""


def seat_from_text(data: bytes) -> Seat:
    r"""Parses a seat, nothing played yet, from its text; raises PlayerError if it is not one.

    >>> seat_from_text(b"person Anna\nelsewhere\n").is_here
    False
    """
    try:
        lines = data.decode().split("\n")
    except UnicodeDecodeError:
        raise PlayerError.because(msg("the text is not UTF-8")) from None
    return Seat(player_from_text(lines[0]), is_here=ELSEWHERE not in lines[1:])

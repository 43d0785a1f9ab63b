"""State of a tournament and its one ranking, on one machine, at a server, on its pages and in a proof."""

from __future__ import annotations

from collections.abc import Collection, Container, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from game.message import msg
from game.tournament.player import Player, PlayerError, player_from_text
from game.tournament.tournament import RoundResult, Tournament

K = TypeVar("K", bound=Hashable)


class Tally(NamedTuple):
    """Ranking criteria of a round, or of a sum."""

    total: int = 0
    elapsed_ms: int = 0
    home: int = 0

    @staticmethod
    def of(result: RoundResult) -> Tally:
        """Ranking criteria of a result."""
        return Tally(result.total, result.elapsed_ms, result.home)


class Ranked(NamedTuple, Generic[K]):
    """A row of a ranking."""

    rank: int | None
    """Rank, shared by equals; None if not ranked."""
    who: K
    sum: Tally


def ranking(
    played: Mapping[K, Mapping[int, Tally]],
    closed: Collection[int],
    still_open: Collection[int],
    limit_ms: int,
    apart: Container[K] = (),
) -> list[Ranked[K]]:
    """Ranks players by the rounds they have played, first place first.

    The higher sum of totals comes first; then players who have played at all, then less time used, then more
    cards home; players still equal share a rank, in the order of `played`. An unplayed round counts 0 points
    and its whole time as used, if it is `closed`, or `still_open` and a later one was played. Players `apart`
    have no rank and come last.
    """
    sums = {who: _sum(rounds, closed, still_open, limit_ms) for who, rounds in played.items()}
    return _placed(sums, {who for who, rounds in played.items() if not rounds}, apart)


def round_ranking(played: Mapping[K, Tally], apart: Container[K] = ()) -> list[Ranked[K]]:
    """Ranks the players of one round."""
    return _placed(played, (), apart)


def _placed(sums: Mapping[K, Tally], idle: Container[K], apart: Container[K]) -> list[Ranked[K]]:
    keys = {
        who: (who in apart, -tally.total, who in idle, tally.elapsed_ms, -tally.home)
        for who, tally in sums.items()
    }
    found: list[Ranked[K]] = []
    rank, before = 0, None
    for index, who in enumerate(sorted(keys, key=keys.__getitem__), 1):
        if keys[who] != before:
            rank, before = index, keys[who]
        found.append(Ranked(None if who in apart else rank, who, sums[who]))
    return found


def _sum(
    rounds: Mapping[int, Tally], closed: Collection[int], still_open: Collection[int], limit_ms: int
) -> Tally:
    last = max(rounds, default=0)
    due = {*closed, *(number for number in still_open if number < last)}
    missed_ms = len(due - rounds.keys()) * limit_ms
    total = home = elapsed_ms = 0
    for tally in rounds.values():
        total, elapsed_ms, home = total + tally.total, elapsed_ms + tally.elapsed_ms, home + tally.home
    return Tally(total, elapsed_ms + missed_ms, home)


class StandingRow(NamedTuple):
    """A row of the standings: sums over the rounds so far, and the result of each."""

    rank: int | None  # shared by those whom nothing tells apart; None for who has no place
    player: Player
    total: int
    elapsed_ms: int
    home: int
    results: tuple[RoundResult | None, ...]  # None for a round not played
    movement: int | None  # places won since the round before, lost when negative; None after the first

    @property
    def played(self) -> int:
        """Number of rounds played of those so far."""
        return sum(result is not None for result in self.results)


def standings(
    table: Mapping[Player, Sequence[RoundResult | None]],
    after_round: int,
    limit_ms: int,
    closed: int | None = None,
) -> list[StandingRow]:
    """Standings after a round, first place first; the first `closed` rounds (or all) are over for all."""
    earlier = _after(table, after_round - 1, limit_ms, closed) if after_round > 1 else []
    before = {row.who: row.rank for row in earlier}
    found = []
    for rank, player, sums in _after(table, after_round, limit_ms, closed):
        played = table[player][:after_round]
        results = (*played, *[None] * (after_round - len(played)))
        was = before.get(player)
        moved = None if was is None or rank is None else was - rank
        found.append(StandingRow(rank, player, *sums, results, moved))
    return found


def placed(found: Sequence[StandingRow]) -> Sequence[StandingRow]:
    """The standings as they are shown: nobody has a place as long as nobody has a point."""
    if any(row.total for row in found):
        return found
    return [row._replace(rank=None, movement=None) for row in found]


def _after(
    table: Mapping[Player, Sequence[RoundResult | None]], rounds: int, limit_ms: int, closed: int | None
) -> list[Ranked[Player]]:
    over = rounds if closed is None else min(rounds, closed)
    played = {player: _tallies(results[:rounds]) for player, results in table.items()}
    return ranking(played, range(1, over + 1), range(over + 1, rounds + 1), limit_ms)


def _tallies(results: Sequence[RoundResult | None]) -> dict[int, Tally]:
    return {number: Tally.of(result) for number, result in enumerate(results, 1) if result is not None}


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

    def due(self) -> list[tuple[Seat, int]]:
        """Every person here with their next round: lowest round first, then by seat."""
        return [(seat, number) for seat, number in self._waiting() if not seat.player.is_robot]

    def robots_due(self) -> list[tuple[Seat, int]]:
        """Robots with their next rounds, which are played without the window."""
        return [(seat, number) for seat, number in self._waiting() if seat.player.is_robot]

    def _waiting(self) -> list[tuple[Seat, int]]:
        if self.is_closed:
            return []
        rounds, found = range(1, self.tournament.rounds + 1), []
        for seat in self.seats:
            left = [number for number in rounds if not seat.is_taken(number)]
            if seat.is_here and seat.running is None and left:
                found.append((seat, left[0]))
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

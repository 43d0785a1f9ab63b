"""The table of a tournament: who stands where after a round, and how that has changed.

Knows results and arithmetic; must not know where the results come from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.tournament.player import Player
from game.tournament.rounds import RoundResult


class Standing(NamedTuple):
    """A line of the table: sums over the rounds so far, and the result of each."""

    rank: int  # shared by those whom nothing tells apart
    player: Player
    total: int
    elapsed_ms: int
    home: int
    results: tuple[RoundResult | None, ...]  # None for a round not played
    movement: int | None  # places won since the round before, lost when negative; None after the first

    @property
    def played(self) -> int:
        """How many rounds the player has played of those so far."""
        return sum(result is not None for result in self.results)


def standings(
    table: Mapping[Player, Sequence[RoundResult | None]], after_round: int, limit_ms: int
) -> list[Standing]:
    """The table after a round, the first place first.

    The higher sum of totals stands before; at the same sum the shorter time used, then the more
    cards home; whom nothing tells apart shares a rank, in the order of `table`. A round that was
    not played counts nothing, and its whole time as used.
    """
    ranks_before = {} if after_round < 2 else _ranks(_sums(table, after_round - 1, limit_ms))
    sums = _sums(table, after_round, limit_ms)
    ranks = _ranks(sums)
    found = []
    for player in sorted(sums, key=lambda each: sums[each]):
        order = sums[player]
        moved = ranks_before[player] - ranks[player] if ranks_before else None
        results = _results(table, player, after_round)
        found.append(Standing(ranks[player], player, -order[0], order[1], -order[2], results, moved))
    return found


def _results(
    table: Mapping[Player, Sequence[RoundResult | None]], player: Player, rounds: int
) -> tuple[RoundResult | None, ...]:
    played = tuple(table[player][:rounds])
    return played + (None,) * (rounds - len(played))


def _sums(
    table: Mapping[Player, Sequence[RoundResult | None]], rounds: int, limit_ms: int
) -> dict[Player, tuple[int, int, int]]:
    """By player what decides, so that the smaller stands before: −total, time, −cards home."""
    sums = {}
    for player in table:
        results = _results(table, player, rounds)
        played = [result for result in results if result is not None]
        elapsed_ms = sum(each.elapsed_ms for each in played) + limit_ms * (rounds - len(played))
        sums[player] = (
            -sum(each.total for each in played),
            elapsed_ms,
            -sum(each.home for each in played),
        )
    return sums


def _ranks(sums: Mapping[Player, tuple[int, int, int]]) -> dict[Player, int]:
    """One more than there are players before."""
    return {player: 1 + sum(other < mine for other in sums.values()) for player, mine in sums.items()}

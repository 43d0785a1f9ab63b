"""What a player's games of one kind come to: played, won, streaks, best, mean, distribution.

Knows lists of games and arithmetic; must not know where games are kept or how figures look.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import floor, log10
from typing import NamedTuple

from game.play.played import Kind, PlayedGame
from game.play.totals import Totals, totals_of, weighted_sum
from game.rules import VARIANTS
from game.rules.options import options_to_text

SMOOTHED_OVER = 10
"""So many games make a moving mean."""


@dataclass(frozen=True)
class Summary:
    """The figures of some games of one game and option set, in their order."""

    played: int
    won: int
    left: int  # without an end
    streak: int  # games won in a row up to the last one
    longest_streak: int
    longest_drought: int  # games in a row that were not won
    best: int | None
    mean: float | None
    median: float | None
    mean_s: float | None  # seconds of play, of games with an end

    @property
    def won_share(self) -> float | None:
        """The share of games won, 0 to 1; None before the first game."""
        return self.won / self.played if self.played else None


def summary(games: Sequence[PlayedGame]) -> Summary:
    """The figures of games that are compared with each other.

    Games that were left count as played and not as won; their results count only where
    the game has one without its end.
    """
    return summary_of(totals_of(games))


def summary_of(totals: Totals) -> Summary:
    """The figures of games by what they add up to."""
    values, count, ended = totals.values, totals.with_result, totals.played - totals.left
    fewest = totals.played > 0 and VARIANTS[totals.variant].fewest_is_best
    return Summary(
        played=totals.played,
        won=totals.won,
        left=totals.left,
        streak=totals.streak,
        longest_streak=totals.longest_streak,
        longest_drought=totals.longest_drought,
        best=(min if fewest else max)(values, default=None),
        mean=weighted_sum(values) / count if count else None,
        median=_median(values),
        mean_s=totals.ended_ms / 1000 / ended if ended else None,
    )


def option_sets(games: Iterable[PlayedGame]) -> dict[tuple[str, str], list[PlayedGame]]:
    """The games by game and options: in the order of the games on the home screen, usual options first."""
    found: dict[tuple[str, str], list[PlayedGame]] = {}
    for game in games:
        found.setdefault((game.variant, game.options), []).append(game)
    return {key: found[key] for key in in_order(found)}


def in_order(option_sets: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Games with options as the home screen has the games, usual options first; unknown games left out."""
    names = list(VARIANTS)
    known = [key for key in option_sets if key[0] in names]
    return sorted(known, key=lambda key: (names.index(key[0]), _is_unusual(*key), key[1]))


def _is_unusual(name: str, options: str) -> bool:
    return options != options_to_text(VARIANTS[name]())


def by_kind(games: Iterable[PlayedGame]) -> dict[Kind, list[PlayedGame]]:
    """The games of each kind that there is, those that count first."""
    found: dict[Kind, list[PlayedGame]] = {}
    for kind in Kind:
        found[kind] = []
    for game in games:
        found[game.kind].append(game)
    return {kind: each for kind, each in found.items() if each}


class Bin(NamedTuple):
    """How many games have a result from `low` to `high`, both included."""

    low: int
    high: int
    games: int


def distribution(counts: Mapping[int, int], most_bins: int = 12) -> list[Bin]:
    """How results are spread, in steps of equal and round width, from the least to the greatest.

    >>> distribution({3: 1, 5: 2})
    [Bin(low=3, high=3, games=1), Bin(low=4, high=4, games=0), Bin(low=5, high=5, games=2)]
    """
    if not counts:
        return []
    step = round_step((max(counts) - min(counts) + 1) / most_bins)
    first, last = min(counts) // step, max(counts) // step
    games = [0] * (last - first + 1)
    for value, count in counts.items():
        games[value // step - first] += count
    return [
        Bin((first + index) * step, (first + index + 1) * step - 1, count)
        for index, count in enumerate(games)
    ]


def round_step(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50, … that is not below `least`.

    >>> [round_step(least) for least in (0.3, 1.5, 3, 7, 12, 260)]
    [1, 2, 5, 10, 20, 500]
    """
    if least <= 1:
        return 1
    ten = int(10 ** floor(log10(least)))
    return next(factor * ten for factor in (1, 2, 5, 10) if factor * ten >= least)


def moving_mean(values: Sequence[float], over: int = SMOOTHED_OVER) -> list[float]:
    """The mean of each value and the `over` − 1 before it, as far as there are so many.

    >>> moving_mean([2, 4, 6, 8], over=2)
    [2.0, 3.0, 5.0, 7.0]
    """
    sums = list(accumulate(values, initial=0.0))
    starts = (max(0, end - over) for end in range(1, len(sums)))
    return [(sums[end] - sums[start]) / (end - start) for end, start in enumerate(starts, 1)]


def _median(counts: Mapping[int, int]) -> float | None:
    """The middle one of values that are counted, or the mean of the two in the middle."""
    if not counts:
        return None
    ordered = sorted(counts)
    ends = list(accumulate(counts[value] for value in ordered))
    middle = ends[-1] // 2
    upper = ordered[bisect_right(ends, middle)]
    lower = upper if ends[-1] % 2 else ordered[bisect_right(ends, middle - 1)]
    return (lower + upper) / 2

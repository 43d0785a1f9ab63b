"""What a player's games of one kind come to: played, won, streaks, best, mean, distribution.

Knows lists of games and arithmetic; must not know where games are kept or how figures look.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import floor, log10
from typing import NamedTuple

from game.play.played import Kind, PlayedGame
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
    wins = [game.result.is_won for game in games]
    values = results(games)
    times = [game.result.elapsed_ms / 1000 for game in games if game.is_ended]
    fewest = bool(games) and VARIANTS[games[0].variant].fewest_is_best
    runs = list(accumulate(wins, lambda run, won: run + 1 if won else 0, initial=0))
    droughts = accumulate(wins, lambda run, won: 0 if won else run + 1, initial=0)
    return Summary(
        played=len(games),
        won=sum(wins),
        left=sum(not game.is_ended for game in games),
        streak=runs[-1],
        longest_streak=max(runs),
        longest_drought=max(droughts),
        best=(min if fewest else max)(values, default=None),
        mean=_mean(values),
        median=_median(values),
        mean_s=_mean(times),
    )


def results(games: Iterable[PlayedGame]) -> list[int]:
    """The results of the games that have one, in their order."""
    return [game.result.value for game in games if game.result.value is not None]


def option_sets(games: Iterable[PlayedGame]) -> dict[tuple[str, str], list[PlayedGame]]:
    """The games by game and options: in the order of the games on the home screen, usual options first."""
    found: dict[tuple[str, str], list[PlayedGame]] = {}
    for game in games:
        found.setdefault((game.variant, game.options), []).append(game)
    names = list(VARIANTS)
    known = {key: each for key, each in found.items() if key[0] in names}
    return dict(sorted(known.items(), key=lambda item: (names.index(item[0][0]), *_usual_first(*item[0]))))


def _usual_first(name: str, options: str) -> tuple[bool, str]:
    return options != options_to_text(VARIANTS[name]()), options


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


def distribution(values: Sequence[int], most_bins: int = 12) -> list[Bin]:
    """How results are spread, in steps of equal and round width, from the least to the greatest.

    >>> distribution([3, 5, 5])
    [Bin(low=3, high=3, games=1), Bin(low=4, high=4, games=0), Bin(low=5, high=5, games=2)]
    """
    if not values:
        return []
    step = round_step((max(values) - min(values) + 1) / most_bins)
    first, last = min(values) // step, max(values) // step
    counts = [0] * (last - first + 1)
    for value in values:
        counts[value // step - first] += 1
    return [
        Bin((first + index) * step, (first + index + 1) * step - 1, count)
        for index, count in enumerate(counts)
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


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _median(values: Sequence[int]) -> float | None:
    if not values:
        return None
    ordered = sorted(values)
    middle = len(ordered) // 2
    return float(ordered[middle]) if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2

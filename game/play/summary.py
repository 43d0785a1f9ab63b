"""Totals of a player's games of one kind: played, won, streaks, best, average, distribution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import floor, log10
from statistics import median
from typing import NamedTuple

from game.play.played import PlayedGame, StatsCategory
from game.rules import VARIANTS
from game.rules.options import options_to_text

MAX_POINTS = 300
"""Maximum number of points of a series; beyond it, pairs are merged."""
BONUS = "time_bonus"
"""Figure, in points, whose share in the result is followed."""


class SeriesPoint(NamedTuple):
    """Consecutive games: their number, and the sum, minimum and maximum of their values."""

    games: int
    total: float
    low: float
    high: float

    def with_next(self, other: SeriesPoint) -> SeriesPoint:
        """Merges two points."""
        low, high = min(self.low, other.low), max(self.high, other.high)
        return SeriesPoint(self.games + other.games, self.total + other.total, low, high)


@dataclass
class Series:
    """Values of games in order: a point for each game, or for several if there are very many.

    >>> series = Series()
    >>> for value in range(1000):
    ...     series.add(value)
    >>> series.games_a_point, len(series.points), series.points[1]
    (4, 250, SeriesPoint(games=4, total=22, low=4, high=7))
    """

    games_a_point: int = 1
    points: list[SeriesPoint] = field(default_factory=list)

    def add(self, value: float) -> None:
        """Adds the value of the next game."""
        point = SeriesPoint(1, value, value, value)
        if self.points and self.points[-1].games < self.games_a_point:
            self.points[-1] = self.points[-1].with_next(point)
            return
        self.points.append(point)
        if len(self.points) > MAX_POINTS:
            *pairs, last = zip(self.points[::2], [*self.points[1::2], point], strict=True)
            self.points = [one.with_next(other) for one, other in pairs] + [last[0]]
            self.games_a_point *= 2

    @property
    def means(self) -> list[float]:
        """Mean of each point."""
        return [point.total / point.games for point in self.points]


@dataclass
class Totals:
    """Sums over comparable games; times are in ms.

    Abandoned games count as played and not as won. `values` counts games by result, `figures` by each figure
    that only this game has, in games with a result; `won_figures` those won; `above_par` the distance to par,
    if known.
    """

    variant: str = ""
    played: int = 0
    won: int = 0
    left: int = 0  # without an end
    streak: int = 0  # games won in a row up to the last one
    longest_streak: int = 0
    drought: int = 0  # games in a row up to the last one that were not won
    longest_drought: int = 0
    ended_ms: int = 0  # play time of games with an end
    values: Counter[int] = field(default_factory=Counter)
    above_par: Counter[int] = field(default_factory=Counter)
    figures: dict[str, Counter[int]] = field(default_factory=dict)
    won_figures: dict[str, Counter[int]] = field(default_factory=dict)
    results: Series = field(default_factory=Series)
    bonus_shares: Series = field(default_factory=Series)  # per cent of the result

    def add(self, game: PlayedGame) -> None:
        """Adds the next game."""
        result = game.result
        self.variant = game.variant
        self.played += 1
        self.won += result.is_won
        self.streak, self.drought = (self.streak + 1, 0) if result.is_won else (0, self.drought + 1)
        self.longest_streak = max(self.longest_streak, self.streak)
        self.longest_drought = max(self.longest_drought, self.drought)
        if game.is_ended:
            self.ended_ms += result.elapsed_ms
        else:
            self.left += 1
        if result.value is not None:
            self._add_value(game, result.value)

    def _add_value(self, game: PlayedGame, value: int) -> None:
        figures = game.result.figures
        self.values[value] += 1
        self.results.add(value)
        for name, figure in figures.items():
            self.figures.setdefault(name, Counter())[figure] += 1
            if game.result.is_won:
                self.won_figures.setdefault(name, Counter())[figure] += 1
        if BONUS in figures:
            self.bonus_shares.add(100 * figures[BONUS] / value if value else 0.0)
        if game.par is not None:
            self.above_par[value - game.par] += 1

    @property
    def with_result(self) -> int:
        """Number of games with a result."""
        return sum(self.values.values())

    @property
    def won_share(self) -> float | None:
        """Share of games won, 0 to 1; None before the first game."""
        return self.won / self.played if self.played else None

    @property
    def best(self) -> int | None:
        """The best result."""
        fewest = self.played > 0 and VARIANTS[self.variant].is_lower_better
        return (min if fewest else max)(self.values, default=None)

    @property
    def mean(self) -> float | None:
        """Mean of the results."""
        return weighted_sum(self.values) / self.with_result if self.values else None

    @property
    def median(self) -> float | None:
        """Median of the results."""
        return float(median(self.values.elements())) if self.values else None

    @property
    def mean_s(self) -> float | None:
        """Mean play time of games with an end, in seconds."""
        ended = self.played - self.left
        return self.ended_ms / 1000 / ended if ended else None

    def sum_of(self, figure: str) -> int:
        """Sum of a figure over the games with a result; 0 if they have no such figure."""
        return weighted_sum(self.figures.get(figure, Counter()))


def totals_of(games: Iterable[PlayedGame]) -> Totals:
    """Returns the totals of games with the same options and category."""
    totals = Totals()
    for game in games:
        totals.add(game)
    return totals


def weighted_sum(counts: Mapping[int, int]) -> int:
    """Sum of all values, weighted by their counts.

    >>> weighted_sum({10: 2, 5: 1})
    25
    """
    return sum(value * count for value, count in counts.items())


SMOOTHED_OVER = 10
"""Number of games in a moving average."""


def option_sets(games: Iterable[PlayedGame]) -> dict[tuple[str, str], list[PlayedGame]]:
    """Groups games by game and options, in the home screen's order, usual options first."""
    found: dict[tuple[str, str], list[PlayedGame]] = {}
    for game in games:
        found.setdefault((game.variant, game.options), []).append(game)
    return {key: found[key] for key in in_order(found)}


def in_order(option_sets: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Sorts games with options by the home screen's order, usual options first; drops unknown games."""
    names = list(VARIANTS)
    known = [key for key in option_sets if key[0] in names]
    return sorted(known, key=lambda key: (names.index(key[0]), _is_unusual(*key), key[1]))


def _is_unusual(name: str, options: str) -> bool:
    return options != options_to_text(VARIANTS[name]())


def by_kind(games: Sequence[PlayedGame]) -> dict[StatsCategory, list[PlayedGame]]:
    """Groups games by category, those that count first."""
    found = ((kind, [game for game in games if game.kind is kind]) for kind in StatsCategory)
    return {kind: some for kind, some in found if some}


class Bin(NamedTuple):
    """Number of games with a result from `low` to `high`, both included."""

    low: int
    high: int
    games: int


def distribution(counts: Mapping[int, int], most_bins: int = 12) -> list[Bin]:
    """Histogram of results, with steps of equal, round width.

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


def round_step(minimum: float) -> int:
    """Smallest of 1, 2, 5, 10, 20, 50, … that is not below `minimum`.

    >>> [round_step(minimum) for minimum in (0.3, 1.5, 3, 7, 12, 260)]
    [1, 2, 5, 10, 20, 500]
    """
    if minimum <= 1:
        return 1
    ten = int(10 ** floor(log10(minimum)))
    return next(factor * ten for factor in (1, 2, 5, 10) if factor * ten >= minimum)


def moving_mean(values: Sequence[float], over: int) -> list[float]:
    """Mean of each value and the `over` − 1 values before it, as far as they exist.

    >>> moving_mean([2, 4, 6, 8], over=2)
    [2.0, 3.0, 5.0, 7.0]
    """
    sums = list(accumulate(values, initial=0.0))
    starts = (max(0, end - over) for end in range(1, len(sums)))
    return [(sums[end] - sums[start]) / (end - start) for end, start in enumerate(starts, 1)]

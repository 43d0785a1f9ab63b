"""Sums over games of one option set and kind, to which the next game is added without those before.

Knows games in their order and arithmetic; must not know where sums are kept or how figures look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from game.play.played import PlayedGame

MOST_POINTS = 300
"""When a series has more points, each two of them become one."""
BONUS = "time_bonus"
"""The figure, in points, of which the share in the result is followed."""


class Point(NamedTuple):
    """Some games in a row: how many, and the sum, the least and the greatest of their values."""

    games: int
    total: float
    low: float
    high: float

    def with_next(self, other: Point) -> Point:
        """Both of them as one."""
        low, high = min(self.low, other.low), max(self.high, other.high)
        return Point(self.games + other.games, self.total + other.total, low, high)


@dataclass
class Series:
    """The values of games in their order: a point for each, or for several where they are very many.

    >>> series = Series()
    >>> for value in range(1000):
    ...     series.add(value)
    >>> series.games_a_point, len(series.points), series.points[1]
    (4, 250, Point(games=4, total=22, low=4, high=7))
    """

    games_a_point: int = 1
    points: list[Point] = field(default_factory=list)

    def add(self, value: float) -> None:
        """Adds the value of the next game."""
        point = Point(1, value, value, value)
        if self.points and self.points[-1].games < self.games_a_point:
            self.points[-1] = self.points[-1].with_next(point)
            return
        self.points.append(point)
        if len(self.points) > MOST_POINTS:
            *pairs, last = zip(self.points[::2], [*self.points[1::2], point], strict=True)
            self.points = [one.with_next(other) for one, other in pairs] + [last[0]]
            self.games_a_point *= 2

    @property
    def means(self) -> list[float]:
        """The mean of each point."""
        return [point.total / point.games for point in self.points]


@dataclass
class Totals:
    """What games that are compared with each other add up to; times are in ms.

    Games that were left count as played and not as won. `values` says how many games had which
    result, `figures` the same of each figure that only this game has, in games with a result;
    `won_figures` of those that were won; `above_par` of the distance to par, where that is known.
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
        """How many games have a result."""
        return sum(self.values.values())

    def sum_of(self, figure: str) -> int:
        """The sum of a figure over the games with a result; 0 where they have no such figure."""
        return weighted_sum(self.figures.get(figure, Counter()))

    def to_fields(self) -> dict[str, Any]:
        """All of it as JSON can hold it."""
        return {**vars(self), "results": vars(self.results), "bonus_shares": vars(self.bonus_shares)}

    @staticmethod
    def from_fields(told: Mapping[str, Any]) -> Totals:
        """Reads what `to_fields` gives, after JSON.

        Raises:
            ValueError, TypeError, LookupError: nobody wrote it so.
        """
        totals = Totals(**told)
        totals.values, totals.above_par = _counts(told["values"]), _counts(told["above_par"])
        totals.figures = {name: _counts(each) for name, each in dict(told["figures"]).items()}
        totals.won_figures = {name: _counts(each) for name, each in dict(told["won_figures"]).items()}
        totals.results, totals.bonus_shares = _series(told["results"]), _series(told["bonus_shares"])
        return totals


def totals_of(games: Iterable[PlayedGame]) -> Totals:
    """What games of one option set and kind add up to."""
    totals = Totals()
    for game in games:
        totals.add(game)
    return totals


def weighted_sum(counts: Mapping[int, int]) -> int:
    """The sum of all values, each as often as it is counted.

    >>> weighted_sum({10: 2, 5: 1})
    25
    """
    return sum(value * count for value, count in counts.items())


def _counts(told: Mapping[str, int]) -> Counter[int]:
    return Counter({int(value): int(count) for value, count in dict(told).items()})


def _series(told: Mapping[str, Any]) -> Series:
    return Series(int(told["games_a_point"]), [Point(*each) for each in told["points"]])

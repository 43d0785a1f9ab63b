"""What many games of one robot come to, with the bounds that chance leaves.

Knows arithmetic of games that are over; must not know robots or deals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from game.play.game import Game
from game.rules.variant import Outcome

NORMAL_95 = 1.959964
"""So many standard deviations hold 95 % of a normal distribution."""


class Bounds(NamedTuple):
    """A figure, and the interval that holds the true one in 95 of 100 measurements."""

    value: float
    low: float
    high: float


class Figures(NamedTuple):
    """The games of one robot."""

    games: int
    wins: int
    win_share: Bounds
    total: Bounds
    home: float
    time_s: float


def figures_of(games: Sequence[Game]) -> Figures:
    """Wins, mean total, mean of cards home and of the time used, of one game at least."""
    count = len(games)
    wins = sum(game.outcome is Outcome.WON for game in games)
    return Figures(
        count,
        wins,
        share_bounds(wins, count),
        mean_bounds([game.total or 0 for game in games]),
        sum(game.variant.home(game.position) for game in games) / count,
        sum(game.elapsed_ms for game in games) / 1000 / count,
    )


def share_bounds(hits: int, tries: int) -> Bounds:
    """A share by Wilson's score interval (Journal of the American Statistical Association 22, 1927).

    >>> [round(each, 3) for each in share_bounds(48, 100)]
    [0.48, 0.385, 0.577]
    """
    share, square = hits / tries, NORMAL_95**2
    middle = (share + square / (2 * tries)) / (1 + square / tries)
    half = NORMAL_95 * math.sqrt(share * (1 - share) / tries + square / (4 * tries**2)) / (1 + square / tries)
    return Bounds(share, max(0.0, middle - half), min(1.0, middle + half))


def mean_bounds(values: Sequence[float]) -> Bounds:
    """A mean, with normal bounds; for one value alone they are unknown, and infinite.

    >>> mean_bounds([1, 1, 1, 1])
    Bounds(value=1.0, low=1.0, high=1.0)
    """
    count = len(values)
    mean = sum(values) / count
    if count == 1:
        return Bounds(mean, -math.inf, math.inf)
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    half = NORMAL_95 * math.sqrt(variance / count)
    return Bounds(mean, mean - half, mean + half)

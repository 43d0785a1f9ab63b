"""Results of many games of one robot, with confidence bounds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from game.play.game import Game
from game.rules.variant import Outcome

NORMAL_95 = 1.959964
"""So many standard deviations hold 95 % of a normal distribution."""


class Estimate(NamedTuple):
    """A figure, and the interval that holds the true one in 95 of 100 measurements."""

    value: float
    low: float
    high: float


class Figures(NamedTuple):
    """The games of one robot."""

    games: int
    wins: int
    win_share: Estimate
    total: Estimate
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


def share_bounds(hits: float, tries: float) -> Estimate:
    """A share by Wilson's score interval (Journal of the American Statistical Association 22, 1927).

    >>> [round(each, 3) for each in share_bounds(48, 100)]
    [0.48, 0.385, 0.577]
    """
    share, square = hits / tries, NORMAL_95**2
    middle = (share + square / (2 * tries)) / (1 + square / tries)
    half = NORMAL_95 * math.sqrt(share * (1 - share) / tries + square / (4 * tries**2)) / (1 + square / tries)
    # Rounding leaves a little where nothing is left.
    low = max(0.0, middle - half) if hits else 0.0
    high = min(1.0, middle + half) if hits < tries else 1.0
    return Estimate(share, low, high)


def bunched_share_bounds(bunches: Sequence[tuple[int, int]]) -> Estimate:
    """A share of what comes in bunches: the hits and the tries of each, which are not independent in one.

    The ratio's variance between bunches tells how many independent tries would know as much, and Wilson's
    interval is of these (Korn and Graubard, Survey Methodology 24, 1998). Without a hit, or with nothing
    else, the variance says nothing, and a bunch counts as one try.

    >>> [round(each, 3) for each in bunched_share_bounds([(1, 1)] * 48 + [(0, 1)] * 52)]
    [0.48, 0.385, 0.577]
    >>> [round(each, 3) for each in bunched_share_bounds([(9, 9)] * 48 + [(0, 9)] * 52)]
    [0.48, 0.385, 0.577]
    """
    bunches = [bunch for bunch in bunches if bunch[1]]
    hits, tries = sum(bunch[0] for bunch in bunches), sum(bunch[1] for bunch in bunches)
    if not tries:
        return Estimate(0.0, 0.0, 1.0)
    share, count = hits / tries, len(bunches)
    known = float(count)
    if 0 < hits < tries and count > 1:
        squares = sum((bunch[0] - share * bunch[1]) ** 2 for bunch in bunches)
        known = min(tries, share * (1 - share) * tries**2 / squares)
    return share_bounds(share * known, known)._replace(value=share)


def mean_bounds(values: Sequence[float]) -> Estimate:
    """A mean, with normal bounds; for one value alone they are unknown, and infinite.

    >>> mean_bounds([1, 1, 1, 1])
    Estimate(value=1.0, low=1.0, high=1.0)
    """
    count = len(values)
    mean = sum(values) / count
    if count == 1:
        return Estimate(mean, -math.inf, math.inf)
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    half = NORMAL_95 * math.sqrt(variance / count)
    return Estimate(mean, mean - half, mean + half)

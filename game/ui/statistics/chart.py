"""What a chart tells: bars or a curve, with a title and the units of its axes.

Knows words and numbers only; must not know how charts are drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Bars:
    """A bar for each of a few things. With `edges` the labels stand between the bars, one more than bars."""

    title: str
    across: str  # what stands along the horizontal axis
    up: str  # the unit of the bars
    labels: Sequence[str]
    heights: Sequence[float]
    has_edges: bool = False
    is_named: bool = False  # the labels are names, none of which may be left out


@dataclass(frozen=True)
class Curve:
    """A value for each game, in their order, and a smooth line through them.

    Where a point stands for several games, `spans` has their least and greatest value instead.
    """

    title: str
    across: str
    up: str
    values: Sequence[float]
    smooth: Sequence[float]
    value_name: str
    smooth_name: str
    games_a_point: int = 1
    spans: Sequence[tuple[float, float]] = ()


Chart = Bars | Curve

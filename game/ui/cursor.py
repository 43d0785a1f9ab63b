"""The keyboard's cursor: which spot of the table lies in the direction of an arrow.

Knows rectangles; must not know cards or keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.ui.layout import Box


class Spot(NamedTuple):
    """A place the cursor can be: a card in a pile, or an empty pile at index 0."""

    pile: int
    index: int  # type: ignore[assignment]  # hides tuple.index, which no spot needs


def next_spot(spots: Sequence[tuple[Spot, Box]], current: Box, direction: tuple[int, int]) -> Spot | None:
    """The nearest spot in a direction, (−1, 0) being left and (0, −1) up; None at the edge.

    What lies straight ahead counts as nearer than what lies aside.
    """
    ahead_x, ahead_y = direction
    here = current.centre
    best: tuple[float, Spot] | None = None
    for spot, box in spots:
        there = box.centre
        forward = (there.x - here.x) * ahead_x + (there.y - here.y) * ahead_y
        aside = abs((there.x - here.x) * ahead_y) + abs((there.y - here.y) * ahead_x)
        # To the side a neighbour may lie much higher or lower, but must be another column.
        least = current.width / 3 if ahead_x else 1.0
        if forward < least:
            continue
        cost = forward + (3.0 if ahead_y else 0.35) * aside + (8.0 * forward if ahead_x else 0.0)
        if best is None or cost < best[0]:
            best = (cost, spot)
    return None if best is None else best[1]

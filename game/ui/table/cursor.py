"""The keyboard's cursor: which spot of the table lies in the direction of an arrow.

Knows rectangles; must not know cards or keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.ui.drawing.layout import Box

FARTHEST_ASIDE = 6
"""In card widths: what lies farther to the side is neither up nor down from here."""


class Spot(NamedTuple):
    """A place the cursor can be: a card in a pile, or an empty pile at index 0."""

    pile: int
    index: int  # type: ignore[assignment]  # hides tuple.index, which no spot needs


def next_spot(spots: Sequence[tuple[Spot, Box]], start: Spot, direction: tuple[int, int]) -> Spot | None:
    """The nearest spot in a direction, (−1, 0) being left and (0, −1) up; None at the edge.

    Up and down, what lies straight ahead counts as nearer than what lies aside. To the side
    one goes to the next pile of the same row, however long or short it is.
    """
    here = dict(spots)[start]
    if direction[0]:
        pile = _pile_beside(spots, start.pile, direction)
        ahead = [(spot, box) for spot, box in spots if spot.pile == pile]
    else:
        # Piles of one row may differ by the thickness of a pile.
        least = {spot: min(here.height, box.height) / 2 for spot, box in spots}
        ahead = [
            (spot, box)
            for spot, box in spots
            if _way(here, box, direction)[0] >= least[spot]
            and _way(here, box, direction)[1] <= FARTHEST_ASIDE * here.width
        ]
    return min(ahead, key=lambda each: _cost(here, each[1], direction), default=(None, here))[0]


def _pile_beside(spots: Sequence[tuple[Spot, Box]], start: int, direction: tuple[int, int]) -> int | None:
    areas: dict[int, Box] = {}
    for spot, box in spots:
        areas[spot.pile] = areas[spot.pile].union(box) if spot.pile in areas else box
    here = areas[start]
    ahead = {pile: area for pile, area in areas.items() if _way(here, area, direction)[0] > here.width / 3}
    row = [
        pile
        for pile, area in ahead.items()
        if here.y < area.y + area.height and area.y < here.y + here.height
    ]
    return min(row or ahead, key=lambda pile: _cost(here, ahead[pile], direction), default=None)


def _way(here: Box, there: Box, direction: tuple[int, int]) -> tuple[float, float]:
    """How far `there` lies ahead and aside, from middle to middle."""
    dx, dy = there.centre.x - here.centre.x, there.centre.y - here.centre.y
    return dx * direction[0] + dy * direction[1], abs(dx * direction[1]) + abs(dy * direction[0])


def _cost(here: Box, there: Box, direction: tuple[int, int]) -> float:
    ahead, aside = _way(here, there, direction)
    return 10 * ahead + aside if direction[0] else ahead + 3 * aside

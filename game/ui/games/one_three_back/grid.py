"""Where the stacks of a grid stand, three to a row, and what of it is in view. Pure geometry.

Knows sizes and counts; must not know pygame, cards or rules. A stack is numbered from 0.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from game.ui.drawing.layout import CARD_RATIO, SMALLEST_CARD_PX, Box, Point

ACROSS = 3
ROWS = 3
MOST_ROWS = 18
"""All cards of a pack, each a stack of its own, fill no more."""
GAP = 0.11
"""Between two stacks, in card widths."""
BAR_GAP = 0.16
DECK_RISES = 0.06
"""How much higher than its place a full deck looks, in card widths."""
SIDE = 0.2
"""Least free width at both sides of the whole, in card widths."""


class Grid(NamedTuple):
    """The places of one window; all lengths in pixels."""

    rows: int  # in view
    card_width: int
    card_height: int
    pitch_x: float
    pitch_y: int  # from row to row, whole so that rows keep their looks while they scroll
    view: Box  # what is to be seen of the grid, its gaps included
    track: Box  # of the scroll bar
    deck: Point

    def place(self, stack: int, offset_rows: float) -> Point:
        """The corner of a stack when so many rows lie above the view."""
        row, column = divmod(stack, ACROSS)
        x = self.view.x + column * self.pitch_x + (self.pitch_x - self.card_width) / 2
        first_y = self.view.y + (self.pitch_y - self.card_height) // 2
        return Point(round(x), first_y + row * self.pitch_y - round(offset_rows * self.pitch_y))


def rows_that_fit(room: Box, bar_px: float, least_card_px: float) -> int:
    """How many rows a room shows with cards no narrower than that; three at least, and no more than fill."""
    least = max(SMALLEST_CARD_PX, ceil(least_card_px))
    if _width_by_width(room, bar_px) < least:
        return ROWS
    return min(MOST_ROWS, max(ROWS, int(room.height / (least * (CARD_RATIO + GAP)))))


def _width_by_width(room: Box, bar_px: float) -> float:
    return (room.width - bar_px) / (ACROSS * (1 + GAP) + 2 * BAR_GAP + 1 + 2 * SIDE)


def _card_width(room: Box, rows: int, bar_px: float) -> int:
    by_height = room.height / rows / (CARD_RATIO + GAP)
    return max(SMALLEST_CARD_PX, int(min(by_height, _width_by_width(room, bar_px))))


def lay_out_grid(room: Box, rows: int, bar_px: float, deck_left: bool) -> Grid:
    """The grid in a room: as large as fits, the scroll bar and the deck beside it."""
    width = _card_width(room, rows, bar_px)
    height = round(width * CARD_RATIO)
    pitch_x = width * (1 + GAP)
    pitch_y = max(height, min(int(room.height / rows), round(height + 2 * GAP * width)))
    grid_width, bar_gap = ACROSS * pitch_x, width * BAR_GAP
    whole = grid_width + bar_gap + bar_px + bar_gap + width
    left = room.x + (room.width - whole) / 2
    top = round(room.y + (room.height - rows * pitch_y) / 2)
    if deck_left:
        deck_x, bar_x = left, left + width + bar_gap
        view_x = bar_x + bar_px + bar_gap
    else:
        view_x, bar_x = left, left + grid_width + bar_gap
        deck_x = bar_x + bar_px + bar_gap
    inset = (pitch_y - height) // 2
    return Grid(
        rows,
        width,
        height,
        pitch_x,
        pitch_y,
        Box(round(view_x), top, round(grid_width), rows * pitch_y),
        Box(round(bar_x), top + inset, round(bar_px), rows * pitch_y - 2 * inset),
        Point(round(deck_x), top + inset + round(DECK_RISES * width)),
    )

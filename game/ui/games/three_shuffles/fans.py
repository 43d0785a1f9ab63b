"""Where fans stand that lie in rows: a place for each, and room taken from its neighbours by a long one.

Knows sizes and counts; must not know pygame, rules or what a card is. All lengths are pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.ui.drawing.layout import CARD_RATIO, FAN_ACROSS, MIN_CARD_PX, STANDARD_INDEX, Box

LEGIBLE = STANDARD_INDEX.across
GAP = 0.12
"""Between two fans, at least, in card widths."""
ROW_GAP = (0.1, 0.3)
"""Between two rows, least and most, in card widths."""
ASIDE = 1.3
"""The column beside the fans with its gap, in card widths."""
USUAL = 4
"""So many cards to a fan a row has room for, all of them to be read."""


class FanTable(NamedTuple):
    """Rows of fans with a column of single piles beside them."""

    card: tuple[int, int]
    rows: tuple[float, ...]  # the upper edge of each
    cells_x: tuple[float, ...]  # the left edge of each place for a fan, in order
    cell_px: float  # from one place to the next
    aside_x: float  # the left edge of the column beside them

    @property
    def gap_px(self) -> float:
        """What stays free between two fans."""
        return GAP * self.card[0]

    def free_box(self, row: int, first: int) -> Box:
        """The part of a row from place `first` on."""
        left, right = min(self.cells_x[first:]), max(self.cells_x[first:]) + self.cell_px
        return Box(left, self.rows[row], right - left - self.gap_px, self.card[1])


def fan_table(room: Box, across: int, rows: int, mirrored: bool, legible: float = LEGIBLE) -> FanTable:
    """The largest cards with which `rows` of `across` fans, and the column beside them, fit into a room.

    An index can be read in the part `legible` of a card's width.
    """
    least = 1 + (USUAL - 1) * legible + GAP
    most = 1 + USUAL * FAN_ACROSS
    by_width = room.width / (ASIDE + across * least)
    by_height = room.height / (rows * CARD_RATIO + (rows - 1) * ROW_GAP[0])
    width = max(MIN_CARD_PX, int(min(by_width, by_height)))
    height = round(width * CARD_RATIO)
    gap = min((room.height - rows * height) / max(1, rows - 1), ROW_GAP[1] * width)
    cell = min((room.width - ASIDE * width) / across, most * width)
    used_width, used_height = across * cell + ASIDE * width, rows * height + (rows - 1) * gap
    left = room.x + (room.width - used_width) / 2
    top = room.y + (room.height - used_height) / 2
    first = left + ASIDE * width if mirrored else left
    xs = [round(first + index * cell) for index in range(across)]
    return FanTable(
        (width, height),
        tuple(round(top + row * (height + gap)) for row in range(rows)),
        tuple(xs[::-1] if mirrored else xs),
        cell,
        round(left if mirrored else left + used_width - width),
    )


def needs_px(counts: Sequence[int], card_px: float, legible: float = LEGIBLE) -> list[float]:
    """The widths that fans of so many cards need to be read."""
    return [card_px * (1 + max(0, count - 1) * legible) for count in counts]


def share_row(
    counts: Sequence[int], card_px: float, cell_px: float, gap_px: float, legible: float = LEGIBLE
) -> list[tuple[float, float]]:
    """For fans of so many cards beside one another: where each begins, and the room it has.

    Each has its own place as long as its cards can be read there. A longer one takes what it
    needs from the others; only when a row holds more than it has room for, all of it closes up.

    >>> share_row([3, 3, 0], 100, 170, 10)
    [(0, 160), (170, 160), (340, 160)]
    >>> [(round(x), round(room)) for x, room in share_row([6, 3, 0], 100, 170, 10)]
    [(0, 217), (227, 147), (384, 116)]
    """
    needs = needs_px(counts, card_px, legible)
    room = cell_px - gap_px
    if max(needs) <= room:
        return [(index * cell_px, room) for index in range(len(counts))]
    whole = len(counts) * room
    if sum(needs) <= whole:
        widths = _shares(needs, whole)
    else:
        step = (whole - len(counts) * card_px) / max(1, sum(max(0, count - 1) for count in counts))
        widths = [card_px + max(0, count - 1) * step for count in counts]
    return [(sum(widths[:index]) + index * gap_px, width) for index, width in enumerate(widths)]


def _shares(needs: Sequence[float], whole: float) -> list[float]:
    """What each gets of the whole: at least its need, and the others the same."""
    crowded: set[int] = set()
    while len(crowded) < len(needs):  # one more each time
        others = len(needs) - len(crowded)
        share = (whole - sum(needs[index] for index in crowded)) / others
        more = {index for index, need in enumerate(needs) if need > share and index not in crowded}
        if not more:
            return [need if index in crowded else share for index, need in enumerate(needs)]
        crowded |= more
    return list(needs)

"""A callout on the table: a sentence in a small panel whose tip touches the card that it is about.

Knows words and boxes; must not know games, nor why the sentence is said.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui.drawing.canvas import Picture
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.shapes import fill_rounded, outline
from game.ui.drawing.theme import GOLD, QUIET, TEXT, panel_colour
from game.ui.drawing.words import wrapped

WIDTH_PX = 300
PAD_PX = 12
TIP_PX = 12
RADIUS_PX = 10


class Callout:
    """Draws the callouts of one table; the one that was drawn last is kept."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._last: tuple[object, Picture] | None = None

    def picture(
        self, sentence: str, beneath: str, target: Box, room: Box, cards: Sequence[Box], table: str
    ) -> Picture:
        """The callout for a target, within a room and where it covers least of some cards.

        `beneath` is a quiet line under the sentence; `table` is the table's colour.
        """
        px = self._pictures.px
        width = min(px(WIDTH_PX), round(room.width) - 2 * px(PAD_PX))
        lines = wrapped(sentence, self._pictures, width - 2 * px(PAD_PX))
        key = sentence, beneath, target, room, tuple(cards), table, px(1000), lines[0]
        if self._last is None or self._last[0] != key:
            body, small = self._pictures.font("body"), self._pictures.font("small")
            height = 2 * px(PAD_PX) + len(lines) * body.get_height() + px(4) + small.get_height()
            box, side = self._place(width, height, target, room, cards)
            self._last = key, self._drawn(lines, beneath, box, side, target, table)
        return self._last[1]

    def _place(
        self, width: int, height: int, target: Box, room: Box, cards: Sequence[Box]
    ) -> tuple[Box, tuple[int, int]]:
        """Where it stands, and in which direction its tip points."""
        gap, best, least = self._pictures.px(TIP_PX), None, 0.0
        for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):  # it stands below, above, right, left
            for share in (0.5, 0.12, 0.88):
                x = target.x + target.width * share - width * share
                y = target.y + target.height * share - height * share
                if dy:
                    y = target.y + target.height + gap if dy < 0 else target.y - gap - height
                else:
                    x = target.x + target.width + gap if dx < 0 else target.x - gap - width
                wanted = Box(x, y, width, height)
                box = _moved_into(wanted, room)
                covered = sum(box.overlap(card) for card in cards) + 20 * box.overlap(target.grown(gap - 1))
                if best is None or covered < least - 1:
                    best, least = (box, (dx, dy)), covered
        assert best is not None
        return best

    def _drawn(
        self, lines: Sequence[str], beneath: str, box: Box, side: tuple[int, int], target: Box, table: str
    ) -> Picture:
        pictures, tip = self._pictures, self._pictures.px(TIP_PX)
        surface = pygame.Surface((round(box.width) + 2 * tip, round(box.height) + 2 * tip), pygame.SRCALPHA)
        inner = Box(tip, tip, round(box.width), round(box.height))
        radius = pictures.px(RADIUS_PX)
        fill_rounded(surface, inner, (*panel_colour(table)[:3], 255), radius)
        outline(surface, inner, (*GOLD, 255), radius, max(1, pictures.px(2)))
        corner = round(box.x) - tip, round(box.y) - tip
        pygame.draw.polygon(surface, GOLD, self._tip(inner, side, target, corner))
        pad = pictures.px(PAD_PX)
        y = tip + pad
        for line in lines:
            surface.blit(pictures.text(line, "body", TEXT), (tip + pad, y))
            y += pictures.font("body").get_height()
        surface.blit(pictures.text(beneath, "small", QUIET), (tip + pad, y + pictures.px(4)))
        return surface, corner

    def _tip(
        self, inner: Box, side: tuple[int, int], target: Box, corner: tuple[int, int]
    ) -> list[tuple[float, float]]:
        """The three corners of the tip, at the edge that faces the target."""
        tip, (dx, dy) = self._pictures.px(TIP_PX), side
        edge = 2 * tip
        centre = target.centre
        if dy:
            x = min(max(centre.x - corner[0], inner.x + edge), inner.x + inner.width - edge)
            y = inner.y if dy < 0 else inner.y + inner.height
            return [(x - tip, y), (x + tip, y), (x, y + dy * (tip - 1))]
        y = min(max(centre.y - corner[1], inner.y + edge), inner.y + inner.height - edge)
        x = inner.x if dx < 0 else inner.x + inner.width
        return [(x, y - tip), (x, y + tip), (x + dx * (tip - 1), y)]


def _moved_into(box: Box, room: Box) -> Box:
    """The box moved as little as possible to lie in a room."""
    x = max(room.x, min(box.x, room.x + room.width - box.width))
    y = max(room.y, min(box.y, room.y + room.height - box.height))
    return box._replace(x=x, y=y)

"""Marks on the table: where cards may go, what is chosen, where the keyboard stands, what is empty.

Knows boxes and colours; must not know why something is marked.
"""

from __future__ import annotations

import pygame

from game.ui.layout import Box
from game.ui.pictures import GOLD_FILL, GOLD_LINE, Pictures
from game.ui.spread import Picture
from game.ui.theme import GOLD

EMPTY_LINE = (255, 255, 255, 62)
EMPTY_FILL = (0, 0, 0, 26)
SYMBOL_ALPHA = 80


class Marks:
    """Makes the pictures of marks for cards of the present size."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures

    def target(self, box: Box, is_best: bool) -> Picture:
        """A place where the picked cards may go; the one that would be taken is filled."""
        fill = GOLD_FILL if is_best else (*GOLD, 22)
        return self._frame(box, GOLD_LINE, fill, 3 if is_best else 2)

    def selection(self, box: Box) -> Picture:
        """Cards chosen by a click."""
        return self._frame(box, GOLD_LINE, (*GOLD, 40), 3)

    def cursor(self, box: Box) -> Picture:
        """The keyboard's cursor: a white ring outside the card."""
        return self._frame(box.grown(self._pictures.px(2)), (255, 255, 255, 255), (0, 0, 0, 0), 2)

    def _frame(self, box: Box, line: tuple[int, ...], fill: tuple[int, ...], thick: int) -> Picture:
        margin = self._pictures.margin
        picture = self._pictures.frame(round(box.width), round(box.height), line, fill, thick)
        return picture, (round(box.x) - margin, round(box.y) - margin)

    def paint_empty(self, surface: pygame.Surface, box: Box, symbol: tuple[str, str]) -> None:
        """An empty pile: a thin outline, and quietly what belongs there."""
        picture, corner = self._frame(box, EMPTY_LINE, EMPTY_FILL, 1)
        surface.blit(picture, corner)
        kind, name = symbol
        if not kind:
            return
        if kind == "icon":
            drawn = self._pictures.icon(name, round(box.width * 0.42), (255, 255, 255))
        else:
            drawn = self._pictures.text(name, "large", (255, 255, 255), True)
        drawn = drawn.copy()
        drawn.set_alpha(SYMBOL_ALPHA)
        centre = box.centre
        surface.blit(
            drawn, (round(centre.x - drawn.get_width() / 2), round(centre.y - drawn.get_height() / 2))
        )

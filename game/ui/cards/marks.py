"""Marks on the table: where cards may go, what is chosen, where the keyboard stands, what is empty.

Knows boxes and colours; must not know why something is marked.
"""

from __future__ import annotations

import pygame

from game.ui.drawing.canvas import Picture
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import GOLD_LINE, Pictures
from game.ui.drawing.theme import GOLD, QUIET

EMPTY_LINE = (255, 255, 255, 62)
EMPTY_FILL = (0, 0, 0, 26)
SYMBOL_ALPHA = 110
"""Of icons; words are written as quietly as they can be read."""


class Marks:
    """Makes the pictures of marks for cards of the present size."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures

    def target(self, box: Box, is_best: bool) -> Picture:
        """A place where the picked cards may go; the one that would be taken is filled."""
        fill = (*GOLD, 44 if is_best else 18)
        return self._frame(box, GOLD_LINE, fill, 4 if is_best else 2)

    def selection(self, box: Box) -> Picture:
        """Cards chosen by a click."""
        return self._frame(box, GOLD_LINE, (*GOLD, 34), 3)

    def cursor(self, box: Box) -> Picture:
        """The keyboard's cursor: a white ring outside the card."""
        return self._frame(box.grown(self._pictures.px(2)), (255, 255, 255, 255), (0, 0, 0, 0), 2)

    def _frame(self, box: Box, line: tuple[int, ...], fill: tuple[int, ...], thick: int) -> Picture:
        margin = self._pictures.margin
        picture = self._pictures.frame(round(box.width), round(box.height), line, fill, thick)
        return picture, (round(box.x) - margin, round(box.y) - margin)

    def paint_empty(self, surface: pygame.Surface, box: Box, symbol: tuple[str, str]) -> None:
        """An empty pile: a thin outline, and quietly what belongs there."""
        frame, corner = self._frame(box, EMPTY_LINE, EMPTY_FILL, 1)
        picture = self._pictures.made(("empty", frame.get_size(), symbol), lambda: self._empty(frame, symbol))
        surface.blit(picture, corner)

    def _empty(self, frame: pygame.Surface, symbol: tuple[str, str]) -> pygame.Surface:
        kind, name = symbol
        if not kind:
            return frame
        if kind == "icon":
            size_px = round(self._pictures.card_width * 0.42)
            drawn = self._pictures.icon(name, size_px, (255, 255, 255)).copy()
            drawn.fill((255, 255, 255, SYMBOL_ALPHA), special_flags=pygame.BLEND_RGBA_MULT)
        else:
            drawn = self._word(name, frame)
        picture = frame.copy()
        picture.blit(drawn, drawn.get_rect(center=picture.get_rect().center))
        return picture

    def _word(self, word: str, frame: pygame.Surface) -> pygame.Surface:
        """A word in the largest letters for which a frame has room."""
        pictures, margins = self._pictures, 2 * self._pictures.margin
        width, height = 0.9 * (frame.get_width() - margins), frame.get_height() - margins
        sizes = ("large", "body", "small")
        words = [pictures.text(word, size, QUIET, True) for size in sizes]
        return next(
            (each for each in words if each.get_width() <= width and each.get_height() <= height), words[-1]
        )

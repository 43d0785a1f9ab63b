"""What a grid's stacks wear and what points beyond its edges: badges with sizes, arrows with words.

Knows boxes and words; must not know cards, rules or why a place is pointed at.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui.drawing.canvas import Picture
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, INK, TEXT

SINGLE = (0xE4, 0xE2, 0xDA, 255)


class EdgeMarks:
    """Makes badges and arrows, and knows where the arrows are."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._arrows: list[tuple[Box, int]] = []

    def badge(self, count: int) -> pygame.Surface:
        """How many cards a stack has; one card is worth little ink."""
        pictures = self._pictures

        def make() -> pygame.Surface:
            text = pictures.text(str(count), "small", TEXT if count > 1 else INK, count > 1)
            height = text.get_height() + pictures.px(2)
            width = max(height, text.get_width() + pictures.px(12))
            badge = _pill((width, height), (*INK, 235) if count > 1 else SINGLE)
            badge.blit(text, text.get_rect(center=badge.get_rect().center))
            return badge

        return pictures.made(("badge", count), make)

    @property
    def boxes(self) -> list[Box]:
        """Where the arrows are that were drawn last."""
        return [box for box, _ in self._arrows]

    def arrow_at(self, at: tuple[float, float]) -> int | None:
        """The pile that an arrow at this point leads to, or None."""
        return next((pile for box, pile in self._arrows if box.contains(at)), None)

    def arrows(self, targets: Sequence[tuple[int, Box, str]], view: Box) -> list[Picture]:
        """Arrows at the upper or lower edge of the view towards places beyond it, each with its words."""
        self._arrows = []
        drawn = []
        for pile, box, words in targets:
            is_above = box.centre.y < view.centre.y
            picture = self._arrow(words, is_above)
            width, height = picture.get_size()
            inset = self._pictures.px(6)
            x = round(min(max(view.x, box.centre.x - width / 2), view.x + view.width - width))
            y = round(view.y + inset if is_above else view.y + view.height - height - inset)
            self._arrows.append((Box(x, y, width, height), pile))
            drawn.append((picture, (x, y)))
        return drawn

    def _arrow(self, words: str, is_above: bool) -> pygame.Surface:
        pictures = self._pictures

        def make() -> pygame.Surface:
            text = pictures.text(words, "small", INK, True)
            tip, pad = pictures.px(12), pictures.px(10)
            height = text.get_height() + pictures.px(8)
            arrow = _pill((text.get_width() + tip + 3 * pad, height), (*GOLD, 245))
            middle, left = height / 2, pad
            up = -1 if is_above else 1
            points = [
                (left, -up * tip * 0.4),
                (left + tip, -up * tip * 0.4),
                (left + tip / 2, up * tip * 0.45),
            ]
            pygame.draw.polygon(arrow, INK, [(x, middle + y) for x, y in points])
            arrow.blit(text, (left + tip + pad, (height - text.get_height()) // 2))
            return arrow

        return pictures.made(("edge", words, is_above), make)


def _pill(size: tuple[int, int], colour: tuple[int, ...]) -> pygame.Surface:
    width, height = size
    large = pygame.Surface((2 * width, 2 * height), pygame.SRCALPHA)
    large.fill((*colour[:3], 0))
    pygame.draw.rect(large, colour, large.get_rect(), border_radius=height)
    return pygame.transform.smoothscale(large, size)

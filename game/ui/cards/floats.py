"""Small texts that rise and fade where points are earned.

Knows texts and boxes; must not know scores.
"""

from __future__ import annotations

import pygame

from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import FLOAT_S, GOLD, INK, WARNING


class _Float:
    def __init__(self, words: str, x: float, y: float, is_gain: bool) -> None:
        self.words, self.x, self.y, self.is_gain = words, x, y, is_gain
        self.passed_s = 0.0


class Floats:
    """The texts now in the air."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._floats: list[_Float] = []

    @property
    def is_moving(self) -> bool:
        """Whether any text is in the air."""
        return bool(self._floats)

    def add(self, words: str, box: Box, is_gain: bool) -> None:
        """Lets a text rise from the middle of a box."""
        self._floats.append(_Float(words, box.centre.x, box.centre.y, is_gain))

    def update(self, step_s: float) -> None:
        """Advances all by a fixed step."""
        for each in self._floats:
            each.passed_s += step_s
        self._floats = [each for each in self._floats if each.passed_s < FLOAT_S]

    def pictures(self, alpha: float) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """What is to be drawn now; between two steps nothing of it would be seen."""
        drawn = []
        for each in self._floats:
            share = each.passed_s / FLOAT_S
            picture = self._badge(each).copy()
            picture.set_alpha(round(255 * min(1.0, 2.4 * (1 - share))))
            rise = self._pictures.px(46) * (1 - (1 - share) ** 2)
            x, y = each.x - picture.get_width() / 2, each.y - picture.get_height() / 2 - rise
            drawn.append((picture, (round(x), round(y))))
        return drawn

    def _badge(self, each: _Float) -> pygame.Surface:
        words = self._pictures.text(each.words, "body", INK, True)
        pad = self._pictures.px(8)
        badge = pygame.Surface((words.get_width() + 2 * pad, words.get_height() + pad // 2), pygame.SRCALPHA)
        colour = GOLD if each.is_gain else WARNING
        pygame.draw.rect(badge, colour, badge.get_rect(), border_radius=badge.get_height() // 2)
        badge.blit(words, (pad, pad // 4))
        return badge

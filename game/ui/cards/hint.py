"""A suggestion shown on the table: a gold path from the cards to their place, for a while.

Knows boxes and time; must not know rules, nor why the move is suggested.
"""

from __future__ import annotations

import math

import pygame

from game.ui.cards.marks import Marks
from game.ui.drawing.canvas import Picture
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, HINT_S, INK

GROW_S = 0.3
"""How long the path takes from the cards to their place."""
DOT_PX = 11
STEP_PX = 20


class Hint:
    """The one suggestion that is shown, if any."""

    def __init__(self, pictures: Pictures, marks: Marks) -> None:
        self._pictures = pictures
        self._marks = marks
        self._from: Box | None = None
        self._to = Box(0, 0, 0, 0)
        self._left_s = 0.0
        self._grows = True

    @property
    def is_moving(self) -> bool:
        """Whether a suggestion is to be seen."""
        return self._left_s > 0

    def show(self, cards: Box | None, place: Box, grows: bool = True) -> None:
        """Shows the way from some cards, if any, to a place; without growing it is there at once."""
        self._from, self._to = cards, place
        self._left_s, self._grows = HINT_S, grows

    def clear(self) -> None:
        """Takes the suggestion away."""
        self._left_s = 0.0

    def update(self, step_s: float) -> None:
        """Lets time pass."""
        self._left_s = max(0.0, self._left_s - step_s)

    def pictures(self) -> list[Picture]:
        """What is to be drawn now."""
        if not self.is_moving:
            return []
        if self._from is None:
            return [self._marks.target(self._to, is_best=True)]
        share = min(1.0, (HINT_S - self._left_s) / GROW_S) if self._grows else 1.0
        shown = [self._marks.selection(self._from), *self._path(self._from, share)]
        return [*shown, self._marks.target(self._to, is_best=True)] if share == 1.0 else shown

    def _path(self, cards: Box, share: float) -> list[Picture]:
        start, end = cards.centre, self._to.centre
        length = math.dist(start, end)
        count = max(2, round(length / self._pictures.px(STEP_PX)))
        dot = self._pictures.made(("hint dot",), self._dot)
        rise = min(length / 5, 2.0 * self._pictures.card_width)
        dots = []
        for number in range(int(count * share) + 1):
            at = number / count
            x = start.x + (end.x - start.x) * at
            y = start.y + (end.y - start.y) * at - rise * 4 * at * (1 - at)
            corner = round(x - dot.get_width() / 2), max(0, round(y - dot.get_height() / 2))
            dots.append((dot, corner))
        return dots

    def _dot(self) -> pygame.Surface:
        size = self._pictures.px(DOT_PX)
        large = pygame.Surface((4 * size, 4 * size), pygame.SRCALPHA)
        centre = (2 * size, 2 * size)
        pygame.draw.circle(large, (*INK, 200), centre, 2 * size)
        pygame.draw.circle(large, GOLD, centre, round(1.6 * size))
        return pygame.transform.smoothscale(large, (size, size))

"""The scroll bar of a grid: also its map, with a dot for every stack and a thumb over those in view.

Knows rows, dots and the pointer; must not know cards or rules.
"""

from __future__ import annotations

from collections.abc import Collection

import pygame

from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.shapes import fill_rounded, outline
from game.ui.drawing.theme import GOLD, RGB, TEXT
from game.ui.games.one_three_back.grid import ACROSS
from game.ui.games.one_three_back.scroll import Scroll

BAR_PX = 34
LEAST_THUMB_PX = 36
TRACK = (0, 0, 0, 70)
THUMB = (255, 255, 255, 34)
THUMB_HOT = (255, 255, 255, 62)
DOT: RGB = (0xA9, 0xC0, 0xB4)


class ScrollBar:
    """Draws a scroll's rows, and moves it by the pointer."""

    def __init__(self, scroll: Scroll, pictures: Pictures) -> None:
        self._scroll = scroll
        self._pictures = pictures
        self.track = Box(0, 0, 0, 0)
        self.stacks = 0
        self.lit: Collection[int] = ()  # the stacks that are marked, from 0
        self._grip_px: float | None = None
        self.is_hot = False

    @property
    def is_grabbed(self) -> bool:
        """Whether the thumb is in the hand."""
        return self._grip_px is not None

    @property
    def thumb(self) -> Box:
        """Where the thumb is."""
        start, length = self._scroll.thumb(self.track.height, self._least_px)
        return self.track._replace(y=self.track.y + start, height=length)

    @property
    def _least_px(self) -> float:
        return self._pictures.px(LEAST_THUMB_PX)

    # The pointer ---------------------------------------------------------------------------------

    def press(self, at: tuple[float, float], speed: float) -> bool:
        """Takes hold of the thumb, or scrolls a page towards the pointer; False beside the bar."""
        if not self._scroll.furthest or not self.track.contains(at):
            return False
        thumb = self.thumb
        if thumb.contains(at):
            self._scroll.stop()
            self._grip_px = at[1] - thumb.y
        else:
            pages = -1 if at[1] < thumb.y else 1
            self._scroll.glide_to(self._scroll.target + pages * self._scroll.view_rows, speed)
        return True

    def move(self, at: tuple[float, float]) -> bool:
        """Moves what is held, or lights up; returns whether anything of it has changed."""
        if self._grip_px is not None:
            start = at[1] - self._grip_px - self.track.y
            self._scroll.jump_to(self._scroll.offset_of_thumb(start, self.track.height, self._least_px))
            return True
        was_hot, self.is_hot = self.is_hot, bool(self._scroll.furthest) and self.thumb.contains(at)
        return was_hot != self.is_hot

    def release(self, speed: float) -> bool:
        """Lets the thumb go, which comes to rest at a whole row; False when it was not held."""
        if self._grip_px is None:
            return False
        self._grip_px = None
        self._scroll.glide_to(round(self._scroll.offset), speed)
        return True

    # Drawing -------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Draws all of it; nothing until there is something to scroll."""
        if not self._scroll.furthest:
            return
        surface.blit(self._ground(self.track, TRACK, 0), self.track[:2])
        is_lit = self.is_hot or self.is_grabbed
        thumb = Box(*map(round, self.thumb))
        fill, line = (THUMB_HOT, 210) if is_lit else (THUMB, 130)
        surface.blit(self._ground(thumb, fill, line), thumb[:2])
        for stack in range(self.stacks):
            colour = GOLD if stack in self.lit else DOT
            pygame.draw.rect(surface, colour, pygame.Rect(self._dot(stack)), border_radius=2)

    def _ground(self, box: Box, fill: tuple[int, ...], line: int) -> pygame.Surface:
        def make() -> pygame.Surface:
            ground = pygame.Surface((box.width, box.height), pygame.SRCALPHA)
            inside, radius = box._replace(x=0, y=0), self._pictures.px(8)
            fill_rounded(ground, inside, fill, radius)
            if line:
                outline(ground, inside, (*TEXT, line), radius, self._pictures.px(1.5))
            return ground

        return self._pictures.made(("scroll bar", box.width, box.height, fill, line), make)

    def _dot(self, stack: int) -> Box:
        row, column = divmod(stack, ACROSS)
        row_px = self.track.height / self._scroll.rows
        width = self.track.width / (ACROSS + 2)
        height = min(width * 1.4, row_px * 0.7)
        gap = width / 2
        x = self.track.centre.x + (column - 1) * (width + gap) - width / 2
        return Box(
            round(x), round(self.track.y + (row + 0.5) * row_px - height / 2), round(width), round(height)
        )

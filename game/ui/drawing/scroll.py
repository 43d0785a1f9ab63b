"""How far down a view of something higher than itself is scrolled, by wheel and keys; and its thumb."""

from __future__ import annotations

from collections.abc import Container

import pygame

from game.ui.drawing.canvas import fill_rounded
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures

STEP_PX, GAP_PX, THUMB_PX = 60, 14, 6
THUMB = (0xFF, 0xFF, 0xFF, 90)
"""Colour of what shows how much is in view."""
KEYS: dict[int, tuple[int, int]] = {
    pygame.K_DOWN: (1, 0),
    pygame.K_UP: (-1, 0),
    pygame.K_PAGEDOWN: (-1, 1),
    pygame.K_PAGEUP: (1, -1),
    pygame.K_HOME: (0, -1000),
    pygame.K_END: (0, 1000),
}
"""By how many steps and heights of the view a key scrolls."""
PAGE_KEYS = (pygame.K_PAGEUP, pygame.K_PAGEDOWN)


class Scroll:
    """A place in something that may be higher than what is seen of it, in pixels."""

    def __init__(self) -> None:
        self.at_px = self.view_px = self.whole_px = 0
        self._pictures: Pictures | None = None  # until it is laid out

    def fit(self, pictures: Pictures, view_px: float, whole_px: float) -> None:
        """Takes the height that is seen, and that of the whole; what is seen stays as far as it can."""
        self._pictures, self.view_px, self.whole_px = pictures, round(view_px), round(whole_px)
        self.by(0)

    def by(self, px: float) -> bool:
        """Scrolls down so far; returns whether anything moves."""
        before = self.at_px
        self.at_px = max(0, min(self.whole_px - self.view_px, round(before + px)))
        return self.at_px != before

    @property
    def _step_px(self) -> int:
        return 0 if self._pictures is None else self._pictures.px(STEP_PX)

    def turn(self, notches: float) -> bool:
        """Follows the wheel; returns whether anything moves."""
        return self.by(-notches * self._step_px)

    def key(self, key: int) -> bool:
        """Takes one of `KEYS`; returns whether anything moves."""
        steps, views = KEYS[key]
        return self.by(steps * self._step_px + views * self.view_px)

    def take(self, event: pygame.event.Event, keys: Container[int] = KEYS) -> bool:
        """Follows the wheel and some of `KEYS`; returns whether the event meant that."""
        if event.type == pygame.MOUSEWHEEL:
            self.turn(event.y)
        elif event.type == pygame.KEYDOWN and event.key in keys:
            self.key(event.key)
        else:
            return False
        return True

    def show(self, at_px: float, length: float, gap_px: float) -> bool:
        """Brings so much of the whole into view with a gap around it, its start first."""
        at = at_px - self.at_px
        if at < gap_px:
            return self.by(at - gap_px)
        return self.by(max(0.0, min(at - gap_px, at + length + gap_px - self.view_px)))

    def draw_thumb(self, surface: pygame.Surface, beside: Box, gap_px: int, thumb_px: int) -> None:
        """Draws, at the right of a view, how much of the whole is seen, unless that is all."""
        if self.whole_px > beside.height:
            share = beside.height / self.whole_px
            x, y = beside.x + beside.width + gap_px, beside.y + self.at_px * share
            fill_rounded(surface, Box(x, y, thumb_px, beside.height * share), THUMB, thumb_px // 2)


class Page:
    """A surface larger than the window, of which a part is seen: texts are as large as was asked for.

    Its foot stays below that part.
    """

    def __init__(
        self,
        window: pygame.Surface,
        size: tuple[int, int],
        pictures: Pictures,
        before: Page | None,
        foot_px: int = 0,
    ) -> None:
        """Shows the part that the same page showed `before`."""
        self._window, self._pictures, self.surface = window, pictures, pygame.Surface(size, 0, window)
        self.foot_px = foot_px
        self._across, self._down = Scroll(), Scroll()
        if before is not None:
            self._across.at_px, self._down.at_px = before._across.at_px, before._down.at_px
        self._across.fit(pictures, window.get_width(), size[0])
        self._down.fit(pictures, window.get_height() - foot_px, size[1] - foot_px)

    @property
    def part(self) -> Box:
        """The part that is seen, without its foot."""
        return Box(self._across.at_px, self._down.at_px, self._across.view_px, self._down.view_px)

    def take(self, event: pygame.event.Event) -> bool:
        """Scrolls with the wheel, Page Up and Page Down; returns whether anything moves."""
        if event.type == pygame.MOUSEWHEEL:
            return self._across.turn(-event.x) | self._down.turn(event.y)
        return event.type == pygame.KEYDOWN and event.key in PAGE_KEYS and self._down.key(event.key)

    def bring_into_view(self, box: Box) -> bool:
        """Shows a box with a gap around it; returns whether it has to move for that."""
        if box.y >= self._down.whole_px:
            return False
        gap = self._pictures.px(GAP_PX)
        return self._across.show(box.x, box.width, gap) | self._down.show(box.y, box.height, gap)

    def placed(self, event: pygame.event.Event) -> pygame.event.Event:
        """The event with its position on the page."""
        if not hasattr(event, "pos"):
            return event
        x, y = event.pos
        if y >= self._down.view_px:
            at = x, y + self._down.whole_px - self._down.view_px
        else:
            at = x + self._across.at_px, y + self._down.at_px
        return pygame.event.Event(event.type, {**event.dict, "pos": at})

    def put(self) -> None:
        """Copies what is seen into the window, with thumbs that show how much of the whole that is."""
        (x, _, width, height), whole_width = self.part, self.surface.get_width()
        self._window.blit(self.surface, (0, 0), self.part)
        self._window.blit(self.surface, (0, height), (0, self._down.whole_px, width, self.foot_px))
        thumb_px = self._pictures.px(THUMB_PX)
        self._down.draw_thumb(self._window, Box(0, 0, width - 2 * thumb_px, height), thumb_px // 2, thumb_px)
        if whole_width > width:
            share = width / whole_width
            thumb = Box(x * share, height - round(1.5 * thumb_px), width * share, thumb_px)
            fill_rounded(self._window, thumb, THUMB, thumb_px // 2)

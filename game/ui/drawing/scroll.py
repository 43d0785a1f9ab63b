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
    """A place in something that may be higher than what is seen of it, in pixels or in rows.

    >>> scroll = Scroll()
    >>> scroll.fit(view=3, whole=10, notch=1)
    >>> scroll.show(5, 1)
    True
    >>> scroll.at
    3
    """

    def __init__(self) -> None:
        self.at: float = 0
        self.view = self.whole = self.notch = 0
        self.track = Box(0, 0, 0, 0)
        """Where its thumb moves."""
        self.least_px = 0
        """The least length of the thumb."""
        self._grip_px: float | None = None  # where the thumb is held, from its upper edge

    def fit(self, view: float, whole: float, notch: int, track: Box | None = None) -> None:
        """Takes how much of how much is seen, and what a notch of the wheel scrolls; stays where it can."""
        self.view, self.whole, self.notch = round(view), round(whole), notch
        self.track = track or self.track
        self.jump_to(self.at)

    @property
    def furthest(self) -> int:
        """The last place."""
        return max(0, self.whole - self.view)

    @property
    def target(self) -> float:
        """Where it will come to rest."""
        return self.at

    def jump_to(self, at: float) -> bool:
        """Is there at once, as near as there is room; returns whether anything moves."""
        before, self.at = self.at, max(0, min(self.furthest, round(at)))
        return self.at != before

    def go_to(self, at: float) -> bool:
        """Sets out for a place; returns whether anything moves."""
        return self.jump_to(at)

    def by(self, length: float) -> bool:
        """Scrolls down so far; returns whether anything moves."""
        return self.go_to(self.target + length)

    def turn(self, notches: float) -> bool:
        """Follows the wheel; returns whether anything moves."""
        return self.by(-notches * self.notch)

    def key(self, key: int) -> bool:
        """Takes one of `KEYS`; returns whether anything moves."""
        notches, views = KEYS[key]
        return self.by(notches * self.notch + views * self.view)

    def take(self, event: pygame.event.Event, keys: Container[int] = KEYS) -> bool:
        """Follows the wheel and some of `KEYS`; returns whether the event meant that."""
        if event.type == pygame.MOUSEWHEEL:
            self.turn(event.y)
        elif event.type == pygame.KEYDOWN and event.key in keys:
            self.key(event.key)
        else:
            return False
        return True

    def show(self, at: float, length: float, gap: float = 0) -> bool:
        """Brings so much of the whole into view with a gap around it, its start first."""
        at -= self.target
        return self.by(at - gap if at < gap else max(0.0, min(at - gap, at + length + gap - self.view)))

    # Its thumb -----------------------------------------------------------------------------------

    @property
    def thumb(self) -> Box:
        """Where the thumb is on its track."""
        length = max(min(self.least_px, self.track.height), self.track.height * self.view / self.whole)
        share = min(1.0, self.at / self.furthest) if self.furthest else 0.0
        return self.track._replace(y=self.track.y + (self.track.height - length) * share, height=length)

    @property
    def is_grabbed(self) -> bool:
        """Whether the thumb is in the hand."""
        return self._grip_px is not None

    def press(self, at: tuple[float, float]) -> bool:
        """Takes hold of the thumb, or goes a view towards the pointer; False where nothing is pressed."""
        if not self.furthest or not self.track.contains(at):
            return False
        thumb = self.thumb
        if thumb.contains(at):
            self.jump_to(self.at)
            self._grip_px = at[1] - thumb.y
        else:
            self.by(self.view if at[1] > thumb.y else -self.view)
        return True

    def drag(self, y: float) -> bool:
        """Moves the thumb that is held; False where none is."""
        if self._grip_px is None:
            return False
        free_px = self.track.height - self.thumb.height
        if free_px > 0:
            self.jump_to((y - self._grip_px - self.track.y) / free_px * self.furthest)
        return True

    def release(self) -> bool:
        """Lets the thumb go; returns whether it was held."""
        was_grabbed, self._grip_px = self.is_grabbed, None
        return was_grabbed

    def draw_thumb(self, surface: pygame.Surface) -> None:
        """Draws how much of the whole is seen, unless that is all."""
        if self.furthest:
            fill_rounded(surface, self.thumb, THUMB, round(self.track.width / 2))


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
            self._across.at, self._down.at = before._across.at, before._down.at
        (width, height), notch, thumb_px = window.get_size(), pictures.px(STEP_PX), pictures.px(THUMB_PX)
        track = Box(width - 2 * thumb_px + thumb_px // 2, 0, thumb_px, height - foot_px)
        self._across.fit(width, size[0], notch)
        self._down.fit(height - foot_px, size[1] - foot_px, notch, track)

    @property
    def part(self) -> Box:
        """The part that is seen, without its foot."""
        return Box(self._across.at, self._down.at, self._across.view, self._down.view)

    def take(self, event: pygame.event.Event) -> bool:
        """Scrolls with the wheel, Page Up and Page Down; returns whether anything moves."""
        if event.type == pygame.MOUSEWHEEL:
            return self._across.turn(-event.x) | self._down.turn(event.y)
        return event.type == pygame.KEYDOWN and event.key in PAGE_KEYS and self._down.key(event.key)

    def bring_into_view(self, box: Box) -> bool:
        """Shows a box with a gap around it; returns whether it has to move for that."""
        if box.y >= self._down.whole:
            return False
        gap = self._pictures.px(GAP_PX)
        return self._across.show(box.x, box.width, gap) | self._down.show(box.y, box.height, gap)

    def placed(self, event: pygame.event.Event) -> pygame.event.Event:
        """The event with its position on the page."""
        if not hasattr(event, "pos"):
            return event
        x, y = event.pos
        if y >= self._down.view:
            at = x, y + self._down.whole - self._down.view
        else:
            at = x + self._across.at, y + self._down.at
        return pygame.event.Event(event.type, {**event.dict, "pos": at})

    def put(self) -> None:
        """Copies what is seen into the window, with thumbs that show how much of the whole that is."""
        (x, _, width, height), whole_width = self.part, self.surface.get_width()
        self._window.blit(self.surface, (0, 0), self.part)
        self._window.blit(self.surface, (0, height), (0, self._down.whole, width, self.foot_px))
        thumb_px = self._pictures.px(THUMB_PX)
        self._down.draw_thumb(self._window)
        if whole_width > width:
            share = width / whole_width
            thumb = Box(x * share, height - round(1.5 * thumb_px), width * share, thumb_px)
            fill_rounded(self._window, thumb, THUMB, thumb_px // 2)

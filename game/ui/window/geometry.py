"""Pure geometry of windows: opening place on the desktop, and the viewport for any size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.storage.profile import WindowGeometry
from game.ui.drawing.layout import Box

MIN_SIZE = (640, 480)
MAX_SIDE_PX = 7680
MAX_PIXELS = 7680 * 4320


class Viewport(NamedTuple):
    """A picture of a size in pixels, and the part of the window that shows it."""

    window: tuple[int, int]
    picture: tuple[int, int]
    place: Box

    @property
    def is_all(self) -> bool:
        """Whether the picture is the window, pixel for pixel."""
        return self.window == self.picture

    @property
    def is_reduced(self) -> bool:
        """Whether the picture is scaled down."""
        return self.picture != (self.place.width, self.place.height)

    @property
    def scale(self) -> float:
        """Pixels of the picture to a pixel of the window."""
        return max(self.picture[0] / self.place.width, self.picture[1] / self.place.height)

    @property
    def margin(self) -> tuple[float, float]:
        """Margin at the left of the picture and above it, in pixels of the picture."""
        return self.place.x * self.scale, self.place.y * self.scale


def min_size(density: float) -> tuple[int, int]:
    """Minimum size for layouts in pixels, on a display of a HiDPI factor."""
    return round(MIN_SIZE[0] * density), round(MIN_SIZE[1] * density)


def viewport(window: tuple[int, int], density: float = 1.0) -> Viewport:
    """Viewport for a window of `window` pixels on a display of a HiDPI factor.

    >>> viewport((1280, 800)).is_all
    True
    >>> viewport((320, 300)).picture, viewport((320, 300)).place
    ((640, 600), Box(x=0, y=0, width=320, height=300))
    >>> viewport((1280, 800), density=2).picture
    (1536, 960)
    >>> viewport((16000, 16000)).place
    Box(x=4160, y=5840, width=7680, height=4320)
    """
    width, height = max(1, window[0]), max(1, window[1])
    min_width, min_height = min_size(density)
    share = min(1.0, width / min_width, height / min_height)
    drawn_width = max(min_width, min(round(width / share), MAX_SIDE_PX))
    max_height = min(MAX_SIDE_PX, MAX_PIXELS // drawn_width)
    drawn_height = max(min_height, min(round(height / share), max_height))
    shown_width = max(1, min(width, round(drawn_width * share)))
    shown_height = max(1, min(height, round(drawn_height * share)))
    place = Box((width - shown_width) // 2, (height - shown_height) // 2, shown_width, shown_height)
    return Viewport((width, height), (drawn_width, drawn_height), place)


SHARE_OF_A_SIDE = 0.75**0.5
"""So that a window takes three quarters of the usable desktop."""
ASIDE_PX = 32
"""Offset of a second window from the first, in both directions."""


class Area(NamedTuple):
    """A rectangle on the desktop, in whole pixels; coordinates may be negative."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, other: Area) -> bool:
        """Whether it contains another one."""
        return other == other.moved_into(self)

    def moved_into(self, other: Area) -> Area:
        """Moves it as little as needed into another one, shrunk if it is too large."""
        width, height = min(self.width, other.width), min(self.height, other.height)
        x = max(other.x, min(self.x, other.x + other.width - width))
        y = max(other.y, min(self.y, other.y + other.height - height))
        return Area(x, y, width, height)

    def shared(self, other: Area) -> int:
        """Number of pixels shared with another one."""
        width = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        height = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return max(0, width) * max(0, height)


class Frame(NamedTuple):
    """Frame drawn by the window manager, in pixels on each side."""

    left: int
    above: int
    right: int
    below: int

    def around(self, content: Area) -> Area:
        """The window with its frame."""
        width, height = content.width + self.left + self.right, content.height + self.above + self.below
        return Area(content.x - self.left, content.y - self.above, width, height)

    def within(self, window: Area) -> Area:
        """Content of a window with its frame."""
        width, height = window.width - self.left - self.right, window.height - self.above - self.below
        return Area(window.x + self.left, window.y + self.above, max(1, width), max(1, height))


class Display(NamedTuple):
    """A display: its bounds on the desktop, and the part free of panels."""

    bounds: Area
    usable: Area


def new_place(screen: Display, smallest: tuple[int, int], density: float) -> WindowGeometry:
    """Place of three quarters of the usable desktop, or `smallest` if larger and it fits; in the middle.

    >>> home = Area(0, 0, 1280, 800)
    >>> place = new_place(Display(home, home), (640, 480), 1.0)
    >>> place.x, place.y, place.width, place.height
    (85, 53, 1109, 693)
    """
    usable = screen.usable
    width = min(usable.width, max(smallest[0], round(usable.width * SHARE_OF_A_SIDE)))
    height = min(usable.height, max(smallest[1], round(usable.height * SHARE_OF_A_SIDE)))
    x, y = usable.x + (usable.width - width) // 2, usable.y + (usable.height - height) // 2
    return WindowGeometry(x, y, width, height, screen.bounds, density=density)


def place_again(
    remembered: WindowGeometry, screens: Sequence[Display], smallest: tuple[int, int], density: float
) -> WindowGeometry:
    """A remembered place, on an existing display: the same, or the one with most of the window, or the first.

    On the same one the window is made no larger than the usable part; on another that it does not fit it is a
    new one.
    """
    window = area_of(remembered)
    screen = max(
        screens, key=lambda screen: (screen.bounds == remembered.screen, window.shared(screen.bounds))
    )
    if screen.bounds != remembered.screen and not _fits(window, screen.usable):
        return new_place(screen, smallest, density)._replace(shown=remembered.shown)
    x, y, width, height = window.moved_into(screen.usable)
    return WindowGeometry(x, y, width, height, screen.bounds, remembered.shown, density)


def beside(place: WindowGeometry) -> WindowGeometry:
    """Place for another window that does not hide the first: down and to the right, or up and left."""
    right, below = place.screen[0] + place.screen[2], place.screen[1] + place.screen[3]
    x = ASIDE_PX if place.x + place.width + ASIDE_PX <= right else -ASIDE_PX
    y = ASIDE_PX if place.y + place.height + ASIDE_PX <= below else -ASIDE_PX
    return place._replace(x=place.x + x, y=place.y + y)


def area_of(place: WindowGeometry) -> Area:
    """Rectangle of a place."""
    return Area(place.x, place.y, place.width, place.height)


def _fits(window: Area, usable: Area) -> bool:
    return window.width <= usable.width and window.height <= usable.height

"""What is drawn for a window of any size, and where it is shown in it. Pure geometry.

Screens are laid out for no less than `LEAST_SIZE`, times the display's HiDPI factor, whatever size a
window manager gives: in a smaller window all of it is shown smaller. Of a window beyond any display only
a part is drawn on, so that nobody runs out of memory or time. Must not know pygame, nor what is drawn.
"""

from __future__ import annotations

from typing import NamedTuple

from game.ui.drawing.layout import Box

LEAST_SIZE = (640, 480)
MOST_SIDE_PX = 7680
MOST_PIXELS = 7680 * 4320


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
        """Whether the picture is shown smaller than it is."""
        return self.picture != (self.place.width, self.place.height)

    @property
    def scale(self) -> float:
        """Pixels of the picture to a pixel of the window."""
        return max(self.picture[0] / self.place.width, self.picture[1] / self.place.height)

    @property
    def margin(self) -> tuple[float, float]:
        """What stays free at the left of the picture and above it, in pixels of the picture."""
        return self.place.x * self.scale, self.place.y * self.scale


def least_size(density: float) -> tuple[int, int]:
    """The pixels that screens are laid out for at least, on a display of a HiDPI factor."""
    return round(LEAST_SIZE[0] * density), round(LEAST_SIZE[1] * density)


def viewport(window: tuple[int, int], density: float = 1.0) -> Viewport:
    """What is drawn for a window of `window` pixels on a display of a HiDPI factor.

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
    least_width, least_height = least_size(density)
    share = min(1.0, width / least_width, height / least_height)
    drawn_width = max(least_width, min(round(width / share), MOST_SIDE_PX))
    most_height = min(MOST_SIDE_PX, MOST_PIXELS // drawn_width)
    drawn_height = max(least_height, min(round(height / share), most_height))
    shown_width = max(1, min(width, round(drawn_width * share)))
    shown_height = max(1, min(height, round(drawn_height * share)))
    place = Box((width - shown_width) // 2, (height - shown_height) // 2, shown_width, shown_height)
    return Viewport((width, height), (drawn_width, drawn_height), place)

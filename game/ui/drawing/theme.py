"""Colours, sizes and durations: one visual language for all screens.

Colours are RGB or RGBA tuples of 0–255; sizes are in design pixels of a 1280×800 window, scaled by `unit`.
"""

from __future__ import annotations

from collections.abc import Iterator
from colorsys import hsv_to_rgb
from typing import NamedTuple

from game.message import msg_p

RGB = tuple[int, int, int]

# Each that is written with has a contrast of 4.5 to all that it is written on: tests/ui/test_contrast.py.
INK: RGB = (0x1D, 0x24, 0x33)
FACE: RGB = (0xFF, 0xFE, 0xFB)
GOLD: RGB = (0xF0, 0xC0, 0x5A)
WARNING: RGB = (0xFF, 0xB8, 0xA0)
TEXT: RGB = (0xF4, 0xF1, 0xE6)
QUIET: RGB = (0xBF, 0xCF, 0xC6)
RED: RGB = (0xE0, 0x5A, 0x3C)
"""Colour of time that runs out and of losses; too dark for small letters."""
FAINT: RGB = (0x8F, 0xA8, 0x9C)
"""Colour of lines and icons; too near to the table for text."""
BAR = (0x00, 0x00, 0x00, 72)
BUTTON = (0xFF, 0xFF, 0xFF, 22)
BUTTON_HOVER = (0xFF, 0xFF, 0xFF, 40)
OUTLINE, SHARP_OUTLINE = (0xFF, 0xFF, 0xFF, 60), (0xFF, 0xFF, 0xFF, 255)
"""Of panels, buttons and fields; the second one in high contrast."""
VEIL = (0x00, 0x00, 0x00, 120)
"""Colour over the table beneath a panel."""
RESULT_VEIL = (0x00, 0x00, 0x00, 77)
"""The same beneath a result, where seven tenths of its light are left."""


class Felt(NamedTuple):
    """A table colour: the middle, fading to the edges."""

    name: str
    middle: RGB
    edge: RGB


FELTS = {
    "green": Felt(msg_p("colour of the table", "Green"), (0x1F, 0x5C, 0x43), (0x14, 0x3F, 0x2F)),
    "blue": Felt(msg_p("colour of the table", "Midnight"), (0x24, 0x43, 0x6E), (0x14, 0x27, 0x45)),
    "slate": Felt(msg_p("colour of the table", "Slate"), (0x50, 0x4D, 0x49), (0x36, 0x33, 0x31)),
    "wine": Felt(msg_p("colour of the table", "Wine"), (0x6E, 0x27, 0x3A), (0x43, 0x16, 0x23)),
    "plum": Felt(msg_p("colour of the table", "Plum"), (0x4B, 0x38, 0x6B), (0x2D, 0x20, 0x42)),
    "lagoon": Felt(msg_p("colour of the table", "Lagoon"), (0x1B, 0x57, 0x63), (0x10, 0x37, 0x40)),
}
"""Those that have a name."""


def luminance(colour: RGB) -> float:
    """The relative luminance of WCAG 2.2, 0 to 1."""
    parts = [part / 255 for part in colour]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _own(hue: int) -> Felt:
    """A felt of any hue, as light as the green one, so that all that is written on it can be read."""
    light = 0.5
    while luminance(middle := _of_hue(hue, light)) > luminance(FELTS["green"].middle):
        light -= 0.02
    return Felt("", middle, _of_hue(hue, light * 0.62))


def _of_hue(hue: int, light: float) -> RGB:
    red, green, blue = hsv_to_rgb(hue / 360, 0.6, light)
    return round(255 * red), round(255 * green), round(255 * blue)


OWN_HUES = range(0, 360, 30)
OWN_FELTS = {f"own {hue}": _own(hue) for hue in OWN_HUES}
"""Those that a player makes, by the hue in degrees."""
HIGH_CONTRAST = "high contrast"
BLACK: RGB = (0, 0, 0)
ALL_FELTS = FELTS | OWN_FELTS

SPEEDS = {"off": 0.0, "fast": 0.5, "normal": 1.0, "slow": 1.8}
"""Factors of the durations below."""

FLIP_S = 0.160
DEAL_GAP_S = 0.018
MOVE_S = (0.150, 0.230)
"""Shortest and longest glide of a card, by distance."""
PLAY_OUT_S = (0.250, 0.080)
"""First and shortest gap when the cards play themselves out; each is 0.9 of the one before."""
FLOAT_S = 0.9
SHAKE_S = 0.28
SHAKE_PX = 6
HINT_S = 1.2

DRAG_PX = 5
DOUBLE_CLICK_PX = 8
DOUBLE_CLICK_MS = 400

TILT_LIMIT = 8.0
LIFT_SCALE = 1.03

MIN_UNIT = 0.8
"""Letters are made no smaller than that, in pixels to a design pixel."""
USUAL_SCALE = 100
BAR_PX = 46
STATUS_PX = 32
GAP_PX = 8
TEXT_PX = {
    "small": 14,
    "body": 17,
    "large": 24,
    "heading": 32,
    "title": 44,
    "clock": 32,
    "result": 68,
    "seconds": 88,
    "shout": 96,
    "huge": 150,
}


def felt_of(table: str) -> Felt:
    """The felt of a table colour, or of high contrast, in which no colour is chosen."""
    return Felt("", BLACK, BLACK) if table == HIGH_CONTRAST else ALL_FELTS[table]


def panel_colour(table: str) -> RGB:
    """Fill colour of a panel on a table of this colour: its edge, a third darker."""
    red, green, blue = (round(part * 2 / 3) for part in felt_of(table).edge)
    return red, green, blue


def unit_for(size: tuple[int, int], scale_percent: int = USUAL_SCALE, density: float = 1.0) -> float:
    """Pixels to a design pixel in a window of `size` at a scale; text stays legible in a small window.

    `density` is the display's HiDPI factor: a window of twice the pixels on a display of factor 2
    is laid out as on one of factor 1, and twice as fine.

    >>> unit_for((1280, 800)), unit_for((640, 480)), unit_for((1280, 960), density=2)
    (1.0, 0.8, 1.6)
    """
    width, height = size
    least = MIN_UNIT * density
    unit = max(least, min(width / 1280, height / 800))
    return max(least, unit * scale_percent / 100)


def units_down(wanted: float, minimum: float) -> Iterator[float]:
    """Units to be tried until all fits, from the one that is wanted down to the least one."""
    unit = wanted
    while unit > minimum:
        yield unit
        unit *= 0.96
    yield min(wanted, minimum)

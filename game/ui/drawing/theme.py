"""Colours, sizes and durations: one visual language for all screens.

Knows numbers only; must not know pygame, cards or games. Colours are RGB or RGBA
tuples of 0–255; sizes are in design pixels of a 1280×800 window, scaled by `unit`.
"""

from __future__ import annotations

from typing import NamedTuple

RGB = tuple[int, int, int]

INK: RGB = (0x1D, 0x24, 0x33)
FACE: RGB = (0xFF, 0xFE, 0xFB)
GOLD: RGB = (0xE2, 0xAC, 0x3A)
WARNING: RGB = (0xFF, 0x9B, 0x7A)
TEXT: RGB = (0xF4, 0xF1, 0xE6)
QUIET: RGB = (0xBF, 0xCF, 0xC6)
FAINT: RGB = (0x8F, 0xA8, 0x9C)
BAR = (0x00, 0x00, 0x00, 72)
PANEL = (0x0C, 0x2A, 0x20, 246)
BUTTON = (0xFF, 0xFF, 0xFF, 22)
BUTTON_HOVER = (0xFF, 0xFF, 0xFF, 46)
OUTLINE = (0xFF, 0xFF, 0xFF, 60)


class Felt(NamedTuple):
    """A table colour: the middle, fading to the edges."""

    name: str
    middle: RGB
    edge: RGB


FELTS = {
    "green": Felt("Green", (0x1F, 0x5C, 0x43), (0x14, 0x3F, 0x2F)),
    "blue": Felt("Midnight", (0x24, 0x43, 0x6E), (0x14, 0x27, 0x45)),
    "slate": Felt("Slate", (0x55, 0x52, 0x4E), (0x36, 0x33, 0x31)),
}

SPEEDS = {"off": 0.0, "fast": 0.5, "normal": 1.0, "slow": 1.8}
"""How long a motion takes, as a factor of the durations below."""

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

BAR_PX = 46
STATUS_PX = 32
GAP_PX = 8
TEXT_PX = {"small": 14, "body": 17, "large": 24, "title": 44, "huge": 150}


def panel_colour(table: str) -> tuple[int, int, int, int]:
    """What a panel on a table of this colour is filled with: its edge, a third darker."""
    red, green, blue = (round(part * 2 / 3) for part in FELTS[table].edge)
    return red, green, blue, PANEL[3]


def unit_for(size: tuple[int, int], density: float = 1.0) -> float:
    """Pixels to a design pixel in a window of `size`; text stays legible in a small one.

    `density` is the display's HiDPI factor: a window of twice the pixels on a display of factor 2
    is laid out as on one of factor 1, and twice as fine.

    >>> unit_for((1280, 800)), unit_for((640, 480)), unit_for((1280, 960), 2)
    (1.0, 0.8, 1.6)
    """
    width, height = size
    return max(0.8 * density, min(width / 1280, height / 800))

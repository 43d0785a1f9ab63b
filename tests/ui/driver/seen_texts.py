"""What is written on a frame, where, and how well it is told from what lies beneath it.

A screen is drawn three times: as it is, without letters, and with a rectangle of a colour of its own in place
of each text. Knows pictures and pixels; must not know screens. Contrast is that of the Web Content
Accessibility Guidelines 2.2 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).
"""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import NamedTuple, TypeAlias

import numpy
import pygame
from numpy.typing import NDArray

from game.ui.drawing.drawings import Assets
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import RGB, TEXT

SIGNS, SIGN_BLUE = 63, 0xF7
MIN_SHARE = 0.6
"""Of what is less to be seen than that nothing is told."""
Pixels: TypeAlias = "NDArray[numpy.uint8]"
"""(x, y, 3)."""


class Mode(Enum):
    PLAIN = 0.0
    BLANK = 1e-9
    BOXES = 2e-9


class Wording(NamedTuple):
    """How something is written."""

    words: str
    size: str
    colour: RGB
    bold: bool
    area_px: int


class SeenText(NamedTuple):
    """A text on a frame."""

    wording: Wording
    box: pygame.Rect
    contrast: float
    """The least contrast that the middle of a stroke has to what is beneath it."""
    share: float
    """How much of it is to be seen, from 0 to 1."""


class TracedPictures(Pictures):
    """Pictures whose texts can be left out, or told from one another."""

    def __init__(self, assets: Assets) -> None:
        super().__init__(assets)
        self.mode = Mode.PLAIN
        self.written: list[Wording] = []

    def set_unit(self, unit: float) -> None:
        # Whatever is kept in a unit is drawn anew in each mode.
        super().set_unit(round(unit, 6) + self.mode.value)

    def text(self, words: str, size: str = "body", colour: RGB = TEXT, bold: bool = False) -> pygame.Surface:
        line = super().text(words, size, colour, bold)
        if self.mode is Mode.PLAIN or not words.strip():
            return line
        box = pygame.Surface(line.get_size(), pygame.SRCALPHA)
        if self.mode is Mode.BOXES:
            self.written.append(Wording(words, size, colour, bold, line.get_width() * line.get_height()))
            box.fill(_sign(len(self.written)))
        return box


def _sign(number: int) -> RGB:
    """A colour that stands for a text, and no other thing is drawn in; steps are wider than rounding."""
    return 4 * (number % SIGNS) + 2, 4 * (number // SIGNS) + 2, SIGN_BLUE


def luminance(pixels: Pixels) -> NDArray[numpy.float64]:
    """The relative luminance of colours, from 0 to 1."""
    share = pixels.astype(numpy.float64) / 255
    linear = numpy.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return linear @ numpy.array([0.2126, 0.7152, 0.0722])


def contrast(some: Pixels, others: Pixels) -> NDArray[numpy.float64]:
    """The contrast ratio of colours, pair by pair, from 1 to 21."""
    one, other = luminance(some), luminance(others)
    return (numpy.maximum(one, other) + 0.05) / (numpy.minimum(one, other) + 0.05)


def seen_texts(pictures: TracedPictures, drawn: Callable[[], pygame.Surface]) -> Iterator[SeenText]:
    """What is written on a screen; `drawn` lays it out and draws it anew."""
    frames = {}
    for mode in (Mode.BOXES, Mode.BLANK, Mode.PLAIN):
        pictures.mode, pictures.written = mode, pictures.written if mode is not Mode.BOXES else []
        frames[mode] = pygame.surfarray.array3d(drawn())
    boxes, blank, plain = frames[Mode.BOXES], frames[Mode.BLANK], frames[Mode.PLAIN]
    is_sign = numpy.abs(boxes[..., 2].astype(int) - SIGN_BLUE) < 2
    signs = numpy.where(is_sign, boxes[..., 0] // 4 + SIGNS * (boxes[..., 1] // 4).astype(int), 0)
    signed = numpy.nonzero(signs)
    numbers = signs[signed]
    for number, wording in enumerate(pictures.written, start=1):
        xs, ys = (axis[numbers == number] for axis in signed)
        share = min(1.0, xs.size / wording.area_px)
        if share < MIN_SHARE:
            continue  # it is turned out of view
        box = pygame.Rect(int(xs.min()), int(ys.min()), int(numpy.ptp(xs)) + 1, int(numpy.ptp(ys)) + 1)
        area = slice(box.left, box.right), slice(box.top, box.bottom)
        ratio = _least_contrast(plain[area], blank[area], signs[area] == number)
        if ratio is not None:
            yield SeenText(wording, box, ratio, share)


def _least_contrast(plain: Pixels, blank: Pixels, inside: NDArray[numpy.bool_]) -> float | None:
    """The least contrast in the middle of strokes: where the letters differ most from their ground."""
    difference = numpy.abs(plain.astype(int) - blank).sum(axis=2) * inside
    most = difference.max()
    if most < 24:
        return None
    strokes = difference >= 0.97 * most
    return float(contrast(plain[strokes], blank[strokes]).min())

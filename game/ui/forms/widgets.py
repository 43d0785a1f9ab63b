"""Buttons and lines of text, drawn in the one visual language.

Knows boxes and pictures; must not know which scene they serve.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import pygame

from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import BUTTON, BUTTON_HOVER, FAINT, GOLD, INK, RGB, TEXT

KEPT_PIXELS = 30_000
"""Rounded rectangles up to the size of a button are drawn anew in every frame, so they are kept."""


@dataclass
class Button:
    """A word with an icon that can be pressed. `refusal` says why not, when it is disabled."""

    word: str
    icon: str | None
    press: Callable[[], None]
    refusal: Callable[[], str | None] = field(default=lambda: None)
    is_strong: bool = False  # the one that is meant most
    is_chosen: Callable[[], bool] = field(default=lambda: False)
    box: Box = Box(0, 0, 0, 0)
    is_hot: bool = False  # under the pointer or the keyboard's cursor
    shows_word: bool = True

    def width(self, pictures: Pictures) -> int:
        """The width it needs, in pixels."""
        inner = pictures.text_width(self.word, bold=self.is_strong) if self.shows_word else 0
        icon = pictures.px(20) if self.icon else 0
        between = pictures.px(7) if icon and inner else 0
        return inner + icon + between + 2 * pictures.px(12 if self.shows_word else 8)

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        """Draws it in its box."""
        enabled = self.refusal() is None
        chosen = self.is_chosen()
        fill: tuple[int, ...] = BUTTON_HOVER if self.is_hot and enabled else BUTTON
        if self.is_strong:
            fill = (*GOLD, 255 if self.is_hot else 225)
        if chosen:
            fill = (*GOLD, 80 if self.is_hot else 60)
        if not enabled:
            fill = (255, 255, 255, 9)
        fill_rounded(surface, self.box, fill, pictures.px(7))
        ink: RGB = INK if self.is_strong and enabled else TEXT if enabled else FAINT
        if self.is_hot:
            outline(surface, self.box, (*TEXT, 200 if enabled else 90), pictures.px(7), pictures.px(1.5))
        elif chosen:
            outline(surface, self.box, (*GOLD, 255), pictures.px(7), pictures.px(1.5))
        parts = []
        if self.icon:
            parts.append(pictures.icon(self.icon, pictures.px(20), ink))
        if self.shows_word:
            parts.append(pictures.text(self.word, "body", ink, self.is_strong))
        gap = pictures.px(7)
        x = self.box.x + (self.box.width - sum(p.get_width() for p in parts) - gap * (len(parts) - 1)) / 2
        for part in parts:
            surface.blit(part, (round(x), round(self.box.y + (self.box.height - part.get_height()) / 2)))
            x += part.get_width() + gap


def fill_rounded(surface: pygame.Surface, box: Box, colour: Sequence[int], radius: int) -> None:
    """Fills a rectangle with round corners, mixing with what lies beneath."""
    surface.blit(_rounded(box, colour, radius, 0), (round(box.x), round(box.y)))


def outline(surface: pygame.Surface, box: Box, colour: Sequence[int], radius: int, thickness: int) -> None:
    """Draws the outline of a rectangle with round corners."""
    surface.blit(_rounded(box, colour, radius, thickness), (round(box.x), round(box.y)))


def _rounded(box: Box, colour: Sequence[int], radius: int, thickness: int) -> pygame.Surface:
    size = round(box.width), round(box.height)
    make = _kept if size[0] * size[1] <= KEPT_PIXELS else _made
    return make(size, tuple(colour), radius, thickness)


@lru_cache(maxsize=48)
def _kept(size: tuple[int, int], colour: tuple[int, ...], radius: int, thickness: int) -> pygame.Surface:
    return _made(size, colour, radius, thickness)


def _made(size: tuple[int, int], colour: tuple[int, ...], radius: int, thickness: int) -> pygame.Surface:
    picture = pygame.Surface(size, pygame.SRCALPHA)
    area = picture.get_rect()
    radius = min(radius, area.width // 2, area.height // 2)
    # Transparent, but of the colour, so that the edges do not darken when the corners are scaled down.
    picture.fill((*colour[:3], 0))
    pygame.draw.rect(picture, colour, area, thickness, radius)
    corner = min(max(radius, thickness) + 1, area.width // 2, area.height // 2)
    fine = pygame.Surface((8 * corner, 8 * corner), pygame.SRCALPHA)
    fine.fill((*colour[:3], 0))
    pygame.draw.rect(fine, colour, fine.get_rect(), 4 * thickness, 4 * radius)
    smooth = pygame.transform.smoothscale(fine, (2 * corner, 2 * corner))
    for right in (0, 1):
        for low in (0, 1):
            place = pygame.Rect(right * (area.width - corner), low * (area.height - corner), corner, corner)
            picture.fill((*colour[:3], 0), place)
            picture.blit(smooth, place, (right * corner, low * corner, corner, corner))
    return picture


def row_of(buttons: Sequence[Button], pictures: Pictures, centre_x: float, y: float, height: float) -> Box:
    """Places buttons in a row around a centre; returns the box of the row."""
    gap = pictures.px(10)
    widths = [button.width(pictures) for button in buttons]
    total = sum(widths) + gap * (len(buttons) - 1)
    x = centre_x - total / 2
    for button, width in zip(buttons, widths, strict=True):
        button.box = Box(round(x), round(y), width, round(height))
        x += width + gap
    return Box(centre_x - total / 2, y, total, height)


def wrapped(words: str, pictures: Pictures, room_px: float, size: str = "body") -> list[str]:
    """The words in lines that fit into `room_px`."""
    lines: list[str] = []
    line = ""
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if line and pictures.text_width(longer, size) > room_px:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


def shortened(words: str, pictures: Pictures, room_px: float, size: str = "body") -> str:
    """The words, or as many of them as fit into `room_px`, with an ellipsis."""
    if pictures.text_width(words, size) <= room_px:
        return words
    while " " in words:
        words = words[: words.rindex(" ")]
        if pictures.text_width(words + " …", size) <= room_px:
            return words + " …"
    return ""


def fitting(words: str, pictures: Pictures, room_px: float, size: str, bold: bool = False) -> str:
    """The words, or as many of their letters as there is room for, with an ellipsis."""
    font = pictures.font(size, bold)
    if font.size(words)[0] <= room_px:
        return words
    while words and font.size(words + "…")[0] > room_px:
        words = words[:-1]
    return words + "…"

"""Rectangles with round corners, filled or as an outline, and the ground of a panel.

Knows boxes and colours; must not know what stands in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pygame

from game.message import verbatim
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, INK, OUTLINE, TEXT, panel_colour

KEPT_PIXELS = 30_000
"""Rounded rectangles up to the size of a button are drawn anew in every frame, so they are kept."""


def draw_panel(surface: pygame.Surface, box: Box, pictures: Pictures, table: str) -> None:
    """Draws the ground of a panel on a table of a colour."""
    fill_rounded(surface, box, panel_colour(table), pictures.px(14))
    outline(surface, box, OUTLINE, pictures.px(14), pictures.px(1))


def draw_thumb(
    surface: pygame.Surface, view: Box, whole_px: float, scroll_px: float, gap_px: int, width_px: int
) -> None:
    """Draws how much of something `whole_px` high is in view, to the right of it; nothing when all is."""
    seen = view.height
    if whole_px > seen:
        y, height = view.y + seen * scroll_px / whole_px, seen * seen / whole_px
        thumb = Box(view.x + view.width + gap_px, y, width_px, height)
        fill_rounded(surface, thumb, (255, 255, 255, 90), width_px // 2)


def draw_day(
    surface: pygame.Surface,
    pictures: Pictures,
    corner: tuple[float, float],
    radius: float,
    number: int,
    is_done: bool,
    is_today: bool,
) -> None:
    """Draws a day as a circle with its number, filled when its deal was finished."""
    radius = round(radius)
    circle = Box(*corner, 2 * radius, 2 * radius)
    if is_done:
        fill_rounded(surface, circle, GOLD, radius)
    elif is_today:
        outline(surface, circle, (*GOLD, 255), radius, pictures.px(2))
    else:
        outline(surface, circle, OUTLINE, radius, pictures.px(1))
    words = pictures.text(verbatim(str(number)), "small", INK if is_done else TEXT, is_done)
    x, y = corner[0] + radius - words.get_width() / 2, corner[1] + radius - words.get_height() / 2
    surface.blit(words, (round(x), round(y)))


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

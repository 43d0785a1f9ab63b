"""Drawings as surfaces: an SVG at an exact size, a soft shadow, and a store that forgets.

Knows pygame's surfaces; must not know cards or where anything stands.
"""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame

from game.ui.drawing.theme import Felt

SHARP_UNTIL_PX = 150
"""Drawings up to this width are made twice as large and scaled down; above it edges are smooth enough."""


FELT_SHARE = 4
"""The table is drawn so much smaller and scaled up: filling its ovals takes most of its time."""


class AssetError(Exception):
    """A file that belongs to the program is missing or damaged; the text is a sentence without its stop."""


@contextmanager
def reading_asset(file: Path) -> Iterator[None]:
    """Says which file it is that cannot be read in between.

    Raises:
        AssetError: it is missing, unreadable, or not what it should be.
    """
    try:
        yield
    except (OSError, pygame.error) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise AssetError(f"a file of the program cannot be read: {file}: {why}") from error


class Assets:
    """The files that belong to the program, all in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def drawing(self, name: str, width: int, height: int) -> pygame.Surface:
        """The SVG of a name within the folder, of exactly this size in pixels; the caller may paint on it.

        Raises:
            AssetError: it is missing, unreadable, or not what it should be.
        """
        file = self.folder / name
        with reading_asset(file):
            return load_svg(file.read_bytes(), width, height)


class Store:
    """Pictures by key, made when first asked for; the longest unused go when there is no room."""

    def __init__(self, room_pixels: int) -> None:
        self.room_pixels = room_pixels
        self.used_pixels = 0  # by all that are kept
        self._pictures: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._pictures

    def find(self, key: Hashable) -> pygame.Surface | None:
        """The picture called `key`, if it is there."""
        found = self._pictures.get(key)
        if found is not None:
            self._pictures.move_to_end(key)
        return found

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The picture called `key`."""
        found = self.find(key)
        if found is not None:
            return found
        made = self._pictures[key] = make()
        self.used_pixels += _area(made)
        while self.used_pixels > self.room_pixels and len(self._pictures) > 1:
            self.used_pixels -= _area(self._pictures.popitem(last=False)[1])
        return made

    def reserve(self, pixels: int) -> None:
        """Has room for at least so many pixels from now on."""
        self.room_pixels = max(self.room_pixels, pixels)

    def clear(self) -> None:
        """Forgets everything."""
        self._pictures.clear()
        self.used_pixels = 0


def _area(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height()


def load_svg(data: bytes, width: int, height: int) -> pygame.Surface:
    """An SVG of exactly this size in pixels."""
    factor = 2 if width <= SHARP_UNTIL_PX else 1
    drawn = pygame.image.load_sized_svg(io.BytesIO(data), (width * factor, height * factor))
    exact = pygame.Surface((width, height), pygame.SRCALPHA)
    if factor > 1:
        drawn = pygame.transform.smoothscale(drawn, (width, height))
    # The reader keeps the drawing's proportions and may be a pixel off.
    exact.blit(drawn, ((width - drawn.get_width()) // 2, (height - drawn.get_height()) // 2))
    return exact.convert_alpha()


def shadow(size: tuple[int, int], margin: int, strength: int, drop_share: float) -> pygame.Surface:
    """A soft shadow of a rounded card, lit from above, `margin` larger on every side."""
    width, height = size
    picture = pygame.Surface((width + 2 * margin, height + 2 * margin), pygame.SRCALPHA)
    drop = round(margin * drop_share)
    body = pygame.Rect(margin, margin + drop, width, height)
    pygame.draw.rect(picture, (6, 14, 10, strength), body, border_radius=round(width * 0.045))
    return pygame.transform.gaussian_blur(picture, max(1, margin // 2))


def felt(size: tuple[int, int], colours: Felt) -> pygame.Surface:
    """The empty table: a calm colour fading to the edges."""
    middle, edge = colours.middle, colours.edge
    width, height = max(1, size[0] // FELT_SHARE), max(1, size[1] // FELT_SHARE)
    small = pygame.Surface((width, height))
    small.fill(edge)
    # One oval for each step of brightness: no band is more than one step from the next.
    steps = max(abs(a - b) for a, b in zip(middle, edge, strict=True))
    for step in range(steps, 0, -1):
        share = step / steps
        reach = 1.5 * share**0.62
        oval = pygame.Rect(0, 0, round(width * reach), round(height * reach * 1.15))
        oval.center = (width // 2, round(height * 0.45))
        mixed = [round(b + (a - b) * (1 - share)) for a, b in zip(middle, edge, strict=True)]
        pygame.draw.ellipse(small, mixed, oval)
    drawn, pixel = pygame.transform.smoothscale(small, size), small.subsurface((0, 0, 1, 1)).convert()
    is_as_shown = (drawn.get_bitsize(), drawn.get_masks()) == (pixel.get_bitsize(), pixel.get_masks())
    return drawn if is_as_shown else drawn.convert()

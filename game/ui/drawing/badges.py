"""Badges beside names as they are drawn: a circle of a colour with initials."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import pygame

from game.message import verbatim
from game.tournament.player import COLOURS, Badge, badges
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import INK

FINER = 4
"""Factor by which a circle is drawn larger than it is shown, so that its edge is smooth."""
LETTERS_SHARE = 0.75
"""Largest share of a circle's width and height that its letters take."""


class BadgePictures:
    """Badges of a tournament's names; the picture of one is made when it is first asked for."""

    def __init__(self, pictures: Pictures, names: Iterable[str], side_px: int) -> None:
        """Letters are those for which there is a font."""
        self._pictures, self._side_px = pictures, side_px
        self._badges = _badges_of(tuple(names), pictures.font("small", bold=True).can_draw)

    def __getitem__(self, name: str) -> pygame.Surface:
        """The badge of a name."""
        badge = self._badges[name]
        return self._pictures.made(
            ("badge", badge, self._side_px), lambda: _drawn(self._pictures, badge, self._side_px)
        )


@lru_cache(maxsize=8)
def _badges_of(names: tuple[str, ...], can_draw: Callable[[str], bool]) -> dict[str, Badge]:
    """The badges of the same names, told apart once for all layouts and frames."""
    return badges(names, can_draw)


def badge_drawer(names: Sequence[str], number: int) -> Callable[[Pictures, int], pygame.Surface]:
    """Returns what draws the badge of one of some names, given how many pixels high."""

    def draw(pictures: Pictures, side_px: int) -> pygame.Surface:
        said = [pictures.language.translate(name) for name in names]
        return BadgePictures(pictures, said, side_px)[said[number]]

    return draw


def _drawn(pictures: Pictures, badge: Badge, side_px: int) -> pygame.Surface:
    large = pygame.Surface((FINER * side_px,) * 2, pygame.SRCALPHA)
    pygame.draw.ellipse(large, COLOURS[badge.colour], large.get_rect())
    circle = pygame.transform.smoothscale(large, (side_px, side_px))
    sizes = ("large", "body")
    size = next((size for size in sizes if pictures.font(size).get_height() <= side_px), "small")
    letters = pictures.text(verbatim(badge.letters), size, INK, bold=True)
    letters = letters.subsurface(letters.get_bounding_rect())
    share = LETTERS_SHARE * side_px / max(*letters.get_size(), 1)
    if share < 1:
        letters = pygame.transform.smoothscale_by(letters, share)
    circle.blit(letters, letters.get_rect(center=circle.get_rect().center))
    return circle

"""Badges beside names as they are drawn: a circle of a colour with initials."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import pygame

from game.message import verbatim
from game.tournament.badges import COLOURS, Badge, badges
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import INK

FINER = 4
"""How much larger a circle is drawn than it is shown, so that its edge is smooth."""
LETTERS_SHARE = 0.75
"""Largest share of a circle's width and height that its letters take."""


def badge_pictures(pictures: Pictures, names: Iterable[str], side_px: int) -> dict[str, pygame.Surface]:
    """Returns the badge of each name of a tournament, with letters for which there is a font."""
    found = badges(names, pictures.font("small", bold=True).can_draw)
    return {
        name: pictures.made(("badge", badge, side_px), lambda badge=badge: _drawn(pictures, badge, side_px))  # type: ignore[misc]
        for name, badge in found.items()
    }


def badge_drawer(names: Sequence[str], number: int) -> Callable[[Pictures, int], pygame.Surface]:
    """Returns what draws the badge of one of some names, given how many pixels high."""

    def draw(pictures: Pictures, side_px: int) -> pygame.Surface:
        said = [pictures.language.translate(name) for name in names]
        return badge_pictures(pictures, said, side_px)[said[number]]

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

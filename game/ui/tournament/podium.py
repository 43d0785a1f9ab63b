"""The first three of a tournament on three steps, as one would photograph them.

Knows standings and how they are drawn; must not know which scene they stand in.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import pygame

from game.message import msg_n
from game.tournament.standings import Standing
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.shapes import fill_rounded, outline
from game.ui.drawing.theme import GOLD, INK, QUIET, RGB, TEXT
from game.ui.drawing.words import fitting
from game.ui.tournament.standings_table import MEDALS

STEPS = ((1, 0.78), (0, 1.0), (2, 0.6))
"""From left to right: which place stands there, and how high its step is."""
MOST_NAMES = 3
LEAST_PX = 190
MOST_PX = 330
WIDEST_PX = 760
SIGNS_PX = 44


class Podium:
    """Up to three steps; who shares a rank shares a step."""

    def __init__(self, found: Sequence[Standing]) -> None:
        first = [each for each in found if each.rank is not None and each.rank <= len(STEPS)]
        groups = [list(group) for _, group in groupby(first, lambda each: each.rank)]
        self._steps = groups[: len(STEPS)]

    def draw(self, surface: pygame.Surface, pictures: Pictures, room: Box) -> None:
        """Draws it in a room, standing on its lower edge."""
        px = pictures.px
        width = min(room.width, px(WIDEST_PX)) / len(STEPS)
        left = room.centre.x - width * len(STEPS) / 2
        above = 2.4 * pictures.font("large", True).get_height() + px(10)
        for column, (place, share) in enumerate(STEPS):
            if place < len(self._steps):
                height = (room.height - above) * share
                step = Box(
                    left + column * width + px(5), room.y + room.height - height, width - px(10), height
                )
                self._draw_step(surface, pictures, step, self._steps[place])

    def _draw_step(
        self, surface: pygame.Surface, pictures: Pictures, step: Box, group: Sequence[Standing]
    ) -> None:
        px, rank = pictures.px, group[0].rank or 1
        colour = MEDALS[rank - 1]
        fill_rounded(surface, step, (*colour, 34), px(10))
        outline(surface, step, (*colour, 150), px(10), px(1.5))
        side = min(px(SIGNS_PX), round(step.height * 0.5))
        medal = Box(step.centre.x - side / 2, step.y + min(px(16), step.height * 0.12), side, side)
        fill_rounded(surface, medal, (*colour, 255), side // 2)
        self._centred(surface, pictures, str(rank), "large", INK, medal.centre.x, medal.centre.y)
        total = pictures.text(str(group[0].total), "large", TEXT, True)
        if medal.y + side + total.get_height() + px(8) <= step.y + step.height:
            surface.blit(total, total.get_rect(midtop=(round(step.centre.x), round(medal.y + side + px(4)))))
        names: list[str] = [standing.player.label for standing in group]
        if len(names) > MOST_NAMES:
            others = len(names) - MOST_NAMES + 1
            # Translators: under the names of players who share a place.
            names = [*names[: MOST_NAMES - 1], msg_n("and {count} more", "and {count} more", others)]
        size = "large" if len(names) == 1 else "body"
        y = step.y - px(8)
        for name in reversed(names):
            line = pictures.font(size, True).get_height()
            y -= line
            words = fitting(name, pictures, step.width, size, True)
            ink = GOLD if rank == 1 else TEXT if len(names) == 1 else QUIET
            self._centred(surface, pictures, words, size, ink, step.centre.x, y + line / 2)

    @staticmethod
    def _centred(
        surface: pygame.Surface, pictures: Pictures, words: str, size: str, colour: RGB, x: float, y: float
    ) -> None:
        text = pictures.text(words, size, colour, True)
        surface.blit(text, text.get_rect(center=(round(x), round(y))))

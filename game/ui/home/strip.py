"""A low tile of the home screen: a name, a line beneath it, and one button.

Knows its words and where they stand; must not know what the button does.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.shapes import fill_rounded, outline
from game.ui.drawing.theme import GOLD, OUTLINE, QUIET, TEXT
from game.ui.drawing.words import fitting
from game.ui.forms.widgets import Button
from game.ui.home.tile import GROUND

STRIP_PX = 54
PAD_PX = 16
BUTTON_PX = 38
LOW_PX = 42
"""Where there is little room, one line has to do."""


class Strip:
    """One thing to do besides the games."""

    def __init__(self, name: str, line: str, button: Button, is_urgent: bool = False) -> None:
        """`is_urgent` when something goes on there without the player."""
        self.name, self.line, self.button, self.is_urgent = name, line, button, is_urgent
        button.about = f"{name}, {line}"
        self.box = Box(0, 0, 0, 0)

    def place(self, pictures: Pictures, box: Box) -> None:
        """Gives it a box."""
        px = pictures.px
        self.box = self.button.area = box
        for shows_word in (True, False):
            self.button.shows_word = shows_word
            width = self.button.width(pictures)
            if width < box.width * 0.45:
                break
        x = box.x + box.width - px(PAD_PX) - width
        self.button.box = Box(round(x), round(box.centre.y - px(BUTTON_PX) / 2), width, px(BUTTON_PX))

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        """Draws it in its box, except for the button."""
        px, box = pictures.px, self.box
        fill_rounded(surface, box, GROUND, px(14))
        outline(surface, box, (*GOLD, 255) if self.is_urgent else OUTLINE, px(14), px(1.5))
        room = self.button.box.x - box.x - px(PAD_PX) - px(10)
        name = pictures.text(fitting(self.name, pictures, room, "body", True), "body", TEXT, True)
        line = pictures.text(
            fitting(self.line, pictures, room, "small"), "small", GOLD if self.is_urgent else QUIET
        )
        said = [name, line]
        if name.get_height() + line.get_height() > box.height - px(4):
            said = [line if self.is_urgent else name]
        y = round(box.centre.y - sum(words.get_height() for words in said) / 2)
        for words in said:
            surface.blit(words, (box.x + px(PAD_PX), y))
            y += words.get_height()


def place_side_by_side(strips: Sequence[Strip], pictures: Pictures, room: Box, gap_px: int) -> None:
    """Gives strips an equal share of a row."""
    width = (room.width - (len(strips) - 1) * gap_px) / len(strips)
    for index, strip in enumerate(strips):
        strip.place(pictures, room._replace(x=round(room.x + index * (width + gap_px)), width=round(width)))

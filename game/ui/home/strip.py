"""A low tile of the home screen: a name, a line beneath it, and a button or two.

Knows its words and where they stand; must not know what the buttons do.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.message import Message, joined
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.shapes import fill_rounded, outline
from game.ui.drawing.theme import GOLD, OUTLINE, QUIET, TEXT
from game.ui.drawing.words import BETWEEN_FACTS, fitting, fitting_facts, with_less_of
from game.ui.forms.widgets import Button
from game.ui.home.tile import GROUND

STRIP_PX = 54
PAD_PX = 16
BUTTON_PX = 38
LOW_PX = 42
"""Where there is little room, one line has to do."""


class Strip:
    """One thing to do besides the games."""

    def __init__(
        self,
        name: str,
        facts: Sequence[str],
        button: Button,
        is_urgent: bool = False,
        other: Button | None = None,
        gives_way: str = "",
    ) -> None:
        """`is_urgent` when something goes on there without the player; `other` is meant less.

        `gives_way` is the part of the only fact of which letters are left out where there is no room.
        """
        self._gives_way = gives_way
        self.name, self.facts, self.button, self.is_urgent = name, facts, button, is_urgent
        self.short_name = name
        """What it is called where there is no room for its name."""
        self.buttons = [button] if other is None else [button, other]
        for each in self.buttons:
            each.about = joined(", ", [name, self.line])
        self.box = Box(0, 0, 0, 0)

    @property
    def line(self) -> str:
        """The facts in a line."""
        return joined(BETWEEN_FACTS, self.facts)

    def place(self, pictures: Pictures, box: Box) -> None:
        """Gives it a box."""
        px = pictures.px
        self.box = self.button.area = box
        for hidden in range(len(self.buttons) + 1):  # those that are meant less lose their words first
            for index, button in enumerate(self.buttons):
                button.shows_word = index < len(self.buttons) - hidden
            widths = [button.width(pictures) for button in self.buttons]
            if sum(widths) < box.width * 0.45:
                break
        x = box.x + box.width - px(PAD_PX)
        for button, width in zip(self.buttons, widths, strict=True):
            x -= width
            button.box = Box(round(x), round(box.centre.y - px(BUTTON_PX) / 2), width, px(BUTTON_PX))
            x -= px(6)

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        """Draws it in its box, except for the button."""
        px, box = pictures.px, self.box
        fill_rounded(surface, box, GROUND, px(14))
        outline(surface, box, (*GOLD, 255) if self.is_urgent else OUTLINE, px(14), px(1.5))
        room = self.buttons[-1].box.x - box.x - px(PAD_PX) - px(10)
        called = self.name if pictures.text_width(self.name, "body", True) <= room else self.short_name
        name = pictures.text(fitting(called, pictures, room, "body", True), "body", TEXT, True)
        facts = fitting_facts(self.facts, pictures, room, "small")
        if not facts and isinstance(only := self.facts[-1], Message) and self._gives_way in only.parts:
            facts = with_less_of(self._gives_way, only, pictures, room, "small")
        line = pictures.text(facts, "small", GOLD if self.is_urgent else QUIET)
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

"""A text in a form that is read and scrolled: headings and paragraphs, broken to the width there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pygame

from game.message import joined
from game.ui.drawing.canvas import draw_thumb
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, RGB, TEXT
from game.ui.drawing.words import wrapped_anywhere
from game.ui.forms.widgets import Widget
from game.ui.spoken import WidgetDescription, closed

STEP_PX = 60
BAR_PX = 6
PARAGRAPH_PX = 7
PART_PX = 8
SCROLLS: dict[int, tuple[float, float]] = {
    pygame.K_DOWN: (1, 0),
    pygame.K_UP: (-1, 0),
    pygame.K_PAGEDOWN: (0, 0.9),
    pygame.K_PAGEUP: (0, -0.9),
    pygame.K_HOME: (0, -1000),
    pygame.K_END: (0, 1000),
}
"""By how many steps and heights of the view a key scrolls."""


class TextPart(NamedTuple):
    """A heading, which may be empty, and the paragraphs beneath it."""

    heading: str
    paragraphs: Sequence[str]


class TextLine(NamedTuple):
    """A line and its place, from the upper edge of the text."""

    y: int
    words: str
    colour: RGB
    bold: bool


class TextView(Widget):
    """Parts of a text, of which as much is seen as there is room for."""

    takes_area = True
    takes_enter = False
    takes_arrows = True

    def __init__(self, parts: Sequence[TextPart], size: str = "body") -> None:
        """`size` is that of the letters."""
        self.parts = parts
        self._size = size
        self._lines: Sequence[TextLine] = ()
        self._whole_px = self._scroll_px = self._step_px = self._bar_px = self._line_px = 0

    @property
    def spoken(self) -> WidgetDescription:
        said = (text for part in self.parts for text in (part.heading, *part.paragraphs))
        return WidgetDescription("", joined(" ", [closed(sentence) for sentence in said if sentence]))

    def width(self, pictures: Pictures) -> int:
        return pictures.px(300)

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box = box
        self._break(pictures, box.width)
        self._scroll(0)

    def most_height(self, pictures: Pictures, width_px: float) -> float:
        self._break(pictures, width_px)
        return self._whole_px

    def _break(self, pictures: Pictures, width_px: float) -> None:
        """Breaks the text to a width."""
        self._step_px, self._bar_px = pictures.px(STEP_PX), pictures.px(BAR_PX)
        self._line_px = pictures.font(self._size).get_height() + pictures.px(2)
        self._lines = [*self._broken(pictures, width_px - 3 * self._bar_px)]

    def ring(self, pictures: Pictures) -> Box:
        return self.box.grown(pictures.px(4))

    def _broken(self, pictures: Pictures, room_px: float) -> Iterator[TextLine]:
        y, high, px = 0, self._line_px, pictures.px
        for part in self.parts:
            if part.heading:
                yield TextLine(y, part.heading, GOLD, True)
                y += high + px(2)
            for paragraph in part.paragraphs:
                for words in wrapped_anywhere(paragraph, pictures, room_px, self._size):
                    yield TextLine(y, words, TEXT, False)
                    y += high
                y += px(PARAGRAPH_PX)
            y += px(PART_PX)
        self._whole_px = y - px(PART_PX) - px(PARAGRAPH_PX)

    # Scrolling -----------------------------------------------------------------------------------

    def _scroll(self, by_px: float) -> bool:
        """Shows another part of the text; returns whether there is any."""
        before = self._scroll_px
        most = max(0, round(self._whole_px - self.box.height))
        self._scroll_px = max(0, min(most, round(before + by_px)))
        return self._scroll_px != before

    def turn(self, steps: int) -> None:
        self._scroll(-steps * self._step_px)

    def key(self, event: pygame.event.Event) -> bool:
        if event.key not in SCROLLS:
            return False
        steps, views = SCROLLS[event.key]
        return self._scroll(steps * self._step_px + views * self.box.height)

    # Drawing -------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        for line in self._lines:
            y = line.y - self._scroll_px
            if 0 <= y <= self.box.height - self._line_px:  # no line is cut
                words = pictures.text(line.words, self._size, line.colour, line.bold)
                surface.blit(words, (round(self.box.x), round(self.box.y + y)))
        seen = self.box._replace(width=self.box.width - self._bar_px)
        draw_thumb(surface, seen, self._whole_px, self._scroll_px, 0, self._bar_px)

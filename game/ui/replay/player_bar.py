"""The bar below a replay: the scrub bar with its times, and the buttons that play, step and choose the pace.

Knows buttons and boxes; must not know replays. What the buttons do is told by whoever owns them.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.message import Number, msg, msg_p
from game.play.phrases import hours
from game.ui.drawing.canvas import Picture
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import FELTS, QUIET, RGB, TEXT
from game.ui.forms.widgets import Button
from game.ui.replay.scrub_bar import ScrubBar

PAD_PX = 10
TRACK_PX = 54
BUTTON_PX = 38
GAP_PX = 6
RATE_PX = 48
ICONS_ALONE = ("step_back", "step_on")
PLAY_WORDS = (msg_p("a replay", "Play"), msg("Pause"))


def ground_colour(table: str) -> RGB:
    """What lies behind the bar, and between two tables of a colour."""
    red, green, blue = FELTS[table].edge
    return red // 2, green // 2, blue // 2


class PlayerBar:
    """Scrub bar and buttons, as wide as the window."""

    def __init__(self, pictures: Pictures, groups: Sequence[Sequence[Button]], rate_group: int) -> None:
        """`groups` of buttons from left to right, the last at the right edge; the rate stands in one of them.

        The rate is shown between the two buttons of `rate_group`.
        """
        self.pictures = pictures
        self.scrub = ScrubBar(pictures)
        self._groups = groups
        self._rate_group = rate_group
        self.box = Box(0, 0, 0, 0)
        self.rate = 1.0
        self.end_text = ""
        self._rate_box = Box(0, 0, 0, 0)

    @property
    def buttons(self) -> list[Button]:
        """All buttons in the order of the Tab key."""
        return [button for group in self._groups for button in group]

    @property
    def height_px(self) -> int:
        """How much of a window it takes."""
        px = self.pictures.px
        return 3 * px(PAD_PX) + px(TRACK_PX) + px(BUTTON_PX)

    def lay_out(self, box: Box) -> None:
        """Places everything in a box as wide as the window."""
        px, self.box = self.pictures.px, box
        pad = px(PAD_PX)
        side = max(self.pictures.text_width(words) for words in (self.end_text, "00:00")) + pad
        self.scrub.place(Box(box.x + pad + side, box.y + pad, box.width - 2 * (pad + side), px(TRACK_PX)))
        self._choose_words(box.width - 2 * pad)
        self._place_buttons()

    def _choose_words(self, room_px: float) -> None:
        """Words give way to icons where there is no room: first those at the right, Play the last."""
        buttons = [button for button in self.buttons if button.icon not in (None, *ICONS_ALONE)]
        for button in buttons:
            button.shows_word = True
        for button in reversed(buttons):
            if self._needed_px() <= room_px:
                return
            button.shows_word = False

    def _width(self, button: Button) -> int:
        """The width of a button; the one that plays and pauses keeps its width, so that none jumps."""
        if button.word not in PLAY_WORDS or not button.shows_word:
            return button.width(self.pictures)
        widths = [self.pictures.text_width(word, bold=button.is_strong) for word in PLAY_WORDS]
        return button.width(self.pictures) + max(widths) - widths[PLAY_WORDS.index(button.word)]

    def _needed_px(self) -> float:
        px = self.pictures.px
        widths = [self._width(button) + px(GAP_PX) for button in self.buttons]
        return sum(widths) + len(self._groups) * px(2 * GAP_PX) + px(RATE_PX)

    def _place_buttons(self) -> None:
        px = self.pictures.px
        gap, height = px(GAP_PX), px(BUTTON_PX)
        y = self.box.y + 2 * px(PAD_PX) + px(TRACK_PX)
        x = self.box.x + px(PAD_PX)
        for number, group in enumerate(self._groups[:-1]):
            for index, button in enumerate(group):
                if number == self._rate_group and index == 1:
                    self._rate_box = Box(x - gap, y, px(RATE_PX) + gap, height)
                    x += px(RATE_PX)
                button.box = Box(x, y, self._width(button), height)
                x += button.box.width + gap
            x += 2 * gap
        x = self.box.x + self.box.width - px(PAD_PX)
        for button in reversed(self._groups[-1]):
            x -= self._width(button)
            button.box = Box(x, y, self._width(button), height)
            x -= gap

    # Drawing --------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, table: str) -> None:
        """Draws all that stands still, on the colour of a table."""
        surface.fill(ground_colour(table), self.box)
        self.scrub.paint(surface)
        end = self.pictures.text(self.end_text, "body", QUIET)
        x = self.scrub.box.x + self.scrub.box.width + self.pictures.px(PAD_PX)
        surface.blit(end, (round(x), round(self.scrub.box.centre.y - end.get_height() / 2)))
        rate = msg("{number}×", number=Number(self.rate, digits=0 if self.rate >= 1 else 1))
        self._centred(surface, rate, TEXT, self._rate_box)
        for button in self.buttons:
            button.draw(surface, self.pictures)

    def _centred(self, surface: pygame.Surface, words: str, colour: RGB, box: Box) -> None:
        text = self.pictures.text(words, "body", colour, True)
        corner = box.centre.x - text.get_width() / 2, box.centre.y - text.get_height() / 2
        surface.blit(text, (round(corner[0]), round(corner[1])))

    def moving(self, at_ms: float, played_ms: int, pointed: tuple[float, str] | None) -> list[Picture]:
        """What changes while it plays: the time, the needle, and what the pointer is on."""
        time = self.pictures.text(hours(played_ms / 1000), "body", TEXT, True)
        right = self.scrub.box.x - self.pictures.px(PAD_PX)
        y = round(self.scrub.box.centre.y - time.get_height() / 2)
        shown = [(time, (round(right - time.get_width()), y)), self.scrub.needle(at_ms)]
        return shown if pointed is None else [*shown, *self.scrub.label(*pointed)]

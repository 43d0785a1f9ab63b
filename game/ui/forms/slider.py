"""A slider: a number of per cent, moved by knob, press, wheel or key.

Knows its box and its value; must not know what the number is for.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.message import msg, msg_p
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.shapes import fill_rounded, outline
from game.ui.drawing.theme import FACE, FAINT, GOLD, TEXT
from game.ui.forms.widgets import GROUND, NOWHERE, At, Widget
from game.ui.spoken import Focused

STEP = 5
OFF = msg_p("a volume", "Off")


class Slider(Widget):
    """A track with a knob; a press beside the knob fetches it."""

    def __init__(
        self, value: Callable[[], int], choose: Callable[[int], None], let_go: Callable[[], None]
    ) -> None:
        """`let_go` hears that the knob, which was held, has its value now."""
        self._value, self._choose, self._let_go = value, choose, let_go
        self.track = NOWHERE  # where the knob moves, as high as itself
        self._grip: float | None = None  # where the knob is held, as a share of its width
        self._before_silence = 0

    @property
    def spoken(self) -> Focused:
        return Focused("", self._words)

    @property
    def _words(self) -> str:
        return msg("{percent} %", percent=self._value()) if self._value() else OFF

    @property
    def is_grabbed(self) -> bool:
        """Whether the knob is being held."""
        return self._grip is not None

    @property
    def knob(self) -> Box:
        """Where the knob is."""
        track = self.track
        x = track.x + (track.width - track.height) * self._value() / 100
        return track._replace(x=round(x), width=track.height)

    def width(self, pictures: Pictures) -> int:
        return pictures.px(270)

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box = box
        widest = max(pictures.text_width(said) for said in (msg("{percent} %", percent=100), OFF))
        words = widest + pictures.px(14)
        knob = pictures.px(22)
        y = round(box.centre.y - knob / 2)
        self.track = Box(box.x + pictures.px(4), y, box.width - words - pictures.px(4), knob)

    def ring(self, pictures: Pictures) -> Box:
        ring = super().ring(pictures)
        return ring._replace(width=ring.width + pictures.px(4))

    def _take(self, value: int) -> None:
        value = max(0, min(100, value))
        if value != self._value():
            self._choose(value)

    def _drag(self, x: float, grip: float) -> None:
        track = self.track
        self._take(round((x - grip * track.height - track.x) / (track.width - track.height) * 100))

    def hover(self, at: At | None) -> bool:
        if self._grip is not None:
            if at is not None:  # whoever holds the knob may look elsewhere while they move it
                self._drag(at[0], self._grip)
            return at is not None
        was_hot, self.is_hot = self.is_hot, at is not None and self.knob.contains(at)
        return was_hot != self.is_hot

    def press_at(self, at: At) -> None:
        if at[0] >= self.track.x + self.track.width:
            return
        if not self.knob.contains(at):
            self._drag(at[0], 0.5)
        self._grip = (at[0] - self.knob.x) / self.knob.width

    def release(self) -> None:
        if self._grip is not None:
            self._grip = None
            self._let_go()

    def turn(self, steps: int) -> None:
        self._take(self._value() + steps * STEP)

    def press(self) -> None:
        now = self._value()
        self._before_silence = now or self._before_silence
        self._take(0 if now else self._before_silence or 100)

    def key(self, event: pygame.event.Event) -> bool:
        now = self._value()
        steps = {
            pygame.K_LEFT: now - STEP,
            pygame.K_RIGHT: now + STEP,
            pygame.K_PAGEDOWN: now - 4 * STEP,
            pygame.K_PAGEUP: now + 4 * STEP,
            pygame.K_HOME: 0,
            pygame.K_END: 100,
        }
        if event.key not in steps:
            return False
        self._take(steps[event.key])
        return True

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        track, height = self.track, pictures.px(6)
        line = Box(track.x, round(track.centre.y - height / 2), track.width, height)
        fill_rounded(surface, line, GROUND, height // 2)
        outline(surface, line, (*FAINT, 90), height // 2, 1)
        if self._value():
            reached = self.knob.centre.x - line.x
            fill_rounded(surface, line._replace(width=round(reached)), (*GOLD, 255), height // 2)
        colour = FACE if self.is_hot or self.is_grabbed else TEXT
        fill_rounded(surface, self.knob, (*colour, 255), round(track.height / 2))
        words = pictures.text(self._words, "body", TEXT)
        right = self.box.x + self.box.width
        surface.blit(words, (right - words.get_width(), round(self.box.centre.y - words.get_height() / 2)))

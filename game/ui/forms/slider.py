"""A number of per cent, moved by knob, press, wheel or key.

Knows its box and its value; must not know what the number is for. pygame_gui moves the knob.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pygame

from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import FAINT, GOLD, TEXT
from game.ui.forms.controls import ENTER, GROUND, Control
from game.ui.forms.widgets import fill_rounded, outline

if TYPE_CHECKING:
    from game.ui.forms.gui import Gui


class Slider(Control):
    """A track with a knob; a press beside the knob fetches it."""

    STEP = 5

    def __init__(self, value: Callable[[], int], choose: Callable[[int], None]) -> None:
        self._value, self._choose = value, choose
        self._knob: Any = None  # a UIHorizontalSlider
        self._track = Box(0, 0, 0, 0)
        self._before_silence = 0
        self._is_hot = False

    def width(self, pictures: Pictures) -> int:
        return pictures.px(270)

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box = box
        words = max(pictures.text_width("100 %"), pictures.text_width("Off")) + pictures.px(14)
        knob = pictures.px(22)
        y = round(box.centre.y - knob / 2)
        self._track = Box(box.x + pictures.px(4), y, box.width - words - pictures.px(4), knob)

    def build(self, gui: Gui, pictures: Pictures) -> None:
        self._knob = gui.slider(self._track, self._value())

    def forget_gui(self) -> None:
        self._knob = None

    def ring(self, pictures: Pictures) -> Box:
        ring = super().ring(pictures)
        return ring._replace(width=ring.width + pictures.px(4))

    @property
    def is_grabbed(self) -> bool:
        """Whether the knob is being held."""
        return self._knob is not None and bool(self._knob.sliding_button.held)

    def _take(self, value: int) -> None:
        value = max(0, min(100, value))
        self._knob.set_current_value(float(value))
        if value != self._value():
            self._choose(value)

    def hover(self, at: tuple[float, float] | None) -> bool:
        was_hot, self._is_hot = self._is_hot, at is not None and self._track.contains(at)
        return was_hot != self._is_hot or self._is_hot  # the knob brightens by itself

    def press(self, at: tuple[float, float]) -> None:
        track, knob = self._track, self._knob.sliding_button.rect
        if self.box.contains(at) and at[0] < track.x + track.width and not knob.collidepoint(at):
            self._take(round((at[0] - track.x - track.height / 2) / (track.width - track.height) * 100))

    def turn(self, steps: int) -> None:
        self._take(self._value() + steps * self.STEP)

    def key(self, event: pygame.event.Event) -> bool:
        now = self._value()
        steps = {
            pygame.K_LEFT: now - self.STEP,
            pygame.K_RIGHT: now + self.STEP,
            pygame.K_PAGEDOWN: now - 4 * self.STEP,
            pygame.K_PAGEUP: now + 4 * self.STEP,
            pygame.K_HOME: 0,
            pygame.K_END: 100,
        }
        if event.key in steps:
            self._take(steps[event.key])
        elif event.key in (*ENTER, pygame.K_SPACE):
            if now:
                self._before_silence = now
            self._take(0 if now else self._before_silence or 100)
        else:
            return False
        return True

    def poll(self) -> bool:
        if not self.is_grabbed:
            return False
        value = round(self._knob.get_current_value())
        if value != self._value():
            self._choose(value)
        return True

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        track, height = self._track, pictures.px(6)
        line = Box(track.x, round(track.centre.y - height / 2), track.width, height)
        fill_rounded(surface, line, GROUND, height // 2)
        outline(surface, line, (*FAINT, 90), height // 2, 1)
        reached = track.height / 2 + (track.width - track.height) * self._value() / 100
        if self._value():
            fill_rounded(surface, line._replace(width=round(reached)), (*GOLD, 255), height // 2)
        words = pictures.text(f"{self._value()} %" if self._value() else "Off", "body", TEXT)
        right = self.box.x + self.box.width
        surface.blit(words, (right - words.get_width(), round(self.box.centre.y - words.get_height() / 2)))

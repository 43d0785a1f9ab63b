"""A value that is raised and lowered in steps: − 5:00 +.

Knows a row of values and how each is said; must not know what they stand for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import TEXT
from game.ui.forms.controls import GROUND, Control
from game.ui.forms.widgets import Button, fill_rounded

BUTTON_PX = 44


class Stepper(Control):
    """One of a row of values, and the ways to the next and the one before."""

    def __init__(
        self,
        values: Sequence[int],
        value: Callable[[], int],
        choose: Callable[[int], None],
        said: Callable[[int], str] = str,
    ) -> None:
        """`values` ascend; `said` tells how one of them is shown."""
        self._values, self._value, self._choose, self._said = values, value, choose, said
        self.less = Button("−", None, lambda: self._step(-1), lambda: self._refusal(-1))
        self.more = Button("+", None, lambda: self._step(1), lambda: self._refusal(1))

    def _next(self, step: int) -> int | None:
        place = self._values.index(self._value()) + step
        return self._values[place] if 0 <= place < len(self._values) else None

    def _refusal(self, step: int) -> str | None:
        return "There is no more." if self._next(step) is None else None

    def _step(self, step: int) -> None:
        value = self._next(step)
        if value is not None:
            self._choose(value)

    def width(self, pictures: Pictures) -> int:
        widest = max(pictures.text_width(self._said(value)) for value in (self._values[0], self._values[-1]))
        return widest + pictures.px(2 * BUTTON_PX + 36)

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box = box
        width = pictures.px(BUTTON_PX)
        self.less.box = box._replace(width=width)
        self.more.box = box._replace(x=box.x + box.width - width, width=width)

    def hover(self, at: tuple[float, float] | None) -> bool:
        before = (self.less.is_hot, self.more.is_hot)
        for button in (self.less, self.more):
            button.is_hot = at is not None and button.box.contains(at)
        return before != (self.less.is_hot, self.more.is_hot)

    def press(self, at: tuple[float, float]) -> None:
        for button in (self.less, self.more):
            if button.box.contains(at):
                button.press()

    def turn(self, steps: int) -> None:
        self._step(1 if steps > 0 else -1)

    def key(self, event: pygame.event.Event) -> bool:
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_MINUS: -1, pygame.K_PLUS: 1}
        if event.key not in steps:
            return False
        self._step(steps[event.key])
        return True

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        fill_rounded(surface, self.box, GROUND, pictures.px(7))
        for button in (self.less, self.more):
            button.draw(surface, pictures)
        words = pictures.text(self._said(self._value()), "body", TEXT, True)
        centre = self.box.centre
        surface.blit(words, words.get_rect(center=(round(centre.x), round(centre.y))))

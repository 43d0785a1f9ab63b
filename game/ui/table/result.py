"""How a game ended, in a panel: the total first and counted up, what it means, the parts of it on request.

Knows words and buttons; must not know any game.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.message import Message, NumberText, msg
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, RGB, TEXT
from game.ui.forms.panel import PAD_PX, Line, Panel
from game.ui.forms.widgets import Button
from game.ui.spoken import ScreenDescription

COUNT_S = 0.9
"""So long the total is counted up."""


class ResultPanel(Panel):
    """A result: one number, a line or two, few buttons; all else is folded away."""

    def __init__(
        self,
        title: str,
        value: int,
        notes: Sequence[Line],
        lines: Sequence[Line],
        buttons: Sequence[Button],
        more: Sequence[Button],
        colour: RGB = GOLD,
        undo: Button | None = None,
        counts: bool = True,
    ) -> None:
        """`notes` stand below the number; `lines` and `more` buttons are shown on request.

        Esc presses the last of these buttons. With `counts` the number is counted up.
        """
        self.value, self.notes, self.colour = value, notes, colour
        self._few, self._more = list(buttons), list(more)
        self._details = Button(msg("Details"), "statistics", self.unfold)
        self._left_s = COUNT_S if counts else 0.0
        self.is_unfolded = False
        super().__init__(title, lines, [*self._few, self._details], undo=undo)

    @property
    def is_counting(self) -> bool:
        """Whether the number still grows."""
        return self._left_s > 0

    def count_up(self, step_s: float) -> None:
        """Lets time pass."""
        self._left_s = max(0.0, self._left_s - step_s)

    @property
    def counted(self) -> int:
        """The number as far as it is counted."""
        return round(self.value * (1 - (self._left_s / COUNT_S) ** 3))

    def unfold(self) -> None:
        """Shows all that there is to know and to do."""
        self.is_unfolded = True
        self.buttons = [*self._few, *self._more]
        self.focus.go_to(self.buttons[0])

    @property
    def spoken(self) -> ScreenDescription:
        told = super().spoken
        notes = [line.words for line in self.notes]
        return told._replace(lines=[str(self.value), *notes, *told.lines])

    def handle(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._left_s = 0.0
        if event.type == pygame.KEYDOWN and event.key in self.escape_keys:
            self._more[-1].press()
        else:
            super().handle(event)

    def rest(self, key: int, modifiers: int) -> None:
        shown, self.buttons = self.buttons, [*self._few, *self._more]
        super().rest(key, modifiers)
        self.buttons = shown

    # Drawing -------------------------------------------------------------------------------------

    def shown_lines(self) -> Sequence[Line]:
        return [*self.notes, *self.lines] if self.is_unfolded else self.notes

    def head_height(self, pictures: Pictures) -> int:
        title, number = pictures.font("large", True), pictures.font("result", True)
        return title.get_height() + number.get_height() + pictures.px(6)

    def draw_head(self, surface: pygame.Surface, pictures: Pictures) -> None:
        number = Message("{value}", {"value": NumberText(self.counted)})
        y = pictures.px(PAD_PX)
        for words, size, colour in ((self.title, "large", self.colour), (number, "result", TEXT)):
            text = pictures.text(words, size, colour, True)
            surface.blit(text, ((surface.get_width() - text.get_width()) // 2, y))
            y += text.get_height()

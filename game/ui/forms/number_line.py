"""A line in which a whole number is typed or pasted.

Knows digits and where they stand; must not know what the number is for. pygame_gui does the
editing, and what is seen of it is drawn here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pygame

from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, INK, OUTLINE
from game.ui.forms.controls import GROUND, Control
from game.ui.forms.widgets import fill_rounded, outline

if TYPE_CHECKING:
    from game.ui.forms.gui import Gui

LINE_PAD_PX = 12
"""From the left edge to the text."""


class NumberLine(Control):
    """A field for digits, with a caret and a selection."""

    is_edited = True

    def __init__(self, digits: int, changed: Callable[[], None], refused: Callable[[str], None]) -> None:
        """At most `digits` long; `refused` hears a sentence when anything else is typed."""
        self.text = ""
        self._digits = digits
        self._changed, self._refused = changed, refused
        self._gui: Gui | None = None
        self._line: Any = None  # a UITextEntryLine
        self._has_keyboard = False
        self._marked: tuple[int, ...] = ()  # caret and selection as they were last seen

    def width(self, pictures: Pictures) -> int:
        return pictures.text_width("0" * self._digits) + pictures.px(32)

    def build(self, gui: Gui, pictures: Pictures) -> None:
        self._gui = gui
        self._line = gui.number_line(self.box, self.text, self._digits)
        if self._has_keyboard:
            self.focus(True)

    def forget_gui(self) -> None:
        self._gui = self._line = None

    def set_text(self, text: str) -> None:
        """Puts another number there."""
        self.text = text
        self._line.set_text(text)
        self._changed()

    def focus(self, has_it: bool) -> None:
        self._has_keyboard = has_it
        if self._gui is not None:
            self._gui.give_keyboard(self._line if has_it else None)

    def press(self, at: tuple[float, float]) -> None:
        # The click itself is handed to pygame_gui by the form.
        self.focus(True)

    def ring(self, pictures: Pictures) -> Box:
        return self.box

    def key(self, event: pygame.event.Event) -> bool:
        assert self._gui is not None
        command = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) and not event.mod & pygame.KMOD_ALT
        if command and event.key == pygame.K_v:
            self._paste()
            return True
        edits = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END)
        if command or event.key in (*edits, pygame.K_BACKSPACE, pygame.K_DELETE):
            self._gui.process_events(event)
            self._note()
            return True
        return False

    def poll(self) -> bool:
        marked = (self._line.edit_position, *self._line.select_range)
        was_marked, self._marked = self._marked, marked
        return was_marked != marked

    def _paste(self) -> None:
        # Numbers are copied from titles and lists: "#48 213" is as good as 48213.
        text = "".join(pygame.scrap.get_text().split()).removeprefix("#")
        if text:
            self._insert(text.replace(",", "").replace("’", ""))

    def write(self, event: pygame.event.Event) -> None:
        self._insert(event.text)

    def _insert(self, text: str) -> None:
        assert self._gui is not None
        if not (text.isascii() and text.isdigit()):
            self._refused("Only digits make a deal number.")
            return
        selected = abs(self._line.select_range[0] - self._line.select_range[1])
        if len(self.text) - selected + len(text) > self._digits:
            self._refused(f"A deal number has at most {self._digits} digits.")
            return
        self._gui.process_events(pygame.event.Event(pygame.TEXTINPUT, text=text))
        self._note()

    def _note(self) -> None:
        if self._line.get_text() != self.text:
            self.text = self._line.get_text()
            self._changed()

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        radius = pictures.px(7)
        fill_rounded(surface, self.box, GROUND, radius)
        if not self._has_keyboard:
            outline(surface, self.box, OUTLINE, radius, pictures.px(1))
        font = pictures.font("body")
        left, height = round(self.box.x + pictures.px(LINE_PAD_PX)), font.get_height()
        y = round(self.box.centre.y - height / 2)

        def x(index: int) -> int:
            return left + font.size(self.text[:index])[0]

        surface.blit(pictures.text(self.text), (left, y))
        if not self._has_keyboard:
            return
        first, last = sorted(self._line.select_range)
        if first < last:
            surface.fill(GOLD, (x(first), y, x(last) - x(first), height))
            surface.blit(pictures.text(self.text[first:last], "body", INK), (x(first), y))
        # The caret stands still: a blinking one would keep an idle program awake.
        caret = x(self._line.edit_position)
        surface.fill(GOLD, (caret, y, pictures.px(1.5), height))

"""A line in which a name or a path is typed, pasted and edited; a long one slides under its frame.

Knows keys, the pointer and the clipboard; must not know what the text is for. It needs
nothing of pygame_gui, which loses the caret of a long line.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pygame

from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, INK, OUTLINE, TEXT
from game.ui.forms.controls import GROUND, Control
from game.ui.forms.text_edit import TextEdit
from game.ui.forms.widgets import fill_rounded, outline

PAD_PX = 12
REPEAT_MS = (450, 40)
"""How long a key is held until it repeats, and how often then."""


class TextLine(Control):
    """A field for text, with a caret and a selection."""

    is_edited = True
    takes_spaces = True

    def __init__(self, text: str, changed: Callable[[], None]) -> None:
        """`changed` is called when the player has changed the text."""
        self.edit = TextEdit(text)
        self._changed = changed
        self._has_keyboard = False
        self._is_grabbed = False  # whether the pointer is selecting
        self._shift_px = 0
        self._font: pygame.font.Font | None = None

    @property
    def text(self) -> str:
        """What stands there."""
        return self.edit.text

    def set_text(self, text: str) -> None:
        """Puts another text there; nobody is told."""
        self.edit = TextEdit(text)

    def width(self, pictures: Pictures) -> int:
        return pictures.px(300)

    def place(self, pictures: Pictures, box: Box) -> None:
        super().place(pictures, box)
        self._font = pictures.font("body")
        self._pad_px = pictures.px(PAD_PX)

    def ring(self, pictures: Pictures) -> Box:
        return self.box

    def focus(self, has_it: bool) -> None:
        self._has_keyboard = has_it
        self._is_grabbed = False
        if has_it:
            pygame.key.set_repeat(*REPEAT_MS)
        else:
            pygame.key.set_repeat()

    def forget_gui(self) -> None:
        if self._has_keyboard:
            pygame.key.set_repeat()

    # The pointer ---------------------------------------------------------------------------------

    def press(self, at: tuple[float, float]) -> None:
        self._is_grabbed = True
        place = self._place_at(at[0])
        self.edit.select(place, place)

    def hover(self, at: tuple[float, float] | None) -> bool:
        if not self._is_grabbed or at is None or at == (-1, -1):
            return False
        before = self.edit.caret
        self.edit.select(self.edit.anchor, self._place_at(at[0]))
        return self.edit.caret != before

    def let_go(self) -> None:
        """The pointer's button is released."""
        self._is_grabbed = False

    def _place_at(self, x: float) -> int:
        """The place between two letters that is nearest to x."""
        wanted = x - self.box.x - self._pad_px + self._shift_px
        low, high = 0, len(self.text)
        while low < high:
            middle = (low + high) // 2
            if (self._x(middle) + self._x(middle + 1)) / 2 < wanted:
                low = middle + 1
            else:
                high = middle
        return low

    def _x(self, place: int) -> int:
        assert self._font is not None
        return self._font.size(self.text[:place])[0]

    # Keys ----------------------------------------------------------------------------------------

    def key(self, event: pygame.event.Event) -> bool:
        before = self.text
        if not self._edit(event):
            return False
        if self.text != before:
            self._changed()
        return True

    def _edit(self, event: pygame.event.Event) -> bool:
        edit, key = self.edit, event.key
        extends = bool(event.mod & pygame.KMOD_SHIFT)
        command = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) and not event.mod & pygame.KMOD_ALT
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        ends = {pygame.K_HOME: -1, pygame.K_END: 1}
        deletes = {pygame.K_BACKSPACE: -1, pygame.K_DELETE: 1}
        if key in steps:
            edit.move(steps[key], extends, by_word=bool(command))
        elif key in ends:
            edit.move_to_end(ends[key], extends)
        elif key in deletes:
            edit.delete(deletes[key], by_word=bool(command))
        elif command and key == pygame.K_a:
            edit.select_all()
        elif command and key in (pygame.K_c, pygame.K_x):
            self._copy(and_delete=key == pygame.K_x)
        elif command and key == pygame.K_v:
            self._paste()
        else:
            return False
        return True

    def _copy(self, and_delete: bool) -> None:
        if self.edit.selected:
            with suppress(pygame.error):
                pygame.scrap.put_text(self.edit.selected)
            if and_delete:
                self.edit.insert("")

    def _paste(self) -> None:
        with suppress(pygame.error):
            self.edit.insert(pygame.scrap.get_text())

    def write(self, event: pygame.event.Event) -> None:
        self.edit.insert(event.text)
        self._changed()

    # Drawing -------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        px, radius = pictures.px, pictures.px(7)
        fill_rounded(surface, self.box, GROUND, radius)
        if not self._has_keyboard:
            outline(surface, self.box, OUTLINE, radius, px(1))
        self._keep_caret_in_view(px(2))
        font = pictures.font("body")
        view = pygame.Rect(self.box).inflate(-2 * self._pad_px + px(4), 0)
        before = surface.get_clip()
        surface.set_clip(before.clip(view))
        left, height = round(self.box.x) + self._pad_px - self._shift_px, font.get_height()
        y = round(self.box.centre.y - height / 2)
        surface.blit(font.render(self.text, True, TEXT), (left, y))
        if self._has_keyboard:
            first, last = self.edit.selection
            if first < last:
                start, end = self._x(first), self._x(last)
                surface.fill(GOLD, (left + start, y, end - start, height))
                surface.blit(font.render(self.text[first:last], True, INK), (left + start, y))
            # The caret stands still: a blinking one would keep an idle program awake.
            surface.fill(GOLD, (left + self._x(self.edit.caret), y, px(1.5), height))
        surface.set_clip(before)

    def _keep_caret_in_view(self, caret_px: int) -> None:
        room = round(self.box.width) - 2 * self._pad_px - caret_px
        caret, end = self._x(self.edit.caret), self._x(len(self.text))
        self._shift_px = min(max(self._shift_px, caret - room), caret, max(0, end - room))

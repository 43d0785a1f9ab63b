"""Text fields, also for whole numbers: a line being edited; and the wheel by which a controller writes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import ClassVar

import pygame

from game.message import joined, labelled, msg_p, verbatim
from game.storage.files import printable
from game.ui.drawing.canvas import Canvas, draw_panel, fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.letters import Letters
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, INK, QUIET, TEXT
from game.ui.drawing.words import text_within
from game.ui.forms.widgets import GROUND, At, Widget, sign_of
from game.ui.screen import PROGRAM, Context, Screen
from game.ui.spoken import Role, ScreenDescription, WidgetDescription


def copy_text(text: str) -> bool:
    """Puts a text on the clipboard; returns whether that could be done."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, ValueError):  # part of a file's name may be no text
        return False
    return True


def pasted_text() -> str:
    """Returns the text on the clipboard, or nothing."""
    with suppress(pygame.error):
        return pygame.scrap.get_text()
    return ""


class TextEdit:
    """Text with a caret; the part between caret and `anchor` is selected.

    >>> line = TextEdit("game.patience")
    >>> line.select(0, 4)
    >>> line.insert("spider")
    >>> line.text, line.caret
    ('spider.patience', 6)
    """

    def __init__(self, text: str = "", max_length: int = 1000) -> None:
        """At most `max_length` letters long."""
        self.text = text[:max_length]
        self.caret = self.anchor = len(self.text)
        self._max_length = max_length

    @property
    def selection(self) -> tuple[int, int]:
        """Where the selected part begins and ends; the same twice when nothing is selected."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    @property
    def selected(self) -> str:
        """The selected part."""
        first, last = self.selection
        return self.text[first:last]

    def select(self, anchor: int, caret: int) -> None:
        """Selects the text between two places."""
        self.anchor, self.caret = (max(0, min(len(self.text), place)) for place in (anchor, caret))

    def select_all(self) -> None:
        """Selects everything."""
        self.select(0, len(self.text))

    def select_word(self) -> None:
        """Selects the word at the caret, or the characters between two words."""
        first = last = self.caret
        kind = self.text[first : first + 1].isalnum() or self.text[first - 1 : first].isalnum()
        while first and self.text[first - 1].isalnum() == kind:
            first -= 1
        while last < len(self.text) and self.text[last].isalnum() == kind:
            last += 1
        self.select(first, last)

    def insert(self, text: str) -> None:
        """Puts text in the place of the selection, as much as there is room for."""
        first, last = self.selection
        text = self.kept(text)
        text = text[: self._max_length - len(self.text) + last - first]
        self.text = self.text[:first] + text + self.text[last:]
        self.caret = self.anchor = first + len(text)

    def kept(self, text: str) -> str:
        """What may stand in it of a text; line ends are left out."""
        return "".join(letter for letter in text if letter.isprintable())

    def delete(self, step: int, by_word: bool = False) -> None:
        """Deletes the selection, or the character before (−1) or after (1) the caret."""
        if self.caret == self.anchor:
            self.move(step, extends=True, by_word=by_word)
        self.insert("")

    def move(self, step: int, extends: bool = False, by_word: bool = False) -> None:
        """Moves the caret a letter or a word; a selection is left at its end, or extended."""
        if self.caret != self.anchor and not extends and not by_word:
            place = self.selection[0 if step < 0 else 1]
        elif by_word:
            place = self._word_end(step)
        else:
            place = self.caret + step
        self.select(self.anchor if extends else place, place)

    def move_to_end(self, step: int, extends: bool = False) -> None:
        """Moves the caret to the beginning (−1) or the end (1)."""
        place = 0 if step < 0 else len(self.text)
        self.select(self.anchor if extends else place, place)

    def _word_end(self, step: int) -> int:
        place, has_met_word = self.caret, False
        while 0 <= place + min(step, 0) < len(self.text):
            is_word = self.text[place + min(step, 0)].isalnum()
            if has_met_word and not is_word:
                break
            has_met_word = has_met_word or is_word
            place += step
        return place


PAD_PX = 12
REPEAT_MS = (450, 40)
"""Delay until a held key repeats, and interval of repetition."""


class TextField(Widget):
    """A field for text, with a caret and a selection."""

    takes_enter = False
    is_edited = True

    def __init__(self, text: str, changed: Callable[[], None], max_length: int = 1000) -> None:
        """At most `max_length` letters long; `changed` is called when the player has changed the text."""
        self.edit = TextEdit(text, max_length)
        self._max_length = max_length
        self._changed = changed
        self._has_keyboard = False
        self._is_grabbed = False  # whether the pointer is selecting
        self._shift_px = 0
        self._font: Letters | None = None

    @property
    def text(self) -> str:
        """Its content."""
        return self.edit.text

    @property
    def spoken(self) -> WidgetDescription:
        value = verbatim(self._seen) if self.text else msg_p("a text field", "empty")
        state = self._seen, self.edit.anchor, self.edit.caret
        return WidgetDescription("", value, role=Role.ENTRY, state=state)

    @property
    def _seen(self) -> str:
        """The text as it can be drawn, letter for letter; one that was not typed may hold anything."""
        return printable(self.text, len(self.text))

    def set_text(self, text: str) -> None:
        """Replaces its content, without a notification."""
        self.edit = TextEdit(text, self._max_length)

    def insert(self, text: str) -> None:
        """Puts typed text in the place of the selection."""
        self.edit.insert(text)

    def paste(self, text: str) -> None:
        """Puts copied text in the place of the selection."""
        self.insert(text)

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

    # The pointer ---------------------------------------------------------------------------------

    def press_at(self, at: At) -> None:
        self._is_grabbed = True
        place = self._place_at(at)
        self.edit.select(place, place)

    def press_twice(self, at: At) -> bool:
        is_same = self._place_at(at) == self.edit.caret
        if is_same:
            self.edit.select_word()
        return is_same

    def on_hover(self, at: At | None) -> bool:
        if not self._is_grabbed or at is None:
            return False
        before = self.edit.caret
        self.edit.select(self.edit.anchor, self._place_at(at))
        return self.edit.caret != before

    def release(self) -> None:
        self._is_grabbed = False

    def _place_at(self, at: At) -> int:
        """The place between two letters that is nearest to a point."""
        wanted = at[0] - self.box.x - self._pad_px + self._shift_px
        low, high = 0, len(self.text)
        while low < high:
            middle = (low + high) // 2
            if (self._width_of(middle) + self._width_of(middle + 1)) / 2 < wanted:
                low = middle + 1
            else:
                high = middle
        return low

    def x_of(self, place: int) -> float:
        """Position of a place between two letters, in pixels; outside the box if the frame hides it."""
        return self.box.x + self._pad_px - self._shift_px + self._width_of(place)

    def _width_of(self, place: int) -> int:
        assert self._font is not None
        return self._font.size(self._seen[:place])[0]

    # Keys ----------------------------------------------------------------------------------------

    def key(self, event: pygame.event.Event) -> bool:
        before = self.text
        had_use = self._edit(event)
        if self.text != before:
            self._changed()
        return had_use

    def _edit(self, event: pygame.event.Event) -> bool:
        edit, key = self.edit, event.key
        extends = bool(event.mod & pygame.KMOD_SHIFT)
        command = event.mod & pygame.KMOD_CTRL and not event.mod & pygame.KMOD_ALT
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
            if text := pasted_text():
                self.paste(text)
        else:
            return False
        return True

    def _copy(self, and_delete: bool) -> None:
        if self.edit.selected:
            copy_text(self.edit.selected)
            if and_delete:
                self.edit.insert("")

    def write(self, text: str) -> None:
        before = self.text
        self.insert(text)
        if self.text != before:
            self._changed()

    # Drawing -------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        px = pictures.px
        self._draw_ground(surface, pictures)
        self._keep_caret_in_view(px(2))
        font = pictures.font("body")
        view = pygame.Rect(self.box).inflate(-2 * self._pad_px + px(4), 0)
        before = surface.get_clip()
        surface.set_clip(before.clip(view))
        left, height = round(self.box.x) + self._pad_px - self._shift_px, font.get_height()
        y = round(self.box.centre.y - height / 2)
        surface.blit(font.render(self._seen, True, TEXT), (left, y))
        if self._has_keyboard:
            first, last = self.edit.selection
            if first < last:
                start, end = self._width_of(first), self._width_of(last)
                surface.fill(GOLD, (left + start, y, end - start, height))
                surface.blit(font.render(self._seen[first:last], True, INK), (left + start, y))
            # The caret stands still: a blinking one would keep an idle program awake.
            surface.fill(GOLD, (left + self._width_of(self.edit.caret), y, px(1.5), height))
        surface.set_clip(before)

    def _draw_ground(self, surface: pygame.Surface, pictures: Pictures) -> None:
        fill_rounded(surface, self.box, GROUND, pictures.px(7))
        if not self._has_keyboard:
            outline(surface, self.box, pictures.line, pictures.px(7), pictures.px(1))

    def _keep_caret_in_view(self, caret_px: int) -> None:
        room = round(self.box.width) - 2 * self._pad_px - caret_px
        caret, end = self._width_of(self.edit.caret), self._width_of(len(self.text))
        self._shift_px = min(max(self._shift_px, caret - room), caret, max(0, end - room))


class NumberField(TextField):
    """A field for digits alone; where anything else is typed, it stays as it is."""

    def __init__(
        self,
        digits: int,
        changed: Callable[[], None],
        refused: Callable[[str], None],
        *,
        no_digits: str,
        too_long: str,
        takes: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """At most `digits` long; `refused` gets one of two sentences for other input.

        A pasted text for which `takes` returns true is left to it.
        """
        super().__init__("", changed, digits)
        self._digits, self._refused = digits, refused
        self._no_digits, self._too_long, self._takes = no_digits, too_long, takes

    def width(self, pictures: Pictures) -> int:
        return pictures.text_width("0" * self._digits) + pictures.px(32)

    def paste(self, text: str) -> None:
        if self._takes(text):
            return
        # Numbers are copied from titles and lists: "#48 213" is as good as 48213.
        text = "".join(text.split()).removeprefix("#")
        if text:
            self.insert(text.replace(",", "").replace("’", ""))

    def insert(self, text: str) -> None:
        if text.isspace():
            return  # as in a number that is pasted
        if not (text.isascii() and text.isdigit()):
            self._refused(self._no_digits)
        elif len(self.text) - len(self.edit.selected) + len(text) > self._digits:
            self._refused(self._too_long)
        else:
            super().insert(text)


DIGITS = "0123456789"
WHEELS = (
    "abcdefghijklmnopqrstuvwxyz",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    DIGITS + ".,-_:/@#'!?&()+*",
    "äàâáąåæçćéèêëęíìîïłñńóòôöœøśßúùûüýźż",
)
LEGEND = (
    ("A", msg_p("a controller's button", "writes")),
    ("X", msg_p("a controller's button", "deletes")),
    ("Y", msg_p("a controller's button", "other letters")),
    ("R", msg_p("a controller's button", "space")),
    ("B", msg_p("a controller's button", "done")),
)
PANEL_PX, RADIUS_PX, HUB_PX = (520, 560), 190, 110
POINTED = 0.5
"""Share of a stick's way from which on it points at a letter."""


class LetterWheel(Screen):
    """Letters in a ring: the stick points at one, the cross goes round; what is written goes into a field."""

    min_px = (PANEL_PX[0] + 16, PANEL_PX[1] + 16)
    stick_points = True
    pad_keys: ClassVar = {
        pygame.CONTROLLER_BUTTON_X: pygame.K_BACKSPACE,
        pygame.CONTROLLER_BUTTON_Y: pygame.K_TAB,
        pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: pygame.K_INSERT,
        pygame.CONTROLLER_BUTTON_START: pygame.K_ESCAPE,
    }

    def __init__(self, context: Context, field: TextField, label: str) -> None:
        """Writes into `field`, which the player knows as `label`."""
        super().__init__(context)
        self._field, self._label = field, label
        self._wheels: Sequence[str] = (DIGITS,) if isinstance(field, NumberField) else WHEELS
        self._wheel = self._place = 0

    @property
    def title(self) -> str:
        return joined(" — ", [self._label, PROGRAM])

    @property
    def letters(self) -> str:
        """The letters of the wheel, the first one on top."""
        return self._wheels[self._wheel]

    @property
    def letter(self) -> str:
        """The letter that is pointed at."""
        return self.letters[self._place]

    @property
    def spoken(self) -> ScreenDescription:
        text = self._field.spoken.value
        keys = joined(", ", [labelled(verbatim(button), does) for button, does in LEGEND])
        return ScreenDescription(self._label, [text, keys], WidgetDescription(verbatim(self.letter)))

    def say(self, sentence: str) -> None:
        self.context.narrate(sentence)

    def on_stick(self, right: float, down: float) -> None:
        """Points at the letter in a direction."""
        if math.hypot(right, down) >= POINTED:
            turn = math.atan2(right, -down) / (2 * math.pi)
            self._go(round(turn * len(self.letters)))

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.TEXTINPUT:
            self._write(event.text)
        if event.type != pygame.KEYDOWN:
            return
        does: dict[int, Callable[[], None]] = {
            pygame.K_LEFT: lambda: self._go(self._place - 1),
            pygame.K_UP: lambda: self._go(self._place - 1),
            pygame.K_RIGHT: lambda: self._go(self._place + 1),
            pygame.K_DOWN: lambda: self._go(self._place + 1),
            pygame.K_TAB: self._turn,
            pygame.K_INSERT: lambda: self._write(" "),
            pygame.K_BACKSPACE: lambda: self._take_back(event),
            pygame.K_RETURN: self.context.back,
            pygame.K_ESCAPE: self.context.back,
        }
        if event.key == pygame.K_SPACE and not event.scancode:  # a controller's; a keyboard's is text
            self._write(self.letter)
        elif event.key in does:
            does[event.key]()

    def _go(self, place: int) -> None:
        self._place = place % len(self.letters)
        self.redraw()

    def _turn(self) -> None:
        self._wheel = (self._wheel + 1) % len(self._wheels)
        self._go(min(self._place, len(self.letters) - 1))

    def _write(self, text: str) -> None:
        self._field.write(text)
        self.redraw()

    def _take_back(self, event: pygame.event.Event) -> None:
        self._field.key(event)
        self.redraw()

    # Drawing -------------------------------------------------------------------------------------

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        self.redraw()

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        super().paint(surface, area)
        pictures, (width, height) = self.context.pictures, self.canvas.size
        px = pictures.px
        wide, high = px(PANEL_PX[0]), px(PANEL_PX[1])
        box = Box((width - wide) // 2, max(0, (height - high) // 2), wide, high)
        draw_panel(surface, box, pictures, self.context.table)
        head = pictures.text(self._label, "body", GOLD, True)
        _centre(surface, head, box.centre.x, box.y + px(26))
        middle = box.centre.x, box.y + px(44) + px(RADIUS_PX) + px(24)
        self._paint_ring(surface, pictures, middle)
        self._paint_text(surface, pictures, middle)
        self._paint_legend(surface, pictures, box)

    def _paint_ring(self, surface: pygame.Surface, pictures: Pictures, middle: tuple[float, float]) -> None:
        for place, letter in enumerate(self.letters):
            turn = 2 * math.pi * place / len(self.letters)
            x = middle[0] + math.sin(turn) * pictures.px(RADIUS_PX)
            y = middle[1] - math.cos(turn) * pictures.px(RADIUS_PX)
            is_chosen = place == self._place
            if is_chosen:
                half = pictures.px(17)
                fill_rounded(surface, Box(x - half, y - half, 2 * half, 2 * half), (*GOLD, 255), half)
            _centre(surface, pictures.text(verbatim(letter), "body", INK if is_chosen else TEXT, True), x, y)

    def _paint_text(self, surface: pygame.Surface, pictures: Pictures, middle: tuple[float, float]) -> None:
        px = pictures.px
        half = px(HUB_PX)
        field = Box(middle[0] - half, middle[1] - px(20), 2 * half, px(40))
        outline(surface, field, pictures.line, px(7), px(1))
        text = self._field.text
        while text and pictures.text_width(verbatim(text)) > field.width - px(24):
            text = text[1:]  # its end is what one writes at
        words = pictures.text(verbatim(text), "body", TEXT)
        surface.blit(words, (field.x + px(10), middle[1] - words.get_height() / 2))
        caret = field.x + px(11) + words.get_width(), middle[1] - words.get_height() / 2
        surface.fill(GOLD, (*caret, px(2), words.get_height()))

    def _paint_legend(self, surface: pygame.Surface, pictures: Pictures, box: Box) -> None:
        px = pictures.px
        step_px = (box.width - px(24)) / len(LEGEND)
        for number, (letter, does) in enumerate(LEGEND):
            x, y = box.x + px(12) + (number + 0.5) * step_px, box.y + box.height - px(52)
            _centre(surface, sign_of(pictures, letter, px(22), TEXT), x, y)
            _centre(surface, text_within(does, pictures, step_px - px(4), "small", QUIET), x, y + px(26))


def _centre(surface: pygame.Surface, picture: pygame.Surface, x: float, y: float) -> None:
    surface.blit(picture, picture.get_rect(center=(round(x), round(y))))

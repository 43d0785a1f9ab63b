"""What a form is made of: choices, switches, buttons, a slider, a line for a number.

Knows boxes, keys and pictures; must not know which form they stand in. The value belongs
to the form: a control asks for it when it is drawn, and hands over what the player wants
instead. What pygame_gui does for two of them is asked of the `Gui` that the form gives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from game.ui.layout import Box
from game.ui.pictures import Pictures
from game.ui.theme import FAINT, GOLD, INK, OUTLINE, QUIET, TEXT
from game.ui.widgets import Button, fill_rounded, outline

if TYPE_CHECKING:
    from game.ui.gui import Gui

HEIGHT_PX = 38
GROUND = (0x04, 0x12, 0x0D, 150)
"""Behind what slides or is written."""
LINE_PAD_PX = 12
"""From the left edge of a line to its text."""
RING_PX = 4
"""Between a control and the ring that shows where the keyboard is."""
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


class Control:
    """One thing of a form that can be changed or pressed."""

    box: Box = Box(0, 0, 0, 0)
    takes_row = False  # whether a press anywhere in its row is meant for it
    is_edited = False  # whether it is typed into, and so always shows that it has the keyboard

    def width(self, pictures: Pictures) -> int:
        """The width it needs, in pixels."""
        raise NotImplementedError

    def place(self, pictures: Pictures, box: Box) -> None:
        """Gives it its box."""
        self.box = box

    def build(self, gui: Gui, pictures: Pictures) -> None:
        """Makes what it needs of pygame_gui, once it has its box."""

    def forget_gui(self) -> None:
        """Lets go of that, because the form is closed or made anew."""

    def ring(self, pictures: Pictures) -> Box:
        """Where to draw the ring that shows that it has the keyboard."""
        return self.box.grown(pictures.px(RING_PX))

    def hover(self, at: tuple[float, float] | None) -> bool:
        """Follows the pointer; returns whether it looks different now."""
        return False

    def press(self, at: tuple[float, float]) -> None:
        """The pointer was pressed on it, or on its row."""

    def turn(self, steps: int) -> None:
        """The wheel was turned over it, upwards when positive."""

    def key(self, event: pygame.event.Event) -> bool:
        """Takes a key; returns whether it had a use for it."""
        return False

    def write(self, event: pygame.event.Event) -> None:
        """Takes typed text."""

    def focus(self, has_it: bool) -> None:
        """It gets the keyboard, or loses it."""

    def poll(self) -> bool:
        """Notices what pygame_gui did; returns whether it looks different now."""
        return False

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        """Draws it in its box."""
        raise NotImplementedError


class Press(Control):
    """A button."""

    def __init__(self, button: Button, refused: Callable[[str], None] = lambda _: None) -> None:
        """`refused` hears why a disabled button cannot be pressed."""
        self.button = button
        self._refused = refused

    def width(self, pictures: Pictures) -> int:
        return self.button.width(pictures)

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box = self.button.box = box

    def hover(self, at: tuple[float, float] | None) -> bool:
        was_hot, self.button.is_hot = self.button.is_hot, at is not None and self.box.contains(at)
        return was_hot != self.button.is_hot

    def press(self, at: tuple[float, float]) -> None:
        refusal = self.button.refusal()
        if refusal is None:
            self.button.press()
        else:
            self._refused(refusal)

    def key(self, event: pygame.event.Event) -> bool:
        if event.key in (*ENTER, pygame.K_SPACE):
            self.press(self.box.centre)
            return True
        return False

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        self.button.draw(surface, pictures)


class Choice(Control):
    """One of a few words."""

    def __init__(
        self, choices: Sequence[tuple[str, str]], value: Callable[[], str], choose: Callable[[str], None]
    ) -> None:
        """`choices` are words and the values they stand for."""
        self._values = [each for _, each in choices]
        self._value, self._choose = value, choose
        self.buttons = [
            Button(
                word,
                None,
                lambda each=each: self._take(each),  # type: ignore[misc]
                is_chosen=lambda each=each: value() == each,  # type: ignore[misc]
            )
            for word, each in choices
        ]

    def _take(self, value: str) -> None:
        if value != self._value():
            self._choose(value)

    def _widths(self, pictures: Pictures) -> list[int]:
        return [max(pictures.px(58), button.width(pictures)) for button in self.buttons]

    def width(self, pictures: Pictures) -> int:
        return sum(self._widths(pictures)) + pictures.px(6) * (len(self.buttons) - 1)

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box = box
        x = box.x
        for button, width in zip(self.buttons, self._widths(pictures), strict=True):
            button.box = Box(x, box.y, width, box.height)
            x += width + pictures.px(6)

    def hover(self, at: tuple[float, float] | None) -> bool:
        before = [button.is_hot for button in self.buttons]
        for button in self.buttons:
            button.is_hot = at is not None and button.box.contains(at)
        return before != [button.is_hot for button in self.buttons]

    def press(self, at: tuple[float, float]) -> None:
        for button in self.buttons:
            if button.box.contains(at):
                button.press()

    def key(self, event: pygame.event.Event) -> bool:
        values = self._values
        now = values.index(self._value()) if self._value() in values else 0
        if event.key == pygame.K_LEFT:
            self._take(values[max(0, now - 1)])
        elif event.key == pygame.K_RIGHT:
            self._take(values[min(len(values) - 1, now + 1)])
        elif event.key in (*ENTER, pygame.K_SPACE):
            self._take(values[(now + 1) % len(values)])
        else:
            return False
        return True

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        for button in self.buttons:
            button.draw(surface, pictures)


class Switch(Control):
    """Off or on."""

    takes_row = True

    def __init__(self, is_on: Callable[[], bool], turn_on: Callable[[bool], None]) -> None:
        self._is_on, self._turn_on = is_on, turn_on
        self._is_hot = False

    def width(self, pictures: Pictures) -> int:
        return pictures.px(46)

    def place(self, pictures: Pictures, box: Box) -> None:
        height = pictures.px(26)
        self.box = box._replace(y=round(box.centre.y - height / 2), height=height)

    def hover(self, at: tuple[float, float] | None) -> bool:
        was_hot, self._is_hot = self._is_hot, at is not None and self.box.contains(at)
        return was_hot != self._is_hot

    def press(self, at: tuple[float, float]) -> None:
        self._turn_on(not self._is_on())

    def key(self, event: pygame.event.Event) -> bool:
        if event.key in (*ENTER, pygame.K_SPACE):
            self._turn_on(not self._is_on())
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            wanted = event.key == pygame.K_RIGHT
            if wanted != self._is_on():
                self._turn_on(wanted)
        else:
            return False
        return True

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        box, is_on = self.box, self._is_on()
        radius = round(box.height / 2)
        fill_rounded(surface, box, (*GOLD, 225) if is_on else GROUND, radius)
        if not is_on or self._is_hot:
            rim = (*TEXT, 200) if self._is_hot else (*FAINT, 160)
            outline(surface, box, rim, radius, pictures.px(1.5))
        inset = pictures.px(4)
        knob = box.height - 2 * inset
        x = box.x + (box.width - inset - knob if is_on else inset)
        fill_rounded(
            surface, Box(x, box.y + inset, knob, knob), (*(INK if is_on else QUIET), 255), round(knob / 2)
        )


class Slider(Control):
    """A number of per cent. pygame_gui moves the knob; a press beside it fetches it."""

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


class NumberLine(Control):
    """A line in which a whole number is typed or pasted. pygame_gui does the editing."""

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

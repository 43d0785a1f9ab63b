"""What a form is made of: what every control does, and choices, switches and buttons.

Knows boxes, keys and pictures; must not know which form they stand in. The value belongs
to the form: a control asks for it when it is drawn, and hands over what the player wants
instead. A control that needs pygame_gui asks for it of the `Gui` that the form gives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import FAINT, GOLD, INK, QUIET, TEXT
from game.ui.forms.widgets import Button, fill_rounded, outline

if TYPE_CHECKING:
    from game.ui.forms.gui import Gui

HEIGHT_PX = 38
GROUND = (0x04, 0x12, 0x0D, 150)
"""Behind what slides or is written."""

RING_PX = 4
"""Between a control and the ring that shows where the keyboard is."""
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


class Control:
    """One thing of a form that can be changed or pressed."""

    box: Box = Box(0, 0, 0, 0)
    takes_row = False  # whether a press anywhere in its row is meant for it
    is_edited = False  # whether it is typed into, and so always shows that it has the keyboard
    takes_spaces = False  # whether a space is typed into it, too
    takes_arrows = False  # whether the arrows go through it before they leave it

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

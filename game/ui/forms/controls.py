"""Widgets that choose: one of a few words, a value raised and lowered in steps, a slider, a switch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

import pygame

from game.message import Message, msg, msg_p
from game.play.deal import Difficulty
from game.ui.drawing.canvas import fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import FACE, FAINT, GOLD, INK, QUIET, TEXT
from game.ui.drawing.words import text_within
from game.ui.forms.widgets import GROUND, NOWHERE, At, Button, Widget, place_beside
from game.ui.spoken import Role, WidgetDescription

Each = TypeVar("Each")
STEP_PX = 44
# Translators: A switch: while one plays, no points are shown, nor what else the game counts.
HIDE_SCORE = msg("Hide score"), msg("Until the game is over; T reads it")
"""Label and hint of a setting."""
ON, OFF = msg_p("a switch", "on"), msg_p("a switch", "off")


class ButtonGroup(Widget):
    """Buttons beside each other that are focused as one."""

    buttons: Sequence[Button] = ()

    def on_hover(self, at: At | None) -> bool:
        return True in [button.on_hover(at) for button in self.buttons]  # all of them follow

    def press_at(self, at: At) -> None:
        for button in self.buttons:
            if button.box.contains(at):
                button.press()

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        for button in self.buttons:
            button.draw(surface, pictures)


PICTURE_PX, PICTURE_GAP_PX = (56, 62), 4


class PictureButton(Button):
    """A picture with its word below."""

    def __init__(
        self,
        word: str,
        press: Callable[[], None],
        is_chosen: Callable[[], bool],
        picture: Callable[[Pictures, int, int], pygame.Surface],
    ) -> None:
        """`picture` is drawn within a width and a height, in pixels."""
        super().__init__(word, None, press, is_chosen=is_chosen)
        self._picture = picture

    def width(self, pictures: Pictures) -> int:
        return max(pictures.px(PICTURE_PX[0]), pictures.text_width(self.word, "small") + pictures.px(10))

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        chosen, gap = self.is_chosen(), pictures.px(PICTURE_GAP_PX)
        word = text_within(self.word, pictures, self.box.width, "small", TEXT if chosen else QUIET)
        height = int(self.box.height) - word.get_height() - 2 * gap
        picture = self._picture(pictures, int(self.box.width) - 2 * gap, height)
        if chosen or self.is_hot:
            edge = (*GOLD, 255) if chosen else (*TEXT, 200)
            outline(surface, self.box, edge, pictures.px(7), pictures.px(2))
        middle = self.box.x + self.box.width / 2
        surface.blit(picture, (round(middle - picture.get_width() / 2), round(self.box.y + gap)))
        low = self.box.y + self.box.height - word.get_height() - 1
        surface.blit(word, (round(middle - word.get_width() / 2), round(low)))


class RadioGroup(ButtonGroup):
    """One of a few words, or of a few pictures with their words."""

    def __init__(
        self,
        choices: Sequence[tuple[str, Any]],
        value: Callable[[], Any],
        choose: Callable[[Any], None],
        lines: int = 1,
        picture: Callable[[Pictures, Any, int, int], pygame.Surface] | None = None,
        role: Role = Role.RADIO,
    ) -> None:
        """`choices` are words and their values, in at least `lines` lines.

        `picture` draws a value within a width and a height, as high as two lines of words. With the `role`
        of a tab each choice is another page.
        """
        self._role = role
        self._high, self._least_rows = (2, 1) if picture else (1, lines)
        self._rows, self._picture = self._least_rows, picture
        self._measured: tuple[object, list[int]] | None = None  # how wide the buttons are
        self._values = [value for _, value in choices]
        self._value, self._choose = value, choose
        self.buttons = [self._button(word, value) for word, value in choices]

    def _button(self, word: str, value: Any) -> Button:
        draw = self._picture
        if draw is None:
            return Button(word, None, lambda: self._take(value), is_chosen=lambda: self._value() == value)
        return PictureButton(
            word,
            lambda: self._take(value),
            lambda: self._value() == value,
            lambda pictures, width, height: draw(pictures, value, width, height),
        )

    def _take(self, value: Any) -> None:
        if value != self._value():
            self._choose(value)

    @property
    def lines(self) -> int:  # type: ignore[override]
        return self._rows * self._high

    def _widths(self, pictures: Pictures) -> list[int]:
        key = pictures.unit, pictures.language.code, pictures.button_px(1)
        if self._measured is None or self._measured[0] != key:
            least = pictures.px(0 if self._picture else 58)
            self._measured = key, [max(least, button.width(pictures)) for button in self.buttons]
        return self._measured[1]

    def break_lines(self, pictures: Pictures, room_px: float) -> None:
        self._rows = self._least_rows
        while self._rows < len(self.buttons) and self.width(pictures) > room_px:
            self._rows += 1

    def _in_lines(self, each: Sequence[Each]) -> list[Sequence[Each]]:
        """Splits what belongs to the buttons into lines; the first lines are no longer than the last."""
        ends = [len(each) * row // self._rows for row in range(self._rows + 1)]
        return [each[first:last] for first, last in pairwise(ends)]

    def width(self, pictures: Pictures) -> int:
        gap = pictures.px(6)
        return max(sum(line) + gap * (len(line) - 1) for line in self._in_lines(self._widths(pictures)))

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box = box
        gap = pictures.px(6)
        rows = self._in_lines(self.buttons)
        high = (box.height - gap * (len(rows) - 1)) // len(rows)
        lines = zip(rows, self._in_lines(self._widths(pictures)), strict=True)
        for number, (buttons, widths) in enumerate(lines):
            left = box.x + box.width - sum(widths) - gap * (len(widths) - 1)
            place_beside(buttons, widths, Box(left, box.y + number * (high + gap), box.width, high), gap)

    @property
    def spoken(self) -> WidgetDescription:
        return WidgetDescription(
            "",
            self.buttons[self._index].word if self._index >= 0 else "",
            role=self._role,
            state=(self._index + 1, len(self.buttons)),
        )

    @property
    def _index(self) -> int:
        """Index of the value; before the first if it is none of these."""
        return self._values.index(self._value()) if self._value() in self._values else -1

    def press(self) -> None:
        self._take(self._values[(self._index + 1) % len(self._values)])

    def key(self, event: pygame.event.Event) -> bool:
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if event.key not in steps:
            return False
        self._take(self._values[max(0, min(len(self._values) - 1, self._index + steps[event.key]))])
        return True


class Stepper(ButtonGroup):
    """One of a row of values, and the ways to the next and the one before: − 5:00 +."""

    takes_enter = False

    def __init__(
        self,
        values: Sequence[int],
        value: Callable[[], int],
        choose: Callable[[int], None],
        said: Callable[[int], str] = str,
    ) -> None:
        """`values` ascend; `said` formats one of them."""
        self._values, self._value, self._choose, self._said = values, value, choose, said
        self.buttons = [
            Button("−", None, lambda: self._step(-1), lambda: self._refusal(-1)),
            Button("+", None, lambda: self._step(1), lambda: self._refusal(1)),
        ]

    @property
    def spoken(self) -> WidgetDescription:
        state = self._value(), self._values[0], self._values[-1]
        return WidgetDescription("", self.words, role=Role.SPIN, state=state)

    @property
    def words(self) -> str:
        """Name of the value."""
        return self._said(self._value())

    def _next(self, step: int) -> int | None:
        place = self._values.index(self._value()) + step
        return self._values[place] if 0 <= place < len(self._values) else None

    def _refusal(self, step: int) -> Message | None:
        return msg("There are no more.") if self._next(step) is None else None

    def _step(self, step: int) -> None:
        value = self._next(step)
        if value is not None:
            self._choose(value)

    def width(self, pictures: Pictures) -> int:
        widest = max(pictures.text_width(self._said(value)) for value in (self._values[0], self._values[-1]))
        return widest + pictures.px(2 * STEP_PX + 36)

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box = box
        width = pictures.px(STEP_PX)
        for button, x in zip(self.buttons, (box.x, box.x + box.width - width), strict=True):
            button.box = box._replace(x=x, width=width)

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
        super().draw(surface, pictures)
        words = pictures.text(self.words, "body", TEXT, True)
        centre = self.box.centre
        surface.blit(words, words.get_rect(center=(round(centre.x), round(centre.y))))


class FormValues:
    """Values that the rows of a form choose, by name, and the widgets that choose them."""

    def __init__(self, changed: Callable[[], None], **values: Any) -> None:
        self._changed, self._values = changed, values

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def put(self, name: str, value: Any) -> None:
        """Chooses a value."""
        self._values[name] = value
        self._changed()

    def choice(self, name: str, choices: Sequence[tuple[str, Any]]) -> RadioGroup:
        """Chooses one of a few words; see `RadioGroup`."""
        return RadioGroup(choices, lambda: self[name], partial(self.put, name))

    def stepper(self, name: str, values: Sequence[int], said: Callable[[int], str] = str) -> Stepper:
        """Chooses a number; see `Stepper`."""
        return Stepper(values, lambda: self[name], partial(self.put, name), said)


class Switch(Widget):
    """Off or on."""

    takes_area = True

    @property
    def spoken(self) -> WidgetDescription:
        return WidgetDescription(
            "", ON if self._is_on() else OFF, role=Role.SWITCH, state=(int(self._is_on()),)
        )

    def __init__(self, is_on: Callable[[], bool], turn_on: Callable[[bool], None]) -> None:
        self._is_on, self._turn_on = is_on, turn_on

    def width(self, pictures: Pictures) -> int:
        return pictures.px(46)

    def place(self, pictures: Pictures, box: Box) -> None:
        height = pictures.px(26)
        self.box = box._replace(y=round(box.centre.y - height / 2), height=height)

    def press(self) -> None:
        self._turn_on(not self._is_on())

    def key(self, event: pygame.event.Event) -> bool:
        if event.key not in (pygame.K_LEFT, pygame.K_RIGHT):
            return False
        if self._is_on() != (event.key == pygame.K_RIGHT):
            self.press()
        return True

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        box, is_on = self.box, self._is_on()
        radius = round(box.height / 2)
        fill_rounded(surface, box, (*GOLD, 225) if is_on else GROUND, radius)
        if not is_on or self.is_hot:
            rim = (*TEXT, 200) if self.is_hot else (*FAINT, 160)
            outline(surface, box, rim, radius, pictures.px(1.5))
        inset = pictures.px(4)
        knob = box.height - 2 * inset
        x = box.x + (box.width - inset - knob if is_on else inset)
        fill_rounded(
            surface, Box(x, box.y + inset, knob, knob), (*(INK if is_on else QUIET), 255), round(knob / 2)
        )


STEP = 5
VOLUME_OFF = msg_p("a volume", "Off")


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
    def spoken(self) -> WidgetDescription:
        return WidgetDescription("", self._words, role=Role.SLIDER, state=(self._value(), 0, 100))

    @property
    def _words(self) -> str:
        return msg("{percent} %", percent=self._value()) if self._value() else VOLUME_OFF

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
        widest = max(pictures.text_width(said) for said in (msg("{percent} %", percent=100), VOLUME_OFF))
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

    def on_hover(self, at: At | None) -> bool:
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
        outline(surface, line, pictures.line, height // 2, 1)
        if self._value():
            reached = self.knob.centre.x - line.x
            fill_rounded(surface, line._replace(width=round(reached)), (*GOLD, 255), height // 2)
        colour = FACE if self.is_hot or self.is_grabbed else TEXT
        fill_rounded(surface, self.knob, (*colour, 255), round(track.height / 2))
        words = pictures.text(self._words, "body", TEXT)
        right = self.box.x + self.box.width
        surface.blit(words, (right - words.get_width(), round(self.box.centre.y - words.get_height() / 2)))


ANY = "any"
DIFFICULTIES = (
    (msg_p("difficulty", "Any"), ANY),
    *((difficulty.word.capitalised(), difficulty.value) for difficulty in Difficulty),
)
"""Difficulties and their names."""


def difficulty_named(word: str) -> Difficulty | None:
    """The difficulty of a choice, None for any."""
    return None if word == ANY else Difficulty(word)

"""A wheel of letters: text is written with a controller, over the form whose field it goes into."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import ClassVar

import pygame

from game.message import joined, labelled, msg_p, verbatim
from game.ui.drawing.canvas import Canvas, draw_panel, fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, INK, QUIET, TEXT
from game.ui.drawing.words import text_within
from game.ui.forms.signs import sign
from game.ui.forms.text_field import NumberField, TextField
from game.ui.screen import PROGRAM, Context, Screen
from game.ui.spoken import ScreenDescription, WidgetDescription

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
        self._changed()

    def _turn(self) -> None:
        self._wheel = (self._wheel + 1) % len(self._wheels)
        self._go(min(self._place, len(self.letters) - 1))

    def _write(self, text: str) -> None:
        self._field.write(text)
        self._changed()

    def _take_back(self, event: pygame.event.Event) -> None:
        self._field.key(event)
        self._changed()

    def _changed(self) -> None:
        self.canvas.damage()
        self.is_stale = True

    # Drawing -------------------------------------------------------------------------------------

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        self.context.pictures.set_unit(self.context.scaled_unit(self.canvas.window_size))
        self._changed()

    def draw(self, alpha: float) -> None:
        self.canvas.compose(self._paint, [])
        self.is_stale = False

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        pictures, (width, height) = self.context.pictures, self.canvas.size
        px = pictures.px
        surface.blit(pictures.felt(self.canvas.size, self.context.table), area, area)
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
            _centre(surface, sign(pictures, letter, px(22), TEXT), x, y)
            _centre(surface, text_within(does, pictures, step_px - px(4), "small", QUIET), x, y + px(26))


def _centre(surface: pygame.Surface, picture: pygame.Surface, x: float, y: float) -> None:
    surface.blit(picture, picture.get_rect(center=(round(x), round(y))))

"""Widgets: everything that can be pointed at, focused and pressed; and buttons, the simplest of them.

A value belongs to the screen: a widget reads it when drawn, and passes on what the player wants instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

import pygame

from game.message import Message, joined, msg, msg_p, verbatim
from game.ui.drawing.canvas import Picture, fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Hand, Pictures
from game.ui.drawing.theme import BUTTON, BUTTON_HOVER, FAINT, GOLD, INK, QUIET, RGB, TEXT, panel_colour
from game.ui.drawing.words import text_within
from game.ui.spoken import Role, WidgetDescription

PRESS_SIGN, BACK_SIGN = "A", "B"
ICON_SIGNS = {
    "undo": "L",
    "redo": "LS",
    "hint": "Y",
    "end": "RS",
    "eye": "RS",
    "shuffle": "R",
    "menu": "≡",
}
"""Of the buttons of a table's bar, by their icons; LS and RS are the sticks pressed down."""
KEY_SIGNS = {"U": "L", "R": "LS", "I": "Y", "Esc": BACK_SIGN, "F1": "⧉"}
"""Of what a menu names keys for."""


def sign_of(pictures: Pictures, letter: str, size_px: int, ink: RGB) -> pygame.Surface:
    """The sign of a button, a letter in a circle, `size_px` high and wide."""

    def drawn() -> pygame.Surface:
        surface = pygame.Surface((size_px, size_px), pygame.SRCALPHA)
        box = Box(0, 0, size_px, size_px)
        outline(surface, box, (*ink, 255), size_px // 2, max(1, size_px // 14))
        words = pictures.text(verbatim(letter), "small", ink, True)
        room = size_px * (0.62 if len(letter) > 1 else 0.72)
        share = min(1.0, room / max(words.get_width(), 0.8 * words.get_height()))
        if share < 1:
            size = round(words.get_width() * share), round(words.get_height() * share)
            words = pygame.transform.smoothscale(words, size)
        surface.blit(words, words.get_rect(center=box.centre))
        return surface

    return pictures.made(("sign", letter, size_px, ink), drawn)


At = tuple[float, float]
"""A point, in pixels of the canvas."""

NOWHERE = Box(0, 0, 0, 0)
OPENS = msg_p("a button", "opens a menu")
"""Spoken description of a button that opens more of them."""
GROUND = (0x04, 0x12, 0x0D, 150)
"""Background of sliders and fields."""
STACK_PAD_PX = 6
"""Beside, and shared above and below, a word that stands under its icon."""
RING_PX = 4
"""Between a widget and the ring that shows where the keyboard is."""


class Widget:
    """One thing that can be pointed at, focused and pressed."""

    box = NOWHERE
    area = NOWHERE  # where a press is meant for it, too
    lines = 1  # in how many it stands, one below the other
    is_hot = False  # under the pointer or the keyboard's cursor
    takes_area = False  # whether a press anywhere in its row of a form is meant for it
    takes_enter = True  # whether Enter and Space press it
    takes_arrows = False  # whether the arrows go through it before they leave it
    closes_menu = False  # whether what it stands in closes before it is pressed
    is_edited = False  # whether it is typed into, and so always shows that it has the keyboard
    part_of: Widget | None = None  # whose stop of the Tab key it shares: the arrows lead on from there

    @property
    def buttons(self) -> Sequence[Button]:
        """The buttons it consists of."""
        return ()

    @property
    def spoken(self) -> WidgetDescription:
        """Description for a player who only hears it; its name may be added."""
        return WidgetDescription("")

    def width(self, pictures: Pictures) -> int:
        """The width it needs, in pixels."""
        raise NotImplementedError

    def break_lines(self, pictures: Pictures, room_px: float) -> None:
        """Stands in as many lines as it takes to be no wider than the room, if it can."""

    def max_height(self, pictures: Pictures, width_px: float) -> float:
        """The height beyond which more is of no use to it, at a width, in pixels."""
        return inf

    def place(self, pictures: Pictures, box: Box) -> None:
        """Gives it its box."""
        self.box = box

    def ring(self, pictures: Pictures) -> Box:
        """Where to draw the ring that shows that it has the keyboard."""
        return self.box.grown(pictures.px(RING_PX))

    def on_hover(self, at: At | None) -> bool:
        """Follows the pointer; returns whether it looks different now."""
        was_hot, self.is_hot = self.is_hot, at is not None and self.box.contains(at)
        return was_hot != self.is_hot

    def focus(self, has_it: bool) -> None:
        """It gets the keyboard, or loses it."""

    def refusal(self) -> Message | None:
        """Why it cannot be pressed now, as a sentence, or None."""
        return None

    def press(self) -> None:
        """It is pressed, by key or by pointer."""

    def press_at(self, at: At) -> None:
        """The pointer is pressed on it, or in its area."""
        self.press()

    def press_twice(self, at: At) -> bool:
        """The pointer is pressed again in haste; returns whether that means more than another press."""
        return False

    def release(self) -> None:
        """The pointer's button is let go, wherever that is."""

    def turn(self, steps: int) -> None:
        """The wheel is turned over it, upwards when positive."""

    def key(self, event: pygame.event.Event) -> bool:
        """Takes a key; returns whether it had a use for it."""
        return False

    def write(self, text: str) -> None:
        """Takes typed text."""

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        """Draws it in its box."""
        raise NotImplementedError


class Button(Widget):
    """A word with an icon that can be pressed. `refusal` says why not, when it is disabled."""

    def __init__(
        self,
        word: str,
        icon: str | None,
        press: Callable[[], None],
        refusal: Callable[[], Message | None] = lambda: None,
        is_strong: bool = False,  # the one that is meant most
        is_chosen: Callable[[], bool] = lambda: False,
        about: str = "",  # what it belongs to, where several bear the same word
        role: Role = Role.BUTTON,  # of one that can be chosen: CHECK, RADIO or TAB
    ) -> None:
        self.word, self.icon = word, icon
        self.pressed_by = 0
        """A key that presses it in a panel."""
        self.press, self.refusal = press, refusal  # type: ignore[method-assign]
        self.is_strong, self.is_chosen, self.shows_word = is_strong, is_chosen, True
        self.about, self.role = about, role
        self.is_stacked = False
        """Whether its word stands below its icon, which takes less width and more height."""
        self.badge: Callable[[Pictures, int], pygame.Surface] | None = None
        """Draws what stands before the word in place of an icon, so many pixels high."""
        self.spoken_word = ""
        """Text told in place of the word, where that changes too often to be heard."""
        self.hint = ""
        """Text told after its name when it gets the focus."""
        self.sign = BACK_SIGN if icon == "back" else ""
        """The controller's button that presses it wherever the focus is."""

    @property
    def spoken(self) -> WidgetDescription:
        name = joined(", ", filter(None, (self.about, self.spoken_word or self.word)))
        refusal = self.refusal()
        if refusal is not None:
            return WidgetDescription(name, msg("not now"), refusal, Role.BUTTON)
        if self.role is Role.MENU:
            return WidgetDescription(name, OPENS, role=Role.MENU)
        is_chosen = self.is_chosen()
        value, state = msg_p("a button", "chosen") if is_chosen else "", (int(is_chosen),)
        return WidgetDescription(name, value, self.hint, self.role, state=state)

    def alone(self) -> Button:
        """This button, with its icon alone."""
        self.shows_word = False
        return self

    @property
    def buttons(self) -> Sequence[Button]:
        return [self]

    def width(self, pictures: Pictures) -> int:
        inner = pictures.text_width(self.word, bold=self.is_strong) if self.shows_word else 0
        if self.is_stacked:
            return max(inner, pictures.px(20)) + 2 * pictures.px(STACK_PAD_PX)
        icon = pictures.px(20) if self.icon or self.badge else 0
        between = pictures.px(7) if icon and inner else 0
        width = inner + icon + between + 2 * pictures.px(12 if self.shows_word else 8)
        return max(width, pictures.button_px(0))

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        enabled = self.refusal() is None
        chosen = self.is_chosen()
        fill: tuple[int, ...] = BUTTON_HOVER if self.is_hot and enabled else BUTTON
        is_sharp = pictures.choice.high_contrast
        if self.is_strong:
            fill = (*GOLD, 255 if self.is_hot or is_sharp else 225)
        if chosen:
            fill = (*GOLD, 56 if self.is_hot else 44)
        if not enabled:
            fill = (255, 255, 255, 9)
        fill_rounded(surface, self.box, fill, pictures.px(7))
        ink: RGB = INK if self.is_strong and enabled else TEXT if enabled else QUIET
        if self.is_hot:
            rim = pictures.px(3 if is_sharp else 1.5)
            outline(surface, self.box, (*TEXT, 200 if enabled else 90), pictures.px(7), rim)
        elif chosen:
            outline(surface, self.box, (*GOLD, 255), pictures.px(7), pictures.px(1.5))
        elif is_sharp and enabled:
            outline(surface, self.box, pictures.line, pictures.px(7), pictures.px(1))
        parts = [] if self.badge is None else [self.badge(pictures, pictures.px(20))]
        if self.icon:
            parts.append(self._symbol(self.icon, pictures, ink if enabled else FAINT))
        gap = pictures.px(7)
        if self.shows_word:
            beside = 0 if self.is_stacked else sum(part.get_width() + gap for part in parts)
            room = self.box.width - beside - gap
            word = pictures.text(self.word, "body", ink, self.is_strong)
            if word.get_width() > room:
                word = text_within(self.word, pictures, room, "body", ink, self.is_strong)
            parts.append(word)
        if self.is_stacked:
            y = self.box.centre.y - sum(part.get_height() for part in parts) / 2
            for part in parts:
                surface.blit(part, (round(self.box.centre.x - part.get_width() / 2), round(y)))
                y += part.get_height()
            return
        x = self.box.x + (self.box.width - sum(p.get_width() for p in parts) - gap * (len(parts) - 1)) / 2
        for part in parts:
            surface.blit(part, (round(x), round(self.box.y + (self.box.height - part.get_height()) / 2)))
            x += part.get_width() + gap

    @staticmethod
    def stacked_px(pictures: Pictures) -> int:
        """The height that one needs whose word stands below its icon."""
        return pictures.px(20 + STACK_PAD_PX) + pictures.font("body").get_height()

    def _symbol(self, icon: str, pictures: Pictures, ink: RGB) -> pygame.Surface:
        """Its icon, or the sign of what presses it while a controller is used."""
        letter = PRESS_SIGN if self.is_hot else self.sign
        if letter and pictures.hand is Hand.CONTROLLER:
            return sign_of(pictures, letter, pictures.px(20), ink)
        return pictures.icon(icon, pictures.px(20), ink)


def place_beside(widgets: Sequence[Widget], widths: Sequence[float], box: Box, gap: float) -> None:
    """Places widgets of these widths one beside the other, from the left of a box and as high as it."""
    x = box.x
    for widget, width in zip(widgets, widths, strict=True):
        widget.box = Box(x, box.y, width, box.height)
        x += width + gap


def label_of(
    button: Button, pictures: Pictures, table: str, size: tuple[int, int], words: str = ""
) -> Picture:
    """Tooltip of a button on the colour of a table: below it, or above at a window's end."""

    def drawn() -> pygame.Surface:
        text, pad = pictures.text(words or button.word, "small", TEXT), pictures.px(8)
        picture = pygame.Surface((text.get_width() + 2 * pad, text.get_height() + pad), pygame.SRCALPHA)
        box, radius = Box(0, 0, *picture.get_size()), pictures.px(6)
        fill_rounded(picture, box, (*panel_colour(table), 245), radius)
        outline(picture, box, pictures.line, radius, 1)
        picture.blit(text, (pad, pad // 2))
        return picture

    picture = pictures.made(("label", words or button.word, table, pictures.unit), drawn)
    gap, box = pictures.px(6), button.box
    x = min(box.centre.x - picture.get_width() / 2, size[0] - picture.get_width() - gap)
    y = box.y + box.height + gap
    if y + picture.get_height() > size[1]:
        y = box.y - gap - picture.get_height()
    return picture, (round(max(gap, x)), round(y))


def icon_label(
    widget: Widget | None, pictures: Pictures, table: str, size: tuple[int, int], foot_px: int = 0
) -> list[Picture]:
    """Tooltip of a button without a word, if it has the focus or the pointer; at its left in a foot."""
    if not isinstance(widget, Button) or widget.shows_word or not widget.word:
        return []
    label, (x, y) = label_of(widget, pictures, table, size)
    if foot_px and widget.box.y >= size[1] - foot_px:
        x = round(widget.box.x) - label.get_width() - pictures.px(6)
        y = round(widget.box.centre.y - label.get_height() / 2)
    return [(label, (x, y))]

"""A modal panel over the table: a pause, a question, a result, or a menu in two columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame

from game.message import Message, joined, labelled, msg, msg_p, verbatim
from game.ui.drawing.canvas import draw_panel, fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Hand, Pictures
from game.ui.drawing.scroll import PAGE_KEYS, STEP_PX, THUMB_PX, Scroll
from game.ui.drawing.theme import BUTTON, BUTTON_HOVER, FAINT, GOLD, QUIET, RGB, TEXT, VEIL
from game.ui.drawing.words import small_enough, text_within
from game.ui.forms.focus import Focus, in_line
from game.ui.forms.tree import Column, Ends, Gap, Grid, Held, Node, Picture, Row, Text
from game.ui.forms.widgets import KEY_SIGNS, NOWHERE, Button, Widget, sign_of
from game.ui.spoken import CLOSED, Role, ScreenDescription, WidgetDescription

PAD_PX, BUTTON_PX = 28, 42


def is_undo(key: int, modifiers: int) -> bool:
    """Whether a key takes a move back: U, Backspace or Ctrl+Z."""
    is_plain = key in (pygame.K_u, pygame.K_BACKSPACE) or (key == pygame.K_z and modifiers & pygame.KMOD_CTRL)
    return bool(is_plain) and not modifiers & pygame.KMOD_SHIFT


class PanelLine(NamedTuple):
    """A line of a panel: words alone in the middle, or words at the left and a value at the right."""

    words: str
    value: str = ""
    colour: RGB = TEXT
    is_bold: bool = False


class Panel:
    """Title, lines and buttons in the middle of the window; what is higher than that is scrolled."""

    pad_px, edge_px, most_px = PAD_PX, 32, 600
    """Between its edge and all that it shows; beside it at least; and how wide it is at most."""
    gaps_px = 14, 6, 16
    """Below the title, below each line, and above the buttons besides."""
    veil = VEIL
    """Colour over the table beneath it."""
    escape_keys: Sequence[int] = (pygame.K_ESCAPE,)

    def __init__(
        self,
        title: str,
        lines: Sequence[PanelLine],
        buttons: Sequence[Button],
        hides_cards: bool = False,
        escape: int = 0,  # the button that Esc presses
        undo: Button | None = None,  # the button that the keys of undo press
        chosen: int = 0,  # the button that has the focus at first
        back: Callable[[], None] | None = None,  # what Esc does, where no button does it
    ) -> None:
        self.back = back
        self.title, self.lines, self.buttons, self.hides_cards = title, lines, buttons, hides_cards
        self.escape, self.undo, self.box = escape, undo, NOWHERE
        self.progress: float | None = None
        """Filled share of the progress bar beneath the lines; None is no bar."""
        self._scroll = Scroll()
        self._follows_keys = False  # whether the button that has the focus is brought into view
        self.focus = Focus(lambda: self.buttons, step=self.step, stays=True)
        self.focus.begin_with(self.buttons[chosen])

    @property
    def spoken(self) -> ScreenDescription:
        """Description for a player who only hears it."""
        words = joined(", ", [button.word for button in self.buttons])
        lines = [*_sentences(self.lines), msg("Buttons: {words}", words=words)]
        return ScreenDescription(self.title, lines, self.focus.spoken)

    def step(self, buttons: Sequence[Widget], index: int, key: int) -> int:
        """The index of the button to which an arrow leads from another."""
        return in_line(buttons, index, key)

    def handle(self, event: pygame.event.Event) -> None:
        """Takes an event; a press on a button is carried out."""
        if self._scroll.take(event, PAGE_KEYS):
            self._follows_keys = False
            return
        if event.type in (pygame.KEYDOWN, pygame.MOUSEMOTION):
            self._follows_keys = event.type == pygame.KEYDOWN
        if event.type == pygame.KEYDOWN and event.key in self.escape_keys:
            (self.back or self.buttons[self.escape].press)()
        elif not self.focus.handle(event) and event.type == pygame.KEYDOWN:
            self.rest(event.key, event.mod)

    def rest(self, key: int, modifiers: int) -> None:
        """Takes a key that does not move the focus: it may be that of a button."""
        if self.undo is not None and is_undo(key, modifiers):
            self.undo.press()
        elif not modifiers & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            for button in [button for button in self.buttons if key and button.pressed_by == key]:
                button.press()

    def picture(
        self, pictures: Pictures, size: tuple[int, int], table: str, unit: float
    ) -> tuple[pygame.Surface, tuple[int, int]]:
        """The panel drawn for a window of `size` and a table colour, and its corner; places its buttons.

        Its letters have `unit`, or less where the window is not wide enough for a word.
        """
        root = self.tree()

        def room() -> int:
            px = pictures.px
            return min(size[0] - px(self.edge_px), px(self.most_px)) - 2 * px(self.pad_px)

        with small_enough(pictures, lambda: root.size(pictures, room())[0] <= room(), unit):
            return self._drawn(pictures, root, round(self.across(pictures, root, room())), size, table)

    def tree(self) -> Column:
        """All that it shows, made anew."""
        _, below_px, above_px = self.gaps_px
        bar = [] if self.progress is None else [Gap(4), Picture(self._bar, 8, 0), Gap(2)]
        lines = [node for line in self.shown_lines() for node in (_row(line, below_px), Gap(below_px))]
        return Column([*self.head(), *lines, *bar, Gap(above_px), self.button_rows()])

    def head(self) -> list[Node]:
        """All above the lines."""
        return [Text(self.title, "large", GOLD, True, align=0.5), Gap(self.gaps_px[0])]

    def shown_lines(self) -> Sequence[PanelLine]:
        """The lines that are to be seen."""
        return self.lines

    def button_rows(self) -> Node:
        """The buttons, in rows that are no wider than need be."""
        return even_rows(self.buttons)

    def across(self, pictures: Pictures, root: Node, room: float) -> float:
        """The width of all that it shows, where there is so much room."""
        return min(room, max(pictures.px(340), root.size(pictures, room)[0]))

    def _drawn(
        self, pictures: Pictures, root: Node, across: int, size: tuple[int, int], table: str
    ) -> tuple[pygame.Surface, tuple[int, int]]:
        """Draws the panel in the present unit; returns the part in view and its corner."""
        pad, scroll, thumb = pictures.px(self.pad_px), self._scroll, pictures.px(THUMB_PX)
        inner = Box(pad, pad, across, round(root.size(pictures, across)[1]))
        width, height = across + 2 * pad, int(inner.height) + 2 * pad
        root.place(pictures, inner)
        seen_px = min(height, size[1])
        track = Box(width - 2 * thumb + thumb // 2, 0, thumb, seen_px)
        scroll.fit(seen_px, height, pictures.px(STEP_PX), track)
        if self._follows_keys and (at := self.focus.widget) is not None:
            scroll.show(at.box.y, at.box.height, pictures.px(STEP_PX) // 2)
        x, y = (size[0] - width) // 2, (size[1] - seen_px) // 2
        self.box = Box(x, y - scroll.at, width, height)
        surface = pygame.Surface((width, height), pygame.SRCALPHA)
        draw_panel(surface, Box(0, 0, width, height), pictures, table)
        for button in self.buttons:
            button.is_hot = button is self.focus.widget
        self.paint(surface, pictures, root)
        for button in self.buttons:  # they have stood in the panel, and are pressed in the window
            button.box = button.box._replace(x=button.box.x + self.box.x, y=button.box.y + self.box.y)
        seen = surface.subsurface((0, scroll.at, width, seen_px))
        scroll.draw_thumb(seen)
        return seen, (x, y)

    def paint(self, surface: pygame.Surface, pictures: Pictures, root: Node) -> None:
        """Draws all that it shows."""
        root.paint(surface, pictures, surface.get_rect())

    def _bar(self, size: tuple[int, int]) -> pygame.Surface:
        """The progress bar."""
        surface, box = pygame.Surface(size, pygame.SRCALPHA), Box(0, 0, *size)
        fill_rounded(surface, box, BUTTON_HOVER, size[1] // 2)
        width = box.width * min(1.0, self.progress or 0.0)
        if width >= 1:
            fill_rounded(surface, box._replace(width=width), GOLD, size[1] // 2)
        return surface


def even_rows(buttons: Sequence[Button]) -> Row:
    """Buttons in as few rows as there is room for, none of them wider than need be."""
    return Row([Held(button, BUTTON_PX) for button in buttons], 10, 0.5, is_even=True)


def _row(line: PanelLine, gap_px: float) -> Node:
    """A line as it is seen."""
    if not line.value:
        words = Text(line.words, "body", line.colour, line.is_bold, align=0.5)
        words.gap_px = gap_px
        return words
    name = Text(line.words, "body", line.colour if line.is_bold else QUIET, line.is_bold)
    return Ends(name, Text(line.value, "body", line.colour, line.is_bold), 40, may_wrap=True)


def _sentences(lines: Sequence[PanelLine]) -> list[str]:
    """The lines as they are told: words with their value, and a sentence that goes over several in one."""
    found: list[str] = []
    is_open = False
    for line in lines:
        if line.value:
            found.append(labelled(line.words, line.value))
        elif is_open:
            found[-1] = joined(" ", [found[-1], line.words])
        else:
            found.append(line.words)
        is_open = not line.value and not line.words.endswith(CLOSED)
    return found


CONTROL = "Ctrl+"
NAMED_KEYS = {"F1": pygame.K_F1}
KEY_WORDS = {"Esc": msg_p("keys and mouse", "Esc")}


class MenuItem(Button):
    """Something to do: icon and words at the left, its shortcut at the right."""

    closes_menu = True

    def __init__(
        self,
        word: str,
        icon: str | None,
        press: Callable[[], None],
        refusal: Callable[[], Message | None] = lambda: None,
        shortcut: str = "",
        opens_more: bool = False,
    ) -> None:
        super().__init__(word, icon, press, refusal, role=Role.MENU if opens_more else Role.BUTTON)
        self.shortcut, self.opens_more, self.sign = shortcut, opens_more, ""

    @property
    def spoken(self) -> WidgetDescription:
        spoken = super().spoken
        return spoken._replace(name=joined(", ", [spoken.name, self.key_words])) if self.shortcut else spoken

    @property
    def key_words(self) -> str:
        """Its shortcut as printed on keyboards."""
        if self.opens_more:
            return verbatim("›")
        if self.shortcut.startswith(CONTROL):
            return msg_p("keys and mouse", "Ctrl+{key}", key=self.shortcut.removeprefix(CONTROL))
        return KEY_WORDS.get(self.shortcut) or verbatim(self.shortcut)

    def width(self, pictures: Pictures) -> int:
        words = pictures.text_width(self.word) + pictures.text_width(self.key_words, "small")
        return words + pictures.px(20 + 10 + 24 + 2 * 12)

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        px, box = pictures.px, self.box
        enabled = self.refusal() is None
        fill_rounded(surface, box, BUTTON_HOVER if self.is_hot and enabled else BUTTON, px(7))
        is_sharp = pictures.choice.high_contrast
        if self.is_hot or (is_sharp and enabled):
            rim = px(3 if is_sharp and self.is_hot else 1.5)
            outline(surface, box, (*TEXT, 200 if enabled else 90), px(7), rim)
        ink = TEXT if enabled else QUIET
        icon = self._symbol(self.icon or "menu", pictures, TEXT if enabled else FAINT)
        key = pictures.text(self.key_words, "small", QUIET)
        if pictures.hand is Hand.CONTROLLER and not self.opens_more:
            letter = KEY_SIGNS.get(self.shortcut, "")
            key = sign_of(pictures, letter, px(20), QUIET) if letter else pictures.text("", "small")
        x, end = box.x + px(12 + 30), box.x + box.width - px(12) - key.get_width()
        words = pictures.text(self.word, "body", ink)
        if words.get_width() > (room := end - x - px(8)):
            words = text_within(self.word, pictures, room, "body", ink)
        for part, at in ((icon, box.x + px(12)), (words, x), (key, end)):
            surface.blit(part, (round(at), round(box.centre.y - part.get_height() / 2)))

    def is_meant(self, key: int, modifiers: int) -> bool:
        """Whether a key is its shortcut."""
        name = self.shortcut.removeprefix(CONTROL)
        is_held = bool(modifiers & pygame.KMOD_CTRL)
        letter = ord(name.lower()) if len(name) == 1 else None
        return is_held == (name != self.shortcut) and key == NAMED_KEYS.get(name, letter)


class Menu(Panel):
    """Entries in two columns, or in one where letters are too large for two.

    An entry's shortcut presses it while the menu is open, too.
    """

    pad_px, edge_px, most_px = 24, 16, 4000
    gaps_px = 6, 4, 6
    escape_keys = (pygame.K_ESCAPE, pygame.K_p)

    def __init__(
        self,
        title: str,
        lines: Sequence[PanelLine],
        buttons: Sequence[Button],
        close: Callable[[], None],
        hides_cards: bool,
        keys: Sequence[MenuItem],
    ) -> None:
        """`keys` are entries that are not shown, and of which the shortcuts are taken all the same."""
        super().__init__(title, lines, buttons, hides_cards, back=close)
        self._close, self._keys = close, keys

    def step(self, buttons: Sequence[Widget], index: int, key: int) -> int:
        rows = sum(button.box.x == buttons[0].box.x for button in buttons)
        if key in (pygame.K_UP, pygame.K_DOWN) or rows == len(buttons):
            return in_line(buttons, index, key)
        return min(index + (rows if index < rows else -rows), len(buttons) - 1)

    def handle(self, event: pygame.event.Event) -> None:
        is_press = event.type == pygame.MOUSEBUTTONDOWN
        if is_press and not self.hides_cards and not self.box.contains(event.pos):
            self._close()
        else:
            super().handle(event)

    def rest(self, key: int, modifiers: int) -> None:
        for entry in (*self.buttons, *self._keys):
            if isinstance(entry, MenuItem) and entry.is_meant(key, modifiers):
                entry.press()
                return

    def button_rows(self) -> Node:
        self._entries = Grid([Held(button, 40, True) for button in self.buttons], 8, most=2, goes_down=True)
        return self._entries

    def across(self, pictures: Pictures, root: Node, room: float) -> float:
        return self._entries.size(pictures, room)[0]

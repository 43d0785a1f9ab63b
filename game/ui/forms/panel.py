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
from game.ui.drawing.words import small_enough, wrapped
from game.ui.forms.focus import Focus, in_line
from game.ui.forms.widgets import KEY_SIGNS, NOWHERE, Button, Widget, in_rows, row_of, sign_of
from game.ui.spoken import CLOSED, Role, ScreenDescription, WidgetDescription

PAD_PX = 28


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


class PanelLayout(NamedTuple):
    """Size of a panel in a window, its lines, where they begin, and whether all words fit into its width."""

    width: int
    height: int
    rows: list[PanelLine]
    top: int
    line_px: int
    fits: bool


class Panel:
    """Title, lines and buttons in the middle of the window; what is higher than that is scrolled."""

    pad_px = PAD_PX
    """Between its edge and all that it shows."""
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
        with small_enough(pictures, lambda: self.laid_out(pictures, size).fits, unit):
            return self._drawn(pictures, size, table)

    def laid_out(self, pictures: Pictures, size: tuple[int, int]) -> PanelLayout:
        """Places lines and buttons in a window of `size`, at the present unit."""
        px, pad = pictures.px, pictures.px(self.pad_px)
        most = min(size[0] - px(32), px(600))
        inner, gap, high = most - 2 * pad, px(10), pictures.button_px(42)
        rows, button_rows = self._rows(pictures, inner), self._button_rows(pictures, inner)
        titles = [pictures.text_width(line, "large", bold=True) for line in self._titles(pictures, inner)]
        lines_width = max([*titles, *(_width(row, pictures) for row in rows)])
        buttons_width = max(sum(b.width(pictures) + gap for b in row) for row in button_rows)
        width = min(most, max(px(340), lines_width, buttons_width) + 2 * pad)
        top, line_px = pad + self.head_height(pictures, inner), pictures.font("body").get_height() + px(6)
        y = top + len(rows) * line_px + self._bar_height(pictures) + px(16)
        for row in button_rows:
            row_of(row, pictures, width / 2, y, high)
            y += high + gap
        height = y - gap + pad
        widest = max(lines_width, *(button.width(pictures) for button in self.buttons))
        return PanelLayout(width, height, rows, top, line_px, widest <= inner)

    def shown_lines(self) -> Sequence[PanelLine]:
        """The lines that are to be seen."""
        return self.lines

    def _titles(self, pictures: Pictures, room_px: float) -> list[str]:
        """The title in as many lines as it takes."""
        return wrapped(self.title, pictures, room_px, "large", True)

    def head_height(self, pictures: Pictures, room_px: int) -> int:
        """Height above the lines, which are so wide at most."""
        lines = len(self._titles(pictures, room_px))
        return lines * pictures.font("large", True).get_height() + pictures.px(14)

    def draw_head(self, surface: pygame.Surface, pictures: Pictures) -> None:
        """Draws everything above the lines."""
        y = pad = pictures.px(self.pad_px)
        for line in self._titles(pictures, surface.get_width() - 2 * pad):
            title = pictures.text(line, "large", GOLD, True)
            surface.blit(title, ((surface.get_width() - title.get_width()) // 2, y))
            y += title.get_height()

    def _drawn(
        self, pictures: Pictures, size: tuple[int, int], table: str
    ) -> tuple[pygame.Surface, tuple[int, int]]:
        """Draws the panel in the present unit; returns the part in view and its corner."""
        width, height, rows, top, line_px, _ = self.laid_out(pictures, size)
        pad, x, scroll = pictures.px(self.pad_px), (size[0] - width) // 2, self._scroll
        thumb, seen_px = pictures.px(THUMB_PX), min(height, size[1])
        track = Box(width - 2 * thumb + thumb // 2, 0, thumb, seen_px)
        scroll.fit(seen_px, height, pictures.px(STEP_PX), track)
        if self._follows_keys and (at := self.focus.widget) is not None:
            scroll.show(at.box.y, at.box.height, pictures.px(STEP_PX) // 2)
        y = (size[1] - seen_px) // 2
        self.box = Box(x, y - scroll.at, width, height)
        surface = pygame.Surface((width, height), pygame.SRCALPHA)
        draw_panel(surface, Box(0, 0, width, height), pictures, table)
        self.draw_head(surface, pictures)
        for row in rows:
            self._draw_row(surface, pictures, row, top, pad)
            top += line_px
        if self.progress is not None:
            self._draw_progress(surface, pictures, Box(pad, top, width - 2 * pad, pictures.px(8)))
        self._draw_buttons(surface, pictures)
        seen = surface.subsurface((0, scroll.at, width, seen_px))
        scroll.draw_thumb(seen)
        return seen, (x, y)

    def _draw_buttons(self, surface: pygame.Surface, pictures: Pictures) -> None:
        """Draws them where they stand in the panel; then they have their places in the window."""
        for button in self.buttons:
            button.is_hot = button is self.focus.widget
            button.draw(surface, pictures)
            button.box = button.box._replace(x=button.box.x + self.box.x, y=button.box.y + self.box.y)

    def _bar_height(self, pictures: Pictures) -> int:
        return 0 if self.progress is None else pictures.px(14)

    def _draw_progress(self, surface: pygame.Surface, pictures: Pictures, bar: Box) -> None:
        assert self.progress is not None
        bar = bar._replace(y=bar.y + pictures.px(4))
        radius = round(bar.height / 2)
        fill_rounded(surface, bar, BUTTON_HOVER, radius)
        width = bar.width * min(1.0, self.progress)
        if width >= 1:
            fill_rounded(surface, bar._replace(width=width), GOLD, radius)

    def _rows(self, pictures: Pictures, room_px: float) -> list[PanelLine]:
        rows: list[PanelLine] = []
        for line in self.shown_lines():
            if line.value:
                rows.append(line)
            else:
                parts = wrapped(line.words, pictures, room_px)
                rows += [PanelLine(part, "", line.colour, line.is_bold) for part in parts]
        return rows

    @staticmethod
    def _draw_row(surface: pygame.Surface, pictures: Pictures, row: PanelLine, top: int, pad: int) -> None:
        words = pictures.text(
            row.words, "body", row.colour if row.is_bold or not row.value else QUIET, row.is_bold
        )
        if not row.value:
            surface.blit(words, ((surface.get_width() - words.get_width()) // 2, top))
            return
        value = pictures.text(row.value, "body", row.colour, row.is_bold)
        surface.blit(words, (pad, top))
        surface.blit(value, (surface.get_width() - pad - value.get_width(), top))

    def _button_rows(self, pictures: Pictures, room_px: float) -> list[list[Button]]:
        """The buttons in rows."""
        return even_rows(self.buttons, pictures, room_px)


def even_rows(buttons: Sequence[Button], pictures: Pictures, room_px: float) -> list[list[Button]]:
    """Buttons in as few rows as there is room for, none of them wider than need be."""
    widths = [button.width(pictures) + pictures.px(10) for button in buttons]
    rows = in_rows(widths, room_px + pictures.px(10))
    # No row can be narrower than its widest button.
    while (narrower_px := max(sum(widths[index] for index in row) for row in rows) - 1) >= max(widths):
        narrower = in_rows(widths, narrower_px)
        if len(narrower) > len(rows):
            break
        rows = narrower
    return [[buttons[index] for index in row] for row in rows]


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


def _width(row: PanelLine, pictures: Pictures) -> int:
    words = pictures.text_width(row.words, bold=row.is_bold)
    return words + (pictures.text_width(row.value, bold=row.is_bold) + pictures.px(40) if row.value else 0)


MAX_COLUMNS = 2
ROW_PX = 40
GAP_PX = 8
EDGE_PX = 24
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
        words = pictures.text(self.word, "body", ink)
        key = pictures.text(self.key_words, "small", QUIET)
        if pictures.hand is Hand.CONTROLLER and not self.opens_more:
            letter = KEY_SIGNS.get(self.shortcut, "")
            key = sign_of(pictures, letter, px(20), QUIET) if letter else pictures.text("", "small")
        x = box.x + px(12)
        for part, at in ((icon, x), (words, x + px(30)), (key, box.x + box.width - px(12) - key.get_width())):
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

    pad_px = EDGE_PX
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
        self._close, self._keys, self._columns = close, keys, MAX_COLUMNS

    @property
    def _row_count(self) -> int:
        return -(-len(self.buttons) // self._columns)

    def step(self, buttons: Sequence[Widget], index: int, key: int) -> int:
        if key in (pygame.K_UP, pygame.K_DOWN) or self._columns == 1:
            return in_line(buttons, index, key)
        other = index + (self._row_count if index < self._row_count else -self._row_count)
        return min(other, len(buttons) - 1)

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

    def laid_out(self, pictures: Pictures, size: tuple[int, int]) -> PanelLayout:
        px, pad, gap = pictures.px, pictures.px(EDGE_PX), pictures.px(GAP_PX)
        high, inner = pictures.button_px(ROW_PX), size[0] - px(16) - 2 * pad
        widest = max(button.width(pictures) for button in self.buttons)
        self._columns = columns = MAX_COLUMNS if MAX_COLUMNS * (widest + gap) - gap <= inner else 1
        column = min(widest, inner)
        across_px = columns * (column + gap) - gap
        rows = self._rows(pictures, across_px)
        above = pad + pictures.font("large", True).get_height() + px(6)
        line_px = pictures.font("body").get_height() + px(4)
        top = above + len(rows) * line_px + px(6)
        for index, button in enumerate(self.buttons):
            across, down = divmod(index, self._row_count)
            button.box = Box(pad + across * (column + gap), top + down * (high + gap), column, high)
        width, height = across_px + 2 * pad, top + self._row_count * (high + gap) - gap + pad
        return PanelLayout(width, height, rows, above, line_px, widest <= inner)

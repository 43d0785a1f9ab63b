"""A menu over the table: what there is to do in two columns, each with the key that does the same.

Knows entries and where they stand; must not know what they do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.message import joined, msg, verbatim
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.shapes import draw_panel, fill_rounded, outline
from game.ui.drawing.theme import BUTTON, BUTTON_HOVER, FAINT, GOLD, QUIET, TEXT
from game.ui.forms.focus import in_line
from game.ui.forms.panel import Line, Panel
from game.ui.forms.widgets import Button, Widget
from game.ui.spoken import Focused

COLUMNS = 2
ROW_PX = 40
GAP_PX = 8
PAD_PX = 24
CONTROL = "Ctrl+"
NAMED_KEYS = {"F1": pygame.K_F1}
KEY_WORDS = {"Esc": msg("Esc")}


class Entry(Button):
    """Something to do: icon and words at the left, its shortcut at the right."""

    def __init__(
        self,
        word: str,
        icon: str | None,
        press: Callable[[], None],
        refusal: Callable[[], str | None] = lambda: None,
        shortcut: str = "",
    ) -> None:
        super().__init__(word, icon, press, refusal)
        self.shortcut = shortcut

    @property
    def spoken(self) -> Focused:
        spoken = super().spoken
        return spoken._replace(name=joined(", ", [spoken.name, self.key_words])) if self.shortcut else spoken

    @property
    def key_words(self) -> str:
        """Its shortcut as it stands on a keyboard."""
        if self.shortcut.startswith(CONTROL):
            return msg("Ctrl+{key}", key=self.shortcut.removeprefix(CONTROL))
        return KEY_WORDS.get(self.shortcut) or verbatim(self.shortcut)

    def width(self, pictures: Pictures) -> int:
        words = pictures.text_width(self.word) + pictures.text_width(self.key_words, "small")
        return words + pictures.px(20 + 10 + 24 + 2 * 12)

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        px, box = pictures.px, self.box
        enabled = self.refusal() is None
        fill_rounded(surface, box, BUTTON_HOVER if self.is_hot and enabled else BUTTON, px(7))
        if self.is_hot:
            outline(surface, box, (*TEXT, 200 if enabled else 90), px(7), px(1.5))
        ink = TEXT if enabled else QUIET
        icon = pictures.icon(self.icon or "menu", px(20), TEXT if enabled else FAINT)
        words = pictures.text(self.word, "body", ink)
        key = pictures.text(self.key_words, "small", QUIET)
        x = box.x + px(12)
        for part, at in (
            (icon, x),
            (words, x + px(30)),
            (key, box.x + box.width - px(12) - key.get_width()),
        ):
            surface.blit(part, (round(at), round(box.centre.y - part.get_height() / 2)))

    def is_meant(self, key: int, modifiers: int) -> bool:
        """Whether a key is its shortcut."""
        name = self.shortcut.removeprefix(CONTROL)
        is_held = bool(modifiers & (pygame.KMOD_CTRL | pygame.KMOD_META))
        letter = ord(name.lower()) if len(name) == 1 else None
        return is_held == (name != self.shortcut) and key == NAMED_KEYS.get(name, letter)


class Menu(Panel):
    """Entries in two columns; an entry's shortcut presses it while the menu is open, too."""

    def __init__(
        self,
        title: str,
        lines: Sequence[Line],
        buttons: Sequence[Button],
        close: Callable[[], None],
        hides_cards: bool = False,
        escape_keys: Sequence[int] = (pygame.K_ESCAPE,),
    ) -> None:
        super().__init__(title, lines, buttons, hides_cards, escape_keys=escape_keys)
        self.close = close

    @property
    def _row_count(self) -> int:
        return -(-len(self.buttons) // COLUMNS)

    def step(self, buttons: Sequence[Widget], index: int, key: int) -> int:
        if key in (pygame.K_UP, pygame.K_DOWN):
            return in_line(buttons, index, key)
        other = index + (self._row_count if index < self._row_count else -self._row_count)
        return min(other, len(buttons) - 1)

    def handle(self, event: pygame.event.Event) -> None:
        is_press = event.type == pygame.MOUSEBUTTONDOWN
        outside = is_press and not self.hides_cards and not self.box.contains(event.pos)
        if outside or (event.type == pygame.KEYDOWN and event.key in self.escape_keys):
            self.close()
        else:
            super().handle(event)

    def rest(self, key: int, modifiers: int) -> None:
        for entry in self.buttons:
            if isinstance(entry, Entry) and entry.is_meant(key, modifiers):
                entry.press()
                return

    def fits(self, pictures: Pictures, size: tuple[int, int]) -> bool:
        widest = max(button.width(pictures) for button in self.buttons)
        room, _, _, height = self._measures(pictures, size, self._lines(pictures, size))
        return widest <= room and height <= size[1]

    def _lines(self, pictures: Pictures, size: tuple[int, int]) -> list[Line]:
        column, *_ = self._measures(pictures, size, [])
        return self._rows(pictures, COLUMNS * column + pictures.px(GAP_PX))

    def _measures(
        self, pictures: Pictures, size: tuple[int, int], lines: Sequence[Line]
    ) -> tuple[int, int, int, int]:
        """The width of a column, where lines and entries begin, and the whole height."""
        px = pictures.px
        room = (size[0] - px(16) - 2 * px(PAD_PX) - px(GAP_PX)) // COLUMNS
        column = min(max(button.width(pictures) for button in self.buttons), room)
        above = px(PAD_PX) + pictures.font("large", True).get_height() + px(6)
        top = above + len(lines) * (pictures.font("body").get_height() + px(4)) + px(6)
        return column, above, top, top + self._row_count * (px(ROW_PX) + px(GAP_PX)) - px(GAP_PX) + px(PAD_PX)

    def drawn(
        self, pictures: Pictures, size: tuple[int, int], table: str
    ) -> tuple[pygame.Surface, tuple[int, int]]:
        px = pictures.px
        pad, gap, row = px(PAD_PX), px(GAP_PX), px(ROW_PX)
        title = pictures.text(self.title, "large", GOLD, True)
        lines = self._lines(pictures, size)
        column, above, top, height = self._measures(pictures, size, lines)
        width = COLUMNS * column + gap + 2 * pad
        line_height = pictures.font("body").get_height() + px(4)
        x, y = (size[0] - width) // 2, (size[1] - height) // 2
        self.box = Box(x, y, width, height)
        surface = pygame.Surface((width, height), pygame.SRCALPHA)
        draw_panel(surface, Box(0, 0, width, height), pictures, table)
        surface.blit(title, ((width - title.get_width()) // 2, pad))
        for number, line in enumerate(lines):
            self._draw_row(surface, pictures, line, above + number * line_height, pad)
        for index, button in enumerate(self.buttons):
            across, down = divmod(index, self._row_count)
            button.box = Box(pad + across * (column + gap), top + down * (row + gap), column, row)
        self._draw_buttons(surface, pictures)
        return surface, (x, y)

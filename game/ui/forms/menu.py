"""A menu over the table: what there is to do in two columns, each with the key that does the same.

Knows entries and where they stand; must not know what they do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pygame

from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.shapes import draw_panel, fill_rounded, outline
from game.ui.drawing.theme import BUTTON, BUTTON_HOVER, FAINT, GOLD, QUIET, TEXT
from game.ui.forms.focus import in_line
from game.ui.forms.panel import Panel
from game.ui.forms.widgets import Button, Widget

COLUMNS = 2
ROW_PX = 40
GAP_PX = 8
PAD_PX = 24


@dataclass(eq=False)
class Entry(Button):
    """Something to do: icon and words at the left, its shortcut at the right."""

    shortcut: str = ""

    def width(self, pictures: Pictures) -> int:
        words = pictures.text_width(self.word) + pictures.text_width(self.shortcut, "small")
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
        key = pictures.text(self.shortcut, "small", QUIET)
        x = box.x + px(12)
        for part, at in (
            (icon, x),
            (words, x + px(30)),
            (key, box.x + box.width - px(12) - key.get_width()),
        ):
            surface.blit(part, (round(at), round(box.centre.y - part.get_height() / 2)))


@dataclass
class Menu(Panel):
    """Entries in two columns. What they have no use for is handed on, after the menu is closed."""

    close: Callable[[], None] = field(default=lambda: None)
    other_key: Callable[[int, int], None] = field(default=lambda _key, _modifiers: None)

    @property
    def _row_count(self) -> int:
        return -(-len(self.buttons) // COLUMNS)

    def step(self, buttons: Sequence[Widget], index: int, key: int) -> int:
        if key in (pygame.K_UP, pygame.K_DOWN):
            return in_line(buttons, index, key)
        other = index + (self._row_count if index < self._row_count else -self._row_count)
        return min(other, len(buttons) - 1)

    def handle(self, event: pygame.event.Event) -> None:
        outside = event.type == pygame.MOUSEBUTTONDOWN and not self.box.contains(event.pos)
        if outside or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            self.close()
        else:
            super().handle(event)

    def rest(self, key: int, modifiers: int) -> None:
        self.other_key(key, modifiers)

    def fits(self, pictures: Pictures, size: tuple[int, int]) -> bool:
        px = pictures.px
        widest = max(button.width(pictures) for button in self.buttons)
        high = self._row_count * (px(ROW_PX) + px(GAP_PX)) + pictures.font("large", True).get_height()
        return (
            COLUMNS * widest + px(GAP_PX) + 2 * px(PAD_PX) + px(16) <= size[0]
            and high + 2 * px(PAD_PX) + px(10) <= size[1]
        )

    def drawn(
        self, pictures: Pictures, size: tuple[int, int], table: str
    ) -> tuple[pygame.Surface, tuple[int, int]]:
        px = pictures.px
        pad, gap, row = px(PAD_PX), px(GAP_PX), px(ROW_PX)
        title = pictures.text(self.title, "large", GOLD, True)
        room = (size[0] - px(16) - 2 * pad - gap) // COLUMNS
        column = min(max(button.width(pictures) for button in self.buttons), room)
        top = pad + title.get_height() + px(10)
        width = COLUMNS * column + gap + 2 * pad
        height = top + self._row_count * (row + gap) - gap + pad
        x, y = (size[0] - width) // 2, (size[1] - height) // 2
        self.box = Box(x, y, width, height)
        surface = pygame.Surface((width, height), pygame.SRCALPHA)
        draw_panel(surface, Box(0, 0, width, height), pictures, table)
        surface.blit(title, ((width - title.get_width()) // 2, pad))
        for index, button in enumerate(self.buttons):
            across, down = divmod(index, self._row_count)
            button.box = Box(pad + across * (column + gap), top + down * (row + gap), column, row)
        self._draw_buttons(surface, pictures)
        return surface, (x, y)

"""Panel of a form: its rows, sentence and buttons, their layout, and what is drawn beneath them.

Rows that do not fit are scrolled into view, whole rows at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf

import pygame

from game.ui.drawing.canvas import draw_panel, draw_thumb
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, QUIET, RGB, TEXT, WARNING
from game.ui.drawing.words import fitting, wrapped
from game.ui.forms.widgets import NOWHERE, Button, Widget, row_of
from game.ui.spoken import WidgetDescription

WIDTH_PX = 640
HEIGHT_PX = 38
ROW_PX = 54
PAD_PX = 28
MIN_PAD_PX = 12
BUTTON_PX = 42
BELOW_PX = 32
"""Additional height of a row whose widget is below its name."""
LINE_PX = HEIGHT_PX + 6
"""Additional height of a row for each further line of its widget."""
GROWN_PX = (120, 4000)
"""The least and the largest height of a row that takes the room there is: that of the window."""
TURNED_ROW_PX = 46
"""The height of a row where not all of them are in view."""
MIN_ROWS = 3
"""Minimum number of rows in view if not all fit."""


@dataclass
class Row:
    """A widget with its name, and a line that explains it."""

    label: str
    hint: str
    widget: Widget
    is_below: bool = False  # the widget stands below the name, as wide as the row
    grows: bool = False  # the row takes the room that the others leave
    box: Box = NOWHERE

    @property
    def more_px(self) -> int:
        """Height beyond that of a row of one line, in design pixels."""
        return BELOW_PX * self.is_below + LINE_PX * (self.widget.lines - 1)


class FormPanel:
    """Heading, rows, sentence and buttons, in the middle of the window."""

    def __init__(self, heading: str) -> None:
        self.heading = heading
        self.rows: Sequence[Row] = ()
        self.buttons: Sequence[Widget] = ()
        self._wordless: list[Button] = []  # those whose word gave way to their icon
        self.sentence = ""
        self.sentence_colour: RGB = WARNING
        self.box = NOWHERE
        self.sentence_box = NOWHERE
        self.view = NOWHERE
        """Where rows are seen."""
        self._heading_y = 0.0
        self._first = 0  # the first row that is in view
        self._in_view = 0  # how many are
        self._heights: list[int] = []  # of the rows, in or out of view
        self._room_px = 0.0  # for those that are in view

    @property
    def widgets(self) -> list[Widget]:
        """All widgets in the order of the Tab key."""
        return [*(row.widget for row in self.rows), *self.buttons]

    def spoken(self, widget: Widget) -> WidgetDescription:
        """Describes a widget with the name and hint of its row."""
        row = next((row for row in self.rows if row.widget is widget), None)
        spoken = widget.spoken
        return spoken if row is None else spoken._replace(name=row.label or spoken.name, more=row.hint)

    # Layout --------------------------------------------------------------------------------------

    def fits(self, pictures: Pictures, size: tuple[int, int]) -> bool:
        """Whether nothing is cut in a window of `size`, in the present unit; rows may be out of view."""
        px = pictures.px
        width = min(size[0] - px(16), px(WIDTH_PX)) - 2 * px(PAD_PX)
        for row in self.rows:
            row.widget.break_lines(pictures, inf)  # rather than that, letters are smaller
        across = [
            *(_row_width(row, pictures) for row in self.rows),
            sum(widget.width(pictures) + px(10) for widget in self.buttons) - px(10),
        ]
        heights = [TURNED_ROW_PX + row.more_px for row in self.rows if not row.grows]
        heights += [GROWN_PX[0] for row in self.rows if row.grows]
        least = [px(height) for height in heights]
        rows = sum(least) if self._is_whole else max(least, default=0) * min(MIN_ROWS, len(least))
        high = self._fixed_px(pictures) + 2 * px(MIN_PAD_PX) + rows
        return max(across) <= width and high <= size[1] - px(8)

    @property
    def _is_whole(self) -> bool:
        """Whether all rows are always in view: where one of them takes the room there is, it has its own."""
        return any(row.grows or row.is_below for row in self.rows)

    @staticmethod
    def _fixed_px(pictures: Pictures) -> int:
        """Height above and below the rows."""
        px = pictures.px
        heading = pictures.font("large", True).get_height() + px(12)
        return (
            heading + px(8) + 2 * pictures.font("small").get_height() + px(10) + pictures.button_px(BUTTON_PX)
        )

    def turn(self, rows: int) -> bool:
        """Scrolls the rows; returns whether that is possible. Needs a new layout."""
        if self._is_whole:
            return False
        before = self._first
        self._first = max(0, min(self._first_for(len(self.rows) - 1), before + rows))
        return self._first != before

    def _first_for(self, last: int) -> int:
        """The first row that can be in view together with a later one."""
        first, high = last, self._heights[last]
        while first and high + self._heights[first - 1] <= self._room_px:
            first -= 1
            high += self._heights[first]
        return first

    def turn_to(self, widget: Widget) -> bool:
        """Scrolls to a widget's row if it is out of view. Needs a new layout."""
        found = next((index for index, row in enumerate(self.rows) if row.widget is widget), None)
        if found is None or self._is_whole or self._first <= found < self._first + self._in_view:
            return False
        return self.turn((found if found < self._first else self._first_for(found)) - self._first)

    def lay_out(self, pictures: Pictures, size: tuple[int, int]) -> None:
        """Places everything in a window."""
        px = pictures.px
        pad, row_height = px(PAD_PX), px(ROW_PX)
        heading = pictures.font("large", True).get_height() + px(12)
        sentence = 2 * pictures.font("small").get_height()
        fixed = self._fixed_px(pictures)
        width = min(size[0] - px(16), px(WIDTH_PX))
        for row in self.rows:
            row.widget.break_lines(pictures, width - 2 * pad - _beside(row, pictures))
        growing = [row for row in self.rows if row.grows]
        count = len(self.rows) - len(growing)
        fixed += sum(_more(row, pictures) for row in self.rows if not row.grows)
        fixed += sum(px(GROWN_PX[0]) for row in growing)
        room = size[1] - px(8)
        if 2 * pad + fixed + count * row_height > room:  # only in windows below the smallest
            pad = px(MIN_PAD_PX)
            row_height = max(pictures.button_px(HEIGHT_PX), (room - 2 * pad - fixed) // max(1, count))
        if self.rows and not self._is_whole:
            if count * row_height > room - 2 * pad - fixed:
                row_height = px(TURNED_ROW_PX)
            fixed -= sum(_more(row, pictures) for row in self.rows)
            self._choose_rows(pictures, row_height, room - 2 * pad - fixed)
            count = self._in_view
            in_view = self._heights[self._first : self._first + count]
            fixed += sum(in_view) - count * row_height
        grown = max(0, min(px(GROWN_PX[1] - GROWN_PX[0]), room - 2 * pad - fixed - count * row_height))
        useful = max((row.widget.most_height(pictures, width - 2 * pad) for row in growing), default=0.0)
        grown = round(min(grown, max(0.0, useful + px(6) - px(GROWN_PX[0]))))
        height = 2 * pad + fixed + count * row_height + len(growing) * grown
        self.box = Box((size[0] - width) // 2, max(0, (size[1] - height) // 2), width, height)
        left, inner = self.box.x + pad, width - 2 * pad
        self._heading_y = self.box.y + pad
        y = self._heading_y + heading
        self.view = Box(left, y, inner, 0)
        for index, row in enumerate(self.rows):
            if not (self._is_whole or self._first <= index < self._first + self._in_view):
                row.box = row.widget.area = NOWHERE
                row.widget.place(pictures, NOWHERE)
                continue
            high = px(GROWN_PX[0]) + grown if row.grows else row_height + _more(row, pictures)
            row.box = Box(left, y, inner, high)
            _place(row, pictures)
            y += high
        self.view = self.view._replace(height=y - self.view.y)
        self.sentence_box = Box(left, y + px(8), inner, sentence)
        self._choose_words(pictures, inner)
        y = self.sentence_box.y + sentence + px(10)
        row_of(self.buttons, pictures, self.box.centre.x, y, pictures.button_px(BUTTON_PX))

    def _choose_rows(self, pictures: Pictures, row_height: int, room_px: float) -> None:
        """Finds out which rows are in view: from the first one on as many as there is room for."""
        self._room_px = room_px
        self._heights = [row_height + _more(row, pictures) for row in self.rows]
        self._first = max(0, min(self._first, self._first_for(len(self.rows) - 1)))
        high = list(accumulate(self._heights[self._first :]))
        self._in_view = max(1, sum(each <= room_px for each in high))

    def _choose_words(self, pictures: Pictures, room_px: float) -> None:
        """Words of buttons give way to icons where there is no room, the last ones first."""
        for button in self._wordless:
            button.shows_word = True
        self._wordless.clear()
        gap = pictures.px(10)
        for widget in reversed(self.buttons):
            if sum(each.width(pictures) + gap for each in self.buttons) - gap <= room_px:
                return
            if isinstance(widget, Button) and widget.icon and widget.shows_word and not widget.is_strong:
                widget.shows_word = False
                self._wordless.append(widget)

    # Drawing -------------------------------------------------------------------------------------

    def picture(self, pictures: Pictures, felt: pygame.Surface, table: str) -> pygame.Surface:
        """All that no widget draws, on the felt of a table of a colour."""
        box = self.box
        surface = felt.subsurface(pygame.Rect(box).clip(felt.get_rect())).convert()
        draw_panel(surface, Box(0, 0, box.width, box.height), pictures, table)
        _blit_centred(surface, pictures.text(self.heading, "large", GOLD, True), self._heading_y - box.y)
        for row in self.rows:
            if row.box is not NOWHERE:
                self._paint_label(surface, pictures, row)
        if not self._is_whole and self._in_view < len(self.rows):
            view, row_px = self.view, self.view.height / self._in_view
            view = view._replace(x=view.x - box.x, y=view.y - box.y)
            whole_px, gap = row_px * len(self.rows), pictures.px(6)
            draw_thumb(surface, view, whole_px, row_px * self._first, gap, pictures.px(6))
        y = self.sentence_box.y - box.y
        for line, size in self._sentence_lines(pictures):
            _blit_centred(surface, pictures.text(line, size, self.sentence_colour), y)
            y += pictures.font(size).get_height()
        return surface

    def _sentence_lines(self, pictures: Pictures) -> list[tuple[str, str]]:
        for size, most in (("body", 1), ("small", 2)):
            lines = wrapped(self.sentence, pictures, self.sentence_box.width, size)
            if len(lines) <= most:
                break
        return [(line, size) for line in lines[:2]]

    def _paint_label(self, surface: pygame.Surface, pictures: Pictures, row: Row) -> None:
        label, high = pictures.text(row.label, "body", TEXT), pictures.font("small").get_height()
        x, room = row.box.x - self.box.x, row.box.width
        if row.is_below:
            y = round(row.widget.box.y - self.box.y - label.get_height() - pictures.px(6))
            right = x + label.get_width() + pictures.px(10)
            hint_y = y + pictures.font("body").get_ascent() - pictures.font("small").get_ascent()
            lines = wrapped(row.hint, pictures, x + room - right, "small")
            if len(lines) * high > row.widget.box.y - row.box.y:
                lines = [fitting(row.hint, pictures, x + room - right, "small")]
            for above, line in enumerate(reversed(lines)):
                surface.blit(pictures.text(line, "small", QUIET), (right, hint_y - above * high))
        else:
            y = round(row.box.centre.y - (label.get_height() + (high if row.hint else 0)) / 2 - self.box.y)
            hint = fitting(row.hint, pictures, room, "small")
            surface.blit(pictures.text(hint, "small", QUIET), (x, y + label.get_height()))
        surface.blit(label, (x, y))


def _place(row: Row, pictures: Pictures) -> None:
    width = row.widget.width(pictures)
    lines = row.widget.lines - 1
    height = pictures.button_px(HEIGHT_PX) + lines * (pictures.button_px(HEIGHT_PX) + pictures.px(6))
    row.widget.area = row.box if row.widget.takes_area else NOWHERE
    if row.is_below:
        top = 0 if row.grows else row.box.height - height - pictures.px(6)
        row.widget.place(
            pictures, row.box._replace(y=row.box.y + top, height=row.box.height - top - pictures.px(6))
        )
        return
    x = row.box.x + row.box.width - width
    row.widget.place(pictures, Box(round(x), round(row.box.centre.y - height / 2), width, height))


def _more(row: Row, pictures: Pictures) -> int:
    """Height beyond that of a row of one line, in pixels."""
    return pictures.px(row.more_px) if row.more_px else 0


def _row_width(row: Row, pictures: Pictures) -> int:
    """The width that a row needs."""
    if row.is_below:
        label, hint = pictures.text_width(row.label), pictures.text_width(row.hint, "small")
        return max(label + pictures.px(10) + hint, row.widget.width(pictures))
    return _beside(row, pictures) + row.widget.width(pictures)


def _beside(row: Row, pictures: Pictures) -> int:
    """Width that a row needs beside its widget."""
    if row.is_below:
        return 0
    return max(pictures.text_width(row.label), pictures.text_width(row.hint, "small")) + pictures.px(12)


def _blit_centred(surface: pygame.Surface, words: pygame.Surface, y: float) -> None:
    surface.blit(words, (round((surface.get_width() - words.get_width()) / 2), round(y)))

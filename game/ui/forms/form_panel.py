"""The panel of a form: rows that measure and paint themselves, a sentence, and buttons."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui.drawing.canvas import draw_panel
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, QUIET, RGB, TEXT, WARNING
from game.ui.drawing.words import fitting, wrapped
from game.ui.forms.tree import Column, Gap, Held, Node, Row, Size, Terse, Text
from game.ui.forms.widgets import NOWHERE, Button, Widget
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
ASIDE_GAP_PX, ASIDE_PX = 24, (300, 560)
"""Between the rows and what one looks at beside them, and how wide that is at least and at most."""
MIN_ROW_PX = 46
"""Height of a row at a larger scale; it gives way to the smallest windows only at the usual one."""


class FormRow(Node):
    """A widget with its name, and a line that explains it."""

    def __init__(
        self,
        label: str,
        hint: str,
        widget: Widget,
        is_below: bool = False,  # the widget stands below the name, as wide as the row
        grows: bool = False,  # the row takes the room that the others leave
    ) -> None:
        self.label, self.hint, self.widget, self.is_below = label, hint, widget, is_below
        self.grows = 1.0 if grows else 0.0
        self.reflows = False
        """Whether the widget goes below the name where it has no room beside it."""
        self.stacked_px = 0
        """So high are name and explanation above a widget that does."""

    def measure(self, pictures: Pictures, width: float) -> Size:
        px, widget = pictures.px, self.widget
        label, hint = pictures.text_width(self.label), pictures.text_width(self.hint, "small")
        beside = 0 if self.is_below else max(label, hint) + px(12)
        widget.break_lines(pictures, width - beside)
        wide = widget.width(pictures)
        needed = max(label + px(10) + hint, wide) if self.is_below else beside + wide
        self.stacked_px = 0
        if self.reflows and needed > width:
            widget.break_lines(pictures, width)
            small = len(self._hint_lines(pictures, width)) * pictures.font("small").get_height()
            self.stacked_px = pictures.font("body").get_height() + small + px(8)
            needed = max(label, widget.width(pictures))
        if self.grows:
            return needed, px(GROWN_PX[0])
        high = (px(MIN_ROW_PX) if self.reflows else pictures.button_px(HEIGHT_PX)) + self._more(pictures)
        return needed, max(high, self._widget_px(pictures) + self.stacked_px)

    def _widget_px(self, pictures: Pictures) -> int:
        one = pictures.button_px(HEIGHT_PX)
        return one + (self.widget.lines - 1) * (one + pictures.px(6))

    def _more(self, pictures: Pictures) -> int:
        """Height beyond that of a row of one line."""
        more = BELOW_PX * self.is_below + LINE_PX * (self.widget.lines - 1)
        return (pictures.px(more) if more else 0) + self.stacked_px

    def most(self, pictures: Pictures, width: float) -> float:
        if not self.grows:
            return max(pictures.px(ROW_PX) + self._more(pictures), self.size(pictures, width)[1])
        useful = self.widget.max_height(pictures, width) + pictures.px(6)
        return max(pictures.px(GROWN_PX[0]), min(pictures.px(GROWN_PX[1]), useful))

    def _hint_lines(self, pictures: Pictures, room_px: float) -> list[str]:
        return wrapped(self.hint, pictures, room_px, "small") if self.hint else []

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box, widget, gap = box, self.widget, pictures.px(6)
        height = self._widget_px(pictures)
        widget.area = box if widget.takes_area else NOWHERE
        if self.is_below:
            top = 0 if self.grows else box.height - height - gap
            widget.place(pictures, box._replace(y=box.y + top, height=box.height - top - gap))
            return
        width = widget.width(pictures)
        x, y = box.x + box.width - width, box.centre.y - height / 2
        if self.stacked_px:
            x, y = box.x, box.y + box.height - height - gap
        widget.place(pictures, Box(round(x), round(y), width, height))

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect) -> None:
        if self.label or self.hint:
            self._paint_words(surface, pictures)
        if area.colliderect(self.widget.box):
            self.widget.draw(surface, pictures)

    def _paint_words(self, surface: pygame.Surface, pictures: Pictures) -> None:
        """Draws the name and the explanation."""
        label, high = pictures.text(self.label, "body", TEXT), pictures.font("small").get_height()
        x, y, room = self.box.x, self.box.y, self.box.width
        if self.stacked_px:
            y = round(y + pictures.px(6))
            self._paint_hint(surface, pictures, (x, y + label.get_height()), self._hint_lines(pictures, room))
        elif self.is_below:
            y = round(self.widget.box.y - label.get_height() - pictures.px(6))
            right = x + label.get_width() + pictures.px(10)
            hint_y = y + pictures.font("body").get_ascent() - pictures.font("small").get_ascent()
            lines = wrapped(self.hint, pictures, x + room - right, "small")
            if len(lines) * high > self.widget.box.y - self.box.y:
                lines = [fitting(self.hint, pictures, x + room - right, "small")]
            self._paint_hint(surface, pictures, (right, hint_y - (len(lines) - 1) * high), lines)
        else:
            y = round(self.box.centre.y - (label.get_height() + (high if self.hint else 0)) / 2)
            hint = fitting(self.hint, pictures, room, "small")
            self._paint_hint(surface, pictures, (x, y + label.get_height()), [hint] if hint else [])
        surface.blit(label, (x, y))

    @staticmethod
    def _paint_hint(
        surface: pygame.Surface, pictures: Pictures, at: tuple[float, float], lines: Sequence[str]
    ) -> None:
        for number, line in enumerate(lines):
            y = at[1] + number * pictures.font("small").get_height()
            surface.blit(pictures.text(line, "small", QUIET), (at[0], y))

    @property
    def widgets(self) -> list[Widget]:
        return [self.widget]


class Sentence(Node):
    """Message of a panel above the buttons, centred; where nothing reflows, in two lines at most."""

    def __init__(self, panel: FormPanel) -> None:
        self._panel = panel

    def _lines(self, pictures: Pictures, width: float) -> list[tuple[str, str]]:
        """Its lines and the size of their letters."""
        words = self._panel.sentence
        if self._panel.reflows:
            return [(line, "body") for line in wrapped(words, pictures, width)]
        for size, most in (("body", 1), ("small", 2)):
            lines = wrapped(words, pictures, width, size)
            if len(lines) <= most:
                break
        return [(line, size) for line in lines[:2]]

    def measure(self, pictures: Pictures, width: float) -> Size:
        high = sum(pictures.font(size).get_height() for _, size in self._lines(pictures, width))
        return 0, max(2 * pictures.font("small").get_height(), high)

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect) -> None:
        y = self.box.y
        for line, size in self._lines(pictures, self.box.width) if self._panel.sentence else ():
            words = pictures.text(line, size, self._panel.sentence_colour)
            surface.blit(words, (round(self.box.centre.x - words.get_width() / 2), round(y)))
            y += words.get_height()


class Seen(Node):
    """Preview of what is being chosen, half as high as it is wide."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget

    def measure(self, pictures: Pictures, width: float) -> Size:
        return 0, pictures.px(GROWN_PX[0])

    def most(self, pictures: Pictures, width: float) -> float:
        return max(pictures.px(GROWN_PX[0]), round(width / 2))

    def place(self, pictures: Pictures, box: Box) -> None:
        high = min(box.height, self.most(pictures, box.width)) - pictures.px(6)
        wide = min(box.width, 2 * high)
        self.box = Box(round(box.x + (box.width - wide) / 2), box.y, wide, high)
        self._widget.place(pictures, self.box)

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect) -> None:
        self._widget.draw(surface, pictures)


class Beside(Node):
    """Rows, and what one looks at: right of them, or below the first of them where that is too narrow."""

    def __init__(self, rows: Sequence[FormRow], aside: Widget | None, heads: int) -> None:
        """`heads` rows stay above it; without anything to look at its room stays empty at the right."""
        self._seen = None if aside is None else Seen(aside)
        seen = [] if self._seen is None else [self._seen]
        self._wide, self._narrow = Column(rows), Column([*rows[:heads], *seen, *rows[heads:]])

    def _rows_px(self, pictures: Pictures, width: float) -> tuple[Column, float]:
        """The rows that are shown, and their width."""
        least, gap = pictures.px(WIDTH_PX - 2 * PAD_PX), pictures.px(ASIDE_GAP_PX)
        if width - least - gap < pictures.px(ASIDE_PX[0]):
            return self._narrow, width
        return self._wide, least

    def _high(self, pictures: Pictures, width: float, rows_px: float) -> float:
        """The height of all if the rows are so high."""
        rows, across = self._rows_px(pictures, width)
        if rows is self._narrow or self._seen is None:
            return rows_px
        return max(rows_px, self._seen.size(pictures, width - across - pictures.px(ASIDE_GAP_PX))[1])

    def measure(self, pictures: Pictures, width: float) -> Size:
        rows, across = self._rows_px(pictures, width)
        wide, high = rows.size(pictures, across)
        return wide, self._high(pictures, width, high)

    def most(self, pictures: Pictures, width: float) -> float:
        rows, across = self._rows_px(pictures, width)
        return self._high(pictures, width, rows.most(pictures, across))

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box, (rows, across) = box, self._rows_px(pictures, box.width)
        high = min(box.height, rows.most(pictures, across))
        self.children = (rows,)
        rows.place(pictures, Box(box.x, box.y, across, high))
        if rows is self._wide and self._seen is not None:
            left = box.x + across + pictures.px(ASIDE_GAP_PX)
            self.children = rows, self._seen
            self._seen.place(pictures, Box(left, box.y, box.x + box.width - left, box.height))


MOST_ROWS = 3
"""Of buttons, where nothing reflows."""


class FormPanel:
    """Heading, rows, sentence and buttons, in the middle of the window."""

    def __init__(self, heading: str) -> None:
        self.heading = heading
        self.rows: Sequence[FormRow] = ()
        """Rows of choices, from top to bottom; with other rows all is to be laid out again."""
        self.aside: Widget | None = None
        """Preview of what is being chosen, right of the rows."""
        self.buttons: Sequence[Widget] = ()
        """The buttons below all else; with others all is to be laid out again."""
        self.sentence = ""
        """Message above the buttons; where rows reflow, all is to be laid out again with another one."""
        self.sentence_colour: RGB = WARNING
        self.heads = 0
        """Number of rows that choose what the others are: with any the panel is as large as the window, so
        that they stay where they are."""
        self.reflows = False
        """Whether rows and buttons that are too wide go below each other, as at a larger scale."""
        self._sentence, self._bar = Sentence(self), self._row_of(())
        self.foot_px = 0
        """Height of the end of its page that stays in sight, in pixels; 0 where nothing is scrolled."""
        self.box = NOWHERE
        self._root: Column | None = None
        self._shown: Sequence[Node] = ()  # all above the sentence
        self._halves: tuple[Column, Column] | None = None
        self._seen: Sequence[tuple[Box, Column]] = ()  # each on a ground of its own

    @property
    def sentence_box(self) -> Box | None:
        """Where the sentence stands, unless it is in sight wherever one has scrolled."""
        is_in_foot = self._halves is not None and self._sentence in self._halves[1].children
        return None if is_in_foot else self._sentence.box

    @property
    def widgets(self) -> list[Widget]:
        """All widgets in the order of the Tab key."""
        aside = [] if self.aside is None else [self.aside]
        return [*[row.widget for row in self.rows], *aside, *self.buttons]

    def spoken(self, widget: Widget) -> WidgetDescription:
        """Describes a widget with the name and hint of its row."""
        row = next((row for row in self.rows if row.widget is widget), None)
        widgets = self.widgets
        spoken = widget.spoken._replace(place=(widgets.index(widget) + 1, len(widgets)))
        return spoken if row is None else spoken._replace(name=row.label or spoken.name, more=row.hint)

    # Layout --------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Has it measured again, because a word or a widget has changed."""
        self._root = self._halves = None

    def _tree(self) -> Column:
        """All of it from above; measured once, until something changes."""
        if self._root is None:
            if self._bar.widgets != [*self.buttons]:
                self._bar = self._row_of(self.buttons)
            self._bar.most_rows = 0 if self.reflows else MOST_ROWS
            for row in self.rows:
                row.reflows = self.reflows
            for part in (*self.rows, self._sentence, self._bar):
                part.forget()
            pads = Gap(MIN_PAD_PX, most_px=PAD_PX), Gap(MIN_PAD_PX, most_px=PAD_PX)
            heading = Text(self.heading, "large", GOLD, True, most=1, align=0.5)
            shown = [Beside(self.rows, self.aside, self.heads)] if self.heads else self.rows
            self._shown = [pads[0], heading, Gap(12), *shown]
            below = Gap(8, grows=self.heads), self._sentence, Gap(10), self._bar
            self._root = Column([*self._shown, *below, pads[1]])
        return self._root

    def _row_of(self, buttons: Sequence[Widget]) -> Terse:
        """Buttons in the middle, in up to three rows; beyond that they reflow, or words become icons."""
        row = Row([Held(button, BUTTON_PX) for button in buttons], 10, 0.5)
        return Terse(row, BUTTON_PX, 0 if self.reflows else MOST_ROWS)

    def _halved(self, pictures: Pictures, window: tuple[int, int]) -> tuple[Column, Column]:
        """What is scrolled, and what stays below it: of the buttons the main one at least."""
        if self._halves is None:
            words = [self._sentence, Gap(10)] if self.sentence or not self.reflows else []
            main: list[Widget] = [
                button for button in self.buttons if isinstance(button, Button) and button.is_strong
            ]
            main = main or [*self.buttons[-1:]]
            rest = [button for button in self.buttons if button not in main]
            others = [Gap(10), self._row_of(rest)] if rest else []
            for above, kept, scrolled in (
                (words, self._bar, []),
                (words, self._row_of(main), others),
                ([], self._row_of(main), [Gap(10), *words, *others]),
            ):
                body = Column([*self._shown, *scrolled, Gap(MIN_PAD_PX)])
                self._halves = body, Column([Gap(MIN_PAD_PX), *above, kept, Gap(MIN_PAD_PX)])
                if 2 * self._halves[1].size(pictures, self._inner(pictures, window[0]))[1] <= window[1]:
                    break
            assert self._halves is not None
        return self._halves

    def _inner(self, pictures: Pictures, width_px: int) -> int:
        """Returns the width of a row, in pixels, in a window of that width."""
        most = WIDTH_PX + (ASIDE_GAP_PX + ASIDE_PX[1] if self.heads else 0)
        return min(width_px - pictures.px(16), pictures.px(most)) - 2 * pictures.px(PAD_PX)

    def needed(self, pictures: Pictures, width_px: int) -> tuple[int, int]:
        """The size of a window of that width or more in which nothing is cut."""
        px, root, inner = pictures.px, self._tree(), self._inner(pictures, width_px)
        across, high = root.size(pictures, inner)
        widest = min(across, px(WIDTH_PX - 2 * PAD_PX)) + 2 * px(PAD_PX) + px(16)
        return round(widest), round(high + px(8))

    def page_size(self, pictures: Pictures, window: tuple[int, int]) -> tuple[int, int]:
        """The size of its page in a window; notes how much of it stays in sight."""
        width, height = self.needed(pictures, window[0])
        if not self.reflows or width < window[0]:
            width = window[0]
        elif width > window[0]:
            height = self.needed(pictures, width)[1]
        self.foot_px, self._halves = 0, None  # it may be another window, or another size of letters
        if height > window[1]:
            body, foot = self._halved(pictures, window)
            self.foot_px = round(foot.size(pictures, self._inner(pictures, window[0]))[1])
            height = round(body.size(pictures, self._inner(pictures, width))[1]) + self.foot_px
        return width, max(height, window[1])

    def lay_out(self, pictures: Pictures, size: tuple[int, int], window: tuple[int, int]) -> None:
        """Places everything on a page of a window."""
        root, inner = self._tree(), self._inner(pictures, size[0])
        pad, room = pictures.px(PAD_PX), size[1] - pictures.px(8)
        if self.foot_px:
            self.box, high = Box(0, 0, *size), size[1] - self.foot_px
            boxes = (size[0], 0, high), (window[0], high, self.foot_px)
            self._seen = [
                (self._centred(pictures, *box), half)
                for box, half in zip(boxes, self._halved(pictures, window), strict=True)
            ]
        else:
            most = room if self.heads else root.most(pictures, inner)
            height = max(root.size(pictures, inner)[1], min(room, most))
            y = max(0, (size[1] - round(height)) // 2)
            self.box = self._centred(pictures, size[0], y, round(height))
            self._seen = [(self.box, root)]
        for box, tree in self._seen:
            tree.place(pictures, Box(box.x + pad, box.y, box.width - 2 * pad, box.height))

    def _centred(self, pictures: Pictures, across: int, y: int, height: int) -> Box:
        """The box of a ground in the middle of so many pixels."""
        width = self._inner(pictures, across) + 2 * pictures.px(PAD_PX)
        return Box((across - width) // 2, y, width, height)

    # Drawing -------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect, table: str) -> None:
        """Draws all of it within an area, on a felt of a colour."""
        for box, tree in self._seen:
            draw_panel(surface, box, pictures, table)
            tree.paint(surface, pictures, area)

"""Widgets that scroll: a list of files to choose from, and a text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import pygame

from game.message import joined, msg, msg_n
from game.play.lines import FileError
from game.play.record import RecordError
from game.ui.drawing.canvas import fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.scroll import KEYS, PAGE_KEYS, STEP_PX, THUMB_PX, Scroll
from game.ui.drawing.theme import GOLD, QUIET, RGB, TEXT, WARNING
from game.ui.drawing.words import fitting, reason_shown, wrapped, wrapped_anywhere
from game.ui.forms.widgets import GROUND, At, Widget
from game.ui.spoken import Role, WidgetDescription

ROW_PX = 48
INSET_PX = 5
BADGE_PX, BADGE_GAP_PX = 30, 10
PAD_PX = 10
BAR_PX = 8
MIN_THUMB_PX = 24


class FileRow:
    """Content of a row: a name with a date, and beneath it what the file holds."""

    def __init__(self, name: str, date: str, facts: str | None = None, short_name: str = "") -> None:
        """`facts` are None until the file was read; `short_name` is used if there is little room."""
        self.name, self.date, self.facts, self.short_name = name, date, facts, short_name
        self.is_bad = False
        self.badge: Callable[[Pictures, int], pygame.Surface] | None = None
        """Draws what stands before the name, so many pixels high."""


class FileList(Widget):
    """Rows of which one may be chosen."""

    takes_area = True
    takes_enter = False
    takes_arrows = True

    def __init__(
        self,
        rows: Sequence[FileRow],
        nothing: str | Sequence[str],
        chosen: Callable[[int], None],
        opened: Callable[[], None],
    ) -> None:
        """`nothing` is shown if there are no rows: a sentence, or paragraphs.

        `chosen` is called with the chosen row; `opened` after a second press of it.
        """
        self.rows = rows
        self.chosen: int | None = None
        self._nothing = [nothing] if isinstance(nothing, str) else [*nothing]
        self._tell, self._opened = chosen, opened
        self._pressed: int | None = None  # the row that was pressed last
        self.scroll = Scroll()
        """The rows that are in view."""
        self._hot: int | None = None
        self._row_px, self._inset_px = ROW_PX, INSET_PX

    @property
    def spoken(self) -> WidgetDescription:
        if not self.rows:
            return WidgetDescription("", joined(" ", self._nothing))
        if self.chosen is None:
            return WidgetDescription("", msg_n("{count} in the list", "{count} in the list", len(self.rows)))
        row = self.rows[self.chosen]
        line = joined(", ", filter(None, (row.name, row.date, row.facts)))
        place = msg("{row}, {number} of {count}", row=line, number=self.chosen + 1, count=len(self.rows))
        return WidgetDescription("", place, role=Role.ROW, state=(self.chosen + 1, len(self.rows)))

    def width(self, pictures: Pictures) -> int:
        return pictures.px(300)

    def place(self, pictures: Pictures, box: Box) -> None:
        self._row_px, self._inset_px = row, inset = pictures.px(ROW_PX), pictures.px(INSET_PX)
        rows = max(1, int((box.height - 2 * inset) // row))
        self.box = box = box._replace(height=rows * row + 2 * inset)
        thumb, self.scroll.least_px = pictures.px(BAR_PX), pictures.px(MIN_THUMB_PX)
        track = Box(box.x + box.width - inset - thumb, box.y + inset, thumb, rows * row)
        self.scroll.fit(rows, len(self.rows), 1, track)
        if self.chosen is not None:
            self.scroll.show(self.chosen, 1)

    def ring(self, pictures: Pictures) -> Box:
        return self.box.grown(pictures.px(2))

    def put(self, rows: Sequence[FileRow], chosen: int | None = None) -> None:
        """Replaces the rows and scrolls to the first, without a notification."""
        self.rows, self.chosen = rows, chosen
        self._pressed = self._hot = None
        self.scroll.release()
        self._fit(0)

    def renew(self, rows: Sequence[FileRow], chosen: int | None) -> None:
        """The rows have changed and what is `chosen` may stand elsewhere: it stays where it is seen."""
        moved = 0 if chosen is None or self.chosen is None else chosen - self.chosen
        self.rows, self.chosen, self._hot = rows, chosen, None
        self._pressed = None if self._pressed is None else self._pressed + moved
        self._fit(self.scroll.at + moved)

    def _fit(self, top: float) -> None:
        """Scrolls to a row, as there may be more of them now, or fewer."""
        self.scroll.fit(self.scroll.view, len(self.rows), 1)
        self.scroll.jump_to(top)

    # What is in view -----------------------------------------------------------------------------

    @property
    def in_view(self) -> range:
        """The rows that are to be seen."""
        top = round(self.scroll.at)
        return range(top, min(len(self.rows), top + self.scroll.view))

    def row_box(self, index: int) -> Box:
        """Box of a row in view."""
        y = self.box.y + self._inset_px + (index - self.scroll.at) * self._row_px
        right = self.scroll.track.width + self._inset_px if self.scroll.furthest else 0
        return Box(self.box.x + self._inset_px, y, self.box.width - 2 * self._inset_px - right, self._row_px)

    # The pointer ---------------------------------------------------------------------------------

    def on_hover(self, at: At | None) -> bool:
        before = (self._hot, self.scroll.at)
        if at is None or not self.scroll.drag(at[1]):
            self._hot = None if at is None else self._row_at(at)
        return before != (self._hot, self.scroll.at)

    def _row_at(self, at: At) -> int | None:
        return next((index for index in self.in_view if self.row_box(index).contains(at)), None)

    def press_twice(self, at: At) -> bool:
        is_same = self._pressed is not None and self._row_at(at) == self._pressed
        if is_same:
            self._opened()
        return is_same

    def press_at(self, at: At) -> None:
        self._pressed = None
        if self.scroll.furthest and at[0] >= (x := self.scroll.track.x) - self._inset_px:
            self.scroll.press((x, at[1]))
            return
        self._pressed = self._row_at(at)
        if self._pressed is not None:
            self.choose(self._pressed)

    def release(self) -> None:
        self.scroll.release()

    def turn(self, steps: int) -> None:
        self.scroll.turn(steps)

    # Keys ----------------------------------------------------------------------------------------

    def key(self, event: pygame.event.Event) -> bool:
        wanted = self._wanted(event.key)
        if wanted is None:
            return False
        self.choose(wanted)
        return True

    def _wanted(self, key: int) -> int | None:
        """Row that a key leads to; None outside the list."""
        last, now = len(self.rows) - 1, self.chosen
        if last < 0:
            return None
        if key in PAGE_KEYS:
            return max(0, min(last, (now or 0) + KEYS[key][1] * self.scroll.view))
        if key in (pygame.K_HOME, pygame.K_END):
            return 0 if key == pygame.K_HOME else last
        if key not in (pygame.K_UP, pygame.K_DOWN):
            return None
        if now is None:
            return 0 if key == pygame.K_DOWN else None
        wanted = now + (1 if key == pygame.K_DOWN else -1)
        return wanted if 0 <= wanted <= last else None

    def choose(self, index: int) -> None:
        """Chooses a row, and brings it into view."""
        self.chosen = index
        self.scroll.show(index, 1)
        self._tell(index)

    # Drawing -------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        px = pictures.px
        fill_rounded(surface, self.box, GROUND, px(7))
        outline(surface, self.box, pictures.line, px(7), px(1))
        if not self.rows:
            self._draw_nothing(surface, pictures)
        for index in self.in_view:
            self._draw_row(surface, pictures, index)
        self.scroll.draw_thumb(surface)

    def _draw_nothing(self, surface: pygame.Surface, pictures: Pictures) -> None:
        room, high, between = self.box.width - 2 * pictures.px(PAD_PX), 0, pictures.px(8)
        lines: list[tuple[pygame.Surface, int]] = []
        for paragraph in self._nothing:
            for line in wrapped(paragraph, pictures, room):
                lines.append((pictures.text(line, "body", QUIET), high))
                high += lines[-1][0].get_height()
            high += between
        top = self.box.centre.y - (high - between) / 2
        for words, y in lines:
            surface.blit(words, (round(self.box.centre.x - words.get_width() / 2), round(top + y)))

    def _draw_row(self, surface: pygame.Surface, pictures: Pictures, index: int) -> None:
        px, row, box = pictures.px, self.rows[index], self.row_box(index)
        if index == self.chosen:
            fill_rounded(surface, box, (*GOLD, 60), px(5))
            outline(surface, box, (*GOLD, 255), px(5), px(1.5))
        elif index == self._hot:
            fill_rounded(surface, box, (255, 255, 255, 22), px(5))
        name, small = pictures.font("body"), pictures.font("small")
        date = pictures.text(row.date, "small", QUIET)
        y = round(box.centre.y - (name.get_height() + small.get_height()) / 2)
        left, right = round(box.x) + px(PAD_PX), round(box.x + box.width) - px(PAD_PX)
        if row.badge is not None:
            badge = row.badge(pictures, px(BADGE_PX))
            surface.blit(badge, (left, round(box.centre.y - badge.get_height() / 2)))
            left += badge.get_width() + px(BADGE_GAP_PX)
        surface.blit(date, (right - date.get_width(), y + name.get_ascent() - small.get_ascent()))
        room = right - date.get_width() - px(PAD_PX) - left
        called = row.name if pictures.text_width(row.name) <= room else row.short_name or row.name
        surface.blit(pictures.text(fitting(called, pictures, room, "body"), "body", TEXT), (left, y))
        facts = fitting(row.facts or "…", pictures, right - left, "small")
        colour = WARNING if row.is_bad else QUIET
        surface.blit(pictures.text(facts, "small", colour), (left, y + name.get_height()))


def fault(name: str, error: Exception) -> str:
    """A sentence on why the file called `name` does not hold, and in which line."""
    has_line = isinstance(error, RecordError | FileError) and error.line is not None
    if has_line:
        # Translators: {reason} begins with the line of the file: “line 3: …”.
        return msg("{name}, {reason}.", name=name, reason=reason_shown(error))
    return msg("{name}: {reason}.", name=name, reason=reason_shown(error))


PARAGRAPH_PX = 7
PART_PX = 8


class TextPart(NamedTuple):
    """A heading, which may be empty, and the paragraphs beneath it."""

    heading: str
    paragraphs: Sequence[str]


class TextLine(NamedTuple):
    """A line and its place, from the upper edge of the text."""

    y: int
    words: str
    colour: RGB
    bold: bool


class TextView(Widget):
    """Parts of a text, of which as much is seen as there is room for."""

    takes_area = True
    takes_enter = False
    takes_arrows = True
    paragraph_px = PARAGRAPH_PX
    """Space between two paragraphs, in design pixels."""

    def __init__(self, parts: Sequence[TextPart], size: str = "body") -> None:
        """`size` is that of the letters."""
        self.parts = parts
        self._size = size
        self._lines: Sequence[TextLine] = ()
        self._ends: list[int] = []
        self._scroll = Scroll()
        self._whole_px = self._bar_px = self._line_px = 0
        self._told = 0  # which of its lines somebody who walks through it is told

    @property
    def told(self) -> list[str]:
        """Its headings and paragraphs."""
        return [text for part in self.parts for text in (part.heading, *part.paragraphs) if text]

    @property
    def spoken(self) -> WidgetDescription:
        lines = self.told
        place = min(self._told, len(lines) - 1) + 1
        return WidgetDescription("", lines[place - 1], role=Role.ROW, state=(place, len(lines)))

    def width(self, pictures: Pictures) -> int:
        return pictures.px(300)

    def place(self, pictures: Pictures, box: Box) -> None:
        self.box = box
        self._break(pictures, box.width)
        track = Box(box.x + box.width - self._bar_px, box.y, self._bar_px, box.height)
        self._scroll.fit(box.height, self._whole_px, pictures.px(STEP_PX), track)

    def max_height(self, pictures: Pictures, width_px: float) -> float:
        self._break(pictures, width_px)
        return self._whole_px

    def _break(self, pictures: Pictures, width_px: float) -> None:
        self._bar_px = pictures.px(THUMB_PX)
        self._line_px = pictures.font(self._size).get_height() + pictures.px(2)
        self._lines = [*self._broken(pictures, width_px - 3 * self._bar_px)]

    def ring(self, pictures: Pictures) -> Box:
        return self.box.grown(pictures.px(4))

    def _broken(self, pictures: Pictures, room_px: float) -> Iterator[TextLine]:
        y, high, px = 0, self._line_px, pictures.px
        self._ends = []
        for part in self.parts:
            if part.heading:
                yield TextLine(y, part.heading, GOLD, True)
                y += high + px(2)
            for paragraph in part.paragraphs:
                for words in wrapped_anywhere(paragraph, pictures, room_px, self._size):
                    yield TextLine(y, words, TEXT, False)
                    y += high
                self._ends.append(y)
                y += px(self.paragraph_px)
            y += px(PART_PX)
        self._whole_px = y - px(PART_PX) - px(PARAGRAPH_PX)

    @property
    def ends(self) -> list[float]:
        """Where each paragraph ends, from the upper edge of the view."""
        return [y - self._scroll.at for y in self._ends]

    # Scrolling -----------------------------------------------------------------------------------

    def turn(self, steps: int) -> None:
        self._scroll.turn(steps)

    def key(self, event: pygame.event.Event) -> bool:
        if event.key not in KEYS:
            return False
        steps, views = KEYS[event.key]
        self._told = max(0, min(len(self.told) - 1, self._told + (views or steps)))
        return self._scroll.key(event.key)

    # Drawing -------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        for line in self._lines:
            y = line.y - self._scroll.at
            if 0 <= y <= self.box.height - self._line_px:  # no line is cut
                words = pictures.text(line.words, self._size, line.colour, line.bold)
                surface.blit(words, (round(self.box.x), round(self.box.y + y)))
        self._scroll.draw_thumb(surface)

"""A form around a list: one row is chosen, pressed twice it is opened, and rows are read when they are seen.

Knows the list, its pointer and its keys; must not know what the rows stand for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import pygame

from game.play.lines import FileError
from game.play.record import RecordError
from game.play.slices import Slices, Work
from game.storage.files import StorageError
from game.ui.drawing.foreign import reason_shown
from game.ui.drawing.theme import DOUBLE_CLICK_MS
from game.ui.forms.file_list import FileList, FileRow
from game.ui.forms.form import FormScene
from game.ui.forms.form_panel import Row
from game.ui.scene import Stage

T = TypeVar("T")


class Opening(NamedTuple):
    """A file that is being read, and what is done when it is."""

    name: str
    work: Work[Any]
    then: Callable[[], None]


class ListForm(FormScene):
    """A list to choose from; what Enter does, a double click does."""

    turns_everywhere = False
    """Whether the wheel turns the list wherever the pointer is."""

    def __init__(self, stage: Stage, heading: str, rows: Sequence[FileRow], nothing: str) -> None:
        """`nothing` is said where there are no rows."""
        super().__init__(stage, heading)
        self._list = FileList(rows, nothing, self._chosen)
        self.panel.rows = [Row("", "", self._list, is_below=True, grows=True)]
        self._pressed: tuple[int, int] | None = None  # the row pressed last, and until when again counts
        self._rows: dict[int, Work[None]] = {}  # rows that are being read
        self._opening: Opening | None = None

    def read_row(self, index: int) -> None:
        """Finds out what a row says; it came into view."""

    def reading_row(self, index: int) -> Slices[None]:
        """Finds out what a row says, in slices where that takes long."""
        self.read_row(index)
        return
        yield

    def refuse_file(self, name: str, error: Exception) -> None:
        """Says why a file does not hold, and in which line."""
        has_line = isinstance(error, RecordError | FileError) and error.line is not None
        self.refuse(f"{name}{', ' if has_line else ': '}{reason_shown(error)}.")

    # Choosing ------------------------------------------------------------------------------------

    def _chosen(self, index: int) -> None:
        self._opening = None
        self.say("")
        self.redraw()

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEWHEEL and self.turns_everywhere:
            self._list.turn(event.y)
            self._list.hover(self._at)
            self.redraw(self._list)
        else:
            super().handle(event)

    def _press(self, event: pygame.event.Event) -> None:
        super()._press(event)
        index, now_ns = self._list.chosen, self.stage.now_ns()
        if index is None or not self._list.holds_row(index, event.pos):
            self._pressed = None
        elif self._pressed is not None and self._pressed[0] == index and now_ns < self._pressed[1]:
            self._pressed = None
            self.enter()
        else:
            self._pressed = (index, now_ns + DOUBLE_CLICK_MS * 1_000_000)

    def released(self) -> None:
        self._list.let_go()

    # Opening what takes long to read ---------------------------------------------------------------

    def open_when_read(self, name: str, slices: Slices[T], then: Callable[[T], None]) -> None:
        """Reads a file called `name`, tells how far it is, and does something with what comes of it.

        Whatever does not hold is said with `refuse_file`; Esc and Cancel stop it.
        """
        work = Work(slices)

        def finished() -> None:
            assert work.is_done
            then(work.result)  # type: ignore[arg-type]

        self._opening = Opening(name, work, finished)
        self._go_on_opening()

    def _go_on_opening(self) -> None:
        opening = self._opening
        assert opening is not None
        try:
            if opening.work.go_on(self.stage.now_ns):
                self._opening = None
                self.say("")
                opening.then()
            else:
                self.say(f"{opening.name} is being read: {opening.work.percent}. Esc stops it.")
        except (StorageError, RecordError) as error:
            self._opening = None
            self.refuse_file(opening.name, error)

    def close(self) -> None:
        if self._opening is None:
            super().close()
        else:
            name, self._opening = self._opening.name, None
            self.say(f"{name} is not opened.")

    # Reading what is in view ---------------------------------------------------------------------

    def _next_unread(self) -> int | None:
        return next((index for index in self._list.in_view if self._list.rows[index].facts is None), None)

    @property
    def wake_in_s(self) -> float | None:
        return None if self._next_unread() is None and self._opening is None else 0.0

    def awake(self) -> None:
        index = self._next_unread()
        if self._opening is not None:
            self._go_on_opening()
        elif index is not None:
            work = self._rows.setdefault(index, Work(self.reading_row(index)))
            if work.go_on(self.stage.now_ns):
                del self._rows[index]
                self.redraw(self._list)

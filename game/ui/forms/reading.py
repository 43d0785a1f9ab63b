"""What a form reads while it is open: the rows of its list that come into view, and a file to open.

Knows slices of work and how far they are; must not know what stands in a file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from game.message import msg
from game.play.lines import FileError
from game.play.record import RecordError
from game.play.slices import Slices, Work
from game.storage.files import StorageError
from game.ui.drawing.foreign import reason_shown
from game.ui.forms.file_list import FileList

T = TypeVar("T")

ReadRow = Callable[[int], Slices[None] | None]
"""Finds out what the row of an index says, in slices where that takes long."""


def fault(name: str, error: Exception) -> str:
    """A sentence on why the file called `name` does not hold, and in which line."""
    has_line = isinstance(error, RecordError | FileError) and error.line is not None
    if has_line:
        # Translators: {reason} begins with the line of the file: “line 3: …”.
        return msg("{name}, {reason}.", name=name, reason=reason_shown(error))
    return msg("{name}: {reason}.", name=name, reason=reason_shown(error))


class Opening(NamedTuple):
    """A file that is being read, and what is done when it is."""

    name: str
    work: Work[Any]
    then: Callable[[], None]


class Reading:
    """Reads a little at a time, so that the form stays alive; a file to open comes before the rows."""

    def __init__(
        self,
        listed: FileList,
        read_row: ReadRow,
        now_ns: Callable[[], int],
        say: Callable[[str], None],
        refuse: Callable[[str], None],
        row_changed: Callable[[], None],
    ) -> None:
        """`row_changed` hears that a row says more now; the others are a clock and the form's own."""
        self._list, self._read_row, self._now_ns = listed, read_row, now_ns
        self._say, self._refuse, self._row_changed = say, refuse, row_changed
        self._rows: dict[int, Work[None]] = {}  # rows that are being read
        self._opening: Opening | None = None

    def open(self, name: str, slices: Slices[T], then: Callable[[T], None]) -> None:
        """Reads a file called `name`, tells how far it is, and does something with what comes of it."""
        work = Work(slices)

        def finished() -> None:
            assert work.is_done
            then(work.result)  # type: ignore[arg-type]

        self._opening = Opening(name, work, finished)
        self._go_on_opening(self._opening)

    def stop(self) -> bool:
        """Stops opening a file; returns whether one was being opened."""
        if self._opening is None:
            return False
        self._say(msg("{name} is not opened.", name=self._opening.name))
        self._opening = None
        return True

    def forget(self) -> None:
        """Something else was chosen: what was being opened is not wanted any more."""
        self._opening = None

    def forget_rows(self) -> None:
        """Other rows stand in the list."""
        self.forget()
        self._rows.clear()

    @property
    def _next_unread(self) -> int | None:
        return next((index for index in self._list.in_view if self._list.rows[index].facts is None), None)

    @property
    def is_waiting(self) -> bool:
        """Whether there is more to read."""
        return self._opening is not None or self._next_unread is not None

    def go_on(self) -> None:
        """Reads as long as a frame allows."""
        if self._opening is not None:
            self._go_on_opening(self._opening)
        elif (index := self._next_unread) is not None and self._is_read(index):
            self._row_changed()

    def _is_read(self, index: int) -> bool:
        if index not in self._rows:
            slices = self._read_row(index)
            if slices is None:
                return True
            self._rows[index] = Work(slices)
        if self._rows[index].go_on(self._now_ns):
            del self._rows[index]
            return True
        return False

    def _go_on_opening(self, opening: Opening) -> None:
        try:
            if opening.work.go_on(self._now_ns):
                self._opening = None
                self._say("")
                opening.then()
            else:
                percent = opening.work.percent
                self._say(
                    msg("{name} is being read: {percent}. Esc stops it.", name=opening.name, percent=percent)
                )
        except (StorageError, RecordError) as error:
            self._opening = None
            self._refuse(fault(opening.name, error))

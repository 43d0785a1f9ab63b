"""A form around a list: one row is chosen, pressed twice it is opened, and rows are read when they are seen.

Knows the list, its pointer and its keys; must not know what the rows stand for.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.play.record import RecordError
from game.tournament.lines import FileError
from game.ui.file_list import FileList, FileRow
from game.ui.form_panel import Row
from game.ui.found_games import reason_shown
from game.ui.scene import Stage
from game.ui.scenes.form import FormScene
from game.ui.theme import DOUBLE_CLICK_MS


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

    def read_row(self, index: int) -> None:
        """Finds out what a row says; it came into view."""
        raise NotImplementedError

    def refuse_file(self, name: str, error: Exception) -> None:
        """Says why a file does not hold, and in which line."""
        has_line = isinstance(error, RecordError | FileError) and error.line is not None
        self.refuse(f"{name}{', ' if has_line else ': '}{reason_shown(error)}.")

    # Choosing ------------------------------------------------------------------------------------

    def _chosen(self, index: int) -> None:
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

    # Reading what is in view ---------------------------------------------------------------------

    def _next_unread(self) -> int | None:
        return next((index for index in self._list.in_view if self._list.rows[index].facts is None), None)

    @property
    def wake_in_s(self) -> float | None:
        return None if self._next_unread() is None else 0.0

    def awake(self) -> None:
        index = self._next_unread()
        if index is not None:
            self.read_row(index)
            self.redraw(self._list)

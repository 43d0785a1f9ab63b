"""Keeps the bars of a table filled: its clock, what is counted, the points on their way, and the sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from game.message import verbatim
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import RGB
from game.ui.table.heard import Commentary
from game.ui.table.part import Part
from game.ui.table.points import Points, ScoredTable


class CountedTable(ScoredTable, Protocol):
    """Interface of the table that the figures need."""

    is_stale: bool
    parts: Sequence[Part]
    points: Points
    commentary: Commentary


def _second(elapsed_ms: int) -> tuple[int, int]:
    """Changes with every second that is begun, and with every second that is over."""
    return elapsed_ms // 1000, -elapsed_ms // 1000


class Figures:
    """What the bars of one table tell."""

    def __init__(self, table: CountedTable) -> None:
        self._table = table
        self._second = (0, 0)  # which the clock shows
        self._are_due = True

    def changed(self) -> None:
        """Marks the bars to be filled before the next frame."""
        self._are_due = self._table.is_stale = True

    def refill(self) -> None:
        """Brings the bars up to date if they are to be."""
        if self._are_due:
            self.fill()

    def fill(self) -> None:
        """Updates both bars."""
        table, self._are_due = self._table, False
        table.commentary.tell()
        facts = [fact for part in table.parts for fact in part.status_facts()]
        fields, counted = table.view.readings(table.game, table.context.settings)
        hidden = table.view.score_labels if table.hides_score else ()
        for box in table.bars.count([*facts, *counted], hidden):
            table.canvas.damage(box)
        self._show_time(fields)
        table.points.follow()

    def on_tick(self) -> None:
        """Follows the time that passes."""
        self._table.is_stale |= self._table.points.on_tick()
        if self._are_due:
            self.fill()
        elif _second(self._table.elapsed_ms) != self._second:
            self._show_time()

    def _show_time(self, fields: Sequence[tuple[str, RGB]] = ()) -> None:
        """Brings the clock, the first field if there is one, and the `fields` after it up to date."""
        table, bars, elapsed_ms = self._table, self._table.bars, self._table.elapsed_ms
        settings, self._second = table.context.settings, _second(elapsed_ms)
        clock = table.view.clock(table.game, elapsed_ms, settings)
        texts = [*([] if clock is None else [clock]), *fields]
        changed = [bars.tell(which, *field) for which, field in enumerate(texts)]
        for box in (*changed, bars.show_time(table.view.time_left(table.game, elapsed_ms, settings))):
            if box is not None:
                table.canvas.damage(box)

    def tell(self) -> None:
        """Says what the bars show: the time, which passes, and all that is counted."""
        words = self._table.bars.told
        self._table.commentary.status.say(words, aloud=False)
        self._table.context.narrate(words, passes=True)

    def put_sentence(self, words: str) -> None:
        """Shows a sentence in the status line."""
        sentence, table = verbatim(words).capitalised(), self._table
        if sentence != table.bars.sentence:
            table.bars.sentence = sentence
            if table.bars.bottom.height:
                table.canvas.damage(table.bars.bottom)
        table.is_stale = True

    def redraw(self, box: Box) -> None:
        """Marks a box of the bars to be redrawn."""
        self._table.canvas.damage(box)
        self._table.is_stale = True

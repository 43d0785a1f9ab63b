"""Help for Spider at the table: thinks a little in every frame, then shows the move and says why.

Knows the scene's time and where its cards lie; what is advised stands in `rules.spider_help`.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from game.rules.position import STOCK, Position
from game.rules.spider import HAND
from game.rules.spider_help import Suggestion, think
from game.ui.hint import Hint

if TYPE_CHECKING:
    from game.ui.scenes.spider import SpiderScene

SLICE_NS = 8_000_000
"""How long it thinks in one frame: half of a frame at 60 a second."""


class Adviser:
    """Answers the player who asks for help."""

    def __init__(self, table: SpiderScene) -> None:
        self._table = table
        self.hint = Hint(table.stage.pictures, table.marks)
        self._asked: list[Position] = []
        self._thoughts: Generator[None, None, Suggestion] | None = None
        self._last: tuple[Position, Suggestion] | None = None

    @property
    def is_moving(self) -> bool:
        """Whether frames are wanted: for thinking, or for what is shown."""
        return self._thoughts is not None or self.hint.is_moving

    def ask(self) -> None:
        """The player asks; the same table gets the same answer."""
        table, position = self._table, self._table.game.position
        table.drop_picked()
        if self._last is not None and self._last[0] is position:
            self._tell(self._last[1])
        elif self._thoughts is None:
            self._thoughts = think(table.spider, position, tuple(self._asked))
            table.is_stale = True

    def forget(self) -> None:
        """The table has changed: what was thought or shown no longer holds."""
        self._thoughts = None
        self.hint.clear()

    def awake(self) -> None:
        """Thinks for a part of a frame."""
        thoughts, now_ns = self._thoughts, self._table.stage.now_ns
        if thoughts is None:
            return
        end_ns = now_ns() + SLICE_NS
        try:
            while now_ns() < end_ns:
                next(thoughts)
        except StopIteration as done:
            self._thoughts = None
            position = self._table.game.position
            self._asked.append(position)
            self._last = position, done.value
            self._tell(done.value)

    def _tell(self, suggestion: Suggestion) -> None:
        table, move = self._table, suggestion.move
        table.say(suggestion.sentence)
        if move is None:
            return
        grows = bool(table.speed)
        if move == STOCK:
            self.hint.show(None, table.spread.top_box(HAND), grows)
            return
        first = table.spread.place_of(move.source, len(table.game.position.piles[move.source]) - move.count)
        cards = first.union(table.spread.top_box(move.source))
        self.hint.show(cards, table.spread.top_box(move.target), grows)

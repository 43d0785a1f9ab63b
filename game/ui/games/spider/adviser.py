"""Help for Spider at the table: at once a move and why, then what wins most often when that is known.

Knows the scene's time and where its cards lie; what is advised at once stands in
`game.solver.spider.help`, what the solver finds comes from its own process (see `ui.adviser`).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from game.rules.position import Position
from game.solver.advice import Advice
from game.solver.spider.help import Suggestion, think
from game.ui.table.adviser import MORE, Adviser

if TYPE_CHECKING:
    from game.ui.games.spider.spider import SpiderScene

SLICE_NS = 8_000_000
"""How long it thinks in one frame: half of a frame at 60 a second."""


class SpiderAdviser(Adviser):
    """Answers the player who asks for help."""

    def __init__(self, table: SpiderScene) -> None:
        super().__init__(table)
        self._spider_table = table
        self._helped: list[Position] = []
        self._thoughts: Generator[None, None, Suggestion] | None = None
        self._suggestion: Suggestion | None = None

    @property
    def is_moving(self) -> bool:
        return self._thoughts is not None or super().is_moving

    def ask(self) -> None:
        position = self._table.game.position
        if position is self._position and self._suggestion is not None and not self._advice:
            self._table.drop_picked()
            self._table.say("")
            self._tell(self._suggestion)
        elif self._thoughts is None:
            super().ask()

    def think(self, position: Position) -> None:
        self._thoughts = think(self._spider_table.spider, position, tuple(self._helped))
        self._table.is_stale = True
        super().think(position)

    def take(self, advice: list[Advice]) -> None:
        # Until some way of laying the hidden cards was won, the reason says more than the odds.
        if self._thoughts is None and (advice[0].wins or self._advice):
            super().take(advice)

    def sentence(self) -> str:
        told, best = self._suggestion, self._advice[0].move
        if self.tells_odds or told is None or told.move != best:
            return super().sentence()
        return f"{told.sentence} {MORE}"

    def found_nothing(self) -> None:
        """The solver has no advice; what was told at once stands."""

    def failed(self, reason: str) -> None:
        """The solver cannot be asked; what was told at once stands."""

    def forget(self) -> None:
        super().forget()
        self._thoughts = self._suggestion = None

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
            self._thoughts, self._suggestion = None, done.value
            self._helped.append(self._table.game.position)
            self._tell(done.value)

    def _tell(self, suggestion: Suggestion) -> None:
        self._table.say_unasked(suggestion.sentence)
        if suggestion.move is not None:
            self._table.show_move(suggestion.move, self.hint)

"""Help for Spider at the table: at once a move and why, then what wins most often when that is known.

Knows the table's time; what is advised at once stands in `solver.spider.help`, what the solver
finds comes from its own process (see `table.hints`).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, cast

from game.message import joined
from game.rules.position import Move, Position
from game.rules.spider import Spider
from game.solver.advice import Advice
from game.ui.table.hints import MORE, Hints
from game.ui.table.table import Table
from game.ui.table.winnable import Winnable

if TYPE_CHECKING:
    from game.solver.spider.help import Suggestion

SLICE_NS = 8_000_000
"""How long it thinks in one frame: half of a frame at 60 a second."""


class SpiderHints(Hints):
    """Answers the player who asks for help."""

    def __init__(self, table: Table, winnable: Winnable, tells_all: bool = False) -> None:
        super().__init__(table, winnable, tells_all)
        self._rules = cast(Spider, table.variant)
        self._helped: list[Position] = []
        self._thoughts: Generator[None, None, Suggestion] | None = None
        self.suggestion: Suggestion | None = None
        """What was told at once about the present position."""

    @property
    def move(self) -> Move | None:
        told = None if self.suggestion is None else self.suggestion.move
        return super().move or told

    @property
    def is_thinking(self) -> bool:
        return self._thoughts is not None or super().is_thinking

    @property
    def is_moving(self) -> bool:
        return self._thoughts is not None or super().is_moving

    def asked_again(self, position: Position) -> bool:
        if self._thoughts is not None:
            return True
        if self.suggestion is None or self.advice:
            return super().asked_again(position)
        self.table.say("")
        self._tell(self.suggestion)
        return True

    def think(self, position: Position) -> None:
        from game.solver.spider.help import think  # when somebody asks

        self._thoughts = think(self._rules, position, tuple(self._helped))
        self.table.is_stale = True
        super().think(position)

    def show_advice(self, advice: list[Advice]) -> None:
        # Until some way of laying the hidden cards was won, the reason says more than the odds.
        if self._thoughts is None and (advice[0].wins or self.advice):
            super().show_advice(advice)

    def sentence(self, tells_odds: bool) -> str:
        told, best = self.suggestion, self.advice[0].move
        if tells_odds or told is None or told.move != best:
            return super().sentence(tells_odds)
        return joined(" ", [told.sentence, MORE])

    def found_nothing(self) -> None:
        """The solver has no advice; what was told at once stands."""

    def failed(self, reason: str) -> None:
        """The solver cannot be asked; what was told at once stands."""

    def forget(self) -> None:
        super().forget()
        self._thoughts = self.suggestion = None

    def awake(self) -> None:
        # It thinks for a part of a frame.
        thoughts, now_ns = self._thoughts, self.table.stage.now_ns
        if thoughts is None:
            return
        end_ns = now_ns() + SLICE_NS
        try:
            while now_ns() < end_ns:
                next(thoughts)
        except StopIteration as done:
            self._thoughts, self.suggestion = None, done.value
            self._helped.append(self.table.game.position)
            self._tell(done.value)

    def _tell(self, suggestion: Suggestion) -> None:
        self.table.status.say_unasked(suggestion.sentence)
        if suggestion.move is not None:
            self.show_move(suggestion.move)

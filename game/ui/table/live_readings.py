"""What the bars of a table tell of its game, kept up to date: the clock, the score and all that is counted.

Knows which readings a view takes of a game, and the bars; must not know the cards on the table, nor when
something may have changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.play.game import GameSnapshot
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import RGB
from game.ui.scene import Stage
from game.ui.table.bars import Bars
from game.ui.table.view import View


class LiveReadings:
    """Fills the bars; what it answers is where something else is to be seen from now on."""

    def __init__(self, stage: Stage, game: GameSnapshot, view: View[Any], bars: Bars) -> None:
        self._stage, self._game, self._view, self._bars = stage, game, view, bars
        self._second = (0, 0)

    def tell(self, elapsed_ms: int, facts: Sequence[tuple[str, str]]) -> list[Box]:
        """Brings everything up to date; `facts` are counted before those of the view."""
        clock = self._clock(elapsed_ms)
        fields, counted = self._view.readings(self._game, self._stage.settings)
        return [*self._put([*clock, *fields]), *self._bars.count([*facts, *counted])]

    def tell_time(self, elapsed_ms: int) -> list[Box]:
        """Brings the clock up to date where another second has begun or is over."""
        return self._put(self._clock(elapsed_ms)) if _second(elapsed_ms) != self._second else []

    def _clock(self, elapsed_ms: int) -> list[tuple[str, RGB]]:
        """What the clock's field says, which is the first one, if there is a clock."""
        self._second = _second(elapsed_ms)
        clock = self._view.clock(self._game, elapsed_ms, self._stage.settings)
        return [] if clock is None else [clock]

    def _put(self, fields: Sequence[tuple[str, RGB]]) -> list[Box]:
        found = [self._bars.tell(which, *field) for which, field in enumerate(fields)]
        return [box for box in found if box is not None]


def _second(elapsed_ms: int) -> tuple[int, int]:
    """Changes with every second that is begun, and with every second that is over."""
    return elapsed_ms // 1000, -elapsed_ms // 1000

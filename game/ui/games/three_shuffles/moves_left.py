"""The moves that keep a shuffle waiting, shown when one is asked for too early.

Knows paths on the table; must not know when they are to be shown.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.rules.three_shuffles import ThreeShuffles
from game.ui.cards.hint import Hint
from game.ui.drawing.canvas import Picture
from game.ui.table.part import Part
from game.ui.table.table import Table


class MovesLeft(Part):
    """Shows all moves at once, until something is pressed."""

    def __init__(self, table: Table, rules: ThreeShuffles) -> None:
        self._table, self._rules = table, rules
        self._paths: list[Hint] = []

    @property
    def count(self) -> int:
        """How many are shown."""
        return len(self._paths)

    def show(self) -> None:
        """Shows them, if it is they that the shuffle waits for."""
        table = self._table
        moves = self._rules.moves_left(table.game.position)
        if not moves or not self._rules.shuffles_left(table.game.position):
            return
        count = "A move is" if len(moves) == 1 else f"{len(moves)} moves are"
        table.say(f"{count} left, as shown: the shuffle waits until there is none.")
        for move in moves:
            path = Hint(table.stage.pictures, table.marks)
            path.show(table.spread.top_box(move.source), table.spread.top_box(move.target), grows=False)
            self._paths.append(path)

    def take(self, event: pygame.event.Event) -> bool:
        if self._paths and event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self.before_layout()
            self._table.is_stale = True
        return False

    def before_layout(self) -> None:
        self._paths = []

    def under_hand(self) -> Sequence[Picture]:
        return [picture for path in self._paths for picture in path.pictures()]

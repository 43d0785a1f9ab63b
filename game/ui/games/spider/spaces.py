"""Spaces that keep a row from being dealt, marked for a while; and suits that are removed by themselves.

Knows Spider and time; must not know input or layout.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.play.game import Action
from game.rules.position import Move, Position
from game.rules.spider import Spider
from game.rules.variant import Outcome
from game.ui.drawing.canvas import Picture
from game.ui.drawing.theme import HINT_S
from game.ui.games.spider.view import SpiderView
from game.ui.table.hand import Hand
from game.ui.table.part import Part
from game.ui.table.table import Table


class MarkedSpaces(Part):
    """The spaces are marked when a row cannot be dealt because of them."""

    def __init__(self, table: Table, rules: Spider) -> None:
        self._table, self._rules = table, rules
        self._left_s = 0.0

    def show(self) -> None:
        """Marks them."""
        self._left_s = HINT_S

    def acted(self, action: Action, before: Position) -> None:
        self._left_s = 0.0

    @property
    def is_moving(self) -> bool:
        return self._left_s > 0

    def step(self, step_s: float) -> None:
        self._left_s = max(0.0, self._left_s - step_s)

    def under_hand(self) -> Sequence[Picture]:
        if not self._left_s:
            return ()
        table = self._table
        spaces = self._rules.spaces(table.game.position)
        return [table.marks.target(table.spread.top_box(space), is_best=True) for space in spaces]


class RemovedSuits(Part):
    """Where complete suits go is drawn anew when one is removed, or comes back."""

    def __init__(self, table: Table, view: SpiderView) -> None:
        self._table, self._view = table, view

    def shown(self, before: Position, action: Action) -> None:
        table, rules = self._table, self._view.variant
        if rules.suits_removed(before) != rules.suits_removed(table.game.position):
            table.canvas.damage(self._view.places_box(table.space, table.slots))


class Removal(Part):
    """A suit that a move has completed is removed by itself, if the player wants that."""

    def __init__(self, table: Table, rules: Spider, hand: Hand) -> None:
        self._table, self._rules, self._hand = table, rules, hand
        self._is_due = False

    def acted(self, action: Action, before: Position) -> None:
        # What is taken back stays: only a move of the player lets suits go by themselves.
        self._is_due = isinstance(action, Move) and self._removes_itself()

    def _removes_itself(self) -> bool:
        game = self._table.game
        if not self._table.stage.settings.remove_suits or game.outcome is Outcome.WON:
            return False
        return bool(self._rules.complete_suits(game.position))

    @property
    def is_moving(self) -> bool:
        return self._is_due and self._hand.picked is None

    def step(self, step_s: float) -> None:
        table = self._table
        if self._is_due and self._hand.picked is None and not table.spread.is_flying:
            self._is_due = False
            if self._removes_itself():
                table.act(self._rules.complete_suits(table.game.position)[0])

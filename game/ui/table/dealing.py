"""The deal as it is seen: the cards fly from one place to theirs, one after the other.

Knows sprites and their order; must not know rules.
"""

from __future__ import annotations

from game.ui.drawing.theme import DEAL_GAP_S
from game.ui.table.part import Part
from game.ui.table.table import Table


class Dealing(Part):
    """Deals the cards of a game that has just begun."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._is_due = self._deals = table.is_dealing = True

    def arranged(self) -> None:
        table = self._table
        if self._is_due:
            self._is_due = False
            order = table.view.deal_order(table.game.deal, table.game.position)
            table.spread.gather_at(table.view.stock_point(table.slots), tuple(order))
            delays = {card.identity: index * DEAL_GAP_S for index, card in enumerate(order)}
            table.spread.arrange(table.game.position, table.slots, delays)
            if table.spread.is_flying:
                table.sound("shuffle")
        elif self._deals:
            table.spread.arrange(table.game.position, table.slots, at_once=True)

    def step(self, step_s: float) -> None:
        if not self._table.spread.is_flying:
            self._end()

    def hurry(self) -> bool:
        self._end()
        return False

    def panel_changed(self, hid: bool) -> None:
        if self._table.hides_cards:
            self._end()

    def _end(self) -> None:
        if self._deals and not self._is_due:  # who deals again later ends that
            self._deals = False
            self._table.spread.finish()
            self._table.end_dealing()

"""Deals that can be won, looked for ahead of need while a game is played.

Knows who deals; must not know how a deal is decided.
"""

from __future__ import annotations

from game.ui.table.part import Part
from game.ui.table.table import Table


class DealsAhead(Part):
    """Has more deals proven whenever there is time; not before the cards are on the screen."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._is_seen = False

    def seen(self) -> None:
        self._is_seen = True

    def awake(self) -> None:
        if self._is_seen:
            self._table.stage.dealer.prove_more(self._table.variant)

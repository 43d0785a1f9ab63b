"""Deals that can be won and decks for tournaments, looked for ahead of need while a game is played.

Knows who deals; must not know how a deal is decided.
"""

from __future__ import annotations

from typing import cast

from game.rules.rush import Rush
from game.ui.table.part import Part
from game.ui.table.table import Table


class DealsAhead(Part):
    """Has more deals proven whenever there is time; not before the cards are on the screen."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._is_seen = False
        self._are_decks_sought = False

    def seen(self) -> None:
        self._is_seen = True

    def awake(self) -> None:
        if self._is_seen:
            self._table.stage.dealer.prove_more(self._table.variant)
            self._seek_decks()

    def _seek_decks(self) -> None:
        """Lays decks by for tournaments, once at a table, where that takes next to no time."""
        stage, variant = self._table.stage, self._table.variant
        if not self._are_decks_sought and variant.deals_can_be_won and stage.solver.is_warm(variant):
            from game.rounds.decks import LAID_BY  # no table waits for it

            self._are_decks_sought = True
            stage.decks.seek(cast(Rush, variant), LAID_BY)

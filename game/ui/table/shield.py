"""Presses at the end of a game: what was meant for a card does not press a button of the result."""

from __future__ import annotations

import pygame

from game.ui.table.part import Part
from game.ui.table.table import Table

DEAF_NS = 800_000_000
"""Time in which a new result takes no press."""
RELEASED_NS = 5_000_000_000
"""Time after which everything counts as released: an input method may keep the release of a key to itself."""
TAKEN = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN, pygame.MOUSEWHEEL)


class EndShield(Part):
    """Takes all presses while the table is deaf: for a while, and until nothing is held any more."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._until_ns: int | None = None

    def begin(self, more_s: float = 0.0) -> None:
        """The table is deaf from now on, for `more_s` longer than usual."""
        self._until_ns = self._table.context.now_ns() + DEAF_NS + round(more_s * 1e9)

    def on_event(self, event: pygame.event.Event) -> bool:
        if self._until_ns is None or event.type not in TAKEN:
            return False
        context = self._table.context
        late_ns = context.now_ns() - self._until_ns
        if late_ns >= RELEASED_NS or (late_ns >= 0 and not context.program.holds_anything()):
            self._until_ns = None
        return self._until_ns is not None


def deafen(table: Table, more_s: float = 0.0) -> None:
    """Has a table take no presses for a while: its game ends, or its result is there."""
    for part in table.parts:
        if isinstance(part, EndShield):
            part.begin(more_s)

"""Presses at the end of a game: what was meant for a card does not press a button of the result."""

from __future__ import annotations

import pygame

from game.ui.table.part import Part
from game.ui.table.table import Table

DEAF_NS = 800_000_000
"""Time in which a new result takes no press."""
PRESSES = {
    pygame.KEYDOWN: (pygame.KEYUP, "key"),
    pygame.MOUSEBUTTONDOWN: (pygame.MOUSEBUTTONUP, "button"),
    pygame.FINGERDOWN: (pygame.FINGERUP, "finger_id"),
}
"""What is pressed, with its release and the attribute that tells which."""
RELEASES = dict(PRESSES.values())


class EndShield(Part):
    """Takes all presses while the table is deaf: for a while, and until nothing is held any more."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._held: set[tuple[int, object]] = set()  # the event that releases it, and which it is
        self._until_ns: int | None = None

    def begin(self, more_s: float = 0.0) -> None:
        """The table is deaf from now on, for `more_s` longer than usual."""
        self._until_ns = self._table.context.now_ns() + DEAF_NS + round(more_s * 1e9)

    @property
    def is_deaf(self) -> bool:
        """Whether presses are taken away."""
        if self._until_ns is not None and self._table.context.now_ns() >= self._until_ns and not self._held:
            self._until_ns = None
        return self._until_ns is not None

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.WINDOWFOCUSLOST:
            self._held.clear()  # what is released elsewhere is not told here
        elif event.type in RELEASES:
            self._held.discard((event.type, getattr(event, RELEASES[event.type])))
        elif event.type in PRESSES:
            is_deaf = self.is_deaf
            up, which = PRESSES[event.type]
            self._held.add((up, getattr(event, which)))
            return is_deaf
        return event.type == pygame.MOUSEWHEEL and self.is_deaf


def deafen(table: Table, more_s: float = 0.0) -> None:
    """Has a table take no presses for a while: its game ends, or its result is there."""
    for part in table.parts:
        if isinstance(part, EndShield):
            part.begin(more_s)

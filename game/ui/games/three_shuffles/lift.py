"""A buried card that lifts a little under the pointer: it could be drawn.

Knows one card and how far it rises; must not know when it may be drawn.
"""

from __future__ import annotations

from game.ui.table.part import Part
from game.ui.table.table import Table

LIFT = 0.16
"""How far a buried card lifts under the pointer, in card heights."""
LIFT_S = 0.09


class Lift(Part):
    """The card that lifts, if any."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._card: tuple[int, int] | None = None  # its pile and height
        self._share = 0.0

    def lift(self, card: tuple[int, int] | None) -> None:
        """Lifts the card at a height of a pile, or none."""
        if card != self._card:
            self._lower()
            self._card = card

    def _lower(self) -> None:
        if self._card is not None:
            self._table.spread.raise_card(*self._card, 0.0)
            self._card, self._share = None, 0.0
            self._table.is_stale = True

    def before_layout(self) -> None:
        self._lower()

    def acting(self) -> None:
        self._lower()

    def panel_changed(self, hid: bool) -> None:
        self._lower()

    def covered(self) -> None:
        self._lower()

    @property
    def is_moving(self) -> bool:
        return self._card is not None and self._share < 1

    def step(self, step_s: float) -> None:
        if self._card is None or self._share >= 1:
            return
        table = self._table
        slowness = LIFT_S * table.speed
        self._share = min(1.0, self._share + step_s / slowness) if slowness else 1.0
        # Not under the bar above, where its index could not be read.
        room = table.slots[self._card[0]].y - table.bars.top.height - table.stage.pictures.px(2)
        most_px = min(LIFT * table.stage.pictures.card_height, room)
        table.spread.raise_card(*self._card, self._share * most_px)
        table.is_stale = True

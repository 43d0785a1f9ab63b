"""A shuffle as it is seen: all cards are gathered on one place, and dealt again fan by fan.

Knows sprites and their order; must not know rules. The true position has changed before
it begins: whatever cuts it short only has to show that.
"""

from __future__ import annotations

from enum import Enum, auto

from game.cards import Card
from game.play.game import Action
from game.rules.position import STOCK, Position
from game.rules.three_shuffles import FANS
from game.ui.drawing.layout import Slot
from game.ui.drawing.theme import DEAL_GAP_S
from game.ui.table.part import Part
from game.ui.table.table import Table

GATHER_GAP_S = 0.008
PAUSE_S = 0.3
"""With the cards gathered, before they are dealt."""


class _Phase(Enum):
    GATHER = auto()
    PAUSE = auto()
    DEAL = auto()


class Reshuffle(Part):
    """The one shuffle that is seen, if any."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._phase: _Phase | None = None
        self._pause_s = 0.0

    def animate_change(self, before: Position, action: Action) -> bool:
        if action != STOCK or not self._table.speed:
            return False
        table = self._table
        gathered = [card for pile in FANS for card in before.piles[pile]]
        order = {card.identity: index for index, card in enumerate(self._deal_order())}
        deck = sorted((card.down for card in gathered), key=lambda card: -order[card.identity])
        empty: tuple[tuple[Card, ...], ...] = ((),) * (len(FANS) - 1)
        heap = Position((*before.piles[: FANS.start], *empty, tuple(deck)), before.tally)
        slots = (*table.slots[:-1], Slot(*table.view.stock_point(table.slots)))
        delays = {card.identity: index * GATHER_GAP_S for index, card in enumerate(gathered)}
        self._phase, table.is_dealing = _Phase.GATHER, True
        table.spread.arrange(heap, slots, delays)
        return True

    def _deal_order(self) -> list[Card]:
        return self._table.view.deal_order(self._table.game.deal, self._table.game.position)

    def update(self, step_s: float) -> None:
        table = self._table
        if self._phase is None or (self._phase is not _Phase.PAUSE and table.spread.is_flying):
            return
        if self._phase is _Phase.GATHER:
            self._phase, self._pause_s = _Phase.PAUSE, PAUSE_S * table.speed
            table.sound("shuffle")
        elif self._phase is _Phase.PAUSE:
            self._pause_s -= step_s
            if self._pause_s <= 0:
                self._deal()
        else:
            self._phase = None
            table.end_dealing()

    def _deal(self) -> None:
        table = self._table
        self._phase = _Phase.DEAL
        delays = {card.identity: index * DEAL_GAP_S for index, card in enumerate(self._deal_order())}
        table.spread.arrange(table.game.position, table.slots, delays)
        table.sound("deal")

    def hurry(self) -> bool:
        """Shows the true position at once; returns whether there was anything to cut short."""
        if self._phase is None:
            return False
        self._phase = None
        self._table.spread.arrange(self._table.game.position, self._table.slots)
        self._table.spread.finish()
        self._table.end_dealing()
        return True

    def before_layout(self) -> None:
        self.hurry()

    def on_panel(self, hid: bool) -> None:
        self.hurry()

    def on_covered(self) -> None:
        self.hurry()

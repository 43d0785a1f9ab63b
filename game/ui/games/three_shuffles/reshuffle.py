"""A shuffle as it is seen: all cards are gathered on one place, and dealt again fan by fan.

Knows sprites and their order; must not know rules. The true position has changed before
it begins: whatever cuts it short only has to show that.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING

from game.cards import Card
from game.rules.position import Position
from game.ui.drawing.layout import Point, Slot
from game.ui.drawing.theme import DEAL_GAP_S

if TYPE_CHECKING:
    from game.ui.table.table import TableScene

GATHER_GAP_S = 0.008
PAUSE_S = 0.3
"""With the cards gathered, before they are dealt."""


class _Phase(Enum):
    GATHER = auto()
    PAUSE = auto()
    DEAL = auto()


class Reshuffle:
    """The one shuffle that is seen, if any."""

    def __init__(self, table: TableScene) -> None:
        self._table = table
        self._phase: _Phase | None = None
        self._pause_s = 0.0

    @property
    def is_running(self) -> bool:
        """Whether cards are being gathered or dealt."""
        return self._phase is not None

    def begin(self, before: Position, piles: range, point: Point) -> None:
        """Gathers all cards of `piles`, the last ones of the table, at a point."""
        table = self._table
        gathered = [card for pile in piles for card in before.piles[pile]]
        order = {card.identity: index for index, card in enumerate(table.deal_order())}
        deck = sorted((card.down for card in gathered), key=lambda card: -order[card.identity])
        empty: tuple[tuple[Card, ...], ...] = ((),) * (len(piles) - 1)
        heap = Position((*before.piles[: piles.start], *empty, tuple(deck)), before.tally)
        slots: Sequence[Slot] = (*table.slots[:-1], Slot(*point))
        delays = {card.identity: index * GATHER_GAP_S for index, card in enumerate(gathered)}
        self._phase = _Phase.GATHER
        table.spread.arrange(heap, slots, delays)

    def update(self, step_s: float) -> bool:
        """Advances; returns whether the last card has just been dealt."""
        table = self._table
        if self._phase is None or (self._phase is not _Phase.PAUSE and table.spread.is_flying):
            return False
        if self._phase is _Phase.GATHER:
            self._phase, self._pause_s = _Phase.PAUSE, PAUSE_S * table.speed
            table.sound("shuffle")
        elif self._phase is _Phase.PAUSE:
            self._pause_s -= step_s
            if self._pause_s <= 0:
                self._deal()
        else:
            self._phase = None
            return True
        return False

    def _deal(self) -> None:
        table = self._table
        self._phase = _Phase.DEAL
        delays = {card.identity: index * DEAL_GAP_S for index, card in enumerate(table.deal_order())}
        table.spread.arrange(table.game.position, table.slots, delays)
        table.sound("deal")

    def finish(self) -> bool:
        """Shows the true position at once; returns whether there was anything to cut short."""
        if self._phase is None:
            return False
        self._phase = None
        self._table.spread.arrange(self._table.game.position, self._table.slots)
        self._table.spread.finish()
        return True

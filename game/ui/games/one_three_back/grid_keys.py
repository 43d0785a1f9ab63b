"""The keyboard's cursor on a grid: left is one back, up is three back, across the ends of the rows.

Knows the order of stacks and the deck; must not know rules or how the grid scrolls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.games.one_three_back.grid import ACROSS
from game.ui.table.cursor import Spot
from game.ui.table.table_keys import PICK_KEYS, KeyboardHand

if TYPE_CHECKING:
    from game.ui.games.one_three_back.grid_table import GridTable

DECK = Spot(0, 0)


class GridKeys(KeyboardHand):
    """Plays a grid by keys; the table brings the cursor into view."""

    def __init__(self, table: GridTable) -> None:
        super().__init__(table)
        self._grid = table

    def key(self, key: int, modifiers: int) -> None:
        before = self._spot
        super().key(key, modifiers)
        if self._spot is not None and (self._spot != before or key in PICK_KEYS):
            self._grid.show_stack(self._spot.pile)

    def stay_on_table(self) -> None:
        for name in ("_spot", "_last_spot"):
            spot: Spot | None = getattr(self, name)
            if spot is not None and spot.pile > self._grid.stacks:
                setattr(self, name, self._on(self._grid.stacks))

    def _on(self, pile: int) -> Spot:
        return Spot(pile, max(0, len(self._grid.game.position.piles[pile]) - 1))

    def _arrow(self, direction: tuple[int, int]) -> None:
        last = self._grid.stacks
        if self._spot is None:
            spot = self._last_spot
            self._spot = self._on(last) if spot is None or spot.pile > last else self._on(spot.pile)
            return
        self._spot = self._on(self._next(self._spot.pile, direction, last))

    def _next(self, pile: int, direction: tuple[int, int], last: int) -> int:
        step = direction[0] + ACROSS * direction[1]
        is_deck_left = self._grid.stage.settings.left_handed
        if pile == DECK.pile:
            if not direction[0] or not last:
                return pile
            if is_deck_left:
                return 1 if direction[0] > 0 else pile
            return last if direction[0] < 0 else pile
        found = pile + step
        if 1 <= found <= last:
            return found
        leaves_to_deck = found < 1 if is_deck_left else found > last
        return DECK.pile if direction[0] and leaves_to_deck else pile

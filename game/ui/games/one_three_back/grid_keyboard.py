"""The keyboard's cursor on a grid: left is one back, up is three back, across the ends of the rows.

Knows the order of stacks and the deck; must not know rules or how the grid scrolls.
"""

from __future__ import annotations

import pygame

from game.play.game import Action
from game.rules.one_three_back import OneThreeBack
from game.rules.position import Position
from game.ui.games.one_three_back.grid import ACROSS
from game.ui.games.one_three_back.grid_scroll import GridScroll
from game.ui.table.cursor import Spot
from game.ui.table.hand import Hand
from game.ui.table.keyboard import PICK_KEYS, KeyboardInput
from game.ui.table.table import Table

DECK = Spot(0, 0)
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


class GridKeyboard(KeyboardInput):
    """Plays a grid by keys, and brings the cursor into view."""

    def __init__(self, table: Table, hand: Hand, scroll: GridScroll, rules: OneThreeBack) -> None:
        super().__init__(table, hand)
        self._scroll, self._rules = scroll, rules

    def key(self, key: int, modifiers: int) -> None:
        if key in ENTER:
            key = pygame.K_d  # Enter deals; Space picks up and drops
        before = self.spot
        super().key(key, modifiers)
        if self.spot is not None and (self.spot != before or key in PICK_KEYS):
            self._scroll.show_stack(self.spot.pile)

    @property
    def _last(self) -> int:
        return self._rules.stacks(self.table.game.position)

    def shown(self, before: Position, action: Action) -> None:
        self.spot, self.last_spot = self._within(self.spot), self._within(self.last_spot)

    def _within(self, spot: Spot | None) -> Spot | None:
        """A spot, or the last stack where it lies beyond that."""
        return spot if spot is None or spot.pile <= self._last else self._top(self._last)

    def go(self, direction: tuple[int, int]) -> None:
        if self.spot is None:
            self.spot = self._within(self.last_spot) or self._top(self._last)
            self.spot = self._top(self.spot.pile)
        else:
            self.spot = self._top(self._next(self.spot.pile, direction, self._last))

    def _next(self, pile: int, direction: tuple[int, int], last: int) -> int:
        step = direction[0] + ACROSS * direction[1]
        is_deck_left = self.table.stage.settings.left_handed
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

"""What is meant by gestures at a table of Spider: a click moves to the obvious place, a button held peeks.

Knows Spider and the hand; must not know layout, nor how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.message import msg
from game.rules.position import STOCK, Move
from game.rules.spider import COLUMNS, HAND, PLACES, Spider
from game.rules.variant import IllegalMove
from game.ui.games.spider.peek import Peek
from game.ui.games.spider.spaces import MarkedSpaces
from game.ui.table.hand import Hand
from game.ui.table.table import Table


class SpiderHand(Hand):
    """Plays Spider."""

    def __init__(self, table: Table, rules: Spider, peek: Peek, spaces: MarkedSpaces) -> None:
        super().__init__(table)
        self._rules, self._peek, self._spaces = rules, peek, spaces

    def move(self, move: Move) -> bool:
        done = super().move(move)
        if not done and move == STOCK and self.table.game.position.piles[HAND]:
            self._spaces.show()
        return done

    def click(self, pile: int, index: int) -> None:
        if self.picked is not None:
            self.drop_on(pile)
        elif pile in COLUMNS and not pygame.key.get_mods() & pygame.KMOD_CTRL:
            self._send(pile, index)
        elif pile in PLACES and index < 0:
            self.table.refuse(msg("A complete suit is removed to here, when it is clicked or dragged."))
        else:
            super().click(pile, index)
        # Two quick clicks are two clicks: the second is for the card that was uncovered.
        self.is_second_click = pile == HAND

    def double_click(self, pile: int, index: int) -> None:
        if pile != HAND:  # two clicks there would deal two rows, and nobody means that
            self.click(pile, index)

    def _send(self, pile: int, index: int) -> None:
        """Sends the longest run, or from a card higher up exactly that unit, to the obvious place."""
        table, rules = self.table, self._rules
        position = table.game.position
        cards = position.piles[pile]
        if index < 0:
            table.refuse(msg("This column is empty: any card or run may be moved here."))
            return
        count = None if index == len(cards) - 1 else len(cards) - index
        try:
            self.move(rules.obvious_move(position, pile, count))
        except IllegalMove as refused:
            table.refuse(str(refused))
            table.spread.shake(pile, count or max(1, rules.longest_run(position, pile)))

    def best_pile(self, piles: Sequence[int]) -> int | None:
        best, held, picked = super().best_pile(piles), self.table.spread.held_box(), self.picked
        if best is None or held is None or picked is None or best == picked.pile:
            return best
        # The columns stand close together: cards that are put back touch their neighbours.
        height = len(self.table.game.position.piles[picked.pile]) - picked.count
        start = self.table.spread.place_of(picked.pile, height).overlap(held)
        return best if max(zone.overlap(held) for zone in self.zones(best)) >= start else None

    def right_click(self, pile: int, index: int) -> None:
        if pile == HAND:
            self.move(STOCK)
        elif pile in PLACES:
            self._peek.show_suits()
        elif index >= 0:
            self._peek.show_column(pile)

    def middle_click(self, pile: int, index: int) -> None:
        if pile == HAND:
            self.move(STOCK)

    def right_release(self) -> None:
        self._peek.close()

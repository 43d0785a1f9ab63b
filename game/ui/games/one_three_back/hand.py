"""What is meant by gestures on a grid: a stack is taken as a whole, and merged where that is clear.

Knows stacks and the view; must not know how the grid scrolls.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.cards import Card
from game.message import msg, verbatim
from game.rules.one_three_back import DECK
from game.ui.drawing.canvas import Picture
from game.ui.drawing.layout import Box
from game.ui.games.one_three_back.grid_scroll import GridScroll
from game.ui.table.hand import Hand
from game.ui.table.table import Table

FIRST = msg("The first stack stays: stacks only go onto earlier ones.")
ONE_BACK_HIDDEN = msg("{card}, one back, is out of view: drag to the edge, or click the arrow.")
THREE_BACK_HIDDEN = msg("{card}, three back, is out of view: drag to the edge, or click the arrow.")
THREE = 3


class GridHand(Hand):
    """Plays 1-3 Back."""

    def __init__(self, table: Table, scroll: GridScroll) -> None:
        super().__init__(table)
        self._scroll = scroll

    def pile_at(self, at: tuple[float, float]) -> tuple[int, int] | None:
        place = super().pile_at(at)
        if not self._scroll.grid.view.contains(at):
            return place if self.table.spread.top_box(DECK).contains(at) else None
        # A stack is taken as a whole wherever it is pressed.
        return place if place is None or place[1] < 0 else (place[0], 0)

    def zones(self, pile: int) -> list[Box]:
        return [zone.within(self._scroll.grid.view) for zone in super().zones(pile)]

    def pick(self, pile: int, count: int, is_held: bool) -> bool:
        # A stack moves whole; its count is that of stacks.
        if not super().pick(pile, 1, is_held):
            return False
        tops = [cards[-1] for cards in self.table.game.position.piles[1:] if cards]
        if self.picked is not None and not self.picked.targets:
            self.table.say(_no_match(tops, pile))
        for target in self.hidden_targets:
            words = ONE_BACK_HIDDEN if pile - target == 1 else THREE_BACK_HIDDEN
            self.table.say(words.with_parts(card=tops[target - 1]))
        return True

    @property
    def hidden_targets(self) -> list[int]:
        """Where the picked stack may go, as far as it is out of view."""
        return [] if self.picked is None else self._scroll.hidden(self.picked.targets)

    def double_click(self, pile: int, index: int) -> None:
        if pile == DECK:
            super().double_click(pile, index)
        elif index >= 0:
            self._merge_if_clear(pile)

    def right_click(self, pile: int, index: int) -> None:
        if pile != DECK and index >= 0:
            self._merge_if_clear(pile)

    def _merge_if_clear(self, pile: int) -> None:
        self.put_back()
        if not self.pick(pile, 1, is_held=False) or self.picked is None:
            return
        targets = self.picked.targets
        if len(targets) == 1:
            self.drop_on(targets[0])
        elif targets:
            self.table.say(msg("It goes one back and three back: choose."))
        else:
            self.picked = None

    def over_cards(self) -> Sequence[Picture]:
        top_box, piles = self.table.spread.top_box, self.table.game.position.piles
        arrows = [(pile, top_box(pile), verbatim(piles[pile][-1].sign)) for pile in self.hidden_targets]
        return self._scroll.edges.arrows(arrows, self._scroll.grid.view)


def _no_match(tops: Sequence[Card], pile: int) -> str:
    """Why a stack goes nowhere; `tops` are the cards on all stacks."""
    if pile == 1:
        return FIRST
    card, one_back = tops[pile - 1], tops[pile - 2]
    if pile > THREE:
        three_back = tops[pile - 1 - THREE]
        return msg("{card} does not match {one} or {other}.", card=card, one=one_back, other=three_back)
    return msg("{card} does not match {other}.", card=card, other=one_back)

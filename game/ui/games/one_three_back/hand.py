"""What is meant by gestures on a grid: a stack is taken as a whole, and merged where that is clear.

Knows stacks and the view; must not know how the grid scrolls.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.one_three_back import DECK
from game.ui.drawing.canvas import Picture
from game.ui.drawing.layout import Box
from game.ui.games.one_three_back.grid_scroll import GridScroll
from game.ui.table.hand import Hand
from game.ui.table.table import Table

FIRST = "The first stack stays: stacks only go onto earlier ones."


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
        tops = [cards[-1].sign for cards in self.table.game.position.piles[1:] if cards]
        if self.picked is not None and not self.picked.targets:
            earlier = " or ".join(tops[pile - 1 - back] for back in (1, 3) if pile > back)
            self.table.say(f"{tops[pile - 1]} does not match {earlier}." if earlier else FIRST)
        for target in self.hidden_targets:
            back = "one" if pile - target == 1 else "three"
            where = f"{tops[target - 1]}, {back} back, is out of view"
            self.table.say(f"{where}: drag to the edge, or click the arrow.")
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
            self.table.say("It goes one back and three back: choose.")
        else:
            self.picked = None

    def over_cards(self) -> Sequence[Picture]:
        top_box, piles = self.table.spread.top_box, self.table.game.position.piles
        arrows = [(pile, top_box(pile), piles[pile][-1].sign) for pile in self.hidden_targets]
        return self._scroll.edges.arrows(arrows, self._scroll.grid.view)

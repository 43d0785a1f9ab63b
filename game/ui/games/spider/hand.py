"""Gestures at a table of Spider: a click moves to the obvious place; spaces that prevent dealing a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from game.message import msg
from game.play.game import Action
from game.rules.position import STOCK, Move, Position
from game.rules.spider import COLUMNS, HAND, PLACES, Spider
from game.rules.variant import IllegalMove, Outcome
from game.ui.drawing.canvas import Picture
from game.ui.drawing.theme import HINT_S
from game.ui.games.spider.panels import Peek
from game.ui.games.spider.view import SpiderView
from game.ui.table.hand import CardController
from game.ui.table.part import Part
from game.ui.table.table import Table


class MarkedSpaces(Part):
    """The spaces are marked when a row cannot be dealt because of them."""

    def __init__(self, table: Table, rules: Spider) -> None:
        self._table, self._rules = table, rules
        self._left_s = 0.0

    def show(self) -> None:
        """Marks them."""
        self._left_s = HINT_S

    def on_action(self, action: Action, before: Position) -> None:
        self._left_s = 0.0

    @property
    def is_animating(self) -> bool:
        return self._left_s > 0

    def update(self, step_s: float) -> None:
        self._left_s = max(0.0, self._left_s - step_s)

    def draw_below(self) -> Sequence[Picture]:
        if not self._left_s:
            return ()
        table = self._table
        spaces = self._rules.spaces(table.game.position)
        return [table.marks.target(table.spread.top_box(space), is_best=True) for space in spaces]


class RemovedSuits(Part):
    """Redraws the places of complete suits when one is removed or returns."""

    def __init__(self, table: Table, view: SpiderView) -> None:
        self._table, self._view = table, view

    def on_change(self, before: Position, action: Action) -> None:
        table, rules = self._table, self._view.variant
        if rules.suits_removed(before) != rules.suits_removed(table.game.position):
            table.canvas.damage(self._view.places_box(table.space, table.slots))


def is_removed_automatically(about: Mapping[str, str]) -> bool:
    """Whether a game was begun so that its table removes complete suits."""
    key, _, value = Spider.table_option.partition("=")
    return about.get(key) == value


class SuitRemoval(Part):
    """A suit that a move has completed is removed automatically, if the game was begun so."""

    def __init__(self, table: Table, rules: Spider, hand: CardController) -> None:
        self._table, self._rules, self._hand = table, rules, hand
        self._is_wanted = is_removed_automatically(table.session.about)
        self._is_due = False

    def on_action(self, action: Action, before: Position) -> None:
        # What is taken back stays: only a move of the player lets suits go by themselves.
        self._is_due = isinstance(action, Move) and self._removes_itself()

    def _removes_itself(self) -> bool:
        game = self._table.game
        if not self._is_wanted or game.outcome is Outcome.WON:
            return False
        return bool(self._rules.complete_suits(game.position))

    @property
    def is_animating(self) -> bool:
        return self._is_due and self._hand.picked is None

    def update(self, step_s: float) -> None:
        table = self._table
        if self._is_due and self._hand.picked is None and not table.spread.is_flying:
            self._is_due = False
            if self._removes_itself():
                table.act(self._rules.complete_suits(table.game.position)[0])


class SpiderHand(CardController):
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
        elif pile in COLUMNS and not (self._picks_up or pygame.key.get_mods() & pygame.KMOD_CTRL):
            self._send(pile, index)
        elif pile in PLACES and index < 0:
            self.table.refuse(msg("A complete suit goes here when you click or drag it."))
        else:
            super().click(pile, index)
        # Two quick clicks are two clicks: the second is for the card that was uncovered.
        self.is_second_click = pile == HAND

    @property
    def _picks_up(self) -> bool:
        """Whether a click picks up, for whoever chooses the place by a second one."""
        return self.table.context.settings.two_clicks

    def _plays_at_once(self, pile: int) -> bool:
        return super()._plays_at_once(pile) and not self._picks_up

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
        self._peek.let_go()

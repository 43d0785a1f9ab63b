"""Hints of Spider at the table: the first move of the best plan and why, and then the next ones of it.

A plan that the player follows is not thought over again before something new is seen, so that one
hint goes on where the last one ended. Knows plans as they are advised; must not know how they are found.
"""

from __future__ import annotations

from typing import cast

from game.message import Message, joined
from game.play.game import Action
from game.rules.building import face_down_count
from game.rules.position import Position
from game.rules.spider import Spider
from game.solver.advice import Advice
from game.ui.games.spider.reasons import nothing_to_advise, reason
from game.ui.table.hints import MORE, Hints
from game.ui.table.table import Table
from game.ui.table.winnable import Winnable

ENOUGH = 8
"""Of fewer samples no odds are told, unless every card is seen or no more will come."""


class SpiderHints(Hints):
    """Answers the player who asks for a hint."""

    def __init__(self, table: Table, winnable: Winnable, tells_all: bool = False) -> None:
        super().__init__(table, winnable, tells_all)
        self._rules = cast(Spider, table.variant)
        self._goes_on: Advice | None = None
        """What is left of the plan that the player follows."""
        self._has_odds = False  # whether there are samples enough to tell odds by

    def think(self, position: Position) -> None:
        if self._goes_on is None:
            super().think(position)
        else:
            self.show_advice([self._goes_on])

    def sentence(self, tells_odds: bool) -> str:
        assert self.position is not None
        why = reason(self._rules, self.position, self.advice)
        if self.tells_all or not self._has_odds:
            return why
        return super().sentence(tells_odds) if tells_odds else joined(" ", [why, MORE])

    def show_advice(self, advice: list[Advice]) -> None:
        assert self.position is not None
        is_seen = not face_down_count(self.position.piles)
        had_odds = self._has_odds
        has_odds = advice[0].samples >= (ENOUGH if self.is_thinking and not is_seen else 1)
        if had_odds and not has_odds and advice[0].move == self.advice[0].move:
            return  # the same again, by a process that thinks faster
        self._has_odds = has_odds
        super().show_advice(advice)
        if has_odds and not had_odds:
            self.table.status.say_unasked(self.sentence(self._tells_odds))

    def forget(self) -> None:
        super().forget()
        self._has_odds = False

    def nothing_words(self) -> Message:
        return nothing_to_advise(self.table.game.position)

    def acted(self, action: Action, before: Position) -> None:
        was = self.advice[0] if self.advice else self._goes_on
        super().acted(action, before)
        self._goes_on = None
        if was is not None and action == was.move and was.then:
            self._goes_on = was._replace(move=was.then[0], then=was.then[1:])

"""Hints of Spider at the table: the first move of the best plan and why, and then the next ones of it.

Knows plans as they are advised; must not know how they are found.
"""

from __future__ import annotations

from typing import cast

from game.message import Message, joined
from game.rules.spider import Spider
from game.solver.advice import Advice
from game.ui.games.spider.reasons import nothing_to_advise, reason
from game.ui.table.hints import MORE, Hints
from game.ui.table.table import Table
from game.ui.table.winnable import Winnable


class SpiderHints(Hints):
    """Answers the player who asks for a hint."""

    def __init__(self, table: Table, winnable: Winnable, tells_all: bool = False) -> None:
        super().__init__(table, winnable, tells_all)
        self._rules = cast(Spider, table.variant)
        self._has_odds = False  # whether there are samples enough to tell odds by

    def sentence(self, tells_odds: bool) -> str:
        assert self.position is not None
        why = reason(self._rules, self.position, self.advice)
        if self.tells_all or not self._has_odds:
            return why
        return super().sentence(tells_odds) if tells_odds else joined(" ", [why, MORE])

    def show_advice(self, advice: list[Advice]) -> None:
        assert self.position is not None
        had_odds = self._has_odds
        has_odds = self.table.view.odds_words(self.position, advice[0]) is not None
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
        game = self.table.session.game
        return nothing_to_advise(game.position, game.undo_refusal() is None)

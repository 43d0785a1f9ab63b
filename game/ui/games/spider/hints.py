"""Hints of Spider at the table: the moves of the best plan one by one, and why each is given."""

from __future__ import annotations

from typing import cast

from game.message import Message, joined, msg
from game.rules.position import STOCK, Position
from game.rules.spider import COLUMNS, PLACES, ROW_CARDS, STOCK_PILE, Spider
from game.solver.advice import Advice
from game.solver.spider.words import aim, reason
from game.ui.games.spider.answers import ANSWERED, AnswerLine
from game.ui.table.hints import MORE, NOT_YET, UNKNOWN, Hints
from game.ui.table.line_search import Winnable
from game.ui.table.table import Table

WON = msg("The game is won: all eight suits are complete.")
TOO_FEW_TO_FILL = msg(
    "All you could do is deal a row, but there are too few cards to fill the empty columns first."
)
NOTHING_USEFUL = msg("No useful move in sight. You can undo moves.")
NOTHING_AT_ALL = msg("No useful move in sight.")
NO_MOVE = msg("No move is left: this game is lost, unless you undo some moves.")
NO_MOVE_AT_ALL = msg("No move is left: this game is lost.")


def nothing_to_advise(position: Position, can_take_back: bool) -> Message:
    """Sentence if nothing new can be shown."""
    if position.piles[STOCK_PILE] and sum(map(len, position.piles[COLUMNS.start :])) < ROW_CARDS:
        return TOO_FEW_TO_FILL
    return NOTHING_USEFUL if can_take_back else NOTHING_AT_ALL


class SpiderHints(Hints):
    """Answers the player who asks for a hint; a demonstration of a problem follows its answer."""

    def __init__(
        self, table: Table, winnable: Winnable, tells_all: bool = False, answer: AnswerLine | None = None
    ) -> None:
        super().__init__(table, winnable, tells_all)
        self._answer = answer
        self._rules = cast(Spider, table.variant)
        self._has_odds = False  # whether there are samples enough to tell odds by

    def _place(self, position: Position | None) -> int | None:
        return None if self._answer is None else self._answer.place(position)

    def think(self, position: Position) -> None:
        at = self._place(position)
        if self._answer is None or at is None:
            super().think(position)
        elif (advice := self._answer.advice(at)) is not None:
            self.show_advice([advice])
        else:
            self.table.say(ANSWERED)

    def sentence(self, tells_odds: bool, is_heard: bool = False) -> str:
        assert self.position is not None
        at = self._place(self.position)
        if self._answer is not None and at is not None:
            return self._answer.sentence(at, is_heard)
        why = reason(self._rules, self.position, self.advice, is_heard)
        if self.tells_all:
            return why
        if tells_odds and self._has_odds:
            return super().sentence(tells_odds, is_heard)
        # Asking may help before there are odds, so that what is read does not change when there are.
        return joined(" ", [why, MORE if not tells_odds else NOT_YET if self.is_thinking else UNKNOWN])

    def move_heard(self) -> str:
        assert self.position is not None
        source, target, length = self.advice[0].move
        if self.advice[0].move == STOCK or target in PLACES:
            plain = reason(self._rules, self.position, self.advice)
            return self._rules.stock_words if self.advice[0].move == STOCK else plain
        number, place = source - COLUMNS.start + 1, target - COLUMNS.start + 1
        card = self.position.piles[source][-length]
        if self.position.piles[target]:
            # Translators: a hint, as short as can be.
            return msg("{card} from column {number} to column {place}", card=card, number=number, place=place)
        return msg(
            "{card} from column {number} to the empty column {place}", card=card, number=number, place=place
        )

    def gain_heard(self) -> str:
        assert self.position is not None
        best = self.advice[0]
        if best.move == STOCK:
            return reason(self._rules, self.position, self.advice)
        steps, brings = aim(self._rules, self.position, best)
        if steps == 1:
            return brings
        # Translators: of a plan; {gains} is what the last of its moves does: “turns a card over”.
        return msg("move {number} {gains}", number=steps, gains=brings)

    def show_advice(self, advice: list[Advice]) -> None:
        assert self.position is not None
        if self.advice and (advice[0].move, advice[0].then) != (self.move, self.advice[0].then):
            return  # a plan that is being read stays
        had_odds = self._has_odds
        has_odds = self.table.view.odds_words(self.position, advice[0]) is not None
        if had_odds and not has_odds:
            return  # the same again, by a process that thinks faster
        self._has_odds = has_odds
        super().show_advice(advice)
        if self._tells_odds and has_odds and not had_odds:
            self.tell()

    def forget(self) -> None:
        super().forget()
        self._has_odds = False

    def nothing_words(self) -> Message:
        game = self.table.session.game
        return nothing_to_advise(game.position, game.undo_refusal() is None)

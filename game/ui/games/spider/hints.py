"""Hints of Spider, and answers to its problems: the moves one by one, and why each is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

from game.message import Message, joined, msg
from game.play.deal import Deal
from game.play.game import Action
from game.play.phrases import listed
from game.play.problems import Answer, Problem, ProblemError, read_problems
from game.rules.position import STOCK, Move, Position
from game.rules.spider import COLUMNS, PLACES, ROW_CARDS, STOCK_PILE, Spider
from game.rules.variant import Variant
from game.solver.answer import Advice
from game.solver.spider.words import BRINGS_ORDER, aim, gains_of, move_words, reason
from game.ui.table.hints import MORE, NOT_YET, UNKNOWN, Hints, Winnable
from game.ui.table.part import Part
from game.ui.table.table import Table

ANSWERED = msg("You have answered the question.")


def what_for(line: Sequence[Position], moves: Sequence[Move], at: int, is_heard: bool) -> Message:
    """A move of a line in words, and what it brings, or which later one it makes possible."""
    move = moves[at]
    first = move_words(line[at], move, is_heard)
    gains = gains_of(line[at], move)
    if gains:
        return msg("{move}: that {gains}.", move=first, gains=listed(gains))
    for position, later in zip(line[at + 1 :], moves[at + 1 :], strict=False):
        if move.source in (later.source, later.target) or move.target == later.target:
            card, ground = position.piles[later.source][-later.count], position.piles[later.target]
            if ground:
                # Translators: {move} is “8♠ onto 9♠” or “Move 8♠ …”; the cards are such as 7♦.
                return msg(
                    "{move}, so that {card} can go onto {onto}.", move=first, card=card, onto=ground[-1]
                )
            return msg("{move}, so that {card} can go to an empty column.", move=first, card=card)
    return msg("{move}: that {gains}.", move=first, gains=BRINGS_ORDER)


def shipped_problems(assets: Path) -> list[Problem]:
    """The problems that come with the program; raises ProblemError if they cannot be read."""
    try:
        return read_problems((assets / "problems" / "spider.json").read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ProblemError(msg("the problems cannot be read: {error}", error=error)) from None


def problem_of(assets: Path, deal: Deal) -> Problem | None:
    """The problem that a deal is, or None."""
    if deal.deck is not None:
        return None
    try:
        problems = shipped_problems(assets)
    except ProblemError:
        return None
    return next((problem for problem in problems if problem.deal.position == deal.position), None)


class AnswerLine:
    """The moves of an answer, and the positions between them."""

    def __init__(self, variant: Variant, start: Position, answer: Answer) -> None:
        self._moves, self._line = answer.moves, [start]
        for move in answer.moves:
            self._line.append(variant.after_move(self._line[-1], move))

    def place(self, position: Position | None) -> int | None:
        """The number of moves made at a position, or None beside the line."""
        return self._line.index(position) if position in self._line else None

    def advice(self, at: int) -> Advice | None:
        """The next move and those after it; None at the end."""
        return Advice(self._moves[at], 0, 0, 0.0, self._moves[at + 1 :]) if at < len(self._moves) else None

    def sentence(self, at: int, is_heard: bool) -> Message:
        """The next move in words, with its number."""
        sentence = what_for(self._line, self._moves, at, is_heard)
        # Translators: the number of a move of an answer, how many there are, and a sentence about it.
        return msg("{number} of {count}: {told}", number=at + 1, count=len(self._moves), told=sentence)


class ProblemWatch(Part):
    """Notices that the question of a problem is answered, once, when the cards lie still."""

    def __init__(self, table: Table, problem: Problem, answered: Callable[[], None]) -> None:
        self._table, self._goal, self._answered = table, problem.goal, answered
        self._is_due = self._was_told = False

    def on_action(self, action: Action, before: Position) -> None:
        game = self._table.session.game
        rules = cast(Spider, game.variant)
        self._is_due = not self._was_told and self._goal.is_reached(rules, game.positions())

    @property
    def is_animating(self) -> bool:
        return self._is_due

    def update(self, step_s: float) -> None:
        if self._is_due and not self._table.cards.is_flying and self._table.panel is None:
            self._is_due, self._was_told = False, True
            self._answered()


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

    def __init__(self, table: Table, winnable: Winnable, tells_all: bool = False) -> None:
        super().__init__(table, winnable, tells_all)
        self._answer: AnswerLine | None = None
        problem = problem_of(table.context.pictures.assets.folder, table.game.deal) if tells_all else None
        if problem is not None and problem.answer is not None:
            self._answer = AnswerLine(table.variant, table.game.deal.position, problem.answer)
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
        has_odds = self.table.view.words.odds_words(self.position, advice[0]) is not None
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

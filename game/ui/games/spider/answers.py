"""Answers to Spider's problems: the moves one by one, what each is for, and that a question is answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from game.message import Message, msg
from game.play.game import Action
from game.play.phrases import listed
from game.play.problems import Answer, Problem
from game.rules.position import Move, Position
from game.rules.spider import Spider
from game.rules.variant import Variant
from game.solver.advice import Advice
from game.solver.spider.words import BRINGS_ORDER, gains_of, move_words
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

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
from game.solver.advice import Advice
from game.solver.spider.words import BRINGS_ORDER, gains_of, move_words
from game.ui.games.spider.hints import SpiderHints
from game.ui.games.spider.view import problem_of
from game.ui.table.hints import Hints
from game.ui.table.line_search import Winnable
from game.ui.table.part import Part
from game.ui.table.table import Table

ANSWERED = msg("The question is answered.")


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
            return msg("{move}, so that {card} can go into a space.", move=first, card=card)
    return msg("{move}: that {gains}.", move=first, gains=BRINGS_ORDER)


class AnswerHints(SpiderHints):
    """Tells the moves of an answer, and beside its line what the solver advises."""

    def __init__(self, table: Table, winnable: Winnable, answer: Answer) -> None:
        super().__init__(table, winnable, tells_all=True)
        self._moves, self._line = answer.moves, [table.game.deal.position]
        for move in answer.moves:
            self._line.append(table.variant.after_move(self._line[-1], move))

    def _place(self) -> int | None:
        return self._line.index(self.position) if self.position in self._line else None

    def think(self, position: Position) -> None:
        at = self._place()
        if at is None:
            super().think(position)
        elif at == len(self._moves):
            self.table.say(ANSWERED)
        else:
            self.show_advice([Advice(self._moves[at], 0, 0, 0.0, self._moves[at + 1 :])])

    def sentence(self, tells_odds: bool, is_heard: bool = False) -> str:
        at = self._place()
        if at is None:
            return super().sentence(tells_odds, is_heard)
        told = what_for(self._line, self._moves, at, is_heard)
        # Translators: the number of a move of an answer, how many there are, and a sentence about it.
        return msg("{number} of {count}: {told}", number=at + 1, count=len(self._moves), told=told)


def demonstration_hints(table: Table, winnable: Winnable, tells_all: bool = False) -> Hints:
    """Hints by which the program plays: those of the answer at a problem that has one."""
    problem = problem_of(table.context.pictures.assets.folder, table.game.deal)
    if problem is None or problem.answer is None:
        return SpiderHints(table, winnable, tells_all)
    return AnswerHints(table, winnable, problem.answer)


class ProblemWatch(Part):
    """Notices that the question of a problem is answered, once, when the cards lie still."""

    def __init__(self, table: Table, problem: Problem, answered: Callable[[], None]) -> None:
        self._table, self._goal, self._answered = table, problem.goal, answered
        self._is_due = self._was_told = False

    def on_action(self, action: Action, before: Position) -> None:
        game = self._table.session.game
        rules = cast(Spider, game.variant)
        self._is_due = not self._was_told and self._goal.is_reached(rules, game.line())

    @property
    def is_animating(self) -> bool:
        return self._is_due

    def update(self, step_s: float) -> None:
        if self._is_due and not self._table.spread.is_flying and self._table.panel is None:
            self._is_due, self._was_told = False, True
            self._answered()

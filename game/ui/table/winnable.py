"""Whether the game can still be won: asked of the solver, all cards known, and said only when proven.

Knows the table's game and the way to the solver; must not know any one game. Never part of a
tournament round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.message import msg
from game.play.game import Action
from game.rules.position import Move, Position
from game.solver.answer import Verdict
from game.ui.table.part import Part
from game.ui.table.table import Table
from game.ui.table.weight import Weight

if TYPE_CHECKING:
    from game.solver.service.messages import Failed, Judged, Searching

LOOK_S = 10.0
LOST = msg("This game can no longer be won: every way was looked at.")


class Winnable(Part):
    """Keeps the last verdict on a game, and asks for another when it no longer holds."""

    def __init__(self, table: Table, is_fresh: bool) -> None:
        self._table = table
        self._is_new = is_fresh  # whether nothing was done in a game that has just begun
        self._question: int | None = None
        self._line: list[Move] = []  # the rest of a line that wins, from the present position
        self.verdict: Verdict | None = None
        """What is proven of the present position: solved or unsolvable."""

    @property
    def _is_told(self) -> bool:
        return self._table.stage.settings.tells_winnable

    def words(self) -> str:
        """That the game cannot be won, when that is proven of the present position; else nothing."""
        if self.verdict is not Verdict.UNSOLVABLE:
            return ""
        if self._is_new:
            number = self._table.game.deal.number
            return msg("Deal {number} cannot be won: every way was looked at.", number=number)
        return LOST

    def facts(self) -> Sequence[tuple[str, str]]:
        if not self._is_told or self.verdict is None:
            return ()
        # Translators: it answers "Can be won" and "One stack".
        answer = msg("yes") if self.verdict is Verdict.SOLVED else msg("no")
        return [(self._table.view.winnable_words, answer)]

    # When it is asked ---------------------------------------------------------------------------------

    def seen(self) -> None:
        if self._is_told or self._may_be_hopeless():
            self._look()

    def _may_be_hopeless(self) -> bool:
        """Whether this is a deal of somebody's choice in a game that otherwise deals what can be won."""
        number, variant = self._table.game.deal.number, self._table.variant
        if not self._is_new or number is None or not variant.deals_can_be_won:
            return False
        return not self._table.stage.dealer.is_proven(variant, number)

    def acting(self) -> None:
        self._is_new = False

    def acted(self, action: Action, before: Position) -> None:
        if not self._is_told or self._table.game.is_over:
            self._forget()
            return
        is_move = isinstance(action, Move)
        if before is self._table.game.position or (self.verdict is Verdict.UNSOLVABLE and is_move):
            return  # what cannot be won is not won by another move
        if self._line and action == self._line[0]:
            del self._line[0]
        else:
            self._look()

    def _look(self) -> None:
        """Asks about the present position."""
        from game.solver.service.messages import Solve

        self._forget()
        game = self._table.game
        question = Solve(game.variant, LOOK_S, game.position)
        solver = self._table.stage.solver
        solver.warm(game.variant)
        self._question = solver.ask(question, self._answered)

    def _forget(self) -> None:
        """Nothing is known any more, and nothing is asked."""
        if self._question is not None:
            self._table.stage.solver.cancel(self._question)
        self._question, self._line, self.verdict = None, [], None

    def left(self) -> None:
        self._forget()

    def _answered(self, answer: Judged | Searching | Failed) -> None:
        from game.solver.service.messages import Judged, Searching

        if isinstance(answer, Searching):
            if answer.moves and self._question is not None:  # a shorter line would say no more
                self._table.stage.solver.cancel(self._question)
                self._answered(Judged(Verdict.SOLVED, answer.value, answer.moves, answer.nodes))
            return
        self._question = None
        if isinstance(answer, Judged) and answer.verdict is not Verdict.GAVE_UP:
            self.verdict = answer.verdict
            self._line = [*answer.moves] if answer.verdict is Verdict.SOLVED else []
            if answer.verdict is Verdict.UNSOLVABLE and not self._table.game.is_over:
                self._table.status.say_unasked(self.words(), Weight.VERDICT)
            self._table.bars_changed()

"""Whether a game can still be won: asked of the solver, all cards known, and said only when proven.

Knows the table's game and the way to the solver; must not know any one game. Never used in a
tournament round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.play.game import Action
from game.rules.position import Move, Position
from game.solver.answer import Verdict
from game.solver.service.messages import Failed, Judged, Searching, Solve

if TYPE_CHECKING:
    from game.play.game import Game
    from game.solver.service.client import Solver

LOOK_S = 10.0


class Judge:
    """Keeps the last verdict on a game, and asks for another when it no longer holds."""

    def __init__(self, solver: Solver, game: Game, told: Callable[[Verdict], None]) -> None:
        """`told` is called with a verdict that is proven, when it has come."""
        self._solver, self._game, self._told = solver, game, told
        self._question: int | None = None
        self._line: list[Move] = []  # the rest of a line that wins, from the present position
        self.verdict: Verdict | None = None
        """What is proven of the present position: solved or unsolvable."""

    def look(self) -> None:
        """Asks about the present position."""
        self.forget()
        question = Solve(self._game.variant, LOOK_S, self._game.position)
        self._question = self._solver.ask(question, self._answered)

    def moved(self, action: Action, before: Position) -> None:
        """An action was done: what still holds is kept, else the solver is asked."""
        is_move = isinstance(action, Move)
        if before is self._game.position or (self.verdict is Verdict.UNSOLVABLE and is_move):
            return  # what cannot be won is not won by another move
        if self._line and action == self._line[0]:
            del self._line[0]
        else:
            self.look()

    def forget(self) -> None:
        """Nothing is known any more, and nothing is asked."""
        if self._question is not None:
            self._solver.cancel(self._question)
        self._question, self._line, self.verdict = None, [], None

    def _answered(self, answer: Judged | Searching | Failed) -> None:
        if isinstance(answer, Searching):
            return
        self._question = None
        if isinstance(answer, Judged) and answer.verdict is not Verdict.GAVE_UP:
            self.verdict = answer.verdict
            self._line = [*answer.moves] if answer.verdict is Verdict.SOLVED else []
            self._told(answer.verdict)

"""Whether a game can still be won: asked of the solver, all cards known, and said only when proven.

Knows the table's game and the way to the solver; must not know any one game. Never used in a
tournament round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from game.play.game import Action
from game.rules.position import Move, Position

if TYPE_CHECKING:
    from game.play.game import Game
    from game.solver.service import Solver, Told

LOOK_S = 10.0
SOLVED, UNSOLVABLE = "solved", "unsolvable"
"""Verdicts as the solver's process writes them; any other proves nothing."""


class Judge:
    """Keeps the last verdict on a game, and asks for another when it no longer holds."""

    def __init__(self, solver: Solver, game: Game, told: Callable[[str], None]) -> None:
        """`told` is called with a verdict that is proven, when it has come."""
        self._solver, self._game, self._told = solver, game, told
        self._question: int | None = None
        self._line: list[str] = []  # the rest of a line that wins, from the present position
        self.verdict = ""
        """"solved" or "unsolvable" when that is proven of the present position, else nothing."""

    def look(self) -> None:
        """Asks about the present position."""
        self.forget()
        self._question = self._solver.ask(
            "solve", self._game.variant, self._answered, self._game.position, seconds=LOOK_S
        )

    def moved(self, action: Action, before: Position) -> None:
        """An action was done: what still holds is kept, else the solver is asked."""
        text = self._game.variant.move_to_text(action) if isinstance(action, Move) else ""
        if before is self._game.position or (self.verdict == UNSOLVABLE and text):
            return  # what cannot be won is not won by another move
        if self._line and text == self._line[0]:
            del self._line[0]
        else:
            self.look()

    def forget(self) -> None:
        """Nothing is known any more, and nothing is asked."""
        if self._question is not None:
            self._solver.cancel(self._question)
        self._question, self._line, self.verdict = None, [], ""

    def _answered(self, told: Told) -> None:
        self._question = None
        verdict = told.get("verdict", "")
        if verdict in (SOLVED, UNSOLVABLE):
            self.verdict = verdict
            self._line = told["moves"] if verdict == SOLVED else []
            self._told(verdict)

"""Hints at the table: asks the solver what a player could see, shows the move, tells the odds on request.

Knows the table and the way to the solver; must not know any one game, nor how a move is found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.play.move_words import advised_words
from game.rules.position import Move, Position
from game.solver.advice import Advice
from game.solver.messages import Advise, Advised, Failed
from game.ui.cards.hint import Hint
from game.ui.drawing.canvas import Picture
from game.ui.table.weight import Weight

if TYPE_CHECKING:
    from game.ui.table.advised import AdvisedTable

THINK_S = 6.0
"""So long a hint goes on getting better while the player looks."""
NOTHING = "No useful move is to be seen."
THINKS = "Thinking…"
MORE = "Ask again for the odds."


class Adviser:
    """Answers the player who asks for a hint."""

    def __init__(self, table: AdvisedTable) -> None:
        self._table = table
        self.hint = Hint(table.stage.pictures, table.marks)
        self._position: Position | None = None  # the one asked about
        self._been: set[tuple[tuple[int, ...], ...]] = set()  # how the table has looked in this game
        self._question: int | None = None
        self._advice: list[Advice] = []
        self.tells_odds = False  # whether the player has asked for them

    @property
    def is_moving(self) -> bool:
        """Whether frames are wanted."""
        return self.hint.is_moving

    @property
    def is_thinking(self) -> bool:
        """Whether a better hint may still come."""
        return self._question is not None

    def ask(self) -> None:
        """The player asks; asking again for the same table tells the odds."""
        table, position = self._table, self._table.game.position
        table.drop_picked()
        if position is self._position and (self._advice or self.is_thinking):
            if self._advice:
                self.tells_odds = not self.tells_odds
                table.say("")
                self._show()
            return
        self.forget()
        standstill = table.standstill()
        if standstill is not None:
            table.say(standstill, Weight.STANDSTILL)
            return
        self._position = position
        self._been = {each.faces() for each in table.game.line()}
        table.say(THINKS)
        self.think(position)

    def think(self, position: Position) -> None:
        """Has the solver look at a position; `take` gets what it says."""
        table, solver = self._table, self._table.stage.solver
        seed = table.game.elapsed_ms + len(table.game.entries)
        self._question = solver.ask(Advise(table.variant, THINK_S, position, seed), self._answered)

    def _answered(self, answer: Advised | Failed) -> None:
        if isinstance(answer, Failed):
            self._question = None
            self.failed(answer.reason)
            return
        if answer.is_last:
            self._question = None
        advice = [each for each in answer.advice if not self._leads_back(each.move)]
        if advice:
            self.take(advice)
        elif answer.is_last and not self._advice:
            self.found_nothing()

    def _leads_back(self, move: Move) -> bool:
        """Whether a move only leads to where the game has been: two hints must not undo each other."""
        table = self._table
        return table.variant.after_move(table.game.position, move).faces() in self._been

    def take(self, advice: list[Advice]) -> None:
        """Shows advice that has come, when it differs from what is shown."""
        is_other = not self._advice or advice[0].move != self._advice[0].move
        self._advice = advice
        if is_other:
            self._show()
        elif self.tells_odds:
            self._table.say_unasked(self.sentence())

    def found_nothing(self) -> None:
        """No move is advised: said so, or why, where that is proven."""
        verdict = self._table.verdict_words()
        self._table.say_unasked(verdict or NOTHING, Weight.VERDICT if verdict else Weight.WORDS)

    def failed(self, reason: str) -> None:
        """There is no advice."""
        self._table.say_unasked(f"There is no hint: {reason}.")

    def forget(self) -> None:
        """The table has changed: what was thought or shown no longer holds."""
        if self._question is not None:
            self._table.stage.solver.cancel(self._question)
        if self._table.bars.sentence == THINKS:
            self._table.say("")
        self._question = self._position = None
        self._advice = []
        self.tells_odds = False
        self.hint.clear()

    def awake(self) -> None:
        """Called in every frame, before drawing."""

    def update(self, step_s: float) -> None:
        """Lets time pass."""
        self.hint.update(step_s)

    def pictures(self) -> list[Picture]:
        """What is to be drawn now."""
        return self.hint.pictures()

    def _show(self) -> None:
        table, move = self._table, self._advice[0].move
        table.show_move(move, self.hint)
        table.say_unasked(self.sentence())

    def sentence(self) -> str:
        """What is said of the best move."""
        table, best = self._table, self._advice[0]
        words = advised_words(table.variant, table.game.position, best.move)
        if self.tells_odds:
            return f"{words}: {table.odds_words(best)}."
        return f"{words}. {MORE}"

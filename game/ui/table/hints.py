"""Hints at the table: asks the solver what a player could see, shows the move, gives odds on request.

A plan that the player follows is kept until something new is seen, so that each hint continues the last one:
a player who follows hints comes to an end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.message import Message, joined, msg, msg_p
from game.play.game import Action
from game.rules.position import STOCK, Move, Position
from game.rules.variant import PileKind
from game.solver.hint_words import NOTHING as NOTHING
from game.solver.hint_words import UNKNOWN as UNKNOWN
from game.solver.solve import SOLVERS
from game.ui.cards.marks import HintPath
from game.ui.drawing.canvas import Picture
from game.ui.drawing.layout import Box
from game.ui.table.bars import Weight
from game.ui.table.line_search import Winnable
from game.ui.table.part import Part
from game.ui.table.table import Table

if TYPE_CHECKING:
    from game.solver.advice import Advice, Faces
    from game.solver.service.messages import HintResponse, RequestFailed

THINK_S = 6.0
"""Seconds for which a hint keeps improving while it is shown."""
THINKS = msg_p("a hint", "Thinking…")
MORE = msg("Ask again for the odds.")
NOT_YET = msg("The odds are being worked out.")


class Hints(Part):
    """Answers the player who asks for a hint."""

    def __init__(self, table: Table, winnable: Winnable, tells_all: bool = False) -> None:
        """`tells_all` shows odds and gains at the first request."""
        self.table, self.tells_all = table, tells_all
        self._winnable = winnable
        self.path = HintPath(table.context.pictures, table.marks)
        self.position: Position | None = None
        """The one asked about, while the table has not changed."""
        self._been: set[Faces] = set()  # how the table has looked in this game
        self._followed: set[Faces] = set()
        """Faces of the positions since the player last made a move that was not advised."""
        self._question: int | None = None
        self._goes_on: Advice | None = None
        """Rest of the plan that the player follows."""
        self.advice: list[Advice] = []
        """Advice on the present position, the best first."""
        self._tells_odds = tells_all  # whether the player has asked for them
        self._heard = ""  # what was told last

    @property
    def move(self) -> Move | None:
        """The move that is shown, if any."""
        return self.advice[0].move if self.advice else None

    @property
    def is_thinking(self) -> bool:
        """Whether better advice may come."""
        return self._question is not None

    def refusal(self) -> Message | None:
        """Why there is no hint now, as a sentence, or None."""
        if self.table.variant.name not in SOLVERS:
            return msg("There are no hints in {game}.", game=self.table.variant.title)
        return self.table.view.hint_refusal(self.table.session.game)

    def ask(self) -> None:
        """Handles a request; asking again for the same table shows the odds."""
        table = self.table
        refusal = self.refusal()
        if refusal is not None:
            table.decline(refusal)
            return
        if table.is_dealing:
            table.hurry()
        table.cards.finish()
        table.interrupt()
        if not self.asked_again(table.game.position):
            self.forget()
            self._ask_first(table.game.position)

    def asked_again(self, position: Position) -> bool:
        """Tells the odds on a repeated request, and whoever listens the move alone at the one after.

        Returns whether it was one.
        """
        if position is not self.position or not (self.advice or self._question is not None):
            return False
        if self.advice:
            self._tells_odds = self.table.commentary.detail is None or not self._tells_odds
            self.tell(is_asked=True)
        return True

    def _ask_first(self, position: Position) -> None:
        table = self.table
        standstill = table.view.standstill(table.session.game)
        if standstill is not None:
            table.say(standstill, Weight.STANDSTILL)
            return
        self.position = position
        self._been = {position.faces() for position in table.session.game.positions()}
        if not (self.tells_all and table.status.sentence):
            table.say(THINKS)
        self.think(position)

    def think(self, position: Position) -> None:
        """Continues the present plan, or sends the position to the solver."""
        from game.solver.service.messages import HintRequest

        table, solver = self.table, self.table.context.solver
        if self._goes_on is not None:
            self.show_advice([self._goes_on])
            return
        game = table.session.game
        seed = game.elapsed_ms + len(game.entries)
        solver.warm(table.variant)
        self._question = solver.ask(HintRequest(table.variant, THINK_S, position, seed), self._answered)

    def _answered(self, answer: HintResponse | RequestFailed) -> None:
        from game.solver.service.messages import RequestFailed

        if isinstance(answer, RequestFailed):
            self._question = None
            self.failed(answer.reason)
            return
        if answer.is_last:
            self._question = None
        advice = self._leading(answer.advice)
        if advice:
            self.show_advice(advice)
        elif answer.is_last and not self.advice:
            self.found_nothing()

    def _leading(self, advice: Sequence[Advice]) -> list[Advice]:
        """Plans to new tables; if there are none, plans to any that the hints have not just led away from.

        Two hints must not undo each other, but a hint may undo what the player did.
        """
        from game.solver.advice import leading  # nothing is advised before the first frame

        position = self.table.game.position
        here = {*self._followed, position.faces()}
        return leading(self.table.variant, position, advice, self._been, here)

    def show_advice(self, advice: list[Advice]) -> None:
        """Shows new advice if it clearly differs from that shown."""
        if self.move is not None:
            from game.solver.advice import with_hysteresis  # nothing is advised before the first frame

            advice = with_hysteresis(advice, self.move)
        is_other = not self.advice or advice[0].move != self.advice[0].move
        were_told = bool(self.advice) and self.advice[0].told_odds is not None
        self.advice = advice
        if is_other:
            self._show()
        elif self._tells_odds:
            self.tell(aloud=not (self.is_thinking and were_told))

    def found_nothing(self) -> None:
        """No move is advised: said so, or why, where that is proven."""
        verdict = self._winnable.words()
        self.table.status.say_unasked(
            verdict or self.nothing_words(), Weight.VERDICT if verdict else Weight.WORDS
        )

    def nothing_words(self) -> Message:
        """Sentence if no move is advised and nothing is proven."""
        return NOTHING

    def failed(self, reason: str) -> None:
        """There is no advice."""
        why = reason.opened() if isinstance(reason, Message) else reason
        self.table.status.say_unasked(msg("There is no hint: {reason}.", reason=why))

    def forget(self) -> None:
        """Drops hints because the table has changed."""
        if self._question is not None:
            self.table.context.solver.cancel(self._question)
        if self.table.status.sentence == THINKS:
            self.table.say("")
        self._question = self.position = None
        self.advice = []
        self._tells_odds, self._heard = self.tells_all, ""
        self.table.hinted = None
        self.path.clear()

    def _show(self) -> None:
        self.show_move(self.advice[0].move)
        self.tell()

    def tell(self, aloud: bool = True, is_asked: bool = False) -> None:
        """Says the advice, whatever the status line shows; players who listen also hear the piles."""
        if is_asked:
            self.table.status.clear()
        words, heard = self.sentence(self._tells_odds), self.heard()
        is_new = is_asked or heard != self._heard
        if aloud:
            self._heard = heard
        self.table.status.say_unasked(words, aloud=aloud and is_new, heard=heard)

    def heard(self) -> str:
        """Spoken advice: the move, and its gains on request."""
        from game.play.heard_words import Detail  # nothing is advised before the first frame

        if self.tells_all or self.table.commentary.detail in (None, Detail.FULL):
            return self.sentence(self._tells_odds, is_heard=True)
        sentences = [self.move_heard(), *([self.more_heard()] if self._tells_odds else [])]
        return joined(". ", sentences)

    def move_heard(self) -> str:
        """Short spoken description of the best move."""
        table, move = self.table, self.advice[0].move
        return table.view.hint_words(table.game.position, move, table.context.settings, is_heard=True)

    def more_heard(self) -> str:
        """Spoken gains of the best move, and its odds."""
        gain = self.gain_heard()
        return joined(". ", [gain, self._odds()]) if gain else self._odds()

    def gain_heard(self) -> str:
        """Spoken immediate gain of the best move, or nothing."""
        return self.table.view.gain_words(self.table.game.position, self.advice[0].move)

    def show_move(self, move: Move) -> None:
        """Shows a move by a path on the table, until the next action."""
        table = self.table
        table.hinted = move
        if move != STOCK:
            table.area.places.bring_into_view(move.target, move.source)
        if (boxes := self._boxes(move)) is not None:
            self.path.show(*boxes, grows=bool(table.speed))
        table.is_stale = True

    def _boxes(self, move: Move) -> tuple[Box | None, Box] | None:
        """Places of a move's cards and destination; None if it is a button."""
        table = self.table
        if move == STOCK and not table.view.piles_of(PileKind.STOCK):
            return None
        *source, target = table.area.boxes_of(move)
        return (source[0] if source else None), target

    def sentence(self, tells_odds: bool, is_heard: bool = False) -> str:
        """Sentence about the best move; `is_heard` adds the piles, for players who do not see them."""
        table, best = self.table, self.advice[0]
        words = table.view.hint_words(table.game.position, best.move, table.context.settings, is_heard)
        if not tells_odds:
            return msg("{move}. {more}", move=words, more=MORE)
        gain = table.view.gain_words(table.game.position, best.move)
        if gain:
            # Translators: “7♦ onto 8♠ turns a card over”.
            words = msg("{move} {gain}", move=words, gain=gain)
        return msg("{move}. {more}", move=words, more=self._odds())

    def _odds(self) -> Message:
        """Sentence about the odds of the best move, or why there is none."""
        odds = self.table.view.odds_words(self.table.game.position, self.advice[0])
        return odds or (NOT_YET if self.is_thinking else UNKNOWN)

    # What happens at the table ------------------------------------------------------------------------

    def on_action(self, action: Action, before: Position) -> None:
        was = self.advice[0] if self.advice else self._goes_on
        if self.position is not None:
            self.forget()
        self._goes_on = None
        if was is None or action != was.move:
            self._followed.clear()
            return
        self._followed.add(before.faces())
        if was.then:
            shows_something = self.table.variant.undo_refusal(before, was.move) is not None
            self._goes_on = None if shows_something else was._replace(move=was.then[0], then=was.then[1:])

    def on_covered(self) -> None:
        self.forget()

    def on_close(self) -> None:
        self.forget()

    @property
    def is_animating(self) -> bool:
        return self.path.is_moving

    def update(self, step_s: float) -> None:
        self.path.update(step_s)

    def draw_below(self) -> Sequence[Picture]:
        boxes = self._boxes(self.move) if self.move is not None and self.path.is_shown else None
        if boxes is not None:  # the window may have another size now, and the cards another place
            self.path.move_to(*boxes)
        self.path.top_px = self.table.bars.bar.y + self.table.bars.bar.height
        return self.path.pictures()

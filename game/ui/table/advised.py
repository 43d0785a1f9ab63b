"""What every practice table has of the solver: hints, and whether the game can still be won.

Knows the table, the adviser and the judge; must not know any one game, nor any panel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from game.play.game import Action
from game.rules.position import STOCK, Move
from game.rules.variant import PileKind
from game.session.session import Session
from game.solver.answer import Verdict
from game.ui.cards.hint import Hint
from game.ui.drawing.canvas import Canvas, Picture
from game.ui.scene import Stage
from game.ui.table.adviser import Adviser
from game.ui.table.judge import Judge
from game.ui.table.table import TableScene
from game.ui.table.weight import Weight

if TYPE_CHECKING:
    from game.solver.advice import Advice


class AdvisedTable(TableScene):
    """A game in which one may ask for a hint."""

    winnable_words: ClassVar[str] = "Can be won"
    """What the verdict of the solver answers."""

    def __init__(self, stage: Stage, session: Session, is_fresh: bool) -> None:
        super().__init__(stage, session, is_fresh)
        self.adviser = self.make_adviser()
        self.judge = Judge(stage.solver, self.game, self._take_verdict)
        self._is_new = is_fresh
        self._is_seen = self._is_solver_warm = False

    # Hints ---------------------------------------------------------------------------------------

    def make_adviser(self) -> Adviser:
        """The one who gives hints at this table."""
        return Adviser(self)

    def hint_refusal(self) -> str | None:
        """Why there is no hint now, as a sentence, or None."""
        if self.game.is_over:
            return "The game is over."
        return "The game is solved: the cards go home." if self.game.is_frozen else None

    def ask_hint(self) -> None:
        """The player asks for a hint."""
        refusal = self.hint_refusal()
        if refusal is not None:
            self.say(refusal)
            self.sound("refuse")
            return
        self.stage.check_seen(self.game.deal)
        self.spread.finish()
        self.adviser.ask()

    def show_move(self, move: Move, hint: Hint) -> None:
        """Shows a move by a path on the table."""
        grows = bool(self.speed)
        if move == STOCK:
            hint.show(None, self.spread.top_box(self.stock_pile), grows)
            return
        first = self.spread.place_of(move.source, len(self.game.position.piles[move.source]) - move.count)
        cards = first.union(self.spread.top_box(move.source))
        hint.show(cards, self.spread.top_box(move.target), grows)
        self.is_stale = True

    @property
    def stock_pile(self) -> int:
        """The pile that stands for the stock action."""
        return self.piles_of(PileKind.STOCK)[0]

    def odds_words(self, advice: Advice) -> str:
        """How a hint has fared, as it is told on request."""
        ways = f"{advice.samples} ways the hidden cards may lie"
        if advice.wins:
            return f"wins in {advice.wins} of {ways}"
        return f"no win was found in {ways}; this leads furthest"

    # Whether it can be won -------------------------------------------------------------------------

    def seen_first(self) -> None:
        """Called once when the cards are on the screen for the first time."""
        if self.stage.settings.tells_winnable or self._may_be_hopeless():
            self.judge.look()

    def _may_be_hopeless(self) -> bool:
        """Whether this is a deal of somebody's choice in a game that otherwise deals what can be won."""
        number, variant = self.game.deal.number, self.variant
        if not self._is_new or number is None or not variant.deals_can_be_won:
            return False
        return not self.stage.dealer.is_proven(variant, number)

    def _take_verdict(self, verdict: Verdict) -> None:
        if verdict is Verdict.UNSOLVABLE and not self.game.is_over:
            self.say_unasked(self.verdict_words(), Weight.VERDICT)
        self.refresh_bars()

    def verdict_words(self) -> str:
        """That the game cannot be won, when that is proven of the present position; else nothing."""
        if self.judge.verdict is not Verdict.UNSOLVABLE:
            return ""
        what = f"Deal {self.game.deal.number} cannot" if self._is_new else "This game can no longer"
        return f"{what} be won: every way was looked at."

    def more_facts(self) -> list[tuple[str, str]]:
        if not self.stage.settings.tells_winnable or self.judge.verdict is None:
            return []
        return [(self.winnable_words, "yes" if self.judge.verdict is Verdict.SOLVED else "no")]

    def act(self, action: Action) -> bool:
        before, self._is_new = self.game.position, False
        if not super().act(action):
            return False
        self.adviser.forget()
        if self.stage.settings.tells_winnable and not self.game.is_over:
            self.judge.moved(action, before)
        else:
            self.judge.forget()
        self.refresh_bars()
        return True

    def resize(self, canvas: Canvas) -> None:
        self.adviser.forget()
        super().resize(canvas)

    def covered(self) -> None:
        self.adviser.forget()
        super().covered()

    def leave(self) -> None:
        self.adviser.forget()
        self.judge.forget()
        super().leave()

    # Time and drawing ------------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        return super().is_moving or (self.adviser.is_moving and not self.hides_cards)

    def awake(self) -> None:
        super().awake()
        self.adviser.awake()
        if self._is_seen:  # not before the cards are on the screen
            if not self._is_solver_warm:
                self._is_solver_warm = True
                self.stage.solver.warm(self.variant)
                self.seen_first()
            self.stage.dealer.prove_more(self.variant)

    def update(self, step_s: float) -> None:
        super().update(step_s)
        if not self.hides_cards:
            self.adviser.update(step_s)

    def draw(self, alpha: float) -> None:
        super().draw(alpha)
        self._is_seen = True

    def ringed(self) -> list[Picture]:
        return [*self.adviser.pictures(), *super().ringed()]

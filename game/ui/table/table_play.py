"""A game under way at a table: dealt, played by the rules, paused, ended; what came of every action.

Asks its session to act and shows the outcome; must not know what is picked up, pressed or
typed, nor any one game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from game.play.clock import LONGEST_MS
from game.play.game import Act, Action
from game.rules.position import STOCK, Move, Position, Travel, travels
from game.rules.variant import IllegalMove, Outcome, PileKind
from game.session.session import Session
from game.ui.drawing.canvas import Canvas
from game.ui.drawing.theme import DEAL_GAP_S
from game.ui.forms.panel import Panel
from game.ui.scene import Stage
from game.ui.table.finale import Finale
from game.ui.table.table_look import TableLook
from game.ui.table.weight import Weight


class TablePlay(TableLook):
    """One game at the table, under way."""

    stock_gap_s: ClassVar[float] = 0.07
    """Between the cards of one tap on the stock."""

    def __init__(self, stage: Stage, session: Session, is_fresh: bool) -> None:
        """`is_fresh` when the cards are still to be dealt."""
        super().__init__(stage, session)
        self.finale = Finale(self)
        self._is_fresh = is_fresh
        self._is_dealing = is_fresh
        self._has_arrived = False

    # What a game's scene gives --------------------------------------------------------------------

    def result_panel(self) -> Panel:
        """What is shown when the game is over."""
        raise NotImplementedError

    def pause_panel(self) -> Panel:
        """What is shown while the game is paused."""
        raise NotImplementedError

    def standstill(self) -> str | None:
        """What to say when nothing that is left changes anything; None while something may."""
        return None

    def arrived(self) -> None:
        """Called once, when the table is laid out for the first time: says what is at a standstill."""
        if words := self._standstill_words():
            self.say_unasked(words, Weight.STANDSTILL)

    def _standstill_words(self) -> str:
        return "" if self.game.is_over else self.standstill() or ""

    def celebrated(self) -> list[int]:
        """The piles whose cards spring when the game is over; none when there is nothing to celebrate."""
        return self.piles_of(PileKind.FOUNDATION) if self.game.outcome is Outcome.WON else []

    # What the hands at the table give -------------------------------------------------------------

    def drop_picked(self) -> None:
        """Puts picked cards back where they were."""
        raise NotImplementedError

    # Dealing --------------------------------------------------------------------------------------

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        self.finale.resized()
        if self._is_fresh:
            self._is_fresh = False
            self._deal()
        else:
            self.spread.arrange(self.game.position, self.slots, at_once=True)
        if not self._has_arrived:
            self._has_arrived = True
            self.arrived()
        if not self._is_dealing and self.panel is None:
            self.session.start()

    def _deal(self) -> None:
        order = self.deal_order()
        self.spread.gather_at(self.stock_point(), tuple(order))
        delays = {card.identity: index * DEAL_GAP_S for index, card in enumerate(order)}
        self.spread.arrange(self.game.position, self.slots, delays)
        if self.spread.is_flying:
            self.sound("shuffle")

    def _end_dealing(self) -> None:
        if self._is_dealing:
            self._is_dealing = False
            self.spread.finish()
            if self.panel is None or not self.panel.hides_cards:
                self.session.start()

    def sound(self, name: str) -> None:
        """Plays a sound of the table."""
        self.stage.sounds.play(name, self.stage.now_ns())

    # Acting ---------------------------------------------------------------------------------------

    def act(self, action: Action) -> bool:
        """Does an action by the rules and shows it; says why when they refuse it."""
        before, score_before, was_over = self.game.position, self.game.score, self.game.is_over
        try:
            self.session.act(action)
        except IllegalMove as refused:
            self.say(str(refused))
            self.sound("refuse")
            return False
        self.say_unasked(self._standstill_words(), Weight.STANDSTILL)
        self._show(before, action)
        if self.game.score is not None and score_before is not None:
            self._float_points(self.game.score - score_before, action)
        self.refresh_bars()
        if self.game.is_over and not was_over:
            self.finale.announce()
        return True

    def _show(self, before: Position, action: Action) -> None:
        found = travels(before, self.game.position)
        self.spread.arrange(self.game.position, self.slots, self.delays_s(action, found))
        if any(travel.turned for travel in found):
            self.sound("deal" if len(found) > 6 else "flip")
        elif found:
            self.sound("place")

    def delays_s(self, action: Action, found: Sequence[Travel]) -> dict[int, float]:
        """How long cards wait before they set out after an action, by identity."""
        if action != STOCK or len(found) > 12:
            return {}
        return {travel.card.identity: index * self.stock_gap_s for index, travel in enumerate(found)}

    def _float_points(self, points: int, action: Action) -> None:
        if not points or not isinstance(action, Move):
            return
        pile = max(action.target, 0)
        self.floats.add(f"{points:+d}".replace("-", "−"), self.spread.top_box(pile), points > 0)

    def undo(self) -> None:
        """Takes the last move back."""
        self.drop_picked()
        self.say("")
        self.spread.finish()
        self.act(Act.UNDO)

    def redo(self) -> None:
        """Brings back what was taken back."""
        self.drop_picked()
        self.say("")
        self.spread.finish()
        self.act(Act.REDO)

    def move(self, move: Move) -> bool:
        """Tries a move of the player's; when refused, its cards shake and it is said why."""
        self.drop_picked()
        self.say("")
        if self.act(move):
            return True
        if move.source >= 0:
            self.spread.shake(move.source, move.count)
        return False

    # Pauses and panels ----------------------------------------------------------------------------

    def show_panel(self, panel: Panel | None) -> None:
        """Opens a panel, or closes the one there is; the clock stands while the cards are hidden."""
        hid = self.hides_cards
        hides = panel is not None and panel.hides_cards
        self.drop_picked()
        self.panel = panel
        self.refresh_panel()
        if hid != hides:
            self.spread.finish()
            self.canvas.damage()
        if hides:
            self._end_dealing()
            self.session.pause()
        elif hid:
            self.session.start()
        self.is_stale = True

    def pause_refusal(self) -> str | None:
        """Why the game cannot be paused now, or None."""
        return "The game is over." if self.game.is_over else None

    def pause(self) -> None:
        """Hides the cards and stops the clock; a question that is open goes unanswered."""
        if not self.hides_cards and self.pause_refusal() is None:
            self.show_panel(self.pause_panel())

    def covered(self) -> None:
        self.drop_picked()
        self.session.pause()

    # Time -----------------------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        if self.hides_cards:
            return False
        moves = not self.spread.is_settled or self.floats.is_moving
        return moves or self._is_dealing or self.finale.is_moving

    def update(self, step_s: float) -> None:
        if self.hides_cards:
            return
        self.spread.update(step_s)
        self.floats.update(step_s)
        if not self._is_dealing:
            self.finale.update(step_s)
        elif not self.spread.is_flying:
            self._end_dealing()

    def hurry(self) -> bool:
        """Speeds up what plays by itself; returns whether the input was used up by that."""
        if self._is_dealing:
            self._end_dealing()
            return False
        return self.finale.hurry()

    @property
    def wake_in_s(self) -> float | None:
        if not self.session.is_running or self.session.elapsed_ms == LONGEST_MS:
            return None
        return (1000 - self.session.elapsed_ms % 1000) / 1000 + 0.001

    def awake(self) -> None:
        """Looks at the clock, ends the game when the time is up, and tells of trouble with the disk."""
        if self.session.is_running:
            self.session.write_clock()
            if self.session.end_if_time_is_up():
                self.drop_picked()
                self.finale.announce()
        if self.session.trouble is not None:
            self.say(f"{self.session.trouble} {self._standstill_words()}".rstrip(), Weight.TROUBLE)
            self.session.trouble = None
        self.refresh_bars()

    def leave(self) -> None:
        self.session.leave()

    def draw(self, alpha: float) -> None:
        super().draw(alpha)
        self.finale.stamp()

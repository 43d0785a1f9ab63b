"""What Three Shuffles does by itself: aces go home, one press undoes what one move caused, a shuffle is seen.

Knows the game and the table; must not know how anything is laid out, nor the draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from game.play.game import Act, Action, Entry
from game.rules.position import STOCK, Move, Position, Travel
from game.rules.three_shuffles import FANS, Standing, ThreeShuffles
from game.session.session import Session
from game.ui.drawing.canvas import Canvas
from game.ui.forms.panel import Panel
from game.ui.games.three_shuffles.chain import Chain
from game.ui.games.three_shuffles.reshuffle import Reshuffle
from game.ui.scene import Stage
from game.ui.table.practice import PracticeTable
from game.ui.table.weight import Weight

ACE_WAIT_S = 0.2
"""Until the first ace sets out: the card of the move before it has arrived."""
ACE_GAP_S = 0.25
AT_ONCE_MS = 50
"""Nobody makes two moves in so short a time: in a record, the second was made by the program."""


class AutomaticTable(PracticeTable):
    """A table on which some moves are made by themselves, each an entry of the record."""

    def __init__(self, stage: Stage, session: Session, is_fresh: bool) -> None:
        super().__init__(stage, session, is_fresh)
        self.reshuffle = Reshuffle(self)
        entries = self.game.entries
        self._are_aces_due = not entries or entries[-1].action == STOCK
        self._follows = False  # whether what is being done belongs to the move before
        self._ace_wait_s = 0.0
        self._due_sounds_s: list[float] = []
        self._chain = self._chain_of_record()

    @property
    def rules(self) -> ThreeShuffles:
        """The game with its options."""
        return cast(ThreeShuffles, self.variant)

    @property
    def is_begun(self) -> bool:
        # The aces that lie open at the deal go home before the player has done anything.
        done = [entry.action for entry in self.game.entries]
        aces = self.rules.aces_to_send(self.game.deal.position) if self.stage.settings.aces_home else []
        return done != aces[: len(done)]

    def place_fans(self) -> None:
        """Brings the slots of the fans up to date with the position."""

    def _chain_of_record(self) -> Chain:
        """Which moves of the game so far were made together, as far as its record tells."""
        chain, line, now = Chain(), [self.game.deal.position], 0
        previous: Entry | None = None
        for entry in self.game.entries:
            match entry.action:
                case Act.UNDO:
                    chain.undone()
                    now -= 1
                case Act.REDO:
                    chain.redone()
                    now += 1
                case Move():
                    chain.moved(self._followed(previous, line[now], entry))
                    line[now + 1 :] = [self.variant.after_move(line[now], entry.action)]
                    now += 1
            previous = entry
        return chain

    def _followed(self, previous: Entry | None, before: Position, entry: Entry) -> bool:
        move = cast(Move, entry.action)
        is_ace = self.stage.settings.aces_home and self.rules.is_ace_going_home(before, move)
        if previous is None or previous.action == STOCK:
            return is_ace
        if not isinstance(previous.action, Move) or entry.at_ms - previous.at_ms > AT_ONCE_MS:
            return False
        source, target, _ = previous.action
        return is_ace or source == target == move.source

    # Acting --------------------------------------------------------------------------------------

    def act(self, action: Action) -> bool:
        if not super().act(action):
            return False
        match action:
            case Act.UNDO:
                self._chain.undone()
            case Act.REDO:
                self._chain.redone()
            case Move():
                self._chain.moved(self._follows)
                self._are_aces_due = True
        if action != STOCK or not self.reshuffle.is_running:
            self._send_aces()
        self._tell_standing()
        return True

    def act_along(self, move: Move) -> bool:
        """Does a move that belongs to the one before: one press takes both back."""
        was, self._follows = self._follows, True
        done = self.act(move)
        self._follows = was
        return done

    def _send_aces(self) -> None:
        """Sends home the aces that have become available, if they are due to go."""
        if not self._are_aces_due or self.game.is_over:
            return
        self._are_aces_due = False
        if not self.stage.settings.aces_home:
            return
        self._ace_wait_s = ACE_WAIT_S
        for move in self.rules.aces_to_send(self.game.position):
            self._follows = True
            super().act(move)
            self._chain.moved(True)
            self._ace_wait_s += ACE_GAP_S
        self._follows, self._ace_wait_s = False, 0.0

    def _tell_standing(self) -> None:
        standing = self.rules.standing(self.game.position)
        if standing is not Standing.MOVES_LEFT:
            self.say_unasked(standing.value, Weight.STANDSTILL)

    def delays_s(self, action: Action, found: Sequence[Travel]) -> dict[int, float]:
        return {travel.card.identity: self._ace_wait_s for travel in found}

    def sound(self, name: str) -> None:
        if self._ace_wait_s and self.speed:
            self._due_sounds_s.append(self._ace_wait_s * self.speed)
        else:
            super().sound(name)

    def _float_points(self, points: int, action: Action) -> None:
        """Cards home are counted; no points rise from them."""

    def _show(self, before: Position, action: Action) -> None:
        self.place_fans()
        if action == STOCK and self.speed:
            self.reshuffle.begin(before, FANS, self.stock_point())
        else:
            super()._show(before, action)

    def undo(self) -> None:
        self.drop_picked()
        self.say("")
        self.spread.finish()
        for number in range(self._chain.to_undo):
            if (number and self.game.undo_refusal() is not None) or not self.act(Act.UNDO):
                return

    def redo(self) -> None:
        self.drop_picked()
        self.say("")
        self.spread.finish()
        for _ in range(self._chain.to_redo):
            if not self.act(Act.REDO):
                return

    # Dealing -------------------------------------------------------------------------------------

    def resize(self, canvas: Canvas) -> None:
        self.reshuffle.finish()
        super().resize(canvas)
        if not self._is_dealing:
            self._send_aces()
            self._tell_standing()

    def _end_dealing(self) -> None:
        was_dealing = self._is_dealing
        super()._end_dealing()
        if was_dealing:
            self._all_dealt()

    def _all_dealt(self) -> None:
        """The last card lies: what goes on by itself may begin."""
        self.canvas.damage()  # empty fans are closed from now on
        self._send_aces()
        self._tell_standing()

    def end_reshuffle(self) -> bool:
        """Cuts the shuffle short that is being seen; returns whether there was one."""
        if not self.reshuffle.finish():
            return False
        self._all_dealt()
        return True

    def hurry(self) -> bool:
        return self.end_reshuffle() or super().hurry()

    def covered(self) -> None:
        self.end_reshuffle()
        super().covered()

    def show_panel(self, panel: Panel | None) -> None:
        self.end_reshuffle()
        super().show_panel(panel)

    # Time ----------------------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        if self.hides_cards:
            return False
        return super().is_moving or self.reshuffle.is_running or bool(self._due_sounds_s)

    def update(self, step_s: float) -> None:
        super().update(step_s)
        if self.hides_cards:
            return
        if self.reshuffle.update(step_s):
            self._all_dealt()
        due = [left - step_s for left in self._due_sounds_s]
        self._due_sounds_s = [left for left in due if left > 0]
        if len(self._due_sounds_s) < len(due):
            self.sound("place")

"""The draw of Three Shuffles: a buried card lifts under the pointer and comes up by a click or a drag.

Knows the draw and the gestures of the table; must not know how anything is laid out.
"""

from __future__ import annotations

from game.play.game import Action
from game.rules.position import Move
from game.rules.three_shuffles import FANS
from game.session.session import Session
from game.ui.drawing.canvas import Canvas
from game.ui.drawing.layout import Box
from game.ui.forms.panel import Panel
from game.ui.games.three_shuffles.moves import AutomaticTable
from game.ui.scene import Stage
from game.ui.table.gestures import At
from game.ui.table.table import Picked

LIFT = 0.16
"""How far a buried card lifts under the pointer, in card heights."""
LIFT_S = 0.09
DROP_SHARE = 0.3
"""A fan takes a card let go where it would come to lie, so far beyond the last one, in card widths."""


class DrawTable(AutomaticTable):
    """A table on which a buried card can be drawn."""

    def __init__(self, stage: Stage, session: Session, is_fresh: bool) -> None:
        super().__init__(stage, session, is_fresh)
        self._lifted: tuple[int, int] | None = None  # pile and height of the card that lifts
        self._lift = 0.0
        self._drawn_from: int | None = None  # the fan whose card a click has just drawn

    @property
    def may_draw(self) -> bool:
        """Whether the draw is there and cards lie where they can be drawn."""
        is_free = not (self._is_dealing or self.reshuffle.is_running or self.game.is_over)
        return is_free and self.panel is None and self.rules.has_draw(self.game.position)

    # A card lifts under the pointer -----------------------------------------------------------------

    def hover(self, at: At) -> None:
        place = None
        if self.may_draw and self.picked is None and not self.pointer.is_dragging:
            place = self.place_at(at)
            if place is not None and not self._is_buried(*place):
                place = None
        if place != self._lifted:
            self._lower()
            self._lifted = place

    def _is_buried(self, pile: int, index: int) -> bool:
        return pile in FANS and 0 <= index < len(self.game.position.piles[pile]) - 1

    def _lower(self) -> None:
        if self._lifted is not None:
            self.spread.raise_card(*self._lifted, 0.0)
            self._lifted, self._lift = None, 0.0
            self.is_stale = True

    def covered(self) -> None:
        self._lower()
        super().covered()

    def show_panel(self, panel: Panel | None) -> None:
        self._lower()
        super().show_panel(panel)

    def resize(self, canvas: Canvas) -> None:
        if self._lifted is not None:
            self._lower()
        super().resize(canvas)

    @property
    def is_moving(self) -> bool:
        lifts = self._lifted is not None and self._lift < 1 and not self.hides_cards
        return super().is_moving or lifts

    def update(self, step_s: float) -> None:
        super().update(step_s)
        if self._lifted is not None and self._lift < 1:
            slowness = LIFT_S * self.speed
            self._lift = min(1.0, self._lift + step_s / slowness) if slowness else 1.0
            self.spread.raise_card(*self._lifted, self._lift * self._most_px(*self._lifted))
            self.is_stale = True

    def _most_px(self, pile: int, index: int) -> float:
        """How far a card lifts: not under the bar above, where its index could not be read."""
        room = self.slots[pile].y - self.bars.top.height - self.stage.pictures.px(2)
        return min(LIFT * self.stage.pictures.card_height, room)

    # Drawing it -----------------------------------------------------------------------------------

    def act(self, action: Action) -> bool:
        self._lower()
        self._drawn_from = None
        return super().act(action)

    def draw_card(self, pile: int, count: int) -> bool:
        """Lifts the card lying `count`-th from the top of a fan to the top of it."""
        done = self.act(Move(pile, pile, count))
        self._drawn_from = pile if done else None
        return done

    def pick(self, pile: int, count: int, is_held: bool) -> bool:
        if count == 1 or pile not in FANS or not self.may_draw:
            return super().pick(pile, count, is_held)
        self._lower()
        if not is_held:
            return self.draw_card(pile, count)
        # Let go on another pile where it fits, it is drawn and goes there.
        drawn = self.variant.after_move(self.game.position, Move(pile, pile, count))
        onward = [target for target in self.variant.targets(drawn, pile, 1) if target != pile]
        self.picked = Picked(pile, count, sorted([pile, *onward]), is_held)
        self.sound("pick")
        self.say("")
        return True

    def hold(self, pile: int, count: int, pointer: At, grip: At) -> None:
        self.spread.hold(pile, count, pointer, grip, alone=count > 1)

    def drop_on(self, pile: int) -> bool:
        picked = self.picked
        if picked is None or picked.count == 1:
            return super().drop_on(pile)
        target = self.aimed(picked, pile)
        if target not in picked.targets:
            refusal = self.variant.drop_refusal(self.game.position, Move(picked.pile, pile, picked.count))
            self.drop_picked()
            self.say(refusal or "")
            self.sound("refuse")
            return False
        self.picked = None
        if not self.act(Move(picked.pile, picked.pile, picked.count)):
            self.spread.let_go()
            return False
        return target == picked.pile or self.act_along(Move(picked.pile, target))

    def zones(self, pile: int) -> list[Box]:
        if pile not in FANS:
            return super().zones(pile)
        first, last = self.spread.place_of(pile, 0), self.spread.top_box(pile)
        whole = first.union(last)
        return [whole._replace(width=whole.width + DROP_SHARE * last.width)]

    def click(self, pile: int, index: int) -> None:
        picked = self.picked
        if picked is not None and pile != picked.pile and self._is_buried(pile, index):
            # Meant for the fan: a card put down wrongly does not spend the draw.
            index = len(self.game.position.piles[pile]) - 1
        super().click(pile, index)

    def double_click(self, pile: int, index: int) -> None:
        if pile == self._drawn_from:
            index = len(self.game.position.piles[pile]) - 1
        super().double_click(pile, index)

    def send_home(self, pile: int, index: int) -> None:
        if self._is_buried(pile, index):
            self.drop_picked()
            self.say("Only the top card of a fan goes home.")
            self.sound("refuse")
            self.spread.shake(pile, len(self.game.position.piles[pile]) - index)
        else:
            super().send_home(pile, index)

    # By keyboard ------------------------------------------------------------------------------------

    def cursor_heights(self, pile: int) -> range:
        heights = super().cursor_heights(pile)
        return heights if pile in FANS and self.may_draw else heights[-1:]

    def cursor_step(self, pile: int, index: int, direction: tuple[int, int]) -> int | None:
        there = index + direction[0]
        return there if direction[0] and there in self.cursor_heights(pile) else None

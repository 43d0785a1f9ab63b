"""Gestures at fans: a buried card lifts under the pointer and may be drawn, by a click or a drag."""

from __future__ import annotations

from game.message import msg
from game.rules.position import STOCK, Move
from game.rules.three_shuffles import FANS, ThreeShuffles
from game.ui.drawing.layout import Box
from game.ui.games.three_shuffles.aces import Aces
from game.ui.games.three_shuffles.notice import MovesLeft
from game.ui.table.hand import At, CardController, Selection
from game.ui.table.part import Part
from game.ui.table.table import Table

LIFT = 0.16
"""Rise of a buried card under the pointer, in card heights."""
LIFT_S = 0.09


class Lift(Part):
    """The card that lifts, if any."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._card: tuple[int, int] | None = None  # its pile and height
        self._share = 0.0

    def lift(self, card: tuple[int, int] | None) -> None:
        """Lifts the card at a height of a pile, or none."""
        if card != self._card:
            self._lower()
            self._card = card

    def _lower(self) -> None:
        if self._card is not None:
            self._table.spread.raise_card(*self._card, 0.0)
            self._card, self._share = None, 0.0
            self._table.is_stale = True

    def before_layout(self) -> None:
        self._lower()

    def before_action(self) -> None:
        self._lower()

    def on_panel(self, hid: bool) -> None:
        self._lower()

    def on_covered(self) -> None:
        self._lower()

    @property
    def is_animating(self) -> bool:
        return self._card is not None and self._share < 1

    def update(self, step_s: float) -> None:
        if self._card is None or self._share >= 1:
            return
        table = self._table
        slowness = LIFT_S * table.speed
        self._share = min(1.0, self._share + step_s / slowness) if slowness else 1.0
        # Not under the bar above, where its index could not be read.
        room = table.slots[self._card[0]].y - table.bars.top.height - table.context.pictures.px(2)
        most_px = min(LIFT * table.context.pictures.card_height, room)
        table.spread.raise_card(*self._card, self._share * most_px)
        table.is_stale = True


DROP_SHARE = 0.3
"""Distance beyond a fan's last card within which a drop counts, in card widths."""


class FanHand(CardController):
    """Plays Three Shuffles and a Draw."""

    def __init__(self, table: Table, rules: ThreeShuffles, lift: Lift, aces: Aces, left: MovesLeft) -> None:
        super().__init__(table)
        self._rules, self._lift, self._aces, self._moves_left = rules, lift, aces, left
        self._drawn_from: int | None = None  # the fan whose card a click has just drawn

    @property
    def may_draw(self) -> bool:
        """Whether the draw is available and there are buried cards."""
        game = self.table.game
        is_free = not self.table.is_dealing and not game.is_over and self.table.panel is None
        return is_free and self._rules.has_draw(game.position)

    def _is_buried(self, pile: int, index: int) -> bool:
        return pile in FANS and 0 <= index < len(self.table.game.position.piles[pile]) - 1

    def _top(self, pile: int) -> int:
        return len(self.table.game.position.piles[pile]) - 1

    def hover(self, at: At, is_dragging: bool) -> None:
        place = None
        if self.picked is None and not is_dragging and self.may_draw:
            place = self.pile_at(at)
        self._lift.lift(place if place is not None and self._is_buried(*place) else None)

    def before_action(self) -> None:
        self._drawn_from = None

    def move(self, move: Move) -> bool:
        done = super().move(move)
        if move == STOCK and not done and not self.table.game.is_over:
            self._moves_left.show()
        return done

    # Drawing a card -------------------------------------------------------------------------------

    def draw_card(self, pile: int, count: int) -> bool:
        """Lifts the card lying `count`-th from the top of a fan to the top of it."""
        done = self.table.act(Move(pile, pile, count))
        self._drawn_from = pile if done else None
        return done

    def pick(self, pile: int, count: int, is_held: bool) -> bool:
        if count == 1 or pile not in FANS or not self.may_draw:
            return super().pick(pile, count, is_held)
        self._lift.lift(None)
        if not is_held:
            return self.draw_card(pile, count)
        # Let go on another pile where it fits, it is drawn and goes there.
        drawn = self._rules.after_move(self.table.game.position, Move(pile, pile, count))
        onward = [target for target in self._rules.targets(drawn, pile, 1) if target != pile]
        self.take_up(Selection(pile, count, sorted([pile, *onward]), is_held), alone=True)
        return True

    def hold(self, pile: int, count: int, pointer: At, grip: At) -> None:
        self.table.spread.hold(pile, count, pointer, grip, alone=count > 1)

    def drop_on(self, pile: int) -> bool:
        picked = self.picked
        if picked is None or picked.count == 1:
            return super().drop_on(pile)
        target = self.aimed(picked, pile)
        if target not in picked.targets:
            move = Move(picked.pile, pile, picked.count)
            refusal = self._rules.drop_refusal(self.table.game.position, move)
            self.put_back()
            self.table.say(refusal or "")
            self.table.sound("refuse")
            return False
        self.picked = None
        if not self.table.act(Move(picked.pile, picked.pile, picked.count)):
            self.table.spread.let_go()
            return False
        return target == picked.pile or self._aces.act_along(Move(picked.pile, target))

    # Gestures -------------------------------------------------------------------------------------

    def zones(self, pile: int) -> list[Box]:
        if pile not in FANS:
            return super().zones(pile)
        first, last = self.table.spread.place_of(pile, 0), self.table.spread.top_box(pile)
        whole = first.union(last)
        return [whole._replace(width=whole.width + DROP_SHARE * last.width)]

    def click(self, pile: int, index: int) -> None:
        picked = self.picked
        if picked is not None and pile != picked.pile and self._is_buried(pile, index):
            index = self._top(pile)  # meant for the fan: a card put down wrongly does not spend the draw
        super().click(pile, index)

    def _play(self, pile: int, count: int) -> None:
        if count > 1 and pile in FANS:
            self.pick(pile, count, is_held=False)  # it may be drawn
        else:
            super()._play(pile, count)

    def double_click(self, pile: int, index: int) -> None:
        super().double_click(pile, self._top(pile) if pile == self._drawn_from else index)

    def send_home(self, pile: int, index: int) -> None:
        if self._is_buried(pile, index):
            self.put_back()
            self.table.say(msg("Only the top card of a fan goes home."))
            self.table.sound("refuse")
            self.table.spread.shake(pile, self._top(pile) + 1 - index)
        else:
            super().send_home(pile, index)

    # By keyboard ----------------------------------------------------------------------------------

    def cursor_heights(self, pile: int) -> range:
        heights = super().cursor_heights(pile)
        return heights if pile in FANS and self.may_draw else heights[-1:]

    def cursor_step(self, pile: int, index: int, direction: tuple[int, int]) -> int | None:
        there = index + direction[0]
        return there if direction[0] and there in self.cursor_heights(pile) else None

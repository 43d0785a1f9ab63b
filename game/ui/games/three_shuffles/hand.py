"""Gestures at fans, draws by a click or a drag, and aces that go home by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from game.message import msg, msg_n, msg_p
from game.play.game import Action, ControlAction, Entry
from game.rules.position import STOCK, Move, Position
from game.rules.three_shuffles import FANS, ShufflesStatus, ThreeShuffles
from game.ui.drawing.layout import Box
from game.ui.forms.panel import PanelLine
from game.ui.games.three_shuffles.notice import MovesLeft
from game.ui.table.bars import Weight
from game.ui.table.hand import At, CardController, Selection
from game.ui.table.part import Part
from game.ui.table.playing import ask, go_through
from game.ui.table.table import Table

DROP_SHARE = 0.3
"""Distance beyond a fan's last card within which a drop counts, in card widths."""


class FanHand(CardController):
    """Plays Three Shuffles and a Draw."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.rules = cast(ThreeShuffles, table.variant)
        self.aces, self.moves_left = Aces(table), MovesLeft(table)
        self._drawn_from: int | None = None  # the fan whose card a click has just drawn

    @property
    def may_draw(self) -> bool:
        """Whether the draw is available and there are buried cards."""
        game = self.table.game
        is_free = not self.table.is_dealing and not game.is_over and self.table.panel is None
        return is_free and self.rules.has_draw(game.position)

    def _is_buried(self, pile: int, index: int) -> bool:
        return pile in FANS and 0 <= index < len(self.table.game.position.piles[pile]) - 1

    def _top(self, pile: int) -> int:
        return len(self.table.game.position.piles[pile]) - 1

    def on_hover(self, at: At, is_dragging: bool) -> None:
        place = None
        if self.picked is None and not is_dragging and self.may_draw:
            place = self.pile_at(at)
        if place is None or not self._is_buried(*place):
            self.table.cards.lift(None)
            return
        # Not under the bar above, where its index could not be read.
        top, px = self.table.bars.top, self.table.context.pictures.px
        self.table.cards.lift(place, self.table.area.slots[place[0]].y - top.height - px(2))

    def on_action(self, action: Action, before: Position) -> None:
        self._drawn_from = None

    def move(self, move: Move) -> bool:
        if move == STOCK and self._asks_first():
            return False
        done = super().move(move)
        if move == STOCK and not done and not self.table.game.is_over:
            self.moves_left.show()
        return done

    def _asks_first(self) -> bool:
        """Whether a shuffle would give moves up, and the player has been asked whether that is meant."""
        table, position = self.table, self.table.game.position
        left = len(self.rules.moves_left(position)) if self.rules.early else 0
        is_over = table.game.is_over or table.session.is_given_up
        if not left or is_over or self.rules.stock_refusal(position) is not None:
            return False
        lines = [PanelLine(msg_n("There is still a move.", "There are still {count} moves.", left))]
        word = msg_p("a button", "Shuffle")
        ask(table, msg("Shuffle now?"), lines, word, "shuffle", self._shuffle)
        return True

    def _shuffle(self) -> None:
        self.table.close_panel()
        super().move(STOCK)

    # Drawing a card -------------------------------------------------------------------------------

    def draw_card(self, pile: int, count: int) -> bool:
        """Lifts the card lying `count`-th from the top of a fan to the top of it."""
        done = self.table.act(Move(pile, pile, count))
        self._drawn_from = pile if done else None
        return done

    def pick(self, pile: int, count: int, is_held: bool) -> bool:
        if count == 1 or pile not in FANS or not self.may_draw:
            return super().pick(pile, count, is_held)
        self.table.cards.lift(None)
        if not is_held:
            return self.draw_card(pile, count)
        # Let go on another pile where it fits, it is drawn and goes there.
        drawn = self.rules.after_move(self.table.game.position, Move(pile, pile, count))
        onward = [target for target in self.rules.targets(drawn, pile, 1) if target != pile]
        self.take_up(Selection(pile, count, sorted([pile, *onward]), is_held, is_alone=True))
        return True

    def drop_on(self, pile: int) -> bool:
        picked = self.picked
        if picked is None or not picked.is_alone:
            return super().drop_on(pile)
        target = self.aimed(picked, pile)
        if target not in picked.targets:
            move = Move(picked.pile, pile, picked.count)
            refusal = self.rules.drop_refusal(self.table.game.position, move)
            self.put_back()
            self.table.decline(refusal or "")
            return False
        self.picked = None
        if not self.table.act(Move(picked.pile, picked.pile, picked.count)):
            self.table.cards.let_go()
            return False
        return target == picked.pile or self.aces.act_along(Move(picked.pile, target))

    # Gestures -------------------------------------------------------------------------------------

    def zones(self, pile: int) -> list[Box]:
        if pile not in FANS:
            return super().zones(pile)
        whole, last = self.table.cards.run_box(pile), self.table.cards.top_box(pile)
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
            self.table.decline(msg("Only the top card of a fan goes home."))
            self.table.cards.shake(pile, self._top(pile) + 1 - index)
        else:
            super().send_home(pile, index)

    # By keyboard ----------------------------------------------------------------------------------

    def cursor_heights(self, pile: int) -> range:
        heights = super().cursor_heights(pile)
        return heights if pile in FANS and self.may_draw else heights[-1:]

    def cursor_step(self, pile: int, index: int, direction: tuple[int, int]) -> int | None:
        there = index + direction[0]
        return there if direction[0] and there in self.cursor_heights(pile) else None


ACE_WAIT_S = 0.2
"""Until the first ace sets out: the card of the move before it has arrived."""
ACE_GAP_S = 0.25
AT_ONCE_MS = 50
"""Nobody makes two moves in so short a time: in a record, the second was made by the program."""


class Aces(Part):
    """Automatic moves of aces, each an entry of the record, and the moves that belong together."""

    def __init__(self, table: Table) -> None:
        self._table, self._rules = table, cast(ThreeShuffles, table.variant)
        entries = table.session.game.entries
        self._are_due = not entries or entries[-1].action == STOCK
        self._follows = False  # whether what is being done belongs to the move before

    def _chain(self) -> tuple[list[bool], int]:
        """Of each move, whether it was made together with the one before; and how many are not undone."""
        game = self._table.session.game
        chain, line, now = list[bool](), [game.deal.position], 0
        previous: Entry | None = None
        for entry in game.entries:
            match entry.action:
                case ControlAction.UNDO:
                    now -= 1
                case ControlAction.REDO:
                    now += 1
                case Move():
                    # An ace after another waits until the disk has that one.
                    is_along = now > 0 and chain[now - 1]
                    chain[now:] = [self._followed(previous, is_along, line[now], entry)]
                    line[now + 1 :] = [self._rules.after_move(line[now], entry.action)]
                    now += 1
            previous = entry
        return chain, now

    def _followed(self, previous: Entry | None, is_along: bool, before: Position, entry: Entry) -> bool:
        move = cast(Move, entry.action)
        is_ace = self._go_home and self._rules.is_ace_going_home(before, move)
        if previous is None or previous.action == STOCK:
            return is_ace
        if not isinstance(previous.action, Move):
            return False
        if is_ace and is_along:
            return True
        source, target, _ = previous.action
        return entry.at_ms - previous.at_ms <= AT_ONCE_MS and (is_ace or source == target == move.source)

    @property
    def _go_home(self) -> bool:
        return self._table.context.settings.aces_home

    @property
    def were_all(self) -> bool:
        """Whether nothing was done yet but aces of the deal going home by themselves."""
        game = self._table.session.game
        done = [entry.action for entry in game.entries]
        aces = self._rules.aces_to_send(game.deal.position) if self._go_home else []
        return done == aces[: len(done)]

    # What follows from a move ------------------------------------------------------------------------

    def on_action(self, action: Action, before: Position) -> None:
        self._are_due |= isinstance(action, Move)
        if not self._follows and not self._table.is_dealing:
            self._go_on()

    def act_along(self, move: Move) -> bool:
        """Does a move that belongs to the one before: one press takes both back."""
        done = self._act_along(move, 0.0)
        self._go_on()
        return done

    def _act_along(self, move: Move, wait_s: float) -> bool:
        self._follows = True
        done = self._table.act(move, wait_s)
        self._follows = False
        return done

    def on_layout(self) -> None:
        if not self._table.is_dealing:
            self._go_on()

    def _go_on(self) -> None:
        """Sends home the available aces if due; announces the game's state."""
        if self._are_due and not self._table.game.is_over:
            self._are_due = False
            aces = self._rules.aces_to_send(self._table.game.position) if self._go_home else []
            for number, move in enumerate(aces):
                self._act_along(move, ACE_WAIT_S + number * ACE_GAP_S)
                self._are_due = False
        standing = self._rules.standing(self._table.game.position)
        if standing is not ShufflesStatus.MOVES_LEFT:
            self._table.status.say_unasked(standing.value, Weight.STANDSTILL)

    # Undo --------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Takes the last move of the player back, and all that followed it."""
        chain, now = self._chain()
        go_through(self._table, ControlAction.UNDO, 1 + _together(chain[1:now][::-1]))

    def redo(self) -> None:
        """Redoes what was undone together."""
        chain, now = self._chain()
        go_through(self._table, ControlAction.REDO, 1 + _together(chain[now + 1 :]))


def _together(follows: Sequence[bool]) -> int:
    """How many of these belong together from the first on."""
    return next((at for at, does in enumerate(follows) if not does), len(follows))

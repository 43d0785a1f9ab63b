"""Meaning of a press, a drop or a key at the table: gestures, and cards picked up, put down, sent home."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

import pygame

from game.message import Message, msg
from game.play.move_words import picked_words
from game.rules.options import NOT_FOR_SUIT
from game.rules.position import STOCK, Move
from game.rules.variant import PileKind
from game.ui.drawing.canvas import Picture
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import DOUBLE_CLICK_MS, DOUBLE_CLICK_PX, DRAG_PX
from game.ui.table.bars import Weight
from game.ui.table.part import Part
from game.ui.table.table import Table

At = tuple[float, float]


class Gesture(Enum):
    """A gesture of the pointer."""

    PRESS = auto()
    CLICK = auto()
    DOUBLE_CLICK = auto()
    DRAG = auto()  # the drag has begun; where it was pressed comes with it
    MOVE = auto()  # while dragging
    DROP = auto()


class Gestured(NamedTuple):
    """A gesture, its place, and the place of the press."""

    gesture: Gesture
    at: At
    pressed_at: At


class Pointer:
    """Follows one button of one pointer."""

    def __init__(self, pixel_ratio: float = 1.0) -> None:
        self.pixel_ratio = pixel_ratio
        self._pressed_at: At | None = None
        self._is_dragging = False
        self._farthest = 0.0  # how far it went from where it was pressed
        self._is_second = False
        self._last_press: tuple[At, int] | None = None

    @property
    def is_dragging(self) -> bool:
        """Whether a drag is under way."""
        return self._is_dragging

    def press(self, at: At, now_ns: int) -> Gestured:
        """The button goes down; a second press close by and soon is a double click."""
        last = self._last_press
        self._is_second = (
            last is not None
            and (now_ns - last[1]) <= DOUBLE_CLICK_MS * 1_000_000
            and math.dist(at, last[0]) <= DOUBLE_CLICK_PX * self.pixel_ratio
        )
        self._last_press = None if self._is_second else (at, now_ns)
        self._pressed_at, self._is_dragging, self._farthest = at, False, 0.0
        return Gestured(Gesture.DOUBLE_CLICK if self._is_second else Gesture.PRESS, at, at)

    def move(self, at: At) -> Gestured | None:
        """The pointer moves; beyond the threshold a press becomes a drag."""
        if self._pressed_at is None:
            return None
        self._farthest = max(self._farthest, math.dist(at, self._pressed_at))
        if self._is_dragging:
            return Gestured(Gesture.MOVE, at, self._pressed_at)
        if self._is_second or math.dist(at, self._pressed_at) < DRAG_PX * self.pixel_ratio:
            return None
        self._is_dragging = True
        self._last_press = None
        return Gestured(Gesture.DRAG, at, self._pressed_at)

    def release(self, at: At) -> Gestured | None:
        """The button goes up: a drop, or a click unless it was the second press of two."""
        pressed_at, self._pressed_at = self._pressed_at, None
        was_dragging, self._is_dragging = self._is_dragging, False
        if pressed_at is None or (self._is_second and not was_dragging):
            return None
        return Gestured(Gesture.DROP if was_dragging else Gesture.CLICK, at, pressed_at)

    def has_stayed(self, within_px: float) -> bool:
        """Whether it went no farther since it was pressed."""
        return self._farthest <= within_px

    def cancel(self) -> None:
        """Forgets the press and any drag."""
        self._pressed_at, self._is_dragging = None, False

    def forget_last_press(self) -> None:
        """The next press is a first one, whatever came before."""
        self._last_press = None


BELOW_LAST = 1.3
"""A card let go where it would come to lie, below the last one, is meant for the column: so many
heights of a card reach down from the last one's upper edge."""


class Selection(NamedTuple):
    """Cards chosen to be moved, in the hand or by a click, and where they may go."""

    pile: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs
    targets: Sequence[int]
    is_held: bool
    is_alone: bool = False
    """Whether the lowest of them is taken from beneath the others, without them."""


class CardController(Part):
    """Turns clicks, drags and keys into moves."""

    once = msg(
        "A double-click on the stock counts as one click, unless “{setting}” is on in the settings.",
        setting=msg("Quick stock"),
    )
    """Said when the second of two quick clicks on the stock did nothing."""
    beneath: Sequence[Part] = ()
    """Parts that the hand cannot do without, and over which a tutorial draws."""
    above: Sequence[Part] = ()
    """Parts that are drawn over it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.picked: Selection | None = None
        self._picked_words = ""  # what was said when cards were picked up last
        self._zones: tuple[object, object, dict[int, list[Box]]] = (None, None, {})  # where, of what, which
        self._marked: tuple[tuple[object, ...], list[Picture]] | None = None  # what is marked, and for what
        self.is_second_click = True
        """Whether a click may be followed by a second one that makes it a double click."""
        self._has_turned = False  # by the last click
        self._has_told_once = False  # that two quick clicks on the stock count once

    def pile_at(self, at: tuple[float, float]) -> tuple[int, int] | None:
        """The pile at a point and the height of the card there, −1 in an empty pile; or None."""
        table = self.table
        for pile in range(len(table.area.slots)):
            index = table.cards.card_at(pile, at)
            if index is not None:
                return pile, index
        for pile in range(len(table.area.slots)):
            if not table.game.position.piles[pile] and table.cards.top_box(pile).contains(at):
                return pile, -1
        return None

    # Picking up and dropping ----------------------------------------------------------------------

    def pick(self, pile: int, count: int, is_held: bool) -> bool:
        """Picks cards up if the rules allow it; all legal targets are marked from now on."""
        table, position = self.table, self.table.game.position
        if not table.variant.can_lift(position, pile, count):
            table.decline(table.variant.lift_refusal(position, pile, count) or "")
            table.cards.shake(pile, count)
            return False
        self.take_up(Selection(pile, count, table.variant.targets(position, pile, count), is_held))
        return True

    def take_up(self, picked: Selection) -> None:
        """Has cards picked up, and says where they may go."""
        table, self.picked = self.table, picked
        self._picked_words = picked_words(
            table.variant, table.game.position, picked.pile, picked.count, picked.targets, picked.is_alone
        )
        table.sounds.play("pick")
        self.tell_picked()

    def tell_picked(self) -> None:
        """Says what was picked up and where it may go."""
        table, picked, heard = self.table, self.picked, ""
        if picked is not None and table.commentary.detail is not None:
            from game.play.heard_words import Detail, heard_picked  # few need it

            if table.commentary.detail is not Detail.FULL:
                heard = heard_picked(table.variant, table.game.position, picked.targets)
        table.say(self._picked_words, heard=heard)

    def put_back(self) -> None:
        """Puts picked cards back where they were."""
        if self.picked is not None:
            self.picked = None
            self.table.cards.let_go()
            self.table.is_stale = True
            if self.table.status.sentence == self._picked_words:
                self.table.say("")

    def lay_back(self) -> None:
        """Puts picked cards back where they were, and says so."""
        if self.picked is not None:
            card = self.table.game.position.piles[self.picked.pile][-self.picked.count]
            self.put_back()
            self.table.say(msg("{card} put back", card=card))

    def drop_on(self, pile: int) -> bool:
        """Moves the picked cards to a pile, or to the foundation that is theirs; says why not."""
        picked = self.picked
        if picked is None:
            return False
        if pile == picked.pile:
            self.put_back()
            return False
        move = Move(picked.pile, self.aimed(picked, pile), picked.count)
        self.picked = None
        if self.table.act(move):
            return True
        self.table.cards.let_go()
        if not picked.is_held:
            self.table.cards.shake(picked.pile, picked.count)
        return False

    def aimed(self, picked: Selection, pile: int) -> int:
        """The pile that is meant: a card dropped on any foundation goes to its own."""
        kind = self.table.view.kind
        if pile not in picked.targets and kind(pile) is PileKind.FOUNDATION:
            return next((t for t in picked.targets if kind(t) is PileKind.FOUNDATION), pile)
        return pile

    def zones(self, pile: int) -> list[Box]:
        """Where cards may be let go to land on a pile."""
        top_box = self.table.cards.top_box
        if self.table.view.kind(pile) is PileKind.FOUNDATION:
            return [top_box(foundation) for foundation in self.table.view.piles_of(PileKind.FOUNDATION)]
        box = top_box(pile)
        is_fanned = self.table.area.slots[pile].fan == "down"
        return [box._replace(height=box.height * BELOW_LAST) if is_fanned else box]

    def best_pile(self, piles: Sequence[int]) -> int | None:
        """Returns the pile that the held card overlaps most, or None."""
        held = self.table.cards.held_box()
        if held is None:
            return None
        best, most = None, 0.0
        for pile in piles:
            for zone in self._zones_now(pile):
                area = zone.overlap(held)
                if area > most:
                    best, most = pile, area
        return best

    def _zones_now(self, pile: int) -> list[Box]:
        """Drop zones of a pile, cached while its cards stay."""
        slots, position = self.table.area.slots, self.table.game.position
        if self._zones[0] is not slots or self._zones[1] is not position:
            self._zones = slots, position, {}
        known = self._zones[2]
        if pile not in known:
            known[pile] = self.zones(pile)
        return known[pile]

    def drop(self) -> bool:
        """Lets the held cards go where they hang; returns whether they only went back to where they lay."""
        picked = self.picked
        if picked is None:
            return False
        target = self.best_pile(picked.targets)
        if target is None:
            others = [pile for pile in range(len(self.table.area.slots)) if pile != picked.pile]
            target = self.best_pile(others)
            if target is None or self.best_pile([picked.pile]) is not None:
                self.put_back()
                return True
        self.drop_on(target)
        return False

    # Gestures -------------------------------------------------------------------------------------

    def click(self, pile: int, index: int) -> None:
        """Handles a click on a card or an empty pile: drops, picks up, or plays the stock."""
        table, picked = self.table, self.picked
        if picked is not None and self.aimed(picked, pile) in picked.targets:
            self.drop_on(pile)
            self.is_second_click = False
            return
        if table.view.kind(pile) is PileKind.STOCK:
            self._has_turned = self.move(STOCK)
            self.is_second_click = not self.table.context.settings.stock_twice
            return
        if picked is not None and (pile == picked.pile or index < 0):
            self.drop_on(pile)
            return
        sentence = ""
        if picked is not None:
            move = Move(picked.pile, pile, picked.count)
            sentence = table.variant.drop_refusal(table.game.position, move) or ""
            self.put_back()
        elif index >= 0 and self._plays_at_once(pile):
            self._play(pile, len(table.game.position.piles[pile]) - index)
            return
        if index >= 0:
            self.pick(pile, len(table.game.position.piles[pile]) - index, is_held=False)
        if sentence:
            table.say(sentence)

    def _plays_at_once(self, pile: int) -> bool:
        """Whether a click on a card plays it; with Ctrl it picks up."""
        is_wanted = self.plays_by_click and self.table.view.kind(pile) is not PileKind.FOUNDATION
        return is_wanted and not pygame.key.get_mods() & pygame.KMOD_CTRL

    @property
    def plays_by_click(self) -> bool:
        """Whether one click plays a card that has one place; otherwise it picks it up."""
        return self.table.context.settings.one_click

    def _play(self, pile: int, count: int) -> None:
        """Moves cards to the best place that the rules allow; where there are two, they are picked up."""
        table, position = self.table, self.table.game.position
        targets = [target for target in table.variant.targets(position, pile, count) if target != pile]
        homes = [target for target in targets if table.view.kind(target) is PileKind.FOUNDATION]
        onto = homes or [target for target in targets if position.piles[target]] or targets[:1]
        if not table.variant.can_lift(position, pile, count) or not self.may_choose(onto):
            self.pick(pile, count, is_held=False)
        elif onto:
            self.move(Move(pile, onto[0], count))
        else:
            table.decline(msg("{card} has no move now.", card=position.piles[pile][-count]))
            table.cards.shake(pile, count)

    def may_choose(self, targets: Sequence[int]) -> bool:
        """Whether the first of these places may be taken for the player."""
        return True

    def double_click(self, pile: int, index: int) -> None:
        """A double click: an available card goes home; of the stock the first of the two has turned it."""
        if self.table.view.kind(pile) is PileKind.STOCK:
            self._tell_turned_once()
            return
        if self._plays_at_once(pile) and self.picked is None:
            return  # the first of the two clicks has played the card
        self.send_home(pile, index)

    def _tell_turned_once(self) -> None:
        """Says once a game why a click on the stock did nothing; it stays while the stock is clicked."""
        if self._has_turned and not self._has_told_once:
            self._has_told_once = True
            self.table.say(self.once, Weight.VERDICT)

    def right_click(self, pile: int, index: int) -> None:
        """The other button: an available card goes home."""
        self.send_home(pile, index)

    def middle_click(self, pile: int, index: int) -> None:
        """The middle button."""

    def right_release(self) -> None:
        """The other button is let go."""

    def on_hover(self, at: At, is_dragging: bool) -> None:
        """The pointer has come to a point."""

    def cursor_heights(self, pile: int) -> range:
        """Heights of a pile where the cursor may be; 0 in an empty one."""
        cards = self.table.game.position.piles[pile]
        top = max(0, len(cards) - 1)
        first = top
        if self.table.view.kind(pile) is PileKind.COLUMN:
            first = next((index for index, card in enumerate(cards) if card.face_up), top)
        return range(first, top + 1)

    def cursor_step(self, pile: int, index: int, direction: tuple[int, int]) -> int | None:
        """The height to which an arrow leads within a pile; None when it leads as the eye does."""
        return None

    # Moves ----------------------------------------------------------------------------------------

    def move(self, move: Move) -> bool:
        """Tries a move of the player's; when refused, its cards shake and it is said why."""
        table = self.table
        table.asked.interrupt()
        if move != STOCK or table.status.sentence != self.once:
            table.say("")
        if table.act(move):
            return True
        if move.source >= 0:
            table.cards.shake(move.source, move.count)
        return False

    def send_home(self, pile: int, index: int) -> None:
        """Sends the top card of a pile to its foundation if it has a place there; says so if not."""
        table = self.table
        self.put_back()
        cards = table.game.position.piles[pile]
        if not cards or table.view.kind(pile) in (PileKind.STOCK, PileKind.FOUNDATION):
            return
        move = table.variant.send_home(table.game.position, pile)
        if index != len(cards) - 1:
            table.decline(msg("Only the last card of a column goes home."))
        elif move is None:
            table.decline(self._not_home(pile))
        else:
            table.act(move)
            return
        table.cards.shake(pile, len(cards) - index)

    def _not_home(self, pile: int) -> Message:
        """Why the top card of a pile cannot go home, by the rules."""
        position, piles = self.table.game.position, enumerate(self.table.variant.piles)
        homes = [target for target, place in piles if place.kind is PileKind.FOUNDATION]
        reasons = [self.table.variant.refusal(position, Move(pile, home)) for home in homes]
        own = [reason for reason in reasons if reason is not None and reason not in NOT_FOR_SUIT]
        return own[0] if own else msg("No card can go home now.")

    def send_any_home(self) -> None:
        """Sends home whatever can go."""
        table = self.table
        homes = (table.variant.send_home(table.game.position, pile) for pile in range(len(table.area.slots)))
        move = next((move for move in homes if move is not None), None)
        if move is None:
            table.say(msg("No card can go home now."))
        else:
            self.move(move)

    # Drawing --------------------------------------------------------------------------------------

    def draw_below(self) -> Sequence[Picture]:
        picked = self.picked
        if picked is None:
            return []
        best = self.best_pile(picked.targets) if picked.is_held else None
        key = picked, self.table.area.slots, best
        if self._marked is None or any(old is not new for old, new in zip(self._marked[0], key, strict=True)):
            self._marked = key, self._marks(picked, best)
        return self._marked[1]

    def _marks(self, picked: Selection, best: int | None) -> list[Picture]:
        table = self.table
        marks = [table.marks.target(table.cards.top_box(pile), pile == best) for pile in picked.targets]
        if not picked.is_held:
            marks.append(table.marks.selection(table.cards.run_box(picked.pile, picked.count)))
        return marks

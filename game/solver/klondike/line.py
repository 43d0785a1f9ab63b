"""Solution reconstruction of Klondike: from the states on a winning way to the moves of a game.

Knows the kernel's states and the rules, and plays each move by the rules as it finds it; must not
search. Where a state says only that a card is placed, the table says on which card it lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from game.rules.position import STOCK, Move, Position
from game.rules.rush import COLUMNS, FOUNDATIONS, WASTE, Rush
from game.solver.klondike.encoding import FOUNDATION_OF_SUIT, number_of
from game.solver.klondike.moves import (
    CLASS,
    GOES_HOME,
    HOW,
    NO_CARD,
    PARENTS,
    STATES,
    Room,
    expand,
    leave,
    new_room,
    riser,
)
from game.solver.klondike.state import (
    HOME,
    PROVING,
    STEP,
    TIP,
    Table,
    hand_cards,
    look,
    originals_of,
    tops_of,
)

ACE_UNITS = (1, 1 << 4, 1 << 8, 1 << 12)


class SolvedError(Exception):
    """From here on the rules allow only moves home."""


class LineBuilder:
    """Builds a line of moves: it is told which card goes where, and finds the gestures."""

    def __init__(self, variant: Rush, position: Position) -> None:
        self.variant, self.position = variant, position
        self.moves: list[Move] = []

    def go_home(self, card: int) -> None:
        """Sends a card home, its run first hopping to the card's mate where one lies on it."""
        if self.variant.plays_itself_out(self.position):
            raise SolvedError
        pile = self._turn_to(card)
        cards = self.position.piles[pile]
        above = len(cards) - 1 - [number_of(each) for each in cards].index(card)
        if above > 0:
            self._move(Move(pile, self._bare([card ^ 1]), above))
        self._move(Move(pile, FOUNDATIONS[FOUNDATION_OF_SUIT[card & 3]]))

    def place(self, card: int) -> None:
        """Lays a card, with all that is on it, on a card that takes it or a king on a space."""
        if self.variant.plays_itself_out(self.position):
            raise SolvedError
        rank, suit = card >> 2, card & 3
        parent = 4 * (rank + 1) + (suit & 2 ^ 2)
        pile = self._turn_to(card)
        cards = self.position.piles[pile]
        count = 1
        if pile in COLUMNS:
            count = len(cards) - [number_of(each) for each in cards].index(card)
        self._move(Move(pile, self._bare([parent, parent + 1]), count))

    def finish(self) -> bool:
        """Sends everything home once nothing lies face down: the lowest card left is always bare.

        Only given piles, where face-up cards can lie in any order, may be stuck: False.
        """
        while self.variant.home(self.position) < 52:
            move = self._next_home()
            if move is None and self.variant.stock_refusal(self.position) is not None:
                return False
            self._move(STOCK if move is None else move)
        return True

    def _next_home(self) -> Move | None:
        for pile in [*COLUMNS, WASTE]:
            move = self.variant.send_home(self.position, pile)
            if move is not None:
                return move
        return None

    def _turn_to(self, card: int) -> int:
        """The pile that `card` lies in; from the stock it is first turned to the waste's top."""
        piles: list[int] = [*COLUMNS, *FOUNDATIONS]
        for pile in piles:
            if any(number_of(each) == card and each.face_up for each in self.position.piles[pile]):
                return pile
        while not self.position.piles[WASTE] or number_of(self.position.piles[WASTE][-1]) != card:
            self._move(STOCK)
        return WASTE

    def _bare(self, wanted: Sequence[int]) -> int:
        """The column that ends with one of these cards; beyond the kings, the first that is empty."""
        for pile in COLUMNS:
            cards = self.position.piles[pile]
            if not cards and wanted[0] >= 52:
                return pile
            if cards and number_of(cards[-1]) in wanted:
                return pile
        raise AssertionError("the kernel builds on a card that is not bare")

    def _move(self, move: Move) -> None:
        self.position = self.variant.apply(self.position, move)
        self.moves.append(move)


def moves_along(
    variant: Rush, position: Position, table: Table, start: int, path: Sequence[int]
) -> list[Move] | None:
    """The moves from `position` to all cards home, along the normal forms of `path`.

    `start` is the state of `position` itself, the first of `path` its normal form. Once the game
    is solved by its rules, only moves home follow. None where that stops a way that would win:
    the rules call given piles solved that are not, when face-up cards lie in them in no order.
    """
    builder = LineBuilder(variant, position)
    room = new_room()
    try:
        _rise(builder, table, start)
        for before, after in pairwise(path):
            _step(builder, table, room, before, after)
    except SolvedError:
        pass
    return builder.moves if builder.finish() else None


def _step(builder: LineBuilder, table: Table, room: Room, before: int, after: int) -> None:
    """Plays from one normal form to the next: through the class, the move, and up again."""
    count = expand(table, look(table, before), room, table[TIP] != PROVING)
    index = next(index for index in range(count) if room[STATES + index] == after)
    how = int(room[HOW + index])
    member = how >> 16 & 0xFFFF
    _wander(builder, room, member)
    state = before & ~HOME | int(room[CLASS + member])
    hand = hand_cards(table, state)
    card, king = how >> 8 & 255, how & 255
    state = int(leave(table, state, card, hand >> card & 1))
    if how & GOES_HOME:
        builder.go_home(card)
        state += ACE_UNITS[card & 3]
    else:
        builder.place(card)
    if king != NO_CARD:
        builder.place(king)
        state = int(leave(table, state, king, hand >> king & 1))
    _rise(builder, table, state)


def _wander(builder: LineBuilder, room: Room, member: int) -> None:
    """Plays the reversible moves from the first member of a class to another."""
    parent = int(room[PARENTS + member])
    if parent < 0:
        return
    _wander(builder, room, parent)
    reached = int(room[CLASS + member])
    change = reached - int(room[CLASS + parent])
    suit = ACE_UNITS.index(abs(change))
    count = reached >> 4 * suit & 15
    if change > 0:
        builder.go_home(4 * (count - 1) + suit)
    else:
        builder.place(4 * count + suit)


def _rise(builder: LineBuilder, table: Table, state: int) -> None:
    """Plays the way to the normal form of a state."""
    while True:
        hand = int(hand_cards(table, state))
        tops, originals = int(tops_of(table, state)), int(originals_of(table, state))
        card = int(riser(table, state, tops, originals, hand))
        if card < 0:
            return
        builder.go_home(card)
        if (hand | originals) >> card & 1:
            state -= int(table[STEP + card])
        state += ACE_UNITS[card & 3]

"""Irreversible choices of a position of Klondike: which card leaves its place for good.

Carrying a placed card, or sending it home and fetching it back, decides nothing; a card leaving
the hand or its original place does. Each such choice is found once, with the gestures that lead
to it, and can be weighed in one way after another that the unseen cards may lie. Knows states
and their moves; must not know which cards are unseen, nor how the choices are ranked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from game.rules.leftmost import follows_tip
from game.rules.position import Move, Position
from game.rules.rush import COLUMNS as PILES
from game.rules.rush import Rush
from game.solver.answer import TOO_MANY_HIDDEN, SolverError
from game.solver.kernels.compiled import Numbers, kernel, numbers, row
from game.solver.klondike.card_sets import (
    KINGS,
    PACK,
    cards_home,
    children_of,
    is_safe,
    next_home,
    open_pairs,
)
from game.solver.klondike.encoding import number_of
from game.solver.klondike.line import LineBuilder
from game.solver.klondike.moves import (
    DEEPEST,
    GOES_HOME,
    HOW,
    NO_CARD,
    STATES,
    Room,
    expand,
    leave,
    new_room,
    riser,
    settle,
    unsettled,
)
from game.solver.klondike.search import LOST, WON, decide, is_won
from game.solver.klondike.state import (
    BOTTOMS,
    COLUMNS,
    HOME,
    Table,
    fill,
    hand_cards,
    look,
    new_table,
    originals_of,
    reachable,
    tops_of,
)


class Choice(NamedTuple):
    """A card that may leave the hand or its original place, and where to."""

    at: int
    """Among the states that follow the root."""
    state: int
    """The state that follows, before anything more goes home; the same however unseen cards lie."""
    card: int
    goes_home: bool
    king: int
    """The king that moves into the space it leaves, or NO_CARD."""
    is_from_hand: bool
    turns: bool
    """Whether a card that lies face down is turned up by it."""
    moves: tuple[Move, ...]
    """The gestures, up to the one by which the card has left."""


class Choices:
    """The choices of one position, and the table on which they are weighed."""

    def __init__(self, variant: Rush, position: Position, piles: list[int], turned_only: bool) -> None:
        """`piles` are those of `position`; with `turned_only` the hand offers only the waste's top.

        Raises:
            SolverError: there are more cards in the hand and face down than a deal has.
        """
        self._variant, self.position = variant, position
        self._follows: dict[Move, bool] = {}
        self.table, self.room, self._path = new_table(), new_room(), numbers(DEEPEST + 2)
        self.start = int(fill(self.table, variant.draw, row(piles)))
        if self.start < 0:
            raise SolverError(TOO_MANY_HIDDEN)
        table, start = self.table, self.start
        self._hand = hand = int(hand_cards(table, start))
        self._tops, self._originals = tops, originals = (
            int(tops_of(table, start)),
            int(originals_of(table, start)),
        )
        self._turned = int(reachable(table, start, hand))
        if turned_only:
            self._turned &= 1 << piles[5 + piles[4]] if piles[4] else 0
        self.forced = self._forced()
        """The gestures that send home what will never be missed, if there is anything."""
        self.root = int(settle(table, start, tops, originals | hand, 0))
        self.is_won = bool(is_won(table, self.root))
        """Whether all cards go home from here without any choice."""
        self.found = [] if self.forced or self.is_won else self._choices()

    @property
    def variant(self) -> Rush:
        """The rules."""
        return self._variant

    @property
    def can_turn(self) -> bool:
        """Whether the hand can be tapped."""
        return self._variant.stock_refusal(self.position) is None

    def follows_tip(self, move: Move) -> bool:
        """Whether a legal move follows the tip (see `game.rules.leftmost`)."""
        if move not in self._follows:
            self._follows[move] = follows_tip(self._variant, self.position, move)
        return self._follows[move]

    @property
    def home_now(self) -> int:
        """How many cards are home."""
        return self._variant.home(self.position)

    def _forced(self) -> tuple[Move, ...]:
        """The gestures that send a column's top home that will never be missed, or none."""
        for pile in PILES:
            move = self._variant.send_home(self.position, pile)
            if move is not None and is_safe(self.start, number_of(self.position.piles[pile][-1])):
                return (move,)
        builder, state = LineBuilder(self._variant, self.position), self.start
        while not builder.is_solved:
            card = int(riser(self.table, state, self._tops, self._originals | self._hand, 0))
            if card < 0:
                break
            builder.go_home(card)
            if self._tops >> card & 1:
                return tuple(builder.moves)
            state += 1 << 4 * (card & 3)
        return ()

    def _choices(self) -> list[Choice]:
        room, table = self.room, self.table
        view = look(table, self.root)
        count, seen, found = int(expand(table, view, room, False)), set(), []
        for index in range(count):
            how, state = int(room[HOW + index]), int(room[STATES + index])
            card, king = how >> 8 & 255, how & 255
            leaving = 1 << card | (1 << king if king != NO_CARD else 0)
            if state in seen or leaving & self._hand & ~self._turned:
                continue
            seen.add(state)
            bottoms = int(table[BOTTOMS])
            is_from_hand = bool(self._hand >> card & 1)
            turns = bool(leaving & self._originals & ~bottoms)
            raw = int(unsettled(table, room, view, index))
            choice = Choice(index, raw, card, bool(how & GOES_HOME), king, is_from_hand, turns, ())
            found.append(choice._replace(moves=self._gestures(choice, state)))
        return found

    def _gestures(self, choice: Choice, after: int) -> tuple[Move, ...]:
        """The shortest way to a choice, and the choice itself, as gestures."""
        begin = self.start & HOME
        ways: dict[int, tuple[int, ...]] = {begin: ()}
        waiting = deque([begin])
        while waiting:
            member = waiting.popleft()
            state = self.start & ~HOME | member
            placed = PACK & ~(self._hand | self._originals | int(cards_home(state)))
            bare = int(open_pairs(placed | self._tops, placed))
            free = COLUMNS - self._tops.bit_count() - (placed & KINGS).bit_count()
            places = int(children_of(bare)) | (KINGS if free > 0 else 0)
            rising = int(next_home(state))
            if self._leads_to(choice, state, after, places, rising & (self._tops & bare | self._turned)):
                return self._played(ways[member], choice)
            for suit in range(4):
                count, unit = member >> 4 * suit & 15, 1 << 4 * suit
                if count > 0 and places >> (4 * count - 4 + suit) & 1:
                    _note(ways, waiting, member, member - unit, 4 * count - 4 + suit)
                if count < 13 and (rising & placed & bare) >> (4 * count + suit) & 1:
                    _note(ways, waiting, member, member + unit, 4 * count + suit)
        raise AssertionError("a choice cannot be reached")

    def _leads_to(self, choice: Choice, state: int, after: int, places: int, homeward: int) -> bool:
        """Whether the choice can be made at a member of the class, and brings about the same state."""
        bit, hand = 1 << choice.card, self._hand
        if not (homeward if choice.goes_home else places & (self._tops | self._turned)) & bit:
            return False
        state = int(leave(self.table, state, choice.card, hand & bit))
        if choice.goes_home:
            state += 1 << 4 * (choice.card & 3)
        leaving = bit
        if choice.king != NO_CARD:
            state = int(leave(self.table, state, choice.king, hand >> choice.king & 1))
            leaving |= 1 << choice.king
        tops, originals = int(tops_of(self.table, state)), int(originals_of(self.table, state))
        return int(settle(self.table, state, tops, originals, hand & ~leaving)) == after

    def _played(self, way: tuple[int, ...], choice: Choice) -> tuple[Move, ...]:
        builder, home = LineBuilder(self._variant, self.position), self.start & HOME
        for card in way:
            suit, rank = card & 3, card >> 2
            is_home = home >> 4 * suit & 15 > rank
            home += (-1 if is_home else 1) << 4 * suit
            if is_home:
                builder.place(card)
            else:
                builder.go_home(card)
        if choice.goes_home:
            builder.go_home(choice.card)
        else:
            builder.place(choice.card)
        if choice.king != NO_CARD:
            builder.place(choice.king)
        return tuple(builder.moves)

    def weigh(
        self, piles: list[int], nodes: int, stop: Numbers, states: Sequence[int] | None = None
    ) -> list[int]:
        """What each choice comes to when the cards lie as in `piles`; the root's verdict comes last.

        `piles` differ from those of the position only in which unseen card lies where. Every
        search looks at no more than `nodes` positions; verdicts are those of `search`.
        With `states`, those that follow the root later, they are weighed in place of the choices.
        """
        ends = row([choice.state for choice in self.found] if states is None else states)
        verdicts = numbers(len(ends) + 1)
        fill(self.table, self._variant.draw, row(piles))
        _weigh(self.table, self.room, self.root, ends, nodes, stop, self._path, verdicts)
        return [int(each) for each in verdicts]


def _note(ways: dict[int, tuple[int, ...]], waiting: deque[int], member: int, other: int, card: int) -> None:
    if other not in ways:
        ways[other] = (*ways[member], card)
        waiting.append(other)


@kernel
def _weigh(
    table: Table,
    room: Room,
    root: int,
    states: Numbers,
    nodes: int,
    stop: Numbers,
    path: Numbers,
    verdicts: Numbers,
) -> None:
    """Decides the root, and unless it is lost, these states that follow it."""
    count = len(states)
    known = decide(table, room, root, nodes, stop, path)
    verdicts[count] = known
    won = path[1] if known == WON else -1
    if known == LOST:
        for i in range(count):
            verdicts[i] = LOST
        return
    for i in range(count):
        view = look(table, states[i])
        normal = settle(table, states[i], view.tops, view.originals, view.hand)
        verdicts[i] = WON if normal == won else decide(table, room, normal, nodes, stop, path)

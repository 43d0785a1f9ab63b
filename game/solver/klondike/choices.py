"""Irreversible choices of a Klondike position, and the plans and two-ply weighing made of them.

Carrying a placed card, or sending it home and fetching it back, decides nothing; a card that leaves the hand
or its original place does. Each such choice is found once, with the gestures that lead to it, and can be
weighed in one layout of the unseen cards after another.

A *plan* is the choices, found breadth first, up to the next face-down card turned up. Weighing a single card
of the hand against one that turns a card up would be unfair: the second would still be to come, so the first
would seem to keep every chance while revealing nothing. Plans contain no card more than they need.

Two-ply nested determinization: a search that knows all cards wins samples in which a player would have to
know the face-down cards, because it chooses differently in each (strategy fusion: Frank and Basin, Artificial
Intelligence 100, 1998). So samples that look the same after a plan are grouped, and only one of the choices
that follow counts for the whole group.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from game.rules.position import Move, Position
from game.rules.rush import COLUMNS as PILES
from game.rules.rush import Rush, follows_leftmost_rule
from game.solver.answer import TOO_MANY_HIDDEN, SolverError
from game.solver.kernels.compiled import Numbers, kernel, numbers, row
from game.solver.klondike.moves import (
    GOES_HOME,
    HOW,
    MEMBER,
    NO_CARD,
    PATH,
    STATES,
    Buffers,
    expand,
    member_of,
    new_room,
    normal_form,
    riser,
    settle,
    unsettled,
)
from game.solver.klondike.search import LOST, WON, decide, is_won
from game.solver.klondike.solve import LineBuilder, number_of
from game.solver.klondike.state import (
    BOTTOMS,
    COLUMNS,
    HOME,
    KINGS,
    PACK,
    DealTable,
    cards_home,
    children_of,
    fill,
    is_safe,
    look,
    new_table,
    next_home,
    open_pairs,
)


class IrreversibleMove(NamedTuple):
    """A card that may leave the hand or its original place, and its target."""

    at: int
    """Among the states that follow the root."""
    how: int
    """What leaves, as `HOW` has it."""
    state: int
    """Resulting state, before anything more goes home; the same for all layouts of unseen cards."""
    leaving: int
    """The cards that leave, as a set: one, and the king that moves into the space it leaves."""
    is_from_hand: bool
    turns: bool
    """Whether it turns up a face-down card."""
    moves: tuple[Move, ...] = ()
    """The gestures, up to the one by which the card has left."""

    @property
    def card(self) -> int:
        """The card that leaves first."""
        return self.how >> 8 & 255

    @property
    def goes_home(self) -> bool:
        """Whether that card goes home."""
        return bool(self.how & GOES_HOME)

    @property
    def from_anywhere(self) -> int:
        """What leaves, from whichever member of the class."""
        return self.how & ~MEMBER


def following(table: DealTable, room: Buffers, normal: int) -> Iterator[tuple[IrreversibleMove, int]]:
    """The irreversible moves from a normal form, without their gestures, and the normal forms after them."""
    view = look(table, normal)
    hand, covering = int(view.hand), int(view.originals) & ~int(table[BOTTOMS])
    for at in range(int(expand(table, view, room, False))):
        how = int(room[HOW + at])
        card, king = how >> 8 & 255, how & 255
        leaving = 1 << card | (1 << king if king != NO_CARD else 0)
        state = int(unsettled(table, member_of(room, normal, how), hand, how))
        choice = IrreversibleMove(at, how, state, leaving, bool(hand >> card & 1), bool(leaving & covering))
        yield choice, int(room[STATES + at])


class Choices:
    """The choices of one position, and the table on which they are weighed."""

    def __init__(self, variant: Rush, position: Position, piles: list[int], turned_only: bool) -> None:
        """`piles` are those of `position`; with `turned_only` the hand offers only the waste's top.

        Raises:
            SolverError: more cards are face down or in the hand than a deal has.
        """
        self.variant, self.position = variant, position
        self._follows: dict[Move, bool] = {}
        self.table, self.room = new_table(), new_room()
        self.start = int(fill(self.table, variant.draw, row(piles)))
        if self.start < 0:
            raise SolverError(TOO_MANY_HIDDEN)
        view = look(self.table, self.start)
        self._hand, self._turned = int(view.hand), int(view.turned)
        self._tops, self._originals = int(view.tops), int(view.originals)
        if turned_only:
            self._turned &= 1 << piles[5 + piles[4]] if piles[4] else 0
        self.forced = self._forced()
        """The gestures that send home what will never be missed, if there is anything."""
        self.root = int(settle(self.table, self.start, self._tops, self._originals | self._hand, 0))
        self.is_won = bool(is_won(self.table, self.root))
        """Whether all cards go home from here without any choice."""
        self.found = [] if self.forced or self.is_won else self._choices()

    def follows_leftmost_rule(self, move: Move) -> bool:
        """Whether a legal move follows the leftmost rule (see `game.rules.rush`)."""
        if move not in self._follows:
            self._follows[move] = follows_leftmost_rule(self.variant, self.position, move)
        return self._follows[move]

    def _forced(self) -> tuple[Move, ...]:
        """Gestures that send home a column's top that will never be missed, or none."""
        for pile in PILES:
            move = self.variant.send_home(self.position, pile)
            if move is not None and is_safe(self.start, number_of(self.position.piles[pile][-1])):
                return (move,)
        builder, state = LineBuilder(self.variant, self.position), self.start
        while not builder.is_solved:
            card = int(riser(self.table, state, self._tops, self._originals | self._hand, 0))
            if card < 0:
                break
            builder.go_home(card)
            if self._tops >> card & 1:
                return tuple(builder.moves)
            state += 1 << 4 * (card & 3)
        return ()

    def _choices(self) -> list[IrreversibleMove]:
        found: dict[int, IrreversibleMove] = {}
        for choice, after in following(self.table, self.room, self.root):
            if after not in found and not choice.leaving & self._hand & ~self._turned:
                found[after] = choice._replace(moves=self._gestures(choice, after))
        return list(found.values())

    def _gestures(self, choice: IrreversibleMove, after: int) -> tuple[Move, ...]:
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

    def _leads_to(self, choice: IrreversibleMove, state: int, after: int, places: int, homeward: int) -> bool:
        """Whether the choice can be made at a member of the class, and leads to the same state."""
        able = homeward if choice.goes_home else places & (self._tops | self._turned)
        if not able >> choice.card & 1:
            return False
        view = look(self.table, unsettled(self.table, state, self._hand, choice.how))
        return int(settle(self.table, view.state, view.tops, view.originals, view.hand)) == after

    def _played(self, way: tuple[int, ...], choice: IrreversibleMove) -> tuple[Move, ...]:
        builder, home = LineBuilder(self.variant, self.position), self.start & HOME
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
        if choice.leaving != 1 << choice.card:
            builder.place(choice.how & 255)
        return tuple(builder.moves)

    def weigh(self, piles: list[int], nodes: int, stop: Numbers, states: Sequence[int]) -> list[int]:
        """Decides states that follow the root for the cards as in `piles`; the root's verdict comes last.

        `piles` differ from the position's only in where the unseen cards are. Each search visits at most
        `nodes` positions; verdicts are those of `search`.
        """
        verdicts = numbers(len(states) + 1)
        fill(self.table, self.variant.draw, row(piles))
        _weigh(self.table, self.room, self.root, row(states), nodes, stop, verdicts)
        return [int(verdict) for verdict in verdicts]


def _note(ways: dict[int, tuple[int, ...]], waiting: deque[int], member: int, other: int, card: int) -> None:
    if other not in ways:
        ways[other] = (*ways[member], card)
        waiting.append(other)


@kernel
def _weigh(
    table: DealTable,
    room: Buffers,
    root: int,
    states: Numbers,
    nodes: int,
    stop: Numbers,
    verdicts: Numbers,
) -> None:
    """Decides the root and, unless it is lost, the states that follow it."""
    count = len(states)
    known = decide(table, room, root, nodes, stop)
    verdicts[count] = known
    won = room[PATH + 1] if known == WON else -1
    if known == LOST:
        for i in range(count):
            verdicts[i] = LOST
        return
    for i in range(count):
        normal = normal_form(table, states[i])
        verdicts[i] = WON if normal == won else decide(table, room, normal, nodes, stop)


MAX_LOOKS = 400


class Plan(NamedTuple):
    """Choices up to the first that turns a card up."""

    first: IrreversibleMove
    state: int
    """Its final state, before anything more goes home; the same for all layouts of unseen cards."""
    steps: int


def plans_of(choices: Choices) -> list[Plan]:
    """The plans that turn up each card in the fewest steps; if none does, those that turn up none."""
    found: dict[int, Plan] = {}
    fewest: dict[int, int] = {}
    idle: list[Plan] = []
    met: set[int] = set()
    turning = {choice.state: choice.from_anywhere for choice in choices.found if choice.turns}
    waiting = deque(singles(choices))
    while waiting and len(met) < MAX_LOOKS:
        plan = waiting.popleft()
        if plan.state in turning:
            if fewest.setdefault(turning[plan.state], plan.steps) == plan.steps:
                found.setdefault(plan.state, plan)
            continue
        normal, turns = _settled(choices, plan.state)
        if normal in met:
            continue
        met.add(normal)
        if turns or is_won(choices.table, normal):
            found.setdefault(plan.state, plan)
            continue
        # Not by normal forms: a card may go home in them that lies there only as the cards are laid here.
        then: dict[int, IrreversibleMove] = {}
        for choice, _ in following(choices.table, choices.room, normal):
            then.setdefault(choice.state, choice)
        if not then:
            idle.append(plan)
        for state, choice in then.items():
            if choice.turns:
                turning[state] = choice.from_anywhere
            waiting.append(Plan(plan.first, state, plan.steps + 1))
    return list(found.values()) or idle or singles(choices)


def singles(choices: Choices) -> list[Plan]:
    """Each choice as a plan of its own."""
    return [Plan(choice, choice.state, 1) for choice in choices.found]


def _settled(choices: Choices, state: int) -> tuple[int, bool]:
    """The state with everything home that no unseen card needs, and whether that turns one up."""
    view = look(choices.table, state)
    normal = int(settle(choices.table, state, view.tops, view.originals | view.hand, 0))
    gone = int(view.tops) & ~int(look(choices.table, normal).tops)
    return normal, bool(gone & ~int(choices.table[BOTTOMS]))


MAX_NEXT = 128
"""Maximum number of choices considered after a plan; more are rare."""
SEEN, WINNERS, FIRST = 0, 1, 2
"""Indexes into the results of `follow`: the columns' tops, the number of winning choices, and then these."""
ANYTHING = -1
"""In place of a choice, where the game is won already."""


def shares_seeing_what_turns_up(
    choices: Choices, states: Sequence[int], ways: Iterable[list[int]], nodes: int, stop: Numbers
) -> list[float]:
    """Share of samples won, by state, if the next choice is made after seeing the card turned up.

    `states` follow the root; `ways` are the layouts of `Choices.weigh`, at least one. Each search visits at
    most `nodes` positions.
    """
    fared: list[dict[int, Counter[int]]] = [defaultdict(Counter) for _ in states]
    told, after = numbers(FIRST + MAX_NEXT), numbers(MAX_NEXT)
    samples = 0
    for piles in ways:
        samples += 1
        fill(choices.table, choices.variant.draw, row(piles))
        for by_look, state in zip(fared, states, strict=True):
            follow(choices.table, choices.room, state, nodes, stop, after, told)
            # A set: emptying a column for a king at home is told as the same move as carrying its card.
            by_look[int(told[SEEN])].update({int(told[FIRST + index]) for index in range(told[WINNERS])})
    return [sum(max(wins.values(), default=0) for wins in deal.values()) / samples for deal in fared]


@kernel
def follow(
    table: DealTable,
    room: Buffers,
    state: int,
    nodes: int,
    stop: Numbers,
    after: Numbers,
    told: Numbers,
) -> None:
    """Returns what is seen after a plan, and which of the following choices win in this sample."""
    normal = normal_form(table, state)
    view = look(table, normal)
    told[SEEN], told[WINNERS] = view.tops, 0
    if is_won(table, normal):
        told[WINNERS], told[FIRST] = 1, ANYTHING
        return
    if decide(table, room, normal, nodes, stop) != WON:
        return
    won, found = room[PATH + 1], 0
    for index in range(expand(table, view, room, False)):
        known = found == MAX_NEXT
        for other in range(found):
            known = known or after[other] == room[STATES + index]
        if not known:
            after[found], told[FIRST + found] = room[STATES + index], room[HOW + index]
            found += 1
    winners = 0
    for index in range(found):
        if after[index] == won or decide(table, room, after[index], nodes, stop) == WON:
            told[FIRST + winners] = told[FIRST + index]
            winners += 1
    told[WINNERS] = winners

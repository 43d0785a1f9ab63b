"""Rollouts of Klondike: a greedy policy plays on by what is seen, and a search ends what little is unseen.

They tell how good a position is for a player who must guess (rollout algorithms: Bertsekas and Castañon,
Journal of Heuristics 5, 1999; for Klondike with all cards known Yan et al., NIPS 17, 2005). A search that
knows all cards wins samples in which a player would have to know what lies face down (strategy fusion: Frank
and Basin, Artificial Intelligence 100, 1998); a policy that takes what looks best wins too few. So the policy
plays while much is unseen, and the search takes over where little is.

The policy takes the choice with the highest sum of what it brings about, each times its weight. The weights
were tuned by CMA-ES (Hansen, 2016) to the share of random deals that the policy wins alone: 34.5 % at draw 3,
70.7 % at draw 1, in 0.03 ms a game.

Knows states and their moves; must not know which cards are unseen, nor how the results are compared.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.solver.kernels.compiled import Numbers, inlined, kernel, numbers, popcount, row
from game.solver.klondike.card_sets import (
    KINGS,
    PACK,
    cards_home,
    children_of,
    mates_too,
    next_home,
    open_pairs,
)
from game.solver.klondike.choices import Choices
from game.solver.klondike.moves import (
    CLASS,
    DEEPEST,
    GOES_HOME,
    HOW,
    NO_CARD,
    STATES,
    Room,
    expand,
    leave,
    settle,
)
from game.solver.klondike.search import WON, decide, is_won
from game.solver.klondike.state import (
    BOTTOMS,
    COLUMNS,
    FIRST,
    HOME,
    TOPS,
    Table,
    View,
    fill,
    look,
    reachable,
)

SEARCHED_UNSEEN = 9
"""With so many cards unseen or fewer the search knows them all, and what it finds counts."""

HAND_HOME, HAND_HOME_RANK = 0, 1
"""The weights' places. A card of the hand goes home; for each rank of it."""
HAND_LAID, HAND_LAID_RANK = 2, 3
"""A card of the hand is laid on a column; for each rank of it."""
TURNS, DEPTH, EMPTIES = 4, 5, 6
"""A card is turned up; for each unit of its column before that; a column is emptied."""
OPEN_COLUMNS, ANY_OPEN = 7, 8
"""Afterwards: for each top, up to three, that can leave a card face down; when there is one."""
USEFUL_TURNS, TURNED, OPEN_PARENTS, HELPED = 9, 10, 11, 12
"""Afterwards: for each card of the hand that can be turned and played, up to six; turned at all; for each
card that can be built on; for each other top, up to three, that would lie on a card of the hand."""
WEIGHTS = {
    1: (41, 0, 11, -1, 103, 50, -16, 38, 30, -3, -12, 11, 22),
    3: (82, -13, -52, 10, 142, 102, -24, 47, 87, 60, -18, 19, 42),
}
"""By the cards drawn at a time."""


def rollouts(
    choices: Choices, piles: list[int], states: Sequence[int], searched_unseen: int, nodes: int, stop: Numbers
) -> list[bool]:
    """By state: whether it is won from there with the cards as in `piles`.

    `states` follow the root, `piles` are as of `Choices.weigh`. Every search looks at no more than `nodes`
    positions and begins with no more than `searched_unseen` cards face down.
    """
    table, draw = choices.table, choices.variant.draw
    fill(table, draw, row(piles))
    won = numbers(len(states))
    _roll_out(table, choices.room, row(states), row(WEIGHTS[draw]), searched_unseen, nodes, stop, won)
    return [bool(each) for each in won]


@kernel
def _roll_out(
    table: Table,
    room: Room,
    states: Numbers,
    weights: Numbers,
    searched_unseen: int,
    nodes: int,
    stop: Numbers,
    won: Numbers,
) -> None:
    path = numbers(DEEPEST + 2)
    for i in range(len(states)):
        won[i] = rollout(table, room, states[i], weights, searched_unseen, nodes, stop, path)


@kernel
def rollout(
    table: Table,
    room: Room,
    state: int,
    weights: Numbers,
    searched_unseen: int,
    nodes: int,
    stop: Numbers,
    path: Numbers,
) -> int:
    """Plays from a state to the end; 1 if it is won."""
    view = look(table, state)
    state = settle(table, state, view.tops, view.originals, view.hand)
    while not is_won(table, state):
        if unseen(table, state) <= searched_unseen:
            return 1 if decide(table, room, state, nodes, stop, path) == WON else 0
        view = look(table, state)
        count = expand(table, view, room, True)
        if count == 0:
            return 0
        best = most = 0
        for i in range(count):
            promise = promise_of(table, room, view, i, weights)
            if i == 0 or promise > most:
                best, most = i, promise
        state = room[STATES + best]
    return 1


@kernel
def unseen(table: Table, state: int) -> int:
    """How many units lie under others: all that is face down."""
    count = 0
    for column in range(COLUMNS):
        count += max(0, (state >> table[FIRST + 7 + column] & table[FIRST + 14 + column]) - 1)
    return count


@inlined
def _units(table: Table, state: int, card: int) -> int:
    """How many units its column has, if the card is a top."""
    found = 0
    for column in range(COLUMNS):
        units = state >> table[FIRST + 7 + column] & table[FIRST + 14 + column]
        if table[TOPS + table[FIRST + column] + units] == 1 << card:
            found = units
    return found


@kernel
def promise_of(table: Table, room: Room, view: View, index: int, weights: Numbers) -> int:
    """What a choice seems to bring, by what is seen before it is made."""
    how = room[HOW + index]
    card, king, goes_home = how >> 8 & 255, how & 255, how & GOES_HOME > 0
    state = view.state & ~HOME | room[CLASS + (how >> 16 & 0xFFFF)]
    state = leave(table, state, card, view.hand >> card & 1)
    hand, tops, originals = view.hand & ~(1 << card), view.tops & ~(1 << card), view.originals & ~(1 << card)
    promise, face_down = 0, 0
    if goes_home:
        state += 1 << 4 * (card & 3)
    if view.hand >> card & 1 > 0:
        if goes_home:
            promise += weights[HAND_HOME] + weights[HAND_HOME_RANK] * (card >> 2)
        else:
            promise += weights[HAND_LAID] + weights[HAND_LAID_RANK] * (card >> 2)
    else:
        face_down = _units(table, view.state, card) - 1
        if face_down > 0:
            promise += weights[TURNS] + weights[DEPTH] * (face_down + 1)
        else:
            promise += weights[EMPTIES]
    if king != NO_CARD:
        state = leave(table, state, king, view.hand >> king & 1)
        hand, tops, originals = hand & ~(1 << king), tops & ~(1 << king), originals & ~(1 << king)
        if view.hand >> king & 1 == 0:
            face_down = _units(table, view.state, king) - 1
            promise += weights[TURNS] + weights[DEPTH] * (face_down + 1)
    # A column of which a card is turned up now has a top that is not known.
    placed = PACK & ~(hand | originals | cards_home(state))
    spaces = COLUMNS - popcount(tops) - popcount(placed & KINGS) - (1 if face_down > 0 else 0)
    bare = open_pairs(placed | tops, placed)
    places, following = children_of(bare) | (KINGS if spaces > 0 else 0), next_home(state)
    turned, waiting = reachable(table, state, hand), tops & ~table[BOTTOMS]
    free = waiting & (places | following & bare)
    helped = waiting & ~free & children_of(mates_too(turned) & mates_too(places))
    if free > 0:
        promise += weights[ANY_OPEN] + weights[OPEN_COLUMNS] * min(popcount(free), 3)
    promise += weights[USEFUL_TURNS] * min(popcount(turned & (places | following)), 6)
    promise += weights[TURNED] * popcount(turned) + weights[OPEN_PARENTS] * popcount(bare)
    return promise + weights[HELPED] * min(popcount(helped), 3)

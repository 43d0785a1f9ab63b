"""Path tracing on Klondike's states: which cards go home and which are placed along a winning way.

Between two normal forms lie the moves through the class of the first, the one that cannot be taken
back, and the way up to the second. Knows states and how `expand` tells what it found; must not
know `Position`, nor by which gestures a card goes.
"""

from __future__ import annotations

from game.solver.kernels.compiled import Numbers, kernel, lowest
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
    riser,
)
from game.solver.klondike.state import (
    HOME,
    STEP,
    Table,
    hand_cards,
    look,
    originals_of,
    tops_of,
)

PLACES = 64
"""Added to a card that is placed, not sent home."""
MOST_ACTIONS = 53 * 3 * 52
"""No way has more than 53 steps, and none of these more than 52 moves in each of its parts."""


@kernel
def trace(table: Table, room: Room, start: int, path: Numbers, actions: Numbers, patient: bool) -> int:
    """Writes the cards that leave their places from `start` along the normal forms of `path`.

    `path` ends with −1; its first is the normal form of `start`; `patient` is what found it (see
    `expand`). Returns how many cards are told.
    """
    done, step = _rise(table, start, actions, 0), 0
    while path[step + 1] >= 0:
        done = _step(table, room, path[step], path[step + 1], actions, done, patient)
        step += 1
    return done


@kernel
def _step(
    table: Table, room: Room, before: int, after: int, actions: Numbers, done: int, patient: bool
) -> int:
    """Through the class, the move, and up again."""
    count, index = expand(table, look(table, before), room, patient), 0
    while index < count and room[STATES + index] != after:
        index += 1
    assert index < count, "a state that does not follow"
    how = room[HOW + index]
    member, card, king = how >> 16 & 0xFFFF, how >> 8 & 255, how & 255
    done = _wander(room, member, actions, done)
    state = before & ~HOME | room[CLASS + member]
    hand = hand_cards(table, state)
    state = leave(table, state, card, hand >> card & 1)
    actions[done] = card + PLACES
    if how & GOES_HOME > 0:
        actions[done] = card
        state += 1 << (4 * (card & 3))
    done += 1
    if king != NO_CARD:
        actions[done] = king + PLACES
        done += 1
        state = leave(table, state, king, hand >> king & 1)
    return _rise(table, state, actions, done)


@kernel
def _wander(room: Room, member: int, actions: Numbers, done: int) -> int:
    """The reversible moves from the first member of a class to another."""
    length, at = 0, member
    while room[PARENTS + at] >= 0:
        length, at = length + 1, room[PARENTS + at]
    at = member
    for turn in range(done + length - 1, done - 1, -1):
        before, now = room[CLASS + room[PARENTS + at]], room[CLASS + at]
        fewer = min(before, now)
        suit = lowest(max(before, now) - fewer) >> 2
        card = 4 * (fewer >> (4 * suit) & 15) + suit
        actions[turn] = card if now > before else card + PLACES
        at = room[PARENTS + at]
    return done + length


@kernel
def _rise(table: Table, state: int, actions: Numbers, done: int) -> int:
    """The way to the normal form of a state."""
    while True:
        hand, originals = hand_cards(table, state), originals_of(table, state)
        card = riser(table, state, tops_of(table, state), originals, hand)
        if card < 0:
            return done
        actions[done] = card
        done += 1
        if (hand | originals) >> card & 1 > 0:
            state -= table[STEP + card]
        state += 1 << (4 * (card & 3))

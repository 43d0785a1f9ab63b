"""Ties within reach of a Klondike deal: positions of every depth, chosen by chance, and their ties decided.

Games as they are played meet few ties again and again. Here as many positions as there is room for are
kept of those that so many cards left for good, from the first to the last, and every tie in them is
looked into. Knows states, ties and searches; must not know games, nor which deals are offered.
"""

from __future__ import annotations

from game.solver.kernels.compiled import MASK, Numbers, inlined, kernel, numbers
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
from game.solver.klondike.pruning import is_dead
from game.solver.klondike.search import WON, add, decide, is_won
from game.solver.klondike.state import HOME, Table, look
from game.solver.klondike.tip import equals_further_right, left_of

CHANCE, FILLED = 0, 1
"""Of notes: the state of the random numbers; how many leftmost choices are known."""
KNOWN = 1 << 16
MOST_TIES = 256
"""Of one position."""
LEFT, RIGHT = DEEPEST, DEEPEST + 1
"""Of a line, beside its states: what follows the choices of the tie that it leads to."""
LINE = DEEPEST + 2


@kernel
def losing_tie(
    table: Table,
    room: Room,
    start: int,
    width: int,
    seed: int,
    brief: int,
    long: int,
    stop: Numbers,
    path: Numbers,
    line: Numbers,
) -> bool:
    """Whether a tie is found where the leftmost choice was not found to win, and another was.

    Keeps `width` positions of each depth; looks at `brief` positions for each choice, and at `long` for the
    leftmost one where another wins. Leaves in `line` the normal forms up to the tie, then −1; see `LEFT`.
    """
    kept, parents = numbers(DEEPEST * width), numbers(DEEPEST * width)
    notes, known = numbers(2), numbers(KNOWN)
    notes[CHANCE] = seed * 0x1234567 + 88172645463325252 & MASK
    view = look(table, start)
    kept[0] = settle(table, start, view.tops, view.originals, view.hand)
    size, first = 1, 0
    while size > 0 and stop[0] == 0:
        for at in range(first, first + size):
            if _loses(table, room, kept[at], brief, long, notes, known, stop, path, line):
                _lead_to(kept, parents, width, at, line)
                return True
        size = _follow(table, room, kept, parents, first, size, width, notes)
        first += width
    return False


@kernel
def _follow(
    table: Table,
    room: Room,
    kept: Numbers,
    parents: Numbers,
    first: int,
    size: int,
    width: int,
    notes: Numbers,
) -> int:
    """Keeps as many as there is room for of what follows `size` positions, any as likely; tells how many."""
    places = 64
    while places < 16 * width:
        places *= 2
    seen, met, count, then = numbers(places), 0, 0, first + width
    if then + width > len(kept):
        return 0
    for at in range(first, first + size):
        view = look(table, kept[at])
        if is_dead(table, view):
            continue
        for i in range(expand(table, view, room, False)):
            after = room[STATES + i]
            if is_won(table, after) or not add(seen, after, 4 * met < 3 * places):
                continue
            met += 1
            slot = count
            if count < width:
                count += 1
            else:
                slot = _chance(notes, met)
            if slot < width:
                kept[then + slot], parents[then + slot] = after, at
    return count


@inlined
def _chance(notes: Numbers, beyond: int) -> int:
    """A random number from 0 to `beyond` − 1."""
    random = notes[CHANCE]
    random ^= (random << 13) & MASK
    random ^= random >> 7
    random ^= (random << 17) & MASK
    notes[CHANCE] = random
    return (random >> 20) % beyond


@kernel
def _loses(
    table: Table,
    room: Room,
    state: int,
    brief: int,
    long: int,
    notes: Numbers,
    known: Numbers,
    stop: Numbers,
    path: Numbers,
    line: Numbers,
) -> bool:
    """Whether at one of the ties of a position the leftmost choice was not found to win, and another was."""
    ends = numbers(2 * MOST_TIES)
    for i in range(_ties(table, room, state, ends)):
        left, right = ends[2 * i], ends[2 * i + 1]
        if is_won(table, left) or not add(known, left, 4 * notes[FILLED] < 3 * KNOWN):
            continue
        notes[FILLED] += 1
        if decide(table, room, left, brief, stop, path) == WON:
            continue
        if decide(table, room, right, brief, stop, path) != WON:
            continue
        if decide(table, room, left, long, stop, path) != WON and stop[0] == 0:
            line[LEFT], line[RIGHT] = left, right
            return True
    return False


@kernel
def _ties(table: Table, room: Room, state: int, ends: Numbers) -> int:
    """Writes what follows the choices of each tie of a position, leftmost and another; tells how many ties.

    Where a card that covers as many as a mate further left may be laid somewhere, so may the mate.
    """
    view, count = look(table, state), 0
    equals = equals_further_right(table, state, view.tops)
    if equals == 0:
        return 0
    for i in range(expand(table, view, room, False)):
        how = room[HOW + i]
        mover, king = how >> 8 & 255, how & 255
        goes_home = how & GOES_HOME > 0
        before = view.state & ~HOME | room[CLASS + (how >> 16 & 0xFFFF)]
        if king != NO_CARD:
            before = leave(table, before, mover, view.hand >> mover & 1)
            mover = king
        if goes_home or equals >> mover & 1 == 0 or count == MOST_TIES:
            continue
        before = leave(table, before, left_of(table, state, mover), 0)
        after = look(table, before)
        ends[2 * count] = settle(table, before, after.tops, after.originals, after.hand)
        ends[2 * count + 1] = room[STATES + i]
        count += 1
    return count


@kernel
def _lead_to(kept: Numbers, parents: Numbers, width: int, at: int, line: Numbers) -> None:
    """Writes the positions that lead to the one kept at `at`, and −1."""
    depth = at // width
    line[depth + 1] = -1
    while depth >= 0:
        line[depth] = kept[at]
        at = parents[at]
        depth -= 1

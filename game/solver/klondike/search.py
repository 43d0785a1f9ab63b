"""Depth-first search of Klondike with a transposition table: random restarts, then a complete search.

What was tried, with positions searched (M: millions) or CPU seconds on the 120 known decks:

    kept    draw 1's proof before draw 3's complete search: draw 3 36 s → 3.0 s
    kept    at draw 1 cards of the hand wait until they are needed (`wanted`, `useful_at_home`):
            8.35 M → 3.53 M; worrying back only for what follows at once: → 2.02 M
    kept    dead ends (`is_dead`) by mates that stay and covered cards: 2.02 M → 1.2 M at draw 1,
            2.82 M → 1.8 M at draw 3. A test only of whether a parent or the lower cards are
            hidden can fail nowhere but at the start, and there this one fails too
    kept    buffers shared as rows of integers, not as tuples of arrays, whose references numba
            counts at every call: a third of the time, 0.7 M → 2.0 M positions a second
    kept    6 short tries, not 12 or 20 (1000 deals at draw 3: 10.5 M, 11.2 M, 13.1 M)
    kept    a table that doubles, up to a bound
    no      prefetching the table; a hash that mixes more; a fuller table: no measurable gain
    no      longer tries before the complete search: 16.9 M instead of 11.2 M

A mistake to remember: a card of the hand may also be placed so that its mate's run hops to it. Bad games
compared with an unpruned search showed it; deals had not.

A path records which cards go home and which are placed along a winning line: between two normal forms come
the moves through the first one's class, the irreversible move, and the way up to the second.
"""

from __future__ import annotations

from game.solver.kernels.compiled import MASK, Numbers, kernel, lowest, numbers
from game.solver.klondike.moves import (
    CLASS,
    GOES_HOME,
    HOW,
    LEVELS,
    MAX_WAITING,
    MERITS,
    NO_CARD,
    OVERFLOWS,
    PARENTS,
    PATH,
    PROMISES,
    SPENT,
    STATES,
    WAITING,
    Buffers,
    expand,
    is_dead,
    member_of,
    normal_form,
    riser,
    unsettled,
)
from game.solver.klondike.state import (
    ANY_MOVE,
    BY_THE_TIP,
    DRAW,
    HIDING,
    PROVING,
    REST,
    STEP,
    STOCK_MASK,
    TIP,
    DealTable,
    hand_cards,
    look,
    originals_of,
    tops_of,
)

WON, LOST, UNDECIDED = 1, 0, -1

SMALL = 1 << 11
MAX_SIZE = 1 << 24
"""Entries of the set of states seen: 128 MiB, 192 while it grows. When it is three quarters full,
states are no longer noted; then the search only takes longer, for no way is longer than 52."""
MAX_ATTEMPTS = 6
MAX_SINGLE = 4_000_000
"""Positions for the proof by drawing one card, and at most half of those that are left."""
GOLDEN = 0x1E3779B97F4A7C15


@kernel
def is_won(table: DealTable, state: int) -> bool:
    """Whether nothing is face down and every card of the hand is available."""
    left = state & table[STOCK_MASK]
    return state & table[HIDING] == 0 and (table[DRAW] == 1 or left & (left - 1) == 0)


@kernel
def _slot(state: int, size: int) -> int:
    mixed = (state * GOLDEN) & MASK
    return (mixed ^ mixed >> 29) & (size - 1)


@kernel
def add(seen: Numbers, state: int, keep: bool) -> bool:
    """Adds a state ≠ 0 to the visited set, if it is to be kept; returns whether it was new."""
    size = len(seen)
    slot = _slot(state, size)
    while seen[slot] != 0:
        if seen[slot] == state:
            return False
        slot = (slot + 1) & (size - 1)
    if keep:
        seen[slot] = state
    return True


@kernel
def grown(seen: Numbers) -> Numbers:
    """Returns the same states with twice the room."""
    larger = numbers(2 * len(seen))
    for i in range(len(seen)):
        if seen[i] != 0:
            add(larger, seen[i], True)
    return larger


@kernel
def _insert(room: Buffers, first: int, height: int, state: int, merit: int) -> None:
    """Inserts a state among those waiting from `first` on, the best last."""
    at = height
    while at > first and room[PROMISES + at - 1] > merit:
        room[WAITING + at], room[PROMISES + at] = room[WAITING + at - 1], room[PROMISES + at - 1]
        at -= 1
    room[WAITING + at], room[PROMISES + at] = state, merit


@kernel
def search(
    table: DealTable, room: Buffers, state: int, limit: int, noise: int, seed: int, stop: Numbers
) -> int:
    """Depth-first search until a win, the end, `limit` positions looked at in `room`, or `stop`.

    Leaves the states of a winning line in the room's path.
    """
    seen, filled = numbers(SMALL), 0
    overflows = room[OVERFLOWS]
    random, depth, height, spent = seed * 0x1234567 + 88172645463325252, 0, 1, room[SPENT]
    state = normal_form(table, state)
    room[PATH], room[PATH + 1] = state, -1
    if is_won(table, state):
        return WON
    room[WAITING], room[LEVELS] = state, 0
    while height > 0:
        while height <= room[LEVELS + depth]:
            depth -= 1
        height -= 1
        state = room[WAITING + height]
        room[PATH + depth] = state
        if spent >= limit or stop[0] != 0:
            return UNDECIDED
        spent += 1
        room[SPENT] = spent
        view = look(table, state)
        if is_dead(table, view):
            continue
        depth += 1
        room[LEVELS + depth] = height
        count = expand(table, view, room, table[TIP] != PROVING)
        if height + count > MAX_WAITING:
            room[OVERFLOWS] += 1
            count = MAX_WAITING - height
        for i in range(count):
            after = room[STATES + i]
            if is_won(table, after):
                room[PATH + depth], room[PATH + depth + 1] = after, -1
                return WON
            if not add(seen, after, 4 * filled < 3 * MAX_SIZE):
                continue
            filled += 1
            value = room[MERITS + i]
            if noise > 0:
                random ^= (random << 13) & MASK
                random ^= random >> 7
                random ^= (random << 17) & MASK
                value += random % noise
            _insert(room, room[LEVELS + depth], height, after, value)
            height += 1
        if 2 * filled > len(seen) and len(seen) < MAX_SIZE:
            seen = grown(seen)
    return LOST if room[OVERFLOWS] == overflows else UNDECIDED


@kernel
def decide(table: DealTable, room: Buffers, state: int, nodes: int, stop: Numbers) -> int:
    """Tries of growing length, then the complete search, within `nodes` positions altogether.

    What cannot be won drawing one card cannot be won drawing three, and is proved so far sooner. Leaves the
    states of a winning line in the room's path, −1 after the last.
    """
    draw, limit = table[DRAW], room[SPENT] + nodes
    verdict = _try(table, room, state, limit, stop)
    if draw != 1 and verdict == UNDECIDED:
        table[DRAW] = 1
        verdict = _try(table, room, state & REST, limit, stop)
        table[DRAW] = draw
        if verdict == UNDECIDED:
            verdict = _by_one(table, room, state, limit, stop)
        if verdict == WON:
            verdict = UNDECIDED
    if verdict == UNDECIDED:
        verdict = search(table, room, state, limit, 0, 0, stop)
    return verdict


@kernel
def decide_by_the_tip(table: DealTable, room: Buffers, state: int, nodes: int, stop: Numbers) -> int:
    """Decides lines that follow the leftmost rule; a position that no line wins is not won by these either.

    Otherwise `LOST` is claimed only by a search without the pruning that is exact only for unrestricted
    moves. Leaves in `table` by which moves the line was found.
    """
    limit = room[SPENT] + nodes
    table[TIP] = BY_THE_TIP
    verdict = _try(table, room, state, limit, stop)
    if verdict == UNDECIDED and room[SPENT] < limit:
        table[TIP] = ANY_MOVE
        if decide(table, room, state, limit - room[SPENT], stop) == LOST:
            verdict = LOST
    if verdict != UNDECIDED:
        return verdict
    table[TIP] = PROVING
    if table[DRAW] != 1 and _by_one(table, room, state, limit, stop) == LOST:
        return LOST
    return search(table, room, state, limit, 0, 0, stop)


@kernel
def _by_one(table: DealTable, room: Buffers, state: int, limit: int, stop: Numbers) -> int:
    """Searches as if one card were drawn, through at most half of the positions that are left."""
    draw, half = table[DRAW], (limit - room[SPENT]) // 2
    table[DRAW] = 1
    limit = room[SPENT] + (half if half < MAX_SINGLE else MAX_SINGLE)
    verdict = search(table, room, state & REST, limit, 0, 0, stop)
    table[DRAW] = draw
    return verdict


@kernel
def _try(table: DealTable, room: Buffers, state: int, limit: int, stop: Numbers) -> int:
    """Short searches, each choosing a little differently."""
    noise, length, verdict = 0, 200, UNDECIDED
    for attempt in range(MAX_ATTEMPTS):
        end = room[SPENT] + length  # numba compiles two functions for a `min`
        verdict = search(table, room, state, end if end < limit else limit, noise, attempt, stop)
        if verdict != UNDECIDED or room[SPENT] >= limit or stop[0] != 0:
            break
        noise, length = 12, 1000 if attempt < MAX_ATTEMPTS // 2 else 4000
    return verdict


PLACES = 64
"""Added to a card that is placed, not sent home."""
MAX_ACTIONS = 53 * 3 * 52
"""No way has more than 53 steps, and none of these more than 52 moves in each of its parts."""


@kernel
def trace(table: DealTable, room: Buffers, start: int, path: Numbers, actions: Numbers, patient: bool) -> int:
    """Writes the cards that leave their places from `start` along the normal forms of `path`.

    `path` begins with the normal form of `start` and ends with −1; `patient` is that of the `expand` that
    found it. Returns the number of cards written.
    """
    done, step = _rise(table, start, actions, 0), 0
    while path[step + 1] >= 0:
        done = _step(table, room, path[step], path[step + 1], actions, done, patient)
        step += 1
    return done


@kernel
def _step(
    table: DealTable, room: Buffers, before: int, after: int, actions: Numbers, done: int, patient: bool
) -> int:
    """Follows the class, the irreversible move, and the way up again."""
    count, index = expand(table, look(table, before), room, patient), 0
    while index < count and room[STATES + index] != after:
        index += 1
    assert index < count, "a state that does not follow"
    how = room[HOW + index]
    card, king = how >> 8 & 255, how & 255
    done = _wander(room, how >> 16 & 0xFFFF, actions, done)
    actions[done] = card if how & GOES_HOME > 0 else card + PLACES
    done += 1
    if king != NO_CARD:
        actions[done] = king + PLACES
        done += 1
    state = unsettled(table, member_of(room, before, how), hand_cards(table, before), how)
    return _rise(table, state, actions, done)


@kernel
def _wander(room: Buffers, member: int, actions: Numbers, done: int) -> int:
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
def _rise(table: DealTable, state: int, actions: Numbers, done: int) -> int:
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

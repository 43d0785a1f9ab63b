"""Move generation of Klondike on states with everything reversible already done, and exact pruning.

Exact pruning leaves out only what cannot win or wins as well later.

A placed card sent home can come back (worrying back), so each state stands for the class of states that
differ by such moves; in its normal form every placed card that can be home is home. From each normal form the
class is walked, and every irreversible move is made: an original card or a card of the hand leaves its place,
for good. So no path is longer than 52.
"""

from __future__ import annotations

from game.solver.kernels.compiled import Numbers, kernel, lowest, numbers, popcount
from game.solver.klondike.state import (
    ACES,
    BELOW,
    BOTTOMS,
    COLUMNS,
    DRAW,
    HOME,
    KINGS,
    LIFT,
    MATES,
    PACK,
    PROVING,
    REST,
    STEP,
    STOCK_MASK,
    TIP,
    WASTE_SHIFT,
    WORTH,
    DealTable,
    UnpackedState,
    cards_home,
    children_of,
    equals_further_right,
    in_a_tie,
    is_safe,
    look,
    mates_too,
    next_home,
    open_pairs,
    parents_of,
    phase,
    unbroken,
)


@kernel
def is_dead(table: DealTable, view: UnpackedState) -> bool:
    """Whether some hidden card can never be uncovered.

    Grows, card by card until nothing is added, the sets of what may ever happen: cards uncovered, cards on
    the tableau (`up`), cards home. A card may be built if a parent may be up, or both parents if the card's
    mate is on one and can never go home; it may go home if all lower cards of its suit may, and it is bare,
    or its run may hop to its mate or go home.
    """
    bottoms, tops = table[BOTTOMS], view.tops
    loose = view.hand | cards_home(view.state)
    placed = PACK & ~(loose | view.originals)
    up = placed | tops
    has_space = popcount(tops) + popcount(placed & KINGS) < COLUMNS
    covered = up & ~open_pairs(up, placed)
    single = covered & ~_mates(up)
    can_go = 0
    while tops & ~bottoms > 0:
        # A covered card is released when its only mate comes up, or a card on the pair goes home.
        released = parents_of(mates_too(placed & can_go)) | single & _mates(up)
        may_go = unbroken((loose | up) & ~(covered & ~released))
        both = up & _mates(up)
        places = children_of(mates_too(up)) & ~_mates(placed & ~may_go) | children_of(both)
        may_have_space = has_space or may_go & KINGS & (placed | bottoms) > 0
        if may_have_space:
            places |= KINGS
        leaving = tops & (places | may_go | KINGS & bottoms)
        now_up = up | loose & places
        tops ^= leaving
        may_have_space = may_have_space or leaving & bottoms & ~KINGS > 0
        while leaving > 0:
            card = lowest(leaving)
            leaving &= leaving - 1
            tops |= table[BELOW + card]
            now_up |= table[BELOW + card] | table[LIFT + card]
        if now_up == up and may_go == can_go and may_have_space == has_space:
            return True
        up, can_go, has_space = now_up, may_go, may_have_space
    return False


@kernel
def _mates(cards: int) -> int:
    """The colour mates of these cards."""
    return (cards & MATES) << 1 | (cards >> 1) & MATES


@kernel
def wanted(table: DealTable, view: UnpackedState, placed: int, bare: int) -> int:
    """Cards at home, and at draw 1 in the hand, that are worth putting on the tableau.

    They are put there only for what follows at once: something is built on them, their mate's run hops to
    them, or a lower card of the suit is brought back. At draw 3 any card of the hand may be put there,
    because that shifts the cards after it.
    """
    home = cards_home(view.state)
    is_single = table[DRAW] == 1
    children, source = (view.tops, home | view.hand) if is_single else (view.tops | view.turned, home)
    up = placed | view.tops
    # Mates of covered cards that might go home.
    more = mates_too(up & ~bare & unbroken(home | up | view.hand))
    found = 0
    while True:
        more = (more | parents_of(mates_too(children))) & source
        above = more & home
        above |= above << 4 & home
        above |= above << 8 & home
        above |= above << 16 & home
        above |= above << 32 & home
        children = (more | above) & ~found
        if children == 0:
            return found
        found |= children
        more = 0


@kernel
def useful_at_home(hand: int, homeward: int, followers: int) -> int:
    """Cards going home that are not from the hand, or that let one of `followers` go.

    For draw 1: a card of the hand is always available, so it goes only if another follows at once.
    """
    useful = homeward & ~hand
    ready = homeward & hand
    while ready > 0:
        bit = ready & -ready
        ready ^= bit
        following = bit << 4
        while following & hand > 0:
            following <<= 4
        if following & followers > 0:
            useful |= bit
    return useful


MAX_MEMBERS = 512
MAX_CHILDREN = 4096
MAX_WAITING = 1 << 14
DEEPEST = 64


Buffers = Numbers
"""Where `expand` works and leaves what it found, and where a search keeps what waits: one row."""

STATES = 0
"""The states that follow, in normal form."""
MERITS = STATES + MAX_CHILDREN
"""By state that follows: how much nearer the win it seems than the state it follows."""
HOW = MERITS + MAX_CHILDREN
"""By state that follows: the move, `member << 16 | card << 8 | king that moves in or NO_CARD`, and
`GOES_HOME` where the card goes home."""
CLASS = HOW + MAX_CHILDREN
"""The members of the class: how many cards of each suit are home."""
PARENTS = CLASS + MAX_MEMBERS
"""By member: the one that it was reached from; −1 for the first."""
PLACED = PARENTS + MAX_MEMBERS
"""By member: the cards that its parent could place."""
SENT = PLACED + MAX_MEMBERS
"""By member: the cards that its parent could send home."""
OVERFLOWS = SENT + MAX_MEMBERS
"""Number of times the room was too small."""
WAITING = OVERFLOWS + 1
"""States still to be searched."""
PROMISES = WAITING + MAX_WAITING
"""For a search: by state waiting, its merit."""
LEVELS = PROMISES + MAX_WAITING
"""For a search: by depth, how many states were waiting before."""
PATH = LEVELS + DEEPEST + 1
"""The normal forms of a search's way to where it is; −1 after the last of those that win."""
SPENT = PATH + DEEPEST + 1
"""Number of positions that searches have looked at."""
ROOM = SPENT + 1

GOES_HOME, MEMBER = 1 << 40, 0xFFFF << 16
NO_CARD = 255


def new_room() -> Buffers:
    """Buffers for one search."""
    return numbers(ROOM)


@kernel
def settle(table: DealTable, state: int, tops: int, originals: int, hand: int) -> int:
    """The normal form: everything is home that can come back or will never be missed."""
    card = riser(table, state, tops, originals, hand)
    while card >= 0:
        bit = 1 << card
        if (hand | tops) & bit > 0:
            state -= table[STEP + card]
            tops, originals = tops & ~bit ^ table[BELOW + card], originals & ~table[LIFT + card]
            hand &= ~bit
        state += 1 << (4 * (card & 3))
        card = riser(table, state, tops, originals, hand)
    return state


@kernel
def normal_form(table: DealTable, state: int) -> int:
    """See `settle`."""
    view = look(table, state)
    return settle(table, state, view.tops, view.originals, view.hand)


@kernel
def riser(table: DealTable, state: int, tops: int, originals: int, hand: int) -> int:
    """The next card to go home on the way to the normal form, or −1."""
    following = next_home(state)
    placed = PACK & ~(hand | originals | cards_home(state))
    bare = open_pairs(placed | tops, placed)
    ready = following & placed & bare
    if ready > 0:
        return lowest(ready)
    # By the tip: a column's next card may tie with another's, and a king at home makes a space.
    ready = following & (hand & ~KINGS if table[TIP] > 0 else tops & bare | hand)
    while ready > 0:
        card = lowest(ready)
        if _may_leave(table, state, card, hand):
            return card
        ready &= ready - 1
    return -1


@kernel
def _may_leave(table: DealTable, state: int, card: int, hand: int) -> bool:
    """Whether an original card, or one of the hand, can go home at no loss."""
    if not is_safe(state, card):
        return False
    if (hand >> card) & 1 == 0 or table[DRAW] == 1:
        return True
    # At draw 3 leaving the hand moves those after it; the last one has none, at the pass's start.
    return state >> WASTE_SHIFT == 0 and state & table[STOCK_MASK] < 2 * table[STEP + card]


@kernel
def expand(table: DealTable, view: UnpackedState, room: Buffers, patient: bool) -> int:
    """Finds all states that follow a normal form; returns how many, some perhaps twice.

    If `patient`, cards that could as well be built or sent home later are left out.
    """
    tops, hand, bottoms = view.tops, view.hand, table[BOTTOMS]
    spaces = COLUMNS - popcount(tops)
    is_single, is_proof = table[DRAW] == 1, table[TIP] == PROVING
    equals = equals_further_right(table, view.state, tops) if table[TIP] > 0 else 0
    count, reached, at, useful = 0, 1, 0, 0
    room[CLASS], room[PARENTS] = view.state & HOME, -1
    room[PLACED] = room[SENT] = 0
    while at < reached and count < MAX_CHILDREN - 256:
        state = view.state & ~HOME | room[CLASS + at]
        following = next_home(state)
        placed = PACK & ~(hand | view.originals | cards_home(state))
        bare = open_pairs(placed | tops, placed)
        if at == 0:
            useful = wanted(table, view, placed, bare) if patient else PACK
        free = spaces - popcount(placed & KINGS)
        places = children_of(bare) | (KINGS if free > 0 else 0)
        homeward = following & (tops & bare | view.turned)
        movable = places & (tops | view.turned & ~ACES)
        if equals > 0:
            tied = in_a_tie(equals, placed | tops, free > 0)
            homeward, movable = homeward & ~tied, movable & ~tied
        if is_single and patient:
            # Cards of the hand wait until they are needed; the mate of one may offer the same.
            homeward = useful_at_home(hand, homeward, (placed | tops) & bare)
            movable &= tops | useful & ~bare
        fresh = movable & ~room[PLACED + at]
        count = _take(table, room, view, state, homeward & ~room[SENT + at], True, at, count)
        count = _take(table, room, view, state, fresh & ~(bottoms & tops), False, at, count)
        if free == 0:
            leaving = fresh & bottoms & tops & ~KINGS
            count = _make_space(table, room, view, state, leaving, equals, at, count)
        rising = following & placed & bare
        reached = _spread(room, at, reached, places & useful, rising, movable, homeward, is_proof)
        at += 1
    if at < reached:
        room[OVERFLOWS] += 1
    return count


@kernel
def member_of(room: Buffers, state: int, how: int) -> int:
    """The member of a state's class from which a move of `HOW` is made."""
    return state & ~HOME | room[CLASS + (how >> 16 & 0xFFFF)]


@kernel
def unsettled(table: DealTable, state: int, hand: int, how: int) -> int:
    """The state after a move of `HOW` from a member of the class, before anything more goes home."""
    card, king = how >> 8 & 255, how & 255
    state = leave(table, state, card, hand >> card & 1)
    if how & GOES_HOME > 0:
        state += 1 << (4 * (card & 3))
    if king != NO_CARD:
        state = leave(table, state, king, hand >> king & 1)
    return state


@kernel
def _take(
    table: DealTable,
    room: Buffers,
    view: UnpackedState,
    state: int,
    ready: int,
    go_home: bool,
    member: int,
    count: int,
) -> int:
    """Lets each of the `ready` cards leave its place, to go home or to be placed."""
    how = member << 16 | NO_CARD
    if go_home:
        how |= GOES_HOME
    while ready > 0:
        bit = ready & -ready
        ready ^= bit
        card = lowest(bit)
        after, worth = state, table[WORTH + card]
        if go_home:
            after += 1 << (4 * (card & 3))
            worth += 1
        after = leave(table, after, card, view.hand & bit)
        tops, originals = view.tops & ~bit ^ table[BELOW + card], view.originals & ~table[LIFT + card]
        after = settle(table, after, tops, originals, view.hand & ~bit)
        room[STATES + count], room[MERITS + count], room[HOW + count] = after, worth, how | card << 8
        count += 1
    return count


@kernel
def leave(table: DealTable, state: int, card: int, in_hand: int) -> int:
    """The state without an original card, or one of the hand (`in_hand` not 0; the stock is turned to it)."""
    step = table[STEP + card]
    if in_hand == 0:
        return state - step
    left = state & table[STOCK_MASK]
    state &= REST
    if table[DRAW] != 1:
        waste = popcount(left & (step - 1))
        state |= phase(3, waste, popcount(left) - 1) << WASTE_SHIFT
    return state - step


@kernel
def _make_space(
    table: DealTable,
    room: Buffers,
    view: UnpackedState,
    state: int,
    ready: int,
    equals: int,
    member: int,
    count: int,
) -> int:
    """Empties each column with nothing under its top for a king, none of `equals`, that moves in at once."""
    complete = state & (state >> 2) & (state >> 3) & 0x1111
    while ready > 0:
        bit = ready & -ready
        ready ^= bit
        card = lowest(bit)
        emptied, tops = state - table[STEP + card], view.tops ^ bit
        originals = view.originals ^ bit
        kings = KINGS & (tops & ~(table[BOTTOMS] | equals) | view.turned)
        while kings > 0:
            king_bit = kings & -kings
            kings ^= king_bit
            king = lowest(king_bit)
            after = leave(table, emptied, king, view.hand & king_bit)
            now, left = tops & ~king_bit ^ table[BELOW + king], originals & ~table[LIFT + king]
            after = settle(table, after, now, left, view.hand & ~king_bit)
            room[STATES + count], room[MERITS + count] = after, table[WORTH + king]
            room[HOW + count] = member << 16 | card << 8 | king
            count += 1
        if complete > 0:
            # A king that is home may come back to the space.
            room[STATES + count] = settle(table, emptied, tops, originals, view.hand)
            room[MERITS + count] = 0
            room[HOW + count] = member << 16 | card << 8 | NO_CARD
            count += 1
    return count


@kernel
def _spread(
    room: Buffers,
    at: int,
    reached: int,
    places: int,
    rising: int,
    tried: int,
    sent: int,
    safe_too: bool,
) -> int:
    """Adds the members of the class one move away from member `at`, up or down."""
    now = room[CLASS + at]
    for suit in range(4):
        count = (now >> (4 * suit)) & 15
        unit = 1 << (4 * suit)
        card = 4 * count - 4 + suit
        if count > 1 and (places >> card) & 1 and (safe_too or not is_safe(now, card)):
            reached = _join(room, reached, now - unit, at, tried, sent)
        if at > 0 and count < 13 and (rising >> (4 * count + suit)) & 1:
            reached = _join(room, reached, now + unit, at, tried, sent)
    return reached


@kernel
def _join(room: Buffers, reached: int, member: int, parent: int, tried: int, sent: int) -> int:
    for i in range(reached):
        if room[CLASS + i] == member:
            return reached
    if reached == MAX_MEMBERS:
        room[OVERFLOWS] += 1
        return reached
    room[CLASS + reached], room[PARENTS + reached] = member, parent
    room[PLACED + reached], room[SENT + reached] = tried, sent
    return reached + 1

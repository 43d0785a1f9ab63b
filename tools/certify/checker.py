"""Independent depth-first search of Klondike, to confirm that a deal cannot be won: complete, but slow.

It shares nothing with the solver but the meaning of a number of 64 bits: cards are numbered in the
pack's order here, states are written otherwise, moves are made one at a time, and little is left out.
What it searches is a game with a little *more* freedom than Klondike, so that what cannot be
won here cannot be won there:

- A card that was built on another (a *built* card) lies on any of the two cards that it fits on, or
  a king in any space. It may be built if, of the cards it fits on, more lie face up than cards are
  built on them; a card goes home if it is next, and one of it and its mate is bare in this sense.
  Where real cards allow a move, these numbers do.
- At draw 3 any card of the hand may be played that turning the hand in threes comes to.

Of two mates that lie face up where they were dealt, neither is on a card: whatever they fit on is
bare, and a tie here is a tie there.

One thing is done at once: a card goes home if each card that fits on it can go home itself, and
each that fits on such a one too. Knows nothing of `Position`, of the solver or of why it is asked. Cards
are 13 × suit + rank, ♣ ♦ ♥ ♠, ace 0.
"""

from __future__ import annotations

from game.solver.kernels.compiled import MASK, Numbers, kernel, numbers

# A table, made of a deal: by card where it was dealt, −1 for the hand.
COLUMN, DEPTH = 0, 52
AT = 104
"""By column and depth, 8 apart: the card."""
STOCK = AT + 56
"""The hand, first turned first."""
DRAW = STOCK + 24
TIP = DRAW + 1
"""1 where only moves count that follow the tip of the leftmost among equals (`game.rules.rush`)."""
TABLE = TIP + 1

# A state taken apart.
HOME = 0
"""By suit: how many are home."""
LEFT = 4
"""By column: how many of the cards that were dealt there lie there still."""
IN_HAND = 11
"""A bit for each card of the hand that is still there."""
WASTE = 12
"""At draw 3: how many of them lie in the waste; 0 where turning goes through the same cards as from there."""
PLACE = 13
"""By card: one of the following."""
PARTS = PLACE + 52
AT_HOME, HELD, COVERED, TOP, BUILT = 0, 1, 2, 3, 4


@kernel
def deal(deck: Numbers, draw: int, leftmost_only: bool) -> Numbers:
    """The table of a deck in dealing order; cards are 13 × suit + rank, ♣ ♦ ♥ ♠, ace 0."""
    table = numbers(TABLE)
    dealt = 0
    for row in range(7):
        for column in range(row, 7):
            card = deck[dealt]
            table[COLUMN + card], table[DEPTH + card] = column, row
            table[AT + 8 * column + row] = card
            dealt += 1
    for i in range(24):
        table[STOCK + i] = deck[28 + i]
        table[COLUMN + deck[28 + i]], table[DEPTH + deck[28 + i]] = -1, i
    table[DRAW], table[TIP] = draw, leftmost_only
    return table


@kernel
def pack(parts: Numbers) -> int:
    """A state as one number: homes, columns, hand and waste; 61 bits."""
    columns = 0
    for column in range(7):
        columns = columns * (column + 2) + parts[LEFT + column]
    state = columns
    for suit in range(4):
        state = state << 4 | parts[HOME + suit]
    return state << 29 | parts[IN_HAND] << 5 | parts[WASTE]


@kernel
def unpack(table: Numbers, state: int, parts: Numbers) -> None:
    parts[WASTE], parts[IN_HAND] = state & 31, state >> 5 & (1 << 24) - 1
    homes, columns = state >> 29 & 0xFFFF, state >> 45
    for suit in range(3, -1, -1):
        parts[HOME + suit] = homes & 15
        homes >>= 4
    for column in range(6, -1, -1):
        parts[LEFT + column] = columns % (column + 2)
        columns //= column + 2
    for card in range(52):
        column, depth = table[COLUMN + card], table[DEPTH + card]
        if card % 13 < parts[HOME + card // 13]:
            place = AT_HOME
        elif column < 0:
            place = HELD if parts[IN_HAND] >> depth & 1 else BUILT
        elif depth >= parts[LEFT + column]:
            place = BUILT
        else:
            place = TOP if depth == parts[LEFT + column] - 1 else COVERED
        parts[PLACE + card] = place


CANNOT, CAN, OUT_OF_ROOM = 0, 1, -1

MAX_STATES = 1 << 26
"""States that are kept, 512 MiB of them, three quarters of that at most."""
MIN_SIZE = 1 << 12


@kernel
def _bare(parts: Numbers, rank: int, red: int) -> int:
    """Of the two cards of a rank and colour, how many lie face up with nothing built on them."""
    bare = 0
    for suit in range(4):
        if (1 <= suit <= 2) == (red == 1):
            place = parts[PLACE + 13 * suit + rank]
            bare += 1 if place in (TOP, BUILT) else 0
        elif rank > 0:
            bare -= 1 if parts[PLACE + 13 * suit + rank - 1] == BUILT else 0
    return bare


@kernel
def _can_be_built(parts: Numbers, card: int) -> bool:
    """Whether there is a place for a card on the tableau."""
    suit, rank = card // 13, card % 13
    if rank < 12:
        return _bare(parts, rank + 1, 0 if 1 <= suit <= 2 else 1) > 0
    spaces = 7
    for column in range(7):
        spaces -= 1 if parts[LEFT + column] > 0 else 0
    for king in range(12, 52, 13):
        spaces -= 1 if parts[PLACE + king] == BUILT else 0
    return spaces > 0


@kernel
def _is_never_missed(parts: Numbers, card: int) -> bool:
    """Whether all that fits on a card can go home, and all that fits on that."""
    suit, rank = card // 13, card % 13
    for other in range(4):
        if (1 <= other <= 2) != (1 <= suit <= 2):
            if parts[HOME + other] < rank - 1:
                return False
        elif parts[HOME + other] < rank - 2:
            return False
    return True


@kernel
def _turned(table: Numbers, parts: Numbers) -> int:
    """A bit for each card of the hand that can come to the top of the waste."""
    if table[DRAW] == 1:
        return parts[IN_HAND]
    size, found = 0, 0
    for i in range(24):
        size += parts[IN_HAND] >> i & 1
    wanted = 0
    for start in (parts[WASTE], 0):
        at = start
        while at < size:
            if at > 0:
                wanted |= 1 << at
            at += 3
        if size > 0:
            wanted |= 1 << size
    count = 0
    for i in range(24):
        if parts[IN_HAND] >> i & 1:
            count += 1
            if wanted >> count & 1:
                found |= 1 << i
    return found


@kernel
def _without(table: Numbers, parts: Numbers, card: int, goes_home: bool) -> int:
    """The state after a card has left its place, to go home or to be built."""
    suit, column, depth = card // 13, table[COLUMN + card], table[DEPTH + card]
    place, hand, waste = parts[PLACE + card], parts[IN_HAND], parts[WASTE]
    if place == HELD:
        parts[IN_HAND] ^= 1 << depth
        if table[DRAW] > 1:
            before = after = 0
            for i in range(24):
                if parts[IN_HAND] >> i & 1:
                    before += 1 if i < depth else 0
                    after += 1 if i > depth else 0
            parts[WASTE] = 0 if before % 3 == 0 or after == 0 else before
    elif place == TOP:
        parts[LEFT + column] -= 1
    if goes_home:
        parts[HOME + suit] += 1
    elif place == AT_HOME:
        parts[HOME + suit] -= 1
    state = pack(parts)
    parts[IN_HAND], parts[WASTE] = hand, waste
    if place == TOP:
        parts[LEFT + column] += 1
    if goes_home:
        parts[HOME + suit] -= 1
    elif place == AT_HOME:
        parts[HOME + suit] += 1
    return state


@kernel
def _follow(table: Numbers, parts: Numbers, found: Numbers) -> int:
    """Writes the next states into `found`; returns how many, only one if that loses nothing."""
    turned, count = _turned(table, parts), 0
    for card in range(52):
        suit, rank, place = card // 13, card % 13, parts[PLACE + card]
        if place == COVERED or (place == HELD and turned >> table[DEPTH + card] & 1 == 0):
            continue
        if place == AT_HOME:
            is_last = rank > 0 and rank == parts[HOME + suit] - 1
            is_missed = rank == 12 or not _is_never_missed(parts, card)
            if is_last and is_missed and _can_be_built(parts, card):
                found[count] = _without(table, parts, card, False)
                count += 1
            continue
        if place == TOP and table[TIP] > 0 and _is_right_in_a_tie(table, parts, card):
            continue
        is_red = 1 if 1 <= suit <= 2 else 0
        if rank == parts[HOME + suit] and (place == HELD or _bare(parts, rank, is_red) > 0):
            found[count] = _without(table, parts, card, True)
            if _is_never_missed(parts, card) and _goes_at_once(table, place, rank):
                found[0] = found[count]
                return 1
            count += 1
        # An ace is of no use on the tableau; a king that has nothing under it stays where it is.
        is_idle = rank == 0 or (rank == 12 and place == TOP and table[DEPTH + card] == 0)
        if place != BUILT and not is_idle and _can_be_built(parts, card):
            found[count] = _without(table, parts, card, False)
            count += 1
    return count


@kernel
def _goes_at_once(table: Numbers, place: int, rank: int) -> bool:
    """Whether a card that is never missed goes home at once.

    At draw 3 a card of the hand changes which others can be had. By the tip a top uncovers a card that
    may tie, and a king's space makes others tie.
    """
    if place == HELD and table[DRAW] > 1:
        return False
    return table[TIP] == 0 or (place != TOP and rank < 12)


@kernel
def _is_right_in_a_tie(table: Numbers, parts: Numbers, card: int) -> bool:
    """Whether its mate or another king further left lies on as many cards, and both could be built."""
    right, depth = table[COLUMN + card], table[DEPTH + card]
    if depth == 0 or not _can_be_built(parts, card):
        return False
    for left in range(right):
        if parts[LEFT + left] == depth + 1:
            other = table[AT + 8 * left + depth]
            if other % 13 == card % 13:
                is_mate = (1 <= other // 13 <= 2) == (1 <= card // 13 <= 2)
                if is_mate or card % 13 == 12:
                    return True
    return False


@kernel
def _is_won(table: Numbers, parts: Numbers) -> bool:
    """Whether nothing is face down and every card of the hand is available."""
    for column in range(7):
        if parts[LEFT + column] > 1:
            return False
    return table[DRAW] == 1 or parts[IN_HAND] & (parts[IN_HAND] - 1) == 0


@kernel
def _is_new(seen: Numbers, state: int) -> bool:
    """Notes a state, 0 standing for none; whether it was not noted before."""
    mixed = (state ^ state >> 31) * 0x2545F4914F6CDD1D & MASK
    at = (mixed ^ mixed >> 29) & (len(seen) - 1)
    while seen[at] != 0:
        if seen[at] == state + 1:
            return False
        at = (at + 1) & (len(seen) - 1)
    seen[at] = state + 1
    return True


@kernel
def can_be_won(table: Numbers, most: int, told: Numbers) -> int:
    """Whether the deal of a table can be won within `most` states; returns their number too."""
    parts, found = numbers(PARTS), numbers(120)
    parts[IN_HAND] = (1 << 24) - 1
    for column in range(7):
        parts[LEFT + column] = column + 1
    seen, waiting, height = numbers(MIN_SIZE), numbers(MIN_SIZE), 1
    waiting[0] = pack(parts)
    _is_new(seen, waiting[0])
    count = 1
    while height > 0:
        height -= 1
        unpack(table, waiting[height], parts)
        if _is_won(table, parts):
            told[0] = count
            return CAN
        for i in range(_follow(table, parts, found)):
            if _is_new(seen, found[i]):
                count += 1
                if height == len(waiting):
                    waiting = _larger(waiting)
                waiting[height] = found[i]
                height += 1
        if count >= most or 4 * count > 3 * MAX_STATES:
            told[0] = count
            return OUT_OF_ROOM
        if 2 * count > len(seen) and len(seen) < MAX_STATES:
            grown = numbers(2 * len(seen))
            for state in seen:
                if state != 0:
                    _is_new(grown, state - 1)
            seen = grown
    told[0] = count
    return CANNOT


@kernel
def _larger(waiting: Numbers) -> Numbers:
    """The same numbers with twice the room."""
    larger = numbers(2 * len(waiting))
    for i in range(len(waiting)):
        larger[i] = waiting[i]
    return larger

"""State encoding of Klondike, with its sets of cards as bitboards and the ties of a state.

Each card is in one of four places: still in the stock or waste (the *hand* here), in its *original* place in
a column, home, or *placed*: built by the player on another card, or as a king on a space. On which of its two
possible parents a placed card lies makes no difference to what can be won, because its run may hop to the
other parent whenever that is bare. So a state is one exact number of at most 63 bits:

    bits  0–15   how many cards of each suit are home, 4 bits a suit
    bits 16–     a bit for each card of the hand that is still there, first turned lowest
    then         for each column how many original units are left
    bits 57–62   at draw 3, the size of the waste, or 0 where it brings nothing (see `phase`)

A *unit* is a face-down card, or a maximal face-up run that is not at the column's end: only its first card
counts as original, and once it is uncovered the others are placed cards on it. A column's end is its last
unit, whose first card is the column's *top*.

Sets of cards are numbers of 52 bits. A card is `4 × rank + suit`, rank 0 (ace) to 12, suits ♣ ♠ ♦ ♥, so that
a card's colour mates are neighbours. `homes` are the cards home of each suit, 4 bits a suit, lowest ♣.

A tie (for the leftmost rule, see `game.rules.rush`) is between two mates, or two kings, that are tops in
their original places and both cover something. No other card fits where they do, so every parent of theirs on
the tableau is bare, and there is a tie if one is there; for kings, if there is a space. So a tie follows from
the state and from the cards home, whichever parents placed cards are on. Moves of placed cards take part of a
run, or lie on nothing face down: they follow the rule.

What unrestricted moves may do at once, the rule may forbid. A top sent home uncovers a card that may tie with
one that was free before: under the rule it is a choice. A card of the hand that goes home where it will not
be missed takes a place away, and no move: what would lie there goes home itself, and there are only fewer
ties. A king is no such card, for at home it leaves a space. A column is emptied when no other space is left:
before, that would only make kings tie.
"""

from __future__ import annotations

from typing import NamedTuple

from game.solver.kernels.compiled import Numbers, kernel, lowest, numbers, popcount

HOME = 0xFFFF
STOCK_SHIFT = 16
WASTE_SHIFT = 57
REST = (1 << WASTE_SHIFT) - 1


DealTable = Numbers
"""Constants of the search of one deal: one row, in which the following stand one after
another. (As arrays of their own they took most of the time: numba counts references to each.)"""

STEP = 0
"""By card: what a state loses when the card leaves the hand or its original place."""
BELOW = 52
"""By card: the top that comes free under it, as a set of one card or none."""
LIFT = 104
"""By card: the cards that are no longer original when it leaves: itself, and what lay on the next top."""
WORTH = 156
"""By card: how much nearer its leaving brings the win, as the search guesses."""
STOCK = 208
"""Sets of cards: of the hand's bits 0–7 by their 256 patterns, then of bits 8–15, and so on."""
TOPS = STOCK + 7 * 256
"""By column and units left (see `FIRST`): the top."""
COVER = TOPS + 64
"""By column and units left: all cards in original places."""
FIRST = COVER + 64
"""By column: where it begins in `TOPS` and `COVER`; then its shift and its mask in the state."""
DRAW = FIRST + 21
STOCK_MASK, HIDING = DRAW + 1, DRAW + 2
"""The state's bits of the hand, and those set while anything lies under a top."""
BOTTOMS = DRAW + 3
"""The cards with no other under them in their columns."""
TIP = DRAW + 4
"""Which moves count: `ANY_MOVE`; those that follow the tip, `BY_THE_TIP`; and `PROVING` that none wins."""
TABLE = DRAW + 5

ANY_MOVE, BY_THE_TIP, PROVING = 0, 1, 2

COLUMNS = 7


def new_table() -> DealTable:
    """An empty table, to be filled by `fill` any number of times."""
    return numbers(TABLE)


@kernel
def fill(table: DealTable, draw: int, piles: Numbers) -> int:
    """Makes `table` that of a position; returns its state, or −1 if it needs too many bits.

    `piles` is: 4 numbers of cards home (♣ ♠ ♦ ♥); the number of cards in the waste, and in waste and stock
    together, and these cards in turning order; then for each of the 7 columns the number of its units, and
    for each unit, deepest first, its first card and the set of cards on it within the unit. The cards on the
    last unit are placed cards and need not be listed. Every card must occur once.
    """
    state, at = 0, 6
    for suit in range(4):
        state |= piles[suit] << (4 * suit)
    waste, size = piles[4], piles[5]
    for i in range(7 * 256):
        table[STOCK + i] = 0
    for i in range(size):
        _fill_hand(table, i, piles[at])
        at += 1
    hand_mask = ((1 << size) - 1) << STOCK_SHIFT
    state |= hand_mask
    table[DRAW], table[STOCK_MASK], table[TIP] = draw, hand_mask, ANY_MOVE
    shift, cell, bottoms, hiding = STOCK_SHIFT + size, 0, 0, 0
    for column in range(COLUMNS):
        units = piles[at]
        if units > 0:
            bottoms |= 1 << piles[at + 1]
        _fill_column(table, piles, at, cell)
        width = 0
        while units >> width > 0:
            width += 1
        table[FIRST + column], table[FIRST + 7 + column] = cell, shift
        table[FIRST + 14 + column] = (1 << width) - 1
        hiding |= ((1 << width) - 1 & ~1) << shift
        for unit in range(units):
            table[STEP + piles[at + 1 + 2 * unit]] = 1 << shift
        state |= units << shift
        shift += width
        cell += units + 1
        at += 1 + 2 * units
    table[BOTTOMS], table[HIDING] = bottoms, hiding
    if shift > WASTE_SHIFT:
        return -1
    return state | phase(draw, waste, size) << WASTE_SHIFT


@kernel
def _fill_hand(table: DealTable, i: int, card: int) -> None:
    """Notes that `card` is the hand's `i`-th."""
    table[STEP + card] = 1 << (STOCK_SHIFT + i)
    table[BELOW + card] = table[LIFT + card] = 0
    table[WORTH + card] = 1
    byte, bit = (i >> 3) << 8, 1 << (i & 7)
    # Every pattern with this bit as its highest is one without it, and this card.
    for pattern in range(bit):
        table[STOCK + byte + bit + pattern] = table[STOCK + byte + pattern] | 1 << card


@kernel
def _fill_column(table: DealTable, piles: Numbers, at: int, cell: int) -> None:
    """Notes a column, whose number of units is at `at` in `piles`."""
    table[TOPS + cell] = table[COVER + cell] = 0
    below = covered = riders = 0
    for unit in range(piles[at]):
        card = piles[at + 1 + 2 * unit]
        covered |= 1 << card
        table[BELOW + card], table[LIFT + card] = below, 1 << card | riders
        table[WORTH + card] = 0 if unit == 0 else 5 + 2 * (2 * unit - 1)
        below, riders = 1 << card, piles[at + 2 + 2 * unit]
        table[TOPS + cell + unit + 1], table[COVER + cell + unit + 1] = below, covered
        covered |= riders


@kernel
def phase(draw: int, waste: int, size: int) -> int:
    """The waste's size where it decides which cards can be reached before the waste goes back."""
    return 0 if draw == 1 or waste % 3 == 0 or waste >= size else waste


@kernel
def hand_cards(table: DealTable, state: int) -> int:
    """The cards still in stock and waste."""
    left, cards, byte = (state & table[STOCK_MASK]) >> STOCK_SHIFT, 0, 0
    while left > 0:
        cards |= table[STOCK + byte + (left & 255)]
        left >>= 8
        byte += 256
    return cards


@kernel
def reachable(table: DealTable, state: int, cards: int) -> int:
    """Cards of the hand that can be turned to the top of the waste."""
    if table[DRAW] == 1:
        return cards
    left = (state & table[STOCK_MASK]) >> STOCK_SHIFT
    waste, found, turned = state >> WASTE_SHIFT, 0, 0
    third, later = 3, waste
    while left > 0:
        bit = left & -left
        left ^= bit
        turned += 1
        if turned in (third, later) or left == 0:
            found |= bit
            if turned == third:
                third += 3
        if turned == later and waste > 0:
            later += 3
    return _cards_at(table, found)


@kernel
def _cards_at(table: DealTable, bits: int) -> int:
    cards = byte = 0
    while bits > 0:
        cards |= table[STOCK + byte + (bits & 255)]
        bits >>= 8
        byte += 256
    return cards


@kernel
def tops_of(table: DealTable, state: int) -> int:
    """The tops of the columns."""
    tops = 0
    for column in range(COLUMNS):
        units = (state >> table[FIRST + 7 + column]) & table[FIRST + 14 + column]
        tops |= table[TOPS + table[FIRST + column] + units]
    return tops


@kernel
def originals_of(table: DealTable, state: int) -> int:
    """The cards in original places, the tops among them."""
    cards = 0
    for column in range(COLUMNS):
        units = (state >> table[FIRST + 7 + column]) & table[FIRST + 14 + column]
        cards |= table[COVER + table[FIRST + column] + units]
    return cards


class UnpackedState(NamedTuple):
    """A state taken apart."""

    state: int
    tops: int
    originals: int
    """The cards in original places, the tops among them."""
    hand: int
    turned: int
    """The cards of the hand that can be turned to the top of the waste."""


@kernel
def look(table: DealTable, state: int) -> UnpackedState:
    """Takes a state apart."""
    hand = hand_cards(table, state)
    turned = reachable(table, state, hand)
    return UnpackedState(state, tops_of(table, state), originals_of(table, state), hand, turned)


PACK = (1 << 52) - 1
KINGS = 0xF << 48
ACES = 0xF
MATES = 0x5555555555555
"""The first card of every pair of colour mates."""
BLACK = 0x3333333333333
SUIT = 0x1111111111111


@kernel
def next_home(homes: int) -> int:
    """The card that each suit would send home next."""
    return (
        1 << ((homes & 15) << 2)
        | 2 << ((homes >> 2) & 60)
        | 4 << ((homes >> 6) & 60)
        | 8 << ((homes >> 10) & 60)
    ) & PACK


@kernel
def cards_home(homes: int) -> int:
    """The cards at home."""
    return (
        ((1 << ((homes & 15) << 2)) - 1) & SUIT
        | ((1 << ((homes >> 2) & 60)) - 1) & SUIT << 1
        | ((1 << ((homes >> 6) & 60)) - 1) & SUIT << 2
        | ((1 << ((homes >> 10) & 60)) - 1) & SUIT << 3
    )


@kernel
def open_pairs(up: int, placed: int) -> int:
    """Both cards of every pair of mates of which one can be made bare.

    A pair is open if it has more cards in `up` (the cards that may be built on) than children placed.
    """
    parents = up - ((up >> 1) & MATES)
    children = placed - ((placed >> 1) & MATES)
    children = (children & BLACK) << 2 | (children >> 2) & BLACK
    surplus = parents ^ (children << 4)
    surplus = (surplus | surplus >> 1) & MATES
    return surplus | surplus << 1


@kernel
def mates_too(cards: int) -> int:
    """The cards and their colour mates."""
    pairs = (cards | cards >> 1) & MATES
    return pairs | pairs << 1


@kernel
def parents_of(pairs: int) -> int:
    """The cards that any card of these pairs of mates may be built on."""
    return ((pairs & BLACK) << 2 | (pairs >> 2) & BLACK) << 4 & PACK


@kernel
def unbroken(cards: int) -> int:
    """The cards that have all lower ones of their suits beside them, from the ace on."""
    cards &= cards << 4 | ACES
    cards &= cards << 8 | 0xFF
    cards &= cards << 16 | 0xFFFF
    return cards & (cards << 32 | 0xFFFFFFFF)


@kernel
def children_of(pairs: int) -> int:
    """The cards that may be built on any card of these pairs of mates."""
    below = pairs >> 4
    return (below & BLACK) << 2 | (below >> 2) & BLACK


@kernel
def is_safe(state: int, card: int) -> bool:
    """Whether `card`, next of its suit, can go home for good at no loss.

    The two cards that could be built on it can go home themselves, and so can whatever is on those.
    """
    rank, suit = card >> 2, card & 3
    other = (suit & 2) ^ 2
    return rank <= 1 or (
        (state >> (4 * other)) & 15 >= rank - 1
        and (state >> (4 * other + 4)) & 15 >= rank - 1
        and (state >> (4 * (suit ^ 1))) & 15 >= rank - 2
    )


@kernel
def in_a_tie(equals: int, up: int, has_space: bool) -> int:
    """Those of `equals` that are in a tie now, with the cards of `up` face up on the tableau."""
    return equals & (children_of(mates_too(up)) | (KINGS if has_space else 0))


@kernel
def equals_further_right(table: DealTable, state: int, tops: int) -> int:
    """Tops that cover as many cards (at least one) as a mate further left, or another king."""
    found = 0
    if tops & tops >> 1 & MATES == 0 and popcount(tops & KINGS) < 2:
        return found
    for right in range(1, COLUMNS):
        units = (state >> table[FIRST + 7 + right]) & table[FIRST + 14 + right]
        if units > 1:
            card = table[TOPS + table[FIRST + right] + units]
            pair = card | (card & MATES) << 1 | (card >> 1) & MATES
            if card & KINGS > 0:
                pair = KINGS
            for left in range(right):
                others = (state >> table[FIRST + 7 + left]) & table[FIRST + 14 + left]
                if others == units and table[TOPS + table[FIRST + left] + others] & pair > 0:
                    found |= card
    return found


@kernel
def left_of(table: DealTable, state: int, right: int) -> int:
    """The leftmost top that `right` equals."""
    wanted = 0
    for column in range(COLUMNS):
        units = (state >> table[FIRST + 7 + column]) & table[FIRST + 14 + column]
        if table[TOPS + table[FIRST + column] + units] == 1 << right:
            wanted = units
    for column in range(COLUMNS):
        units = (state >> table[FIRST + 7 + column]) & table[FIRST + 14 + column]
        if units == wanted:
            card = lowest(table[TOPS + table[FIRST + column] + units])
            if card ^ right == 1 or (card >= 48 and right >= 48):
                return card
    return right

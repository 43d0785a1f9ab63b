"""Hash-consing of columns: each that a search of Spider has met is stored once, a card upon a column.

A column is a number: 0 is the empty one, any other stands for its last card upon the column
beneath it, so that the runs, the worth and the mark of a column come from the one beneath at no
cost. Knows what a column is worth; must not know tables, moves or positions.

A card is `64 · face up + 16 · suit + rank`, so that the next higher one of its suit is `card + 1`.
"""

from __future__ import annotations

from game.solver.kernels.compiled import Numbers, inlined, kernel

BENEATH, CARD, RUN, WORTH, MARK, DOWN_MARK, UNDER, BURIED = range(8)
FIELDS = 8
"""A column's numbers in the store: the column beneath its last card, that card, how many cards at
its end move as one (0 when they lie face down), its worth, and two marks, all but unique: of all its
cards, and of those that lie face down; the column beneath that run, and how many lie face down."""

FACE_UP, RANK = 64, 15
UNKNOWN = 15
"""A card that nobody has seen: none has its rank, so that nothing goes on it when it is turned up."""

MASK = (1 << 58) - 1
"""Marks have 58 bits, so that ten can be added up. A mask of 63 would do nothing to a product:
compilers take that of two numbers ≥ 0 to be ≥ 0 itself, and leave the mask out."""

HIDDEN, CLEARED, SPACE, PAIR, LONGER, JOIN, BREAK, CLIMB, KING, DONE, NOISE, SEED, CROWD = range(13)
WEIGHTS = 13
"""What things are worth: see `gain`; a suit removed; how far a try strays by chance; and how far away
from where many tables were looked at."""


@inlined
def longer_run(run: int, last: int, card: int) -> int:
    """How many cards move as one when `card` was laid upon `last`, where `run` did so before."""
    if card < FACE_UP:
        return 0
    return run + 1 if card + 1 == last else 1


@inlined
def marked(mark: int, card: int) -> int:
    """The mark of a column after `card` was laid on it."""
    mark = ((mark ^ (card * 0x1E3779B97F4A7C15)) * 0x3F58476D1CE4E5B9) & MASK
    mark ^= mark >> 31
    mark = (mark * 0x14D049BB133111EB) & MASK
    return mark ^ (mark >> 29)


@kernel
def gain(weights: Numbers, last: int, run: int, card: int) -> int:
    """What `card` adds to the worth of a column that ends in `last`, in a run of `run` cards."""
    filled = -weights[SPACE] if last == 0 else 0
    if card < FACE_UP:
        return filled - weights[HIDDEN]
    if last == 0:
        return filled + weights[CLEARED] + (weights[KING] if (card & RANK) == 13 else 0)
    rise = (card & RANK) + 1 - (last & RANK)
    if last < FACE_UP:
        return 0
    if card + 1 == last:
        return weights[PAIR] + weights[LONGER] * run
    if rise == 0:
        return weights[JOIN]
    return -weights[BREAK] - (weights[CLIMB] * rise if rise > 0 else 0)


@kernel
def laid(store: Numbers, slots: Numbers, weights: Numbers, column: int, card: int) -> int:
    """The column after `card` was laid on `column`. The store must have room for one more."""
    room = len(slots) - 1
    at = marked(column, card) & room
    while slots[at]:
        known = slots[at] * FIELDS
        if store[known + BENEATH] == column and store[known + CARD] == card:
            return slots[at]
        at = (at + 1) & room
    under = column * FIELDS
    # Number 0 is the empty column, whose card tells how many columns there are.
    store[CARD] += 1
    slots[at] = store[CARD]
    made = store[CARD] * FIELDS
    last = store[under + CARD] if column else 0
    store[made + BENEATH] = column
    store[made + CARD] = card
    store[made + RUN] = longer_run(store[under + RUN], last, card)
    store[made + WORTH] = store[under + WORTH] + gain(weights, last, store[under + RUN], card)
    store[made + MARK] = marked(store[under + MARK], card)
    down = store[under + DOWN_MARK]
    store[made + DOWN_MARK] = marked(down, card) if card < FACE_UP else down
    store[made + UNDER] = column if store[made + RUN] < 2 else store[under + UNDER]
    store[made + BURIED] = store[under + BURIED] + (1 if card < FACE_UP else 0)
    return slots[at]


@kernel
def room_for(entries: int) -> int:
    """A power of two with room for so many entries, told apart by hashes, and as many gaps."""
    room = 1024
    while room < 2 * entries:
        room *= 2
    return room

"""What a tableau of Spider promises a player who is about to see a new card, by what is seen alone.

Judges the moment before a card turns up or a row is dealt: face-down cards, order in suit, spaces, and
how many of the unseen cards would find a place. Knows stored columns (see `columns`), tables, and how
many cards of each face are unseen; must not know where these lie, nor how a table came about.
"""

from __future__ import annotations

from game.solver.kernels.compiled import Numbers, kernel, popcount
from game.solver.spider.columns import BENEATH, CARD, FACE_UP, FIELDS, RANK, RUN
from game.solver.spider.tables import COLUMNS, REMOVED, SUIT, TABLE

FACE_DOWN = 0
"""Six numbers: what a column is worth with none, one, up to five or more of its cards face down."""
ROW, SPACE, A_SPACE, TWO_SPACES, PAIR, LONGER, JOIN, BREAK = range(6, 14)
RUN_UPON, CARD_UPON, BREAK_UPON, KING_UPON, NEAR, KING_FIRST, ONE_RUN, ITS_CARDS = range(14, 22)
LONE, ACE, LONG_RUN, RANKS, TAKEN, TAKEN_IN_SUIT, MOVABLE, COMPLETE = range(22, 30)
COUNTED = 30
"""What else counts: a row about to be dealt; each space, the first one and the second besides; pairs in
suit, and for each the cards that they prolong; joins of other suits; other cards upon one another; runs,
cards, such others and a king first upon face-down cards, and how near these are; a king first in a
column without, a column of one run, and each of its cards; a card turned up in a column of its own; an ace
at an end; an end of five or more in suit; the ranks at the ends; the share of the unseen cards that some
end takes, and that one takes in suit; ends that can be moved; suits removed. All in hundredths."""
LONG = 5

BY_RANK, ALL = 64, 80
"""Where, behind the numbers of unseen cards by face, those by rank stand, and that of all."""
UNSEEN = 81


@kernel
def count_unseen(layout: Numbers, unseen: Numbers) -> None:
    """Counts the unseen cards of a layout into `unseen`, a row of zeros."""
    at = 2 + COLUMNS * layout[1]
    for i in range(2, at):
        unseen[layout[i] & (FACE_UP - 1)] += 1
    for _ in range(COLUMNS):
        for i in range(at + 1, at + 1 + layout[at]):
            if layout[i] < FACE_UP:
                unseen[layout[i]] += 1
        at += layout[at] + 1
    for card in range(BY_RANK):
        unseen[BY_RANK + (card & RANK)] += unseen[card]
        unseen[ALL] += unseen[card]


@kernel
def of_column(store: Numbers, worths: Numbers, column: int) -> int:
    """What a column promises by itself, if it is not empty; without face-up cards it has those to come."""
    promise = worths[LONG_RUN] if store[column * FIELDS + RUN] >= LONG else 0
    runs, run, cards, breaks, down, above = 1, 1, 0, 0, 0, 0
    while column:
        card = store[column * FIELDS + CARD]
        column = store[column * FIELDS + BENEATH]
        if card < FACE_UP:
            down += 1
            continue
        cards += 1
        if above:
            if above + 1 == card:
                promise += worths[PAIR] + worths[LONGER] * run
                run += 1
            else:
                is_join = (above & RANK) + 1 == card & RANK
                promise += worths[JOIN] if is_join else worths[BREAK]
                breaks += 0 if is_join else 1
                runs, run = runs + 1, 1
        elif card & RANK == 1:
            promise += worths[ACE]
        above = card
    promise += worths[FACE_DOWN + min(down, 5)]
    is_king = (above & RANK) == SUIT
    if cards == 0:
        return promise + (0 if down else worths[LONE])
    if down:
        promise += worths[RUN_UPON] * runs + worths[CARD_UPON] * cards + worths[BREAK_UPON] * breaks
        return promise + worths[NEAR] // (runs + down) + (worths[KING_UPON] if is_king else 0)
    promise += worths[KING_FIRST] if is_king else 0
    return promise + (worths[ONE_RUN] + worths[ITS_CARDS] * cards if runs == 1 else 0)


@kernel
def promise(
    store: Numbers, tables: Numbers, table: int, kind: int, worths: Numbers, unseen: Numbers, known: Numbers
) -> int:
    """What a table promises whose column `kind` has just turned up a card, or to which a row is dealt.

    `known` has room for a number for each column in the store, zero until it is known.
    """
    at = table * TABLE
    spaces, ranks, ends = 0, 0, 0
    total = worths[COMPLETE] * tables[at + REMOVED] + (worths[ROW] if kind == COLUMNS else 0)
    taken, in_suit = 0, 0
    for place in range(COLUMNS):
        column = tables[at + place]
        if place == kind:
            # What has turned up is not to be known yet.
            column = store[column * FIELDS + BENEATH]
        elif column == 0:
            spaces += 1
            continue
        if known[column] == 0:
            known[column] = 2 * of_column(store, worths, column) + 1
        total += known[column] >> 1
        if place == kind:
            continue
        end = store[column * FIELDS + CARD] - FACE_UP
        bit = 1 << end
        if ends & bit == 0:
            ends |= bit
            in_suit += unseen[end - 1]
        bit = 1 << (end & RANK)
        if ranks & bit == 0:
            ranks |= bit
            taken += unseen[BY_RANK + (end & RANK) - 1]
    if kind < COLUMNS and unseen[ALL]:
        total += (worths[TAKEN] * taken + worths[TAKEN_IN_SUIT] * in_suit) // unseen[ALL]
    for place in range(COLUMNS):
        column = tables[at + place]
        if column and place != kind:
            first = (store[column * FIELDS + CARD] & RANK) + store[column * FIELDS + RUN] - 1
            total += worths[MOVABLE] * (ranks >> (first + 1) & 1)
    total += worths[RANKS] * popcount(ranks & ~2) + worths[SPACE] * spaces
    return total + (worths[A_SPACE] if spaces else 0) + (worths[TWO_SPACES] if spaces > 1 else 0)

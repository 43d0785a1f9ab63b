"""Judge of Spider: what a tableau promises a player who is about to see a new card, by what is seen alone.

A net of 8,155 numbers for each number of suits, learned from the program's own games (`python -m
tools.spider_judge`). What is told of each column goes through 24 units, which are kept with the stored
column; their sum and what is told of the table go through 64 to three shares: of games won, of cards turned
up in the end, and of suits removed.

One of the things that it is told is a sum made by hand: face-down cards, order in suit, spaces, and how many
of the unseen cards would find a place. The sum plays the first games that are learned from. Its worths come
from 22 rounds of cross-entropy on games of four suits (36 to 40 draws, 100 to 240 games each, by wins and
cards turned up); without kings, aces, and cards and breaks upon face-down cards fewer are won.

Who takes the best way each time, without a look further, wins with four suits:

    by the order in which the search takes tables, 2,000 tables                23 of 294,  7.8 % (5.3–11.5)
    by the sum, 1,000 / 2,000 / 6,000 tables                                   26 of 200, 29 of 150, 34 of 150
        20,000, deals that nothing was chosen by                               61 of 300, 20.3 % (16.2–25.2)
        150,000                                                                11 of 80 (20,000: 16)
        and the best of four by samples of how the unseen cards may lie,
        by games played out, or by the mean of the sum after eight cards       no gain, or fewer
    by worths from a regression on how games ended, 300 tables, three turns    8, 22, 11 of 400 (sum: 20)
    by the net, 1,000 tables, 1,000 deals (C++, another net: 203)              191
        by the mean of these two nets; by the net and 0.3 of the sum           200; 192

So neither noise of learning nor the sum is what the net lacks. With fewer suits it learns more slowly: by the
sum 50 % of games with two suits are won at 400 tables, by the net 31 % after 3,000 games of learning, 44 %
after 7,000 and 53 % after 13,000; with one suit 82 %, then 66 %, and 88 % after 7,800.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from zlib import crc32

from game.solver.answer import SolverError
from game.solver.kernels.compiled import (
    IS_COMPILED,
    Numbers,
    Reals,
    add_scaled,
    kernel,
    popcount,
    real_row,
)
from game.solver.spider.features import (
    ALL,
    BY_HAND,
    BY_RANK,
    OF_COLUMN,
    OF_TABLE,
    SHOWN,
    describe_column,
    describe_table,
)
from game.solver.spider.tables import (
    BENEATH,
    CARD,
    COLUMNS,
    FACE_UP,
    FIELDS,
    RANK,
    REMOVED,
    RUN,
    SUIT,
    WEIGHTS,
)

FACE_DOWN = WEIGHTS
"""Six numbers, behind the weights of the search: what a column is worth with none, one, up to five or more
of its cards face down."""
ROW, SPACE, A_SPACE, TWO_SPACES, PAIR, LONGER, JOIN, BREAK = range(WEIGHTS + 6, WEIGHTS + 14)
RUN_UPON, CARD_UPON, BREAK_UPON, KING_UPON = range(WEIGHTS + 14, WEIGHTS + 18)
NEAR, KING_FIRST, ONE_RUN, ITS_CARDS = range(WEIGHTS + 18, WEIGHTS + 22)
LONE, ACE, LONG_RUN, RANKS, TAKEN, TAKEN_IN_SUIT, MOVABLE, COMPLETE = range(WEIGHTS + 22, WEIGHTS + 30)
COUNTED = WEIGHTS + 30
"""Other weighted terms: a row about to be dealt; each space, the first one and the second besides; pairs in
suit, and for each the cards that they prolong; joins of other suits; other cards upon one another; runs,
cards, such others and a king first upon face-down cards, and how near these are; a king first in a
column without, a column of one run, and each of its cards; a card turned up in a column of its own; an ace
at an end; an end of five or more in suit; the ranks at the ends; the share of the unseen cards that some
end takes, and that one takes in suit; ends that can be moved; suits removed. All in hundredths."""
LONG = 5


@kernel
def of_column(store: Numbers, weights: Numbers, column: int) -> int:
    """Value of a column by itself; a card just turned up does not count, as it is not known yet."""
    if column == 0:
        return 0
    if store[column * FIELDS + CARD] == SHOWN:
        column = store[column * FIELDS + BENEATH]
    promise = weights[LONG_RUN] if store[column * FIELDS + RUN] >= LONG else 0
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
                promise += weights[PAIR] + weights[LONGER] * run
                run += 1
            else:
                is_join = (above & RANK) + 1 == card & RANK
                promise += weights[JOIN] if is_join else weights[BREAK]
                breaks += 0 if is_join else 1
                runs, run = runs + 1, 1
        elif card & RANK == 1:
            promise += weights[ACE]
        above = card
    promise += weights[FACE_DOWN + min(down, 5)]
    is_king = (above & RANK) == SUIT
    if cards == 0:
        return promise + (0 if down else weights[LONE])
    if down:
        promise += weights[RUN_UPON] * runs + weights[CARD_UPON] * cards + weights[BREAK_UPON] * breaks
        return promise + weights[NEAR] // (runs + down) + (weights[KING_UPON] if is_king else 0)
    promise += weights[KING_FIRST] if is_king else 0
    return promise + (weights[ONE_RUN] + weights[ITS_CARDS] * cards if runs == 1 else 0)


@kernel
def promise_besides(
    store: Numbers, tables: Numbers, table: int, is_row: int, weights: Numbers, unseen: Numbers
) -> int:
    """Value of a table besides its columns, where one has just turned up a card, or before a row."""
    spaces, ranks, ends = 0, 0, 0
    total = weights[COMPLETE] * tables[table + REMOVED] + weights[ROW] * is_row
    taken, in_suit = 0, 0
    for place in range(COLUMNS):
        column = tables[table + place] * FIELDS
        if column == 0:
            spaces += 1
        if column == 0 or store[column + CARD] == SHOWN:
            continue
        end = store[column + CARD] - FACE_UP
        bit = 1 << end
        if ends & bit == 0:
            ends |= bit
            in_suit += unseen[end - 1]
        bit = 1 << (end & RANK)
        if ranks & bit == 0:
            ranks |= bit
            taken += unseen[BY_RANK + (end & RANK) - 1]
    if is_row == 0 and unseen[ALL]:
        total += (weights[TAKEN] * taken + weights[TAKEN_IN_SUIT] * in_suit) // unseen[ALL]
    for place in range(COLUMNS):
        column = tables[table + place] * FIELDS
        if column and store[column + CARD] != SHOWN:
            first = (store[column + CARD] & RANK) + store[column + RUN] - 1
            total += weights[MOVABLE] * (ranks >> (first + 1) & 1)
    total += weights[RANKS] * popcount(ranks & ~2) + weights[SPACE] * spaces
    return total + (weights[A_SPACE] if spaces else 0) + (weights[TWO_SPACES] if spaces > 1 else 0)


COLUMN_UNITS, UNITS, SHARES = 24, 64, 3
KEPT = COLUMN_UNITS + 1
"""Size of the data kept of a stored column: its units, and its value by the sum made by hand."""
INPUTS = COLUMN_UNITS + OF_TABLE
"""A net's numbers: those by which what is told of a column counts for each of its units, and what these have
besides; the same for the units of the table, and for the shares."""
OF_COLUMN_UNITS = OF_COLUMN * COLUMN_UNITS
BY_INPUTS = OF_COLUMN_UNITS + COLUMN_UNITS
OF_UNITS = BY_INPUTS + INPUTS * UNITS
BY_UNITS = OF_UNITS + UNITS
OF_SHARES = BY_UNITS + UNITS * SHARES
NET = OF_SHARES + SHARES

TOLD, AT_TABLE, HIDDEN = OF_COLUMN, OF_COLUMN + COLUMN_UNITS, OF_COLUMN + INPUTS
SHARED = HIDDEN + UNITS
SUMS = SHARED + SHARES
"""Where a work space has the inputs of a table behind those of a column (what its columns' units come to, and
what is told of it), then its units, then the shares."""

WON, TURNED_UP, SUITS_REMOVED = 1.0, 0.3, 0.2
"""Weights of the three shares in a promise."""
UNIT = 1_000_000_000
"""Unit of values: parts of 1."""


@kernel
def embed(store: Numbers, column: int, weights: Numbers, net: Reals, sums: Reals, embedded: Reals) -> None:
    """Keeps what a column promises by hand, and its units if there is a net."""
    at = column * KEPT
    embedded[at + COLUMN_UNITS] = of_column(store, weights, column)
    if len(net) == 0:
        return
    describe_column(store, column, sums)
    for unit in range(COLUMN_UNITS):
        embedded[at + unit] = net[OF_COLUMN_UNITS + unit]
    for i in range(OF_COLUMN):
        if sums[i] != 0.0:
            add_scaled(embedded, at, sums[i], net, i * COLUMN_UNITS, COLUMN_UNITS)
    for unit in range(at, at + COLUMN_UNITS):
        embedded[unit] = max(embedded[unit], 0.0)


@kernel
def judged(
    store: Numbers, tables: Numbers, table: int, is_row: int, unseen: Numbers, weights: Numbers, net: Reals,
    known: Numbers, embedded: Reals, notes: Numbers, sums: Reals,
) -> int:  # fmt: skip
    """Evaluates a table after a reveal or before a row; with fixed weights without a net.

    What the net is told and tells is in `sums`; `known` and `embedded` keep what is told of the columns in
    the store.
    """
    by_hand = promise_besides(store, tables, table, is_row, weights, unseen)
    for place in range(table, table + COLUMNS):
        column = tables[place]
        if known[column] == 0:
            embed(store, column, weights, net, sums, embedded)
            known[column] = 1
        by_hand += int(embedded[column * KEPT + COLUMN_UNITS])
    if len(net) == 0:
        return by_hand
    for unit in range(TOLD, TOLD + COLUMN_UNITS):
        sums[unit] = 0.0
    for place in range(table, table + COLUMNS):
        add_scaled(sums, TOLD, 1.0, embedded, tables[place] * KEPT, COLUMN_UNITS)
    describe_table(store, tables, table, is_row, unseen, notes, sums, AT_TABLE)
    sums[AT_TABLE + BY_HAND] = by_hand / 20_000
    return int(UNIT * promised(net, sums))


@kernel
def promised(net: Reals, sums: Reals) -> float:
    """What the net promises where the units of the table get the inputs in `sums`."""
    for unit in range(UNITS):
        sums[HIDDEN + unit] = net[OF_UNITS + unit]
    for i in range(INPUTS):
        if sums[TOLD + i] != 0.0:
            add_scaled(sums, HIDDEN, sums[TOLD + i], net, BY_INPUTS + i * UNITS, UNITS)
    for share in range(SHARES):
        total = net[OF_SHARES + share]
        for unit in range(UNITS):
            total += max(sums[HIDDEN + unit], 0.0) * net[BY_UNITS + unit * SHARES + share]
        sums[SHARED + share] = 1 / (1 + math.exp(-total))
    return WON * sums[SHARED] + TURNED_UP * sums[SHARED + 1] + SUITS_REMOVED * sums[SHARED + 2]


_HEADER = re.compile(rb"patience-judge 1\nsuits ([124])\nlearned ([^\n]*)\ncheck ([0-9a-f]{8})\n\n")


def file_of(suits: int) -> Path:
    """File of the judge of games with a number of suits."""
    return Path(__file__).with_name(f"{suits}-suits.judge")


@cache
def net_for(suits: int) -> Reals:
    """Learned weights for games with a number of suits; none where the sum made by hand judges.

    That is where nothing is compiled, with two suits and one: by the few tables for which there is time then
    the net wins 42 and 82 of 100 games, by 2,000 tables the sum wins 53 and 90.

    Raises:
        SolverError: their file is missing or damaged.
    """
    if suits < 4 and not IS_COMPILED:
        return real_row(())
    file = file_of(suits)
    try:
        return real_row(read_judge(file.read_bytes(), suits))
    except OSError as wrong:
        raise SolverError(f"{file.name} cannot be read: {wrong.strerror}") from wrong


def read_judge(data: bytes, suits: int) -> Sequence[float]:
    """The numbers of a judge's file.

    Raises:
        SolverError: it is damaged, or of another number of suits.
    """
    match = _HEADER.match(data)
    body = data[match.end() :] if match else b""
    is_whole = match is not None and len(body) == 4 * NET and crc32(body) == int(match[3], 16)
    if match is None or not is_whole or int(match[1]) != suits:
        raise SolverError(f"The judge of Spider with {suits} suits is damaged")
    return struct.unpack(f"<{NET}f", body)


def judge_bytes(net: Sequence[float], suits: int, learned: str) -> bytes:
    """Returns the file of a judge; `learned` says in one line how it was learned."""
    body = struct.pack(f"<{NET}f", *net)
    return f"patience-judge 1\nsuits {suits}\nlearned {learned}\ncheck {crc32(body):08x}\n\n".encode() + body

"""A judge of Spider: what a tableau promises a player who is about to see a new card, by what is seen alone.

A net of 8,155 numbers, learned from the program's own games (`python -m tools.spider_judge`). What is told of
each column goes through 24 units, which are kept with the stored column; their sum and what is told of the
table go through 64 to three shares: of games won, of cards turned up in the end, and of suits removed.
Knows what it is told (see `features`, `promise`) and the file of its numbers; must not know rules or moves.
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
from game.solver.kernels.compiled import Numbers, Reals, add_scaled, inlined, kernel, real_row
from game.solver.spider.features import BY_HAND, OF_COLUMN, OF_TABLE, describe_column, describe_table
from game.solver.spider.promise import of_column, promise_besides
from game.solver.spider.tables import COLUMNS

COLUMN_UNITS, UNITS, SHARES = 24, 64, 3
KEPT = COLUMN_UNITS + 1
"""What is kept of a stored column: its units, and what it promises by the sum made by hand."""
INPUTS = COLUMN_UNITS + OF_TABLE
"""A net's numbers: those by which what is told of a column counts for each of its units, and what these have
besides; the same for the units of the table, and for the shares."""
OF_COLUMN_UNITS = OF_COLUMN * COLUMN_UNITS
BY_INPUTS = OF_COLUMN_UNITS + COLUMN_UNITS
OF_UNITS = BY_INPUTS + INPUTS * UNITS
BY_UNITS = OF_UNITS + UNITS
OF_SHARES = BY_UNITS + UNITS * SHARES
NET = OF_SHARES + SHARES

TOLD, HIDDEN = OF_COLUMN, OF_COLUMN + INPUTS
SHARED = HIDDEN + UNITS
SUMS = SHARED + SHARES
"""Where a work space has the inputs of a table behind those of a column, then its units, then the shares."""

WON, TURNED_UP, SUITS_REMOVED = 1.0, 0.3, 0.2
"""What the three shares count for in a promise."""
UNIT = 1_000_000_000
"""A promise is told in so many parts of 1."""


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
    """What a table is worth that has just turned up a card, or before a row; without a net by hand.

    What the net tells is in `sums`; `known` and `embedded` keep what is told of the columns in the store.
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
    describe_table(store, tables, table, is_row, unseen, notes, sums, TOLD + COLUMN_UNITS)
    sums[TOLD + COLUMN_UNITS + BY_HAND] = by_hand / 20_000
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
    return int(UNIT * worth_of(sums[SHARED], sums[SHARED + 1], sums[SHARED + 2]))


@inlined
def worth_of(won: float, turned_up: float, removed: float) -> float:
    """What the three shares are worth together."""
    return WON * won + TURNED_UP * turned_up + SUITS_REMOVED * removed


_HEADER = re.compile(rb"patience-judge 1\nsuits ([124])\nlearned ([^\n]*)\ncheck ([0-9a-f]{8})\n\n")


def file_of(suits: int) -> Path:
    """Where the judge of games of so many suits stands."""
    return Path(__file__).with_name(f"{suits}-suits.judge")


LEARNED = (4,)
"""The numbers of suits for which a net has been learned; with others the sum made by hand judges."""


@cache
def net_for(suits: int) -> Reals:
    """The numbers learned for games of so many suits; none where nothing was learned.

    Raises:
        SolverError: their file is missing or damaged.
    """
    file = file_of(suits)
    try:
        return real_row(read_judge(file.read_bytes(), suits) if suits in LEARNED else ())
    except OSError as wrong:
        raise SolverError(f"{file.name} cannot be read: {wrong.strerror}") from wrong


def read_judge(data: bytes, suits: int) -> Sequence[float]:
    """The numbers of a judge's file.

    Raises:
        SolverError: it is damaged, or of another number of suits.
    """
    match = _HEADER.match(data)
    told = data[match.end() :] if match else b""
    is_whole = match is not None and len(told) == 4 * NET and crc32(told) == int(match[3], 16)
    if match is None or not is_whole or int(match[1]) != suits:
        raise SolverError(f"The judge of Spider with {suits} suits is damaged")
    return struct.unpack(f"<{NET}f", told)


def judge_bytes(net: Sequence[float], suits: int, learned: str) -> bytes:
    """The file of a judge; `learned` tells in one line how that was."""
    told = struct.pack(f"<{NET}f", *net)
    return f"patience-judge 1\nsuits {suits}\nlearned {learned}\ncheck {crc32(told):08x}\n\n".encode() + told

"""Tables of Spider made of hash-consed columns, and what a move does to one.

Knows stored columns (see `columns`) and the rules; must not know how a table is
chosen or judged. A layout, which is how a table is given, is a row of numbers: the suits
removed, the rows left, their cards in dealing order, then for each column its length and its
cards, bottom first.

A move is `256 · source + 16 · target + count`, with columns from 0; DEAL deals a row. Tables
are kept one after the other in one long row of numbers, and each knows whence it came.
"""

from __future__ import annotations

from game.solver.kernels.compiled import Numbers, kernel
from game.solver.spider.columns import BENEATH, CARD, FACE_UP, FIELDS, RUN, laid

COLUMNS, SUIT, SUITS = 10, 13, 8
ROWS, REMOVED, DOWN, VALUE, KEY, ORIGIN = range(10, 16)
"""After its ten columns, a table's numbers are: rows left, suits removed, cards face down, its
worth, a key all but unique, and `4096 · table before + move`, of which the first table has -1."""
TABLE = 16

DEAL = 0xFFF
REMOVE = 15
"""The target of a move that removes the complete suit at the end of its source."""


@kernel
def turned_up(store: Numbers, slots: Numbers, weights: Numbers, column: int) -> int:
    """The column with its last card face up."""
    card = store[column * FIELDS + CARD]
    if column == 0 or card >= FACE_UP:
        return column
    return laid(store, slots, weights, store[column * FIELDS + BENEATH], card + FACE_UP)


@kernel
def without(store: Numbers, column: int, count: int) -> int:
    """The column without its last `count` cards."""
    for _ in range(count):
        column = store[column * FIELDS + BENEATH]
    return column


@kernel
def set_out(layout: Numbers, store: Numbers, slots: Numbers, weights: Numbers, tables: Numbers) -> None:
    """Makes the first table of a layout."""
    at = 2 + COLUMNS * layout[1]
    for place in range(COLUMNS):
        column = 0
        for i in range(at + 1, at + 1 + layout[at]):
            tables[DOWN] += 1 if layout[i] < FACE_UP else 0
            column = laid(store, slots, weights, column, layout[i])
        at += layout[at] + 1
        tables[place] = column
    tables[ROWS] = layout[1]
    tables[REMOVED] = layout[0]
    tables[ORIGIN] = -1


@kernel
def remove_suits(
    store: Numbers, slots: Numbers, weights: Numbers, tables: Numbers, table: int, place: int
) -> None:
    """Removes complete suits while one ends the column; not when too few cards would be left to deal upon."""
    rows = tables[table + ROWS]
    while store[tables[table + place] * FIELDS + RUN] >= SUIT:
        if rows and 104 - 10 * rows - 13 * tables[table + REMOVED] < SUIT + COLUMNS:
            return
        tables[table + REMOVED] += 1
        uncover(store, slots, weights, tables, table, place, SUIT)


@kernel
def uncover(
    store: Numbers, slots: Numbers, weights: Numbers, tables: Numbers, table: int, place: int, count: int
) -> None:
    """Takes `count` cards off a column and turns up the card beneath."""
    bare = without(store, tables[table + place], count)
    column = turned_up(store, slots, weights, bare)
    tables[table + DOWN] -= column != bare
    tables[table + place] = column


@kernel
def play(
    store: Numbers, slots: Numbers, weights: Numbers, layout: Numbers, tables: Numbers, made: int, origin: int
) -> None:
    """Makes table `made` by the move of `origin` from the table before; its worth and key are not set."""
    table, move = made * TABLE, origin & DEAL
    before = (origin >> 12) * TABLE
    for i in range(TABLE):
        tables[table + i] = tables[before + i]
    tables[table + ORIGIN] = origin
    source, target, count = move >> 8, (move >> 4) & 15, move & 15
    if move == DEAL:
        row = 2 + COLUMNS * (layout[1] - tables[table + ROWS])
        tables[table + ROWS] -= 1
        for place in range(COLUMNS):
            tables[table + place] = laid(store, slots, weights, tables[table + place], layout[row + place])
    elif target == REMOVE:
        tables[table + REMOVED] += 1
        uncover(store, slots, weights, tables, table, source, count)
    else:
        card = store[tables[table + source] * FIELDS + CARD] + count - 1
        uncover(store, slots, weights, tables, table, source, count)
        for i in range(count):
            tables[table + target] = laid(store, slots, weights, tables[table + target], card - i)


@kernel
def trace(tables: Numbers, made: int, line: Numbers) -> None:
    """Writes how a table came about: how many moves, the suits removed, then the moves, last first."""
    line[0], line[1] = 0, tables[made * TABLE + REMOVED]
    while made:
        line[2 + line[0]] = tables[made * TABLE + ORIGIN] & DEAL
        line[0] += 1
        made = tables[made * TABLE + ORIGIN] >> 12

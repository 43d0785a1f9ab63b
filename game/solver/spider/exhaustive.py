"""Exhaustive search of Spider endgames, breadth first: a win, or that there is none.

The only part that may claim that a table cannot be won, so it takes all legal moves, and compares
tables column by column, never by a hash alone. Once the stock is empty the order of the columns
makes no difference: tables are then compared with their columns sorted, and of the spaces the
first will do. Knows tables (see `tables`); must not know what one is worth.
"""

from __future__ import annotations

from game.solver.kernels.compiled import Numbers, kernel, numbers
from game.solver.spider.columns import BENEATH, CARD, FACE_UP, FIELDS, RANK, RUN, WEIGHTS, marked, room_for
from game.solver.spider.tables import (
    COLUMNS,
    DEAL,
    REMOVE,
    REMOVED,
    ROWS,
    SUIT,
    SUITS,
    TABLE,
    play,
    set_out,
    trace,
)

WON, LOST, UNDECIDED = 1, -1, 0
COLUMNS_PER_TABLE = 10
"""New columns that a table makes at most on average; with more the search gives up."""
ROOM = 100
"""New columns that one table may make at most, and those of the first."""


@kernel
def is_new(tables: Numbers, sorted_columns: Numbers, seen: Numbers, made: int) -> bool:
    """Whether a table is none of those noted before; it is then noted."""
    table, mine = made * TABLE, made * COLUMNS
    for i in range(COLUMNS):
        at = mine + i
        while tables[table + ROWS] == 0 and at > mine and sorted_columns[at - 1] > tables[table + i]:
            sorted_columns[at] = sorted_columns[at - 1]
            at -= 1
        sorted_columns[at] = tables[table + i]
    mark = tables[table + ROWS]
    for i in range(mine, mine + COLUMNS):
        mark = marked(mark, sorted_columns[i])
    room = len(seen) - 1
    at = (mark >> 20) & room
    while seen[at]:
        other = seen[at] - 1
        same = tables[other * TABLE + ROWS] == tables[table + ROWS]
        for i in range(COLUMNS):
            same = same and sorted_columns[other * COLUMNS + i] == sorted_columns[mine + i]
        if same:
            return False
        at = (at + 1) & room
    seen[at] = made + 1
    return True


@kernel
def list_moves(store: Numbers, tables: Numbers, table: int, moves: Numbers) -> int:
    """Writes every legal move of a table into `moves`, those aside that change nothing; returns how many."""
    found, first_space, last = 0, -1, tables[table + ROWS] == 0
    for place in range(COLUMNS - 1, -1, -1):
        if tables[table + place] == 0:
            first_space = place
    if not last and first_space < 0:
        moves[found] = DEAL
        found += 1
    for source in range(COLUMNS):
        column = left = tables[table + source]
        run = store[column * FIELDS + RUN]
        if run == SUIT:
            moves[found] = source << 8 | REMOVE << 4 | SUIT
            found += 1
        for count in range(1, run + 1):
            rank = store[left * FIELDS + CARD] & RANK
            left = store[left * FIELDS + BENEATH]
            for target in range(COLUMNS):
                ground = tables[table + target]
                if ground:
                    card = store[ground * FIELDS + CARD]
                    fits = target != source and (card & RANK) == rank + 1 and card >= FACE_UP
                else:
                    fits = not last or (target == first_space and left != 0)
                if fits:
                    moves[found] = source << 8 | target << 4 | count
                    found += 1
    return found


@kernel
def exhaust(layout: Numbers, most: int, stop: Numbers, looked_at: Numbers, line: Numbers) -> int:
    """WON with the shortest line, LOST when all tables were seen, or UNDECIDED after `most`.

    `line` is written by `trace`; looked_at[0] becomes the number of tables.
    """
    columns = most * COLUMNS_PER_TABLE + 2 * ROOM
    store, slots = numbers((columns + ROOM) * FIELDS), numbers(room_for(columns))
    tables, sorted_columns = numbers((most + 2) * TABLE), numbers((most + 2) * COLUMNS)
    seen, moves, weights = numbers(room_for(most)), numbers(COLUMNS * COLUMNS * SUIT), numbers(WEIGHTS)
    set_out(layout, store, slots, weights, tables)
    is_new(tables, sorted_columns, seen, 0)
    made, at = 1, 0
    while at < made:
        found = list_moves(store, tables, at * TABLE, moves)
        for i in range(found):
            if made > most or stop[0] or store[CARD] > columns:
                looked_at[0] = made
                return UNDECIDED
            play(store, slots, weights, layout, tables, made, at << 12 | moves[i])
            if tables[made * TABLE + REMOVED] == SUITS:
                trace(tables, made, line)
                looked_at[0] = made
                return WON
            if is_new(tables, sorted_columns, seen, made):
                made += 1
        at += 1
    looked_at[0] = made
    return LOST

"""Best-first search of what can be done at Spider before the next card is seen: turn one up, or deal.

Looks at the tableau alone: face-down cards are all the same to it, and so is what a row brings. For each
column two ways to its next face-down card are kept, that which promises most (see `judge`) and the shortest,
and likewise two to the next row. Knows tables; must not know where an unseen card lies, nor how a way
is chosen among others (see `further`).
"""

from __future__ import annotations

from game.solver.kernels.compiled import Numbers, Reals, kernel
from game.solver.spider.columns import CARD, FIELDS, SPACE, WORTH
from game.solver.spider.features import SHOWN
from game.solver.spider.judge import judged
from game.solver.spider.search import FIRST, GRADES, ROOM, WAITING, expand, is_new, rate, reach, take
from game.solver.spider.tables import COLUMNS, DOWN, KEY, ROWS, TABLE, set_out

LONGEST = 100
"""Moves of a way; longer ones are passed over."""
A_ROW, NOTHING = COLUMNS, COLUMNS + 1
KINDS = COLUMNS + 1
"""One for each column, and that to a row."""

BEST, PROMISE, MOVES, SHORTEST, SHORT_PROMISE, FEWEST_MOVES = range(6)
FOUND = 6
"""What is found of each kind: the table that promises most, or -1, what it promises, and by how many moves;
and the same of the one with the shortest way."""


@kernel
def clear(weights: Numbers, store: Numbers, slots: Numbers, known: Numbers) -> None:
    """Empties a store of columns."""
    for i in range(len(slots)):
        slots[i] = 0
    for i in range(len(known)):
        known[i] = 0
    for i in range(FIELDS):
        store[i] = 0
    store[WORTH] = weights[SPACE]


@kernel
def begin(layout: Numbers, weights: Numbers, store: Numbers, slots: Numbers, tables: Numbers) -> None:
    """Sets out a layout as the first table."""
    tables[DOWN] = 0
    set_out(layout, store, slots, weights, tables)


@kernel
def look(
    layout: Numbers, weights: Numbers, net: Reals, unseen: Numbers, most: int, found: Numbers,
    store: Numbers, slots: Numbers, tables: Numbers, queues: Numbers, seen: Numbers, moves: Numbers,
    lengths: Numbers, known: Numbers, embedded: Reals, notes: Numbers, sums: Reals,
) -> int:  # fmt: skip
    """Writes what is found from the first table into `found`; returns what the best promises, -1 for none."""
    rows, made, at, best = tables[ROWS], 1, 0, -1
    waiting, columns = len(moves) // 2 - ROOM, len(known) - ROOM
    for i in range(rows * GRADES, (rows + 1) * GRADES):
        queues[i] = 0
    for i in range(len(seen)):
        seen[i] = 0
    for kind in range(KINDS):
        found[kind * FOUND] = -1
    queues[FIRST + rows], queues[WAITING], lengths[0] = GRADES, 0, 0
    rate(store, weights, tables, 0)
    is_new(seen, tables[KEY])
    while True:
        # A table is looked at when it is made; the first one is there already.
        kind = shown_by(store, tables, at)
        if kind < NOTHING and lengths[at] < LONGEST:
            worth = judged(
                store, tables, at * TABLE, 1 if kind == A_ROW else 0, unseen, weights, net,
                known, embedded, notes, sums,
            )  # fmt: skip
            note(found, kind, at, worth, lengths[at])
            best = max(best, worth)
        if kind >= A_ROW:
            expand(store, weights, layout, tables, at, seen, queues, moves)
        if made >= most or queues[WAITING] > waiting or store[CARD] > columns:
            return best
        origin = take(queues, moves, rows)
        if origin < 0:
            return best
        reach(store, slots, weights, layout, tables, made, origin)
        at = made
        lengths[at] = lengths[origin >> 12] + 1
        made += 1


@kernel
def shown_by(store: Numbers, tables: Numbers, table: int) -> int:
    """The column in which a table's last move turned a card up; A_ROW, or NOTHING if none can be dealt."""
    kind = A_ROW if tables[table * TABLE + ROWS] else NOTHING
    for place in range(COLUMNS):
        column = tables[table * TABLE + place]
        if column == 0:
            kind = NOTHING
        elif store[column * FIELDS + CARD] == SHOWN:
            return place
    return kind


@kernel
def note(found: Numbers, kind: int, table: int, worth: int, length: int) -> None:
    """Notes a table that is the best or the soonest reached of its kind."""
    at = kind * FOUND
    is_first = found[at] < 0
    if (
        is_first
        or worth > found[at + PROMISE]
        or (worth == found[at + PROMISE] and length < found[at + MOVES])
    ):
        found[at + BEST], found[at + PROMISE], found[at + MOVES] = table, worth, length
    at += SHORTEST
    if is_first or length < found[at + 2] or (length == found[at + 2] and worth > found[at + 1]):
        found[at], found[at + 1], found[at + 2] = table, worth, length

"""The fewest moves to a table that a search of Spider has met, its columns in any order.

A search that goes on from the most promising table comes to a good one by detours. Its tables are searched
once more, breadth first, by all moves that lead from one to another.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from game.solver.kernels.compiled import Numbers, kernel, lowest, numbers
from game.solver.spider.features import SHOWN
from game.solver.spider.search import OPEN_ON, note_ends
from game.solver.spider.tables import (
    BENEATH,
    CARD,
    COLUMNS,
    DEAL,
    FACE_UP,
    FIELDS,
    KEY,
    MARK,
    MASK,
    ORIGIN,
    RANK,
    ROWS,
    RUN,
    TABLE,
    marked,
    room_for,
    without,
)

A_ROW, NOTHING = COLUMNS, COLUMNS + 1
"""Results of `shown_by` besides the number of a column: a row to deal, or nothing new to show."""


@kernel
def shortest(store: Numbers, queues: Numbers, tables: Numbers, made: int, came: Numbers) -> None:
    """Finds the fewest moves to each of the tables made, over these tables, breadth first.

    The columns of a table may lie in any order. Writes into `came` for each table the one before and the
    move. What completes a suit is known of the moves alone by which the tables were made.
    """
    known, order, first, met = numbers(room_for(made)), numbers(made), 0, 1
    child, sibling, room = numbers(made), numbers(made), len(known) - 1
    for at in range(made - 1, 0, -1):
        came[2 * at] = -1
        before = tables[at * TABLE + ORIGIN] >> 12
        sibling[at], child[before] = child[before], at
        place = (tables[at * TABLE + KEY] >> 20) & room
        while known[place]:
            place = (place + 1) & room
        known[place] = at
    while first < met:
        at = order[first]
        table, other = at * TABLE, child[at]
        first += 1
        while other:
            if came[2 * other] < 0:
                came[2 * other], came[2 * other + 1] = at, tables[other * TABLE + ORIGIN] & DEAL
                order[met] = other
                met += 1
            other = sibling[other]
        if shown_by(store, tables, at) < A_ROW:
            continue
        space = note_ends(store, tables, table, queues)
        for source in range(COLUMNS):
            column = left = tables[table + source]
            for count in range(1, store[column * FIELDS + RUN] + 1):
                card = store[left * FIELDS + CARD]
                left = store[left * FIELDS + BENEATH]
                targets = queues[OPEN_ON + (card & RANK) + 1]
                if space >= 0 and left:
                    targets |= 1 << space
                mark = store[left * FIELDS + MARK]
                if left and store[left * FIELDS + CARD] < FACE_UP:
                    beneath = store[left * FIELDS + BENEATH] * FIELDS
                    mark = marked(store[beneath + MARK], store[left * FIELDS + CARD] + FACE_UP)
                mark += tables[table + KEY] - store[column * FIELDS + MARK]
                while targets:
                    target = lowest(targets)
                    targets &= targets - 1
                    laid_mark = store[tables[table + target] * FIELDS + MARK]
                    key = mark - laid_mark
                    for laid in range(card, card - count, -1):
                        laid_mark = marked(laid_mark, laid)
                    key = (key + laid_mark) & MASK
                    place = (key >> 20) & room
                    while known[place] and tables[known[place] * TABLE + KEY] != key:
                        place = (place + 1) & room
                    other = known[place]
                    if other and came[2 * other] < 0:
                        came[2 * other], came[2 * other + 1] = at, source << 8 | target << 4 | count
                        order[met] = other
                        met += 1


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


def came_from(store: Numbers, queues: Numbers, tables: Numbers, made: int) -> Numbers:
    """Returns the table and move before each table of a search, on the shortest way (see `shortest`)."""
    came = numbers(2 * made)
    shortest(store, queues, tables, made, came)
    return came


def moves_to(store: Numbers, tables: Numbers, came: Numbers, table: int) -> list[int]:
    """The fewest moves to a searched table, or to the same with its columns in another order.

    In another order no more is known and no less, so what the end is worth stays as it was.
    """
    way = [table]
    while way[-1]:
        way.append(int(came[2 * way[-1]]))
    columns, moves = _columns(tables, 0), list[int]()
    for before, after in pairwise(reversed(way)):
        was, move = _columns(tables, before), int(came[2 * after + 1])
        source, target = columns.index(was[move >> 8]), columns.index(was[move >> 4 & 15])
        moves.append(source << 8 | target << 4 | move & 15)
        others = Counter(columns) - Counter([columns[source], columns[target]])
        left = int(without(store, columns[source], move & 15))
        bare = (store[left * FIELDS + BENEATH], store[left * FIELDS + CARD] + FACE_UP)
        changed = list((Counter(_columns(tables, after)) - others).elements())
        turned_up = [
            place
            for place in changed
            if (store[place * FIELDS + BENEATH], store[place * FIELDS + CARD]) == bare
        ]
        columns[source] = left if left in changed else turned_up[0]
        changed.remove(columns[source])
        columns[target] = changed.pop()
    return moves


def _columns(tables: Numbers, table: int) -> list[int]:
    return [int(column) for column in tables[table * TABLE : table * TABLE + COLUMNS]]

"""Best-first search of what can be done at Spider before the next card is seen: turn one up, or deal.

Looks at the tableau alone: what lies under a run, and what a row brings, counts the same whatever
it is. For each column the way to its next face-down card is kept that leaves the best tableau, and
one to the next row. Knows tables and what they are worth; must not know what is unseen, nor how
such a way is chosen among others.

Who takes the best way each time, after a look at 2,000 tables, wins, by what is seen alone (95 % intervals,
0.1 to 0.2 CPU seconds a deal):

    four suits, deals 0 to 164                                                  10 of 165,  6.1 % (3.3–10.8)
    with the worths of the search for wins (see `solve`), deals 0 to 249         2 of 250
    after a look at 8,000 tables, deals 0 to 103                                 6 of 104
    choosing among the best three by three samples of how the unseen cards may lie, each with a search of
    3,000 tables from the end of the way, deals 0 to 85; 0.7 s a deal            3 of 86,   3.5 % (1.2–9.8)
    two suits, 60 deals drawn by seed 13                                        20 of 60,  33.3 % (22.7–45.9)
    one suit, 80 deals drawn by seed 13                                         61 of 80,  76.2 % (65.9–84.2)
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from game.rules.position import STOCK, Move, Position
from game.rules.spider import Spider
from game.solver.kernels.compiled import Numbers, kernel, numbers, row
from game.solver.spider.columns import CARD, FIELDS, SPACE, WORTH, room_for
from game.solver.spider.encoding import layout, played, removals, to_moves
from game.solver.spider.hint import as_it_may_be
from game.solver.spider.search import (
    COLUMNS_PER_TABLE,
    FIRST,
    GRADES,
    MOVES_PER_TABLE,
    OPEN_ON,
    ROOM,
    WAITING,
    expand,
    is_new,
    rate,
    reach,
    take,
)
from game.solver.spider.tables import COLUMNS, DEAL, DOWN, KEY, ORIGIN, REMOVED, ROWS, TABLE, VALUE, set_out

LONGEST = 60
"""Moves of a way; longer ones are passed over."""
WAY = LONGEST + 2
"""A way's numbers: how many moves, what the tableau is worth then, and the moves, last first."""
WAYS = COLUMNS + 1
"""One for each column, and that to a row."""
ROW_COST = 46
"""What a tableau must be worth more for a row to be dealt while a card could be turned up."""
TABLES = 2000


def seen_weights() -> Numbers:
    """What a tableau is worth by what is seen, in the order of `columns`; no card unseen may count."""
    return row((11, 7, 13, 6, 2, -1, -1, 0, 0, 250, 0, 0, 0))


class Way(NamedTuple):
    """Moves, as `tables` has them, after which something new is seen; and what that leaves."""

    moves: tuple[int, ...]
    worth: int


def best_plan(variant: Spider, position: Position) -> tuple[Move, ...]:
    """The moves up to something new that leave the best tableau; none where nothing new can be shown."""
    blind = as_it_may_be(position, Random(0))
    first = removals(variant, blind)
    start = played(variant, blind, first)
    found = ways(variant, start)
    if not found:
        return ()
    moves = (*first, *to_moves(variant, start, found[0].moves, removing=True))
    # What a row completes is seen only when it lies there.
    return moves[: moves.index(STOCK) + 1] if STOCK in moves else moves


def ways(variant: Spider, position: Position, most: int = TABLES) -> list[Way]:
    """The ways to something new, the best first, after a look at up to `most` tables."""
    found = numbers(WAYS * WAY)
    look(layout(variant, position), seen_weights(), most, found)
    rows = [found[at : at + WAY] for at in range(0, WAYS * WAY, WAY) if found[at]]
    told = [Way(tuple(int(each[1 + at]) for at in range(each[0], 0, -1)), int(each[1])) for each in rows]
    return sorted(told, key=lambda way: (-way.worth, len(way.moves)))


@kernel
def look(layout: Numbers, weights: Numbers, most: int, found: Numbers) -> int:
    """Writes the best ways from a layout into `found`; returns how many tables were made."""
    waiting, columns = most * MOVES_PER_TABLE, most * COLUMNS_PER_TABLE + ROOM
    seen, moves = numbers(room_for(waiting)), numbers((waiting + ROOM) * 2)
    store, slots = numbers((columns + ROOM) * FIELDS), numbers(room_for(columns))
    tables, queues = numbers((most + 2) * TABLE), numbers(OPEN_ON + 16)
    for stage in range(WAITING - FIRST):
        queues[FIRST + stage] = GRADES
    store[WORTH] = weights[SPACE]
    set_out(layout, store, slots, weights, tables)
    rate(store, weights, tables, 0)
    is_new(seen, tables[KEY])
    rows = tables[ROWS]
    note_row(tables, 0, found)
    expand(store, weights, layout, tables, 0, seen, queues, moves)
    made = 1
    while made < most and queues[WAITING] <= waiting and store[CARD] <= columns:
        origin = take(queues, moves, rows)
        if origin < 0:
            break
        reach(store, slots, weights, layout, tables, made, origin)
        table, before = made * TABLE, (origin >> 12) * TABLE
        if tables[table + DOWN] < tables[before + DOWN]:
            # A suit that was completed and removed uncovers the target, any other run its source.
            is_removed = tables[table + REMOVED] > tables[before + REMOVED]
            place = (origin >> 4) & 15 if is_removed else (origin >> 8) & 15
            note(tables, made, tables[table + VALUE], found, place)
        else:
            note_row(tables, made, found)
            expand(store, weights, layout, tables, made, seen, queues, moves)
        made += 1
    return made


@kernel
def note_row(tables: Numbers, table: int, found: Numbers) -> None:
    """Notes the row that can be dealt upon a table, if it can."""
    at = table * TABLE
    if tables[at + ROWS] == 0:
        return
    for place in range(COLUMNS):
        if tables[at + place] == 0:
            return
    note(tables, table, tables[at + VALUE] - ROW_COST, found, COLUMNS)


@kernel
def note(tables: Numbers, table: int, worth: int, found: Numbers, kind: int) -> None:
    """Notes how a table came about, unless a better one of its kind is noted, or one as good and as short."""
    at, deals, before = kind * WAY, 1 if kind == COLUMNS else 0, table
    count = deals
    while before:
        count += 1
        before = tables[before * TABLE + ORIGIN] >> 12
    is_better = worth > found[at + 1] or (worth == found[at + 1] and count < found[at])
    if count > LONGEST or (found[at] and not is_better):
        return
    found[at], found[at + 1] = count, worth
    at += 2
    if deals:
        found[at] = DEAL
        at += 1
    while table:
        found[at] = tables[table * TABLE + ORIGIN] & DEAL
        at += 1
        table = tables[table * TABLE + ORIGIN] >> 12

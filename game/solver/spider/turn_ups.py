"""Best-first search of what can be done at Spider before the next card is seen: turn one up, or deal.

Looks at the tableau alone: what lies under a run, and what a row brings, counts the same whatever
it is. For each column the way to its next face-down card is kept that promises most (see `promise`), and
one to the next row. Knows tables; must not know what is unseen, nor how such a way is chosen
among others.

Who takes the best way each time wins, by what is seen alone (four suits, 95 % intervals). First judged only
by the sum of the columns' worths, as the search orders tables, after a look at 2,000 tables:

    deals 0 to 164                                                              10 of 165,  6.1 % (3.3–10.8)
    294 deals drawn by seed 13                                                  23 of 294,  7.8 % (5.3–11.5)
    with the worths of the search for wins (see `solve`), deals 0 to 249         2 of 250
    after a look at 8,000 tables, deals 0 to 103                                 6 of 104
    choosing among the best three by three samples of how the unseen cards may lie, each with a search of
    3,000 tables from the end of the way, deals 0 to 85                          3 of 86
    two suits, 60 deals, and one suit, 80 deals drawn by seed 13          20 of 60; 61 of 80

Tried since in a draft that played whole games by kernels, without the rules' code, all on the deals from
10^9 on (judged by the sum there, 2,000 tables: 9 of 150); worths were tuned on deals from 10^9 + 10,000 on:

    judged by `promise`, its worths from 13 rounds of cross-entropy (36 draws, 100 games each at 200 tables,
    by wins, suits removed and cards turned up), after a look at 200 tables      7 of 150
        1,000 tables                                                            26 of 200, 13.0 % (9.0–18.4)
        2,000                                                                   29 of 150, 19.3 % (13.8–26.4)
        6,000                                                                   34 of 150, 22.7 % (16.7–30.0)
        20,000                                                                  18 of 60,  30.0 % (19.9–42.5)
        20,000, by the program itself, the same 60 deals                        15 of 60
        20,000, by the program itself, the first 80 deals drawn by seed 13       7 of 80,   8.8 % (4.3–17.0)
        the same, deals from 5 × 10^8 on, which nothing was chosen by           47 of 240, 19.6 % (15.1–25.1)
        the same of two suits                                                   28 of 60,  46.7 % (34.6–59.1)
    The deals from 10^9 on were looked at to choose among these, so that their shares are too high.
    as hints (20,000 tables), 300 deals drawn by seed 71                        63 of 300, 21.0 % (16.8–26.0)
        120 of two suits and 120 of one drawn by the same                       69 and 108
    80 deals from 10^9 + 50,000 on: 20,000 tables                               16 of 80
        150,000 tables                                                          11 of 80
        20,000, and once the stock is empty the best of four plans by twelve
        samples of 8,000 tables                                                 18 of 80
    in each choice the best of four plans by 24 games played out by `promise`, 400 tables, deals from
    10^9 + 50,000 on                                                            5 of 48 (7 without)
    8 rounds more at 1,000 tables, worths of the search among them; 2,000       16 of 150, not kept
    without kings, cards and breaks upon face-down cards, aces; 2,000           18 of 150, so they are kept
    without what a row would bring on average; 2,000                            27 of 150, not missed; as it
    is now without two lesser ones too, not measured apart
    worths from a regression on how games ended, 300 tables, three turns        8, 22, 11 of 400 (sum: 20)
    the best four by the mean of the promise after 8 cards that may turn up,    20 of 150 at 1,000 tables,
    after three cards                                                           14 of 150; no gain
    judged by the sum: three or four by 8 to 24 games played out at 100 or 30 tables          3 of 60 twice
    judged by the sum: four by searches of 10 samples, 2,000 tables each        2 of 60

Now: nine rounds more at 1,500 tables, on deals from 1.0005 and 1.0012 × 10^9 on (36 to 40 draws, 200 to
240 games each, by wins and half of the share of cards turned up). Before and now, on deals that nothing was
chosen by:

    1,500 tables, 1,200 deals from 1.31 × 10^9 on, played by kernels            148 and 184
    20,000 tables, 240 deals from 1.3 × 10^9 on, played by kernels              45 and 52
    as hints, deals drawn by seed 71: four suits, two, one                      63, 61; 69, 76; 108, 106
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from game.rules.building import face_down_count
from game.rules.position import STOCK, Move, Position
from game.rules.spider import Spider
from game.solver.kernels.compiled import Numbers, kernel, numbers, row
from game.solver.spider.columns import CARD, FACE_UP, FIELDS, SPACE, WORTH, room_for
from game.solver.spider.encoding import layout, played, removals, to_moves
from game.solver.spider.promise import UNSEEN, count_unseen, promise
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
from game.solver.spider.tables import COLUMNS, DEAL, DOWN, KEY, ORIGIN, ROWS, TABLE, set_out, without
from game.solver.spider.unseen import as_it_may_be

LONGEST = 100
"""Moves of a way; longer ones are passed over."""
WAY = LONGEST + 2
"""A way's numbers: how many moves, what the tableau promises then, and the moves, last first."""
A_ROW, NOTHING = COLUMNS, COLUMNS + 1
WAYS = COLUMNS + 1
"""One for each column, and that to a row."""


def weights() -> Numbers:
    """What the search goes by, in the order of `columns`; no unseen card may count."""
    return row((11, 7, 13, 6, 2, -1, -1, 0, 0, 250, 0, 0, 0))


def worths() -> Numbers:
    """What a tableau is judged by, in the order of `promise`."""
    return row(
        (
            *(911, -990, -2570, -3788, -4984, -5857),
            *(-5848, 1328, 1077, 833, 361, 154, -149, 194),
            *(-111, 36, 200, 530, 772, -690, 378, -37),
            *(213, 171, 258, 170, 4354, 1933, 446, 23582),
        )
    )


class Way(NamedTuple):
    """Moves, as `tables` has them, after which something new is seen; and what that leaves."""

    moves: tuple[int, ...]
    worth: int


def plans(variant: Spider, position: Position, most: int) -> list[tuple[Move, ...]]:
    """The moves up to something new, those that promise most first, after a look at up to `most` tables.

    None where nothing new can be shown; only the removal where a suit that stands complete shows something.
    """
    blind = as_it_may_be(position, Random(0))
    first = removals(variant, blind)
    start = played(variant, blind, first)
    if face_down_count(start.piles) < face_down_count(blind.piles):
        return [tuple(first)]
    found = []
    for way in ways(variant, start, most):
        moves = (*first, *to_moves(variant, start, way.moves, removing=True))
        # What a row completes is seen only when it lies there.
        found.append(moves[: moves.index(STOCK) + 1] if STOCK in moves else moves)
    return found


def ways(variant: Spider, position: Position, most: int) -> list[Way]:
    """The ways to something new, the best first, after a look at up to `most` tables."""
    found = numbers(WAYS * WAY)
    look(layout(variant, position), weights(), worths(), most, found)
    rows = [found[at : at + WAY] for at in range(0, WAYS * WAY, WAY) if found[at]]
    told = [Way(tuple(int(each[1 + at]) for at in range(each[0], 0, -1)), int(each[1])) for each in rows]
    return sorted(told, key=lambda way: (-way.worth, len(way.moves)))


@kernel
def look(layout: Numbers, weights: Numbers, worths: Numbers, most: int, found: Numbers) -> int:
    """Writes the best ways from a layout into `found`; returns how many tables were made."""
    waiting, columns = most * MOVES_PER_TABLE, most * COLUMNS_PER_TABLE + ROOM
    seen, moves = numbers(room_for(waiting)), numbers((waiting + ROOM) * 2)
    store, slots = numbers((columns + ROOM) * FIELDS), numbers(room_for(columns))
    tables, queues = numbers((most + 2) * TABLE), numbers(OPEN_ON + 16)
    unseen, known = numbers(UNSEEN), numbers(columns + ROOM)
    for stage in range(WAITING - FIRST):
        queues[FIRST + stage] = GRADES
    store[WORTH] = weights[SPACE]
    count_unseen(layout, unseen)
    set_out(layout, store, slots, weights, tables)
    rate(store, weights, tables, 0)
    is_new(seen, tables[KEY])
    rows, made, at = tables[ROWS], 1, 0
    while True:
        # A table is looked at when it is made; the first one is there already.
        kind = shown_by(store, tables, at)
        if kind < NOTHING:
            note(tables, at, promise(store, tables, at, kind, worths, unseen, known), found, kind)
        if kind >= A_ROW:
            expand(store, weights, layout, tables, at, seen, queues, moves)
        if made >= most or queues[WAITING] > waiting or store[CARD] > columns:
            return made
        origin = take(queues, moves, rows)
        if origin < 0:
            return made
        reach(store, slots, weights, layout, tables, made, origin)
        at = made
        made += 1


@kernel
def shown_by(store: Numbers, tables: Numbers, table: int) -> int:
    """The column in which a table's last move turned a card up; A_ROW, or NOTHING if none can be dealt."""
    at, origin = table * TABLE, tables[table * TABLE + ORIGIN]
    if table and tables[at + DOWN] < tables[(origin >> 12) * TABLE + DOWN]:
        source = (origin >> 8) & 15
        left = without(store, tables[(origin >> 12) * TABLE + source], origin & 15)
        # Where the source has turned up nothing, a suit that was completed and removed uncovers the target.
        return source if left and store[left * FIELDS + CARD] < FACE_UP else (origin >> 4) & 15
    for place in range(COLUMNS):
        if tables[at + place] == 0:
            return NOTHING
    return A_ROW if tables[at + ROWS] else NOTHING


@kernel
def note(tables: Numbers, table: int, worth: int, found: Numbers, kind: int) -> None:
    """Notes how a table came about, unless one of its kind promises more, or as much sooner."""
    at, deals, before = kind * WAY, 1 if kind == A_ROW else 0, table
    if found[at] and worth < found[at + 1]:
        return
    count = deals
    while before:
        count += 1
        before = tables[before * TABLE + ORIGIN] >> 12
    if count > LONGEST or (found[at] and worth == found[at + 1] and count >= found[at]):
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

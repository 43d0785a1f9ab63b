"""A look one card further at Spider: what ways to something new are worth on average over what may turn up.

After a way every face that may turn up is laid there in turn, as often as it is unseen, or rows drawn at
random are dealt; from each such table a short look finds the best end that it leads to (see `turn_ups`),
as the judge has it. What only tidies can wait until the card is seen, which the judge by itself cannot tell.
Knows tables and how many cards of each face are unseen; must not know where they lie.

Measured before it was written here, by the same way of playing in C++ (four suits, won, 95 % intervals), on
deals that nothing was chosen by: 300 tables after each face, five ways and three shortest 198 of 734, 27.0 %
(23.9–30.3); the judge alone, 5,000 tables, 119 of 500; a sum tuned by cross-entropy, 20,000 tables, 152 of
734. No gain came of eight faces drawn at random (46 of 300, without any look 56), of no shortest ways (49 of
220 for 62), of more ways and tables (35 of 120 for 37), nor of a price for each move in their place.

The judge that is shipped, by the program itself, 200 tables: 75 of 300 deals drawn by seed 2711, 25.0 %
(20.4–30.2), 2.5 s of a processor a game. The sum at 20,000 tables wins 73 of the same: no gain is shown.

In 135 choices (an earlier net; CPU time of a process that shared its core):

    300 tables after every face, eight ways      114 ms; worth 0.0081 more on average than the judge's choice
    the same, ways left out by `ways.MARGINS`     77 ms; the same choice in 98.5 %, 0.0003 lost
    100 tables, none left out                     43 ms; the same choice in 88.9 %, 0.0003 lost
"""

from __future__ import annotations

from game.solver.kernels.compiled import Numbers, Reals, kernel
from game.solver.spider.columns import BENEATH, CARD, FACE_UP, FIELDS, SPACE, WORTH, laid, marked
from game.solver.spider.features import ALL, SHOWN, UNSEEN, see
from game.solver.spider.judge import SUITS_REMOVED, TURNED_UP, UNIT, WON, judged
from game.solver.spider.search import COLUMNS_PER_TABLE, ROOM, rate
from game.solver.spider.tables import COLUMNS, DOWN, REMOVED, ROWS, SUITS, remove_suits
from game.solver.spider.turn_ups import A_ROW, NOTHING, begin, clear, look

SEEN_IS_WON = 0.97
"""The share of games won in which the last card has turned up; nearly all are."""
FACE_DOWN_CARDS = 44
CASES = 64
"""One for each face that may turn up; as many rows are drawn."""


@kernel
def follow(
    layout: Numbers, weights: Numbers, net: Reals, unseen: Numbers, most: int,
    kind: int, part: int, parts: int, left: Numbers, found: Numbers,
    store: Numbers, slots: Numbers, tables: Numbers, queues: Numbers, seen: Numbers, moves: Numbers,
    lengths: Numbers, known: Numbers, embedded: Reals, notes: Numbers, sums: Reals,
) -> int:  # fmt: skip
    """What the end of a way is worth, added up over all cards that may turn up, or over some rows.

    Of the cases every one of `parts` from `part` on is looked at. With the kind NOTHING the layout is
    looked at as it is, and `found` tells what was found. With no table to look at it is only judged.
    """
    total, room = 0, len(known) - 2 * ROOM - COLUMNS_PER_TABLE * most
    store[WORTH] = weights[SPACE]
    if store[CARD] > room:
        clear(weights, store, slots, known)
    if most == 0:
        begin(layout, weights, store, slots, tables)
        rate(store, weights, tables, 0)
        is_row = 1 if kind == A_ROW else 0
        return judged(store, tables, 0, is_row, unseen, weights, net, known, embedded, notes, sums)
    for case in range(part, CASES if kind < NOTHING else 1, parts):
        times = unseen[case] if kind < A_ROW else 1
        if times == 0:
            continue
        for i in range(UNSEEN):
            left[i] = unseen[i]
        if store[CARD] > room:
            clear(weights, store, slots, known)
        begin(layout, weights, store, slots, tables)
        if kind == A_ROW:
            deal(weights, case, left, store, slots, tables)
        elif kind < A_ROW:
            turn_up(weights, kind, case, left, store, slots, tables)
        for place in range(COLUMNS):
            while store[tables[place] * FIELDS + CARD] == SHOWN and tables[place]:
                turn_up(weights, place, drawn(left, 97 * case + place), left, store, slots, tables)
        worth = decided(tables) if kind < NOTHING else -1
        if worth < 0:
            worth = look(
                layout, weights, net, left, most, found, store, slots, tables, queues, seen, moves,
                lengths, known, embedded, notes, sums,
            )  # fmt: skip
        total += times * (worth if worth >= 0 else at_least(tables))
    return total


@kernel
def turn_up(
    weights: Numbers, place: int, face: int, left: Numbers, store: Numbers, slots: Numbers, tables: Numbers
) -> None:
    """Tells what a column has turned up."""
    column = store[tables[place] * FIELDS + BENEATH]
    tables[place] = laid(store, slots, weights, column, FACE_UP + face)
    see(left, face, -1)


@kernel
def deal(
    weights: Numbers, sample: int, left: Numbers, store: Numbers, slots: Numbers, tables: Numbers
) -> None:
    """Deals a row drawn at random."""
    for place in range(COLUMNS):
        face = drawn(left, 1009 * sample + place)
        tables[place] = laid(store, slots, weights, tables[place], FACE_UP + face)
        see(left, face, -1)
    tables[ROWS] -= 1
    for place in range(COLUMNS):
        remove_suits(store, slots, weights, tables, 0, place)


@kernel
def drawn(left: Numbers, seed: int) -> int:
    """The face of an unseen card, the same for the same seed."""
    count = (marked(seed, 77) >> 8) % left[ALL]
    face = 0
    while count >= left[face]:
        count -= left[face]
        face += 1
    return face


@kernel
def decided(tables: Numbers) -> int:
    """What the first table is worth if nothing is unseen any more; -1 otherwise."""
    if tables[REMOVED] == SUITS:
        return int(UNIT * (WON + TURNED_UP + SUITS_REMOVED))
    if tables[ROWS] == 0 and tables[DOWN] == 0:
        return int(UNIT * SEEN_IS_WON * (WON + TURNED_UP + SUITS_REMOVED))
    return -1


@kernel
def at_least(tables: Numbers) -> int:
    """What the first table is worth if nothing more can turn up."""
    turned_up, removed = 1 - tables[DOWN] / FACE_DOWN_CARDS, tables[REMOVED] / SUITS
    return int(UNIT * (TURNED_UP * turned_up + SUITS_REMOVED * removed))

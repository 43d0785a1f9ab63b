"""Tables of Spider as hash-consed columns, moves on them, and the encoding of positions.

Hash-consing of columns: each that a search of Spider has met is stored once, a card upon a column.

A column is a number: 0 is the empty one, any other stands for its last card upon the column beneath it,
so that the runs, the worth and the mark of a column come from the one beneath at no cost.

A card is `64 · face up + 16 · suit + rank`, so that the next higher one of its suit is `card + 1`.

Tables of Spider made of hash-consed columns, and what a move does to one.

A layout, which is how a table is given, is a row of numbers: the suits removed, the rows left, their
cards in dealing order, then for each column its length and its cards, bottom first.

A move is `256 · source + 16 · target + count`, with columns from 0; DEAL deals a row. Tables
are kept one after the other in one long row of numbers, and each knows whence it came.

Encoding of Spider positions for the kernels, and decoding of their lines into moves.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.cards import Card, NotationError
from game.rules.position import STOCK, Move, Position
from game.rules.spider import COLUMNS as COLUMN_PILES
from game.rules.spider import ROW_CARDS, STOCK_PILE, SUIT_CARDS, Spider
from game.solver.answer import SolverError
from game.solver.kernels.compiled import Numbers, kernel, row

BENEATH, CARD, RUN, WORTH, MARK, DOWN_MARK, UNDER, BURIED = range(8)
FIELDS = 8
"""A column's numbers in the store: the column beneath its last card, that card, how many cards at
its end move as one (0 when they lie face down), its worth, and two marks, all but unique: of all its
cards, and of those that lie face down; the column beneath that run, and how many lie face down."""

FACE_UP, RANK = 64, 15
UNKNOWN = 15
"""A card that nobody has seen: none has its rank, so that nothing goes on it when it is turned up."""

MASK = (1 << 58) - 1
"""Marks have 58 bits, so that ten can be added up. A mask of 63 would do nothing to a product:
compilers take that of two numbers ≥ 0 to be ≥ 0 itself, and leave the mask out."""

HIDDEN, CLEARED, SPACE, PAIR, LONGER, JOIN, BREAK, CLIMB, KING, DONE, NOISE, SEED, CROWD = range(13)
WEIGHTS = 13
"""Indexes of the weights: see `gain`; a suit removed; the noise of a try and its seed; and the penalty for
tables like many already looked at."""


@kernel
def longer_run(run: int, last: int, card: int) -> int:
    """Length of the run after `card` was put on `last`, whose run had length `run`."""
    if card < FACE_UP:
        return 0
    return run + 1 if card + 1 == last else 1


@kernel
def marked(mark: int, card: int) -> int:
    """The mark of a column after `card` was laid on it."""
    mark = ((mark ^ (card * 0x1E3779B97F4A7C15)) * 0x3F58476D1CE4E5B9) & MASK
    mark ^= mark >> 31
    mark = (mark * 0x14D049BB133111EB) & MASK
    return mark ^ (mark >> 29)


@kernel
def gain(weights: Numbers, last: int, run: int, card: int) -> int:
    """Value that `card` adds to a column ending in `last`, in a run of `run` cards."""
    filled = -weights[SPACE] if last == 0 else 0
    if card < FACE_UP:
        return filled - weights[HIDDEN]
    if last == 0:
        return filled + weights[CLEARED] + (weights[KING] if (card & RANK) == 13 else 0)
    rise = (card & RANK) + 1 - (last & RANK)
    if last < FACE_UP:
        return 0
    if card + 1 == last:
        return weights[PAIR] + weights[LONGER] * run
    if rise == 0:
        return weights[JOIN]
    return -weights[BREAK] - (weights[CLIMB] * rise if rise > 0 else 0)


@kernel
def laid(store: Numbers, slots: Numbers, weights: Numbers, column: int, card: int) -> int:
    """The column after `card` was laid on `column`. The store must have room for one more."""
    room = len(slots) - 1
    at = marked(column, card) & room
    while slots[at]:
        known = slots[at] * FIELDS
        if store[known + BENEATH] == column and store[known + CARD] == card:
            return slots[at]
        at = (at + 1) & room
    under = column * FIELDS
    # Number 0 is the empty column, whose card tells how many columns there are.
    store[CARD] += 1
    slots[at] = store[CARD]
    made = store[CARD] * FIELDS
    last = store[under + CARD] if column else 0
    store[made + BENEATH] = column
    store[made + CARD] = card
    store[made + RUN] = longer_run(store[under + RUN], last, card)
    store[made + WORTH] = store[under + WORTH] + gain(weights, last, store[under + RUN], card)
    store[made + MARK] = marked(store[under + MARK], card)
    down = store[under + DOWN_MARK]
    store[made + DOWN_MARK] = marked(down, card) if card < FACE_UP else down
    store[made + UNDER] = column if store[made + RUN] < 2 else store[under + UNDER]
    store[made + BURIED] = store[under + BURIED] + (1 if card < FACE_UP else 0)
    return slots[at]


@kernel
def room_for(entries: int) -> int:
    """Power of two with room for a number of hashed entries and as many gaps."""
    room = 1024
    while room < 2 * entries:
        room *= 2
    return room


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
    tables[DOWN] = 0
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


def check(variant: Spider, position: Position) -> None:
    """Raises SolverError unless a position can be searched.

    Raises:
        SolverError: cards are missing or too many, or lie as they never could.
    """
    if len(position.piles) != len(variant.piles):
        raise SolverError(f"Spider has {len(variant.piles)} piles, not {len(position.piles)}.")
    try:
        variant.check_start(position)
    except NotationError as fault:
        raise SolverError(f"No table of Spider is like this: {fault}.") from None


def layout(variant: Spider, position: Position) -> Numbers:
    """The position as the kernels are given it."""
    layout_numbers = [variant.suits_removed(position), variant.deals_left(position)]
    layout_numbers += [_number(card.up) for card in reversed(position.piles[STOCK_PILE])]
    for pile in position.piles[COLUMN_PILES.start :]:
        layout_numbers += [len(pile), *map(_number, pile)]
    return row(layout_numbers)


def _number(card: Card) -> int:
    return 64 * card.face_up + 16 * card.suit + card.rank


def found_moves(line: Numbers) -> list[int]:
    """The moves of a line that `trace` wrote, the first one first."""
    return [int(line[at]) for at in range(1 + line[0], 1, -1)]


def removals(variant: Spider, position: Position, columns: Iterable[int] = COLUMN_PILES) -> list[Move]:
    """Complete suits that the search removes at once, while enough cards are left to deal a row."""
    moves = []
    left = sum(map(len, position.piles[COLUMN_PILES.start :]))
    for column in columns:
        move = variant.send_home(position, column)
        while move is not None and (not position.piles[STOCK_PILE] or left >= SUIT_CARDS + ROW_CARDS):
            moves.append(move)
            left -= SUIT_CARDS
            position = variant.apply(position, move)
            move = variant.send_home(position, column)
    return moves


def played(variant: Spider, position: Position, moves: Iterable[Move]) -> Position:
    """The position after some moves.

    Raises:
        IllegalMove: the rules refuse one.
    """
    for move in moves:
        position = variant.apply(position, move)
    return position


def to_moves(variant: Spider, position: Position, found: Iterable[int], removing: bool) -> list[Move]:
    """The rules' moves for a line; with `removing`, complete suits were removed at once and are not in it."""
    moves: list[Move] = []
    for number in found:
        source, target, count = number >> 8, number >> 4 & 15, number & 15
        if number == DEAL:
            step, touched = STOCK, list(COLUMN_PILES)
        elif target == REMOVE:
            step, touched = Move(COLUMN_PILES[source], variant.next_place(position), count), []
        else:
            step, touched = Move(COLUMN_PILES[source], COLUMN_PILES[target], count), [COLUMN_PILES[target]]
        steps = [step]
        position = variant.apply(position, step)
        if removing:
            steps += removals(variant, position, touched)
            position = played(variant, position, steps[1:])
        moves += steps
    return moves

"""Features of a Spider tableau for its judge: numbers for each column, and for the whole table.

A card that has turned up and is not to be known yet is UNKNOWN, face up. All numbers are about 0 to 1.
"""

from __future__ import annotations

from game.solver.kernels.compiled import Numbers, Reals, kernel, lowest, popcount
from game.solver.spider.tables import (
    BENEATH,
    BURIED,
    CARD,
    COLUMNS,
    DOWN,
    FACE_UP,
    FIELDS,
    RANK,
    REMOVED,
    ROWS,
    RUN,
    SUIT,
    UNDER,
    UNKNOWN,
)

OF_COLUMN, OF_TABLE = 40, 84
"""Number of features of a column, and of a table."""
BY_HAND = 32
"""The place among those of a table of what it promises by hand, which is one besides (see `judge`)."""
SHOWN = FACE_UP + UNKNOWN

BY_RANK, ALL, COPIES, PACK = 64, 80, 81, 82
"""Where, behind the numbers of unseen cards by face, those by rank stand, that of all, how many cards of
each face there are, and the suits of the pack, a bit for each."""
UNSEEN = 83

SHALLOWEST, MAX_LENGTH, ENDS_BY_RANK = 0, 128, 192
NOTES = 208
"""Where the work space has, by faces, how deep runs of a column lie, those that begin with this card and
those that end with it; how long a run goes on from a card; and how many columns end in each rank."""
FAR = 99


@kernel
def see(unseen: Numbers, face: int, change: int) -> None:
    """Counts one unseen card of a face more, or one less."""
    unseen[face] += change
    unseen[BY_RANK + (face & RANK)] += change
    unseen[ALL] += change


@kernel
def describe_column(store: Numbers, column: int, out: Reals) -> None:
    """Writes a column's features to the beginning of `out`."""
    for i in range(OF_COLUMN):
        out[i] = 0.0
    out[0] = 1.0
    if column == 0:
        out[1] = 1.0
        return
    down, end = store[column * FIELDS + BURIED], store[column * FIELDS + CARD]
    out[2 + min(down, 5)] = 1.0
    if end == SHOWN or end < FACE_UP:
        out[8] = 1.0
        return
    rank, under = describe_cards(store, column, down, out) & RANK, store[column * FIELDS + UNDER]
    is_one_run = under == 0 or store[under * FIELDS + CARD] < FACE_UP
    if rank == SUIT:
        out[18 if down == 0 else 19] = 1.0
    if down == 0:
        out[20] = rank / 13
        if is_one_run:
            out[21], out[22] = 1.0, out[9]
    else:
        out[34] = rank / 13
        out[26], out[27], out[28] = out[10], out[9], out[12]
    base = (end & RANK) + store[column * FIELDS + RUN] - 1
    out[15], out[16] = store[column * FIELDS + RUN] / 5, 1.0 if store[column * FIELDS + RUN] >= 5 else 0.0
    out[23], out[24] = 1.0 if end & RANK == 1 else 0.0, (end & RANK) / 13
    out[36], out[37] = base / 13, 1.0 if base == SUIT and not is_one_run else 0.0
    out[38] = out[9] * 10 / 15 + down / 15


@kernel
def describe_cards(store: Numbers, column: int, down: int, out: Reals) -> int:
    """Writes how the face-up cards of a column lie upon one another; returns the first of them."""
    runs, run, joins, pairs, cards, above = 1, 1, 0, 0, 0, 0
    breaks, climbs, longer, longest, kings, low = 0, 0, 0, 1, 0, 0
    sequence, is_sequence, inversions, met, again = 1, 1, 0, 0, 0
    while column and store[column * FIELDS + CARD] >= FACE_UP:
        card = store[column * FIELDS + CARD]
        column = store[column * FIELDS + BENEATH]
        cards += 1
        rank, suit = card & RANK, (card >> 4) & 3
        higher, bit = ((1 << (SUIT - rank)) - 1) << (14 * suit + rank), 1 << (14 * suit + rank - 1)
        inversions += popcount(met & higher) + popcount(again & higher)
        again |= met & bit
        met |= bit
        if above and above + 1 == card:
            pairs += 1
            longer += run
            run += 1
            longest = max(longest, run)
            sequence += is_sequence
        elif above:
            if (above & RANK) + 1 == rank:
                joins += 1
                sequence += is_sequence
            else:
                breaks += 1
                is_sequence = 0
                climbs += 1 if (above & RANK) >= rank else 0
                kings += 1 if (above & RANK) == SUIT else 0
            runs, run = runs + 1, 1
            low += 1 if rank <= 3 else 0
        above = card
    out[9], out[10], out[11], out[12], out[13] = cards / 10, runs / 5, joins / 5, breaks / 5, pairs / 10
    out[14], out[17], out[29], out[30] = longer / 20, sequence / 8, kings / 2, inversions / 10
    out[31], out[32], out[33], out[35] = climbs / 5, longest / 13, low / 4, 1.0 if runs >= 4 else 0.0
    if down:
        out[25], out[39] = 1 / (runs + down), min(runs, 6) * down / 10
    return above


@kernel
def describe_table(
    store: Numbers, tables: Numbers, table: int, is_row: int, unseen: Numbers,
    notes: Numbers, out: Reals, at: int,
) -> None:  # fmt: skip
    """Writes a table's features into `out` from `at`; `is_row` is 1 before a row is dealt."""
    rows, down, removed = tables[table + ROWS] - is_row, tables[table + DOWN], tables[table + REMOVED]
    for i in range(OF_TABLE):
        out[at + i] = 0.0
    out[at + rows] = 1.0
    out[at + 6], out[at + 7] = is_row, removed / 4
    out[at + 8], out[at + 9] = 1.0 if removed >= 1 else 0.0, 1.0 if removed >= 3 else 0.0
    out[at + 14], out[at + 15] = down / 44, unseen[ALL] / 94
    out[at + 35] = down * rows / 220
    if is_row == 0:
        out[at + 29] = 1.0
    if rows == 0:
        out[at + 36], out[at + 50] = down / 20, unseen[ALL] / 20
        out[at + 51] = 1.0 if unseen[ALL] <= 3 else 0.0
    full, top = 0, 0
    for suit in range(4):
        if unseen[PACK] >> suit & 1:
            seen = 0
            for card in range(16 * suit + 1, 16 * suit + 1 + SUIT):
                seen += 1 if unseen[card] < unseen[COPIES] else 0
            full += 1 if seen == SUIT else 0
            top = max(top, seen)
    out[at + 45], out[at + 46] = full / 4, top / 13
    describe_ends(store, tables, table, rows, unseen, notes, out, at)
    spaces = describe_ways(store, tables, table, rows, notes, out, at)
    describe_runs(store, tables, table, rows, spaces, notes, out, at)


@kernel
def _higher_in_suit(cards: int, unseen: Numbers) -> int:
    """Number of unseen cards one higher than one of these, in suit."""
    count = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if card & RANK < SUIT:
            count += unseen[card + 1]
    return count


@kernel
def describe_ends(
    store: Numbers, tables: Numbers, table: int, rows: int, unseen: Numbers,
    notes: Numbers, out: Reals, at: int,
) -> None:  # fmt: skip
    """Writes the features of the ends of columns: which cards they take, and which of them could move."""
    spaces, ranks, ends, bases, firsts, uncovered = 0, 0, 0, 0, 0, 0
    taken, in_suit, onto, runs, longest, second = 0, 0, 0, 0, 0, 0
    for rank in range(ENDS_BY_RANK, ENDS_BY_RANK + 16):
        notes[rank] = 0
    for place in range(COLUMNS):
        column = tables[table + place] * FIELDS
        card, run = store[column + CARD], store[column + RUN]
        uncovered += 1 if column == 0 or store[column + BURIED] == 0 else 0
        if column == 0:
            spaces += 1
            continue
        if card == SHOWN:
            out[at + 30] = store[column + BURIED] / 5
            out[at + 31] = 1.0 if store[column + BURIED] == 0 else 0.0
            continue
        end, rank, base = card - FACE_UP, card & RANK, card - FACE_UP + run - 1
        notes[ENDS_BY_RANK + rank] += 1
        if ends >> end & 1 == 0:
            ends |= 1 << end
            in_suit += unseen[end - 1]
        if ranks >> rank & 1 == 0:
            ranks |= 1 << rank
            taken += unseen[BY_RANK + rank - 1]
        bases |= 1 << base
        if base & RANK < SUIT and firsts >> (base & RANK) & 1 == 0:
            firsts |= 1 << (base & RANK)
            onto += unseen[BY_RANK + (base & RANK) + 1]
        runs += run
        longest, second = max(longest, run), max(second, min(longest, run))
    movable, movable_in_suit, freeing = 0, 0, 0
    for place in range(COLUMNS):
        column = tables[table + place] * FIELDS
        if column and store[column + CARD] != SHOWN:
            base = store[column + CARD] - FACE_UP + store[column + RUN] - 1
            if base & RANK < SUIT:
                movable_in_suit += ends >> (base + 1) & 1
                if ranks >> ((base & RANK) + 1) & 1:
                    movable += 1
                    under = store[column + UNDER]
                    freeing += 1 if under and store[under * FIELDS + CARD] < FACE_UP else 0
    onto_in_suit = _higher_in_suit(bases, unseen)
    left = max(unseen[ALL], 1)
    if spaces >= 1:
        out[at + 9 + min(spaces, 3)] = 1.0
    out[at + 13], out[at + 16], out[at + 17] = spaces / 3, popcount(ranks) / 10, popcount(ends) / 10
    out[at + 18], out[at + 19], out[at + 20] = taken / left, in_suit / left, onto / left
    out[at + 21], out[at + 22], out[at + 23] = onto_in_suit / left, movable / 5, movable_in_suit / 3
    out[at + 24], out[at + 25], out[at + 26] = freeing / 3, runs / 20, uncovered / 10
    out[at + 27], out[at + 28] = unseen[BY_RANK + SUIT] / left * 5, unseen[BY_RANK + 1] / left * 5
    out[at + 33], out[at + 34] = spaces * rows / 5, spaces * taken / left
    out[at + 47], out[at + 48] = longest / 13, second / 13
    out[at + 52], out[at + 53] = rows * taken / left / 5, spaces * movable / 10
    if rows == 0:
        out[at + 37], out[at + 38], out[at + 49] = spaces / 3, movable / 5, taken / left


@kernel
def describe_ways(
    store: Numbers, tables: Numbers, table: int, rows: int, notes: Numbers, out: Reals, at: int
) -> int:
    """Writes which columns moves of runs alone could uncover or empty; returns how many are spaces."""
    spaces, near, nearer, nearest, fewest = 0, 9, 9, 9, 9
    uncovered, emptied = 0, 0  # how many, by the spaces that they need: 8 bits for each number
    for place in range(COLUMNS):
        column = tables[table + place]
        if column == 0 or store[column * FIELDS + CARD] == SHOWN:
            spaces += 1 if column == 0 else 0
            continue
        end = ENDS_BY_RANK + (store[column * FIELDS + CARD] & RANK)
        notes[end] -= 1
        runs, needed, moved, changed = 0, 0, 0, column
        while column and store[column * FIELDS + CARD] >= FACE_UP:
            runs += 1
            if needed <= 3:
                rank = store[column * FIELDS + CARD] & RANK
                base = rank + store[column * FIELDS + RUN] - 1
                if base < SUIT and notes[ENDS_BY_RANK + base + 1] > 0:
                    notes[ENDS_BY_RANK + base + 1] -= 1
                    moved |= 1 << (runs - 1)
                else:
                    needed += 1
                notes[ENDS_BY_RANK + rank] += 1
            column = store[column * FIELDS + UNDER]
        put_back(store, changed, moved, runs, notes)
        notes[end] += 1
        is_upon = column != 0
        if is_upon:
            uncovered += 1 << (8 * min(needed, 3))
            fewest = min(fewest, needed)
            if runs < nearest:
                near, nearer, nearest = nearer, nearest, runs
            elif runs < nearer:
                near, nearer = nearer, runs
            else:
                near = min(near, runs)
        elif runs != 1 or needed != 1:
            emptied += 1 << (8 * min(needed, 3))
    at_once, with_one, with_two = uncovered & 255, uncovered >> 8 & 255, uncovered >> 16 & 255
    out[at + 39], out[at + 40] = 1.0 if nearest <= 1 else 0.0, min(nearest, 6) / 6
    out[at + 41], out[at + 42] = 1.0 if nearer <= 1 else 0.0, min(nearer, 6) / 6
    out[at + 43], out[at + 44] = 1.0 if near <= 1 else 0.0, min(near, 6) / 6
    out[at + 54], out[at + 55], out[at + 56] = at_once / 4, with_one / 4, with_two / 4
    out[at + 57], out[at + 58] = (emptied & 255) / 2, (emptied >> 8 & 255) / 2
    out[at + 59] = 1.0 if spaces >= fewest else 0.0
    out[at + 60] = min(fewest - spaces, 3) / 3 if fewest > spaces else 0.0
    out[at + 61] = 1.0 if at_once else 0.0
    out[at + 62] = 1.0 if at_once + (emptied & 255) + spaces > 0 else 0.0
    if rows == 0:
        out[at + 76], out[at + 77] = out[at + 61], (at_once + with_one) / 5
        out[at + 81] = 1.0 if spaces == 0 and at_once == 0 else 0.0
    return spaces


@kernel
def put_back(store: Numbers, column: int, moved: int, runs: int, notes: Numbers) -> None:
    """Takes back what moving the runs of a column one after the other changed in the ends by rank."""
    needed = 0
    for run in range(runs):
        if needed > 3:
            return
        rank = store[column * FIELDS + CARD] & RANK
        if moved >> run & 1:
            notes[ENDS_BY_RANK + rank + store[column * FIELDS + RUN]] += 1
        else:
            needed += 1
        notes[ENDS_BY_RANK + rank] -= 1
        column = store[column * FIELDS + UNDER]


@kernel
def describe_runs(
    store: Numbers, tables: Numbers, table: int, rows: int, spaces: int,
    notes: Numbers, out: Reals, at: int,
) -> None:  # fmt: skip
    """Writes which runs could be joined in suit, by how deep they lie, and how near suits are to an end."""
    for i in range(SHALLOWEST, MAX_LENGTH):
        notes[i] = FAR
    for i in range(MAX_LENGTH, MAX_LENGTH + 64):
        notes[i] = 0
    runs, buried = 0, 0
    for place in range(COLUMNS):
        column, depth = tables[table + place], 0
        while column and store[column * FIELDS + CARD] >= FACE_UP and store[column * FIELDS + CARD] != SHOWN:
            end = store[column * FIELDS + CARD] - FACE_UP
            base = end + store[column * FIELDS + RUN] - 1
            notes[base] = min(notes[base], depth)
            notes[64 + end] = min(notes[64 + end], depth)
            for card in range(end, base + 1):
                notes[MAX_LENGTH + card] = max(notes[MAX_LENGTH + card], card - end + 1)
            runs += 1
            buried += depth
            depth += 1
            column = store[column * FIELDS + UNDER]
    joined, at_once, after_one, after_two = 0.0, 0, 0, 0
    for suit in range(0, 64, 16):
        for base in range(suit + 1, suit + SUIT):
            depth = notes[base] + notes[64 + base + 1]
            if depth < FAR:
                joined += 1 / (1 + depth)
                at_once += 1 if depth == 0 else 0
                after_one += 1 if depth == 1 else 0
                after_two += 1 if depth == 2 else 0
    out[at + 63], out[at + 64] = joined / 5, at_once / 3
    out[at + 65], out[at + 66], out[at + 67], out[at + 68] = (
        after_one / 4,
        after_two / 4,
        runs / 40,
        buried / 60,
    )
    out[at + 79], out[at + 82], out[at + 83] = spaces * joined / 10, rows * runs / 200, runs * runs / 1600
    describe_suits(notes, out, at)
    if rows == 0:
        out[at + 78] = joined / 5
        out[at + 80] = (out[at + 69] * 8 + out[at + 70] * 12) / 20


@kernel
def describe_suits(notes: Numbers, out: Reals, at: int) -> None:
    """Writes of the two suits nearest to their end in how many pieces they lie, and what is missing."""
    cost, next_cost, pieces, missing, next_pieces, next_missing = FAR, FAR, 0, 0, 0, 0
    for suit in range(0, 64, 16):
        parts, gaps, rank = 0, 0, SUIT
        while rank >= 1:
            longest = notes[MAX_LENGTH + suit + rank]
            if longest:
                parts += 1
                rank -= longest
            else:
                gaps += 1
                rank -= 1
        if parts + 2 * gaps < cost:
            next_cost, next_pieces, next_missing = cost, pieces, missing
            cost, pieces, missing = parts + 2 * gaps, parts, gaps
        elif parts + 2 * gaps < next_cost:
            next_cost, next_pieces, next_missing = parts + 2 * gaps, parts, gaps
    out[at + 69], out[at + 70] = pieces / 8, missing / 6
    out[at + 71], out[at + 72] = next_pieces / 8, next_missing / 6
    if missing == 0:
        out[at + 73] = 1.0
        out[at + 74], out[at + 75] = 1.0 if pieces <= 5 else 0.0, 1.0 if pieces <= 3 else 0.0

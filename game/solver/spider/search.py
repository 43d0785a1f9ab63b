"""Searches of Spider: best first with bucket queues, and exhaustive for endgames.

Best first goes stage by stage. A stage is what lies between two deals. Each stage is given a share of the
tables that may be looked at; the most promising are played on, whatever their past, and each that has no
space may also be dealt a row, which puts it into the queue of the next stage. A complete suit is removed at
once. Tables are told apart by a hash in which the order of the columns does not count: the search may miss
a win, and so it proves nothing when it finds none.

Exhaustive search of Spider endgames, breadth first: a win, or that there is none.

The only part that may claim that a table cannot be won, so it takes all legal moves, and compares tables
column by column, never by a hash alone. Once the stock is empty the order of the columns makes no
difference: tables are then compared with their columns sorted, and of the spaces the first will do.

A search that goes on from the most promising table comes to a good one by detours. So its tables are
searched once more, breadth first, by all moves that lead from one to another: `shortest`.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from game.solver.kernels.compiled import Numbers, kernel, lowest, numbers
from game.solver.spider.features import SHOWN
from game.solver.spider.tables import (
    BENEATH,
    CARD,
    COLUMNS,
    CROWD,
    DEAL,
    DONE,
    DOWN_MARK,
    FACE_UP,
    FIELDS,
    KEY,
    MARK,
    MASK,
    NOISE,
    ORIGIN,
    RANK,
    REMOVE,
    REMOVED,
    ROWS,
    RUN,
    SPACE,
    SUIT,
    SUITS,
    TABLE,
    VALUE,
    WEIGHTS,
    WORTH,
    gain,
    longer_run,
    marked,
    play,
    remove_suits,
    room_for,
    set_out,
    trace,
    without,
)

STAGES = 6
GRADES, TOP_VALUE = 4096, 3000
"""A queue has a place for each worth from TOP_VALUE down; what is worth less shares the last."""
COLUMNS_PER_TABLE, MOVES_PER_TABLE = 5, 10
"""Maximum number of columns and moves a table adds on average; with more a try ends early."""
ROOM = 400
"""New columns or moves that one table may add at most, and those of the first."""

FIRST = STAGES * GRADES
"""Where, behind the queues, the best grade of each stage stands, then a work space by rank."""
WAITING = FIRST + STAGES
OPEN_ON = WAITING + 1
ALIKE = OPEN_ON + 16
"""Where it is counted how many tables were played on whose face-down cards are the same."""
COUNTS = 1 << 16


@kernel
def rate(store: Numbers, weights: Numbers, tables: Numbers, table: int) -> None:
    """Sets the worth and the key of a table."""
    value, key = weights[DONE] * tables[table + REMOVED], tables[table + ROWS]
    for place in range(COLUMNS):
        column = tables[table + place] * FIELDS
        value += store[column + WORTH]
        key += store[column + MARK]
    tables[table + VALUE] = value
    tables[table + KEY] = key & MASK


@kernel
def make_child(
    store: Numbers, slots: Numbers, weights: Numbers, layout: Numbers, tables: Numbers, made: int, origin: int
) -> None:
    """Makes a table by a move, removes completed suits, and rates it."""
    play(store, slots, weights, layout, tables, made, origin)
    move = origin & DEAL
    for place in range(COLUMNS):
        if move == DEAL or place == (move >> 4) & 15:
            remove_suits(store, slots, weights, tables, made * TABLE, place)
    rate(store, weights, tables, made * TABLE)


@kernel
def is_new(seen: Numbers, key: int) -> bool:
    """Whether a key comes for the first time; it is then known."""
    room = len(seen) - 1
    key |= 1
    at = (key >> 20) & room
    while seen[at]:
        if seen[at] == key:
            return False
        at = (at + 1) & room
    seen[at] = key
    return True


@kernel
def put(
    queues: Numbers, moves: Numbers, weights: Numbers, stage: int, value: int, key: int, origin: int
) -> None:
    """Puts a move into the queue of the stage it leads to, by the worth of the table it makes."""
    if weights[NOISE]:
        value += (marked(key, weights[NOISE + 1]) >> 20) % weights[NOISE]
    grade = min(max(TOP_VALUE - value, 0), GRADES - 1)
    queues[WAITING] += 1
    waiting = queues[WAITING]
    moves[2 * waiting] = origin
    moves[2 * waiting + 1] = queues[stage * GRADES + grade]
    queues[stage * GRADES + grade] = waiting
    queues[FIRST + stage] = min(queues[FIRST + stage], grade)


@kernel
def take(queues: Numbers, moves: Numbers, stage: int) -> int:
    """The origin of the most promising table of a stage, taken from its queue; -1 from an empty one."""
    grade = queues[FIRST + stage]
    while grade < GRADES and queues[stage * GRADES + grade] == 0:
        grade += 1
    queues[FIRST + stage] = grade
    if grade == GRADES:
        return -1
    waiting = queues[stage * GRADES + grade]
    queues[stage * GRADES + grade] = moves[2 * waiting + 1]
    return moves[2 * waiting]


@kernel
def note_ends(store: Numbers, tables: Numbers, table: int, queues: Numbers) -> int:
    """Notes by rank the columns that a run can go on; returns the first space, or −1."""
    for rank in range(SUIT + 2):
        queues[OPEN_ON + rank] = 0
    space = -1
    for place in range(COLUMNS - 1, -1, -1):
        column = tables[table + place]
        if column:
            queues[OPEN_ON + (store[column * FIELDS + CARD] & RANK)] |= 1 << place
        else:
            space = place
    return space


@kernel
def likeness(store: Numbers, tables: Numbers, table: int) -> int:
    """A mark of the face-down cards, rows and removed suits of a table."""
    alike = marked(tables[table + REMOVED], tables[table + ROWS])
    for place in range(COLUMNS):
        alike += store[tables[table + place] * FIELDS + DOWN_MARK]
    return alike & MASK


@kernel
def crowd(queues: Numbers, weights: Numbers, alike: int) -> int:
    """Penalty for similar tables: it grows each time their number doubles."""
    count, less = queues[ALIKE + (marked(alike, 1) & (COUNTS - 1))], 0
    while count > 1:
        count >>= 1
        less += weights[CROWD]
    return less


@kernel
def expand(
    store: Numbers, weights: Numbers, layout: Numbers, tables: Numbers, at: int,
    seen: Numbers, queues: Numbers, moves: Numbers,
) -> None:  # fmt: skip
    """Queues all moves of a table that lead to something new; only the first space is used."""
    table = at * TABLE
    value, key, rows = tables[table + VALUE], tables[table + KEY], tables[table + ROWS]
    alike, less = 0, 0
    if weights[CROWD]:
        alike = likeness(store, tables, table)
        queues[ALIKE + (marked(alike, 1) & (COUNTS - 1))] += 1
        less = crowd(queues, weights, alike)
    space = note_ends(store, tables, table, queues)
    for source in range(COLUMNS):
        column = left = tables[table + source]
        for count in range(1, store[column * FIELDS + RUN] + 1):
            first = store[left * FIELDS + CARD]
            left = store[left * FIELDS + BENEATH]
            targets = queues[OPEN_ON + (first & RANK) + 1]
            if space >= 0 and left:
                targets |= 1 << space
            if targets == 0:
                continue
            mark, worth, fewer = store[left * FIELDS + MARK], store[left * FIELDS + WORTH], less
            if left and store[left * FIELDS + CARD] < FACE_UP:
                bare = store[left * FIELDS + CARD] + FACE_UP
                under = store[left * FIELDS + BENEATH] * FIELDS
                mark = marked(store[under + MARK], bare)
                worth = store[under + WORTH] + gain(weights, store[under + CARD] if under else 0, 0, bare)
                if weights[CROWD]:
                    turned = alike - store[column * FIELDS + DOWN_MARK] + store[under + DOWN_MARK]
                    fewer = crowd(queues, weights, turned & MASK)
            worth += value - store[column * FIELDS + WORTH] - fewer
            mark += key - store[column * FIELDS + MARK]
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                origin = at << 12 | source << 8 | target << 4 | count
                ground = tables[table + target] * FIELDS
                weigh(store, weights, ground, first, count, worth, mark, rows, origin, seen, queues, moves)
    if rows and space < 0:
        row = 2 + COLUMNS * (layout[1] - rows)
        for place in range(COLUMNS):
            column = tables[table + place] * FIELDS
            value += gain(weights, store[column + CARD], store[column + RUN], layout[row + place])
        put(queues, moves, weights, rows - 1, value, key, at << 12 | DEAL)


@kernel
def weigh(
    store: Numbers, weights: Numbers, ground: int, first: int, count: int, worth: int, mark: int,
    rows: int, origin: int, seen: Numbers, queues: Numbers, moves: Numbers,
) -> None:  # fmt: skip
    """Queues the move of a run upon `ground`; `worth` and `mark` are those of the table without it."""
    last, run, laid_mark = store[ground + CARD] if ground else 0, store[ground + RUN], store[ground + MARK]
    mark -= laid_mark
    for card in range(first, first - count, -1):
        worth += gain(weights, last, run, card)
        run = longer_run(run, last, card)
        laid_mark = marked(laid_mark, card)
        last = card
    if run == SUIT:
        worth += weights[DONE]
    mark = (mark + laid_mark) & MASK
    if is_new(seen, mark):
        put(queues, moves, weights, rows, worth, mark, origin)


@kernel
def search(layout: Numbers, weights: Numbers, max_tables: int, stop: Numbers, line: Numbers) -> int:
    """Looks at up to `max_tables` tables for a win; returns how many.

    Writes into `line`, by `trace`, the win, or else how the best table came about.
    """
    waiting, columns = max_tables * MOVES_PER_TABLE, max_tables * COLUMNS_PER_TABLE + ROOM
    seen, moves = numbers(room_for(waiting)), numbers((waiting + ROOM) * 2)
    store, slots = numbers((columns + ROOM) * FIELDS), numbers(room_for(columns))
    tables, queues = numbers((max_tables + 2) * TABLE), numbers(ALIKE + COUNTS)
    for stage in range(STAGES):
        queues[FIRST + stage] = GRADES
    store[WORTH] = weights[SPACE]
    set_out(layout, store, slots, weights, tables)
    rate(store, weights, tables, 0)
    is_new(seen, tables[KEY])
    expand(store, weights, layout, tables, 0, seen, queues, moves)
    best, most_worth = 0, tables[REMOVED] * TOP_VALUE + tables[VALUE]
    made, share, had = 1, max_tables // (layout[1] + 1) + 1, 0
    while had < made:
        had = made
        for stage in range(layout[1], -1, -1):
            for _ in range(share):
                origin = take(queues, moves, stage)
                if origin < 0:
                    break
                if made >= max_tables or stop[0] or queues[WAITING] > waiting or store[CARD] > columns:
                    trace(tables, best, line)
                    return made
                make_child(store, slots, weights, layout, tables, made, origin)
                if origin & DEAL == DEAL and not is_new(seen, tables[made * TABLE + KEY]):
                    continue
                worth = tables[made * TABLE + REMOVED] * TOP_VALUE + tables[made * TABLE + VALUE]
                if worth > most_worth:
                    best, most_worth = made, worth
                if tables[made * TABLE + REMOVED] == SUITS:
                    trace(tables, made, line)
                    return made + 1
                expand(store, weights, layout, tables, made, seen, queues, moves)
                made += 1
    trace(tables, best, line)
    return made


WON, LOST, UNDECIDED = 1, -1, 0
EXHAUSTIVE_COLUMNS = 10
"""New columns that a table makes at most on average; with more the search gives up."""
EXHAUSTIVE_ROOM = 100
"""New columns that one table may make at most, and those of the first."""


@kernel
def is_new_table(tables: Numbers, sorted_columns: Numbers, seen: Numbers, made: int) -> bool:
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
def exhaust(layout: Numbers, max_tables: int, stop: Numbers, looked_at: Numbers, line: Numbers) -> int:
    """WON with the shortest line, LOST when all tables were seen, or UNDECIDED after `max_tables`.

    `line` is written by `trace`; looked_at[0] becomes the number of tables.
    """
    columns = max_tables * EXHAUSTIVE_COLUMNS + 2 * EXHAUSTIVE_ROOM
    store, slots = numbers((columns + EXHAUSTIVE_ROOM) * FIELDS), numbers(room_for(columns))
    tables, sorted_columns = numbers((max_tables + 2) * TABLE), numbers((max_tables + 2) * COLUMNS)
    seen, moves, weights = numbers(room_for(max_tables)), numbers(COLUMNS * COLUMNS * SUIT), numbers(WEIGHTS)
    set_out(layout, store, slots, weights, tables)
    is_new_table(tables, sorted_columns, seen, 0)
    made, at = 1, 0
    while at < made:
        found = list_moves(store, tables, at * TABLE, moves)
        for i in range(found):
            if made > max_tables or stop[0] or store[CARD] > columns:
                looked_at[0] = made
                return UNDECIDED
            play(store, slots, weights, layout, tables, made, at << 12 | moves[i])
            if tables[made * TABLE + REMOVED] == SUITS:
                trace(tables, made, line)
                looked_at[0] = made
                return WON
            if is_new_table(tables, sorted_columns, seen, made):
                made += 1
        at += 1
    looked_at[0] = made
    return LOST


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

"""Local search that shortens a winning line of Spider: one step is changed, and the rest played on.

A line is told by its cards: this card, with all that lie on it, goes onto that one or into a
space. So the rest of a line can be played even when some of it was changed: what is done already
or can no longer be done is passed over. A change is kept when it wins in no more moves. Knows the
moves of Spider, for cards that are each one of a kind; must not know how the line was found.
"""

from __future__ import annotations

from game.solver.kernels.compiled import Numbers, kernel, numbers
from game.solver.spider.columns import marked

CARDS, COLUMNS, SUIT, SUITS, ROW = 104, 10, 13, 8, 10
HEIGHTS = 128
"""More than a column can hold."""
SIZE, HIDDEN, LEFT, REMOVED = (
    COLUMNS * HEIGHTS,
    COLUMNS * HEIGHTS + 10,
    COLUMNS * HEIGHTS + 20,
    COLUMNS * HEIGHTS + 21,
)
WHERE = LEFT + 2
TABLE = WHERE + CARDS
"""A table's numbers: the cards of each column, then the length of each, the face-down cards of
each, the rows left, the suits removed, and for each card `HEIGHTS · column + height`, or -1."""

DEAL, SPACE = -1, CARDS
"""A step is two numbers, a card and the card it goes onto, or SPACE + a column; DEAL, 0 deals a row."""
NONE, KEPT, DEAL_MOVE = -1, -2, 0xFFF
FAR, CHOICES = 20, 22
"""How far a step is shifted; of the choices for a step two leave it out, ten shift it."""


@kernel
def lift(table: Numbers, faces: Numbers, card: int) -> int:
    """How many cards move with `card`; 0 when it cannot move."""
    at = table[WHERE + card]
    if at < 0:
        return 0
    column = at // HEIGHTS
    top = column * HEIGHTS + table[SIZE + column] - 1
    if at - column * HEIGHTS < table[HIDDEN + column]:
        return 0
    for under in range(at, top):
        if faces[table[under]] != faces[table[under + 1]] + 1:
            return 0
    return top - at + 1


@kernel
def fits(table: Numbers, faces: Numbers, card: int, column: int) -> bool:
    """Whether a card that can move may go to another column."""
    size, at = table[SIZE + column], table[WHERE + card]
    if at // HEIGHTS == column:
        return False
    if size == 0:
        return at % HEIGHTS > 0
    return (faces[table[column * HEIGHTS + size - 1]] & 15) == (faces[card] & 15) + 1


@kernel
def place_of(table: Numbers, faces: Numbers, card: int, onto: int) -> int:
    """The column to which a step takes a card now, or NONE."""
    if onto < CARDS:
        at = table[WHERE + onto]
        column = at // HEIGHTS
        if at < 0 or at % HEIGHTS != table[SIZE + column] - 1:
            return NONE
        return column if fits(table, faces, card, column) else NONE
    for turn in range(COLUMNS):
        column = (onto - SPACE + turn) % COLUMNS
        if table[SIZE + column] == 0:
            return column if fits(table, faces, card, column) else NONE
    return NONE


@kernel
def push(table: Numbers, column: int, card: int) -> None:
    """Lays a card on a column."""
    at = column * HEIGHTS + table[SIZE + column]
    table[at] = card
    table[WHERE + card] = at
    table[SIZE + column] += 1


@kernel
def take_off(table: Numbers, column: int, count: int) -> None:
    """Takes cards off a column and turns up the one beneath."""
    table[SIZE + column] -= count
    table[HIDDEN + column] = min(table[HIDDEN + column], max(table[SIZE + column] - 1, 0))


@kernel
def ends_in_suit(table: Numbers, faces: Numbers, column: int) -> bool:
    """Whether a complete suit lies at the end of a column."""
    size = table[SIZE + column]
    if size - table[HIDDEN + column] < SUIT:
        return False
    at = column * HEIGHTS + size - SUIT
    for i in range(SUIT):
        if faces[table[at + i]] != faces[table[at]] - i or (faces[table[at]] & 15) != SUIT:
            return False
    return True


@kernel
def remove_suits(table: Numbers, faces: Numbers, column: int) -> None:
    """Removes complete suits from the end of a column, as the search does it."""
    rows = table[LEFT]
    while ends_in_suit(table, faces, column):
        if rows and CARDS - ROW * rows - SUIT * table[REMOVED] < SUIT + COLUMNS:
            return
        at = column * HEIGHTS + table[SIZE + column] - SUIT
        for i in range(SUIT):
            table[WHERE + table[at + i]] = -1
        table[REMOVED] += 1
        take_off(table, column, SUIT)


@kernel
def deal(table: Numbers, faces: Numbers, stock: Numbers) -> bool:
    """Deals a row, if there is one and no space; whether it did. The last number of `stock` is no card."""
    if table[LEFT] == 0:
        return False
    for column in range(COLUMNS):
        if table[SIZE + column] == 0:
            return False
    first = len(stock) - 1 - ROW * table[LEFT]
    table[LEFT] -= 1
    for column in range(COLUMNS):
        push(table, column, stock[first + column])
        remove_suits(table, faces, column)
    return True


@kernel
def step(table: Numbers, faces: Numbers, card: int, column: int, count: int) -> None:
    """Moves a card and all on it to another column."""
    at = table[WHERE + card]
    source = at // HEIGHTS
    for i in range(count):
        push(table, column, table[at + i])
    take_off(table, source, count)
    remove_suits(table, faces, column)


@kernel
def shifted(turn: int, source: int, target: int) -> int:
    """Which step comes at a turn when step `source` was shifted to come as step `target`."""
    if turn == target:
        return source
    if source <= turn < target:
        return turn + 1
    return turn - 1 if target < turn <= source else turn


@kernel
def replay(
    start: Numbers, faces: Numbers, stock: Numbers, steps: Numbers, changed: int, choice: int, target: int,
    table: Numbers, made: Numbers, moves: Numbers,
) -> int:  # fmt: skip
    """Plays a line with step `changed` done to column `choice`, or left out if that is NONE.

    With choice KEPT it is shifted, to come as step `target`. Returns how many moves won, or 0, having
    written them into `made` as steps, after their number, and into `moves` as the search tells them.
    steps[0] is how many steps there are.
    """
    for i in range(TABLE):
        table[i] = start[i]
    made[0] = 0
    for turn in range(steps[0]):
        i = shifted(turn, changed, target) if choice == KEPT else turn
        is_changed = i == changed and choice != KEPT
        card, onto = steps[1 + 2 * i], steps[2 + 2 * i]
        if card == DEAL:
            if is_changed or not deal(table, faces, stock):
                return 0
            moves[made[0]] = DEAL_MOVE
        elif not is_changed or choice != NONE:
            count = lift(table, faces, card)
            if is_changed:
                if count == 0 or not fits(table, faces, card, choice):
                    return 0
                column, size = choice, table[SIZE + choice]
                onto = table[column * HEIGHTS + size - 1] if size else SPACE + column
            else:
                column = place_of(table, faces, card, onto) if count else NONE
            if column == NONE:
                continue
            moves[made[0]] = (table[WHERE + card] // HEIGHTS) << 8 | column << 4 | count
            step(table, faces, card, column, count)
        else:
            continue
        made[1 + 2 * made[0]] = card
        made[2 + 2 * made[0]] = onto
        made[0] += 1
        if table[REMOVED] == SUITS:
            return made[0]
    return 0


@kernel
def shorten(
    start: Numbers, faces: Numbers, stock: Numbers, steps: Numbers, most: int, stop: Numbers, line: Numbers
) -> int:
    """Makes a winning line shorter by random changes, playing up to `most` moves; it never gets longer.

    Leaves the line in `steps` and its moves in `line`, and returns how many there are, 0 if it never won.
    """
    table, made, moves = numbers(TABLE), numbers(len(steps)), numbers(len(steps))
    best, played = replay(start, faces, stock, steps, 0, KEPT, 0, table, made, line), 0
    chance = 1
    while best and played < most and not stop[0]:
        chance = marked(chance, played)
        at, choice, target = (chance >> 8) % steps[0], (chance >> 24) % CHOICES - 2, 0
        if choice < NONE:
            choice = NONE
        elif choice >= COLUMNS:
            choice = KEPT
            target = min(max(at + (chance >> 40) % (2 * FAR + 1) - FAR, 0), steps[0] - 1)
        found = replay(start, faces, stock, steps, at, choice, target, table, made, moves)
        played += steps[0]
        if found and found <= best:
            best = found
            for i in range(1 + 2 * best):
                steps[i] = made[i]
            for i in range(best):
                line[i] = moves[i]
    return best

"""Portfolio solver of Spider, all cards known, and the local search that shortens a winning line.

Local search that shortens a winning line of Spider: one step is changed, and the rest played on.

A line is told by its cards: this card, with all that lie on it, goes onto that one or into a space. So
the rest of a line can be played even when some of it was changed: what is done already or can no longer
be done is passed over. A change is kept when it wins in no more moves.

Measured, 200 deals of four suits (5000 to 5199), one process, CPU seconds, 0.5 million tables a second:
won within 0.1 s 126, 0.5 s 167, 1 s 180, 2 s 188, 5 s 193, 10 s 195. What was tried, on 80 other deals
(won after 24 tries of 10,000 tables, 0.3 s):

    worth of a hidden card 12, space 30, pair in suit 6, other join 2, break 4     13   the start
    hidden card 8 / 18                                                             25 / 15   8 kept
    space 20 / 45 (12 is worse too)                                                30 / 0    20 kept
    pair in suit 8 / 4                                                             32 / 8    8 kept
    no worth for a join of other suits                                             45   kept, and less still:
    all four; and a join of other suits counts as a break, 2                       58 after 12 tries, kept
    no more worth for longer runs                                                  42 for 49, not kept
    more for a high card upon a low one                                            28 for 50, not kept
    noise 4 / 16 for 8                                                             45 / 51 for 50, 8 kept
    tries of 10,000 / 50,000 / 200,000 tables, 2 s, 30 deals      21 / 23 / 22, the small ones sooner: in turn
    queues by face-down cards within a deal, visited in turn, 40 deals             2 for 6, not kept
    worths drawn anew for each of 16 tries of 50,000 tables, 10 hard deals         5 or 6 for 7, not kept
    rounds of 10 tries of 10,000, 2 of 50,000, 2 of 200,000, every other so drawn  11 of 13 hard deals for 13

Deals 12 and 20 were not won in 10 s by all that, and where a try led furthest its worths were of another
kind: little for a card turned up, more for longer runs. With such worths drawn for each try of 120,000
tables, 20 was won by 6 of 124 tries, 3 of them by the third that strayed from where many tables had the same
cards face down; 12 by none of 381 (of 60,000 to 300,000 tables), which removed three suits at most. Now every
other of the longer tries is of that kind: of 50 deals (0 to 49) 49 are won in 10 s, 40 in 0.5 s.

Shortening, 6 lines of 382 moves: one change at a time, in turn 280, at random 278, shifting steps too
254 (kept: 20 million moves played over, 0.5 s). 34 lines of 316 moves: 232, after 2.6 s 229.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from game.cards import Card
from game.rules.position import STOCK, Move, Position
from game.rules.spider import COLUMNS as COLUMN_PILES
from game.rules.spider import PLACES, STOCK_PILE, SUITS_TO_WIN, Spider
from game.rules.variant import Variant
from game.solver.answer import Budget, SearchResult, Verdict
from game.solver.kernels.compiled import Numbers, kernel, numbers, row
from game.solver.spider.search import LOST, UNDECIDED, exhaust, search
from game.solver.spider.tables import check, found_moves, layout, marked, played, removals, to_moves

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
"""Maximum shift of a step; number of choices for a step, of which two leave it out, ten shift it."""


@kernel
def lift(table: Numbers, faces: Numbers, card: int) -> int:
    """Number of cards that move with `card`; 0 if it cannot move."""
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
    """Whether a column ends with a complete suit."""
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
    start: Numbers, faces: Numbers, stock: Numbers, steps: Numbers, limit: int, stop: Numbers, line: Numbers
) -> int:
    """Makes a winning line shorter by random changes, playing up to `limit` moves; it never gets longer.

    Leaves the line in `steps` and its moves in `line`, and returns how many there are, 0 if it never won.
    """
    table, made, moves = numbers(TABLE), numbers(len(steps)), numbers(len(steps))
    best, played = replay(start, faces, stock, steps, 0, KEPT, 0, table, made, line), 0
    chance = 1
    while best and played < limit and not stop[0]:
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


def shorter(
    variant: Spider, position: Position, moves: Sequence[Move], limit: int, budget: Budget
) -> list[Move]:
    """A line that wins as `moves` do from `position`, in as many moves or fewer.

    Stops after playing `limit` moves over and over, or when the budget is spent.
    """
    stock = tuple(reversed(position.piles[STOCK_PILE]))
    cards = [*stock, *(card for pile in position.piles[COLUMN_PILES.start :] for card in pile)]
    number = {card.identity: at for at, card in enumerate(cards)}
    steps = row(_steps(variant, position, moves, number))
    line = row([0] * len(steps))
    faces = row([16 * card.suit + card.rank for card in cards])
    hand = row([*(number[card.identity] for card in stock), 0])
    count = shorten(row(_table(variant, position, number)), faces, hand, steps, limit, budget.stop, line)
    return to_moves(variant, position, [int(line[at]) for at in range(count)], removing=True)


def _table(variant: Spider, position: Position, number: dict[int, int]) -> list[int]:
    table = [0] * WHERE + [-1] * (TABLE - WHERE)
    for place, pile in enumerate(position.piles[COLUMN_PILES.start :]):
        table[SIZE + place] = len(pile)
        table[HIDDEN + place] = sum(not card.face_up for card in pile)
        for height, card in enumerate(pile):
            table[HEIGHTS * place + height] = number[card.identity]
            table[WHERE + number[card.identity]] = HEIGHTS * place + height
    table[LEFT], table[REMOVED] = variant.deals_left(position), variant.suits_removed(position)
    return table


def _steps(variant: Spider, position: Position, moves: Sequence[Move], number: dict[int, int]) -> list[int]:
    """The steps of a line after their number. Removals are none: they are done by themselves."""
    steps: list[int] = []
    for move in moves:
        if move == STOCK:
            steps += [DEAL, 0]
        elif move.target not in PLACES:
            ground: Sequence[Card] = position.piles[move.target]
            onto = number[ground[-1].identity] if ground else SPACE + move.target - COLUMN_PILES.start
            steps += [number[position.piles[move.source][-move.count].identity], onto]
        position = variant.apply(position, move)
    return [len(steps) // 2, *steps]


SHORTENING, MAX_SHORTENING = 10, 20_000_000
"""Moves that may be played over to make a win shorter: so many for each position of the budget that
is left, and about half a second's at most."""

NOISE = 8
MAX_SIZE = 200_000
ORDER_FIRST = (
    (2, 3, 4, 5),
    (4, 8, 20),
    (8, 13, 20, 30),
    (6, 8, 10),
    (1, 2, 3),
    (-2, 0),
    (0, 2, 4),
    (0,),
    (0, 4),
)
"""From what the worths are drawn, in the order of `columns`."""
CROWDS = (0, 4, 4)


def weights(noise: int = 0, seed: int = 0) -> Numbers:
    """Search weights, in the order of `columns`."""
    return row((8, 12, 20, 8, 1, -2, 2, 0, 4, 250, noise, seed, 0))


def other_weights(seed: int) -> Numbers:
    """Random weights, per seed, for a search that prefers order to reveals."""
    chance = Random(seed)
    drawn = [chance.choice(choices) for choices in ORDER_FIRST]
    return row((*drawn, 250, NOISE, seed, chance.choice(CROWDS)))


class Try(NamedTuple):
    """One search: of every possible table, or of the best only."""

    is_complete: bool
    tables: int
    noise: int = 0
    puts_order_first: bool = False


def tries() -> Iterator[Try]:
    """One search after the other, for ever, of at most 250 MB each."""
    yield Try(False, 2_000)
    yield Try(True, 2_000)
    for _ in range(12):
        yield Try(False, 10_000, NOISE)
    yield Try(True, 20_000)
    for _ in range(10):
        yield Try(False, 50_000, NOISE)
        yield Try(False, 50_000, NOISE, puts_order_first=True)
    yield Try(True, MAX_SIZE)
    while True:
        yield Try(False, MAX_SIZE, NOISE, puts_order_first=True)
        yield Try(False, MAX_SIZE, NOISE)


def solve(variant: Variant, position: Position, budget: Budget) -> SearchResult:
    """Looks for moves that win from `position`.

    Raises:
        SolverError: the position is not one of Spider.
    """
    assert isinstance(variant, Spider)
    check(variant, position)
    first = removals(variant, position)
    start = played(variant, position, first)
    if variant.suits_removed(start) == SUITS_TO_WIN:
        return SearchResult(Verdict.SOLVED, variant.home(start), tuple(first), 0)
    given, given_to_exhaust = layout(variant, start), layout(variant, position)
    best: tuple[int, list[Move]] = (variant.home(start), first)
    nodes, seed = 0, 0
    for attempt in tries():
        budget.note(best[0], nodes)
        tables = min(attempt.tables, budget.nodes - nodes)
        if tables <= 0 or budget.is_spent:
            break
        line, looked_at = numbers(tables + 4), numbers(1)
        if attempt.is_complete:
            shown = exhaust(given_to_exhaust, tables, budget.stop, looked_at, line)
            nodes += int(looked_at[0])
            if shown == LOST:
                return SearchResult(Verdict.UNSOLVABLE, best[0], tuple(best[1]), nodes)
            if shown == UNDECIDED:
                continue
            moves = to_moves(variant, position, found_moves(line), removing=False)
        else:
            seed += 1
            worths = other_weights(seed) if attempt.puts_order_first else weights(attempt.noise, seed)
            nodes += int(search(given, worths, tables, budget.stop, line))
            moves = first + to_moves(variant, start, found_moves(line), removing=True)
        home = variant.home(played(variant, position, moves))
        if home == CARDS:
            if not attempt.is_complete:
                budget.won(home, nodes, tuple(moves))
                room = min(SHORTENING * (budget.nodes - nodes), MAX_SHORTENING)
                moves = first + shorter(variant, start, moves[len(first) :], room, budget)
            return SearchResult(Verdict.SOLVED, home, tuple(moves), nodes)
        if home > best[0]:
            best = (home, moves)
    return SearchResult(Verdict.GAVE_UP, best[0], tuple(best[1]), nodes)

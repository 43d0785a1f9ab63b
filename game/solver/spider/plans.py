"""Ways at Spider to something new: the next card turned up or dealt, a look further, and the best of them.

Best-first search of what can be done at Spider before the next card is seen: turn one up, or deal. It looks
at the tableau alone: face-down cards are all the same to it, and so is what a row brings. For each column two
ways to its next face-down card are kept, that which promises most (see `judge`) and the shortest, and
likewise two to the next row.

A look one card further tells what ways to something new are worth on average over what may turn up. After a
way every face that may turn up is laid there in turn, as often as it is unseen, or rows drawn at random are
dealt; from each such table a short look finds the best end that it leads to, as the judge has it. What only
tidies can wait until the card is seen, which the judge by itself cannot tell.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from random import Random
from typing import NamedTuple

from game.rules.position import STOCK, Move, Pile, Position, face_down_count
from game.rules.spider import Spider
from game.solver.kernels.compiled import Numbers, Reals, kernel, numbers, reals, row
from game.solver.spider.features import ALL, BY_RANK, COPIES, NOTES, PACK, SHOWN, UNSEEN, see
from game.solver.spider.judge import KEPT as KEPT_OF_COLUMN
from game.solver.spider.judge import SUITS_REMOVED, SUMS, TURNED_UP, UNIT, WON, judged, net_for
from game.solver.spider.search import (
    A_ROW,
    COLUMNS_PER_TABLE,
    FIRST,
    GRADES,
    MOVES_PER_TABLE,
    NOTHING,
    OPEN_ON,
    ROOM,
    WAITING,
    came_from,
    expand,
    is_new,
    make_child,
    moves_to,
    rate,
    shown_by,
    take,
)
from game.solver.spider.tables import (
    BENEATH,
    CARD,
    COLUMNS,
    DEAL,
    DOWN,
    FACE_UP,
    FIELDS,
    KEY,
    RANK,
    REMOVED,
    ROWS,
    SPACE,
    SUITS,
    TABLE,
    UNKNOWN,
    WORTH,
    laid,
    layout,
    marked,
    played,
    removals,
    remove_suits,
    room_for,
    set_out,
    to_moves,
)


def determinize(position: Position, random: Random) -> Position:
    """Returns the position with its unseen cards placed at random, independent of where they are."""
    unseen = [card.down for pile in position.piles for card in pile if not card.face_up]
    unseen.sort(key=lambda card: card.face)
    random.shuffle(unseen)
    drawn = iter(unseen)

    def drawn_for(pile: Pile) -> Pile:
        return tuple(card if card.face_up else next(drawn) for card in pile)

    return Position(tuple(map(drawn_for, position.piles)))


MAX_LENGTH = 100
"""Moves of a way; longer ones are passed over."""
KINDS = COLUMNS + 1
"""One for each column, and that to a row."""

BEST, PROMISE, MOVES, SHORTEST, SHORT_PROMISE, MIN_MOVES = range(6)
FOUND = 6
"""Size of the result of each kind: the most promising table, or -1, its promise, and the number of moves;
and the same of the one with the shortest way."""
MADE = KINDS * FOUND
"""Where, behind all that is found, the number of tables made stands."""


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
def look(layout: Numbers, net: Reals, unseen: Numbers, max_tables: int, work: Work) -> int:
    """Writes what is found from the first table into `found`; returns what the best promises, -1 for none."""
    weights, found, store, tables, lengths = work.weights, work.found, work.store, work.tables, work.lengths
    slots, queues, seen, moves, known = work.slots, work.queues, work.seen, work.moves, work.known
    embedded, notes, sums = work.embedded, work.notes, work.sums
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
        found[MADE] = made
        kind = shown_by(store, tables, at)
        if kind < NOTHING and lengths[at] < MAX_LENGTH:
            is_row = 1 if kind == A_ROW else 0
            worth = judged(
                store, tables, at * TABLE, is_row, unseen, weights, net, known, embedded, notes, sums
            )
            note(found, kind, at, worth, lengths[at])
            best = max(best, worth)
        if kind >= A_ROW:
            expand(store, weights, layout, tables, at, seen, queues, moves)
        if made >= max_tables or queues[WAITING] > waiting or store[CARD] > columns:
            return best
        origin = take(queues, moves, rows)
        if origin < 0:
            return best
        make_child(store, slots, weights, layout, tables, made, origin)
        at = made
        lengths[at] = lengths[origin >> 12] + 1
        made += 1


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


SEEN_IS_WON = 0.97
"""The share of games won in which the last card has turned up; nearly all are."""
FACE_DOWN_CARDS = 44
CASES = 64
"""One for each face that may turn up; as many rows are drawn. The mean of rows strays by 0.01, by up to 0.03
for the last one, which is as much as ways differ by; dealt one after the other from one pack they stray
more."""


@kernel
def follow(
    layout: Numbers,
    net: Reals,
    unseen: Numbers,
    max_tables: int,
    kind: int,
    part: int,
    parts: int,
    work: Work,
) -> int:
    """Returns the value of the end of a way, summed over all cards that may turn up, or over some rows.

    Of the cases every one of `parts` from `part` on is looked at. With the kind NOTHING the layout is
    looked at as it is, and `found` tells what was found. With no table to look at it is only judged.
    """
    weights, store, slots, tables, left = work.weights, work.store, work.slots, work.tables, work.left
    total, known = 0, work.known
    room = len(known) - 2 * ROOM - COLUMNS_PER_TABLE * max_tables
    store[WORTH] = weights[SPACE]
    if store[CARD] > room:
        clear(weights, store, slots, known)
    if max_tables == 0:
        set_out(layout, store, slots, weights, tables)
        rate(store, weights, tables, 0)
        is_row, embedded, notes, sums = 1 if kind == A_ROW else 0, work.embedded, work.notes, work.sums
        return judged(store, tables, 0, is_row, unseen, weights, net, known, embedded, notes, sums)
    for case in range(part, CASES if kind < NOTHING else 1, parts):
        times = unseen[case] if kind < A_ROW else 1
        if times == 0:
            continue
        for i in range(UNSEEN):
            left[i] = unseen[i]
        if store[CARD] > room:
            clear(weights, store, slots, known)
        set_out(layout, store, slots, weights, tables)
        if kind == A_ROW:
            deal(weights, case, left, store, slots, tables)
        elif kind < A_ROW:
            turn_up(weights, kind, case, left, store, slots, tables)
        for place in range(COLUMNS):
            while store[tables[place] * FIELDS + CARD] == SHOWN and tables[place]:
                turn_up(weights, place, drawn(left, 97 * case + place), left, store, slots, tables)
        worth = decided(tables) if kind < NOTHING else -1
        if worth < 0:
            worth = look(layout, net, left, max_tables, work)
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
    """Value of the first table if nothing is unseen; else −1."""
    if tables[REMOVED] == SUITS:
        return int(UNIT * (WON + TURNED_UP + SUITS_REMOVED))
    if tables[ROWS] == 0 and tables[DOWN] == 0:
        return int(UNIT * SEEN_IS_WON * (WON + TURNED_UP + SUITS_REMOVED))
    return -1


@kernel
def at_least(tables: Numbers) -> int:
    """Value of the first table if nothing more can turn up."""
    turned_up, removed = 1 - tables[DOWN] / FACE_DOWN_CARDS, tables[REMOVED] / SUITS
    return int(UNIT * (TURNED_UP * turned_up + SUITS_REMOVED * removed))


BEST_WAYS, SHORTEST_WAYS = 5, 3
"""Number of the best ways that are followed, and of those whose shortest way is followed too."""
TABLES_FURTHER = {4: (200, 200, 200, 200, 80, 80), 2: (200,) * 6, 1: (200,) * 6}
"""By suits and rows left: how many tables are looked at from each face."""
MARGINS = (0.03, 0.015, 0.0)
"""Maximum shortfall from the best way's value for a way to be followed on, after each part of the faces."""
EQUAL = 0.0005
"""Maximum shortfall of a way that is taken for as good as the best: far less than a mean strays by."""
KEPT = 4
"""For how many looks columns are kept; with more, what is kept is read more slowly than it is made."""


class Work(NamedTuple):
    """Reusable buffers of a search."""

    store: Numbers
    slots: Numbers
    tables: Numbers
    queues: Numbers
    seen: Numbers
    moves: Numbers
    lengths: Numbers
    known: Numbers
    embedded: Reals
    notes: Numbers
    sums: Reals
    left: Numbers
    found: Numbers
    weights: Numbers

    def follow(
        self, given: Sequence[int], net: Reals, unseen: Numbers, max_tables: int, kind: int, part: int = 0,
        parts: int = 1,
    ) -> int:  # fmt: skip
        """See `follow`."""
        return int(follow(row(given), net, unseen, max_tables, kind, part, parts, self))

    def forget(self) -> None:
        """Keeps no column, as before another net is asked."""
        self.store[CARD] = len(self.known)


def work_for(max_tables: int, kept: int = 1) -> Work:
    """Returns buffers for a search of `max_tables` tables, with columns cached for `kept` such searches."""
    waiting = max_tables * MOVES_PER_TABLE
    columns = (kept + 1) * (max_tables * COLUMNS_PER_TABLE + ROOM)
    return Work(
        store=numbers((columns + ROOM) * FIELDS),
        slots=numbers(room_for(columns)),
        tables=numbers((max_tables + 2) * TABLE),
        queues=numbers(OPEN_ON + 16),
        seen=numbers(room_for(waiting)),
        moves=numbers((waiting + ROOM) * 2),
        lengths=numbers(max_tables + 2),
        known=numbers(columns + ROOM),
        embedded=reals((columns + ROOM) * KEPT_OF_COLUMN),
        notes=numbers(NOTES),
        sums=reals(SUMS),
        left=numbers(UNSEEN),
        found=numbers(MADE + 1),
        weights=weights(),
    )


def weights() -> Numbers:
    """Weights of the search, in the order of `columns`, and of the sum by hand, in that of `promise`.

    No unseen card may count.
    """
    return row(
        (
            *(11, 7, 13, 6, 2, -1, -1, 0, 0, 250, 0, 0, 0),
            *(911, -990, -2570, -3788, -4984, -5857),
            *(-5848, 1328, 1077, 833, 361, 154, -149, 194),
            *(-111, 36, 200, 530, 772, -690, 378, -37),
            *(213, 171, 258, 170, 4354, 1933, 446, 23582),
        )
    )


def blind(layout: Numbers) -> list[int]:
    """A layout in which no card that lies face down can be known."""
    known, at = [int(number) for number in layout], 2 + COLUMNS * int(layout[1])
    known[2:at] = [UNKNOWN] * (at - 2)
    for _ in range(COLUMNS):
        for i in range(at + 1, at + 1 + known[at]):
            known[i] = known[i] if known[i] >= FACE_UP else UNKNOWN
        at += known[at] + 1
    return known


def unseen_of(layout: Numbers, suits: int) -> Numbers:
    """Counts the unseen cards of each face in a layout of `suits` suits, in the order of `features`."""
    unseen, at = numbers(UNSEEN), 2 + COLUMNS * int(layout[1])
    faces = [int(number) & (FACE_UP - 1) for number in layout[2:at]]
    for _ in range(COLUMNS):
        faces += [int(number) for number in layout[at + 1 : at + 1 + layout[at]] if number < FACE_UP]
        at += layout[at] + 1
    for face in faces:
        unseen[face] += 1
        unseen[BY_RANK + (face & RANK)] += 1
        unseen[ALL] += 1
    unseen[COPIES], unseen[PACK] = 8 // suits, PACKS[suits]
    return unseen


class ScoredPlan(NamedTuple):
    """Moves, as `tables` has them, after which something new is seen, and the resulting value."""

    moves: tuple[int, ...]
    worth: int
    kind: int = NOTHING
    """The column in which it turns up a card, or A_ROW."""
    end: tuple[int, ...] = ()
    """Resulting layout, with turned-up cards as SHOWN (see `features`)."""


PACKS = {4: 0b1111, 2: 0b1100, 1: 0b1000}
"""The suits of a pack by their number, a bit for each."""


class Options(NamedTuple):
    """A player's next options at Spider: the moves to each end at which something new is seen."""

    variant: Spider
    start: Position
    """Where complete suits are removed."""
    removed_by: tuple[Move, ...]
    unseen: Numbers
    best: list[ScoredPlan]
    """The best way of each kind, the best first."""
    shorter: list[ScoredPlan]
    """The soonest found of each kind, where the best was found later, in the same order."""

    def plan(self, way: ScoredPlan) -> tuple[Move, ...]:
        """Converts a plan to moves of the rules, up to the new card."""
        moves = (*self.removed_by, *to_moves(self.variant, self.start, way.moves, removing=True))
        # What a row completes is seen only when it lies there.
        return moves[: moves.index(STOCK) + 1] if STOCK in moves else moves


def find_options(variant: Spider, position: Position, max_tables: int) -> Options:
    """The ways to something new that a search of `max_tables` finds; a complete suit is removed at once."""
    start = determinize(position, Random(0))
    removed_by = removals(variant, start)
    start = played(variant, start, removed_by)
    given = layout(variant, start)
    unseen = unseen_of(given, variant.suits)
    best, shorter = scored_plans(
        blind(given), unseen, net_for(variant.suits), max_tables, work_for(max_tables)
    )
    return Options(variant, start, tuple(removed_by), unseen, best, shorter)


def removals_that_show(variant: Spider, position: Position) -> tuple[Move, ...]:
    """The removals of complete suits where they turn a card up: then they are all of the plan."""
    moves = removals(variant, blind := determinize(position, Random(0)))
    end = played(variant, blind, moves)
    return tuple(moves) if face_down_count(end.piles) < face_down_count(position.piles) else ()


def scored_plans(
    given: Sequence[int], unseen: Numbers, net: Reals, max_tables: int, work: Work
) -> tuple[list[ScoredPlan], list[ScoredPlan]]:
    """The best way of each kind from a blind layout, the best first, and the shortest that are others."""
    kinds = _kinds_found(given, unseen, net, max_tables, work)
    came = _came(work)
    best = [_way(work, came, told, BEST) for told in kinds]
    return best, [_way(work, came, told, SHORTEST) for told in kinds if told[MIN_MOVES] < told[MOVES]]


def best_plan(
    given: Sequence[int], unseen: Numbers, net: Reals, max_tables: int, work: Work
) -> ScoredPlan | None:
    """The way that promises most of all; None if there is none."""
    kinds = _kinds_found(given, unseen, net, max_tables, work)
    return _way(work, _came(work), kinds[0], BEST) if kinds else None


def _kinds_found(
    given: Sequence[int], unseen: Numbers, net: Reals, max_tables: int, work: Work
) -> list[list[int]]:
    """Returns the result of each kind, and the kind; the most promising first."""
    work.follow(given, net, unseen, max_tables, NOTHING)
    found = [int(number) for number in work.found]
    kinds = [[*found[FOUND * kind : FOUND * (kind + 1)], kind] for kind in range(KINDS)]
    return sorted(
        (told for told in kinds if told[BEST] >= 0), key=lambda told: (-told[PROMISE], told[MOVES], told[-1])
    )


def _way(work: Work, came: Numbers, told: Sequence[int], which: int) -> ScoredPlan:
    table, promised, kind = told[which], told[which + 1], told[-1]
    moves = [*moves_to(work.store, work.tables, came, table), *([DEAL] if kind == A_ROW else [])]
    return ScoredPlan(tuple(moves), promised, kind, _laid_out(work, table * TABLE))


def _came(work: Work) -> Numbers:
    return came_from(work.store, work.queues, work.tables, int(work.found[MADE]))


def _laid_out(work: Work, table: int) -> tuple[int, ...]:
    """Converts a searched table to a layout."""
    rows = int(work.tables[table + ROWS])
    told = [int(work.tables[table + REMOVED]), rows, *[UNKNOWN] * (COLUMNS * rows)]
    for column in work.tables[table : table + COLUMNS]:
        cards = []
        while column:
            cards.append(int(work.store[column * FIELDS + CARD]))
            column = work.store[column * FIELDS + BENEATH]
        told += [len(cards), *reversed(cards)]
    return tuple(told)


def looked_further(
    candidates: Sequence[ScoredPlan], unseen: Numbers, net: Reals, max_tables: int, work: Work
) -> list[ScoredPlan]:
    """Plans, best first, by their value after a search of `max_tables` tables from each face.

    After each part of the faces those that are clearly worse are looked at no more.
    """
    totals = dict.fromkeys(range(len(candidates)), 0)
    means: dict[int, float] = {}
    for part, margin in enumerate(MARGINS):
        for at in totals:
            way = candidates[at]
            totals[at] += work.follow(way.end, net, unseen, max_tables, way.kind, part, len(MARGINS))
            means[at] = totals[at] / _cases(way.kind, unseen, part)
        least = max(means.values()) - margin * UNIT
        totals = {at: total for at, total in totals.items() if means[at] >= least}
    return [candidates[at]._replace(worth=int(means[at])) for at in best_first(candidates, means, totals)]


def best_first(
    candidates: Sequence[ScoredPlan], means: Mapping[int, float], followed: Container[int]
) -> list[int]:
    """The places of candidates by their means, those that were followed to the end before the others.

    Of those as good as the first, the one that shows something soonest comes first.
    """
    order = sorted(means, key=lambda at: (at not in followed, -means[at]))
    best = order[0]
    equals = (
        at
        for at in order
        if (at in followed) == (best in followed) and means[best] - means[at] <= EQUAL * UNIT
    )
    soonest = min(equals, key=lambda at: len(candidates[at].moves))
    return [soonest, *(at for at in order if at != soonest)]


def _cases(kind: int, unseen: Numbers, part: int) -> int:
    """Returns the number of cases of a kind examined by the end of a part."""
    cases = (case for case in range(CASES) if case % len(MARGINS) <= part)
    return max(1, sum(1 if kind == A_ROW else int(unseen[case]) for case in cases))


def ranked(options: Options) -> list[ScoredPlan]:
    """The ways of a choice, the best first: those that were followed further, then the others."""
    candidates = to_follow(options.best, options.shorter)
    variant = options.variant
    tables = TABLES_FURTHER[variant.suits][variant.deals_left(options.start)]
    net, work = net_for(variant.suits), work_for(tables, KEPT)
    followed = looked_further(candidates, options.unseen, net, tables, work)
    return followed + options.best[BEST_WAYS:]


def to_follow(best: Sequence[ScoredPlan], shorter: Sequence[ScoredPlan]) -> list[ScoredPlan]:
    """The ways that are followed further, of all that were found."""
    kinds = [way.kind for way in best[:SHORTEST_WAYS]]
    return [*best[:BEST_WAYS], *(way for way in shorter if way.kind in kinds)]

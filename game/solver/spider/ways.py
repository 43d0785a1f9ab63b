"""Ways at Spider to something new, as moves and as what they lead to, and which of them is the best.

Knows positions, and the searches of `turn_ups` and `further`; must not know which unseen card is where.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from game.rules.building import face_down_count
from game.rules.position import STOCK, Move, Position
from game.rules.spider import Spider
from game.solver.kernels.compiled import Numbers, Reals, numbers, reals, row
from game.solver.spider.columns import BENEATH, CARD, FACE_UP, FIELDS, RANK, UNKNOWN, room_for
from game.solver.spider.encoding import layout, played, removals, to_moves
from game.solver.spider.features import ALL, BY_RANK, COPIES, NOTES, PACK, UNSEEN
from game.solver.spider.further import CASES, follow
from game.solver.spider.judge import KEPT as KEPT_OF_COLUMN
from game.solver.spider.judge import SUMS, UNIT, net_for
from game.solver.spider.search import COLUMNS_PER_TABLE, MOVES_PER_TABLE, OPEN_ON, ROOM
from game.solver.spider.tables import COLUMNS, DEAL, ORIGIN, REMOVED, ROWS, TABLE
from game.solver.spider.turn_ups import A_ROW, BEST, FOUND, KINDS, MOVES, NOTHING, PROMISE, SHORTEST
from game.solver.spider.unseen import as_it_may_be

BEST_WAYS, SHORTEST_WAYS, TABLES_FURTHER = 5, 3, 200
"""How many of the best ways are followed, of how many of these the shortest too, and how many tables are
looked at from each face."""
MARGINS = (0.03, 0.015, 0.0)
"""How much less than the best a way may be worth to be followed on after each part of the faces."""
KEPT = 4
"""For how many looks columns are kept; with more, what is kept is read more slowly than it is made."""


class Work(NamedTuple):
    """What a look writes in; may be used again and again."""

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
        self, given: Sequence[int], net: Reals, unseen: Numbers, most: int,
        kind: int, part: int = 0, parts: int = 1,
    ) -> int:  # fmt: skip
        """See `further.follow`."""
        # fmt: off
        return int(
            follow(
                row(given), self.weights, net, unseen, most, kind, part, parts, self.left, self.found,
                self.store, self.slots, self.tables, self.queues, self.seen, self.moves, self.lengths,
                self.known, self.embedded, self.notes, self.sums,
            )
        )
        # fmt: on

    def forget(self) -> None:
        """Keeps no column, as before another net is asked."""
        self.store[CARD] = len(self.known)


def work_for(most: int, kept: int = 1) -> Work:
    """Room for a look at `most` tables, and for the columns of `kept` such looks."""
    waiting = most * MOVES_PER_TABLE
    columns = (kept + 1) * (most * COLUMNS_PER_TABLE + ROOM)
    return Work(
        store=numbers((columns + ROOM) * FIELDS),
        slots=numbers(room_for(columns)),
        tables=numbers((most + 2) * TABLE),
        queues=numbers(OPEN_ON + 16),
        seen=numbers(room_for(waiting)),
        moves=numbers((waiting + ROOM) * 2),
        lengths=numbers(most + 2),
        known=numbers(columns + ROOM),
        embedded=reals((columns + ROOM) * KEPT_OF_COLUMN),
        notes=numbers(NOTES),
        sums=reals(SUMS),
        left=numbers(UNSEEN),
        found=numbers(KINDS * FOUND),
        weights=weights(),
    )


def weights() -> Numbers:
    """What the search goes by, in the order of `columns`, and the sum by hand, in that of `promise`.

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
    told, at = [int(each) for each in layout], 2 + COLUMNS * int(layout[1])
    told[2:at] = [UNKNOWN] * (at - 2)
    for _ in range(COLUMNS):
        for i in range(at + 1, at + 1 + told[at]):
            told[i] = told[i] if told[i] >= FACE_UP else UNKNOWN
        at += told[at] + 1
    return told


def unseen_of(layout: Numbers, suits: int) -> Numbers:
    """How many cards of each face are unseen in a layout of so many suits, in the order of `features`."""
    unseen, at = numbers(UNSEEN), 2 + COLUMNS * int(layout[1])
    faces = [int(each) & (FACE_UP - 1) for each in layout[2:at]]
    for _ in range(COLUMNS):
        faces += [int(each) for each in layout[at + 1 : at + 1 + layout[at]] if each < FACE_UP]
        at += layout[at] + 1
    for face in faces:
        unseen[face] += 1
        unseen[BY_RANK + (face & RANK)] += 1
        unseen[ALL] += 1
    unseen[COPIES], unseen[PACK] = 8 // suits, PACKS[suits]
    return unseen


class Way(NamedTuple):
    """Moves, as `tables` has them, after which something new is seen; and what that leaves."""

    moves: tuple[int, ...]
    worth: int
    kind: int = NOTHING
    """The column in which it turns up a card, or A_ROW."""
    end: tuple[int, ...] = ()
    """The layout that it leads to, with what has turned up as SHOWN (see `features`)."""


PACKS = {4: 0b1111, 2: 0b1100, 1: 0b1000}
"""The suits of a pack by their number, a bit for each."""


class Choice(NamedTuple):
    """What a player of Spider may do next: the moves to each end at which something new is seen."""

    variant: Spider
    start: Position
    """Where complete suits are removed."""
    removed_by: tuple[Move, ...]
    unseen: Numbers
    best: list[Way]
    """The best way of each kind, the best first."""
    shorter: list[Way]
    """The shortest of each kind, where the best is longer, in the same order."""

    def plan(self, way: Way) -> tuple[Move, ...]:
        """The rules' moves for a way, up to what is new."""
        moves = (*self.removed_by, *to_moves(self.variant, self.start, way.moves, removing=True))
        # What a row completes is seen only when it lies there.
        return moves[: moves.index(STOCK) + 1] if STOCK in moves else moves


def choice(variant: Spider, position: Position, most: int) -> Choice:
    """The ways to something new after a look at up to `most` tables; a complete suit is removed at once."""
    start = as_it_may_be(position, Random(0))
    removed_by = removals(variant, start)
    start = played(variant, start, removed_by)
    given = layout(variant, start)
    unseen = unseen_of(given, variant.suits)
    best, shorter = all_ways(blind(given), unseen, net_for(variant.suits), most, work_for(most))
    return Choice(variant, start, tuple(removed_by), unseen, best, shorter)


def removals_that_show(variant: Spider, position: Position) -> tuple[Move, ...]:
    """The removals of complete suits where they turn a card up: then they are all of the plan."""
    moves = removals(variant, blind := as_it_may_be(position, Random(0)))
    end = played(variant, blind, moves)
    return tuple(moves) if face_down_count(end.piles) < face_down_count(position.piles) else ()


def all_ways(
    given: Sequence[int], unseen: Numbers, net: Reals, most: int, work: Work
) -> tuple[list[Way], list[Way]]:
    """The best way of each kind from a blind layout, the best first, and the shortest that are others."""
    kinds = _kinds_found(given, unseen, net, most, work)
    best = [_way(work, told, BEST) for told in kinds]
    shortest = [_way(work, told, SHORTEST) for told in kinds]
    return best, [way for way, other in zip(shortest, best, strict=True) if len(way.moves) < len(other.moves)]


def best_way(given: Sequence[int], unseen: Numbers, net: Reals, most: int, work: Work) -> Way | None:
    """The way that promises most of all; None if there is none."""
    kinds = _kinds_found(given, unseen, net, most, work)
    return _way(work, kinds[0], BEST) if kinds else None


def _kinds_found(given: Sequence[int], unseen: Numbers, net: Reals, most: int, work: Work) -> list[list[int]]:
    """What was found of each kind, and the kind; the one that promises most first."""
    work.follow(given, net, unseen, most, NOTHING)
    found = [int(each) for each in work.found]
    kinds = [[*found[FOUND * kind : FOUND * (kind + 1)], kind] for kind in range(KINDS)]
    return sorted(
        (told for told in kinds if told[BEST] >= 0), key=lambda told: (-told[PROMISE], told[MOVES], told[-1])
    )


def _way(work: Work, told: Sequence[int], which: int) -> Way:
    table, promised, kind = told[which], told[which + 1], told[-1]
    moves, at = [DEAL] if kind == A_ROW else [], table
    while at:
        moves.append(int(work.tables[at * TABLE + ORIGIN]) & DEAL)
        at = int(work.tables[at * TABLE + ORIGIN]) >> 12
    return Way(tuple(reversed(moves)), promised, kind, _laid_out(work, table * TABLE))


def _laid_out(work: Work, table: int) -> tuple[int, ...]:
    """A table that was looked at, as a layout."""
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
    candidates: Sequence[Way], unseen: Numbers, net: Reals, most: int, work: Work
) -> list[Way]:
    """Some ways, the best first, by what they are worth after a look at `most` tables from each face.

    After each part of the faces those that are clearly worse are looked at no more.
    """
    totals = dict.fromkeys(range(len(candidates)), 0)
    means: dict[int, float] = {}
    for part, margin in enumerate(MARGINS):
        for at in totals:
            way = candidates[at]
            totals[at] += work.follow(way.end, net, unseen, most, way.kind, part, len(MARGINS))
            means[at] = totals[at] / _cases(way.kind, unseen, part)
        least = max(means.values()) - margin * UNIT
        totals = {at: total for at, total in totals.items() if means[at] >= least}
    order = sorted(range(len(candidates)), key=lambda at: (at not in totals, -means[at]))
    return [candidates[at]._replace(worth=int(means[at])) for at in order]


def _cases(kind: int, unseen: Numbers, part: int) -> int:
    """How many cases of a kind were looked at by the end of a part."""
    cases = (case for case in range(CASES) if case % len(MARGINS) <= part)
    return max(1, sum(1 if kind == A_ROW else int(unseen[case]) for case in cases))


def ranked(choice: Choice) -> list[Way]:
    """The ways of a choice, the best first: those that were followed further, then the others."""
    candidates = to_follow(choice.best, choice.shorter)
    net, work = net_for(choice.variant.suits), work_for(TABLES_FURTHER, KEPT)
    followed = looked_further(candidates, choice.unseen, net, TABLES_FURTHER, work)
    return followed + choice.best[BEST_WAYS:]


def to_follow(best: Sequence[Way], shorter: Sequence[Way]) -> list[Way]:
    """The ways that are followed further, of all that were found."""
    kinds = [way.kind for way in best[:SHORTEST_WAYS]]
    return [*best[:BEST_WAYS], *(way for way in shorter if way.kind in kinds)]

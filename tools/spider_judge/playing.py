"""Games of Spider from what is seen, on layouts, without the rules' code: the judge's training data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

import numpy

from game.rules.spider import SUITS_OF_PACK
from game.solver.kernels.compiled import Numbers, Reals, numbers, row
from game.solver.spider.features import COPIES, OF_COLUMN, PACK, SHOWN, UNSEEN, describe_column, see
from game.solver.spider.judge import COLUMN_UNITS, HIDDEN, SHARED, TOLD
from game.solver.spider.plans import (
    PACKS,
    ScoredPlan,
    Work,
    best_plan,
    work_for,
)
from game.solver.spider.search import A_ROW, search
from game.solver.spider.solve import NOISE, weights
from game.solver.spider.tables import COLUMNS, FACE_UP, RANK, SUIT, SUITS, UNKNOWN
from tools.spider_judge.learning import OF_END, Array

DEALT, ROWS_DEALT, FACE_DOWN_CARDS = (6, 5, 5, 6, 5, 5, 6, 5, 5, 6), 5, 44
"""Cards dealt to each column, rows left then, and cards that lie face down."""
TRIES = (
    (3_000, 0, 0),
    *((10_000, NOISE, seed) for seed in range(1, 7)),
    *((40_000, NOISE, seed) for seed in (7, 8, 9)),
)
"""Searches for a win where all cards are seen: number of tables, straying, and seed of each."""


class Table:
    """State of a game: its seen and unseen cards."""

    def __init__(self, random: Random, suits: int) -> None:
        faces = [
            16 * "CDHS".index(suit) + rank for suit in SUITS_OF_PACK[suits] for rank in range(1, SUIT + 1)
        ]
        random.shuffle(faces)
        self.unseen = unseen_of(faces, suits)
        self.hidden: list[list[int]] = [[faces.pop() for _ in range(count - 1)] for count in DEALT]
        self.columns = [[*(UNKNOWN for _ in column), SHOWN] for column in self.hidden]
        for column in self.hidden:
            column.append(faces.pop())
        self.stock = faces
        self.rows, self.removed = ROWS_DEALT, 0
        self._see()

    @property
    def face_down(self) -> int:
        return sum(map(len, self.hidden))

    @property
    def layout(self) -> list[int]:
        told = [self.removed, self.rows, *[UNKNOWN] * (COLUMNS * self.rows)]
        for column in self.columns:
            told += [len(column), *column]
        return told

    def go(self, way: ScoredPlan) -> None:
        """Goes a way and sees what it shows."""
        self.removed, at = way.end[0], 2 + COLUMNS * way.end[1]
        for place in range(COLUMNS):
            self.columns[place] = list(way.end[at + 1 : at + 1 + way.end[at]])
            at += way.end[at] + 1
        self._see()
        if way.kind == A_ROW:
            self.rows -= 1
            for place in range(COLUMNS):
                self.columns[place].append(FACE_UP + self._seen(self.stock.pop()))
            for place in range(COLUMNS):
                self._remove(place)

    def _seen(self, face: int) -> int:
        see(self.unseen, face, -1)
        return face

    def _see(self) -> None:
        for place, column in enumerate(self.columns):
            if column and column[-1] in (SHOWN, UNKNOWN):
                column[-1] = FACE_UP + self._seen(self.hidden[place].pop())

    def _remove(self, place: int) -> None:
        column = self.columns[place]
        suit = column[-SUIT:]
        if (
            len(suit) < SUIT
            or column[-1] & RANK != 1
            or suit != [*range(column[-1] + SUIT - 1, column[-1] - 1, -1)]
        ):
            return
        if self.rows and sum(map(len, self.columns)) < SUIT + COLUMNS:
            return
        del column[-SUIT:]
        self.removed += 1
        self._see()


def unseen_of(faces: Sequence[int], suits: int) -> Numbers:
    unseen = numbers(UNSEEN)
    for face in faces:
        see(unseen, face, 1)
    unseen[COPIES], unseen[PACK] = 8 // suits, PACKS[suits]
    return unseen


class Player(NamedTuple):
    """Strategy for a game: a net, and the number of tables looked at before each choice."""

    net: Reals
    tables: int
    work: Work

    def choose(self, table: Table) -> ScoredPlan | None:
        """Returns the next plan; None where nothing new can be seen.

        Five times as many tables are looked at where fewer show no way to anything new.
        """
        way = best_plan(table.layout, table.unseen, self.net, self.tables, self.work)
        more = 5 * self.tables
        return way or best_plan(table.layout, table.unseen, self.net, more, work_for(more))


class Ended(NamedTuple):
    is_won: bool
    face_down: int
    removed: int
    choices: int


def play(table: Table, choose: Callable[[Table], ScoredPlan | None]) -> Ended:
    """Plays a game to its end."""
    choices = 0
    while table.face_down or table.rows:
        way = choose(table)
        if way is None:
            break
        choices += 1
        table.go(way)
    won = not table.face_down and not table.rows and is_won(table)
    return Ended(won, table.face_down, SUITS if won else table.removed, choices)


def is_won(table: Table) -> bool:
    """Whether a win is found where every card is seen."""
    for most, noise, seed in TRIES:
        line = numbers(most + 4)
        search(row(table.layout), weights(noise, seed), most, numbers(1), line)
        if line[1] == SUITS:
            return True
    return table.removed == SUITS


def end_of(way: ScoredPlan, table: Table, net: Reals, work: Work) -> tuple[Array, Array]:
    """The judge's input and output for the end of a plan."""
    work.follow(way.end, net, table.unseen, 0, way.kind)
    told: Array = numpy.zeros(OF_END, numpy.float32)
    shares = numpy.array(work.sums[SHARED:], numpy.float32)
    told[COLUMNS * OF_COLUMN :] = work.sums[TOLD + COLUMN_UNITS : HIDDEN]
    for place in range(COLUMNS):
        describe_column(work.store, int(work.tables[place]), work.sums)
        told[place * OF_COLUMN : (place + 1) * OF_COLUMN] = work.sums[:OF_COLUMN]
    return told, shares

"""Hints at Spider by determinization: moves that begin a win, however the unseen cards may lie.

The unseen cards are laid at random, a short search plays that sample on as if all were seen, and
each move that can be made now and comes in the line of that search is tried as its beginning. A move
counts a win when the line then still wins. When nothing is unseen the search is given more time
instead of more samples. Knows which cards are unseen; must not look at which is where.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from game.rules.position import Move, Position
from game.rules.spider import HAND, Spider
from game.rules.variant import IllegalMove, Outcome, Variant
from game.solver.advice import Advice
from game.solver.answer import Budget, Verdict
from game.solver.kernels.compiled import numbers
from game.solver.spider.encoding import check, found_moves, layout, played, removals, to_moves
from game.solver.spider.search import search
from game.solver.spider.solve import NOISE, solve, weights
from game.solver.spider.unseen import as_it_may_be

SAMPLES = 60
FIRST_TABLES, TABLES = 3_000, 12_000
"""Tables looked at in the first sample and in the others: about 5 and 15 ms."""
SEEN_TABLES = (5_000, 50_000, 500_000)
"""Tables looked at when nothing is unseen, again and again until there is a verdict."""


class Line(NamedTuple):
    """Where a short search led from a position with all cards known."""

    moves: tuple[Move, ...]
    home: int
    """Cards home at the end; 104 for a win."""


@dataclass
class _Tally:
    """How a move fared."""

    wins: int = 0
    begun: int = 0
    """In how many samples it could begin the line."""
    home: int = 0


def quick_line(variant: Spider, position: Position, tables: int, seed: int) -> Line:
    """A win, or the most promising line, after a look at some tables; nodes take 1.5 µs, plain 60 µs."""
    first = removals(variant, position)
    start = played(variant, position, first)
    line = numbers(tables + 4)
    search(layout(variant, start), weights(NOISE, seed), tables, numbers(1), line)
    moves = (*first, *to_moves(variant, start, found_moves(line), removing=True))
    return Line(moves, variant.home(played(variant, position, moves)))


def advise(variant: Variant, position: Position, random: Random) -> Iterator[list[Advice]]:
    """The moves by how many samples they can win, then by how far they lead; nothing without a move.

    Raises:
        SolverError: the position is not one of Spider.
    """
    assert isinstance(variant, Spider)
    check(variant, position)
    candidates = variant.legal_moves(position)
    if variant.outcome(position) is Outcome.WON or not candidates:
        return
    if len(candidates) == 1:
        yield [Advice(candidates[0], 0, 1, variant.home(position))]
    elif position.piles[HAND] or not all(card.face_up for pile in position.piles for card in pile):
        yield from _sampled(variant, position, candidates, random)
    else:
        yield from _seen(variant, position, candidates)


def _sampled(
    variant: Spider, position: Position, candidates: list[Move], random: Random
) -> Iterator[list[Advice]]:
    tallies = {move: _Tally() for move in candidates}
    for samples in range(1, SAMPLES + 1):
        sample = as_it_may_be(position, random)
        tables = FIRST_TABLES if samples == 1 else TABLES
        _count(variant, sample, quick_line(variant, sample, tables, samples), tallies)
        yield _ranked(tallies, samples)


def _seen(variant: Spider, position: Position, candidates: list[Move]) -> Iterator[list[Advice]]:
    for tables in SEEN_TABLES:
        answer = solve(variant, position, Budget(nodes=tables))
        tallies = {move: _Tally() for move in candidates}
        _count(variant, position, Line(answer.moves, answer.value), tallies)
        yield _ranked(tallies, samples=1)
        if answer.verdict is not Verdict.GAVE_UP:
            return


def _count(variant: Spider, position: Position, line: Line, tallies: dict[Move, _Tally]) -> None:
    """Adds a line to the moves that can begin it."""
    for move in dict.fromkeys(line.moves):
        if move in tallies and _can_begin(variant, position, line, move):
            tallies[move].begun += 1
            tallies[move].wins += line.home == 104
            tallies[move].home += line.home


def _can_begin(variant: Spider, position: Position, line: Line, move: Move) -> bool:
    """Whether the line leads as far when a move of it is made first."""
    at = line.moves.index(move)
    try:
        end = played(variant, position, (move, *line.moves[:at], *line.moves[at + 1 :]))
    except IllegalMove:
        return False
    return variant.home(end) == line.home


def _ranked(tallies: dict[Move, _Tally], samples: int) -> list[Advice]:
    def worth(move: Move) -> tuple[int, int, int]:
        tally = tallies[move]
        return -tally.wins, -tally.begun, -tally.home

    return [
        Advice(move, tallies[move].wins, samples, tallies[move].home / samples)
        for move in sorted(tallies, key=worth)
    ]

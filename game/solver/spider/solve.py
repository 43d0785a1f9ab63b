"""Portfolio solver of Spider, all cards known: a win, a proof that there is none, or neither in the budget.

Knows in which order the searches are tried (`search` for wins, `exhaustive` for both),
and how far each goes; must not know how they work.

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

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from game.rules.position import Move, Position
from game.rules.spider import SUITS_TO_WIN, Spider
from game.rules.variant import Variant
from game.solver.answer import Answer, Budget, Verdict
from game.solver.kernels.compiled import Numbers, numbers, row
from game.solver.spider.encoding import check, found_moves, layout, played, removals, to_moves
from game.solver.spider.exhaustive import LOST, UNDECIDED, exhaust
from game.solver.spider.search import search
from game.solver.spider.steps import shorter

CARDS = 104
SHORTENING, MOST_SHORTENING = 10, 20_000_000
"""Moves that may be played over to make a win shorter: so many for each position of the budget that
is left, and about half a second's at most."""

NOISE = 8
LARGEST = 200_000
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
    """What the search goes by, in the order of `columns`."""
    return row((8, 12, 20, 8, 1, -2, 2, 0, 4, 250, noise, seed, 0))


def other_weights(seed: int) -> Numbers:
    """What a search goes by to which order is worth more than cards turned up, drawn for each seed."""
    chance = Random(seed)
    drawn = [chance.choice(each) for each in ORDER_FIRST]
    return row((*drawn, 250, NOISE, seed, chance.choice(CROWDS)))


class Try(NamedTuple):
    """One search: of every possible table, or of the best; up to so many, and straying so far."""

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
    yield Try(True, LARGEST)
    while True:
        yield Try(False, LARGEST, NOISE, puts_order_first=True)
        yield Try(False, LARGEST, NOISE)


def solve(variant: Variant, position: Position, budget: Budget) -> Answer:
    """Looks for moves that win from `position`.

    Raises:
        SolverError: the position is not one of Spider.
    """
    assert isinstance(variant, Spider)
    check(variant, position)
    first = removals(variant, position)
    start = played(variant, position, first)
    if variant.suits_removed(start) == SUITS_TO_WIN:
        return Answer(Verdict.SOLVED, variant.home(start), tuple(first), 0)
    given, given_to_exhaust = layout(variant, start), layout(variant, position)
    best: tuple[int, list[Move]] = (variant.home(start), first)
    nodes, seed = 0, 0
    for attempt in tries():
        budget.note(best[0], nodes)
        most = min(attempt.tables, budget.nodes - nodes)
        if most <= 0 or budget.is_spent:
            break
        line, looked_at = numbers(most + 4), numbers(1)
        if attempt.is_complete:
            shown = exhaust(given_to_exhaust, most, budget.stop, looked_at, line)
            nodes += int(looked_at[0])
            if shown == LOST:
                return Answer(Verdict.UNSOLVABLE, best[0], tuple(best[1]), nodes)
            if shown == UNDECIDED:
                continue
            moves = to_moves(variant, position, found_moves(line), removing=False)
        else:
            seed += 1
            worths = other_weights(seed) if attempt.puts_order_first else weights(attempt.noise, seed)
            nodes += int(search(given, worths, most, budget.stop, line))
            moves = first + to_moves(variant, start, found_moves(line), removing=True)
        home = variant.home(played(variant, position, moves))
        if home == CARDS:
            if not attempt.is_complete:
                budget.won(home, nodes, tuple(moves))
                room = min(SHORTENING * (budget.nodes - nodes), MOST_SHORTENING)
                moves = first + shorter(variant, start, moves[len(first) :], room, budget)
            return Answer(Verdict.SOLVED, home, tuple(moves), nodes)
        if home > best[0]:
            best = (home, moves)
    return Answer(Verdict.GAVE_UP, best[0], tuple(best[1]), nodes)

"""Hints at Spider: the plan that promises most before a new card is seen, its odds, and what decided for it.

What decided for a plan of Spider: that by which the judge sees its end before that of the next best.

What is told of the best end is changed, a group of numbers at a time, into what is told of the other,
and the judge is asked again: the group by which its promise falls most has decided, if what a player
would say of it is so.

Plans are found and judged by what is seen alone (see `plans`). For the odds the unseen cards are laid
at random, again and again, and a short search plays each of these samples on from where the plan ends,
as if all were seen; the order of the plans stays as it was. When nothing is unseen a line to the end is
looked for instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from game.rules.position import Move, Position, face_down_count
from game.rules.spider import Spider
from game.rules.variant import Outcome, Variant
from game.solver.answer import Advice, Budget, Verdict
from game.solver.kernels.compiled import IS_COMPILED, Numbers, Reals, numbers
from game.solver.spider.features import OF_TABLE
from game.solver.spider.judge import AT_TABLE, net_for, promised
from game.solver.spider.plans import (
    Options,
    ScoredPlan,
    Work,
    determinize,
    find_options,
    ranked,
    removals_that_show,
    work_for,
)
from game.solver.spider.search import search
from game.solver.spider.solve import NOISE, solve, weights
from game.solver.spider.tables import check, found_moves, layout, played, removals, to_moves


class FeatureGroup(NamedTuple):
    """Numbers that tell of one thing; one of them must be greater, or less, for it to be a reason."""

    features: tuple[int, ...]
    measure: int
    is_more: bool = True


GROUPS = {
    "spaces": FeatureGroup((10, 11, 12, 13, 33, 34, 37, 53, 59, 60, 79), 13),
    "places": FeatureGroup((16, 17, 18, 19, 34, 49, 52), 18),
    "near": FeatureGroup((39, 40, 41, 42, 43, 44, 54, 55, 56, 61, 62, 76, 77, 81), 54),
    "runs": FeatureGroup((63, 64, 65, 66, 67, 68, 78, 79, 82, 83), 67, is_more=False),
    "suits": FeatureGroup((69, 70, 71, 72, 73, 74, 75, 80), 70, is_more=False),
}
"""By words for what may decide, the places of `features.describe_table`: empty columns, unseen cards that
would find a place, face-down cards within reach, runs, and cards that a suit lacks."""


def because(options: Options, ways: Sequence[ScoredPlan]) -> str:
    """Returns the word for what decided between the best plan and the next best, or nothing."""
    best = ways[0]
    other = next((way for way in ways if way.kind != best.kind), None)
    net, work = net_for(options.variant.suits), work_for(1)
    if other is None or len(net) == 0:
        return ""
    others, told = _told(other, options.unseen, net, work), _told(best, options.unseen, net, work)
    least, decided = promised(net, work.sums), ""
    for word, group in GROUPS.items():
        measures = told[group.measure], others[group.measure]
        if (measures[0] > measures[1]) if group.is_more else (measures[0] < measures[1]):
            for at in range(OF_TABLE):
                work.sums[AT_TABLE + at] = others[at] if at in group.features else told[at]
            promise = promised(net, work.sums)
            if promise < least:
                least, decided = promise, word
    return decided


def _told(way: ScoredPlan, unseen: Numbers, net: Reals, work: Work) -> list[float]:
    """What the judge is told of the table at the end of a way, which stays in `work`."""
    work.follow(way.end, net, unseen, 0, way.kind)
    return [float(told) for told in work.sums[AT_TABLE : AT_TABLE + OF_TABLE]]


TABLES = {
    4: (60_000, 50_000, 40_000, 10_000, 2_000, 2_000),
    2: (10_000,) * 6,
    1: (2_000,) * 6,
}
"""By suits and rows left: how many tables are looked at for plans; early on 2,000 find all that there is."""
MORE_TABLES = (20_000, 100_000) if IS_COMPILED else (2_000, 20_000)
"""Then these, where no plan was found."""
PLAIN_TABLES = 100
"""The number of tables where nothing is compiled."""
BY_HAND = 2_000
"""The same where the sum made by hand judges."""
SAMPLES = 60
SAMPLE_TABLES = 12_000
"""Number of tables searched in a sample: about 15 ms."""
SEEN_TABLES = (5_000, 50_000, 500_000) if IS_COMPILED else (5_000, 50_000)
"""Number of tables searched at a time when nothing is unseen, until there is a verdict."""


def tables_for(suits: int, rows: int) -> tuple[int, ...]:
    """Returns the numbers of tables to search for plans, tried in turn until a plan is found."""
    by_net = TABLES[suits][rows] if IS_COMPILED else PLAIN_TABLES
    first = BY_HAND if len(net_for(suits)) == 0 else by_net
    return (first, *(tables for tables in MORE_TABLES if tables > first))


def sampled_home(variant: Spider, position: Position, tables: int, seed: int) -> int:
    """Cards home at the end of a short search with all cards known; a table takes 1.5 µs, plain 60 µs."""
    start = played(variant, position, removals(variant, position))
    line = numbers(tables + 4)
    search(layout(variant, start), weights(NOISE, seed), tables, numbers(1), line)
    return variant.home(played(variant, start, to_moves(variant, start, found_moves(line), removing=True)))


def advise(variant: Variant, position: Position, random: Random) -> Iterator[list[Advice]]:
    """The first moves of the plans, the best plan first; nothing where nothing more can be seen or won.

    Raises:
        SolverError: the position is not one of Spider.
    """
    assert isinstance(variant, Spider)
    check(variant, position)
    if variant.outcome(position) is Outcome.WON or not variant.legal_moves(position):
        return
    if face_down_count(position.piles):
        yield from _planned(variant, position, random)
    else:
        yield from _seen(variant, position)


def _planned(variant: Spider, position: Position, random: Random) -> Iterator[list[Advice]]:
    found = _plans(variant, position)
    if found is None:
        return
    why, plans = found
    home = variant.home(position)
    [best, *others] = [Advice(move, 0, 0, home, tuple(then)) for move, *then in plans]
    best = best._replace(because=why)
    yield [best, *others]
    wins = total = 0
    for samples in range(1, SAMPLES + 1):
        end = played(variant, determinize(position, random), (best.move, *best.then))
        home_then = sampled_home(variant, end, SAMPLE_TABLES, samples)
        wins += home_then == len(variant.pack())
        total += home_then
        yield [best._replace(wins=wins, samples=samples, mean=total / samples), *others]


def _plans(variant: Spider, position: Position) -> tuple[str, list[tuple[Move, ...]]] | None:
    """Returns what decided, and the moves up to something new, the best plan first.

    None where nothing new can be shown; only the removal where a suit that stands complete shows something.
    """
    shown = removals_that_show(variant, position)
    if shown:
        return "", [shown]
    attempts = tables_for(variant.suits, variant.deals_left(position))
    searches = (find_options(variant, position, tables) for tables in attempts)
    found = next((tried for tried in searches if tried.best), None)
    if found is None:
        return None
    ways = ranked(found) if IS_COMPILED and len(found.best) > 1 else found.best
    return because(found, ways), [found.plan(way) for way in ways]


def _seen(variant: Spider, position: Position) -> Iterator[list[Advice]]:
    answer = solve(variant, position, Budget(nodes=SEEN_TABLES[0]))
    for tables in SEEN_TABLES[1:]:
        if answer.verdict is not Verdict.GAVE_UP:
            break
        answer = solve(variant, position, Budget(nodes=tables))
    if answer.moves:
        move, *then = answer.moves
        # How a line goes on that more thought may better is not told.
        is_decided = answer.verdict is not Verdict.GAVE_UP
        wins = int(answer.verdict is Verdict.SOLVED)
        yield [Advice(move, wins, 1, answer.value, tuple(then) if is_decided else ())]

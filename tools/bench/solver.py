"""Performance of the solvers on this machine: shares decided, CPU time for a deal, and start-up time.

Knows which deals are looked at and how their costs are summed up; each game is solved in a child
of its own, compiled, the first deals by number.
"""

from __future__ import annotations

import json
import os
import tempfile
from statistics import median
from typing import NamedTuple

from game.solver.answer import Verdict
from tools.bench.figures import Figure, percentile
from tools.bench.inside_solver import Told
from tools.bench.program import Program

INSIDE = ("-m", "tools.bench.inside_solver")


class Soon(NamedTuple):
    """Number of deals to be solved within so many CPU seconds, before lines are made shorter."""

    within_s: float
    deals: int


class Sample(NamedTuple):
    """Deals of one game from number 0 on, and the maximum positions searched for each."""

    title: str
    game: str
    options: str
    deals: int
    nodes: int = 10_000_000
    soon: tuple[Soon, ...] = ()


RUSH = (Sample("Klondike draw 3", "rush", "draw=3", 100), Sample("Klondike draw 1", "rush", "draw=1", 100))
OTHERS = (
    Sample("1-3 Back", "one-three-back", "-", 200, soon=(Soon(0.2, 198),)),
    Sample("Three Shuffles", "three-shuffles", "-", 50),
    Sample("Spider, 4 suits", "spider", "suits=4", 50, 5_000_000, (Soon(0.5, 25), Soon(10, 50))),
)
HARD = Sample("", "rush", "draw=3", 2, nodes=20_000)
"""Deals that take all the positions they may have, so that little else counts."""
STARTS = 3
EASY = 1000
"""An easy deal is one that is decided after so few positions, in the first two tries."""
GOAL_EASY_MS = 1.0
GOAL_COMPILED_S = 5.0


def measure() -> list[Figure]:
    """Solves, game by game; all times are CPU time."""
    found = []
    for sample in RUSH:
        found += _klondike(sample, _told(sample))
    for sample in OTHERS:
        told = _told(sample)
        solved = sum(answer.verdict == Verdict.SOLVED.value for answer in told)
        found += [Figure(f"{sample.title}, solved of {len(told)} deals", solved, "deals")]
        found += [_solved_soon(sample, soon, told) for soon in sample.soon]
        found += _costs(sample, told)
    return found + starts()


def _told(sample: Sample, **surroundings: str) -> list[Told]:
    """Results of a child process for each deal."""
    return [Told(*row) for row in json.loads(first_line("deals", sample, surroundings))]


def first_line(beginning: str, sample: Sample, surroundings: dict[str, str]) -> str:
    """A line that a child prints while it solves a sample."""
    words = (sample.game, sample.options, "0", str(sample.deals), str(sample.nodes))
    child = Program((*INSIDE, *words), {**os.environ, **surroundings})
    try:
        return child.line(beginning)
    finally:
        child.process.communicate()


def _klondike(sample: Sample, told: list[Told]) -> list[Figure]:
    total_s = sum(answer.took_s for answer in told)
    decided = sum(answer.verdict != Verdict.GAVE_UP.value for answer in told)
    positions = sum(answer.nodes for answer in told)
    easy_ms = [answer.took_s * 1000 for answer in told if answer.nodes <= EASY]
    return [
        Figure(f"{sample.title}, decided of {len(told)} deals", decided, "deals"),
        Figure(f"{sample.title}, these deals", total_s, "s"),
        Figure(
            f"{sample.title}, an easy deal, median of {len(easy_ms)}", median(easy_ms), "ms", GOAL_EASY_MS
        ),
        *_costs(sample, told),
        Figure(f"{sample.title}, positions", positions / total_s, "a second"),
        Figure(f"{sample.title}, certified", decided / total_s, "deals a second"),
    ]


def _solved_soon(sample: Sample, soon: Soon, told: list[Told]) -> Figure:
    solved = sum(
        answer.verdict == Verdict.SOLVED.value and answer.first_s <= soon.within_s for answer in told
    )
    what = f"{sample.title}, first line within {soon.within_s} s"
    return Figure(what, solved, "deals", soon.deals, at_least=True)


def _costs(sample: Sample, told: list[Told]) -> list[Figure]:
    costs_ms = [answer.took_s * 1000 for answer in told]
    return [
        Figure(f"{sample.title}, a deal, median", median(costs_ms), "ms"),
        Figure(f"{sample.title}, a deal, p99", percentile(costs_ms, 0.99), "ms"),
    ]


def starts() -> list[Figure]:
    """Measures the time to a worker's first answer, and the gain from compiling."""
    compiled, plain = _told(HARD), _told(HARD, PATIENCE_PLAIN="1")
    ratio = sum(answer.took_s for answer in plain) / sum(answer.took_s for answer in compiled)
    one = HARD._replace(deals=0)
    cold = [
        Figure(f"{sample.title}, kernels compiled after an install", _cold_s(sample), "s", GOAL_COMPILED_S)
        for sample in (RUSH[0], *OTHERS)
    ]
    warm_s = median(float(first_line("ready", one, {})) for _ in range(STARTS))
    return [
        Figure("plain Python to compiled, the same deals", ratio, "times as long"),
        *cold,
        Figure("start of a worker, compiled before", warm_s, "s"),
    ]


def _cold_s(sample: Sample) -> float:
    with tempfile.TemporaryDirectory() as empty:
        return float(first_line("ready", sample._replace(deals=0), {"NUMBA_CACHE_DIR": empty}))

"""Which games have a solver and an adviser: one table, each imported when it is first needed.

A game has a solver when it stands here. What goes wrong while one is imported is an error like
any other, never "this game has no solver". Knows the solvers by name; must not know how they work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from game.rules.position import Position
from game.solver.advice import Advice
from game.solver.answer import Answer, Budget, Verdict

Solving = Callable[[Any, Position, Budget], Answer]
"""Looks for moves that win: the game's own variant, a position, a budget."""
ManyVerdicts = Callable[[Any, Sequence[int], Budget], list[Verdict]]
"""Decides deals by their numbers, each within the budget's nodes."""
Advising = Callable[[Any, Position, Random], Iterator[list[Advice]]]
"""Advises a player by what can be seen, better and better, the best move first in each list."""


class Solver(NamedTuple):
    """What solves a game."""

    solve: Solving
    verdicts: ManyVerdicts | None = None
    """Where many deals are decided faster together than one by one."""


def _rush() -> Solver:
    from game.solver import rush

    return Solver(rush.solve, rush.verdicts)


def _rush_by_the_tip() -> Solver:
    from game.solver import rush

    return Solver(rush.solve_by_the_tip, rush.verdicts_by_the_tip)


def _spider() -> Solver:
    from game.solver import spider

    return Solver(spider.solve)


def _one_three_back() -> Solver:
    from game.solver import one_three_back

    return Solver(one_three_back.solve)


def _three_shuffles() -> Solver:
    from game.solver import three_shuffles

    return Solver(three_shuffles.solve)


def _rush_hints() -> Advising:
    from game.solver import rush_hint

    return rush_hint.advise


def _spider_hints() -> Advising:
    from game.solver import spider_hint

    return spider_hint.advise


def _one_three_back_hints() -> Advising:
    from game.solver import one_three_back_hint

    return one_three_back_hint.advise


def _three_shuffles_hints() -> Advising:
    from game.solver import three_shuffles_hint

    return three_shuffles_hint.advise


SOLVERS: Mapping[str, Callable[[], Solver]] = {
    "rush": _rush,
    "spider": _spider,
    "one-three-back": _one_three_back,
    "three-shuffles": _three_shuffles,
}
"""What loads the solver of a game, by the game's name."""
SOLVERS_BY_THE_TIP: Mapping[str, Callable[[], Solver]] = {"rush": _rush_by_the_tip}
"""The same for lines that follow the tip (see `game.rules.leftmost`)."""
ADVISERS: Mapping[str, Callable[[], Advising]] = {
    "rush": _rush_hints,
    "spider": _spider_hints,
    "one-three-back": _one_three_back_hints,
    "three-shuffles": _three_shuffles_hints,
}
"""What loads the hints of a game."""

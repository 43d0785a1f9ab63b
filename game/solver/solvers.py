"""Registry of solvers and advisers by the game's name, each imported when it is first needed.

An error while one is imported is an error like any other, never "this game has no solver".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from random import Random

    from game.rules.position import Move, Position
    from game.solver.advice import Advice
    from game.solver.answer import Budget, SearchResult, Verdict

Solving: TypeAlias = "Callable[[Any, Position, Budget], SearchResult]"
"""Looks for moves that win: the game's own variant, a position, a budget."""
Verifying: TypeAlias = "Callable[[Any, Position, Sequence[Move]], bool]"
"""Whether moves are legal one after the other and send all cards home, found out without the rules' code."""
ManyVerdicts: TypeAlias = "Callable[[Any, Sequence[int], Budget], list[Verdict]]"
"""Decides deals by their numbers, each within the budget's nodes."""
Advising: TypeAlias = "Callable[[Any, Position, Random], Iterator[list[Advice]]]"
"""Yields improving advice from what the player can see, best move first."""


class GameSolver(NamedTuple):
    """Solver of a game."""

    solve: Solving
    verdicts: ManyVerdicts | None = None
    """Where many deals are decided faster together than one by one."""
    wins: Verifying | None = None
    """Where lines are verified faster than by playing them; what is in doubt is played."""


def _rush() -> GameSolver:
    from game.solver.klondike.solve import solve, verdicts
    from game.solver.klondike.verifier import wins

    return GameSolver(solve, verdicts, wins)


def _rush_by_the_tip() -> GameSolver:
    from game.solver.klondike.solve import solve_by_the_tip, verdicts_by_the_tip

    return GameSolver(solve_by_the_tip, verdicts_by_the_tip)


def _spider() -> GameSolver:
    from game.solver.spider.solve import solve

    return GameSolver(solve)


def _one_three_back() -> GameSolver:
    from game.solver.one_three_back import solve

    return GameSolver(solve)


def _three_shuffles() -> GameSolver:
    from game.solver.three_shuffles.solve import solve

    return GameSolver(solve)


def _rush_hints() -> Advising:
    from game.solver.klondike.hint import advise

    return advise


def _spider_hints() -> Advising:
    from game.solver.spider.hint import advise

    return advise


def _one_three_back_hints() -> Advising:
    from game.solver.one_three_back import advise

    return advise


def _three_shuffles_hints() -> Advising:
    from game.solver.three_shuffles.solve import advise

    return advise


SOLVERS: Mapping[str, Callable[[], GameSolver]] = {
    "rush": _rush,
    "spider": _spider,
    "one-three-back": _one_three_back,
    "three-shuffles": _three_shuffles,
}
"""Loaders of solvers by game name."""
SOLVERS_BY_THE_TIP: Mapping[str, Callable[[], GameSolver]] = {"rush": _rush_by_the_tip}
"""Loaders of solvers for lines that follow the leftmost rule (see `game.rules.rush`)."""
ADVISERS: Mapping[str, Callable[[], Advising]] = {
    "rush": _rush_hints,
    "spider": _spider_hints,
    "one-three-back": _one_three_back_hints,
    "three-shuffles": _three_shuffles_hints,
}
"""Loaders of advisers by game name."""

"""Every game's solver and adviser, loaded when first needed, with proof of the solver's claims.

A line is played by the rules, unless the game's verifier, a second implementation of them, accepts it. An
error while a solver is imported is an error like any other, never "this game has no solver".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from game.solver.answer import NO_SOLVER, Budget, SearchResult, SolverError

if TYPE_CHECKING:
    from random import Random

    from game.rules.position import Move, Position
    from game.rules.variant import Variant
    from game.solver.answer import Advice
    from game.solver.hint_words import HintWords

Solving: TypeAlias = "Callable[[Any, Position, Budget], SearchResult]"
"""Looks for moves that win: the game's own variant, a position, a budget."""


class GameSolver(NamedTuple):
    """Solver and adviser of a game."""

    solve: Solving
    advise: Callable[[Any, Position, Random], Iterator[list[Advice]]]
    """Yields improving advice from what the player can see, best move first."""
    wins: Callable[[Any, Position, Sequence[Move]], bool] | None = None
    """Whether moves are legal one after the other and send all cards home, found out without the rules' code;
    what is in doubt is played."""
    solve_by_the_tip: Solving | None = None
    """The same by moves that follow the leftmost rule (see `game.rules.rush`)."""


def _rush() -> GameSolver:
    from game.solver.klondike.passes import advise, solve, solve_by_the_tip
    from game.solver.klondike.verifier import wins

    return GameSolver(solve, advise, wins, solve_by_the_tip)


def _spider() -> GameSolver:
    from game.solver.spider.hint import advise
    from game.solver.spider.solve import solve

    return GameSolver(solve, advise)


def _one_three_back() -> GameSolver:
    from game.solver.one_three_back import advise, solve

    return GameSolver(solve, advise)


def _three_shuffles() -> GameSolver:
    from game.solver.three_shuffles.solve import advise, solve

    return GameSolver(solve, advise)


SOLVERS: Mapping[str, Callable[[], GameSolver]] = {
    "rush": _rush,
    "spider": _spider,
    "one-three-back": _one_three_back,
    "three-shuffles": _three_shuffles,
}
"""Loaders of solvers by game name."""
WITH_LEFTMOST_RULE = ("rush",)
"""Games with a solver for lines that follow the leftmost rule."""


def solve(variant: Variant, position: Position, budget: Budget, leftmost_only: bool = False) -> SearchResult:
    """Looks for moves that win from `position`, all cards known.

    With `leftmost_only` (only Rush) every move follows the leftmost rule.

    Raises:
        SolverError: the game has no solver; or the position has no cards, double ones or an impossible order.
        IllegalMove: the solver is wrong: the rules refuse a move of its line.
    """
    solver = _solver(variant)
    search = solver.solve_by_the_tip if leftmost_only else solver.solve
    if search is None:
        raise SolverError(NO_SOLVER)
    answer, wins = search(variant, position, budget), None if leftmost_only else solver.wins
    if answer.moves and wins is not None and wins(variant, position, answer.moves):
        assert answer.value == len(variant.pack()), "a wrong value"
        return answer
    for move in answer.moves:
        position = variant.apply(position, move)
    assert answer.value == variant.line_value(position), "a wrong value"
    return answer


def advise(variant: Variant, position: Position, random: Random) -> Iterator[list[Advice]]:
    """Yields improving advice from what the player can see, best move first, until nothing would change.

    Raises:
        SolverError: the game has no hints; or the position is impossible.
    """
    return _solver(variant).advise(variant, position, random)


def hint_words(variant: Variant) -> HintWords[Any]:
    """Returns what says hints of a game in words, its solver unloaded; raises SolverError without hints."""
    from game.solver import hint_words as said
    from game.solver.spider.words import SpiderHintWords

    if variant.name not in SOLVERS:
        raise SolverError(NO_SOLVER)
    own: dict[str, type[HintWords[Any]]] = {
        "rush": said.RushHintWords,
        "spider": SpiderHintWords,
        "one-three-back": said.OneThreeBackHintWords,
        "three-shuffles": said.ThreeShufflesHintWords,
    }
    return own.get(variant.name, said.HintWords)(variant)


def _solver(variant: Variant) -> GameSolver:
    if variant.name not in SOLVERS:
        raise SolverError(NO_SOLVER)
    return SOLVERS[variant.name]()

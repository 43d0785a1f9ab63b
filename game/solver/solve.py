"""Dispatch to a game's solver and adviser, with proof of the solver's claims.

A line is played by the rules, unless the game's verifier, a second implementation of them, accepts it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from game.rules.position import Position
from game.rules.variant import Variant
from game.solver.advice import Advice
from game.solver.answer import NO_SOLVER, Budget, SearchResult, SolverError
from game.solver.solvers import ADVISERS, SOLVERS, SOLVERS_BY_THE_TIP, GameSolver, ManyVerdicts


def has_solver(name: str) -> bool:
    """Whether there is a solver for the game called `name`."""
    return name in SOLVERS


def has_hints(name: str) -> bool:
    """Whether there are hints in the game called `name`."""
    return name in ADVISERS


def verdicts_of_many(variant: Variant, by_the_tip: bool = False) -> ManyVerdicts | None:
    """Returns a function that decides many deals faster than one by one, or None.

    Raises:
        SolverError: the game has no solver.
    """
    return _solver(variant, by_the_tip).verdicts


def solve(variant: Variant, position: Position, budget: Budget, by_the_tip: bool = False) -> SearchResult:
    """Looks for moves that win from `position`, all cards known.

    With `by_the_tip` (only Rush) every move follows the leftmost rule.

    Raises:
        SolverError: the game has no solver; or the position has no cards, double ones or an impossible order.
        IllegalMove: the solver is wrong: the rules refuse a move of its line.
    """
    solver = _solver(variant, by_the_tip)
    answer = solver.solve(variant, position, budget)
    if answer.moves and solver.wins is not None and solver.wins(variant, position, answer.moves):
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
    if not has_hints(variant.name):
        raise SolverError(NO_SOLVER)
    return ADVISERS[variant.name]()(variant, position, random)


def _solver(variant: Variant, by_the_tip: bool) -> GameSolver:
    solvers = SOLVERS_BY_THE_TIP if by_the_tip else SOLVERS
    if variant.name not in solvers:
        raise SolverError(NO_SOLVER)
    return solvers[variant.name]()

"""The way to a game's solver, and the proof by the rules of what it says.

Must not know any one game: its solver is the module of its name in this package.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec

from game.rules.position import Position
from game.rules.variant import Variant
from game.solver.answer import Answer, Budget, Verdict


def has_solver(name: str) -> bool:
    """Whether there is a solver for the game called `name`."""
    return find_spec(f"game.solver.{name.replace('-', '_')}") is not None


Many = Callable[[Variant, Sequence[int], Budget], list[Verdict]]


def verdicts_of_many(variant: Variant, by_the_tip: bool = False) -> Many | None:
    """A game's `verdicts(variant, deal numbers, budget)`, or None: each deal with its nodes."""
    module = import_module(f"game.solver.{variant.name.replace('-', '_')}")
    many: Many | None = getattr(module, "verdicts_by_the_tip" if by_the_tip else "verdicts", None)
    return many


def solve(variant: Variant, position: Position, budget: Budget, by_the_tip: bool = False) -> Answer:
    """Looks for moves that win from `position`, all cards known.

    With `by_the_tip`, which only Rush knows, for such of which every move follows it.

    Raises:
        SolverError: the position holds cards twice, none at all, or lies as it never could.
        IllegalMove: the solver is wrong: the rules refuse a move of its line.
    """
    module = import_module(f"game.solver.{variant.name.replace('-', '_')}")
    answer: Answer = (module.solve_by_the_tip if by_the_tip else module.solve)(variant, position, budget)
    for move in answer.moves:
        position = variant.apply(position, move)
    stacks = variant.stacks(position)
    assert answer.value == (variant.home(position) if stacks is None else stacks), "a wrong value"
    return answer

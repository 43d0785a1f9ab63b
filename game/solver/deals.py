"""Deals that can be won: numbers proven one by one, at random or from a given one on.

Knows deal numbers and solvers; must not know who plays them.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.play.deal import deal_number
from game.rules.variant import Variant
from game.solver.answer import Budget, Verdict
from game.solver.solve import solve

NODES = 2000
"""An easy proof is enough: there are deals in plenty."""


def winnable(variant: Variant, numbers: Iterable[int], count: int, budget: Budget) -> list[int]:
    """The first `count` of these deal numbers that can easily be won; fewer when the budget is spent."""
    found: list[int] = []
    for number in numbers:
        if len(found) == count or budget.is_spent:
            break
        answer = solve(variant, deal_number(variant, number).position, Budget(NODES))
        if answer.verdict is Verdict.SOLVED:
            found.append(number)
    return found

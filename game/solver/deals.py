"""Fresh deals that can be won: numbers drawn at random and proven one by one.

Knows deal numbers and the solver of Rush; must not know who plays them.
"""

from __future__ import annotations

from random import Random

from game.play.deal import deal_number
from game.rules.variant import Variant
from game.solver.answer import Budget, Verdict
from game.solver.solve import solve

NUMBERS = 10**9
"""New deals are numbered below this, so that a number can be read out and typed."""
NODES = 2000
"""An easy proof is enough: there are deals in plenty."""


def fresh_deals(variant: Variant, random: Random, count: int, budget: Budget) -> list[int]:
    """Up to `count` numbers of deals that can be won; fewer when the budget is spent before."""
    found: list[int] = []
    while len(found) < count and not budget.is_spent:
        number = random.randrange(1, NUMBERS)
        with Budget(nodes=NODES) as little:
            answer = solve(variant, deal_number(variant, number).position, little)
        if answer.verdict is Verdict.SOLVED:
            found.append(number)
    return found

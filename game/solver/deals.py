"""Deals of Rush that can be won: numbers proven in the background, at random or from a given one on.

Knows deal numbers and the kernel that decides many; must not know who plays them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from game.rules.rush import Rush
from game.solver.answer import Budget, Verdict
from game.solver.klondike_deals import deal_verdicts

NODES = 2000
"""An easy proof is enough: there are deals in plenty."""
AT_ONCE = 32
"""So many are decided between two looks at the budget."""


def winnable(variant: Rush, numbers: Iterator[int], count: int, budget: Budget) -> list[int]:
    """The first `count` of these deal numbers that can easily be won; fewer when the budget is spent."""
    found: list[int] = []
    little = Budget(NODES)
    little.stop = budget.stop
    while len(found) < count and not budget.is_spent:
        some = list(islice(numbers, AT_ONCE))
        if not some:
            break
        verdicts = deal_verdicts(variant.draw, some, little)
        found += [number for number, verdict in zip(some, verdicts, strict=True) if verdict is Verdict.SOLVED]
    return found[:count]

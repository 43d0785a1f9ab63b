"""Generation of offered deals of Rush: numbers tried out, at random or from a given one on.

Knows deal numbers and what is promised of a deal; must not know who plays them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from game.play.difficulty import Difficulty
from game.rules.rush import Rush
from game.solver.answer import Budget, Verdict
from game.solver.klondike.batch import deal_verdicts
from game.solver.klondike.promises import QUICK, Tries, tried

NODES = 2000
"""An easy proof is enough: there are deals in plenty."""
AT_ONCE = 32
"""So many are decided between two looks at the budget."""


class OfferedDeal(NamedTuple):
    """A deal that keeps what is promised of it."""

    number: int
    difficulty: Difficulty


def offered(
    variant: Rush, numbers: Iterator[int], count: int, budget: Budget, tries: Tries = QUICK
) -> list[OfferedDeal]:
    """The first `count` of these deals that can easily be won by the tip and keep the sampled promise.

    Fewer when the budget is spent or there are no more numbers.
    """
    found: list[OfferedDeal] = []
    little = _little(budget)
    while len(found) < count and not budget.is_spent and (some := list(islice(numbers, AT_ONCE))):
        for number, each in zip(some, tried(variant.draw, some, tries, little, is_known=False), strict=True):
            if each.difficulty is not None:
                found.append(OfferedDeal(number, each.difficulty))
    return found[:count]


def winnable(variant: Rush, numbers: Iterator[int], count: int, budget: Budget) -> list[int]:
    """The first `count` of these deal numbers that can easily be won, by the tip or not."""
    found: list[int] = []
    little = _little(budget)
    while len(found) < count and not budget.is_spent and (some := list(islice(numbers, AT_ONCE))):
        verdicts = deal_verdicts(variant.draw, some, little)
        found += [number for number, verdict in zip(some, verdicts, strict=True) if verdict is Verdict.SOLVED]
    return found[:count]


def _little(budget: Budget) -> Budget:
    """Few positions for each deal, and stopped together with `budget`."""
    little = Budget(NODES)
    little.stop = budget.stop
    return little

"""Fresh deals of Rush that keep both promises, for trials and for what compiles ahead."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from game.play.deal import Difficulty
from game.rules.rush import Rush
from game.solver.answer import Budget
from game.solver.klondike.offered import Pack, Tries, tried

NODES = 2000
"""An easy proof is enough: there are deals in plenty."""
QUICK = Tries(8, 8, 32, 8, 100)
"""Hundreds a second."""
BATCH_SIZE = 32
"""Number of deals decided at once."""


class OfferedDeal(NamedTuple):
    """A deal that keeps its promises."""

    number: int
    difficulty: Difficulty


def offered(
    variant: Rush, numbers: Iterator[int], count: int, budget: Budget, tries: Tries = QUICK
) -> list[OfferedDeal]:
    """The first `count` of these deals that are easily won by the leftmost rule and keep the sampled promise.

    Fewer if the budget is spent or the numbers run out.
    """
    found: list[OfferedDeal] = []
    limit = budget.within(NODES)
    while len(found) < count and not budget.is_spent and (some := list(islice(numbers, BATCH_SIZE))):
        packs = [Pack.numbered(number) for number in some]
        for number, verdict in zip(
            some, tried(variant.draw, packs, tries, limit, is_known=False), strict=True
        ):
            if verdict.difficulty is not None:
                found.append(OfferedDeal(number, verdict.difficulty))
    return found[:count]

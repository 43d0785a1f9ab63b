"""Code that runs inside a child that measures a solver: deals are solved one by one, and each is told.

Arguments: a game, its options with commas between them or `-`, the first deal, how many, and how
many positions may be looked at for each. Prints `ready` and the CPU seconds since the start, after
a search that ends at once; then `deals` and for each what is `Told` of it.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

from game.play.deal import deal_number
from game.rules import find_variant
from game.rules.variant import Variant
from game.solver.answer import Budget, SearchResult
from game.solver.solve import solve


class Told(NamedTuple):
    """Result of solving a deal."""

    verdict: str
    value: int
    nodes: int
    first_s: float
    """CPU seconds to the first line that wins, which may be made shorter then; or to the end."""
    took_s: float
    """CPU seconds."""


def main(name: str, options: str, first: int, count: int, nodes: int) -> None:
    """Solves, and prints."""
    variant = find_variant(name, [] if options == "-" else options.split(","))
    _solve(variant, first, 1)
    print("ready", time.process_time(), flush=True)
    told = []
    for number in range(first, first + count):
        told.append(_told(variant, number, nodes))
    print("deals", json.dumps(told), flush=True)


def _told(variant: Variant, number: int, nodes: int) -> Told:
    started_s, first_s = time.process_time(), []
    answer = _solve(variant, number, nodes, lambda *_: first_s.append(time.process_time() - started_s))
    took_s = time.process_time() - started_s
    return Told(answer.verdict.value, answer.value, answer.nodes, min([*first_s, took_s]), took_s)


def _solve(
    variant: Variant, number: int, nodes: int, won: Callable[..., None] = lambda *_: None
) -> SearchResult:
    with Budget(nodes, won=won) as budget:
        return solve(variant, deal_number(variant, number).position, budget)


if __name__ == "__main__":
    game, words, first, count, nodes = sys.argv[1:]
    main(game, words, int(first), int(count), int(nodes))

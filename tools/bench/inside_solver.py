"""What runs inside a child that measures a solver: deals are solved one by one, and each is told.

Arguments: a game, its options with commas between them or `-`, the first deal, how many, and how
many positions may be looked at for each. Prints `ready` and the CPU seconds since the start, after
a search that ends at once; then `deals` and for each its verdict, value, positions and CPU seconds.
"""

from __future__ import annotations

import json
import sys
import time

from game.play.deal import deal_number
from game.rules import find_variant
from game.rules.variant import Variant
from game.solver.answer import Answer, Budget
from game.solver.solve import solve

Told = tuple[str, int, int, float]


def main(name: str, options: str, first: int, count: int, nodes: int) -> None:
    """Solves, and prints."""
    variant = find_variant(name, [] if options == "-" else options.split(","))
    _solve(variant, first, 1)
    print("ready", time.process_time(), flush=True)
    told = []
    for number in range(first, first + count):
        started_s = time.process_time()
        answer = _solve(variant, number, nodes)
        took_s = time.process_time() - started_s
        told.append((answer.verdict.value, answer.value, answer.nodes, took_s))
    print("deals", json.dumps(told), flush=True)


def _solve(variant: Variant, number: int, nodes: int) -> Answer:
    with Budget(nodes) as budget:
        return solve(variant, deal_number(variant, number).position, budget)


if __name__ == "__main__":
    game, words, first, count, nodes = sys.argv[1:]
    main(game, words, int(first), int(count), int(nodes))

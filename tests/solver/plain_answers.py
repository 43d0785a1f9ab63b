"""Prints what the solvers say within small budgets, a line each.

Run once with the kernels compiled and once plain, the lines must be the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.play.deal import deal_number
from game.rules.one_three_back import OneThreeBack
from game.rules.position import Position
from game.rules.rush import Rush
from game.rules.spider import Spider
from game.rules.three_shuffles import ThreeShuffles
from game.rules.variant import Variant
from game.solver.answer import Budget
from game.solver.kernels.compiled import IS_COMPILED
from game.solver.solve import solve
from game.solver.spider.hint import sampled_home
from game.solver.spider.judge import net_for
from game.solver.spider.plans import find_options, looked_further, to_follow, work_for
from tests.solver.klondike.naive import wandered
from tests.solver.spider.naive import ending


def asked() -> Iterator[tuple[Variant, Position, int]]:
    """Positions, each with a number of nodes."""
    for number in range(12):
        rush = Rush(draw=1 + 2 * (number % 2))
        yield rush, wandered(rush, number, 10 * number), 350
    yield from ((Spider(suits), deal_number(Spider(suits), 1).position, 1000) for suits in (1, 2, 4))
    for number in range(2):
        yield Spider(), ending("CDHSCDH", 0, number), 2500
        yield Spider(), ending("CDHS", 1, number), 2500
        yield OneThreeBack(), deal_number(OneThreeBack(), number).position, 2000
        dealt = deal_number(ThreeShuffles(), number).position
        yield ThreeShuffles(), dealt, 1000
        yield ThreeShuffles(early=True), dealt, 500
        yield ThreeShuffles(), Position(dealt.piles, (2, 0, number)), 1500


def promises() -> list[object]:
    """What the judge of Spider promises of the ways from a deal."""
    found = find_options(Spider(), deal_number(Spider(), 5).position, 12)
    net, work = net_for(4), work_for(2)
    further = looked_further(to_follow(found.best, found.shorter)[:2], found.unseen, net, 2, work)
    return [(way.moves, way.worth) for way in [*found.best, *found.shorter, *further]]


def answers() -> list[str]:
    """One text for each question."""
    home = sampled_home(Spider(), deal_number(Spider(), 2).position, 1000, 5)
    solved = [solve(variant, position, Budget(nodes)) for variant, position, nodes in asked()]
    return [str(found) for found in (*solved, home, promises())]


if __name__ == "__main__":
    print("compiled" if IS_COMPILED else "plain")
    print("\n".join(answers()))

"""Prints what the solvers of 1-3 Back and Three Shuffles say within small budgets, a line each.

Run once with the kernels compiled and once plain, the lines must be the same.
"""

from __future__ import annotations

from game.cards import shuffled
from game.rules.one_three_back import OneThreeBack
from game.rules.position import Position
from game.rules.three_shuffles import ThreeShuffles
from game.solver.answer import Budget
from game.solver.kernels.compiled import IS_COMPILED
from game.solver.solve import solve


def answers() -> list[str]:
    """One text for each question."""
    found = []
    back, shuffles, early = OneThreeBack(), ThreeShuffles(), ThreeShuffles(early=True)
    for number in range(2):
        found.append(str(solve(back, back.deal(shuffled(back.pack(), number)), Budget(nodes=2_000))))
        dealt = shuffles.deal(shuffled(shuffles.pack(), number), number)
        found.append(str(solve(shuffles, dealt, Budget(nodes=1_000))))
        found.append(str(solve(early, dealt, Budget(nodes=500))))
        found.append(str(solve(shuffles, Position(dealt.piles, (2, 0, number)), Budget(nodes=1_500))))
    return found


if __name__ == "__main__":
    print("compiled" if IS_COMPILED else "plain")
    print("\n".join(answers()))

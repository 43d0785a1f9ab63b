"""Solving Solitaire Rush: Klondike with all cards known and no limit of passes or time.

Knows which kernels answer; must not know how they search.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.position import Position
from game.rules.rush import Rush
from game.solver.answer import Answer, Budget, SolverError, Verdict
from game.solver.compiled import numbers, row
from game.solver.klondike_deals import deal_verdicts
from game.solver.klondike_line import moves_along
from game.solver.klondike_moves import DEEPEST, new_room
from game.solver.klondike_search import LOST, WON, decide
from game.solver.klondike_state import fill, new_table
from game.solver.klondike_table import piles_of_position


def solve(variant: Rush, position: Position, budget: Budget) -> Answer:
    """Looks for moves that send all cards home, from any position of a game.

    Raises:
        SolverError: cards are missing or there twice, or lie as they never could.
    """
    table, room, path = new_table(), new_room(), numbers(DEEPEST + 2)
    start = int(fill(table, variant.draw, row(piles_of_position(variant, position))))
    if start < 0:
        raise SolverError("This cannot be solved: too many cards lie in the hand and face down.")
    verdict = decide(table, room, start, budget.nodes, budget.stop, path)
    nodes = int(path[DEEPEST + 1])
    if verdict != WON:
        answer = Verdict.UNSOLVABLE if verdict == LOST else Verdict.GAVE_UP
        return Answer(answer, variant.home(position), (), nodes)
    states = [int(each) for each in path[:DEEPEST]]
    moves = moves_along(variant, position, table, start, states[: states.index(-1)])
    if moves is None:
        return Answer(Verdict.GAVE_UP, variant.home(position), (), nodes)
    return Answer(Verdict.SOLVED, 52, tuple(moves), nodes)


def verdicts(variant: Rush, deals: Sequence[int], budget: Budget) -> list[Verdict]:
    """Verdicts on deals by their numbers, each with the budget's nodes; lines are not kept."""
    return deal_verdicts(variant.draw, deals, budget)

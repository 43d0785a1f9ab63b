"""Solver of Rush as thoughtful Klondike: all cards known, no limit of passes or time.

Knows which kernels answer; must not know how they search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.rules.building import alternates, is_run
from game.rules.leftmost import follows_tip
from game.rules.position import Position
from game.rules.rush import COLUMNS, Rush
from game.solver.answer import TOO_MANY_HIDDEN, Answer, Budget, SolverError, Verdict
from game.solver.kernels.compiled import Numbers, numbers, row
from game.solver.klondike.batch import VERDICTS, deal_verdicts
from game.solver.klondike.encoding import piles_of_position
from game.solver.klondike.line import moves_along
from game.solver.klondike.moves import DEEPEST, Room, new_room
from game.solver.klondike.search import LOST, WON, decide, decide_by_the_tip
from game.solver.klondike.state import PROVING, TIP, Table, fill, new_table
from game.solver.klondike.trace import MOST_ACTIONS, trace

Decide = Callable[[Table, Room, int, int, Numbers, Numbers], int]


def solve(variant: Rush, position: Position, budget: Budget) -> Answer:
    """Looks for moves that send all cards home, from any position of a game.

    Raises:
        SolverError: cards are missing or there twice, or lie as they never could.
    """
    return _solve(variant, position, budget, decide)


def solve_by_the_tip(variant: Rush, position: Position, budget: Budget) -> Answer:
    """The same for lines of which every move follows the tip (see `game.rules.leftmost`).

    Raises:
        SolverError: as of `solve`; or face-up cards lie in a column that are no run.
    """
    for pile in COLUMNS:
        if not is_run(tuple(each for each in position.piles[pile] if each.face_up), alternates):
            raise SolverError("This cannot be solved by the tip: face-up cards lie there that are no run.")
    answer = _solve(variant, position, budget, decide_by_the_tip)
    for move in answer.moves:
        assert follows_tip(variant, position, move), "a line against the tip"
        position = variant.apply(position, move)
    return answer


def _solve(variant: Rush, position: Position, budget: Budget, decide: Decide) -> Answer:
    table, room, path = new_table(), new_room(), numbers(DEEPEST + 2)
    start = int(fill(table, variant.draw, row(piles_of_position(variant, position))))
    if start < 0:
        raise SolverError(TOO_MANY_HIDDEN)
    verdict = decide(table, room, start, budget.nodes, budget.stop, path)
    nodes = int(path[DEEPEST + 1])
    if verdict != WON:
        answer = Verdict.UNSOLVABLE if verdict == LOST else Verdict.GAVE_UP
        return Answer(answer, variant.home(position), (), nodes)
    actions = numbers(MOST_ACTIONS)
    told = int(trace(table, room, start, path, actions, table[TIP] != PROVING))
    moves = moves_along(variant, position, map(int, actions[:told]))
    if moves is None:
        return Answer(Verdict.GAVE_UP, variant.home(position), (), nodes)
    return Answer(Verdict.SOLVED, 52, tuple(moves), nodes)


def verdict_on(variant: Rush, position: Position, budget: Budget) -> Verdict:
    """The verdict on a position without its line.

    Raises:
        SolverError: as of `solve`.
    """
    table, path = new_table(), numbers(DEEPEST + 2)
    start = int(fill(table, variant.draw, row(piles_of_position(variant, position))))
    if start < 0:
        raise SolverError(TOO_MANY_HIDDEN)
    return VERDICTS[int(decide(table, new_room(), start, budget.nodes, budget.stop, path))]


def verdicts(variant: Rush, deals: Sequence[int], budget: Budget) -> list[Verdict]:
    """Verdicts on deals by their numbers, each with the budget's nodes; lines are not kept."""
    return deal_verdicts(variant.draw, deals, budget)


def verdicts_by_the_tip(variant: Rush, deals: Sequence[int], budget: Budget) -> list[Verdict]:
    """The same for lines that follow the tip."""
    return deal_verdicts(variant.draw, deals, budget, by_the_tip=True)

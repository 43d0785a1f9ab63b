"""Ties within reach of a deal: played to by the rules, and decided there as brute search decides them."""

import pytest

from game.play.deal import deal_number
from game.rules.position import Move, Position
from game.rules.rush import Rush, Tie, face_down, follows_tip, ties
from game.solver.answer import Budget, Verdict
from game.solver.kernels.compiled import IS_COMPILED, numbers, row
from game.solver.klondike.moves import DEEPEST, new_room
from game.solver.klondike.search import MAX_ACTIONS, PLACES, trace
from game.solver.klondike.solve import LineBuilder, piles_of_position, solve
from game.solver.klondike.state import fill, new_table
from game.solver.klondike.ties import EFFORTS, RIGHT, TIE_LINE, losing_tie

SEED = 7


def losing_position(draw: int, number: int, width: int) -> tuple[Position, Tie, Move] | None:
    """A tie that is found with its move against the tip, as the rules come to it; None if none is found."""
    rush, table, room, line = Rush(draw=draw), new_table(), new_room(), numbers(TIE_LINE)
    position = deal_number(rush, number).position
    start = fill(table, draw, row(piles_of_position(rush, position)))
    path, stop = numbers(DEEPEST + 2), Budget().stop
    if not losing_tie(table, room, start, width, SEED, *EFFORTS[:2], stop, path, line):
        return None
    states = [int(each) for each in line[: list(line).index(-1)]]
    actions = numbers(MAX_ACTIONS)
    told = trace(table, room, start, row([*states, int(line[RIGHT]), -1]), actions, False)
    builder, found = LineBuilder(rush, position), None
    for action in actions[: int(told)]:
        (builder.place if action >= PLACES else builder.go_home)(int(action) % PLACES)
    for move in builder.moves:
        if not follows_tip(rush, position, move):
            tie = next(each for each in ties(rush, position) if move.source in each.columns[1:])
            found = position, tie, move
        position = rush.apply(position, move)
    return found


@pytest.mark.skipif(not IS_COMPILED, reason="takes minutes")
@pytest.mark.parametrize(("draw", "number"), [(3, 17012), (3, 14905), (1, 7374), (1, 11840)])
def test_a_deal_with_a_known_tie_that_the_leftmost_loses_is_found(draw, number):
    found = losing_position(draw, number, 1000)
    assert found is not None
    position, tie, move = found
    rush = Rush(draw=draw)
    leftmost = Move(
        tie.columns[0], move.target, len(position.piles[tie.columns[0]]) - face_down(position, tie.columns[0])
    )
    verdicts = [solve(rush, rush.apply(position, each), Budget()).verdict for each in (leftmost, move)]
    assert verdicts == [Verdict.UNSOLVABLE, Verdict.SOLVED]


@pytest.mark.skipif(not IS_COMPILED, reason="takes minutes")
@pytest.mark.parametrize("draw", [1, 3])
def test_the_ties_found_are_ties_by_the_rules_and_decided_as_they_are_played(draw):
    rush, found = Rush(draw=draw), 0
    for number in range(80):
        known = losing_position(draw, number, 200)
        if known is None:
            continue
        found += 1
        position, tie, move = known
        count = len(position.piles[tie.columns[0]]) - face_down(position, tie.columns[0])
        left = rush.apply(position, Move(tie.columns[0], move.target, count))
        assert solve(rush, rush.apply(position, move), Budget(nodes=100_000)).verdict is Verdict.SOLVED
        assert solve(rush, left, Budget(nodes=EFFORTS[1])).verdict is not Verdict.SOLVED
    assert found >= 4


def test_a_deal_always_comes_to_the_same():
    once, again = (losing_position(1, 3, 3) for _ in range(2))
    assert once == again

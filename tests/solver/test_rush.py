"""The solver of Solitaire Rush: its verdicts, and its lines by the rules."""

import random

import pytest

from game.play.deal import deal_number
from game.rules.rush import Rush
from game.rules.variant import Outcome
from game.solver.answer import Budget, SolverError, Verdict
from game.solver.solve import solve


def wandered(variant, number, steps):
    """A position in the middle of a game played at random."""
    position, chance = deal_number(variant, number).position, random.Random(number)
    for _ in range(steps):
        moves = variant.legal_moves(position)
        if not moves:
            break
        carries = [move for move in moves if move.source >= 0]
        choice = carries if carries and chance.random() < 0.6 else moves
        position = variant.apply(position, chance.choice(choice))
    return position


@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize("steps", [0, 10, 40, 120])
def test_a_solution_plays_by_the_rules(draw, steps):
    variant, solved = Rush(draw=draw), 0
    for number in range(25):
        position = wandered(variant, number, steps)
        with Budget(nodes=500) as budget:
            answer = solve(variant, position, budget)
        for move in answer.moves:
            position = variant.apply(position, move)
        if answer.verdict is Verdict.SOLVED:
            solved += 1
            assert variant.outcome(position) is Outcome.WON
    assert solved > 5


def test_a_card_that_is_there_twice_is_refused_in_one_sentence():
    variant = Rush()
    position = deal_number(variant, 1).position
    piles = (position.piles[0], position.piles[0][:1], *position.piles[2:])
    with pytest.raises(SolverError, match=r"times instead of 1\.$"), Budget(nodes=1) as budget:
        solve(variant, position._replace(piles=piles), budget)

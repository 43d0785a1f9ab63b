"""Plans: each ends with a card turned up, and none decides more than that needs."""

import pytest

from game.play.deal import deal_number
from game.rules.position import STOCK
from game.rules.rush import COLUMNS, HAND, Rush
from game.solver.klondike.choices import Choices, plans_of, singles
from game.solver.klondike.hint import InformationSet


def seen_hand(number: int, draw: int) -> Choices:
    """The choices of a deal whose hand was turned once."""
    variant = Rush(draw=draw)
    position = deal_number(variant, number).position
    while position.piles[HAND]:
        position = variant.apply(position, STOCK)
    information = InformationSet(variant, position)
    return Choices(variant, information.position, information.laid_in_order(), turned_only=False)


@pytest.mark.parametrize("draw", [1, 3])
def test_every_choice_that_turns_a_card_up_is_a_plan_and_others_lead_to_one(draw):
    several = 0
    for number in range(30):
        choices = seen_hand(number, draw)
        turning = {choice.state for choice in choices.found if choice.turns}
        plans = plans_of(choices)
        assert turning <= {plan.state for plan in plans}
        assert all(plan.first in choices.found for plan in plans)
        several += any(plan.steps > 1 for plan in plans)
    assert several > 5


def test_no_plan_ends_where_another_does():
    for number in range(20):
        states = [plan.state for plan in plans_of(seen_hand(number, 3))]
        assert len(states) == len(set(states))


def test_where_there_are_choices_there_are_plans():
    for number in range(40):
        choices = seen_hand(number, 3)
        assert bool(plans_of(choices)) == bool(choices.found)
        assert [plan.first for plan in singles(choices)] == choices.found


def test_the_first_gestures_of_plans_leave_face_down_cards_until_their_last():
    variant = Rush()
    for number in range(20):
        choices = seen_hand(number, 3)
        for plan in plans_of(choices):
            position = choices.position
            for move in plan.first.moves[:-1]:
                position = variant.apply(position, move)
            hidden = [sum(not each.face_up for each in position.piles[pile]) for pile in COLUMNS]
            assert hidden == [*range(7)]

"""Plans up to the next card that turns up, and the choice after them by what is seen then."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from game.play.deal import deal_number
from game.rules.position import STOCK
from game.rules.rush import COLUMNS, STOCK_PILE, Rush, has_seen_hand
from game.solver.answer import Budget
from game.solver.klondike.choices import Choices, plans_of, shares_seeing_what_turns_up, singles
from game.solver.klondike.hint import InformationSet
from game.solver.klondike.search import WON
from tests.solver.klondike.test_hint import relaid
from tests.solver.klondike.test_solve import wandered


def seen_hand(number: int, draw: int) -> Choices:
    """The choices of a deal whose hand was turned once."""
    variant = Rush(draw=draw)
    position = deal_number(variant, number).position
    while position.piles[STOCK_PILE]:
        position = variant.apply(position, STOCK)
    information = InformationSet(variant, position)
    return Choices(variant, information.position, information.laid_in_order(), turned_only=False)


@pytest.mark.parametrize("draw", [1, 3])
def test_every_choice_that_turns_a_card_up_is_a_plan_and_others_lead_to_one(draw):
    variant, several = Rush(draw=draw), 0
    for number in range(40):
        choices = seen_hand(number, draw)
        plans, turning = plans_of(choices), {choice.state for choice in choices.found if choice.turns}
        states = [plan.state for plan in plans]
        assert turning <= set(states)
        assert len(states) == len(set(states)), "no plan ends where another does"
        assert all(plan.first in choices.found for plan in plans)
        assert bool(plans) == bool(choices.found)
        assert [plan.first for plan in singles(choices)] == choices.found
        several += any(plan.steps > 1 for plan in plans)
        for plan in plans:  # until its last gesture nothing turns up
            position = choices.position
            for move in plan.first.moves[:-1]:
                position = variant.apply(position, move)
            hidden = [sum(not card.face_up for card in position.piles[pile]) for pile in COLUMNS]
            assert hidden == [*range(7)]
    assert several > 5


NODES, SAMPLES = 300, 24


def weighed(position, draw, samples=SAMPLES):
    """The shares of plans: seeing what turns up, and with all cards known; None where there are none."""
    information = InformationSet(Rush(draw=draw), position)
    choices = Choices(Rush(draw=draw), information.position, information.laid_in_order(), turned_only=False)
    if not choices.found:
        return None
    states, chance = [plan.state for plan in plans_of(choices)], Random(4)
    ways = [information.sample_piles(chance) for _ in range(samples)]
    wins = [0] * len(states)
    for piles in ways:
        for index, verdict in enumerate(choices.weigh(piles, NODES, Budget().stop, states)[:-1]):
            wins[index] += verdict == WON
    return shares_seeing_what_turns_up(choices, states, ways, NODES, Budget().stop), [
        count / samples for count in wins
    ]


def test_who_sees_only_what_turns_up_never_wins_more_than_who_knows_all():
    compared = fewer = 0
    for draw, number in product((1, 3), range(20)):
        position = wandered(Rush(draw=draw), number, 60)
        found = weighed(position, draw) if has_seen_hand(position) else None
        for seeing, knowing in zip(*(found or ((), ())), strict=True):
            assert 0 <= seeing <= knowing + 1e-9
            compared += knowing > 0
            fewer += seeing < knowing
    assert compared >= 10
    assert fewer >= 2


def test_shares_are_the_same_however_the_unseen_cards_lie():
    for number in range(8):
        position = wandered(Rush(draw=3), number, 70)
        assert weighed(position, 3) == weighed(relaid(position, 2), 3)


def test_with_one_sample_nothing_is_left_to_choose_blindly():
    met = 0
    for number in range(12):
        found = weighed(wandered(Rush(draw=3), number, 70), 3, samples=1)
        if found is not None:
            assert found[0] == found[1]
            met += any(found[1])
    assert met >= 1

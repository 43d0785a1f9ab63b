"""What a robot sees: all that a player sees, and nothing more."""

import pytest

from game.play.deal import deal_number
from game.robots.robot import Column, Observation, observe
from game.rules.position import STOCK
from game.rules.rush import COLUMNS, HAND, Rush
from tests.solver.klondike.test_hint import relaid
from tests.solver.klondike.test_solve import wandered


def cards_in(view: Observation) -> set[int]:
    """All cards that can be found in a view."""
    piles = [view.hand, view.waste, *view.foundations, *(column.face_up for column in view.columns)]
    return {each.identity for pile in piles for each in pile}


@pytest.mark.parametrize("steps", [0, 8, 60])
def test_views_of_tables_that_look_alike_are_equal(steps):
    for number in range(10):
        position = wandered(Rush(), number, steps)
        assert observe(Rush(), position, 500) == observe(Rush(), relaid(position, number), 500)


def test_no_unseen_card_is_in_a_view():
    for number in range(10):
        position = wandered(Rush(draw=1), number, 12)
        hidden = [each for pile in COLUMNS for each in position.piles[pile] if not each.face_up]
        if position.tally[1] == 0:
            hidden += position.piles[HAND]
        view = observe(Rush(draw=1), position, 0)
        assert cards_in(view).isdisjoint(each.identity for each in hidden)
        assert len(cards_in(view)) + len(hidden) == 52
        assert {each.identity for each in view.unseen} == {each.identity for each in hidden}


def test_the_hand_is_known_once_the_waste_has_gone_back():
    variant = Rush()
    position = deal_number(variant, 1).position
    assert not observe(variant, position, 0).has_seen_hand
    assert observe(variant, position, 0).hand == ()
    for _ in range(9):
        position = variant.apply(position, STOCK)
    view = observe(variant, position, 0)
    assert view.has_seen_hand
    assert view.hand == position.piles[HAND]
    assert view.passes == 1


def test_a_guess_looks_as_the_table_does():
    for number in range(10):
        position = wandered(Rush(), number, 30)
        view = observe(Rush(), position, 7)
        guess = view.guess()
        Rush().check_start(guess)
        assert observe(Rush(), guess, 7) == view


def test_a_column_tells_how_many_cards_lie_face_down():
    position = deal_number(Rush(), 1).position
    assert observe(Rush(), position, 0).columns[6] == Column(6, position.piles[COLUMNS[6]][-1:])

"""Odds at Rush: between nothing and certainty, more the more samples are won, and none of too few."""

import random
from itertools import islice, pairwise

import pytest

from game.play.deal import deal_number
from game.rules.rush import Rush
from game.solver.advice import ENOUGH_FOR_ODDS
from game.solver.klondike.hint import FACE_DOWN, advise, odds
from tests.solver.klondike.test_hint import home, relaid


@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize("hidden", [0, 5, FACE_DOWN])
@pytest.mark.parametrize("samples", [20, 300])
def test_odds_rise_with_the_samples_that_are_won_and_are_never_certain(draw, hidden, samples):
    told = [odds(draw, hidden, wins, samples) for wins in range(samples + 1)]
    assert all(0 < one < other < 1 for one, other in pairwise(told))


@pytest.mark.parametrize("draw", [1, 3])
def test_odds_claim_less_than_who_sees_everything_wins_while_much_is_hidden(draw):
    assert all(odds(draw, FACE_DOWN, wins, 100) < wins / 100 for wins in range(55, 100))


@pytest.mark.parametrize("draw", [1, 3])
def test_of_fewer_than_twenty_samples_no_odds_are_told_however_sure_the_move_is(draw):
    rush, told = Rush(draw=draw), 0
    for number in range(12):
        position = deal_number(rush, number).position
        for advice in islice(advise(rush, position, random.Random(5)), 24):
            for each in advice:
                assert (each.told_odds is None) == (each.samples < ENOUGH_FOR_ODDS == 20)
                told += each.told_odds is not None
    assert told > 20


def test_odds_do_not_depend_on_cards_that_the_player_has_not_seen():
    rush = Rush()
    position = deal_number(rush, 3).position
    [one], [other] = (
        [*islice(advise(rush, each, random.Random(5)), 24, 25)] for each in (position, relaid(position, 7))
    )
    assert [each.told_odds for each in one] == [each.told_odds for each in other] != [None] * len(one)


def test_where_every_card_is_seen_a_win_that_is_found_is_certain():
    table = home("pile stock (KH)\npile waste QH\npile t1 KD\npile t2 (KS) KC", 12, 12, 11, 12)
    assert next(advise(Rush(), table, random.Random(5)))[0].told_odds == 1

"""What a worker does: a search of many deals at once says what the one of each deal says."""

import pytest

from game.rules import find_variant
from game.solver.certify.decide import Deals, Effort, decide, prove
from game.solver.certify.verdicts import GAVE_UP
from game.solver.solve import verdicts_of_many


@pytest.mark.parametrize("draw", ["draw=1", "draw=3"])
@pytest.mark.parametrize("first", [0, 2**64 - 40])
def test_many_at_once_are_decided_as_each_is_proved(draw, first):
    deals, effort = Deals("rush", (draw,), first, 40), Effort(nodes=5000)
    quick, proved = decide(deals, effort).letters, prove(deals, effort).letters
    assert len(quick) == len(proved) == 40
    for one, other in zip(quick, proved, strict=True):
        assert one == other or GAVE_UP in (one, other)
    assert quick.count(GAVE_UP) < 12


def test_seconds_are_for_each_deal():
    deals = Deals("rush", ("draw=1",), 0, 12)
    assert decide(deals, Effort(seconds=60)).letters == prove(deals, Effort(seconds=60)).letters


@pytest.mark.parametrize("game", ["one-three-back", "three-shuffles"])
def test_a_game_without_such_a_search_is_decided_one_by_one(game):
    assert verdicts_of_many(find_variant(game)) is None
    assert len(decide(Deals(game, (), 5, 3), Effort(nodes=2000)).letters) == 3

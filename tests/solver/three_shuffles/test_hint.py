"""Advice in Three Shuffles and a Draw: exact within the deal, blind to the shuffles to come."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from game.deals import shuffled
from game.rules.position import STOCK, Move, Position
from game.rules.three_shuffles import ThreeShuffles
from game.solver.advice import Advice
from game.solver.answer import Budget, SolverError
from game.solver.solve import advise
from game.solver.three_shuffles.encoding import Meter
from game.solver.three_shuffles.hint import reach
from tests.solver.three_shuffles.naive import EARLY, RULES, most_home, small, table


def dealt(number: int, of: int | None = None) -> Position:
    """The deal of one number, with the shuffles of another if it is given."""
    position = RULES.deal(shuffled(RULES.pack(), number), number)
    return position if of is None else Position(position.piles, (0, 0, of))


def advice(position: Position, rules: ThreeShuffles = RULES, lists: int = 2) -> list[list[Advice]]:
    return list(islice(advise(rules, position, random.Random(7)), lists))


def test_advice_does_not_look_at_the_shuffles_to_come() -> None:
    assert advice(dealt(9)) == advice(dealt(9, of=10))


@pytest.mark.parametrize("seed", range(8))
def test_the_first_move_in_the_third_deal_leads_to_the_most_cards_home(seed: int) -> None:
    position = small(seed, suits=3, ranks=4, shuffles=2)
    lists = advice(position)
    most = most_home(RULES, position)
    if not lists:
        assert most == RULES.home(position)
        return
    assert lists[-1][0].mean == most == most_home(RULES, RULES.apply(position, lists[-1][0].move))
    assert [each.mean for each in lists[-1]] == sorted((each.mean for each in lists[-1]), reverse=True)
    assert lists[-1][0].wins == (most == sum(map(len, position.piles)))


def test_the_draw_is_advised_where_it_wins() -> None:
    position = table("t1 AC 2C", shuffles=2)
    assert advice(position)[-1][0] == Advice(Move(4, 4, 2), 1, 1, 2)


def test_there_is_no_advice_where_no_card_can_come_home_any_more() -> None:
    assert advice(table("t1 AC 2C\nt2 4D\nt3 3D", shuffles=2, draws=1)) == []


def test_what_brings_no_card_home_is_played_out_before_the_shuffle() -> None:
    position = table("t1 AC 2C\nt2 4D\nt3 3D")
    assert [each.move for each in advice(position)[-1]] == [Move(6, 5)]
    assert [each.move for each in advice(RULES.apply(position, Move(6, 5)))[-1]] == [STOCK]


def test_with_shuffles_at_any_time_it_is_shuffled_once_no_card_comes_home() -> None:
    assert [each.move for each in advice(table("t1 AC 2C\nt2 4D\nt3 3D"), EARLY)[-1]] == [STOCK]


def test_a_card_that_can_go_home_goes_before_the_shuffle() -> None:
    last = advice(table("t1 2C AC\nt2 4C\nt3 3C"), EARLY)[-1]
    assert last[0].move == Move(4, 0)
    assert last[0].mean == 4


def test_what_is_in_reach_tells_its_moves() -> None:
    position = dealt(9)
    found = reach(RULES, position, Meter(Budget()))
    for move in found.moves:
        position = RULES.apply(position, move)
    assert (RULES.home(position), found.is_most) == (found.home, True)


def test_a_position_that_never_was_is_refused_with_a_sentence() -> None:
    with pytest.raises(SolverError, match="AC is there 2 times"):
        advice(table("t1 AC AC"))

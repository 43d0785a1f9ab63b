"""Advice in Three Shuffles and a Draw: exact within the deal, blind to the shuffles to come."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from game.deals import shuffled
from game.rules.position import STOCK, Move, Position
from game.rules.three_shuffles import ThreeShuffles
from game.solver.advice import Advice
from game.solver.answer import SolverError
from game.solver.solve import advise
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


def played_by_hints(position: Position, rules: ThreeShuffles = RULES) -> list[tuple[Move, Position]]:
    """The moves of this deal as they are advised, and where each leads."""
    way: list[tuple[Move, Position]] = []
    while lists := advice(position, rules):
        move = lists[-1][0].move
        if move == STOCK:
            break
        position = rules.apply(position, move)
        way.append((move, position))
    return way


@pytest.mark.parametrize("shuffles", [0, 2])
def test_what_is_promised_comes_home_within_the_deal(shuffles: int) -> None:
    position = Position(dealt(9).piles, (shuffles, 0, 9))
    promised = advice(position)[-1][0].mean
    assert RULES.home(played_by_hints(position)[-1][1]) == promised


SIX_OF_A_SUIT = table("f2 AD 2D\nt1 6D 3C\nt2 3D\nt3 AC 6C 5D\nt4 5C 4C\nt5 4D 2C", shuffles=1)
"""All diamonds can come home, and leave six clubs for two fans; or all but the six: then there are three."""


def test_a_card_stays_where_the_cards_that_are_left_would_fill_every_fan() -> None:
    assert most_home(RULES, SIX_OF_A_SUIT, deals_on=False) == 6
    moves, ends = zip(*played_by_hints(SIX_OF_A_SUIT), strict=True)
    assert RULES.home(ends[-1]) == 5
    assert RULES.move_from_text("t5>t1") in moves


def test_with_shuffles_at_any_time_the_last_card_stays_without_such_a_choice() -> None:
    six_at_the_end = table("f2 AD 2D 3D 4D\nt1 5D\nt2 6D\nt3 3C 6C 5C\nt4 4C AC 2C", shuffles=1)
    assert most_home(RULES, six_at_the_end, deals_on=False) == 6
    [(_, after)] = played_by_hints(six_at_the_end, EARLY)[-1:]
    assert EARLY.home(after) == 5
    assert advice(after, EARLY)[-1][0].move == STOCK


def test_the_odds_are_told_at_once_and_out_of_a_hundred() -> None:
    [only] = advice(SIX_OF_A_SUIT)
    assert 65 <= only[0].wins <= 85
    assert only[0].samples == 100


def test_a_win_is_told_as_certain_only_when_it_is() -> None:
    assert advice(table("t1 2C AC"))[-1][0].wins == 100
    assert advice(table("t1 2C 3C 4C AC", shuffles=1))[-1][0].wins < 100


def test_with_a_card_missing_beneath_another_no_win_is_promised() -> None:
    assert advice(table("t1 3C AC", shuffles=1))[-1][0].wins == 0


def test_a_position_that_never_was_is_refused_with_a_sentence() -> None:
    with pytest.raises(SolverError, match="AC is there 2 times"):
        advice(table("t1 AC AC"))

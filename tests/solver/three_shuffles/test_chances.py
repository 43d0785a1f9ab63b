"""The table of chances after a shuffle: its classes, its bytes, its truth where all orders can be tried."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations
from statistics import mean

import pytest

from game.rules.position import Position
from game.rules.three_shuffles import FANS
from game.solver.answer import Budget, SolverError, Verdict
from game.solver.solve import solve
from game.solver.three_shuffles.encoding import Meter, ends
from game.solver.three_shuffles.hint import (
    CERTAIN,
    CLASSES,
    TABLE,
    chance,
    chances_bytes,
    index_of,
    read_chances,
)
from tests.solver.three_shuffles.naive import RULES

ERROR = 0.02
"""Of a class in the table, five times its standard error."""


def after_every_shuffle(left: tuple[int, ...], shuffles: int) -> list[Position]:
    """Each deal with so many of the highest cards of each suit in the fans, in each of their orders."""
    pack = RULES.pack()
    out = [each for each in pack if each.rank > 13 - left[each.suit]]
    home = tuple(
        tuple(each.up for each in pack if each.suit == suit and each not in out) for suit in range(4)
    )
    return [
        Position(home + RULES.deal(tuple(order)).piles[FANS.start :], (shuffles, 0, 0))
        for order in permutations(out)
    ]


def test_every_class_has_a_place_of_its_own() -> None:
    classes = combinations_with_replacement(range(14), 4)
    assert sorted(map(index_of, classes)) == list(range(CLASSES))


def test_the_order_of_the_suits_is_no_matter() -> None:
    assert {index_of(order) for order in permutations((5, 0, 2, 9))} == {index_of((9, 5, 2, 0))}


@pytest.mark.parametrize("left", [(1, 0, 0, 0), (3, 0, 0, 0), (2, 1, 0, 0), (1, 1, 1, 0), (4, 0, 0, 0)])
def test_after_the_second_shuffle_it_says_how_many_third_deals_are_won(left: tuple[int, ...]) -> None:
    deals = after_every_shuffle(left, 2)
    won = mean(solve(RULES, deal, Budget()).verdict is Verdict.SOLVED for deal in deals)
    assert chance(2, left) == pytest.approx(won, abs=ERROR)


@pytest.mark.parametrize("left", [(3, 0, 0, 0), (2, 1, 1, 0), (4, 0, 0, 0)])
def test_after_the_first_shuffle_it_says_what_the_best_ends_are_worth(left: tuple[int, ...]) -> None:
    won = mean(
        max(
            chance(2, [13 - (code >> shift & 15) for shift in (0, 4, 8, 12)])
            for code in ends(deal, False, Meter(Budget()))[0]
        )
        for deal in after_every_shuffle(left, 1)
    )
    assert chance(1, left) == pytest.approx(won, abs=ERROR)


def test_nothing_left_is_a_win_and_an_earlier_shuffle_is_worth_more() -> None:
    assert chance(1, [0] * 4) == chance(2, [0] * 4) == 1
    assert all(chance(1, [count] * 4) > chance(2, [count] * 4) for count in range(2, 14))


def test_the_file_is_the_bytes_of_what_is_read_from_it() -> None:
    data = TABLE.read_bytes()
    first, second = ([each / CERTAIN for each in part] for part in read_chances(data))
    assert chances_bytes(first, second) == data


@pytest.mark.parametrize(
    "damaged",
    [b"", TABLE.read_bytes()[:-1], TABLE.read_bytes()[:-1] + b"?", b"x" + TABLE.read_bytes()],
    ids=["empty", "cut", "changed", "another"],
)
def test_a_damaged_table_is_said_to_be_one(damaged: bytes) -> None:
    with pytest.raises(SolverError, match=r"^chances\.table is damaged$"):
        read_chances(damaged)

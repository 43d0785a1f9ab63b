"""Hints at Three Shuffles and a Draw, and the table of chances they go by."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, islice, permutations
from statistics import mean

import pytest

from game.cards import shuffled
from game.rules.position import STOCK, Move, Position
from game.rules.three_shuffles import FANS, ThreeShuffles
from game.solver.answer import Advice, Budget, SolverError, Verdict
from game.solver.solve import advise, solve
from game.solver.three_shuffles.encoding import Meter, ends
from game.solver.three_shuffles.solve import (
    CERTAIN,
    CLASSES,
    TABLE,
    chance,
    chances_bytes,
    index_of,
    read_chances,
)
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
def test_the_first_move_in_the_third_deal_leads_to_the_most_cards_home(seed):
    position = small(seed, suits=3, ranks=4, shuffles=2)
    lists = advice(position)
    most = most_home(RULES, position)
    if not lists:
        assert most == RULES.home(position)
        return
    assert lists[-1][0].mean == most == most_home(RULES, RULES.apply(position, lists[-1][0].move))
    assert [advised.mean for advised in lists[-1]] == sorted(
        (advised.mean for advised in lists[-1]), reverse=True
    )
    assert lists[-1][0].wins == (most == sum(map(len, position.piles)))


FAR = "t1 AC 2C\nt2 4D\nt3 3D"
ADVISED = {
    "the draw where it wins": (table("t1 AC 2C", shuffles=2), RULES, [(Move(4, 4, 2), 1, 1, 2)]),
    "nothing where no card can come home": (table(FAR, shuffles=2, draws=1), RULES, []),
    "what brings no card home, too": (table(FAR), RULES, [(Move(6, 5), 0, 100, 0)]),
    "then the shuffle": (RULES.apply(table(FAR), Move(6, 5)), RULES, [(STOCK, 0, 100, 0)]),
    "the shuffle at once where it may be": (table(FAR), EARLY, [(STOCK, 0, 100, 0)]),
    "home before it": (table("t1 2C AC\nt2 4C\nt3 3C"), EARLY, [(Move(4, 0), 100, 100, 4)]),
    "a win that is certain": (table("t1 2C AC"), RULES, [(Move(4, 0), 100, 100, 2)]),
    "one that is not": (table("t1 2C 3C 4C AC", shuffles=1), RULES, [(Move(4, 0), 66, 100, 1)]),
    "none with a card missing": (table("t1 3C AC", shuffles=1), RULES, [(Move(4, 0), 0, 100, 1)]),
}


@pytest.mark.parametrize(("position", "rules", "told"), ADVISED.values(), ids=ADVISED)
def test_what_is_advised_and_how_it_fares(position, rules, told):
    assert [only[:4] for last in advice(position, rules)[-1:] for only in last] == told


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
def test_what_is_promised_comes_home_within_the_deal(shuffles):
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


def test_a_position_that_never_was_is_refused_with_a_sentence() -> None:
    with pytest.raises(SolverError, match="There is more than one AC"):
        advice(table("t1 AC AC"))


ERROR = 0.02
"""Of a class in the table, five times its standard error."""


def after_every_shuffle(left: tuple[int, ...], shuffles: int) -> list[Position]:
    """Each deal with so many of the highest cards of each suit in the fans, in each of their orders."""
    pack = RULES.pack()
    out = [card for card in pack if card.rank > 13 - left[card.suit]]
    home = tuple(
        tuple(card.up for card in pack if card.suit == suit and card not in out) for suit in range(4)
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
def test_after_the_second_shuffle_it_says_how_many_third_deals_are_won(left):
    deals = after_every_shuffle(left, 2)
    won = mean(solve(RULES, deal, Budget()).verdict is Verdict.SOLVED for deal in deals)
    assert chance(2, left) == pytest.approx(won, abs=ERROR)


@pytest.mark.parametrize("left", [(3, 0, 0, 0), (2, 1, 1, 0), (4, 0, 0, 0)])
def test_after_the_first_shuffle_it_says_what_the_best_ends_are_worth(left):
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
    first, second = ([share / CERTAIN for share in part] for part in read_chances(data))
    assert chances_bytes(first, second) == data


@pytest.mark.parametrize(
    "damaged",
    [b"", TABLE.read_bytes()[:-1], TABLE.read_bytes()[:-1] + b"?", b"x" + TABLE.read_bytes()],
    ids=["empty", "cut", "changed", "another"],
)
def test_a_damaged_table_is_said_to_be_one(damaged):
    with pytest.raises(SolverError, match=r"^chances\.table is damaged$"):
        read_chances(damaged)

"""What a player of Spider is advised: by what is seen alone, repeatable, and right where all is seen."""

from itertools import islice
from random import Random

import pytest

from game.play.deal import deal_number
from game.rules.position import STOCK, Position
from game.rules.spider import Spider
from game.rules.variant import Outcome
from game.solver.answer import SolverError
from game.solver.solve import advise
from game.solver.spider.plans import determinize
from game.solver.spider.tables import played
from tests.solver.spider.naive import ending
from tests.spider_endings import suit

SPIDER = Spider()


def dealt(number, suits=4):
    return deal_number(Spider(suits), number).position


def advice(position, suits=4, seed=1, lists=3):
    return list(islice(advise(Spider(suits), position, Random(seed)), lists))


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_advice_does_not_depend_on_where_the_unseen_cards_lie(suits):
    position = dealt(3, suits)
    others = [determinize(position, Random(seed)) for seed in (1, 2)]
    assert others[0] != others[1]
    assert others[0] != position
    assert advice(position, suits) == advice(others[0], suits) == advice(others[1], suits)


def test_a_sample_shows_what_the_player_sees_and_holds_the_same_cards():
    position = dealt(4)
    sample = determinize(position, Random(5))
    SPIDER.check_start(sample)
    for before, after in zip(position.piles, sample.piles, strict=True):
        assert [each.face_up for each in before] == [each.face_up for each in after]
        assert [each for each in before if each.face_up] == [each for each in after if each.face_up]


def test_the_plans_stay_in_their_order_and_the_odds_of_the_best_grow():
    position = dealt(2, suits=1)
    lists = advice(position, suits=1, lists=10)
    assert [told[0].samples for told in lists] == [*range(10)]
    for told in lists:
        assert [(each.move, each.then) for each in told] == [(each.move, each.then) for each in lists[0]]
        assert {each.samples for each in told[1:]} == {0}
    assert 2 <= lists[-1][0].wins <= 9
    assert lists[-1][0].mean > lists[0][0].mean


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_a_plan_can_be_played_and_shows_something_new_with_its_last_move(suits):
    variant, position = Spider(suits), dealt(5, suits)
    for _ in range(6):
        [[best, *_]] = advice(position, suits, lists=1)
        before = played(variant, position, (best.move, *best.then)[:-1])
        assert unseen(before) == unseen(position)
        position = played(variant, position, (best.move, *best.then))
        assert unseen(position) < unseen(before)


def unseen(position):
    return sum(not each.face_up for pile in position.piles for each in pile)


def test_a_look_further_may_put_another_plan_first():
    chosen = [advice(dealt(number), lists=2) for number in range(12)]
    assert any(first[0] != second[0] for first, second in chosen)
    assert all({each.move for each in first} == {each.move for each in second} for first, second in chosen)


def test_what_decided_is_told_of_the_best_plan_alone():
    words = set()
    for number in range(6):
        for told in advice(dealt(number), lists=2):
            words.add(told[0].because)
            assert {each.because for each in told[1:]} <= {""}
    assert len(words) > 1
    assert words <= {"", "spaces", "places", "near", "runs", "suits"}


def test_the_same_chance_gives_the_same_advice():
    assert advice(dealt(7, 2), suits=2, seed=4) == advice(dealt(7, 2), suits=2, seed=4)


def test_where_all_is_seen_the_first_move_of_a_win_is_advised():
    *_, last = advise(SPIDER, uncovered(ending("CD", rows=0, seed=1)), Random(1))
    assert last[0].wins == last[0].samples == 1


def uncovered(position):
    """The same with all cards face up."""
    return Position(tuple(tuple(each.up for each in pile) for pile in position.piles))


def test_following_the_advice_wins_an_end_in_which_all_is_seen():
    position = SPIDER.position_from_text(
        "\n".join(
            [f"pile f{n} {suit(letter)}" for n, letter in enumerate("CDHSCDH", 1)]
            + [f"pile t1 {suit('S', 0, 6)}", f"pile t2 {suit('S', 6, 10)}", f"pile t3 {suit('S', 10, 13)}"]
        )
    )
    texts = []
    while SPIDER.outcome(position) is None:
        *_, last = advise(SPIDER, position, Random(1))
        texts.append(SPIDER.move_to_text(last[0].move))
        position = SPIDER.apply(position, last[0].move)
    assert len(texts) == 2


def test_where_all_is_seen_the_whole_line_is_told():
    table = ending("CD", rows=0, seed=1)
    *_, last = advise(SPIDER, uncovered(table), Random(1))
    end = played(SPIDER, uncovered(table), (last[0].move, *last[0].then))
    assert SPIDER.outcome(end) is Outcome.WON


def test_a_line_that_more_thought_may_better_is_not_told_beyond_its_first_move(monkeypatch):
    monkeypatch.setattr("game.solver.spider.hint.SEEN_TABLES", (100, 500_000))
    first, last = advise(SPIDER, uncovered(ending("CDH", rows=0, seed=1)), Random(1))
    assert (first[0].wins, first[0].then) == (0, ())
    assert last[0].wins == 1
    assert last[0].then


def test_where_nothing_new_can_be_shown_there_is_no_advice():
    columns = ["(2S) KH", "4H KS", "2H QS", "3H 5S", "3S 5H", "6S 7H", "6H 7S", "8S 9H TH", "8H 9S TS"]
    columns.append("JH JS QH 4S AS AH")
    columns = [f"pile t{n} {cards}" for n, cards in enumerate(columns, 1)]
    placed = [f"pile f{n} {suit(letter)}" for n, letter in enumerate("CDHSCD", 1)]
    table = SPIDER.position_from_text("\n".join([*placed, *columns]))
    assert SPIDER.legal_moves(table)
    assert advice(table) == []


def test_where_only_a_row_can_be_dealt_that_is_advised():
    position = dealt(1)
    # Kings and nothing else at the ends: only a row can be dealt.
    piles, kings = list(position.piles), []
    cards = [each for pile in piles for each in pile]
    kings = [each for each in cards if each.rank in (13, 11)][:10]
    others = iter(each.down for each in cards if each not in kings)
    shape = [len(pile) - (index > 8) for index, pile in enumerate(piles)]
    laid = [tuple(next(others) for _ in range(length)) for length in shape]
    laid[9:] = [(*pile, king.up) for pile, king in zip(laid[9:], kings, strict=True)]
    table = Position(tuple(laid))
    assert [each.move for each in advice(table)[0]] == [STOCK]


def test_there_is_no_advice_on_a_won_game_or_without_a_move():
    won = SPIDER.position_from_text("\n".join(f"pile f{n} {suit(x)}" for n, x in enumerate("CDHSCDHS", 1)))
    assert advice(won) == []


def test_what_is_no_table_is_refused():
    with pytest.raises(SolverError):
        advice(dealt(1, suits=1))

"""Hints at Spider: plans up to a new card, by what is seen alone."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from game.play.deal import deal_number
from game.rules.position import STOCK, Position, face_down_count
from game.rules.spider import COLUMNS, Spider
from game.rules.variant import Outcome
from game.solver.answer import SolverError
from game.solver.solve import advise
from game.solver.spider.judge import UNIT, net_for
from game.solver.spider.plans import (
    ScoredPlan,
    best_first,
    determinize,
    find_options,
    looked_further,
    ranked,
    removals_that_show,
    to_follow,
    work_for,
)
from game.solver.spider.tables import played, to_moves
from tests.solver.spider.naive import ending
from tests.spider_endings import laid, suit

SPIDER = Spider()


def dealt(number, suits=4):
    return deal_number(Spider(suits), number).position


def advice(position, suits=4, seed=1, lists=3):
    return list(islice(advise(Spider(suits), position, Random(seed)), lists))


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_neither_advice_nor_ways_depend_on_where_the_unseen_cards_lie(suits):
    position = dealt(3, suits)
    others = [determinize(position, Random(seed)) for seed in (1, 2)]
    assert others[0] != others[1]
    assert others[0] != position
    assert advice(position, suits) == advice(others[0], suits) == advice(others[1], suits)
    here, *there = (find_options(Spider(suits), table, 300) for table in (position, *others))
    for found in there:
        assert (found.best, found.shorter) == (here.best, here.shorter)
        assert suits < 4 or further(found) == further(here)


def test_a_sample_shows_what_the_player_sees_and_holds_the_same_cards():
    position = dealt(4)
    sample = determinize(position, Random(5))
    SPIDER.check_start(sample)
    for before, after in zip(position.piles, sample.piles, strict=True):
        assert [card.face_up for card in before] == [card.face_up for card in after]
        assert [card for card in before if card.face_up] == [card for card in after if card.face_up]


def test_the_plans_stay_in_their_order_and_the_odds_of_the_best_grow():
    lists = advice(dealt(2, suits=1), suits=1, lists=10)
    assert [told[0].samples for told in lists] == [*range(10)]
    for told in lists:
        assert [(advised.move, advised.then) for advised in told] == [
            (advised.move, advised.then) for advised in lists[0]
        ]
        assert {advised.samples for advised in told[1:]} == {0}
    assert 2 <= lists[-1][0].wins <= 9
    assert lists[-1][0].mean > lists[0][0].mean


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_a_plan_can_be_played_and_shows_something_new_with_its_last_move(suits):
    variant, position = Spider(suits), dealt(5, suits)
    for _ in range(6):
        [[best, *_]] = advice(position, suits, lists=1)
        before = played(variant, position, (best.move, *best.then)[:-1])
        assert face_down_count(before.piles) == face_down_count(position.piles)
        position = played(variant, position, (best.move, *best.then))
        assert face_down_count(position.piles) < face_down_count(before.piles)


def test_a_look_further_may_put_another_plan_first():
    found = [find_options(SPIDER, dealt(number), 300) for number in range(12)]
    assert any(ranked(search)[0].moves != search.best[0].moves for search in found)


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_what_decided_is_told_of_the_best_plan_alone(suits):
    words = set()
    for number in range(6):
        [[best, *others]] = advice(dealt(number, suits), suits, lists=1)
        words.add(best.because)
        assert {advised.because for advised in others} <= {""}
    assert len(words) > 1
    assert words <= {"", "spaces", "places", "near", "runs", "suits"}


def uncovered(position):
    """The same with all cards face up."""
    return Position(tuple(tuple(card.up for card in pile) for pile in position.piles))


def test_following_the_advice_wins_an_end_in_which_all_is_seen():
    position = laid("CDHSCDH", suit("S", 0, 6), suit("S", 6, 10), suit("S", 10, 13))
    texts = []
    while SPIDER.outcome(position) is None:
        *_, last = advise(SPIDER, position, Random(1))
        texts.append(SPIDER.move_to_text(last[0].move))
        position = SPIDER.apply(position, last[0].move)
    assert len(texts) == 2


@pytest.mark.parametrize(("tables", "is_whole"), [((100,), False), ((100, 500_000), True)])
def test_a_line_that_more_thought_may_better_is_not_told_beyond_its_first_move(monkeypatch, tables, is_whole):
    monkeypatch.setattr("game.solver.spider.hint.SEEN_TABLES", tables)
    table = uncovered(ending("CDH", rows=0, seed=1))
    [[best]] = advise(SPIDER, table, Random(1))
    assert (best.wins == 1, best.then != (), best.samples) == (is_whole, is_whole, 1)
    end = played(SPIDER, table, (best.move, *best.then))
    assert (SPIDER.outcome(end) is Outcome.WON) is is_whole


def test_where_nothing_new_can_be_shown_there_is_no_advice():
    columns = ["(2S) KH", "4H KS", "2H QS", "3H 5S", "3S 5H", "6S 7H", "6H 7S", "8S 9H TH", "8H 9S TS"]
    table = laid("CDHSCD", *columns, "JH JS QH 4S AS AH")
    assert SPIDER.legal_moves(table)
    assert advice(table) == []


def test_where_only_a_row_can_be_dealt_that_is_advised():
    position = dealt(1)
    # Kings and nothing else at the ends: only a row can be dealt.
    piles, kings = list(position.piles), []
    cards = [card for pile in piles for card in pile]
    kings = [card for card in cards if card.rank in (13, 11)][:10]
    others = iter(card.down for card in cards if card not in kings)
    shape = [len(pile) - (index > 8) for index, pile in enumerate(piles)]
    laid = [tuple(next(others) for _ in range(length)) for length in shape]
    laid[9:] = [(*pile, king.up) for pile, king in zip(laid[9:], kings, strict=True)]
    table = Position(tuple(laid))
    assert [advised.move for advised in advice(table)[0]] == [STOCK]


def test_there_is_no_advice_on_a_won_game_or_without_a_move():
    assert advice(laid("CDHSCDHS")) == []


def test_what_is_no_table_is_refused():
    with pytest.raises(SolverError):
        advice(dealt(1, suits=1))


def ways_of(variant, position):
    return find_options(variant, position, 300).best


def best_plan(variant, position):
    found = find_options(variant, position, 2_000)
    return found.plan(found.best[0])


def face_down(position):
    return [sum(not card.face_up for card in position.piles[column]) for column in COLUMNS]


@pytest.mark.parametrize("suits", [1, 4])
@pytest.mark.parametrize("number", [1, 2])
def test_a_way_shows_something_new_with_its_last_move_and_not_before(suits, number):
    variant = Spider(suits)
    position = deal_number(variant, number).position
    found = ways_of(variant, position)
    assert len(found) > 1
    for way in found:
        moves = to_moves(variant, position, way.moves, removing=True)
        before, after = played(variant, position, moves[:-1]), played(variant, position, moves)
        assert face_down(before) == face_down(position)
        assert before.piles[0] == position.piles[0]
        assert moves[-1] == STOCK or sum(face_down(after)) == sum(face_down(position)) - 1


def test_no_two_ways_show_the_same_and_the_best_comes_first():
    position = deal_number(SPIDER, 2).position
    found = ways_of(SPIDER, position)
    shown = []
    for way in found:
        after = played(SPIDER, position, to_moves(SPIDER, position, way.moves, removing=True))
        shown.append((len(after.piles[0]), *face_down(after)))
    assert len(set(shown)) == len(shown)
    assert [way.worth for way in found] == sorted((way.worth for way in found), reverse=True)


def test_a_suit_that_is_completed_turns_up_the_card_beneath_it():
    table = laid("CDHSCD", f"(KS) {suit('H', 0, 12)}", f"{suit('S', 1)} AH")
    way = min(
        ways_of(SPIDER, table) + find_options(SPIDER, table, 300).shorter, key=lambda way: len(way.moves)
    )
    moves = to_moves(SPIDER, table, way.moves, removing=True)
    assert [SPIDER.move_to_text(move) for move in moves] == ["t2>t1", "t1>f7:13"]


def test_a_suit_that_is_completed_by_the_last_card_upon_one_face_down_shows_that_one():
    [way] = ways_of(SPIDER, laid("CDHSCD", "(KS) AH", suit("H", 0, 12), suit("S", 1, 12), "AS"))
    assert way.moves[-1] >> 8 == 0


@pytest.mark.parametrize("suits", [1, 4])
def test_a_plan_is_gone_on_with_after_its_first_move(suits):
    variant, position = Spider(suits), deal_number(Spider(suits), 3).position
    plan = best_plan(variant, position)
    for left in range(len(plan), 0, -1):
        plan = best_plan(variant, position)
        assert 0 < len(plan) <= left
        before, position = position, variant.apply(position, plan[0])
        if face_down(position) != face_down(before) or plan[0] == STOCK:
            return
    raise AssertionError("nothing new was shown")


def test_where_nothing_is_unseen_there_is_no_way():
    assert ways_of(SPIDER, laid("CDHSCDH", suit("S", 0, 6), suit("S", 6, 13))) == []


def test_of_two_columns_the_one_with_fewer_face_down_cards_is_turned_up():
    others = ["4H", "4S", "KH", "QH", "TH", "6H", "8H", "2H"]
    table = laid("CDHSCD", "(KS) (JS) (9S) (7S) 3H", "(5S) 3S", *others)
    turned_up = [way.moves[-1] >> 8 for way in further(find_options(SPIDER, table, 300))]
    assert {*turned_up} == {0, 1}
    assert turned_up[0] == 1


def test_a_suit_that_stands_complete_upon_a_card_face_down_is_all_of_the_plan():
    others = ["(KS) JS", "TS", "9S", "8S 7S 6S", "5S", "4S", "3S", "2S", "AS"]
    table = laid("CDHSCD", f"(QS) {suit('H')}", *others)
    assert [SPIDER.move_to_text(move) for move in removals_that_show(SPIDER, table)] == ["t1>f7:13"]


def test_a_way_is_told_without_its_detours():
    table = laid("CDHS", "(KS) (QS) 6H", "7S", "9D 5H 4H 3H", "6D", "KH", "KD", "KC", "QC")
    for way in [*ways_of(SPIDER, table), *find_options(SPIDER, table, 300).shorter]:
        assert len({*tables_on(table, way)}) == len(tables_on(table, way))


@pytest.mark.parametrize("number", [8, 10])
def test_no_table_of_a_way_is_reached_sooner_from_one_before(number):
    position, longest = deal_number(SPIDER, number).position, 0
    for _ in range(20):
        found = find_options(SPIDER, position, 2_000)
        tables = tables_on(position, found.best[0])
        for at, table in enumerate(tables[:-2]):
            nexts = {in_any_order(SPIDER.after_move(table, move)) for move in SPIDER.legal_moves(table)}
            assert not nexts & {in_any_order(later) for later in tables[at + 2 :]}
        longest = max(longest, len(tables))
        position = played(SPIDER, position, found.plan(found.best[0]))
    assert longest > 6


def tables_on(position, way):
    moves = to_moves(SPIDER, position, way.moves, removing=True)
    return [played(SPIDER, position, moves[:count]) for count in range(len(moves) + 1)]


def in_any_order(position):
    return tuple(sorted(position.faces()))


def further(found, most=60):
    return looked_further(
        to_follow(found.best, found.shorter), found.unseen, net_for(4), most, work_for(most, 2)
    )


def test_a_look_further_keeps_all_ways_and_puts_the_best_first():
    found = find_options(SPIDER, deal_number(SPIDER, 7).position, 300)
    ways = further(found)
    assert {way.moves for way in ways} == {way.moves for way in to_follow(found.best, found.shorter)}
    assert ways[0].worth == max(way.worth for way in ways)


@pytest.mark.parametrize(
    ("followed", "order"), [({0, 1, 2}, [2, 0, 1, 3]), ({0, 3}, [0, 3, 2, 1]), ((), [2, 0, 1, 3])]
)
def test_of_ways_as_good_as_the_best_the_one_that_shows_something_soonest_comes_first(followed, order):
    ways = [ScoredPlan((0,) * moves, 0) for moves in (9, 8, 2, 1)]
    means = {0: 0.5 * UNIT, 1: 0.4 * UNIT, 2: 0.4999 * UNIT, 3: 0.1 * UNIT}
    assert best_first(ways, means, followed) == order


def test_where_the_last_card_turns_up_nearly_all_is_won():
    spades, hearts = [suit("S", 0, 8), suit("S", 10)], [suit("H", 0, 8), suit("H", 9)]
    table = laid("CDHSCD", "(5H) 4S", "5S", *spades, *hearts)
    assert further(find_options(SPIDER, table, 300))[0].worth > 1.4 * UNIT

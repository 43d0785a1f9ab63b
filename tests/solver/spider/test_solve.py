"""The solver of Spider: its verdicts against a naive search, its lines by the rules, its bounds."""

import sys
from itertools import islice
from random import Random

import pytest

from game.play.deal import deal_number
from game.rules.position import STOCK, Position
from game.rules.spider import COLUMNS, PLACES, Spider
from game.rules.variant import Outcome
from game.solver.answer import Budget, SolverError, Verdict
from game.solver.kernels.compiled import IS_COMPILED, numbers, row
from game.solver.solve import solve
from game.solver.spider.search import UNDECIDED, exhaust, search
from game.solver.spider.solve import MAX_SIZE, other_weights, shorter, tries
from game.solver.spider.tables import CROWD, found_moves, layout, to_moves
from tests.commands import printed
from tests.solver.spider.naive import can_be_won, ending
from tests.spider_endings import laid, suit

SPIDER = Spider()
ENOUGH = 400_000


def dealt(number, suits=4):
    return deal_number(Spider(suits), number).position


def replayed(variant, position, moves):
    for move in moves:
        position = variant.apply(position, move)
    return position


# Wins --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("suits", "number"), [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (4, 0), (4, 2)]
)
def test_a_deal_is_won_by_moves_of_the_rules_until_every_card_is_home(suits, number):
    variant, position = Spider(suits), dealt(number, suits)
    answer = solve(variant, position, Budget(nodes=ENOUGH))
    assert (answer.verdict, answer.value) == (Verdict.SOLVED, 104)
    after = replayed(variant, position, answer.moves)
    assert variant.outcome(after) is Outcome.WON
    assert all(after.piles[place] for place in PLACES)


def test_the_first_line_is_told_before_it_is_made_shorter():
    variant, position, told = Spider(1), dealt(0, 1), []
    with Budget(nodes=ENOUGH, won=lambda *first: told.append(first)) as budget:
        answer = solve(variant, position, budget)
    assert len(told) == 1
    value, nodes, moves = told[0]
    assert (value, nodes) == (104, answer.nodes)
    assert variant.outcome(replayed(variant, position, moves)) is Outcome.WON
    assert len(answer.moves) < len(moves)


@pytest.mark.parametrize("seed", range(6))
def test_a_game_under_way_is_solved_from_where_it_stands(seed):
    variant, position, chance = Spider(1), dealt(seed, 1), Random(seed)
    for _ in range(40):
        moves = variant.legal_moves(position)
        if not moves:
            break
        position = variant.apply(position, chance.choice(moves))
    answer = solve(variant, position, Budget(nodes=ENOUGH))
    assert answer.value == variant.home(replayed(variant, position, answer.moves))
    assert (answer.verdict is Verdict.SOLVED) == (answer.value == 104)


@pytest.mark.skipif(not IS_COMPILED, reason="takes seconds as plain Python")
def test_a_search_that_puts_order_first_wins_a_deal_that_the_usual_one_does_not():
    position, line = dealt(20), numbers(120_004)
    looked_at = search(layout(SPIDER, position), other_weights(40), 120_000, numbers(1), line)
    assert looked_at < 120_000
    moves = to_moves(SPIDER, position, found_moves(line), removing=True)
    assert SPIDER.outcome(replayed(SPIDER, position, moves)) is Outcome.WON


def test_a_search_that_keeps_out_of_the_crowd_leaves_the_cards_that_are_face_down_in_more_ways():
    position, line = dealt(20), numbers(3004)
    lines = []
    for crowd in (0, 4):
        worths = row([*other_weights(1)[:CROWD], crowd])
        search(layout(SPIDER, position), worths, 3000, numbers(1), line)
        lines.append(found_moves(line))
    assert lines[0] != lines[1]


def test_longer_tries_go_by_the_usual_worths_and_by_others_in_turn():
    longer = [
        attempt for attempt in islice(tries(), 60) if not attempt.is_complete and attempt.tables >= 50_000
    ]
    assert [attempt.puts_order_first for attempt in longer[:4]] == [False, True, False, True]
    assert {attempt.tables for attempt in longer if attempt.puts_order_first} == {50_000, MAX_SIZE}
    assert [*other_weights(7)] == [*other_weights(7)] != [*other_weights(8)]


def test_suits_that_stand_complete_are_removed_first():
    answer = solve(SPIDER, laid("", *map(suit, "CDHSCDHS")), Budget())
    assert (answer.verdict, answer.value, len(answer.moves)) == (Verdict.SOLVED, 104, 8)


def test_two_suits_in_one_column_are_removed_one_after_the_other():
    answer = solve(SPIDER, laid("CDHSCD", f"{suit('H')} {suit('S')}"), Budget())
    assert [SPIDER.move_to_text(move) for move in answer.moves] == ["t1>f7:13", "t1>f8:13"]


def test_a_suit_that_lay_complete_beneath_another_is_removed_with_it():
    table, budget = laid("CDHSCD", f"{suit('H')} {suit('S', 0, 12)}", "AS"), Budget()
    answer = solve(SPIDER, table, budget)
    words = ["t2>t1", "t1>f7:13", "t1>f8:13"]
    assert [SPIDER.move_to_text(move) for move in answer.moves] == words
    roundabout = [SPIDER.move_from_text(word) for word in ("t2>t3", "t3>t1", *words[1:])]
    shortest = shorter(SPIDER, table, roundabout, 1000, budget)
    assert [SPIDER.move_to_text(move) for move in shortest] == words


@pytest.mark.parametrize("number", [0, 2])
def test_a_line_is_made_shorter_by_the_rules(number):
    position = dealt(number)
    (answer, started) = (solve(SPIDER, position, Budget(nodes=ENOUGH)), SPIDER.suits_removed(position))
    again = shorter(SPIDER, position, answer.moves, 300_000, Budget())
    detour = detoured(position, answer.moves)
    assert started == 0
    assert SPIDER.outcome(replayed(SPIDER, position, again)) is Outcome.WON
    assert len(again) <= len(answer.moves) < len(detour)
    assert len(shorter(SPIDER, position, detour, 300_000, Budget())) < len(detour)


def detoured(position, moves):
    """The line with a run moved to and fro wherever nothing is turned up by it."""
    longer = []
    for move in moves:
        after = SPIDER.apply(position, move)
        back = move._replace(source=move.target, target=move.source)
        is_run = move != STOCK and move.target not in PLACES and SPIDER.is_legal(after, back)
        if is_run and SPIDER.apply(after, back) == position:
            longer += [move, back]
        longer.append(move)
        position = after
    return longer


def test_a_win_is_never_made_longer_nor_lost_when_there_is_no_time():
    position = dealt(0, suits=1)
    moves = solve(Spider(1), position, Budget(nodes=3000)).moves
    budget = Budget()
    budget.cancel()
    assert shorter(Spider(1), position, moves, 10**9, budget) == list(moves)


# Verdicts against every line ---------------------------------------------------------------------
@pytest.mark.parametrize(("letters", "most", "met"), [("CDHSCDH", 400, False), ("C", 250, True)])
def test_a_small_end_is_won_or_proven_lost_as_a_search_of_every_position_says(letters, most, met):
    truths = set()
    for seed in range(12):
        position = ending(letters, rows=0, seed=seed)
        truth = can_be_won(position, most)
        truths.add(truth)
        answer = solve(SPIDER, position, Budget(nodes=5000))
        if truth is not None:
            assert answer.verdict is (Verdict.SOLVED if truth else Verdict.UNSOLVABLE)
    assert met in truths


def test_a_row_that_can_never_be_dealt_is_a_loss():
    table = ending("C", rows=1, seed=1, columns=3)
    assert can_be_won(table, 2000) is False
    assert solve(SPIDER, table, Budget(nodes=5000)).verdict is Verdict.UNSOLVABLE


@pytest.mark.parametrize(
    ("letters", "rows", "seed"), [("CDHSCDH", 0, 3), ("CDHSCDHS", 2, 1), ("CDHSCD", 1, 4)]
)
def test_a_complete_search_sees_as_many_positions_as_the_rules_know(letters, rows, seed):
    table = ending(letters, rows, seed)
    looked_at, line = numbers(1), numbers(3000)
    shown = exhaust(layout(SPIDER, table), 2000, numbers(1), looked_at, line)
    if shown == UNDECIDED:
        assert can_be_won(table, 1500) is None
    else:
        assert can_be_won(table, 2000) is (shown > 0)


# Budgets -----------------------------------------------------------------------------------------
@pytest.mark.skipif(sys.platform == "win32", reason="no figure there for the memory a process took")
def test_a_long_search_stays_below_a_gigabyte():
    program = """
import resource, sys
from game.rules.spider import Spider
from game.solver.kernels.compiled import numbers
from game.solver.spider.solve import MAX_SIZE, NOISE, weights
from game.solver.spider.tables import layout
from game.solver.spider.search import exhaust
from game.solver.spider.search import search
from tests.solver.spider.naive import ending
table, line = layout(Spider(), ending("CDHSCDHS", 2, 0)), numbers(MAX_SIZE + 4)
print(search(table, weights(NOISE, 1), MAX_SIZE, numbers(1), line))
print(exhaust(table, MAX_SIZE, numbers(1), numbers(1), line))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> (20 if sys.platform == "darwin" else 10))
"""
    if IS_COMPILED:
        looked_at, shown, megabytes = map(int, printed("-c", program).split())
        assert looked_at > 150_000
        assert shown == UNDECIDED
        assert megabytes < 1000


# What is no position -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (Position(((),) * 19), "No table of Spider is like this: 2C is missing."),
        (Position(((),) * 3), "Spider has 19 piles, not 3."),
        (
            dealt(1)._replace(piles=(dealt(1).piles[0][:-1], *dealt(1).piles[1:])),
            "No table of Spider is like this: 4D is missing.",
        ),
        (dealt(1, suits=1), "No table of Spider is like this: 2S occurs 8 times instead of 2."),
    ],
)
def test_what_never_was_a_table_is_refused_with_a_sentence(position, sentence):
    with pytest.raises(SolverError) as wrong:
        solve(SPIDER, position, Budget(nodes=10))
    assert str(wrong.value).endswith(".")
    assert str(wrong.value).split(":")[0] == sentence.split(":")[0]


def test_a_row_is_dealt_in_its_order():
    position = dealt(5)
    told = layout(SPIDER, position)
    after = SPIDER.apply(position, STOCK)
    dealt_row = [64 + 16 * pile[-1].suit + pile[-1].rank for pile in after.piles[COLUMNS.start :]]
    assert list(told[2:12]) == dealt_row

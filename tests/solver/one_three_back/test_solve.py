"""Fewest stacks in 1-3 Back: against a naive search, proven, bounded, and blind to the deck in advice."""

from __future__ import annotations

import random

import pytest

from game.cards import shuffled
from game.rules.one_three_back import DECK, OneThreeBack
from game.rules.position import STOCK, Move, Position
from game.solver.answer import ENOUGH_FOR_ODDS, Budget, SolverError, Verdict
from game.solver.solve import advise, solve
from tests.solver.one_three_back.naive import RULES, fewest_stacks, grid

QUIZ = ("AC", "6D", "5H", "4C", "4D", "2D")


def small(seed: int, cards: int, dealt: int) -> Position:
    """Some cards of the pack, the first `dealt` of them on the grid."""
    order = random.Random(seed).sample(RULES.pack(), cards)
    texts = [card.up.text for card in order]
    return grid(*texts[:dealt], deck=" ".join(f"({text})" for text in reversed(texts[dealt:])))


def dealt(number: int) -> Position:
    return RULES.deal(shuffled(RULES.pack(), number), number)


def test_the_quiz_can_be_brought_to_two_stacks_and_that_is_proven() -> None:
    """The rules page takes three for the minimum; it misses two lines, of which this is one."""
    answer = solve(RULES, grid(*QUIZ), Budget())
    assert (answer.verdict, answer.value) == (Verdict.UNSOLVABLE, fewest_stacks(grid(*QUIZ)))
    assert answer.value == 2
    assert [RULES.move_to_text(move) for move in answer.moves] == ["t4>t1", "t4>t1", "t4>t1", "t2>t1"]


@pytest.mark.parametrize("seed", range(25))
def test_small_games_end_as_a_search_of_every_line_ends_deals_between_merges_too(seed):
    position = small(seed, cards=4 + seed % 5, dealt=seed % 4)
    answer = solve(RULES, position, Budget())
    assert answer.value == fewest_stacks(position)
    assert answer.verdict is (Verdict.SOLVED if answer.value == 1 else Verdict.UNSOLVABLE)


def test_eighteen_stacks_are_searched_completely() -> None:
    answer = solve(RULES, small(8, cards=18, dealt=18), Budget())
    assert (answer.verdict, answer.value) == (Verdict.UNSOLVABLE, 3)


def test_nearly_every_deck_comes_to_one_stack() -> None:
    answers = [solve(RULES, dealt(number), Budget(nodes=700_000)) for number in range(30)]
    assert [answer.value for answer in answers].count(1) >= 28
    assert all((answer.verdict is Verdict.SOLVED) == (answer.value == 1) for answer in answers)
    assert all(answer.moves.count(STOCK) == 52 for answer in answers)


def test_a_game_under_way_is_solved_from_where_it_stands() -> None:
    position, chance = dealt(3), random.Random(1)
    for _ in range(30):
        position = RULES.apply(position, chance.choice([STOCK, *RULES.legal_moves(position)]))
    assert solve(RULES, position, Budget(nodes=100_000)).value <= RULES.stacks(position)


def test_a_deal_waits_until_a_merge_needs_it() -> None:
    answer = solve(RULES, grid("AC", "2C", deck="(3C)"), Budget())
    assert [RULES.move_to_text(move) for move in answer.moves][:1] == ["t2>t1"]


def test_one_stack_is_where_one_began() -> None:
    assert solve(RULES, grid("AC 2C"), Budget()) == (Verdict.SOLVED, 1, (), 0)


def test_stacks_that_never_match_stay() -> None:
    assert solve(RULES, grid("AC", "2D", "3H"), Budget())[:3] == (Verdict.UNSOLVABLE, 3, ())


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (grid(), "There are no cards."),
        (grid("AC 2D", "3H AC"), "There is more than one AC."),
        (grid("AC", deck="(2C) (AC)"), "There is more than one AC."),
        (grid("AC", deck="2C"), "That is no position of 1-3 Back: the cards of the deck must be face down."),
        (grid("(AC)"), "That is no position of 1-3 Back: the cards of a stack must be face up."),
        (
            RULES.position_from_text("pile t2 AC"),
            "That is no position of 1-3 Back: the stacks must follow one another from t1 on, without a gap.",
        ),
    ],
)
def test_a_position_that_never_was_is_refused_with_a_sentence(position, sentence):
    with pytest.raises(SolverError) as wrong:
        solve(RULES, position, Budget())
    assert str(wrong.value) == sentence


def advice(position: Position, seed: int = 1, lists: int = 3) -> list[list[tuple[object, ...]]]:
    """The first lists of advice."""
    steps = advise(OneThreeBack(), position, random.Random(seed))
    return [list(map(tuple, step)) for step, _ in zip(steps, range(lists), strict=False)]


def played(number: int, deals: int) -> Position:
    position = dealt(number)
    for _ in range(deals):
        position = RULES.apply(position, STOCK)
    return position


def test_advice_does_not_look_at_the_order_of_the_deck() -> None:
    one = played(4, deals=12)
    other = Position((tuple(sorted(one.piles[0])), *one.piles[1:]), one.counters)
    assert one != other
    assert advice(one) == advice(other)


def test_advice_names_every_move_and_deals_first_for_that_loses_nothing() -> None:
    position = played(4, deals=12)
    last = advice(position)[-1]
    assert last[0][0] == STOCK
    assert {item[0] for item in last} == set(RULES.legal_moves(position))
    assert [item[2] for item in last] == [3] * len(last)
    assert [item[3] for item in last] == sorted(item[3] for item in last)


def test_advice_without_a_deck_is_what_the_minimum_takes() -> None:
    *_, last = advice(grid("AC", "2D", "AD", "2C"))
    best = min(fewest_stacks(RULES.apply(grid("AC", "2D", "AD", "2C"), Move(*item[0]))) for item in last)
    assert last[0][3] == best
    assert fewest_stacks(RULES.apply(grid("AC", "2D", "AD", "2C"), Move(*last[0][0]))) == best


def test_advice_on_a_lone_choice_is_sampled_on_until_its_odds_can_be_told() -> None:
    left = len(dealt(1).piles[DECK]) - 1
    lists = advice(dealt(1), lists=ENOUGH_FOR_ODDS)
    assert [[(move, samples, then) for move, _, samples, _, then, *_ in told] for told in lists] == [
        [(STOCK, samples, (STOCK,) * left)] for samples in range(1, ENOUGH_FOR_ODDS + 1)
    ]


def test_there_is_no_advice_where_no_move_is_left() -> None:
    assert advice(grid("AC", "2D", "3H")) == []

"""Help for Spider: sensible moves on small positions, and nothing that a player cannot see."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.play.deal import deal_number
from game.rules.position import Position
from game.rules.spider import COLUMNS, Spider
from game.rules.variant import Outcome
from game.solver.spider.help import FIRST_LOOKS, NATURALS_TRIED, NO_MOVE, SECOND_LOOKS, suggest, think
from game.solver.spider.plans import PAUSE_EVERY
from tests.playouts import choices, numbers, played
from tests.rules.test_spider import SPIDER, at, down, filled
from tests.spider_endings import suit

ROW = f"stock {down(suit('C', 0, 10))}"


def helped(position: Position, *asked: Position) -> tuple[str | None, str]:
    """The suggested move in our notation, and the sentence."""
    move, sentence = suggest(SPIDER, position, asked)
    return None if move is None else SPIDER.move_to_text(move), sentence


def suggested(position: Position, *asked: Position) -> str | None:
    return helped(position, *asked)[0]


def test_builds_in_suit_come_first_from_the_highest_rank_down():
    position = filled("t1 5D 9S", "t2 TS", "t3 5D 6H 5H", "t4 7H", "t5 (2D) 7C", "t6 8D")
    assert helped(position) == (
        "t1>t2",
        "Move 9♠ from column 1 onto 10♠ in column 2: that builds in suit.",
    )
    assert suggested(filled("t3 5D 6H 5H", "t4 7H", "t5 (2D) 7C", "t6 8D")) == "t3>t4:2"


def test_of_two_equal_cards_the_one_that_makes_more_of_it_is_taken():
    assert suggested(filled("t1 (2D) 9S", "t2 3D 9S", "t3 TS")) == "t1>t3"
    assert suggested(filled("t1 3D 9S", "t2 (2D) 9S", "t3 TS")) == "t2>t3"
    assert suggested(filled("t1 3D 9S", "t2 9S", "t3 TS")) == "t2>t3"


def test_a_card_is_turned_up_before_cards_are_merely_put_in_order():
    position = filled("t1 3D 9S", "t2 TH", "t3 (2D) 5C", "t4 6H")
    assert helped(position) == (
        "t3>t4",
        "Move 5♣ from column 3 onto 6♥ in column 4: that turns a card up.",
    )


def test_a_space_is_valued():
    position = filled("t1 3D 9S", "t2 TH", "t3 5C", "t4 6H")
    assert helped(position) == (
        "t3>t4",
        "Move 5♣ from column 3 onto 6♥ in column 4: that empties a column.",
    )


def test_a_complete_suit_is_removed():
    position = filled(f"t1 (2D) {suit('S')}", "t2 9H", "t3 5D TH")
    assert helped(position) == (
        "t1>f1:13",
        "Remove the spades of column 1: that removes a suit and turns a card up.",
    )


def test_a_suit_stays_while_its_cards_are_needed_to_fill_the_columns():
    lines = [f"t1 {suit('S')}", *(f"t{n} 3C" for n in range(2, 10))]
    assert suggested(at(*lines)) == "t1>f1:13"
    assert suggested(at(*lines, ROW)) == "t1>t10"


def test_a_plan_of_several_moves_is_told_by_what_it_leads_to():
    # The eight must leave the nine of spades before the spades can come over.
    position = filled("t1 (2D) 8S", "t2 9S 8D", "t3 9H")
    move, sentence = helped(position)
    assert move == "t2>t3"
    assert sentence == (
        "Move 8♦ from column 2 onto 9♥ in column 3: the first of 2 moves, and the last "
        "builds in suit and turns a card up."
    )


def test_a_run_is_not_shifted_between_equal_cards():
    position = filled("t1 7H 6S", "t2 9C 7D", ROW)
    assert helped(position) == ("stock", "Only a deal is left.")


def test_nothing_leads_back_to_where_help_was_given():
    before = filled("t1 3D 9S", "t2 TH", "t3 5C KD", ROW)
    after = SPIDER.apply(before, SPIDER.move_from_text("t1>t2"))
    assert suggested(after, before) == "stock"
    back = filled("t1 3D", "t2 TH 9S", "t3 TS", ROW)
    assert suggested(back) == "t2>t3"
    assert suggested(back, SPIDER.apply(back, SPIDER.move_from_text("t2>t3"))) == "stock"


def test_only_a_deal_is_left():
    assert helped(filled(ROW)) == ("stock", "Only a deal is left.")


def test_spaces_are_filled_before_a_deal_with_what_costs_least():
    position = at("t1 9S 8S", "t2 9H 8D 5H", *(f"t{n} KC" for n in range(3, 10)), ROW)
    assert helped(position) == (
        "t2>t10",
        "Only a deal is left, and the empty columns have to be filled first. "
        "Move 5♥ from column 2 into the empty column 10.",
    )
    filled_up = SPIDER.apply(position, SPIDER.move_from_text("t2>t10"))
    assert helped(filled_up, position) == ("stock", "Only a deal is left.")


def test_a_space_made_for_nothing_is_filled_and_not_made_again():
    line = [filled("t1 5C", "t2 9H 6H", f"stock {down('2C ' * 7 + '2D 2D 2D')}")]
    while (move := suggest(SPIDER, line[-1], line).move) is not None and SPIDER.deals_left(line[-1]):
        line.append(SPIDER.apply(line[-1], move))
    assert [SPIDER.move_to_text(move) for move in moves_between(line)] == ["t1>t2", "t2>t1", "stock"]


def moves_between(line):
    for before, after in pairwise(line):
        yield next(move for move in SPIDER.legal_moves(before) if SPIDER.apply(before, move) == after)


def test_too_few_cards_to_fill_the_columns():
    assert helped(at("t1 9S", "t2 3H", ROW)) == (
        None,
        "Only a deal is left, and there are too few cards to fill the empty columns first.",
    )


def test_lost_is_said_where_it_is_proven_and_nowhere_else():
    assert NO_MOVE == "No move is left: this game is lost, unless you take moves back."
    assert helped(filled("t1 7H 6S", "t2 7D")) == (
        None,
        "No useful move is to be seen. Moves can be taken back.",
    )
    assert helped(filled("t1 KH")) == (None, NO_MOVE)


def test_a_won_game_needs_no_help():
    standing = [f"t{n} {suit(letter)}" for n, letter in enumerate("CDHSCDHS", 1)]
    assert helped(at(*standing)) == (None, "The game is won: all eight suits are complete.")


variants = st.sampled_from([Spider(4), Spider(2), Spider(1)])


@pytest.mark.slow
@settings(max_examples=10)
@given(variants, numbers, choices(80), st.data())
def test_cards_that_nobody_sees_change_nothing(variant, number, chosen, data):
    position = played(variant, number, chosen).position
    hidden = [each for pile in position.piles for each in pile if not each.face_up]
    others = iter(data.draw(st.permutations(hidden)))
    piles = tuple(tuple(each if each.face_up else next(others) for each in pile) for pile in position.piles)
    assert suggest(variant, Position(piles)) == suggest(variant, position)


@settings(max_examples=10)
@given(variants, numbers, choices(80))
def test_what_is_suggested_is_legal_and_found_with_bounded_effort(variant, number, chosen):
    position = played(variant, number, chosen).position
    thoughts = think(variant, position)
    pauses = 0
    while True:
        try:
            next(thoughts)
        except StopIteration as done:
            suggestion = done.value
            break
        pauses += 1
    # A table is looked through to its end, so each search may go a little over.
    assert pauses * PAUSE_EVERY <= FIRST_LOOKS + NATURALS_TRIED * SECOND_LOOKS + 1000
    assert suggestion.sentence.endswith(".")
    if suggestion.move is not None:
        assert variant.is_legal(position, suggestion.move)


@pytest.mark.parametrize("suits", [4, 1])
@pytest.mark.thorough
def test_following_help_comes_to_an_end_without_going_in_circles(suits):
    variant = Spider(suits)
    line = [deal_number(variant, 5).position]
    while (move := suggest(variant, line[-1], line).move) is not None:
        line.append(variant.apply(line[-1], move))
        assert len(line) < 400
    assert len(set(line)) == len(line)
    assert variant.deals_left(line[-1]) == 0
    assert suits > 1 or variant.outcome(line[-1]) is Outcome.WON


def test_every_column_is_called_by_its_number():
    for column in COLUMNS:
        number = column - COLUMNS.start + 1
        position = filled(f"t{number} 3D 9S", f"t{number % 10 + 1} TS")
        assert f"from column {number} onto 10♠ in column {number % 10 + 1}" in helped(position)[1]

"""1-3 Back, sentence by sentence, and beside an independent referee."""

from __future__ import annotations

from functools import partial

import pytest

from game.cards import NotationError
from game.play.deal import deal_number, deal_position
from game.play.game import ControlAction, Game
from game.play.proof import proof
from game.play.record import action_from_text
from game.rules.position import STOCK, Move, Position, travels
from game.rules.variant import IllegalMove, Outcome
from tests.each import each
from tests.rules import in_words
from tests.solver.one_three_back.naive import RULES, grid

legal = partial(in_words.legal, game=RULES)
play = partial(in_words.play, game=RULES)
refusal = partial(in_words.refusal, game=RULES)
MERGED = {
    "one back in suit": ("AC|9C", "t2>t1", "AC 9C"),
    "one back in rank": ("9H|9C", "t2>t1", "9H 9C"),
    "three back, and later stacks move up one place": (*("AC|2D|3H|7C|5D|6S", "t4>t1", "AC 7C|2D|3H|5D|6S"),),
    "those between stay where they are": ("2S|AC|2D|3H|7C", "t5>t2", "2S|AC 7C|2D|3H"),
    "on top as it lies": ("9S KD AC|9D 2H 7C", "t2>t1", "9S KD AC 9D 2H 7C"),
    "a dealt card takes the first slot that is free": ("AC|2C", "t2>t1 stock", "AC 2C|8H"),
}
QUIZ = ("AC", "6D", "5H", "4C", "4D", "2D")


def shown(position: Position) -> list[str]:
    """The stacks as text."""
    return [" ".join(card.text for card in pile) for pile in position.piles[1:] if pile]


def game_from(position: Position, *actions: str) -> Game:
    game = Game(deal_position(RULES, position))
    for action in actions:
        game.play(action_from_text(RULES, action), at_ms=0)
    return game


# The deck and the grid -----------------------------------------------------------------------
def test_the_whole_pack_lies_face_down_in_the_deck_and_the_grid_is_empty() -> None:
    deal = deal_number(RULES, 7)
    assert deal.position.piles[0] == tuple(card.down for card in reversed(deal.deck or ()))
    assert len(deal.position.piles[0]) == 52
    assert RULES.stacks(deal.position) == 0
    assert legal(deal.position) == ["stock"]


def test_the_next_card_of_the_deck_is_its_last_and_becomes_a_new_stack_at_the_end() -> None:
    after = play(grid("AC", "2D", deck="(9S) (8H)"), "stock")
    assert shown(after) == ["AC", "2D", "8H"]
    assert RULES.position_to_text(after).splitlines()[0] == "pile stock (9S)"


def test_fifty_two_cards_can_all_be_stacks() -> None:
    position = deal_number(RULES, 7).position
    for _ in range(52):
        position = play(position, "stock")
    assert RULES.stacks(position) == 52
    assert refusal(position, "stock") == "The deck is empty."


def test_no_deal_is_forced_and_merging_is_possible_at_any_time() -> None:
    assert legal(grid("AC", "2C", deck="(9S)")) == ["stock", "t2>t1"]


# Merging -------------------------------------------------------------------------------------
@each(("stacks", "actions", "after"), MERGED.values())
def test_a_stack_goes_one_back_or_three_in_suit_or_rank(stacks, actions, after):
    position = grid(*stacks.split("|"), deck="(9S) (8H)")
    assert shown(play(position, *actions.split(" "))) == after.split("|")


def test_only_tops_count() -> None:
    assert legal(grid("9S KD", "9D 2H")) == []


@each(
    ("action", "sentence"),
    [
        ("t1>t2", "A stack only goes onto an earlier one."),
        ("t2>t7", "A stack only goes onto an earlier one."),
        ("t3>t1", "A stack goes one back or three back, nowhere else."),
        ("t5>t1", "A stack goes one back or three back, nowhere else."),
        ("t3>t2", "10♦ and 5♣ match neither in suit nor in rank."),
        ("t3>t3", "The stack is already there."),
        ("t2>stock", "Nothing goes back to the deck."),
        ("stock>t6", "Click the deck to deal its next card."),
        ("t6>t5", "There are not that many cards."),
    ],
)
def test_every_other_move_is_refused_with_a_sentence(action, sentence):
    position = grid("AC", "5C", "TD", "2C", "3C", deck="(9S)")
    assert refusal(position, action) == sentence
    with pytest.raises(IllegalMove):
        play(position, action)


def test_a_merge_names_no_count() -> None:
    position = grid("AC", "5H 5C")
    assert RULES.refusal(position, Move(2, 1, 2)) == "A stack always moves whole."
    assert RULES.legal_moves(position) == [Move(2, 1)]


def test_each_card_travels_once_and_the_closing_of_the_gap_is_seen() -> None:
    before = grid("AC", "2D", "3H", "6D 7C", "9S")
    after = play(before, "t4>t1")
    seen = [
        (travel.card.text, travel.source, travel.target, travel.target_index)
        for travel in travels(before, after)
    ]
    assert seen == [("6D", 4, 1, 1), ("7C", 4, 1, 2), ("9S", 5, 4, 0)]


# The end -------------------------------------------------------------------------------------
def test_over_is_when_the_deck_is_empty_and_no_merge_is_left() -> None:
    assert RULES.outcome(grid("AC", "2D")) is Outcome.OVER
    assert RULES.outcome(grid("AC", "2D", deck="(9S)")) is None
    assert RULES.outcome(grid("AC", "2C")) is None
    assert RULES.outcome(grid("AC", "2D", "3H", "4C")) is None
    assert RULES.outcome(grid("AC 2C")) is Outcome.OVER


def test_the_result_is_stacks_and_there_is_no_score() -> None:
    answer = proof(game_from(grid("AC", "2D", "3H", "4C"), "t4>t1"))
    assert (answer["stacks"], answer["outcome"], answer["home"]) == (3, "over", 0)
    assert (answer["score"], answer["time_bonus"], answer["total"]) == (None, 0, None)


# Undo ----------------------------------------------------------------------------------------
def test_undo_goes_back_to_the_last_dealt_card_and_not_beyond_over_or_not() -> None:
    game = game_from(grid("AC", "2D", deck="(9S) (2C)"), "stock", "t3>t2", "t2>t1", *["undo"] * 2)
    assert shown(game.position) == ["AC", "2D", "2C"]
    assert game.undo_refusal() == "That cannot be undone: the deal showed you a new card."
    game.play(ControlAction.REDO, at_ms=0)
    assert shown(game.position) == ["AC", "2D 2C"]
    over = game_from(grid("AC", deck="(2D)"), "stock")
    assert over.outcome is Outcome.OVER
    assert over.undo_refusal() == "That cannot be undone: the deal showed you a new card."


def test_undo_is_legal_after_over_and_redo_leads_back_to_it() -> None:
    game = game_from(grid("AC", "2D", "3H", "4C"), "t4>t1")
    assert game.outcome is Outcome.OVER
    assert game.redo_refusal() is not None
    assert game.refusal(ControlAction.SHOWN, 0) == game.refusal(STOCK, 0) == "The game is over."
    game.play(ControlAction.UNDO, at_ms=0)
    assert game.outcome is Outcome.PLAYING
    game.play(ControlAction.REDO, at_ms=0)
    assert game.outcome is Outcome.OVER


# Given positions -----------------------------------------------------------------------------
def test_a_given_position_may_lack_cards() -> None:
    RULES.check_start(grid("AC 7D", "2D", deck="(9S)"))


@each(
    ("text", "reason"),
    [
        *(("pile t1 AC\npile t3 2C", "without a gap"), ("pile t2 AC", "without a gap")),
        *(("pile t52 AC", "without a gap"), ("pile stock 9S\npile t1 AC", "deck must be face down")),
        *(("pile t1 (9S) AC", "stack must be face up"), ("pile t1 AC\npile t2 AC", "AC occurs 2 times")),
    ],
)
def test_a_position_that_never_could_be_is_refused(text, reason):
    with pytest.raises(NotationError, match=reason):
        RULES.check_start(RULES.position_from_text(text))


# The quiz of the rules page ------------------------------------------------------------------
def test_both_lines_of_the_quiz_end_at_three_stacks() -> None:
    first = play(grid(*QUIZ), "t5>t2", "t4>t1", "t2>t1")
    second = play(grid(*QUIZ), "t5>t2", "t5>t2", "t4>t1")
    assert [stack.split()[-1] for stack in shown(first)] == ["4D", "5H", "2D"]
    assert [stack.split()[-1] for stack in shown(second)] == ["4C", "2D", "5H"]
    assert RULES.outcome(first) is RULES.outcome(second) is Outcome.OVER

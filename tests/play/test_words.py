"""Piles and events in words: what a game says of itself, and that it says nothing of hidden cards."""

import random

from game.play.deal import deal_number
from game.play.game import ControlAction
from game.play.move_words import describe_event, describe_pile, picked_words, read_aloud
from game.rules import VARIANTS, find_variant
from game.rules.position import STOCK, Move, Position
from game.rules.variant import Variant
from tests.each import each


def after(variant: Variant, text: str, move: str) -> str:
    """What is said of a move on a small table."""
    position, made = variant.position_from_text(text), variant.move_from_text(move)
    return describe_event(variant, made, made, position, variant.apply(position, made))


@each(
    ("name", "table", "move", "said"),
    [
        (
            *("rush", "pile t3 (4D) 9S\npile t1 TH\npile stock (2C)", "t3>t1"),
            "9♠ from column 3 onto 10♥; 4♦ turned over; +10",
        ),
        ("rush", "pile waste AC\npile stock (2C)", "waste>f1", "A♣ from the waste goes home; +60"),
        (
            *("rush", "pile t1 KC QH\npile stock (2C)", "t1>t2:2"),
            "K♣ and 1 more from column 1 to the empty column 2",
        ),
        ("rush", "pile stock (2C) (9H) (3D) (4S)", "stock", "4♠, 3♦, 9♥ turned from the stock; 1 left"),
        ("rush", "pile stock (2C)", "stock", "2♣ turned from the stock; none left"),
        ("rush", "pile stock (2C)\ntally score=90 passes=1", "stock", "2♣ turned from the stock; none left"),
        (
            *("rush", "pile stock (2C)\ntally score=90 passes=2", "stock"),
            "2♣ turned from the stock; none left; a redeal costs 20 points, or all you have",
        ),
        ("rush", "pile waste 2C 9H", "stock", "the waste becomes the stock again; 2 left"),
        (
            *("one-three-back", "pile t1 9C\npile t2 4D KD\npile t3 KH 2D", "t3>t2"),
            "2♦ from stack 3 onto K♦; 2 stacks",
        ),
        ("one-three-back", "pile t1 9C\npile stock (4D) (5D)", "stock", "5♦ dealt as stack 2; 1 left"),
        ("three-shuffles", "pile t5 4S 9H\npile t6 TH", "t5>t6", "9♥ from fan 5 onto 10♥"),
        ("three-shuffles", "pile t5 4S 9H\ntally shuffles=2", "t5>t5:2", "4♠ drawn to the top of fan 5"),
        ("three-shuffles", "pile t5 4S 9H", "stock", "the cards are gathered, shuffled and dealt again"),
        (
            "spider",
            "pile t2 (5C) " + " ".join(f"{rank}S" for rank in "KQJT98765432A"),
            "t2>f1:13",
            "the complete suit from K♠ down in column 2 is removed; 5♣ turned over; +51",
        ),
    ],
)
def test_an_event_is_said_in_a_sentence(name, table, move, said):
    assert after(find_variant(name), table, move) == said


def test_a_row_of_spider_is_said_from_left_to_right():
    spider = find_variant("spider")
    dealt = deal_number(spider, 5).position
    said = describe_event(spider, STOCK, STOCK, dealt, spider.apply(dealt, STOCK))
    row = ", ".join(card.up.sign for card in dealt.piles[0][:-11:-1])
    assert said == f"a row is dealt, from column 1 on: {row}; 40 left"


def test_what_a_panel_tells_is_not_said_twice():
    rush = find_variant("rush")
    dealt = deal_number(rush, 8).position
    for act in (ControlAction.END, ControlAction.SHOWN):
        assert describe_event(rush, act, Move(7, 9), dealt, dealt) == ""


def turned_over(position: Position, chance: random.Random) -> Position:
    """The same table as a player sees it, the hidden cards lying otherwise."""
    hidden = [card for pile in position.piles for card in pile if not card.face_up]
    chance.shuffle(hidden)
    return Position(
        tuple(tuple(card if card.face_up else hidden.pop() for card in pile) for pile in position.piles),
        position.counters,
    )


@each("name", VARIANTS)
def test_no_word_depends_on_a_card_that_lies_face_down(name):
    variant, chance = find_variant(name), random.Random(name)
    position = deal_number(variant, 7).position
    for _ in range(60):
        other = turned_over(position, chance)
        for pile, cards in enumerate(position.piles):
            seen = [index for index, card in enumerate(cards) if card.face_up] or [0]
            for index in seen:
                assert describe_pile(variant, position, pile, index) == describe_pile(
                    variant, other, pile, index
                )
        moves = variant.legal_moves(position)
        if not moves:
            break
        move = chance.choice(moves)
        if move != STOCK:
            source, _, count = move
            targets = variant.targets(position, source, count)
            assert picked_words(variant, position, source, count, targets) == picked_words(
                variant, other, source, count, targets
            )
        position = variant.apply(position, move)


def test_only_the_last_card_of_a_stack_is_seen():
    grid = find_variant("one-three-back")
    table = grid.position_from_text("pile t1 9C\npile t2 4D KD\npile t3 KH 2D 7H")
    assert [describe_pile(grid, table, pile, 0) for pile in (0, 1, 3)] == [
        "the deck: empty",
        "stack 1: 9♣, 1 card",
        "stack 3: 7♥, 3 cards",
    ]


def test_a_row_in_suit_is_told_by_its_ends():
    spider = find_variant("spider")
    table = spider.position_from_text("pile t4 (2C) (3C) JH 9S 8S 7S 6S 2D")
    assert describe_pile(spider, table, 12, 7) == "column 4: 2♦ on 6♠ to 9♠, J♥ and two face down"
    assert (
        describe_pile(spider, table, 12, 3) == "column 4: 9♠ beneath 2♦ and 6♠ to 8♠, on J♥ and two face down"
    )


@each(
    ("seen", "heard"),
    [
        ("K♠ and 2 more picked up", "king of spades and 2 more picked up"),
        ("10♥ goes on a jack", "10 of hearts goes on a jack"),
        ("♠ Spades: lacks 10", "spades Spades: lacks 10"),
        ("−20 · 3 × 4", "minus 20, 3 times 4"),
        ("A-K in 1-3 Back", "A-K in 1-3 Back"),
    ],
)
def test_signs_are_read_aloud_as_words(seen, heard):
    assert read_aloud(seen) == heard

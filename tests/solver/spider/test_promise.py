"""What a tableau promises before a card turns up: each thing that counts, on tables written as text."""

import pytest

from game.cards import card
from game.solver.kernels.compiled import numbers, real_row, row
from game.solver.spider.features import SHOWN
from game.solver.spider.judge import (
    A_SPACE,
    ACE,
    BREAK,
    BREAK_UPON,
    CARD_UPON,
    COMPLETE,
    COUNTED,
    FACE_DOWN,
    ITS_CARDS,
    JOIN,
    KING_FIRST,
    KING_UPON,
    LONE,
    LONG_RUN,
    LONGER,
    MOVABLE,
    NEAR,
    ONE_RUN,
    PAIR,
    RANKS,
    ROW,
    RUN_UPON,
    SPACE,
    TAKEN,
    TAKEN_IN_SUIT,
    TWO_SPACES,
)
from game.solver.spider.plans import A_ROW, NOTHING, unseen_of, work_for
from game.solver.spider.tables import COLUMNS


def promised(counted: int, *columns: str, kind: int = NOTHING) -> int:
    """What one thing alone, at 100, promises on a table with these columns; `?` has just turned up."""
    told = [2, 0]
    for place in range(COLUMNS):
        cards = [number(word) for word in columns[place].split()] if place < len(columns) else []
        told += [len(cards), *cards]
    weights = numbers(COUNTED)
    weights[counted] = 100
    work = work_for(1)._replace(weights=weights)
    return work.follow(told, real_row([]), unseen_of(row(told), 4), 0, kind)


def number(word: str) -> int:
    if word == "?":
        return SHOWN
    each = card(word)
    return 64 * each.face_up + 16 * each.suit + each.rank


@pytest.mark.parametrize(
    ("counted", "columns", "times"),
    [
        (COMPLETE, [], 2),
        (FACE_DOWN, ["KS", "(KS) 2S"], 1),
        (FACE_DOWN + 1, ["KS", "(KS) 2S", "(QH) 2D"], 2),
        (FACE_DOWN + 5, ["(KS) (KD) (KC) (KH) (2H) (3H) 2S"], 1),
        (SPACE, ["KS"] * 7, 3),
        (A_SPACE, ["KS"] * 7, 1),
        (A_SPACE, ["KS"] * 10, 0),
        (TWO_SPACES, ["KS"] * 9, 0),
        (TWO_SPACES, ["KS"] * 8, 1),
        (PAIR, ["(9S) 9H 8H 7H 6S", "QH JH"], 3),
        (LONGER, ["9H 8H 7H 6H"], 6),
        (JOIN, ["9H 8S 7S 6H", "9H 9S"], 2),
        (BREAK, ["9H 8S 2S", "9H 9S", "2H 9S"], 3),
        (RUN_UPON, ["(9S) 9H 8H 2H", "KS 2H"], 2),
        (CARD_UPON, ["(9S) 9H 8H 2H", "KS 2H"], 3),
        (BREAK_UPON, ["(9S) 9H 8S 2H", "KS 2H"], 1),
        (KING_UPON, ["(9S) KH QH", "(9S) 2H KH", "KS 2H"], 1),
        (KING_FIRST, ["(9S) KH QH", "2H KH", "KS 2H"], 1),
        (ITS_CARDS, ["9H 8H", "9H 2H", "(9H) 2H", "2H"], 3),
        (ACE, ["9H AH", "AS", "AS 2H"], 2),
        (ONE_RUN, ["9H 8H", "9H 2H", "(9H) 2H", "2H"], 2),
        (LONG_RUN, ["9H 8H 7H 6H 5H", "9H 8H 7H 6H", "(2S) 9H 8H 7H 6H 5H"], 2),
        (RANKS, ["9H", "9S", "9C 2C", "AC", "KS"], 3),
        (MOVABLE, ["9H", "8S", "9S 2C", "3D 8H 7H", "QH"], 2),
    ],
)
def test_each_thing_counts_by_itself(counted, columns, times):
    assert promised(counted, *columns) == 100 * times


def test_face_down_cards_promise_the_more_the_fewer_cards_are_in_the_way():
    # Three runs upon one card; one run upon two.
    assert promised(NEAR, "(2S) 9H 8H 2H KH") == 100 // 4
    assert promised(NEAR, "(2S) (3S) 9H 8H") == 100 // 3


def test_a_card_that_turns_up_has_left_one_less_face_down():
    assert promised(FACE_DOWN + 1, "(2S) ?", "8S", kind=0) == 100
    assert promised(RANKS, "(2S) ?", "8S", kind=0) == 100
    assert promised(LONE, "?", kind=0) == 100
    assert promised(MOVABLE, "(2S) ?", "8S", kind=0) == 0


def test_a_row_has_its_price():
    assert promised(ROW, "9H", kind=A_ROW) == 100
    assert promised(ROW, "?", kind=0) == 0


def test_the_share_of_the_unseen_cards_that_find_a_place():
    table = ["(8H) (8S) (8S) (2S) 9H", "9S", "QH ?"]
    assert promised(TAKEN, *table, kind=2) == 300 // 4
    assert promised(TAKEN_IN_SUIT, *table, kind=2) == 300 // 4
    assert promised(TAKEN_IN_SUIT, table[0], "9D", kind=2) == 100 // 4
    assert promised(TAKEN, "QH ?", kind=1) == 0

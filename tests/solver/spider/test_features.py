"""What the judge of Spider is told of a tableau: each thing by its number, on tables written as text."""

import pytest

from game.cards import card
from game.solver.kernels.compiled import numbers, real_row
from game.solver.spider.features import ALL, BY_RANK, COPIES, OF_COLUMN, OF_TABLE, PACK, SHOWN, UNSEEN
from game.solver.spider.judge import COLUMN_UNITS, NET, TOLD
from game.solver.spider.plans import A_ROW, NOTHING, work_for
from game.solver.spider.tables import COLUMNS


def told(*columns: str, unseen: str = "", kind: int = NOTHING, rows: int = 0) -> list[float]:
    """What is told of the last column, then of the table, others being empty; `?` has just turned up."""
    work, counts = work_for(1), numbers(UNSEEN)
    for word in unseen.split():
        each = card(word)
        for at in (16 * each.suit + each.rank, BY_RANK + each.rank, ALL):
            counts[at] += 1
    counts[COPIES], counts[PACK] = 2, 0b1111
    layout = [2, rows, *[0] * (10 * rows)]
    for column in [*[""] * (COLUMNS - len(columns)), *columns]:
        cards = [SHOWN if word == "?" else number(word) for word in column.split()]
        layout += [len(cards), *cards]
    work.follow(layout, real_row([0.0] * NET), counts, 0, kind)
    start = TOLD + COLUMN_UNITS
    return [float(each) for each in (*work.sums[:OF_COLUMN], *work.sums[start : start + OF_TABLE])]


def number(word: str) -> int:
    each = card(word)
    return 64 * each.face_up + 16 * each.suit + each.rank


@pytest.mark.parametrize(
    ("column", "place", "value"),
    [
        ("", 1, 1),
        ("(2C) (3C) 9S", 2 + 2, 1),
        ("(2C) (3C) ?", 8, 1),
        ("9S", 8, 0),
        ("(2C) 9S 8S 4D", 9, 3 / 10),
        ("(2C) 9S 8S 4D", 10, 2 / 5),
        ("(2C) 9S 8H 4D", 11, 1 / 5),
        ("(2C) 9S 8H 4D", 12, 1 / 5),
        ("9S 8S 7S", 13, 2 / 10),
        ("9S 8S 7S", 14, 3 / 20),
        ("KS QS", 18, 1),
        ("(2C) KS QS", 19, 1),
        ("9S 8S", 21, 1),
        ("9S 8H", 21, 0),
        ("3S AH", 23, 1),
        ("(2C) (2C) 9S 5S 6S", 25, 1 / 5),
        ("4S 9S 7S 8H", 30, 2 / 10),
        ("4S 9H", 31, 1 / 5),
    ],
)
def test_a_column_is_told(column, place, value):
    assert told(column)[place] == pytest.approx(value)


@pytest.mark.parametrize(
    ("columns", "place", "value", "more"),
    [
        (("9S",) * 10, 13, 0, {}),
        (("9S",) * 9, 10, 1, {}),
        (("9S",) * 8, 11, 1, {}),
        (("9S",), 12, 1, {}),
        (("(2C) 9S", "8H"), 14, 1 / 44, {}),
        (("9S", "9H", "8H"), 16, 2 / 10, {}),
        (("9S", "9H", "8H"), 17, 3 / 10, {}),
        (("9S", "5H"), 18, 3 / 4, {"unseen": "8S 8H 4C 2C"}),
        (("9S", "5H"), 19, 1 / 4, {"unseen": "8S 8H 4C 2C"}),
        (("9S 8S", "5H"), 20, 1 / 4, {"unseen": "TD 9D 4C 2C"}),
        (("9S 8S", "TH"), 22, 1 / 5, {}),
        (("9S 8S", "TS"), 23, 1 / 3, {}),
        (("(2C) 8S", "9H"), 24, 1 / 3, {}),
        (("9S", "?"), 31, 1, {"kind": 9}),
        (("9S", "(2C) ?"), 30, 1 / 5, {"kind": 9}),
        (("9S",) * 10, 6, 1, {"kind": A_ROW, "rows": 3}),
        (("9S",) * 10, 2, 1, {"kind": A_ROW, "rows": 3}),
        (("(2C) 8S", "9H"), 54, 1 / 4, {}),
        (("(2C) 8S", "TH"), 55, 1 / 4, {}),
        (("(2C) 8S 3S", "9H"), 55, 1 / 4, {}),
        (("(2C) 8S 3S", "9H", "4S"), 54, 1 / 4, {}),
        (("8S", "9S 4H"), 65, 1 / 4, {}),
        (("8S", "9S"), 64, 1 / 3, {}),
        (("8S 4H", "9S 2C"), 66, 1 / 4, {}),
        (("KS QS JS TS 9S 8S 7S 6S 5S 4S 3S", "2S AS"), 73, 1, {}),
        (("KS QS JS TS 9S 8S 7S 6S 5S 4S 3S", "AS"), 70, 1 / 6, {}),
    ],
)
def test_a_table_is_told(columns, place, value, more):
    assert told(*columns, **more)[OF_COLUMN + place] == pytest.approx(value)


def test_ways_of_one_column_are_reckoned_without_what_was_tried_with_another():
    alone, both = told("(2C) 8S 3S", "9H", "4S"), told("(2C) 8S 3S", "(2C) 8H 3H", "9H", "4S")
    assert (alone[OF_COLUMN + 54], both[OF_COLUMN + 54]) == (1 / 4, 2 / 4)

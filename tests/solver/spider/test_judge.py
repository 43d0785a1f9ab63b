"""Judges of Spider: what they are told, the sum by hand and the learned net."""

from __future__ import annotations

import pytest

from game.cards import card
from game.solver.answer import SolverError
from game.solver.kernels.compiled import numbers, real_row, row
from game.solver.spider import judge
from game.solver.spider.features import ALL, BY_RANK, COPIES, OF_COLUMN, OF_TABLE, PACK, SHOWN, UNSEEN
from game.solver.spider.plans import unseen_of, work_for
from game.solver.spider.search import A_ROW, NOTHING
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
        cards = [number(word) for word in column.split()]
        layout += [len(cards), *cards]
    work.follow(layout, real_row([0.0] * judge.NET), counts, 0, kind)
    start = judge.TOLD + judge.COLUMN_UNITS
    return [float(total) for total in (*work.sums[:OF_COLUMN], *work.sums[start : start + OF_TABLE])]


def number(word: str) -> int:
    if word == "?":
        return SHOWN
    each = card(word)
    return 64 * each.face_up + 16 * each.suit + each.rank


@pytest.mark.parametrize(
    ("column", "place", "value"),
    [
        *(("", 1, 1), ("(2C) (3C) 9S", 2 + 2, 1), ("(2C) (3C) ?", 8, 1), ("9S", 8, 0)),
        *(("(2C) 9S 8S 4D", 9, 3 / 10), ("(2C) 9S 8S 4D", 10, 2 / 5), ("(2C) 9S 8H 4D", 11, 1 / 5)),
        *(("(2C) 9S 8H 4D", 12, 1 / 5), ("9S 8S 7S", 13, 2 / 10), ("9S 8S 7S", 14, 3 / 20)),
        *(("KS QS", 18, 1), ("(2C) KS QS", 19, 1), ("9S 8S", 21, 1), ("9S 8H", 21, 0)),
        *(("3S AH", 23, 1), ("(2C) (2C) 9S 5S 6S", 25, 1 / 5), ("4S 9S 7S 8H", 30, 2 / 10)),
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


def promised(counted: int, *columns: str, kind: int = NOTHING) -> int:
    """What one thing alone, at 100, promises on a table with these columns; `?` has just turned up."""
    told = [2, 0]
    for place in range(COLUMNS):
        cards = [number(word) for word in columns[place].split()] if place < len(columns) else []
        told += [len(cards), *cards]
    weights = numbers(judge.COUNTED)
    weights[counted] = 100
    work = work_for(1)._replace(weights=weights)
    return work.follow(told, real_row([]), unseen_of(row(told), 4), 0, kind)


@pytest.mark.parametrize(
    ("counted", "columns", "times"),
    [
        (judge.COMPLETE, [], 2),
        (judge.FACE_DOWN, ["KS", "(KS) 2S"], 1),
        (judge.FACE_DOWN + 1, ["KS", "(KS) 2S", "(QH) 2D"], 2),
        (judge.FACE_DOWN + 5, ["(KS) (KD) (KC) (KH) (2H) (3H) 2S"], 1),
        (judge.SPACE, ["KS"] * 7, 3),
        (judge.A_SPACE, ["KS"] * 7, 1),
        (judge.A_SPACE, ["KS"] * 10, 0),
        (judge.TWO_SPACES, ["KS"] * 9, 0),
        (judge.TWO_SPACES, ["KS"] * 8, 1),
        (judge.PAIR, ["(9S) 9H 8H 7H 6S", "QH JH"], 3),
        (judge.LONGER, ["9H 8H 7H 6H"], 6),
        (judge.JOIN, ["9H 8S 7S 6H", "9H 9S"], 2),
        (judge.BREAK, ["9H 8S 2S", "9H 9S", "2H 9S"], 3),
        (judge.RUN_UPON, ["(9S) 9H 8H 2H", "KS 2H"], 2),
        (judge.CARD_UPON, ["(9S) 9H 8H 2H", "KS 2H"], 3),
        (judge.BREAK_UPON, ["(9S) 9H 8S 2H", "KS 2H"], 1),
        (judge.KING_UPON, ["(9S) KH QH", "(9S) 2H KH", "KS 2H"], 1),
        (judge.KING_FIRST, ["(9S) KH QH", "2H KH", "KS 2H"], 1),
        (judge.ITS_CARDS, ["9H 8H", "9H 2H", "(9H) 2H", "2H"], 3),
        (judge.ACE, ["9H AH", "AS", "AS 2H"], 2),
        (judge.ONE_RUN, ["9H 8H", "9H 2H", "(9H) 2H", "2H"], 2),
        (judge.LONG_RUN, ["9H 8H 7H 6H 5H", "9H 8H 7H 6H", "(2S) 9H 8H 7H 6H 5H"], 2),
        (judge.RANKS, ["9H", "9S", "9C 2C", "AC", "KS"], 3),
        (judge.MOVABLE, ["9H", "8S", "9S 2C", "3D 8H 7H", "QH"], 2),
    ],
)
def test_each_thing_counts_by_itself(counted, columns, times):
    assert promised(counted, *columns) == 100 * times


def test_face_down_cards_promise_the_more_the_fewer_cards_are_in_the_way():
    # Three runs upon one card; one run upon two.
    assert promised(judge.NEAR, "(2S) 9H 8H 2H KH") == 100 // 4
    assert promised(judge.NEAR, "(2S) (3S) 9H 8H") == 100 // 3


def test_a_card_that_turns_up_has_left_one_less_face_down():
    assert promised(judge.FACE_DOWN + 1, "(2S) ?", "8S", kind=0) == 100
    assert promised(judge.RANKS, "(2S) ?", "8S", kind=0) == 100
    assert promised(judge.LONE, "?", kind=0) == 100
    assert promised(judge.MOVABLE, "(2S) ?", "8S", kind=0) == 0


def test_a_row_has_its_price():
    assert promised(judge.ROW, "9H", kind=A_ROW) == 100
    assert promised(judge.ROW, "?", kind=0) == 0


def test_the_share_of_the_unseen_cards_that_find_a_place():
    table = ["(8H) (8S) (8S) (2S) 9H", "9S", "QH ?"]
    assert promised(judge.TAKEN, *table, kind=2) == 300 // 4
    assert promised(judge.TAKEN_IN_SUIT, *table, kind=2) == 300 // 4
    assert promised(judge.TAKEN_IN_SUIT, table[0], "9D", kind=2) == 100 // 4
    assert promised(judge.TAKEN, "QH ?", kind=1) == 0


@pytest.mark.parametrize("suits", [4, 2, 1])
def test_a_judge_comes_with_the_program_and_tells_how_it_was_learned(suits):
    header = judge.file_of(suits).read_bytes().split(b"\n\n")[0].decode()
    assert header.splitlines()[:2] == ["patience-judge 1", f"suits {suits}"]
    assert "learned by python -m tools.spider_judge" in header
    assert len(judge.net_for(suits)) == judge.NET


def test_what_is_written_can_be_read():
    net = [at / 1024 for at in range(judge.NET)]
    assert judge.read_judge(judge.judge_bytes(net, 2, "by hand"), 2) == tuple(net)


@pytest.mark.parametrize("place", [0, 20, -1])
def test_a_damaged_judge_is_refused(place):
    data = bytearray(judge.judge_bytes([0.5] * judge.NET, 4, "by hand"))
    data[place] ^= 1
    with pytest.raises(SolverError):
        judge.read_judge(bytes(data), 4)


def test_a_judge_of_other_suits_is_refused():
    with pytest.raises(SolverError):
        judge.read_judge(judge.judge_bytes([0.5] * judge.NET, 4, "by hand"), 2)
    with pytest.raises(SolverError):
        judge.read_judge(judge.judge_bytes([0.5] * judge.NET, 4, "by hand")[:-4], 4)

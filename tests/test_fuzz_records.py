"""Damaged records: an error that names a sensible line, or a game that an independent referee confirms.

What is damaged are the recorded games of `golden/`, the way disks, editors and cheats would: bytes,
lines, words, times and counts.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.play.record import RecordError, read_record
from game.rules import rush
from tests.referee_rush import PLACES
from tests.rush_records import check

GOLDEN = Path(__file__).parent / "golden"
RECORDS = [path.read_bytes() for path in sorted(GOLDEN.glob("rush*.patience"))]
FROM_PILES = (GOLDEN / "rush_from_piles.patience").read_bytes()

records = st.sampled_from(RECORDS)

ACTIONS = ["stock", "undo", "redo", "end", "shown", *(f"{a}>{b}" for a in PLACES for b in PLACES if a != b)]
ODD_WORDS = [
    *("", "0", "-1", "1", "2", "13", "99", "300000", "300001", "none", "AC", "(AC)", "KS", "t1", "#"),
    "rush",
]


def header_lines(data: bytes) -> int:
    """How many lines the header has, with its empty line."""
    return data[: data.index(b"\n\n")].count(b"\n") + 2


@given(records, st.data())
def test_a_changed_byte(data, draw):
    place = draw.draw(st.integers(0, len(data) - 1))
    check(data[:place] + bytes([draw.draw(st.integers(0, 255))]) + data[place + 1 :])


@given(records, st.data())
def test_bytes_lost_or_put_in(data, draw):
    start = draw.draw(st.integers(0, len(data)))
    end = draw.draw(st.integers(start, min(len(data), start + 40)))
    check(data[:start] + draw.draw(st.binary(max_size=8)) + data[end:])


@given(records, st.data())
def test_a_piece_cut_off_at_either_end(data, draw):
    check(data[draw.draw(st.sampled_from([0, 0, 1, 3, 20])) : draw.draw(st.integers(0, len(data)))])


@given(st.binary(max_size=400))
def test_no_record_at_all(data):
    with pytest.raises(RecordError):
        read_record(data)


def damaged_lines(lines: list[str], draw: st.DataObject) -> list[str]:
    """The lines with one lost, doubled, moved, exchanged with another, put in or spoilt."""
    lines = list(lines)
    first, second = (draw.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    match draw.draw(st.sampled_from(["lose", "double", "move", "exchange", "put in", "spoil"])):
        case "lose":
            del lines[first]
        case "double":
            lines.insert(first, lines[first])
        case "move":
            lines.insert(second, lines.pop(first))
        case "exchange":
            lines[first], lines[second] = lines[second], lines[first]
        case "put in":
            odd = ["", " ", "# a remark", "0 stock", "0 undo", "999999 stock", "pile t1 AC", "\ufeff"]
            lines.insert(first, draw.draw(st.sampled_from(odd)))
        case "spoil":
            lines[first] += draw.draw(st.sampled_from(["\r", " ", "\t", "\0", "é", "#", ":2"]))
    return lines


@given(records, st.data())
def test_damaged_lines(data, draw):
    check("\n".join(damaged_lines(data.decode().split("\n"), draw)).encode())


@given(records, st.data())
def test_damaged_header_lines(data, draw):
    lines, height = data.decode().split("\n"), header_lines(data)
    check("\n".join(damaged_lines(lines[:height], draw) + lines[height:]).encode())


def with_entry(data: bytes, draw: st.DataObject, changed: Callable[[str], str]) -> bytes:
    """The record with one of its entries, drawn, replaced by another line."""
    lines = data.decode().split("\n")
    entries = [
        index for index in range(header_lines(data), len(lines) - 1) if not lines[index].startswith("#")
    ]
    index = draw.draw(st.sampled_from(entries))
    lines[index] = changed(lines[index])
    return "\n".join(lines).encode()


@given(records, st.data())
def test_a_changed_word(data, draw):
    words = re.split(r"([ \n>:=])", data.decode())
    place = 2 * draw.draw(st.integers(0, len(words) // 2))
    words[place] = draw.draw(st.sampled_from(words[::2]) | st.sampled_from(ODD_WORDS))
    check("".join(words).encode())


@given(records, st.data())
def test_another_action(data, draw):
    action = draw.draw(st.sampled_from(ACTIONS))
    check(with_entry(data, draw, lambda line: f"{line.split(' ')[0]} {action}"))


@given(records, st.data())
def test_another_count(data, draw):
    count = draw.draw(st.integers(-1, 20))
    check(with_entry(data, draw, lambda line: f"{line.split(':')[0]}:{count}"))


@given(records, st.data())
def test_another_time(data, draw):
    by_ms = draw.draw(st.sampled_from([-1, 1, -1000, 1000, 10**6, 10**15]))
    check(with_entry(data, draw, lambda line: f"{int(line.split(' ')[0]) + by_ms} {line.split(' ')[1]}"))


@given(records, st.data())
def test_an_action_put_in(data, draw):
    action = draw.draw(st.sampled_from(ACTIONS))
    check(with_entry(data, draw, lambda line: f"{line.split(' ')[0]} {action}\n{line}"))


@given(records, st.data())
def test_an_action_put_at_the_end(data, draw):
    game = read_record(data).replay()
    action, at_ms = draw.draw(st.sampled_from(ACTIONS)), game.elapsed_ms + draw.draw(st.integers(0, 1))
    after = check(data[: data.rindex(b"\n") + 1] + f"{at_ms} {action}\n".encode())
    assert after is None or len(after.entries) == len(game.entries) + 1


@given(records, st.data())
def test_a_card_on_its_other_side_or_in_the_place_of_another(data, draw):
    header = data[: data.index(b"\n\n")].decode()
    cards = list(re.finditer(r"\(?[A2-9TJQK][CDHS]\)?", header))
    first, second = (draw.draw(st.sampled_from(cards)) for _ in range(2))
    words = [header[: first.start()], first[0], header[first.end() :]]
    if first == second:
        words[1] = first[0].strip("()") if first[0].startswith("(") else f"({first[0]})"
    elif first.end() <= second.start():
        words = [
            header[: first.start()],
            second[0],
            header[first.end() : second.start()],
            first[0],
            header[second.end() :],
        ]
    check("".join(words).encode() + data[data.index(b"\n\n") :])


def test_a_wrong_proof_is_noticed(monkeypatch):
    monkeypatch.setattr(rush, "TURN_UP_POINTS", 11)
    with pytest.raises(AssertionError):
        check(FROM_PILES)


def test_a_wrong_refusal_is_noticed(monkeypatch):
    monkeypatch.setattr(rush.Rush, "stock_refusal", lambda *_: "Not today, thank you.")
    with pytest.raises(AssertionError):
        check(FROM_PILES)


def test_a_rule_that_is_not_kept_is_noticed(monkeypatch):
    monkeypatch.setattr(rush, "alternates", lambda *_: True)
    with pytest.raises(AssertionError):
        check(FROM_PILES.replace(b"10500 f4>t5", b"10500 f4>t2"))

"""Damaged records: an error that names a sensible line, or a game that an independent referee confirms.

What is changed are the recorded games of `golden/`, the way cheats would: actions, times, counts and
cards. What disks and editors do is tried by `tests/mutation`, beside the same referee.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.play.record import read_record
from game.rules import rush
from tests.referee_rush import PLACES
from tests.rush_records import check

GOLDEN = Path(__file__).parent / "golden"
RECORDS = [path.read_bytes() for path in sorted(GOLDEN.glob("rush*.patience"))]
FROM_PILES = (GOLDEN / "rush_from_piles.patience").read_bytes()

records = st.sampled_from(RECORDS)

ACTIONS = ["stock", "undo", "redo", "end", "shown", *(f"{a}>{b}" for a in PLACES for b in PLACES if a != b)]
LATER_MS = [-1, 1, -1000, 1000, 10**6, 10**15]


def header_lines(data: bytes) -> int:
    """How many lines the header has, with its empty line."""
    return data[: data.index(b"\n\n")].count(b"\n") + 2


def with_entry(data: bytes, draw: st.DataObject, changed: Callable[[str], str]) -> bytes:
    """The record with one of its entries, drawn, replaced by another line."""
    lines = data.decode().split("\n")
    entries = [
        index for index in range(header_lines(data), len(lines) - 1) if not lines[index].startswith("#")
    ]
    index = draw.draw(st.sampled_from(entries))
    lines[index] = changed(lines[index])
    return "\n".join(lines).encode()


def another_action(line: str, draw: st.DataObject) -> str:
    return f"{line.split(' ')[0]} {draw.draw(st.sampled_from(ACTIONS))}"


CHANGES: dict[str, Callable[[str, st.DataObject], str]] = {
    "another action": another_action,
    "an action put in": lambda line, draw: f"{another_action(line, draw)}\n{line}",
    "another count": lambda line, draw: f"{line.split(':')[0]}:{draw.draw(st.integers(-1, 20))}",
    "another time": lambda line, draw: " ".join(
        [str(int(line.split(" ")[0]) + draw.draw(st.sampled_from(LATER_MS))), line.split(" ")[1]]
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@given(records, st.data())
def test_a_changed_entry(change, data, draw):
    check(with_entry(data, draw, lambda line: change(line, draw)))


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

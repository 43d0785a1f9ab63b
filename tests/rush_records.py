"""A record of Rush, damaged or not, read by the program and by the referee, who have to agree."""

from __future__ import annotations

from game.play.game import Game
from game.play.proof import proof
from game.play.record import RecordError, read_record, read_record_while_good, record_text
from tests.referee_rush import Foul, judge


def check(data: bytes) -> Game | None:
    """Reads and plays a record; makes sure of all that may be expected of the answer."""
    try:
        game = read_record(data).replay()
    except RecordError as error:
        check_error(data, error)
        return None
    verdict = judge(whole_lines(data).decode())
    told = proof(game)
    assert {name: told[name] for name in verdict} == verdict
    again = read_record(record_text(game, {}).encode()).replay()
    assert proof(again) == told
    return game


def check_error(data: bytes, error: RecordError) -> None:
    """An error names a line of the file or the one after it, and the referee agrees about the line.

    A line that is no entry is found before any move is played: a foul move may stand above it.
    """
    assert error.line is not None
    assert 1 <= error.line <= data.count(b"\n") + 1
    assert 5 < len(error.reason) < 200
    if is_at_fault_in_its_header(data) or "UTF-8" in error.reason or "CR" in error.reason:
        return
    foul = foul_line(whole_lines(data).decode(errors="replace"))
    assert foul is not None
    if "is refused: " in error.reason:
        assert foul == error.line
    else:
        assert foul <= error.line


def whole_lines(data: bytes) -> bytes:
    return data[: data.rindex(b"\n") + 1]


def is_at_fault_in_its_header(data: bytes) -> bool:
    try:
        read_record_while_good(data)
    except RecordError:
        return True
    return False


def foul_line(text: str) -> int | None:
    """The first line at which the referee stops a game, or None."""
    try:
        judge(text)
    except Foul as foul:
        return foul.line
    return None

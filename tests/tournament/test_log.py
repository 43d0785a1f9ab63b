"""The log of a tournament at a machine: what its lines tell, and that nothing else tells anything."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from game.tournament.log import begun_line, closed_line, proved_line, read_log

NOW = datetime(2026, 11, 21, 7, 13, 34, 5000, tzinfo=UTC)
WHOLE = begun_line("01", 1, NOW) + begun_line("02", 10, NOW) + proved_line("03", 1, b"x") + closed_line(NOW)


def test_what_is_written_is_read():
    log = read_log(WHOLE)
    assert log.begun == [("01", 1), ("02", 10)]
    assert log.is_closed
    assert log.has_proved("03", 1, b"x")
    assert not log.has_proved("03", 1, b"y")
    assert not log.has_proved("03", 2, b"x")
    assert not log.has_proved("02", 1, b"x")


def test_a_torn_line_tells_nothing_even_when_another_follows():
    for end in range(len(WHOLE)):
        whole_lines = WHOLE[:end].count(b"\n")
        for torn in (WHOLE[:end], WHOLE[:end] + b"\nbegun"):
            log = read_log(torn)
            told = len(log.begun) + len(log.proved) + log.is_closed
            is_complete = end and torn != WHOLE[:end] and WHOLE[end : end + 1] == b"\n"
            assert told == whole_lines + bool(is_complete)


@given(st.binary(max_size=300))
def test_noise_tells_nothing_and_breaks_nothing(data: bytes):
    log = read_log(data)
    assert not log.begun
    assert not log.is_closed
    assert read_log(WHOLE + data).begun[:2] == [("01", 1), ("02", 10)]

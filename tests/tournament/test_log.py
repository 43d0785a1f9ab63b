"""The log of a tournament at a machine: what its lines tell, and that nothing else tells anything."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.tournament.state import begun_line, closed_line, played_line, proved_line, read_log
from tests.tournament.rounds import ANNA, BEN

NOW = datetime(2026, 11, 21, 7, 13, 34, 5000, tzinfo=UTC)
LINES = [
    begun_line("01", ANNA, 1, NOW),
    begun_line("02", BEN, 10, NOW),
    proved_line("03", 1, b"x"),
    played_line("01", 1, b"y"),
    closed_line(NOW),
]
WHOLE = (
    b"begun 01 1 2026-11-21T07:13:34.005Z\nbegun 02 10 2026-11-21T07:13:34.005Z\n"
    + f"{LINES[2]}\n{LINES[4]}\n".encode()
)
"""As earlier versions wrote it, without a ledger."""
STAMPS = [(line, f"{index:032x}") for index, line in enumerate(LINES)]
STAMPED = "".join(f"{line} {digest}\n" for line, digest in STAMPS).encode()


@pytest.mark.parametrize(("data", "ledger"), [(WHOLE, []), (STAMPED, STAMPS)])
def test_what_is_written_is_read(data, ledger):
    log = read_log(data, ledger)
    assert not log.was_changed
    assert log.begun == [("01", 1), ("02", 10)]
    assert log.is_closed
    assert log.has_proved("03", 1, b"x")
    assert not log.has_proved("03", 1, b"y")
    assert not log.has_proved("03", 2, b"x")
    assert not log.has_proved("02", 1, b"x")


def test_the_record_that_a_round_ended_with_is_known():
    log = read_log(STAMPED, STAMPS)
    assert log.is_another("01", 1, b"x")
    assert not log.is_another("01", 1, b"y")
    assert not log.is_another("01", 2, b"x")


def test_a_torn_line_tells_nothing_even_when_another_follows():
    for end in range(len(WHOLE)):
        whole_lines = WHOLE[:end].count(b"\n")
        for torn in (WHOLE[:end], WHOLE[:end] + b"\nbegun"):
            log = read_log(torn)
            told = len(log.begun) + len(log.proved) + log.is_closed
            is_complete = end and torn != WHOLE[:end] and WHOLE[end : end + 1] == b"\n"
            assert told == whole_lines + bool(is_complete)


def test_lines_of_an_earlier_version_tell_what_they_told():
    data = b"begun 01 1 2026-11-21T07:13:34.005Z\n" + STAMPED
    log = read_log(data, STAMPS)
    assert log.begun == [("01", 1), ("01", 1), ("02", 10)]
    assert not log.was_changed


def test_a_line_that_the_ledger_alone_knows_is_not_forgotten():
    for left_out in range(len(STAMPS) - 1):
        left = [f"{line} {digest}\n" for line, digest in STAMPS[:left_out] + STAMPS[left_out + 1 :]]
        log = read_log("".join(left).encode(), STAMPS)
        assert log.was_changed
        assert log.rounds_begun("01", ANNA) == [1]
        assert log.rounds_begun("02", BEN) == [10]
    assert read_log(b"", STAMPS).rounds_begun("07", ANNA) == [1], "whatever the seat is called now"
    assert read_log(b"", STAMPS).rounds_begun("01", BEN) == [10]


def test_a_last_line_that_only_the_ledger_has_was_cut_off_by_a_kill():
    log = read_log(STAMPED[: STAMPED.index(b"closed")], STAMPS)
    assert not log.was_changed
    assert log.unwritten == STAMPS[-1]


def test_a_line_that_the_ledger_does_not_know_was_not_written_by_this_program():
    assert read_log(STAMPED, STAMPS[:-1]).was_changed
    assert read_log(STAMPED).was_changed
    assert read_log(STAMPED, STAMPS, ledger_holds=False).was_changed


def test_a_line_without_its_digest_tells_of_no_round():
    for end in range(STAMPED.index(b"proved") - 1):
        log = read_log(STAMPED[:end] + b"\n")
        assert len(log.begun) == STAMPED[:end].count(b"\n") or STAMPED[end : end + 1] == b"\n"


@given(st.binary(max_size=300))
def test_noise_tells_nothing_and_breaks_nothing(data):
    log = read_log(data)
    assert not log.begun
    assert not log.is_closed
    assert read_log(WHOLE + data).begun[:2] == [("01", 1), ("02", 10)]

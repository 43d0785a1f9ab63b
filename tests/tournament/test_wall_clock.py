"""The clock of a round by the clock on the wall."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from game.tournament.rounds import elapsed_on_return_ms, moment_from_text, moment_to_text, was_set_back

START = datetime(2026, 11, 21, 7, 13, 34, 123_000, tzinfo=UTC)


def later(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("now", "written_ms", "elapsed_ms"),
    [
        (later(0), 0, 0),
        (later(40), 10_000, 40_000),  # closed for half a minute
        (later(1e6), 10_000, 1_000_000_000),  # long over
        (later(5), 10_000, 10_000),  # set back by some seconds
        (later(-3600), 10_000, 10_000),  # set back by an hour
        (later(-3600), 0, 0),
    ],
)
def test_no_time_is_ever_given_back(now, written_ms, elapsed_ms):
    assert elapsed_on_return_ms(START, now, written_ms) == elapsed_ms


def test_without_a_start_what_was_written_counts():
    assert elapsed_on_return_ms(None, later(50), 7000) == 7000
    assert not was_set_back(None, later(50), 7000)


@pytest.mark.parametrize(
    ("now", "was"), [(later(10), False), (later(8.5), False), (later(7), True), (later(-1), True)]
)
def test_a_clock_set_back_is_noticed(now, was):
    assert was_set_back(START, now, 10_000) is was


def test_moments_in_text():
    assert moment_to_text(START) == "2026-11-21T07:13:34.123Z"
    assert moment_from_text("2026-11-21T07:13:34.123Z") == START
    assert moment_to_text(START.astimezone(timezone(timedelta(hours=9)))) == "2026-11-21T07:13:34.123Z"


@pytest.mark.parametrize("text", ["", "yesterday", "2026-11-21", "2026-13-41T00:00:00.000Z", "9" * 500])
def test_what_is_no_moment(text):
    assert moment_from_text(text) is None

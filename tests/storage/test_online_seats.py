"""Seats at table servers on disk: what was promised there, and the round that is running."""

import os
import stat
from datetime import UTC, datetime, timedelta

import pytest

from game.storage.tournament_store import MAX_SEATS, BegunRound, OnlineKeys, OnlineSeats

NOW = datetime(2026, 11, 23, 6, 0, tzinfo=UTC)
SERVER, ONE, OTHER = "http://a:8852", "0a" * 16, "0b" * 16
FIRST, SECOND = "11" * 32, "22" * 32
BAD_SEAT = b'[{"address":"a","tournament":"x","promised":{},"begun":null}]'
BAD_KEYS = b'{"address":"a","key":"x"}', b'{"address":5,"key":"%b"}' % (b"0" * 64)


def begun(tournament: str = ONE, left_s: float = 60) -> BegunRound:
    until = NOW + timedelta(seconds=left_s)
    return BegunRound(SERVER, tournament, "Sunday evening", "Anna", 2, round(until.timestamp() * 1000))


def test_what_was_promised_first_stays(tmp_path):
    OnlineSeats(tmp_path).note_promised(SERVER, ONE, {1: FIRST})
    OnlineSeats(tmp_path).note_promised(SERVER, ONE, {1: SECOND, 2: SECOND})
    assert OnlineSeats(tmp_path).promised(SERVER, ONE) == {1: FIRST, 2: SECOND}
    assert OnlineSeats(tmp_path).promised("http://b", ONE) == {}, "another server may say what it likes"


def test_a_round_is_gone_on_with_as_long_as_its_clock_runs(tmp_path):
    OnlineSeats(tmp_path).note_begun(begun())
    seats = OnlineSeats(tmp_path)
    assert seats.begun(NOW) == begun()
    assert seats.begun(NOW + timedelta(seconds=61)) is None
    seats.note_over(SERVER, ONE)
    assert OnlineSeats(tmp_path).begun(NOW) is None


def test_two_windows_take_nothing_from_each_other_and_what_was_begun_last_comes_first(tmp_path):
    one, other = OnlineSeats(tmp_path), OnlineSeats(tmp_path)
    one.note_promised(SERVER, ONE, {1: FIRST})
    one.note_begun(begun(ONE))
    other.note_begun(begun(OTHER))
    seats = OnlineSeats(tmp_path)
    assert seats.promised(SERVER, ONE) == {1: FIRST}
    assert seats.begun(NOW) == begun(OTHER)


def test_the_oldest_seats_are_forgotten(tmp_path):
    seats = OnlineSeats(tmp_path)
    ids = [f"{number:032x}" for number in range(MAX_SEATS + 2)]
    one = [
        f'{{"address": "a", "tournament": "{tournament}", "promised": {{"1": "{FIRST}"}}, "begun": null}}'
        for tournament in ids[:MAX_SEATS]
    ]
    (tmp_path / "online-seats.json").write_text(f'{{"version": 1, "seats": [{", ".join(one)}]}}')
    seats.note_promised("a", ids[-1], {1: SECOND})
    again = OnlineSeats(tmp_path)
    assert again.promised("a", ids[-1]) == {1: SECOND}
    assert again.promised("a", ids[MAX_SEATS - 1]) == {}
    assert again.promised("a", ids[0]) == {1: FIRST}


@pytest.mark.skipif(os.name != "posix", reason="owners are known to POSIX systems")
def test_nobody_else_may_read_where_somebody_plays(tmp_path):
    OnlineSeats(tmp_path).note_begun(begun())
    assert stat.S_IMODE((tmp_path / "online-seats.json").stat().st_mode) == 0o600


SEATS, KEYS = "online-seats", "online"


@pytest.mark.parametrize(
    ("name", "content", "kept"),
    [
        *((name, data, "damaged") for name in (SEATS, KEYS) for data in (b"{", b"[]")),
        *((SEATS, b'{"version":1,"seats":%b}' % seats, "damaged") for seats in (b"[{}]", b"7", BAD_SEAT)),
        *((KEYS, b'{"version":1,"name":"","servers":[%b]}' % key, "damaged") for key in BAD_KEYS),
        *((name, b'{"version":2}', "newer") for name in (SEATS, KEYS)),
    ],
)
def test_what_cannot_be_believed_is_set_aside(tmp_path, name, content, kept):
    (tmp_path / f"{name}.json").write_bytes(content)
    seats, keys = OnlineSeats(tmp_path), OnlineKeys(tmp_path)
    assert (seats.begun(NOW), keys.servers) == (None, ())
    seats.note_promised(SERVER, ONE, {1: FIRST})
    keys.key_for(SERVER)
    assert (tmp_path / f"{name}.{kept}").read_bytes() == content
    assert OnlineSeats(tmp_path).promised(SERVER, ONE) == {1: FIRST}

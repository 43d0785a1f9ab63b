"""The record of a round: what proves it, and why another is refused."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from game.play.deal import deal_number
from game.play.game import ControlAction, Game
from game.play.lines import FileError
from game.play.record import read_record, record_text
from game.rules.position import STOCK
from game.rules.rush import Rush
from game.rules.variant import Outcome
from game.tournament.tournament import (
    closed,
    elapsed_on_return_ms,
    moment_from_text,
    moment_to_text,
    moments_of,
    prove_round,
    result_of,
)
from tests.each import each
from tests.records import position
from tests.tournament.rounds import ANNA, BEN, EVENING, RUBY, play, record, timed_out

LAST_TAP = position("stock (KS)", "t1 KC QD", "t2 KD QC", "t3 KH QS", "t4 QH", home=(11, 11, 11, 11))


def refused(data: bytes, number: int = 2) -> FileError:
    with pytest.raises(FileError) as error:
        prove_round(data, EVENING, ANNA, number)
    return error.value


def test_a_round_is_remembered_for_its_first_ace_and_its_longest_streak():
    won = Path(__file__).parents[1] / "golden" / "rush_draw_1_won.patience"
    ace_ms, streak = moments_of(won.read_bytes())
    assert ace_ms == 6588
    assert streak > 3
    assert moments_of(timed_out(ANNA, 1)) == (None, 0)


@each("player", [ANNA, RUBY])
def test_a_result_is_what_playing_back_proves(player):
    data = record(player, 2, seed=5, count=40)
    game = read_record(data).replay()
    result = prove_round(data, EVENING, player, 2)
    home = game.variant.home(game.position)
    assert result == (game.score, game.time_bonus, home, game.elapsed_ms, game.outcome)
    assert result.total == game.total


def test_a_round_that_ran_out_of_time():
    result = prove_round(timed_out(ANNA, 1), EVENING, ANNA, 1)
    assert result == (0, 0, 0, 300_000, Outcome.TIMEOUT)


@each(
    ("data", "words"),
    [
        (record(BEN, 2), "another player"),
        (record(ANNA, 2, tags={"player": "anna"}), "another player"),
        (record(ANNA, 2, tags={"player": ""}), "another player"),
        (record(ANNA, 2, tags={"robot": "strong"}), "another robot"),
        (record(RUBY, 2), "another player"),
        (record(ANNA, 2, tags={"tournament": "0" * 32}), "another tournament"),
        (record(ANNA, 2, tags={"round": "1"}), "another round"),
    ],
)
def test_a_record_of_something_else_is_refused_at_its_about_line(data, words):
    error = refused(data)
    assert words in error.reason
    assert data.split(b"\n")[error.line - 1].startswith(b"about ")


def ended_at(game: Rush, **tags: str) -> bytes:
    """Some moves of the second deal by other rules, or telling of something else."""
    played = play(Game(deal_number(game, 48213)), 1, 5)
    played.play(ControlAction.END, played.elapsed_ms)
    return record_text(played, tags).encode()


WHOLE, FIRST = record(ANNA, 2), record(ANNA, 1, tags={"round": "2"})
MINE = {"player": "Anna", "tournament": EVENING.id, "round": "2"}
UNENDED = record(ANNA, 2, ended=False)
REFUSED = {
    "telling nothing": (ended_at(EVENING.game), 5, "the record is another player’s, or does not say whose"),
    "another deal": (FIRST, 3, "this is not the deal of round 2"),
    "another deal by its number": (FIRST.replace(b"deal 7\n", b"deal 48213\n"), 4, "does not deal this deck"),
    "a deck without a number": (WHOLE.replace(b"deal 48213\n", b"deal none\n"), 3, ""),
    "given piles": (LAST_TAP.encode(), 3, ""),
    "another draw": (ended_at(Rush(draw=1), **MINE), 2, ""),
    "another limit": (ended_at(Rush(limit=301), **MINE), 2, ""),
    "no end": (UNENDED, UNENDED.count(b"\n"), "the record stops before the game is over"),
    "a redo": (WHOLE.replace(b"\n\n", b"\n\n0 redo\n"), 7, ""),
    "a line that was shown": (WHOLE.replace(b"\n\n", b"\n\n0 shown\n"), 7, ""),
    "beyond the limit": (timed_out(ANNA, 2).replace(b"300000 end", b"300001 end"), 7, "Time is up"),
    "a newer version": (WHOLE.replace(b"patience 1", b"patience 2"), 1, "newer version"),
    "a torn end": (WHOLE[:-1], WHOLE.count(b"\n"), ""),
    "a torn line behind the end": (WHOLE + b"300", WHOLE.count(b"\n") + 1, ""),
}


@each(("data", "line", "words"), REFUSED.values())
def test_what_is_no_record_of_the_round_is_refused_at_its_line(data, line, words):
    error = refused(data)
    assert (error.line, words in error.reason) == (line, True), error.reason


def test_undo_is_allowed():
    game = Game(EVENING.deal(2))
    for _ in range(9):  # the last tap puts the waste back, which shows nothing new
        game.play(STOCK, 5)
    game.play(ControlAction.UNDO, 6)
    game.play(ControlAction.END, 7)
    text = record_text(game, {"player": "Anna", "tournament": EVENING.id, "round": "2"})
    assert prove_round(text.encode(), EVENING, ANNA, 2).elapsed_ms == 7


def test_comments_are_no_part_of_the_game():
    data = record(ANNA, 2)
    with_comments = data.replace(b"\n\n", b"\n# a remark\n\n") + b"# clock 5000\n"
    assert prove_round(with_comments, EVENING, ANNA, 2) == prove_round(data, EVENING, ANNA, 2)


def test_a_solved_game_plays_itself_out_at_the_time_it_was_solved():
    game = read_record(LAST_TAP.encode()).replay()
    game.play(game.variant.move_from_text("stock"), 60_000)
    done = closed(game)
    assert len(done) == 8
    assert {entry.at_ms for entry in done} == {60_000}
    assert result_of(game).outcome is Outcome.WON
    assert result_of(game).bonus == 240


def test_a_finished_game_stays_as_it_is():
    assert closed(read_record(record(ANNA, 1)).replay()) == []


# The clock on the wall ---------------------------------------------------------------------------
START = datetime(2026, 11, 21, 7, 13, 34, 123_000, tzinfo=UTC)


def later(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


@each(
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
    assert elapsed_on_return_ms(None, now, written_ms) == written_ms, "without a start"


def test_moments_in_text():
    assert moment_to_text(START) == "2026-11-21T07:13:34.123Z"
    assert moment_from_text("2026-11-21T07:13:34.123Z") == START
    assert moment_to_text(START.astimezone(timezone(timedelta(hours=9)))) == "2026-11-21T07:13:34.123Z"


@each("text", ["", "yesterday", "2026-11-21", "2026-13-41T00:00:00.000Z", "9" * 500])
def test_what_is_no_moment(text):
    assert moment_from_text(text) is None

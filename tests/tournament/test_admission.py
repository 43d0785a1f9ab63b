"""Results from files: when they were played, how fast, and by which robots; whatever cannot be is refused."""

from datetime import datetime, timedelta
from random import Random

import pytest

from game.play.game import ControlAction, Game
from game.play.lines import FileError
from game.play.record import read_record, record_text
from game.rules.position import STOCK
from game.tournament.pace import by_hand
from game.tournament.player import Player
from game.tournament.results_file import AHEAD, check_entry, read_results, results_text, span_of
from game.tournament.rounds import closed, round_tags
from tests.records import position
from tests.tournament.rounds import (
    ANNA,
    BEN,
    EVENING,
    FIRST,
    LATER,
    RUBY,
    play,
    record,
    results,
    started,
    timed_out,
)
from tests.tournament.test_results_file import body, closing, spoilt

STRENGTHS = ("strong",)
SOLVED = position("stock (KS)", "t1 KC QD", "t2 KD QC", "t3 KH QS", "t4 QH", home=(11, 11, 11, 11))


def check(data: bytes, now: datetime = LATER, earlier: dict[int, bytes] | None = None) -> None:
    check_entry(read_results(data, EVENING), earlier or {}, now, STRENGTHS)


def refused(data: bytes, now: datetime = LATER, earlier: dict[int, bytes] | None = None) -> FileError:
    with pytest.raises(FileError) as error:
        check(data, now, earlier)
    return error.value


def files(*records: bytes, player: Player = ANNA) -> bytes:
    return results_text(EVENING, player, dict(enumerate(records, 1)))


def line(data: bytes, number: int) -> bytes:
    return data.split(b"\n")[number - 1]


# When ---------------------------------------------------------------------------------------------
def test_rounds_one_after_the_other_are_let_in():
    check(results(ANNA, 1, 2, 3))
    check(files(timed_out(ANNA, 1), timed_out(ANNA, 2)))


WRONG_FORMS = [
    *("", "yes", "2026-11-21T04:00:00Z", "2026-11-21T04:00:00.1Z", "2026-11-21T04:00:00.000000Z"),
    *("2026-11-21T04:00:00.000", "2026-13-21T04:00:00.000Z", "2026-11-21 04:00:00.000Z"),
    *("2026-11-21T04:00:00.000+00:00", "26-11-21T04:00:00.000Z", "2026-11-21T24:00:00.000Z"),
    *("2026-1-21T04:00:00.000Z", " 2026-11-21T04:00:00.000Z", "٢026-11-21T04:00:00.000Z"),
]


@pytest.mark.parametrize("text", WRONG_FORMS)
def test_a_start_that_is_missing_or_in_another_form_is_refused_at_its_line(text):
    data = files(record(ANNA, 1, tags={"started": text}))
    error = refused(data)
    assert "does not say when the round was started" in error.reason
    assert line(data, error.line).startswith(b"about ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2099-01-01T00:00:00.000Z", "ends in the future"),
        ("9999-12-31T23:59:59.000Z", "ends in the future"),
        ("1970-01-01T00:00:00.000Z", "started in 1970"),
        ("0001-01-01T00:00:00.000Z", ""),
        ("2025-12-31T23:59:59.999Z", "started in 2025"),
    ],
)
def test_a_start_at_an_impossible_time_is_refused(text, words):
    assert words in refused(files(record(ANNA, 1, tags={"started": text}))).reason


def test_a_round_must_have_ended_by_now_but_for_a_clock_a_little_ahead():
    data = files(timed_out(ANNA, 1))
    end = FIRST + timedelta(seconds=300)
    check(data, end - AHEAD)
    assert "future" in refused(data, end - AHEAD - timedelta(milliseconds=1)).reason


def at(number: int, moment: datetime, player: Player = ANNA) -> bytes:
    text = timed_out(player, number).decode()
    return text.replace(started(number), moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")).encode()


@pytest.mark.parametrize(
    ("seconds", "is_let_in"), [(300, True), (298, True), (297, False), (0, False), (-9, False)]
)
def test_a_round_begins_after_the_end_of_the_one_before(seconds, is_let_in):
    """That is its start and its time used: of a round that was left, too, for the wall's clock went on."""
    data = files(timed_out(ANNA, 1), at(2, FIRST + timedelta(seconds=seconds)))
    if is_let_in:
        check(data)
    else:
        error = refused(data)
        assert error.reason == "round 2 was started before the end of round 1"
        assert line(data, error.line).startswith(b"about ")


def test_a_round_overlaps_none_that_is_here_already():
    earlier = {1: timed_out(ANNA, 1), 3: timed_out(ANNA, 3)}
    data = results_text(EVENING, ANNA, {2: at(2, FIRST + timedelta(seconds=20))})
    assert "round 2 was started before" in refused(data, earlier=earlier).reason
    data = results_text(EVENING, ANNA, {2: at(2, FIRST + timedelta(seconds=1100))})
    assert "round 3 was started before" in refused(data, earlier=earlier).reason
    check(results_text(EVENING, ANNA, {2: timed_out(ANNA, 2)}), earlier=earlier)


def test_who_tells_that_the_clock_was_set_back_is_let_in():
    told = at(2, FIRST - timedelta(hours=1)).replace(b" round=2", b" round=2 clock=set-back")
    check(files(timed_out(ANNA, 1), told))


def test_a_clock_set_back_opens_no_gap_for_the_rounds_after_it():
    hour = FIRST - timedelta(hours=1)
    told = at(2, hour).replace(b" round=2", b" round=2 clock=set-back")
    error = refused(files(timed_out(ANNA, 1), told, at(3, hour + timedelta(minutes=10))))
    assert error.reason.startswith("round 3 was started before the end")


def test_a_robot_says_no_start():
    game = play(Game(EVENING.deal(1)), 1, 5)
    closed(game)
    check(files(record_text(game, round_tags(EVENING, RUBY, 1)).encode(), player=RUBY))


def test_a_robot_of_another_strength_is_refused_at_the_player():
    error = refused(results(Player("Ruby", "robot super"), 1))
    assert (error.line, error.reason) == (3, "no robot is called “super” here")


def test_the_span_of_a_round():
    assert span_of(timed_out(ANNA, 1)) == (FIRST, FIRST + timedelta(seconds=300))
    assert span_of(record(ANNA, 1, tags={"started": "then"})) is None


# How fast -----------------------------------------------------------------------------------------
def taps(*times: int) -> bytes:
    """A round in which the hand is tapped at these times."""
    game = Game(EVENING.deal(1))
    for at_ms in times:
        game.play(STOCK, at_ms)
    game.play(ControlAction.END, 300_000)
    return record_text(game, {"started": started(1), **round_tags(EVENING, ANNA, 1)}).encode()


def is_let_in(data: bytes) -> bool:
    try:
        check(files(data))
    except FileError as wrong:
        return "no hand can play that fast" not in wrong.reason
    return True


@pytest.mark.parametrize("gap_ms", [0, 1, 10, 40, 52])
@pytest.mark.parametrize("start_ms", [0, 30_000])
def test_a_pace_that_no_hand_reaches_is_refused(gap_ms, start_ms):
    assert not is_let_in(taps(*(start_ms + at * gap_ms for at in range(40))))


@pytest.mark.parametrize("gap_ms", [100, 150, 700])
def test_the_fastest_hand_is_let_in(gap_ms):
    assert is_let_in(taps(*(100 + at * gap_ms for at in range(40))))


def test_even_a_few_actions_take_some_time_from_when_the_cards_are_seen():
    assert not is_let_in(taps(0, 0, 0, 0, 0))
    assert not is_let_in(taps(0, 1, 2, 3, 499))
    assert is_let_in(taps(0, 1, 2, 3, 500))
    assert is_let_in(taps(0, 0, 0, 0))


def test_a_machine_that_hung_while_its_player_went_on_is_let_in():
    """What was pressed meanwhile is done all at once."""
    slow = [2000 + 400 * at for at in range(10)]
    burst = [slow[-1] + 2000 + at for at in range(15)]
    assert is_let_in(taps(*slow, *burst, *(burst[-1] + 400 * at for at in range(1, 9))))


def test_the_action_that_is_too_fast_is_named_by_its_line():
    data = files(taps(*(30_000 + at for at in range(20))))
    assert line(data, refused(data).line) == b"30019 stock"


def test_the_play_out_of_a_solved_game_is_nobody_s_hand():
    game = read_record(SOLVED.encode()).replay()
    game.play(STOCK, 60_000)
    closed(game)
    made = read_record(record_text(game, {}).encode())
    assert len(made.entries) == 9
    assert by_hand(made) == [0]


def test_the_time_out_is_nobody_s_hand():
    assert by_hand(read_record(timed_out(ANNA, 1))) == []
    ended = Game(EVENING.deal(1))
    ended.play(ControlAction.END, 10)
    assert by_hand(read_record(record_text(ended, {}).encode())) == [0]


# Hostile files ------------------------------------------------------------------------------------
MOMENTS = [b"2026", b"-", b"T", b"Z", b".000", b"04", b"2099", b"0", b"clock=set-back", b"# clock set back\n"]


@pytest.mark.thorough
def test_whatever_is_changed_is_refused_or_keeps_to_the_rules():
    """The digest put right: what is let in still says when it was played, in order, at a pace of a hand."""
    random = Random(13)
    good = body(results(ANNA, 1, 2, 3, seed=2))
    let_in = 0
    for _ in range(1500):
        data = spoilt(random, good)
        if random.random() < 0.5:
            place = good.index(b"started=", random.randrange(len(good) // 2)) + random.randrange(40)
            data = good[:place] + random.choice(MOMENTS) + good[place + random.randrange(6) :]
        try:
            entry = read_results(closing(data), EVENING)
            check_entry(entry, {}, LATER, STRENGTHS)
        except FileError:
            continue
        let_in += 1
        spans = [span_of(each) for _, each in sorted(entry.records.items())]
        assert all(span is not None and span.start <= span.end <= LATER + AHEAD for span in spans)
    assert 0 < let_in < 150


def test_the_times_of_a_person_are_no_business_of_another():
    check(results(BEN, 1, 2, 3))

"""A tournament under way: whose turn it is, and which entries are let in."""

import pytest

from game.play.lines import FileError
from game.tournament.player import Player
from game.tournament.results_file import read_results, results_text
from game.tournament.state import Seat, TournamentState
from tests.tournament.rounds import ANNA, BEN, EVENING, RUBY, record, results, seat, state, timed_out


def turns(found: TournamentState) -> list[tuple[str, int]]:
    return [(each.player.name, number) for each, number in found.due()]


def refused(found: TournamentState, data: bytes) -> FileError:
    with pytest.raises(FileError) as error:
        found.new_rounds(read_results(data, EVENING))
    return error.value


def test_all_play_a_round_before_the_next():
    assert turns(state(Seat(ANNA), Seat(BEN))) == [("Anna", 1), ("Ben", 1)]
    assert turns(state(seat(ANNA, record(ANNA, 1)), Seat(BEN))) == [("Ben", 1), ("Anna", 2)]


def test_who_plays_elsewhere_is_not_waited_for():
    found = state(seat(ANNA, record(ANNA, 1)), Seat(BEN, is_here=False))
    assert turns(found) == [("Anna", 2)]
    assert found.complete_rounds == 1


def test_robots_have_turns_of_their_own():
    found = state(Seat(ANNA), Seat(RUBY))
    assert turns(found) == [("Anna", 1)]
    assert [(each.player, number) for each, number in found.robots_due()] == [(RUBY, 1)]
    played = state(seat(ANNA, *(record(ANNA, number) for number in (1, 2, 3))), Seat(RUBY))
    assert not played.is_over
    assert played.complete_rounds == 0


def test_a_running_round_comes_first_and_one_whose_record_does_not_hold_is_not_played_again():
    found = state(Seat(ANNA, running=1), Seat(BEN))
    assert found.running == (found.seats[0], 1)
    assert turns(found) == [("Ben", 1)]
    assert not found.is_over
    assert turns(state(Seat(ANNA, spoilt={1: "torn"}))) == [("Anna", 2)]


def test_it_is_over_when_nobody_here_has_anything_left():
    whole = seat(ANNA, *(record(ANNA, number) for number in (1, 2, 3)))
    assert state(whole, Seat(BEN, is_here=False)).is_over
    assert not state(whole, Seat(BEN)).is_over
    assert state(whole, Seat(BEN)).complete_rounds == 0
    assert state(whole).complete_rounds == 3


def test_the_table_is_made_of_what_was_proved():
    found = state(seat(ANNA, timed_out(ANNA, 1)), seat(BEN, record(BEN, 1, seed=3, count=60)))
    first, second = found.standings(1)
    assert (first.player, second.player) == (BEN, ANNA)
    assert first.total == found.seats[1].results[1].total > 0


def test_more_rounds_of_the_same_player_are_let_in():
    found = state(Seat(ANNA), seat(BEN, record(BEN, 1), is_here=False))
    assert list(found.new_rounds(read_results(results(BEN, 1, 2), EVENING))) == [2]


def test_another_record_of_a_round_is_refused_at_its_line():
    found = state(seat(BEN, record(BEN, 1), record(BEN, 2), is_here=False))
    data = results_text(EVENING, BEN, {1: record(BEN, 1), 2: record(BEN, 2, seed=9)})
    error = refused(found, data)
    assert error.reason == "Ben has another record of round 2 already"
    assert data.split(b"\n")[error.line - 1] == b"patience 1"


HERE = "Ben plays here, so their results cannot come from a file"
REFUSED = [
    (seat(BEN, record(BEN, 1), is_here=False), results(BEN, 1), "everything in it by Ben is here already"),
    (Seat(BEN, False, running=1), results(BEN, 1), "another record of round 1"),
    (Seat(BEN, False, spoilt={1: "torn"}), results(BEN, 1), "another record of round 1"),
    *(
        (there, results(BEN, *numbers), HERE)
        for there in (Seat(BEN), Seat(BEN, running=1), seat(BEN, record(BEN, 1)))
        for numbers in ((1,), (2,), (1, 2, 3))  # not even for a round that was not played yet
    ),
    (Seat(Player("BEN")), results(BEN, 1), ""),
    (Seat(Player("Ben", "robot weak")), results(BEN, 1), ""),
    (
        *(seat(ANNA, record(ANNA, 1, seed=4)), results_text(EVENING, BEN, {1: record(BEN, 1, seed=4)})),
        "what Anna played",
    ),
]


@pytest.mark.parametrize(("there", "data", "why"), REFUSED)
def test_what_is_here_already_or_somebody_else_s_is_refused_at_its_line(there, data, why):
    error = refused(state(there), data)
    assert why in error.reason
    is_record = "another record" in why or "Anna" in why
    assert data.split(b"\n")[error.line - 1] == (b"patience 1" if is_record else b"player person Ben")


def test_there_is_room_for_sixteen():
    seats = [Seat(Player(f"P{number}")) for number in range(16)]
    error = refused(state(*seats), results(BEN, 1))
    assert (error.line, error.reason) == (3, "there are 16 players already")
    assert state(*seats[:15]).new_rounds(read_results(results(BEN, 1), EVENING))

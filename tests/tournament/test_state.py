"""A tournament under way: whose turn it is."""

from game.tournament.standings import Seat, TournamentState
from tests.tournament.rounds import ANNA, BEN, RUBY, record, seat, state, timed_out


def turns(found: TournamentState) -> list[tuple[str, int]]:
    return [(who.player.name, number) for who, number in found.due()]


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
    assert [(who.player, number) for who, number in found.robots_due()] == [(RUBY, 1)]
    played = state(seat(ANNA, *(record(ANNA, number) for number in (1, 2, 3))), Seat(RUBY))
    assert not played.is_over
    assert played.complete_rounds == 0


def test_a_running_round_comes_first_and_one_whose_record_does_not_hold_is_not_played_again():
    found = state(Seat(ANNA, running=1), Seat(BEN))
    assert found.running == (found.seats[0], 1)
    assert turns(found) == [("Ben", 1)]
    assert not found.is_over
    assert turns(state(Seat(ANNA, spoilt={1}))) == [("Anna", 2)]


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

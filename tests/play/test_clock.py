"""Play time from a clock that the test turns by hand."""

import pytest

from game.play.clock import MAX_MS, Clock


class Hand:
    """A monotonic source that stands where the test puts it."""

    def __init__(self) -> None:
        self.now_ns = 7_000_000_000_000

    def __call__(self) -> int:
        return self.now_ns

    def pass_ms(self, ms: float) -> None:
        self.now_ns += round(ms * 1_000_000)


@pytest.fixture
def hand() -> Hand:
    return Hand()


def test_a_new_clock_stands_at_zero(hand):
    clock = Clock(hand)
    hand.pass_ms(500)
    assert clock.elapsed_ms == 0
    assert not clock.is_running


def test_a_clock_goes_on_from_what_was_played(hand):
    clock = Clock(hand, elapsed_ms=41_873)
    clock.start()
    hand.pass_ms(127)
    assert clock.elapsed_ms == 42_000


def test_a_day_of_play_is_kept_to_the_millisecond(hand):
    day_ms = 86_400_000
    clock = Clock(hand, elapsed_ms=day_ms)
    assert clock.elapsed_ms == day_ms
    clock.freeze(2 * day_ms)
    assert clock.elapsed_ms == 2 * day_ms


def test_time_passes_from_the_start_on(hand):
    clock = Clock(hand)
    hand.pass_ms(500)
    clock.start()
    hand.pass_ms(1250)
    assert clock.elapsed_ms == 1250
    assert clock.is_running


def test_a_pause_is_left_out(hand):
    clock = Clock(hand)
    clock.start()
    hand.pass_ms(1000)
    clock.pause()
    assert not clock.is_running
    hand.pass_ms(60_000)
    assert clock.elapsed_ms == 1000
    clock.start()
    hand.pass_ms(500)
    assert clock.elapsed_ms == 1500


def test_starting_twice_loses_no_time(hand):
    clock = Clock(hand)
    clock.start()
    hand.pass_ms(1000)
    clock.start()
    hand.pass_ms(500)
    assert clock.elapsed_ms == 1500


def test_pausing_twice_counts_no_time_twice(hand):
    clock = Clock(hand)
    clock.start()
    hand.pass_ms(1000)
    clock.pause()
    hand.pass_ms(1000)
    clock.pause()
    assert clock.elapsed_ms == 1000


def test_parts_of_a_millisecond_are_not_lost_in_pauses(hand):
    clock = Clock(hand)
    for _ in range(10):
        clock.start()
        hand.pass_ms(0.9)
        clock.pause()
    assert clock.elapsed_ms == 9


def test_elapsed_time_is_whole_milliseconds_rounded_down(hand):
    clock = Clock(hand)
    clock.start()
    hand.pass_ms(1.999)
    assert clock.elapsed_ms == 1


def test_a_frozen_clock_stands_at_the_time_it_is_given(hand):
    clock = Clock(hand)
    clock.start()
    hand.pass_ms(5000)
    clock.freeze(4321)
    hand.pass_ms(5000)
    assert clock.elapsed_ms == 4321
    assert not clock.is_running


def test_a_frozen_clock_never_starts_again(hand):
    clock = Clock(hand)
    clock.freeze(4321)
    clock.start()
    hand.pass_ms(5000)
    assert clock.elapsed_ms == 4321
    assert not clock.is_running


def test_a_frozen_clock_goes_on_when_what_decided_the_game_is_taken_back(hand):
    clock = Clock(hand)
    clock.freeze(4321)
    clock.release()
    assert not clock.is_running
    clock.start()
    hand.pass_ms(5000)
    assert clock.elapsed_ms == 9321


def test_a_source_that_steps_back_takes_no_time_away(hand):
    clock = Clock(hand, elapsed_ms=1000)
    clock.start()
    hand.pass_ms(-5000)
    assert clock.elapsed_ms == 1000
    clock.pause()
    assert clock.elapsed_ms == 1000


def test_play_time_comes_to_a_stand_where_no_record_can_write_it_any_more():
    now = [0]
    clock = Clock(lambda: now[0], elapsed_ms=MAX_MS - 500)
    clock.start()
    now[0] = 3_000_000_000
    assert clock.elapsed_ms == MAX_MS

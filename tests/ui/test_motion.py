"""How cards move, against the figures of the design: springs, glides, flips and tilts."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.app import STEP_S
from game.ui.cards.sprite import Flip, Glide, Spring, ease_out, glide_s, tilt_for, trailing_stiffness

CARD_WIDTHS = (60, 110, 300)  # of a small window, the usual one, and 4K
RUN = range(13)
speeds = st.floats(-2000, 2000)


def follow(speed_x: float, speed_y: float, index: int, moving_s: float, still_s: float) -> list[float]:
    """A held card behind a pointer that moves and stops at 0: its distance ahead, once it has stopped.

    Positive is beyond the place where the pointer stopped, in the direction of its motion.
    """
    speed = math.hypot(speed_x, speed_y) or 1.0
    steps = round(moving_s / STEP_S)
    x, y = -speed_x * moving_s, -speed_y * moving_s
    spring = Spring(x, y)
    for _ in range(steps):
        x, y = x + speed_x * STEP_S, y + speed_y * STEP_S
        spring.step(x, y, STEP_S, trailing_stiffness(index))
    ahead = []
    for _ in range(round(still_s / STEP_S)):
        spring.step(x, y, STEP_S, trailing_stiffness(index))
        ahead.append(((spring.x - x) * speed_x + (spring.y - y) * speed_y) / speed)
    return ahead


@pytest.mark.parametrize("index", RUN)
def test_a_held_card_moves_in_the_next_frame(index):
    spring = Spring(0, 0)
    spring.step(100, 0, STEP_S, trailing_stiffness(index))
    spring.step(100, 0, STEP_S, trailing_stiffness(index))
    assert spring.x > 5  # one picture of 1/60 s later it is well on its way


@given(speed_x=speeds, speed_y=speeds)
def test_80_ms_after_the_pointer_stops_the_card_is_within_2_px(speed_x, speed_y):
    if math.hypot(speed_x, speed_y) > 2000:
        speed_x, speed_y = speed_x / 2, speed_y / 2
    ahead = follow(speed_x, speed_y, 0, moving_s=0.5, still_s=0.5)
    assert all(abs(distance) <= 2.0 for distance in ahead[round(0.080 / STEP_S) :])


@given(speed_x=speeds, index=st.sampled_from(RUN), moving_s=st.floats(0.02, 1.0))
def test_no_card_of_a_run_swings_over_by_more_than_4_px(speed_x, index, moving_s):
    assert max(follow(speed_x, 0, index, moving_s, still_s=0.5)) <= 4.0


def test_a_run_trails_card_by_card():
    behind = [-follow(1500, 0, index, moving_s=0.5, still_s=STEP_S)[0] for index in RUN]
    assert behind == sorted(behind)
    assert behind[0] < behind[3] < behind[6]
    assert behind[-1] < 60, "but slightly"


@given(
    x=st.floats(-4000, 4000),
    vx=st.floats(-5000, 5000),
    parts=st.lists(st.floats(0.001, 0.05), min_size=1, max_size=8),
)
def test_the_spring_does_not_depend_on_the_frame_rate(x, vx, parts):
    whole, split = Spring(x, 0, vx, 0), Spring(x, 0, vx, 0)
    whole.step(0, 0, sum(parts))
    for part in parts:
        split.step(0, 0, part)
    assert split.x == pytest.approx(whole.x, abs=1e-6)
    assert split.vx == pytest.approx(whole.vx, abs=1e-4)


def test_a_spring_comes_to_rest():
    spring = Spring(0, 0, 900, -900)
    for _ in range(60):
        spring.step(500, 300, STEP_S)
    assert spring.is_still(500, 300)
    assert not Spring(500, 300, 100, 0).is_still(500, 300)
    assert not Spring(498, 300).is_still(500, 300)


@given(speed=st.floats(1, 1e5), width=st.sampled_from(CARD_WIDTHS))
def test_a_card_leans_up_to_8_degrees_and_to_the_other_side_the_other_way(speed, width):
    assert tilt_for(speed, width) == -tilt_for(-speed, width) != 0
    assert abs(tilt_for(speed, width)) <= 8.0
    assert tilt_for(0, width) == 0


@given(distance=st.floats(0, 5000), more=st.floats(0, 5000), width=st.sampled_from(CARD_WIDTHS))
def test_a_longer_way_takes_longer_from_150_to_230_ms(distance, more, width):
    assert 0.150 <= glide_s(distance, width) <= glide_s(distance + more, width) <= 0.230


@pytest.mark.parametrize("width", CARD_WIDTHS)
def test_to_the_next_column_is_quicker_than_across_the_table(width):
    assert glide_s(width, width) + 0.05 < glide_s(7 * width, width)


def ride(glide: Glide, step_s: float = STEP_S) -> list[tuple[float, float]]:
    """The points of a glide up to its arrival."""
    points = []
    for _ in range(1000):
        x, y, arrived = glide.step(step_s)
        points.append((x, y))
        if arrived:
            return points
    raise AssertionError("it never arrives")


def test_a_glide_is_quick_first_and_gentle_last():
    xs = [x for x, _ in ride(Glide(0, 0, 100, 0, 0.2))]
    strides = [after - before for before, after in zip([0.0, *xs], xs, strict=False)]
    assert strides == sorted(strides, reverse=True)
    assert xs[-1] == 100
    assert xs[len(xs) // 2] > 80
    assert ease_out(0) == 0
    assert ease_out(1) == 1


def test_a_glide_waits_for_its_turn():
    points = ride(Glide(10, 20, 100, 200, duration_s=0.2, delay_s=0.1))
    assert points[: round(0.1 / STEP_S) - 1] == [(10, 20)] * (round(0.1 / STEP_S) - 1)
    assert len(points) == pytest.approx(0.3 / STEP_S, abs=1)
    assert ride(Glide(0, 0, 7, 8, 0.0)) == [(7, 8)], "one of no duration arrives at once"


def test_a_flip_takes_160_ms_is_narrow_in_the_middle_alone_and_shows_the_new_side_from_there():
    flip = Flip(delay_s=0.5)
    flip.step(0.4)
    assert (flip.share, flip.width_share, flip.is_past_half) == (0, 1, False)
    flip = Flip()
    sides, widths = [], [flip.width_share]
    while not flip.step(STEP_S):
        sides.append(flip.is_past_half)
        widths.append(flip.width_share)
    widths.append(flip.width_share)
    narrowest = widths.index(min(widths))
    assert widths[0] == widths[-1] == 1
    assert min(widths) < 0.1
    assert widths[:narrowest] == sorted(widths[:narrowest], reverse=True)
    assert widths[narrowest:] == sorted(widths[narrowest:])
    steps = len(sides) + 1
    assert steps == pytest.approx(0.160 / STEP_S, abs=1)
    assert sides == sorted(sides)
    assert sides.index(True) == pytest.approx(steps / 2, abs=1)

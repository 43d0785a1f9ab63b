"""Axes of charts: round ticks that hold all values, and labels that never touch."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.drawing.charts import Axis, reaching, stride, tick_text, ticks
from game.ui.drawing.layout import Box
from game.ui.statistics.board import chart_boxes

values = st.integers(-5000, 100_000)


@given(one=values, other=values, most=st.integers(2, 12))
def test_ticks_hold_what_they_are_for(one, other, most):
    low, high = sorted((one, other))
    marks = ticks(low, high, most)
    assert marks[0] <= low
    assert high <= marks[-1]
    assert 2 <= len(marks) <= most + 1
    steps = {after - before for before, after in pairwise(marks)}
    assert len(steps) == 1
    assert all(mark % steps.copy().pop() == 0 for mark in marks)


@pytest.mark.parametrize(
    ("given_values", "from_zero", "marks"),
    [
        ([0, 0, 0], True, [0, 1]),
        ([125, 3, 0], True, [0, 50, 100, 150]),
        ([268, -205], True, [-400, -200, 0, 200, 400]),
        ([7], False, [0, 5, 10]),
        ([900, 1000, 950], False, [900, 950, 1000]),
        ([10, 90], False, [0, 50, 100]),
    ],
)
def test_what_an_axis_shows(given_values, from_zero, marks):
    assert reaching(given_values, 4, from_zero) == marks


def test_an_axis_may_run_either_way():
    up = Axis(-100, 100, 300, 100)
    assert [up.place(value) for value in (-100, 0, 100)] == [300, 200, 100]
    assert Axis(1, 5, 10, 50).place(3) == 30


@given(
    count=st.integers(1, 500),
    room_px=st.floats(50, 4000),
    widest_px=st.floats(5, 80),
    gap_px=st.floats(1, 20),
)
def test_labels_never_touch(count, room_px, widest_px, gap_px):
    every = stride(count, room_px, widest_px, gap_px)
    assert every * room_px / count >= (widest_px + gap_px) * 0.999


def test_numbers_have_a_minus_sign_of_their_own_width():
    assert [tick_text(value) for value in (0, 0.4, -3, 1500)] == ["0", "0", "−3", "1,500"]


@pytest.mark.parametrize("count", range(5))
def test_charts_share_the_room_without_overlapping(count):
    room = Box(10, 20, 800, 600)
    boxes = chart_boxes(room, count, 10)
    assert len(boxes) == count
    for index, box in enumerate(boxes):
        assert box.within(room) == box
        assert all(box.overlap(other) == 0 for other in boxes[index + 1 :])
    if count:
        assert sum(box.width * box.height for box in boxes) > 0.95 * room.width * room.height

"""What games add up to: the same in whatever portions they come, and short however many they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.play.summary import MAX_POINTS, Series, SeriesPoint


@given(st.lists(st.integers(-50, 3000), min_size=1, max_size=5 * MAX_POINTS))
def test_a_series_stays_short_and_loses_no_game(values):
    series = Series()
    for value in values:
        series.add(value)
    assert len(series.points) <= MAX_POINTS
    step = series.games_a_point
    parts = [values[at : at + step] for at in range(0, len(values), step)]
    assert series.points == [SeriesPoint(len(part), sum(part), min(part), max(part)) for part in parts]


@pytest.mark.parametrize("count", [1, MAX_POINTS])
def test_every_game_is_a_point_where_they_are_few(count):
    series = Series()
    for value in range(count):
        series.add(value)
    assert series.means == list(range(count))

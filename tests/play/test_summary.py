"""Figures of many games: streaks, means, distributions, and what is compared with what."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.play.played import GameResult, PlayedGame, StatsCategory
from game.play.summary import (
    MAX_POINTS,
    Series,
    SeriesPoint,
    by_kind,
    distribution,
    moving_mean,
    option_sets,
    round_step,
    totals_of,
)
from game.rules.variant import Outcome
from tests.each import each


def game(
    won: bool = False,
    value: int | None = 10,
    variant: str = "rush",
    options: str = "draw=3 limit=300",
    kind: StatsCategory = StatsCategory.COUNTED,
    seconds: int = 60,
) -> PlayedGame:
    outcome = Outcome.PLAYING if value is None else Outcome.WON if won else Outcome.ENDED
    result = GameResult(outcome, won, value, 0, 1000 * seconds, 10)
    return PlayedGame(1, "a.patience", variant, options, 1, "", kind, result, None)


def line(text: str) -> list[PlayedGame]:
    """Games in a row: `w` won, `-` not."""
    return [game(letter == "w") for letter in text]


@each(
    ("played", "streak", "longest", "drought"),
    [
        *(("", 0, 0, 0), ("w", 1, 1, 0), ("-", 0, 0, 1), ("ww-www-", 0, 3, 1), ("---ww", 2, 2, 3)),
        ("w--w", 1, 1, 2),
    ],
)
def test_streaks(played, streak, longest, drought):
    figures = totals_of(line(played))
    assert (figures.streak, figures.longest_streak, figures.longest_drought) == (streak, longest, drought)
    assert (figures.played, figures.won) == (len(played), played.count("w"))


def test_a_game_that_was_left_is_played_and_has_no_result():
    figures = totals_of(
        [game(value=100, seconds=100), game(value=None, seconds=2), game(value=50, seconds=50)]
    )
    assert (figures.played, figures.left, figures.best, figures.mean, figures.median) == (3, 1, 100, 75, 75)
    assert figures.mean_s == 75
    nothing = totals_of([])
    assert (nothing.best, nothing.mean, nothing.median, nothing.mean_s, nothing.won_share) == (None,) * 5
    assert option_sets([game(variant="bridge")]) == {}, "an unknown game is passed over"


def test_the_fewest_stacks_are_best():
    stacks = [game(value=value, variant="one-three-back", options="") for value in (7, 3, 12)]
    figures = totals_of(stacks)
    assert (figures.best, figures.median) == (3, 7)


def test_option_sets_stand_in_the_order_of_the_games():
    games = [game(variant="spider", options="suits=1"), game(options="draw=1 limit=300"), game()]
    assert list(option_sets(games)) == [
        ("rush", "draw=3 limit=300"),
        ("rush", "draw=1 limit=300"),
        ("spider", "suits=1"),
    ]


def test_what_counts_comes_first():
    found = by_kind([game(kind=StatsCategory.SHOWN), game(), game(kind=StatsCategory.REPLAYED), game()])
    assert [(kind, len(values)) for kind, values in found.items()] == [
        (StatsCategory.COUNTED, 2),
        (StatsCategory.REPLAYED, 1),
        (StatsCategory.SHOWN, 1),
    ]


@given(values=st.lists(st.integers(-500, 5000), min_size=1), most=st.integers(3, 20))
def test_every_result_lies_in_one_bin(values, most):
    bins = distribution(Counter(values), most)
    assert sum(bin_.games for bin_ in bins) == len(values)
    for bin_ in bins:
        assert bin_.games == sum(bin_.low <= value <= bin_.high for value in values)
    assert len(bins) <= most + 1
    assert len({bin_.high - bin_.low for bin_ in bins}) == 1
    assert all(one.high + 1 == other.low for one, other in pairwise(bins))


@given(least=st.floats(0.01, 1e9))
def test_steps_are_round_and_large_enough(least):
    step = round_step(least)
    assert step >= least
    assert str(step).rstrip("0") in {"1", "2", "5"}


@given(values=st.lists(st.integers(-100, 100)), over=st.integers(1, 12))
def test_a_moving_mean_is_of_the_last_games(values, over):
    for index, mean in enumerate(moving_mean(values, over)):
        last = values[max(0, index + 1 - over) : index + 1]
        assert mean == pytest.approx(sum(last) / len(last))
    assert len(moving_mean(values, over)) == len(values)


def test_results_are_those_there_are():
    assert totals_of([game(value=3), game(value=None), game(value=0)]).values == {3: 1, 0: 1}


@given(st.lists(st.integers(-50, 3000), min_size=1, max_size=5 * MAX_POINTS))
def test_a_series_stays_short_and_loses_no_game(values):
    series = Series()
    for value in values:
        series.add(value)
    assert len(series.points) <= MAX_POINTS
    step = series.games_a_point
    parts = [values[at : at + step] for at in range(0, len(values), step)]
    assert series.points == [SeriesPoint(len(part), sum(part), min(part), max(part)) for part in parts]


@each("count", [1, MAX_POINTS])
def test_every_game_is_a_point_where_they_are_few(count):
    series = Series()
    for value in range(count):
        series.add(value)
    assert series.means == list(range(count))

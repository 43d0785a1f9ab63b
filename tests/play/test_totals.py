"""What games add up to: the same in whatever portions they come, and short however many they are."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.play.played import GameResult, PlayedGame, StatsCategory
from game.play.summary import MAX_POINTS, Point, Series, Totals, totals_of
from game.rules.variant import Outcome

GAMES = st.lists(
    st.builds(
        lambda won, value, bonus, par: game(won, value, bonus, par),
        st.booleans(),
        st.none() | st.integers(-100, 3000),
        st.integers(0, 300),
        st.none() | st.integers(1, 9),
    ),
    max_size=40,
)


def game(won: bool = False, value: int | None = 10, bonus: int = 0, par: int | None = None) -> PlayedGame:
    outcome = Outcome.PLAYING if value is None else Outcome.ENDED
    result = GameResult(
        outcome, won and value is not None, value, 0, 1000, 10, {"time_bonus": bonus, "deal": 2}
    )
    return PlayedGame(1, "a.patience", "rush", "", 1, "", StatsCategory.COUNTED, result, par)


@given(games=GAMES, at=st.integers(0, 40))
def test_games_in_two_portions_add_up_to_the_same(games: list[PlayedGame], at: int):
    kept = json.dumps(totals_of(games[:at]).to_fields())
    totals = Totals.from_fields(json.loads(kept))
    for each in games[at:]:
        totals.add(each)
    assert totals == totals_of(games)


@given(st.lists(st.integers(-50, 3000), min_size=1, max_size=5 * MAX_POINTS))
def test_a_series_stays_short_and_loses_no_game(values: list[int]):
    series = Series()
    for value in values:
        series.add(value)
    assert len(series.points) <= MAX_POINTS
    step = series.games_a_point
    parts = [values[at : at + step] for at in range(0, len(values), step)]
    assert series.points == [Point(len(part), sum(part), min(part), max(part)) for part in parts]


@pytest.mark.parametrize("count", [1, MAX_POINTS])
def test_every_game_is_a_point_where_they_are_few(count: int):
    series = Series()
    for value in range(count):
        series.add(value)
    assert series.means == list(range(count))


@pytest.mark.parametrize(
    "spoil", [{"values": {"ten": 1}}, {"results": []}, {"figures": 5}, {"more": 1}, {"values": [1]}]
)
def test_what_nobody_wrote_so_is_refused(spoil: dict[str, object]):
    told = json.loads(json.dumps(totals_of([game()]).to_fields()))
    with pytest.raises((ValueError, TypeError, LookupError)):
        Totals.from_fields({**told, **spoil})

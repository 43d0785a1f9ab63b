"""The deal of the day: the same for a date, another for the next; the streak."""

from datetime import date, timedelta

from game.session.daily import daily_deal, day_name, streak
from tests.each import each

TODAY = date(2026, 11, 21)


def ago(*days: int) -> list[date]:
    return [TODAY - timedelta(days=count) for count in days]


def test_the_deal_of_a_date_is_for_ever_the_same():
    assert daily_deal(TODAY, 3, lambda index, _: index) == 5004108314432571085


def test_days_and_draws_have_deals_of_their_own():
    days = [TODAY + timedelta(days=days) for days in range(400)]
    found = {daily_deal(day, draw, lambda index, _: index) for day in days for draw in (1, 3)}
    assert len(found) == 800


def test_the_deal_is_one_of_the_certified_ones():
    assert daily_deal(TODAY, 3, lambda index, _: (11, 22, 33)[index % 3]) in (11, 22, 33)


@each(
    ("days", "length"),
    [
        ([], 0),
        (ago(0), 1),
        (ago(1), 1),  # today is still to come
        (ago(2), 0),
        (ago(0, 1, 2), 3),
        (ago(1, 2, 3), 3),
        (ago(0, 2, 3), 1),
        (ago(5, 0, 1, 4, 2), 3),
        (ago(-1), 0),
    ],
)
def test_the_streak(days, length):
    assert streak(days, TODAY) == length


def test_how_a_day_is_called():
    assert day_name(TODAY) == "21 November"


def test_how_hard_the_deal_is_follows_the_weekday():
    asked = []
    for days in range(7):  # from Saturday on
        daily_deal(TODAY + timedelta(days=days), 3, lambda index, hard: asked.append(hard.word) or index)
    assert asked == ["hard", "hard", "easy", "easy", "medium", "medium", "medium"]

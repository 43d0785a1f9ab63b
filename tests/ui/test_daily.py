"""The deal of the day: the same for a date, counted once, with its streak and its best."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import cast

import pytest

from game.storage.profile import load_profile
from game.ui.daily import daily_facts, daily_game, daily_number
from game.ui.scenes.home import HomeScene
from tests.ui.driver import Table

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def on_day(table: Table, days: float = 0.0) -> None:
    moment = NOON + timedelta(days=days)
    table.stage.utc_now = lambda: moment


def play(table: Table, *keys: str) -> dict[str, str]:
    """Plays today's deal to its end; returns the result."""
    table.app.go_to(daily_game(table.stage))
    table.settle()
    table.key(*keys, "e", "tab", "enter")
    table.settle()
    return table.panel_lines


def strip(table: Table) -> str:
    table.app.go_home()
    return cast(HomeScene, table.app.scene)._strips[0].line


def test_home_offers_the_deal_of_the_day(table: Table):
    on_day(table)
    table.app.go_home()
    home = cast(HomeScene, table.app.scene)
    assert home._strips[0].name == "Daily deal — 21 November"
    table.click(home._strips[0].button.box.centre)
    number = daily_number(table.stage, NOON.date())
    assert number == 1 + (5004108314432571085 % 32_000)  # the next certified one
    assert table.game.deal.number == number
    assert table.scene.session.about["daily"] == "2026-11-21"


def test_the_first_finished_try_counts_and_no_other(make_table: Callable[..., Table]):
    table = make_table()
    on_day(table)
    first = play(table, "h")
    assert "Daily deal of 21 November: the streak begins" in first
    total = int(first["Total"])
    second = play(table, "d", "d", "h")
    assert "Daily deal of 21 November, for practice" in second
    assert table.scene.session.about["replayed"] == "yes"
    assert load_profile(table.folder / "profile.json").daily == {"2026-11-21": total}
    assert strip(table) == f"today {total}  ·  streak 1  ·  best {total}"


def test_days_in_a_row_make_a_streak(table: Table):
    for day in (-2, -1, 0):
        on_day(table, day)
        lines = play(table)
    assert "Daily deal of 21 November: a streak of 3 days" in lines
    on_day(table, 1)
    assert "streak 3" in daily_facts(table.stage)
    on_day(table, 2)
    assert "streak" not in daily_facts(table.stage)


def test_a_game_that_was_given_up_does_not_count(table: Table):
    on_day(table)
    table.app.go_to(daily_game(table.stage))
    table.settle()
    table.key("d", "p")
    table.press_button("New game")
    assert table.stage.profile.daily == {}
    assert "replayed" not in daily_game(table.stage).session.about


def test_midnight_may_pass_but_not_a_week(table: Table):
    on_day(table)
    for later, counts in ((0.6, True), (7.0, False)):
        on_day(table)
        table.stage.profile.daily.clear()
        table.app.go_to(daily_game(table.stage))
        table.settle()
        on_day(table, later)
        table.key("e", "tab", "enter")
        table.settle()
        assert ("2026-11-21" in table.stage.profile.daily) is counts


@pytest.mark.parametrize("about", ["yesterday", "2026-11-21"])
def test_another_deal_does_not_pass_for_that_of_the_day(table: Table, about):
    on_day(table)
    table.start()
    table.scene.session.about = {"daily": about}
    table.key("e", "tab", "enter")
    table.settle()
    assert table.stage.profile.daily == {}
    assert not any("Daily" in line for line in table.panel_lines)


def test_a_profile_with_odd_days_is_no_trouble(table: Table):
    on_day(table)
    table.stage.profile.daily = {"x": 5, "2026-02-31": 7, "2026-11-20": 9}
    assert daily_facts(table.stage) == "streak 1  ·  best 9"

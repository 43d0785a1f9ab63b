"""The deal of the day on the home screen: begun, gone on with, its result; and at the table."""

from datetime import UTC, datetime, timedelta

from game.play.game import Act
from game.session.daily import daily_number
from game.ui.home.strip import Strip
from tests.ui.driver import Table

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def on_day(table: Table, days: float = 0.0) -> None:
    moment = NOON + timedelta(days=days)
    table.utc_now = lambda: moment


def strip(table: Table) -> Strip:
    """The strip of the home screen, once that has read the statistics."""
    table.app.go_home()
    table.frame(3)
    return table.home.strips[0]


def press(table: Table) -> None:
    table.click(strip(table).button.box.centre)
    table.settle()


def end(table: Table, *keys: str) -> dict[str, str]:
    """Plays the game on the table to its end; returns the result."""
    table.key(*keys, "e", "tab", "enter")
    table.settle()
    return table.panel_lines


def test_home_offers_the_deal_of_the_day(table: Table):
    on_day(table)
    assert strip(table).name == "Daily deal — 21 November"
    assert strip(table).button.word == "Play"
    press(table)
    number = daily_number(table.stage.dealer, NOON.date())
    assert number == 1 + (5004108314432571085 % 32_000)  # the next certified one
    assert table.game.deal.number == number
    assert table.scene.session.about["daily"] == "2026-11-21"


def test_a_day_is_begun_once_and_then_continued(table: Table):
    on_day(table)
    press(table)
    table.key("d", "d")
    assert (strip(table).button.word, strip(table).line) == ("Continue", "begun")
    press(table)
    assert table.written == ["stock", "stock"]
    assert "replayed" not in table.scene.session.about


def test_after_its_end_the_day_shows_its_result_and_nothing_is_played_twice(table: Table):
    on_day(table)
    press(table)
    first = end(table, "h")
    assert "Daily deal of 21 November: the streak begins" in first
    total = first["Total"]
    assert strip(table).button.word == "Result"
    assert strip(table).line == f"today {total}  ·  streak 1  ·  best {total}"
    press(table)
    assert table.panel == "Game ended"
    assert table.panel_lines == first, "it says what it said when it ended"
    assert table.journals == []


def test_the_same_deal_from_its_result_is_practice(table: Table):
    on_day(table)
    press(table)
    end(table, "h")
    table.press_button("Start over")
    table.settle()
    assert table.scene.session.about["replayed"] == "yes"
    assert "Daily deal of 21 November, for practice" in end(table, "d", "d", "h")
    assert "streak 1" in strip(table).line


def test_a_day_that_was_given_up_has_had_its_start(table: Table):
    on_day(table)
    press(table)
    table.key("d", "p")
    table.press_button("New game")
    table.press_button("New game")
    table.settle()
    assert (strip(table).button.word, strip(table).line) == ("Practise", "left today")
    press(table)
    assert table.scene.session.about["replayed"] == "yes"
    assert "this game is practice" in table.sentence
    assert "Daily deal of 21 November, for practice" in end(table)


def test_cards_that_were_seen_are_a_start_also_when_nothing_was_done(table: Table):
    on_day(table)
    press(table)
    table.key("p")
    table.press_button("New game")
    table.settle()
    assert strip(table).button.word == "Continue"


def test_days_in_a_row_make_a_streak(table: Table):
    for day in (-2, -1, 0):
        on_day(table, day)
        press(table)
        lines = end(table)
    assert "Daily deal of 21 November: a streak of 3 days" in lines
    on_day(table, 1)
    assert "streak 3" in strip(table).line
    on_day(table, 2)
    assert "streak" not in strip(table).line


def test_a_game_of_the_day_may_end_after_midnight(table: Table):
    on_day(table)
    press(table)
    on_day(table, 0.6)
    assert "Daily deal of 21 November: the streak begins" in end(table)


def test_a_line_that_was_shown_leaves_the_day_uncounted(table: Table):
    on_day(table)
    press(table)
    table.scene.act(Act.SHOWN)
    assert "Daily deal of 21 November, for practice" in end(table)
    assert "streak" not in strip(table).line


def test_a_killed_window_has_the_day_of_a_game_that_had_ended(make_table):
    table = make_table()
    on_day(table)
    press(table)
    table.key("h", "e", "tab")
    table.clock.pass_s(1)
    table.key("enter")
    assert table.game.is_over
    total = table.game.total
    table.vanish()
    later = make_table()
    on_day(later)
    assert strip(later).line == f"today {total}  ·  streak 1  ·  best {total}"
    assert strip(later).button.word == "Result"

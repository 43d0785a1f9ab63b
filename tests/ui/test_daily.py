"""The deal of the day on the home screen: begun, gone on with, its result; and at the table."""

from datetime import UTC, datetime, timedelta
from unittest.mock import Mock

import pygame
import pytest

from game.play.game import ControlAction
from game.play.played import StatsCategory
from game.rules.position import STOCK
from game.session.daily import daily_number, other_daily_number
from game.ui.forms.file_list import TextView
from game.ui.home.new_game import PastDaysScreen
from game.ui.home.strips import Today
from tests.ui.driver import Table

pytestmark = pytest.mark.usefixtures("_noon")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def _noon(table: Table) -> None:
    """It is noon of the day, until a test says otherwise."""
    on_day(table)


def on_day(table: Table, days: float = 0.0) -> None:
    moment = NOON + timedelta(days=days)
    table.utc_now = lambda: moment


def strip(table: Table) -> Today:
    """Today on the home screen, once that has read the statistics."""
    table.go_home().frame(2)
    return table.home.today


def press(table: Table) -> None:
    today = strip(table)
    today.strip.press()
    table.frame().click(today.deals[0].button.box.centre).settle()


def end(table: Table, *keys: str) -> dict[str, str]:
    """Ends the game on the table once it has given points; returns the result."""
    while not table.game.score:
        position, variant = table.game.position, table.game.variant
        moves = variant.legal_moves(position)
        worth = {move: variant.score(variant.after_move(position, move)) or 0 for move in moves}
        table.screen.act(max(moves, key=lambda move: (worth[move], move == STOCK)))
        table.skip(0.2)  # as a hand does
    table.key(*keys, "e", "tab", "enter").settle()
    return table.panel_lines


def test_home_offers_the_deal_of_the_day_which_is_called_so_begun_once_and_then_continued(table):
    assert strip(table).name == "Daily deal — 21 November"
    assert (strip(table).choices[0].word, strip(table).deals[0].state) == (
        "Rush · Draw 3 · hard",
        "not started",
    )
    press(table)
    number = daily_number(table.context.dealer, NOON.date())
    assert number == 1 + (5004108314432571085 % 32_000)  # the next certified one
    assert table.game.deal.number == number
    assert table.screen.session.tags["daily"] == "2026-11-21"
    assert table.window_title == f"Daily deal — 21 November — Solitaire Rush #{number} — draw 3"
    assert table.screen.bars.title == "Daily deal"
    assert table.screen.bars.subtitle == f"21 November · #{number} · draw 3"

    table.key("d", "d")
    assert (strip(table).choices[0].word, strip(table).deals[0].state) == ("Rush · Continue", "unfinished")
    press(table)
    assert table.written == ["stock", "stock"]
    assert "replayed" not in table.screen.session.tags

    table.start(5)
    assert table.window_title == "Solitaire Rush #5 — draw 3"
    assert table.screen.bars.title == "Solitaire Rush"


def test_after_its_end_the_day_shows_its_result_and_from_there_it_is_practice(table):
    press(table)
    first = end(table, "h")
    assert "Daily done: 1 day" in first
    total = first["Total"]
    assert strip(table).choices[0].word == "Rush ✓"
    assert strip(table).deals[0].state == f"finished, {total}"
    assert table.home.hero.facts == [f"finished, {total}", f"best {total}"]
    press(table)
    assert table.panel == "Game ended"
    assert table.panel_lines == first, "it says what it said when it ended"
    assert table.journals == []
    table.press_button("Try again (does not count)").settle()
    assert table.screen.session.tags["replayed"] == "yes"
    assert "Daily deal of 21 November, for practice" in end(table, "d", "d", "h")
    assert "Copy result" not in table.words
    assert strip(table).headline == "1 day in a row"


def test_a_day_whose_cards_were_seen_is_begun_and_one_that_was_given_up_has_had_its_start(table):
    press(table)
    table.key("p").press_button("New game").settle()
    assert strip(table).choices[0].word == "Rush · Continue"
    press(table)
    table.key("d", "p").press_button("Start over").press_button("Start over").key("d")
    table.settle()
    assert strip(table).choices[0].word == "Rush · Practise"
    assert strip(table).deals[0].state == "abandoned"
    press(table)
    assert table.screen.session.tags["replayed"] == "yes"
    assert "This game is practice" in table.sentence
    assert "Daily deal of 21 November, for practice" in end(table)


def test_days_in_a_row_make_a_streak(table):
    for day in (-2, -1, 0):
        on_day(table, day)
        press(table)
        lines = end(table)
    assert "Daily done: 3 days" in lines
    on_day(table, 1)
    assert strip(table).headline == "3 days in a row"
    on_day(table, 2)
    assert strip(table).headline == "The same deal for everybody"


def test_a_line_that_was_shown_leaves_the_day_uncounted(table):
    press(table)
    table.screen.act(ControlAction.SHOWN)
    assert "Daily deal of 21 November, for practice" in end(table)
    assert strip(table).headline == "The same deal for everybody"


# Its result and past days ---------------------------------------------------------------------------------
def test_its_result_is_copied_as_a_line(table, monkeypatch, copied):
    for day in (-1, 0):
        on_day(table, day)
        press(table)
        table.clock.pass_s(60)
        total, elapsed_ms = end(table)["Total"], table.game.elapsed_ms
    table.press_button("Copy result")
    left_s = (300_000 - elapsed_ms) // 1000
    left = f"{left_s // 60}:{left_s % 60:02d}"
    assert copied == [f"Patience Arcade daily 21 Nov · {total} · {left} left · ★ 2 days"]
    assert table.sentence == f"Copied: {copied[0]}"
    press(table)  # the result that is looked at later says the same
    table.press_button("Copy result")
    assert copied == [copied[0]] * 2
    monkeypatch.setattr(pygame.scrap, "put_text", Mock(side_effect=pygame.error("no clipboard")))
    table.press_button("Copy result")
    assert table.sentence == "The clipboard cannot be reached."


def past_days(table: Table) -> PastDaysScreen:
    strip(table)
    table.press_button("Past days").frame(9)
    screen = table.app.screen
    assert isinstance(screen, PastDaysScreen)
    return screen


def choose(table: Table, row: int) -> None:
    """Chooses a past day, and does with it what its button says."""
    past_days(table)
    table.listed.choose(row)
    table.key("enter").settle()


def test_a_missed_day_is_played_late_and_counts_for_no_streak(table):
    on_day(table, -2)
    press(table)
    end(table)
    on_day(table)
    press(table)
    end(table)
    choose(table, 0)
    assert table.game.deal.number == daily_number(table.context.dealer, NOON.date() - timedelta(days=1))
    tags = table.screen.session.tags
    assert (tags["daily"], tags["late"]) == ("2026-11-20", "yes")
    assert table.screen.bars.subtitle.startswith("20 November, late · ")
    lines = end(table, "d")
    assert "Daily deal of 20 November, played late" in lines
    assert "Started after its day, so it is not in your statistics." in lines
    assert strip(table).headline == "1 day in a row"
    total = lines["Total"]
    past_days(table)
    rows = table.listed.rows
    assert rows[0].facts == f"medium  ·  finished, {total}  ·  late"
    assert rows[1].facts is not None
    assert rows[1].facts.startswith("medium  ·  finished, ")
    assert "late" not in rows[1].facts
    assert rows[2].facts == "medium  ·  not started"
    kinds = [game.kind for game in table.context.library.statistics.games()]
    assert kinds == [StatsCategory.COUNTED, StatsCategory.COUNTED, StatsCategory.LATE]
    choose(table, 0)
    table.press_button("Try again (does not count)").settle()
    assert "Daily deal of 20 November, for practice" in end(table, "d", "d")


def test_a_late_day_goes_on_shows_its_result_and_is_copied_without_a_streak(table, copied):
    choose(table, 4)
    table.key("d")
    past_days(table)
    table.listed.choose(4)
    assert "Continue" in table.words
    assert table.listed.rows[4].facts == "easy  ·  unfinished  ·  late"
    table.key("enter").settle()
    assert table.written == ["stock"]
    total = end(table)["Total"]
    past_days(table)
    table.listed.choose(4)
    assert "Result" in table.words
    table.key("enter").settle().press_button("Copy result")
    assert copied[0].startswith(f"Patience Arcade daily 16 Nov (late) · {total} · ")
    assert "★" not in copied[0]


def test_past_days_of_other_games_are_played_late_too_and_their_tables_say_so(table):
    past_days(table)
    table.press_button("Spider").frame(3)
    assert table.listed.rows[0].facts == "not started"
    table.press_button("Catch up").settle()
    tags = table.screen.session.tags
    assert (tags["daily"], tags["late"]) == ("2026-11-20 spider", "yes")
    assert table.screen.bars.title == "Daily deal"
    assert table.screen.bars.subtitle.startswith("20 November, late · Spider · ")


def test_a_day_begun_in_time_and_finished_later_counts(table):
    on_day(table, -1)
    press(table)
    on_day(table)
    choose(table, 0)
    assert "Daily done: 1 day" in end(table)


@pytest.mark.thorough
def test_every_game_has_a_deal_of_the_day_and_any_of_them_keeps_the_streak(table):
    on_day(table, -1)
    press(table)
    end(table)
    on_day(table)
    table.go_home().frame(2).press_button("1-3 Back")
    number = other_daily_number(NOON.date(), "one-three-back")
    assert (table.game.variant.name, table.game.deal.number) == ("one-three-back", number)
    assert table.screen.session.tags["daily"] == "2026-11-21 one-three-back"
    while not table.game.is_over:
        table.screen.act(table.game.variant.legal_moves(table.game.position)[0])
        table.skip(0.2)  # as a hand does
    table.settle()
    assert "Daily done: 2 days" in table.panel_lines
    today = strip(table)
    assert today.headline == "2 days in a row"
    assert [button.word for button in today.choices[1:4]] == [
        "Spider · 1 suit",
        "1-3 Back ✓",
        "Three Shuffles",
    ]
    assert today.choices[0].word == "Rush · Draw 3 · hard"
    assert today.choices[-1].word == "Goals: 1 of 3"
    today.choices[3].press()
    table.settle().act(table.moves[0]).settle().key("e").press_button("End the game").settle()
    assert "Daily deal of 21 November: not done" in table.panel_lines
    strip(table)
    table.press_button("1-3 Back ✓")
    assert table.game.is_over, "its result is looked at"


def goals(table: Table) -> list[str]:
    """The goals on the page that is seen."""
    view = next(row.widget for row in table.app.screen.panel.rows if isinstance(row.widget, TextView))
    return list(view.parts[0].paragraphs)


def test_goals_follow_from_what_was_played_and_one_switch_turns_all_off(table):
    for name in ("rush", "spider", "rush"):
        table.start(7, game=name)
        table.screen.act(STOCK if name == "rush" else table.game.variant.legal_moves(table.game.position)[0])
        table.key("b").press_button("Start over")
    assert strip(table).choices[-1].word == "Goals: 2 of 3"
    table.press_button("Goals: 2 of 3")
    assert goals(table)[1] == "✓ Play 3 games"
    table.press_button("Rush")
    assert len(goals(table)) == 12
    assert "Win 10 games: 0 of 10" in goals(table)
    table.key("esc")
    table.wants(goals=False).go_home().frame(2)
    assert not {table.home.today.strip} & {*table.home.buttons}
    assert "daily" not in str(table.home.hero.facts)

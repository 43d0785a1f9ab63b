"""After a pause the clock of a practice game starts as the player has chosen: 3-2-1, first click, at once."""

from game.rules.position import STOCK
from game.ui.table.playing import WAITS
from game.ui.table.table import Table as GameTable
from tests.ui.driver import Table


def paused_and_continued(table: Table, begins: str) -> int:
    """Plays a little, opens the menu and closes it; returns the play time then, in milliseconds."""
    table.context.settings.clock_begins = begins
    table.start(8).wait(2).key("esc").wait(5)
    elapsed_ms: int = table.screen.session.elapsed_ms
    table.key("esc")
    return elapsed_ms


def passed_ms(table: Table, since_ms: int) -> int:
    return table.screen.session.elapsed_ms - since_ms


def test_three_two_one_is_counted_over_hidden_cards(table):
    before_ms = paused_and_continued(table, "3-2-1")
    told = []
    for _ in range(3):
        told.append(table.screen.panel.title)
        assert table.screen.hides_cards
        table.skip(1)
    assert told == ["3…", "2…", "1…"]
    assert table.screen.panel is None
    assert passed_ms(table, before_ms) < 100
    table.wait(2)
    assert 1900 <= passed_ms(table, before_ms) <= 2200


def test_whoever_is_ready_need_not_wait_for_the_count(table):
    before_ms = paused_and_continued(table, "3-2-1")
    table.key("enter")
    assert table.screen.panel is None
    table.wait(1)
    assert passed_ms(table, before_ms) >= 900


def test_it_is_counted_anew_after_a_form_that_was_opened_meanwhile(table):
    before_ms = paused_and_continued(table, "3-2-1")
    table.skip(1).key("ctrl+s")
    assert not isinstance(table.app.screen, GameTable)
    table.skip(5).key("esc").frame()
    assert (table.screen.panel.title, table.screen.hides_cards) == ("3…", True)
    table.skip(3)
    assert table.screen.panel is None
    assert passed_ms(table, before_ms) < 100


def test_the_clock_waits_for_the_first_click_while_the_cards_are_seen(table):
    before_ms = paused_and_continued(table, "first click")
    table.wait(5)
    assert not table.screen.hides_cards
    assert passed_ms(table, before_ms) == 0
    assert table.screen.status.sentence == WAITS
    table.tap("stock").wait(1)
    assert table.screen.status.sentence != WAITS
    assert passed_ms(table, before_ms) >= 900


def test_a_key_starts_it_too(table):
    before_ms = paused_and_continued(table, "first click")
    table.key("right").wait(1)
    assert passed_ms(table, before_ms) >= 900


def test_at_once_nothing_is_waited_for(table):
    before_ms = paused_and_continued(table, "at once")
    table.wait(1)
    assert passed_ms(table, before_ms) >= 900


def test_a_game_that_is_gone_on_with_is_counted_in_a_fresh_one_is_not(table):
    table.context.settings.clock_begins = "3-2-1"
    table.start(8)
    assert table.screen.panel is None
    table.screen.act(STOCK)
    table.wait(1)
    table.app.go_home()
    table.go_on()
    assert table.screen.panel.title == "3…"


def test_a_game_that_ends_from_the_menu_is_not_counted_in(table):
    table.context.settings.clock_begins = "3-2-1"
    table.start(8)
    table.screen.act(STOCK)
    table.key("esc").press_button("End the game")
    if not table.game.is_over:
        table.press_button("End the game")
    table.settle()
    assert table.game.is_over
    assert "…" not in table.screen.panel.title


def test_untimed_games_have_no_countdown(table):
    table.context.settings.clock_begins = "3-2-1"
    table.start(8, game="spider").key("esc", "esc")
    assert table.screen.panel is None


def test_with_the_first_click_a_new_game_waits_for_it_too_and_for_a_move_of_who_listens(table):
    table.context.settings.clock_begins = "first click"
    table.start(8).wait(2)
    assert passed_ms(table, 0) == 0
    table.key("left").wait(1)
    assert passed_ms(table, 0) >= 900
    table.context.is_heard = True
    table.start(8).key("2", "m", "tab").wait(2)
    assert passed_ms(table, 0) == 0
    table.key("f1").wait(5).key("esc", "d").wait(1)
    assert 900 <= passed_ms(table, 0) < 1500, "no time passes while the rules are read"


def test_who_listens_is_told_the_last_minutes(table):
    table.context.is_heard = True
    table.start(8, "limit=600").skip(601)
    heard = [line for line in table.narrated if "left" in line]
    assert heard == [
        *("4 minutes left", "3 minutes left", "2 minutes left", "1 minute left"),
        *("30 seconds left", "10 seconds left"),
    ]

"""The first home screen after a crash: it tells of it once, shows the log, and goes on with the game."""

from collections.abc import Callable
from pathlib import Path

import pytest

from game.storage.crash import LOG, note_crash
from game.storage.files import CRASH_NOTE
from game.ui.home.home import HomeScreen
from game.ui.replay.playback import ReplayScreen
from game.ui.table.table import Table as GameTable
from tests.ui.driver import Table

MakeTable = Callable[..., Table]


def crash(table: Table, record: Path | None = None) -> None:
    """The program has failed."""
    note_crash(table.folder, ValueError("9S"), table.utc_now(), record)


def play_and_crash(table: Table) -> None:
    """A card of a game is turned, and the program fails."""
    table.start().click("stock")
    journal = table.journals[-1]
    table.vanish()
    crash(table, journal)


@pytest.fixture
def after(make_table: MakeTable) -> Table:
    """The start after a crash at a game, at the home screen."""
    play_and_crash(make_table())
    return make_table().go_home()


def test_it_is_told_once(after, make_table):
    assert after.window_title == "Something went wrong — Patience Arcade"
    assert not (after.folder / CRASH_NOTE).exists()
    told = "\n".join(after.app.screen.spoken.lines)
    assert str(after.journals[-1]) in told
    assert str(after.folder / LOG) in told
    after.press_button("Home")
    assert isinstance(after.app.screen, HomeScreen)
    after.app.go_home()
    assert isinstance(after.app.screen, HomeScreen)
    after.close()
    later = make_table()
    later.app.go_home()
    assert isinstance(later.app.screen, HomeScreen)


@pytest.mark.parametrize("how", ["Continue", "enter"])
def test_the_game_is_gone_on_with(after, how):
    after.key(how) if how == "enter" else after.press_button(how)
    after.frame()
    assert isinstance(after.app.screen, GameTable)
    assert after.written == ["stock"]


def test_the_log_is_shown_and_the_game_can_be_watched(after):
    after.press_button("Log").frame()
    assert after.window_title == "Log — Patience Arcade"
    told = "\n".join(after.app.screen.spoken.lines)
    assert "ValueError" in told
    assert "9S" not in told
    after.key("esc")
    assert after.window_title == "Something went wrong — Patience Arcade"
    after.press_button("Watch").frame()
    assert isinstance(after.app.screen, ReplayScreen)


def test_no_page_covers_the_cards_of_a_table(make_table):
    play_and_crash(make_table())
    table = make_table().start(7)
    assert isinstance(table.app.screen, GameTable)
    table.app.go_home()
    assert table.window_title == "Something went wrong — Patience Arcade"


def test_without_a_game_it_leads_home(table):
    crash(table)
    table.go_home()
    assert {"Home", "Log", "Open folder"} == {pressable.word for pressable in table.app.screen.pressables}
    table.key("enter")
    assert isinstance(table.app.screen, HomeScreen)


def test_a_game_that_is_gone_meanwhile_is_told(after):
    after.journals[-1].unlink()
    after.press_button("Continue")
    assert after.sentence == "The game is over, or no longer there."
    after.press_button("Watch")
    assert after.sentence.startswith("The record cannot be read")


def test_a_game_that_another_window_plays_is_told(after, make_table):
    make_table().go_on()
    after.press_button("Continue")
    assert "another window" in after.sentence


def test_a_folder_that_is_read_only_keeps_nobody_from_the_home_screen(table):
    (table.folder / CRASH_NOTE).mkdir()
    table.go_home()
    assert isinstance(table.app.screen, HomeScreen)

"""Nothing lost, as the player sees it: killed, closed, on a bad disk, in two windows."""

from collections.abc import Callable

import pygame
import pytest

from game.play.record import read_record
from game.ui.home.home import HomeScreen
from tests.disks import forbid, full_disk
from tests.records import record_of
from tests.ui.driver import Table

SCRIPT: list[Callable[[Table], None]] = [
    lambda table: table.drag("t5", "t2"),
    lambda table: table.click("stock"),
    lambda table: table.drag("t6", "t4"),
    lambda table: table.key("d", "d"),
    lambda table: table.drag("waste", "t1"),
    lambda table: table.key("u"),
    lambda table: table.double_click("t3"),
    lambda table: table.drag("t3", "t5"),
]


@pytest.mark.parametrize("goes", ["vanish", "close"])
def test_killed_or_closed_after_any_action_the_game_goes_on_where_it_was(make_table, goes):
    table = make_table()
    table.start(48213)
    for act in SCRIPT:
        table.skip(1.3)
        act(table)
        position, entries = table.game.position, list(table.game.entries)
        elapsed_ms = table.screen.session.elapsed_ms
        getattr(table, goes)()
        table = make_table()
        table.clock.pass_s(12_345)
        table.go_on()
        assert table.game.position == position
        assert table.game.entries == entries
        assert elapsed_ms - 1100 <= table.screen.session.elapsed_ms <= elapsed_ms + 20
        assert table.screen.session.is_running
        assert table.picture == table.fresh_picture
    table.key("u")
    assert table.sentence == "That cannot be undone: it showed you a new card."


def test_closed_while_a_card_is_in_the_hand_it_lies_where_it_was(make_table):
    make_table().start(48213).click("stock").pick_up("t5").carry("t2").close()
    later = make_table()
    later.go_on()
    assert later.pile("t5").endswith("QC")
    assert later.written == ["stock"]


def test_closed_during_the_deal_nothing_of_it_is_kept(make_table):
    make_table().start(48213, dealt=False).frame(3).close()
    assert make_table().context.library.unfinished() == []


def test_where_nothing_can_be_written_the_game_is_played_and_a_sentence_says_so(table):
    forbid(table.folder / "current")
    table.start(48213)
    assert table.sentence.startswith("This game is not saved: ")
    assert table.sentence.endswith(".")
    table.drag("t5", "t2").key("d", "e", "tab", "enter").settle()
    assert table.panel == "Game ended"


def test_a_disk_that_fills_up_costs_the_saving_not_the_game(table):
    table.start(48213).key("d")
    (journal,) = table.journals
    with full_disk(journal.stat().st_size):
        table.drag("t5", "t2")
        assert table.sentence.startswith("From here on this game is not saved: ")
        table.key("d")
        assert table.sentence == "10♦, 6♥, Q♠ turned from the stock; 18 left", "it is said once"
        table.skip(3)
        assert ("Not saved", "2") in table.screen.bars.facts
        assert table.written == ["stock"]
    table.skip(1.1)
    assert table.sentence == "This game is saved again."
    assert table.written == ["stock", "t5>t2", "stock"]
    assert "Not saved" not in table.facts


def test_who_leaves_what_is_not_saved_is_asked(table):
    table.start(48213)
    (journal,) = table.journals
    with full_disk(journal.stat().st_size):
        table.key("d")
        table.happen(pygame.QUIT)
        assert table.panel == "Leave the table?"
        table.key("esc", "esc")
        assert table.panel == "Menu"
        table.happen(pygame.QUIT)
        assert table.panel == "Leave the table?", "from the menu, too"
        table.key("esc", "esc").press_button("Home")
        assert table.panel == "Leave the table?"
        assert "This game is not saved: what you played here will be lost." in table.panel_lines
        table.key("esc", "d")
    table.key("d", "esc").press_button("Home")
    assert isinstance(table.app.screen, HomeScreen)
    assert len(table.context.library.unfinished()[0].record.entries) == 3


def test_of_a_damaged_game_the_good_part_goes_on_with_a_sentence(table):
    damaged = record_of(48213, "0 stock", "100 t5>t2", "200 t1>t7", "300 stock").encode()
    (table.folder / "current").mkdir()
    (table.folder / "current" / "rush.patience").write_bytes(damaged)
    table.go_on()
    assert table.sentence.startswith("The saved game was damaged (line 8: ")
    assert table.written == ["stock", "t5>t2"]
    table.key("d")
    assert table.written == ["stock", "t5>t2", "stock"]
    (kept,) = (table.folder / "damaged").iterdir()
    assert kept.read_bytes() == damaged


@pytest.mark.parametrize("odd", ["\0", "\x1b[2J", "\ud7ff", "\u200b"])
def test_what_cannot_be_seen_in_a_damaged_journal_is_told_all_the_same(table, odd):
    path = table.folder / "current" / "rush-1.patience"
    path.parent.mkdir(parents=True)
    path.write_text(record_of(48213, "0 stock", f"0 st{odd}ock"))
    table.go_on()
    table.frame()
    assert f"“st{odd}ock” is not an action" in table.sentence
    assert table.game.entries == read_record(record_of(48213, "0 stock").encode()).replay().entries

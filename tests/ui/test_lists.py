"""The lists of games: which are shown, in which order, and how one is deleted without being lost."""

import os
from pathlib import Path

import pytest

from game.play.record import Record, record_text
from game.storage.journal import to_trash
from game.ui.files.files import ResumeScreen
from game.ui.files.games import GamesScreen
from tests.disks import forbid
from tests.records import golden
from tests.ui.driver import Table
from tests.ui.screens import FINISHED


def put(folder: Path, name: str, record: Record, age_s: int) -> Path:
    path = folder / f"{name}.patience"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(record_text(record.replay(), record.tags))
    written_s = path.stat().st_mtime - age_s
    os.utime(path, (written_s, written_s))
    return path


def part_of(name: str) -> Record:
    whole = golden(FINISHED[name])
    return Record(whole.deal, {}, whole.entries[:2])


def keep_one_of_each(table: Table) -> list[Path]:
    """A game of each kind was played to its end, the last one is the newest."""
    folder = table.folder / "games"
    return [
        put(folder, f"{name}-1", golden(file), 900 - at) for at, (name, file) in enumerate(FINISHED.items())
    ]


def open_list(table: Table, screen: type[GamesScreen | ResumeScreen]) -> None:
    table.open(screen(table.context)).frame(8)


def titles(table: Table) -> list[str]:
    table.frame(9)
    return [row.name.partition("  ·  ")[0] for row in table.listed.rows]


RUSH, SPIDER, BACK, SHUFFLES = "Solitaire Rush", "Spider", "1-3 Back", "Three Shuffles and a Draw"


def test_a_list_is_headed_by_the_game_and_its_state(table):
    put(table.folder / "current", "one-three-back-1", part_of("one-three-back"), 0)
    put(table.context.saves_folder(), "mine", golden(FINISHED["rush"]), 5)
    open_list(table, ResumeScreen)
    assert [row.name for row in table.listed.rows] == [
        "1-3 Back  ·  unfinished",
        "Solitaire Rush  ·  saved, won",
    ]


def test_it_is_filtered_by_game_and_sorted(table):
    keep_one_of_each(table)
    open_list(table, GamesScreen)
    assert {row.name.partition("  ·  ")[2] for row in table.listed.rows} == {"won", "finished", "lost"}
    assert titles(table) == [SHUFFLES, BACK, SPIDER, RUSH]
    for wanted in (RUSH, SPIDER, BACK, SHUFFLES):
        table.click(table.form.pressables[0].box.centre)
        assert titles(table) == [wanted]
    table.click(table.form.pressables[0].box.centre)
    assert len(titles(table)) == 4

    put(table.folder / "games", "rush-2", golden("rush_draw_1_won"), 1)
    open_list(table, GamesScreen)
    assert titles(table) == [RUSH, SHUFFLES, BACK, SPIDER, RUSH]
    table.press_button("Newest first")
    assert titles(table) == [RUSH, SPIDER, BACK, SHUFFLES, RUSH]
    table.listed.choose(3)
    table.press_button("Oldest first")
    assert titles(table) == [RUSH, RUSH, SPIDER, BACK, SHUFFLES]
    assert table.listed.chosen == 0, "another game stands where the chosen one stood"
    assert "Draw 1" in (table.listed.rows[0].facts or "")
    table.listed.choose(2)
    table.press_button("Watch").frame(20)
    assert table.window_title == "Replay — Spider", "what is chosen is opened whatever the order"


def test_where_games_are_gone_on_with_none_is_chosen_once_they_stand_in_another_order(table):
    put(table.folder / "current", "one-three-back-1", part_of("one-three-back"), 0)
    put(table.context.saves_folder(), "mine", golden(FINISHED["rush"]), 5)
    open_list(table, ResumeScreen)
    table.listed.choose(0)
    table.press_button("Newest first")
    assert titles(table) == [RUSH, BACK]
    assert table.listed.chosen is None, "another game stands where the chosen one stood"


@pytest.mark.parametrize("way", ["played", "unfinished", "saved"])
def test_what_is_deleted_is_asked_about_and_lies_in_the_trash_folder(table, way):
    folder = {"played": table.folder / "games", "unfinished": table.folder / "current"}.get(
        way, table.context.saves_folder()
    )
    path = put(folder, "one-three-back-1", part_of("one-three-back"), 9)
    written = path.read_bytes()
    trash = (folder if way == "saved" else table.folder) / "trash"
    open_list(table, GamesScreen if way == "played" else ResumeScreen)
    table.listed.choose(0)
    table.press_button("Delete")
    assert table.sentence.startswith("Delete “1-3 Back")
    assert path.exists()
    table.key("enter")
    assert path.exists(), "Keep is what is meant"
    assert table.sentence == ""
    table.press_button("Delete").key("esc")
    assert isinstance(table.app.screen, GamesScreen | ResumeScreen)
    table.press_button("Delete").press_button("Delete")
    assert not path.exists()
    assert (trash / path.name).read_bytes() == written
    assert table.sentence.startswith("Moved to the trash folder: ")
    assert table.listed.rows == []
    table.frame(5).key("esc")


@pytest.mark.parametrize("screen", [GamesScreen, ResumeScreen])
def test_who_chooses_another_game_or_order_is_no_longer_asked_about_the_first(table, screen):
    folder = table.folder / ("games" if screen is GamesScreen else "current")
    paths = [put(folder, f"one-three-back-{each}", part_of("one-three-back"), 9) for each in (1, 2)]
    open_list(table, screen)
    for turn_away in (lambda: table.listed.choose(1), lambda: table.press_button("Newest first")):
        table.listed.choose(0)
        table.press_button("Delete")
        assert "Keep" in [button.word for button in table.form.panel.buttons]
        turn_away()
        assert "Keep" not in [button.word for button in table.form.panel.buttons]
        assert table.sentence == ""
    assert all(path.exists() for path in paths)


def test_nothing_in_the_trash_is_replaced(tmp_path):
    for text in ("one", "two"):
        (tmp_path / "x.patience").write_text(text)
        to_trash(tmp_path / "x.patience", tmp_path)
    assert sorted(path.read_text() for path in (tmp_path / "trash").iterdir()) == ["one", "two"]


def test_a_game_that_another_window_plays_or_for_which_there_is_no_trash_is_not_deleted(table, make_table):
    put(table.folder / "current", "one-three-back-1", part_of("one-three-back"), 9)
    open_list(table, ResumeScreen)
    table.listed.choose(0)
    make_table().go_on()
    table.press_button("Delete").press_button("Delete")
    assert table.sentence == "The game cannot be deleted: it is being played in another window."
    assert len(table.listed.rows) == 1
    path = put(table.folder / "games", "one-three-back-1", part_of("one-three-back"), 9)
    open_list(table, GamesScreen)
    forbid(table.folder / "trash")
    table.press_button("Delete").press_button("Delete")
    assert table.sentence.startswith("The game cannot be deleted: ")
    assert path.exists()


@pytest.mark.parametrize("size", [(640, 480), (1280, 800), (1920, 1080)])
def test_a_list_uses_the_height_of_the_window(make_table, size):
    table = make_table(size=size)
    keep_one_of_each(table)
    open_list(table, GamesScreen)
    assert table.form.panel.box.height >= 0.97 * size[1]
    assert table.listed.box.height >= 0.4 * size[1]

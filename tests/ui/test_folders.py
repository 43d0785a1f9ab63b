"""Going through folders in the forms that open and save: up, down, places, search, recent files."""

import shutil
from pathlib import Path

import pytest

from game.storage.saved import read_saved
from game.ui.files.files import FoldersScreen, ResumeScreen
from tests.records import GOLDEN
from tests.ui.driver import Table
from tests.ui.screens import SCREENS

NAME = "rush_draw_3_won.patience"
GAMES = ("Solitaire Rush", "Spider")


@pytest.fixture
def folder(table: Table) -> Path:
    """The folder of saved games, with two folders and a game in the second."""
    folder = table.context.saves_folder()
    (folder / "evenings" / "long").mkdir(parents=True)
    (folder / "mornings").mkdir()
    shutil.copy(GOLDEN / NAME, folder / "mornings")
    shutil.copy(GOLDEN / "spider_won_1000.patience", folder)
    return folder


def browse(table: Table, form: str = "open") -> FoldersScreen:
    SCREENS[form](table)
    table.press_button("Folders…")
    screen = table.app.screen
    assert isinstance(screen, FoldersScreen)
    return screen


def names(table: Table) -> list[str]:
    """The names of folders and files; of a game that was read its row tells the game first."""
    return [
        row.facts.split("  ·  ")[0] if row.facts and row.name.startswith(GAMES) else row.name
        for row in table.listed.rows
    ]


def row_at(table: Table, index: int) -> tuple[float, float]:
    return table.listed.row_box(index).centre


def test_a_double_click_goes_down_and_up_leads_back(table, folder):
    screen = browse(table)
    table.frame(20)
    assert table.listed.rows[2].name == "Spider  ·  saved, won", "rows say what the games are"
    assert table.listed.rows[0].facts == "Folder"
    assert names(table) == ["evenings/", "mornings/", "spider_won_1000.patience"]
    table.double_click(row_at(table, 0))
    assert (screen.folder, names(table)) == (folder / "evenings", ["long/"])
    table.press_button("Up")
    assert screen.folder == folder
    table.press_button("Cancel")
    assert isinstance(table.app.screen, ResumeScreen)
    assert table.fields[0].text == ""


def test_a_game_is_chosen_with_the_keyboard_alone_and_opened(table, folder):
    browse(table)
    table.write("nothing like it")
    assert names(table) == []
    table.key("enter")
    assert table.sentence == "Choose a file or a folder."
    table.write_over("morn")
    assert names(table) == ["mornings/"]
    table.key("enter")
    assert names(table) == [NAME]
    table.write("DRAW rush")
    assert names(table) == [NAME]
    table.key("enter")
    assert isinstance(table.app.screen, ResumeScreen)
    assert table.fields[0].text == str(folder / "mornings" / NAME)
    table.key("enter")
    assert table.game.deal == read_saved(GOLDEN / NAME).game.deal


@pytest.mark.usefixtures("folder")
def test_places_and_recent_files(table):
    browse(table)
    table.press_button("Recent")
    assert names(table) == []
    table.press_button("Saved games").double_click(row_at(table, 2))
    table.key("enter")  # the game is opened
    table.app.go_home()
    browse(table)
    table.press_button("Recent")
    assert names(table) == ["spider_won_1000.patience"]
    table.press_button("Up")
    assert table.sentence == "There is no folder above."
    shutil.rmtree(table.context.saves_folder())
    assert browse(table).folder == table.context.saves_folder().parent


def test_a_game_is_saved_in_a_folder_that_was_gone_to(table, folder):
    browse(table, "save")
    table.double_click(row_at(table, 0)).press_button("Save here")
    assert table.fields[0].text == str(folder / "evenings" / "rush-1005.patience")
    table.press_button("Save")
    assert (folder / "evenings" / "rush-1005.patience").is_file()


def test_a_file_that_is_there_is_replaced_only_when_asked(table, folder):
    browse(table, "save")
    table.double_click(row_at(table, 2))
    before = (folder / "spider_won_1000.patience").read_bytes()
    table.press_button("Save")
    assert "already exists" in table.sentence
    assert (folder / "spider_won_1000.patience").read_bytes() == before


def test_a_folder_that_is_gone_is_told_and_one_stays(table, folder):
    screen = browse(table)
    (folder / "evenings" / "long").rmdir()
    (folder / "evenings").rmdir()
    table.double_click(row_at(table, 0))
    assert table.sentence == "This folder cannot be read: No such file or directory."
    assert screen.folder == folder

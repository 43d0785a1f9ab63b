"""The page about the program: what it tells, how one gets there, the folder that it opens."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from game.ui.pages.text_page import LICENCES, TIMEOUT_NS
from game.version import VERSION
from tests.disks import forbid
from tests.ui.driver import Table

CREDITS = (Path(__file__).parents[2] / "assets" / "CREDITS.md").read_text("utf-8")


@pytest.fixture
def about(table: Table) -> Table:
    """The page, from home by its button."""
    table.go_home().press_button("About").frame()
    return table


def test_it_tells_version_folders_licences_and_what_is_never_done(about):
    assert about.narrated[-2:] == [f"Patience Arcade {VERSION}", "Ctrl+Down reads on, lines: 13"]
    told = "\n".join(about.app.screen.spoken.lines)
    assert f"Patience Arcade {VERSION}" in told
    assert str(about.folder) in told
    assert "uses no network unless you open “Online…”" in told
    assert "MIT licence" in told


def test_every_licence_of_the_credits_is_named():
    told = " ".join(LICENCES)
    lines = [
        line for line in CREDITS.splitlines() if line.startswith("| ") and "not part of this" not in line
    ]
    rows = [line.split("|")[3].strip() for line in lines][1:]
    names = {re.sub(r"[,(].*", "", row.rpartition(": ")[2]).strip() for row in rows} - {"–"}
    assert names == {"As the project", "SIL Open Font License 1.1", "Unicode License V3"}
    for name in names - {"As the project"}:
        assert name in told
    for maker in ("Inter Project Authors", "Cantarell Project Authors", "Unicode, Inc."):
        assert maker in CREDITS
        assert maker in told


def test_the_button_on_the_home_screen_leads_there_and_esc_leads_back(table):
    table.go_home()
    home = table.app.screen
    table.press_button("More").press_button("About")
    assert table.window_title == "About — Patience Arcade"
    table.key("esc")
    assert table.app.screen is home
    table.press_button("About").frame().key("enter")
    assert table.app.screen is home


@pytest.fixture
def small(make_table: Callable[..., Table]) -> Table:
    """The page in a window in which there is no room for all of it."""
    table = make_table(size=(640, 480)).visit("about")
    return table.key("down", "up")  # and the ring is seen


def test_it_is_scrolled_by_keys_and_by_the_wheel(small):
    before = small.picture
    for way in ("down", "pagedown", "end", "wheel"):
        small.wheel(-1) if way == "wheel" else small.key(way)
        assert small.picture != before, way
        small.wheel(1) if way == "wheel" else small.key("home")
        assert small.picture == before, way


def test_the_arrows_leave_it_at_its_end(small):
    small.key("end", "down")
    assert small.narrated[-1] == "Back"


def opening(table: Table, *codes: int | None) -> list[Path]:
    """Has a file manager answer so, look by look, or not be there; the folders that it is asked to show."""
    asked: list[Path] = []
    answers = iter(codes)

    def show(folder: Path):
        asked.append(folder)
        if not codes:
            raise FileNotFoundError(2, "No such file or directory", "xdg-open")
        return lambda: next(answers)

    table.show_folder = show
    return asked


def test_the_folder_is_opened_and_made_before(table):
    folder = table.context.library.folder = table.folder / "new"
    asked = opening(table, None, 0)
    table.visit("about").press_button("Open folder")
    assert asked == [folder]
    assert folder.is_dir()
    assert table.sentence == "The folder is being opened."
    table.frame()
    assert table.app.screen.next_tick_s is None


@pytest.mark.parametrize("codes", [(None, 3), ()])
def test_a_file_manager_that_fails_or_is_not_there_is_told_with_the_folder(about, codes):
    opening(about, *codes)
    about.press_button("Open folder").frame()
    assert about.sentence == f"No file manager could be opened. The folder is {about.folder}."
    assert about.app.screen.next_tick_s is None


def test_a_file_manager_that_stays_open_is_not_looked_after_for_ever(about):
    opening(about, *[None] * 9)
    about.press_button("Open folder")
    assert about.app.screen.next_tick_s is not None
    about.clock.pass_s(TIMEOUT_NS / 1e9)
    about.frame()
    assert about.app.screen.next_tick_s is None


def test_a_folder_that_cannot_be_made_is_told(table):
    forbid(table.folder / "file")
    table.context.library.folder = table.folder / "file" / "data"
    asked = opening(table)
    table.visit("about").press_button("Open folder")
    assert not asked
    assert table.sentence == "There is no such folder, and it cannot be made: not a directory."

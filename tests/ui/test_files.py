"""Saving a game as a file and going on with one: by name, from the list, by path, dropped, double-clicked."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.cli import main
from game.play.record import LIMIT_BYTES, read_record
from game.rules import VARIANTS, find_variant
from game.ui.app import App
from game.ui.files.files import ResumeScreen, SaveScreen
from game.ui.forms.text_field import TextEdit
from game.ui.games.tables import table_of
from game.ui.opening import with_file, with_link
from game.ui.tournament.words import NO_TOURNAMENT_FILES
from tests.records import GOLDEN, actions, golden, record_of
from tests.ui.driver import Table, post

CUT = record_of(7, "1000 stock", "2000 stock", "3000 stock")
EDITED = record_of(7, "1000 stock", "2000 t1>f4", "3000 stock")


@pytest.fixture
def folder(table: Table) -> Path:
    """Where the player's saved games are."""
    return table.context.saves_folder()


def put(folder: Path, name: str, content: str | bytes, age_s: float = 0) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    os.utime(path, (time.time() - age_s,) * 2)
    return path


def drop(table: Table, *paths: Path) -> None:
    for path in paths:
        post(pygame.DROPFILE, file=str(path))
    table.frame()


def row_at(table: Table, index: int) -> tuple[float, float]:
    centre = table.listed.row_box(index).centre
    return centre.x, centre.y


# Saving -------------------------------------------------------------------------------------------
def test_a_game_is_saved_under_the_name_that_stands_there(table, folder):
    table.start().click("stock").key("ctrl+s")
    assert isinstance(table.app.screen, SaveScreen)
    assert table.fields[0].text == "rush-48213.patience"
    table.key("enter")
    assert table.sentence == "Saved as rush-48213.patience."
    text = (folder / "rush-48213.patience").read_text()
    assert "#    t1    t2    t3" in text
    assert "about started=2026-11-21T07:13:34Z" in text
    game = read_record(text.encode()).replay()
    assert (game.position, game.entries) == (table.game.position, table.game.entries)
    assert table.screen.session.is_running


def test_the_name_is_copied_and_typing_replaces_it_and_keeps_its_end(table, folder, copied):
    table.start().key("ctrl+s", "ctrl+c", "ctrl+x")
    assert copied == ["rush-48213", "rush-48213"]
    assert table.fields[0].text == ".patience"
    table.key("esc", "ctrl+s")
    table.write("my game")
    assert table.fields[0].text == "my game.patience"
    table.press_button("Save")
    assert [path.name for path in folder.iterdir()] == ["my game.patience"]


@pytest.mark.parametrize("name", ["anna", "anna.patience", "  anna ", '"anna"', "./anna"])
def test_the_end_of_the_name_need_not_be_typed(table, folder, name):
    table.start().key("ctrl+s")
    table.write_over(name)
    table.key("enter")
    assert table.sentence == "Saved as anna.patience."
    assert [path.name for path in folder.iterdir()] == ["anna.patience"]


def test_a_whole_path_is_taken_but_no_folder_is_made_for_it(table, tmp_path):
    table.start().key("ctrl+s")
    table.write_over(str(tmp_path / "else where" / "game"))
    table.key("enter")
    there = tmp_path / "else where"
    assert_unsaved(table, f"there is no folder “{there}”")
    assert not there.exists()
    there.mkdir()
    table.press_button("Save")
    assert (there / "game.patience").is_file()


def test_a_file_is_replaced_only_when_that_is_said_twice(table, folder):
    old = put(folder, "rush-48213.patience", "old")
    table.start().key("ctrl+s", "enter")
    assert table.sentence == "rush-48213.patience already exists. Press Replace to replace it."
    assert old.read_text() == "old"
    table.write_over("other")  # another name is another question
    assert "Replace" not in table.words
    table.write_over("rush-48213")
    table.press_button("Save")
    assert old.read_text() == "old"
    table.press_button("Replace")
    assert table.sentence == "Saved as rush-48213.patience."
    assert read_record(old.read_bytes()).deal.number == 48213


def assert_unsaved(table: Table, why: str) -> None:
    assert isinstance(table.app.screen, SaveScreen)
    assert table.sentence.startswith("The game cannot be saved: ")
    assert why in table.sentence
    assert table.sentence.count(".") == 1


def test_no_name_a_folder_a_pipe_and_too_long_a_name_are_refused_and_saving_is_given_up(table, folder):
    (folder / "folder.patience").mkdir(parents=True)
    os.mkfifo(folder / "pipe.patience")
    table.start().key("ctrl+s")
    for name, why in [
        *((name, "type a file name") for name in ("", "   ", "/", ".")),
        ("folder", "it is a folder"),
        ("pipe", "it is not a regular file"),
        ("x" * 300, "file name too long"),
    ]:
        table.write_over(name)
        table.key("enter")
        assert_unsaved(table, why)
    for way in ("Cancel", "esc"):
        table.press_button(way) if way == "Cancel" else table.key("ctrl+s", way)
        assert table.screen.session.is_running
    assert sorted(path.name for path in folder.iterdir()) == ["folder.patience", "pipe.patience"]


def test_the_pause_panel_leads_to_saving_and_back(table, folder):
    table.start().key("p").press_button("Save").key("enter")
    assert (table.panel, table.sentence) == ("File", "Saved as rush-48213.patience.")
    assert not table.screen.session.is_running
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize("name", VARIANTS)
def test_every_game_is_saved_and_gone_on_with(table, name):
    session = table.context.sessions.deal(find_variant(name), 11)
    table.app.go_to(table_of(table.context, session, is_fresh=True))
    table.settle()
    for _ in range(3):
        table.screen.act(table.screen.variant.legal_moves(table.game.position)[0])
    table.settle().wait(5)
    position, entries = table.game.position, list(table.game.entries)
    elapsed_ms = table.screen.session.elapsed_ms
    table.key("ctrl+s", "enter")
    assert table.sentence.startswith(f"Saved as {name}-11")
    table.go_home().key("ctrl+o", "down", "down").frame(5)
    table.listed.choose(next(i for i, row in enumerate(table.listed.rows) if row.name.endswith("saved")))
    table.key("enter")
    assert (table.game.position, table.game.entries) == (position, entries)
    assert 0 <= table.screen.session.elapsed_ms - elapsed_ms < 200


# Opening ------------------------------------------------------------------------------------------
def test_the_list_has_the_newest_first_and_says_what_is_in_the_files(table, folder):
    put(folder, "old.patience", CUT, age_s=500)
    put(folder, "bad.patience", EDITED, age_s=50)
    put(folder, "new.patience", record_of(9, "61000 stock"))
    put(folder, "notes.txt", "no game")
    put(folder, ".half.patience", "no game")
    table.go_home().key("ctrl+o").frame(5)
    rows = table.listed.rows
    headings = ["Solitaire Rush  ·  saved", "bad.patience", "Solitaire Rush  ·  saved"]
    assert [row.name for row in rows] == headings
    assert rows[0].facts == "new.patience  ·  #9  ·  Draw 3  ·  1:01 played  ·  score 0"
    assert (rows[2].facts or "").startswith("old.patience  ·  #7")
    assert rows[1].is_bad
    assert "line 7: “t1>f4” is refused" in (rows[1].facts or "")


def test_a_chosen_game_goes_on_in_a_journal_of_its_own(table, folder):
    path = put(folder, "seven.patience", CUT)
    table.start(5).click("stock").wait(3)
    elapsed_ms = table.screen.session.elapsed_ms
    table.key("ctrl+o", "down", "enter")
    assert table.game.deal.number == 7
    assert table.screen.session.elapsed_ms == 3000
    table.click("stock")
    assert path.read_text() == CUT
    deals = {read_record(journal.read_bytes()).deal.number: journal for journal in table.journals}
    assert set(deals) == {5, 7}
    assert len(actions(deals[7].read_bytes())) == 4
    assert actions(deals[5].read_bytes()) == ["stock"]
    table.go_home().key("ctrl+o").frame(4)
    rows = [row.facts or "" for row in table.listed.rows]
    table.click(row_at(table, next(at for at, facts in enumerate(rows) if facts.startswith("#5"))))
    table.press_button("Resume")
    assert table.game.deal.number == 5
    assert table.screen.session.elapsed_ms == pytest.approx(elapsed_ms, abs=100)


TYPED = ["seven", "seven.patience", "{whole}", "file://{whole}", "'{whole}'"]


@pytest.mark.parametrize("way", [*TYPED, "pasted", "double click", "dropped on a form"])
def test_a_game_is_opened_by_a_name_or_a_path_by_a_double_click_and_by_dropping_it(
    table, folder, monkeypatch, way
):
    path = put(folder, "seven.patience", CUT)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: f"{path}\n")
    table.start(5).key("ctrl+s" if way == "dropped on a form" else "ctrl+o")
    if way == "pasted":  # wherever the keyboard is
        table.key("ctrl+v", "enter")
    elif way == "double click":
        table.tap(row_at(table, 0), times=2)
    elif way == "dropped on a form":
        drop(table, path)
    else:
        table.write_over(way.format(whole=path)).key("enter")
    assert table.game.deal.number == 7


BAD: dict[str, tuple[Callable[[Path], object], str]] = {
    "damaged": (lambda path: path.write_text(CUT.replace("stock", "stokc", 1)), "line 6: "),
    "edited": (lambda path: path.write_text(EDITED), "line 7: “t1>f4” is refused: "),
    "control characters": (
        lambda path: path.write_text("patience 1\nvariant \x00\x1b[31m\u202e\n"),
        "line 2: ",
    ),
    "huge": (lambda path: path.write_bytes(bytes(LIMIT_BYTES + 1)), "larger than"),
    "missing": (lambda _: None, "o such file"),
    "a folder": (lambda path: path.mkdir(), "not a regular file"),
    "a pipe": (lambda path: os.mkfifo(path), "not a regular file"),
    "a link to itself": (lambda path: path.symlink_to(path), ""),
    "a device": (lambda path: path.symlink_to("/dev/zero"), "not a regular file"),
}


@pytest.mark.parametrize(("which", "dropped"), [*((which, False) for which in BAD), ("damaged", True)])
def test_what_does_not_hold_is_refused_and_the_table_is_as_it_was(table, folder, which, dropped):
    make, why = BAD[which]
    folder.mkdir()
    make(folder / "bad.patience")
    table.start(5).click("stock")
    screen, position, written = table.screen, table.game.position, table.written
    if dropped:
        drop(table, folder / "bad.patience")
    else:
        table.key("ctrl+o")
        table.write_over("bad.patience")
        table.key("enter")
    assert isinstance(table.app.screen, ResumeScreen)
    assert table.sentence.startswith("bad.patience")
    assert why in table.sentence
    assert table.sentence.isprintable()
    table.frame(3).key("esc")
    assert table.screen is screen
    assert (table.game.position, table.written) == (position, written)
    table.click("stock")
    assert table.written == ["stock", "stock"]


def test_nothing_typed_and_nothing_chosen_is_said(table, folder):
    folder.mkdir()
    table.start(5).key("ctrl+o", "enter")
    assert table.sentence == "Choose a game, or type a file name."
    table.write_over("A" * 900)
    table.key("enter")
    assert "too long" in table.sentence


def test_a_finished_game_shows_its_result_and_counts_only_once(table, folder):
    golden = Path(__file__).parents[1] / "golden" / "rush_draw_3_won.patience"
    table.start(5)
    drop(table, put(folder, "won.patience", golden.read_bytes()))
    table.settle()
    assert table.panel.startswith("Won, with ")
    assert table.bests == {}
    table.app.go_home()
    assert not list(table.folder.glob("games/*"))


def test_two_files_dropped_at_once_lose_nothing(table, folder):
    first, second = put(folder, "a.patience", CUT), put(folder, "b.patience", record_of(9, "100 stock"))
    table.start(5).key("d")
    drop(table, first, second)
    assert table.game.deal.number == 9
    assert {read_record(journal.read_bytes()).deal.number for journal in table.journals} == {5, 7, 9}


def test_the_play_time_of_a_rush_is_never_set_back(table, folder):
    table.start().click("stock").skip(100).key("ctrl+s", "enter")
    drop(table, folder / "rush-48213.patience")
    assert table.screen.session.elapsed_ms > 100_000
    table.vanish()
    unfinished = table.context.library.unfinished()
    assert [kept.elapsed_ms > 99_000 for kept in unfinished] == [True, True]


# The list and the line ----------------------------------------------------------------------------
@pytest.fixture
def long_list(table: Table, folder: Path) -> Table:
    for number in range(30):
        put(folder, f"game{number:02d}.patience", CUT, age_s=number)
    table.start(5).key("ctrl+o")
    return table


def test_the_wheel_the_keys_and_the_thumb_scroll_and_arrows_leave_the_list_at_its_end(long_list):
    files = long_list.listed
    count = len(files.in_view)
    assert 3 < count < 30
    long_list.happen(pygame.MOUSEWHEEL, x=0, y=-2, flipped=False)
    assert files.in_view.start == 2
    long_list.key("down")
    assert (files.chosen, files.in_view.start) == (0, 0)
    assert long_list.fields[0].text == "game00.patience"
    long_list.happen(pygame.KEYDOWN, key=pygame.K_END, mod=0, unicode="", scancode=0)
    assert (files.chosen, files.in_view.stop) == (29, 30)
    long_list.happen(pygame.KEYDOWN, key=pygame.K_PAGEUP, mod=0, unicode="", scancode=0)
    assert files.chosen == 29 - count
    thumb = files.scroll.thumb
    long_list.press(thumb.centre).frame().move_to((thumb.x, 0)).frame()
    assert files.in_view.start == 0
    long_list.release().frame().move_to((thumb.x, 700)).frame()
    assert files.in_view.start == 0

    long_list.happen(pygame.KEYDOWN, key=pygame.K_END, mod=0, unicode="", scancode=0).key("down")
    assert long_list.form.focus.widget is long_list.fields[0]
    long_list.key("up", "up")
    assert long_list.listed.chosen == 28


def test_only_what_is_in_view_is_read_and_another_size_keeps_what_was_chosen_and_typed(long_list):
    long_list.wait(1)
    shown = long_list.shown
    assert sum(row.facts is not None for row in long_list.listed.rows) == len(long_list.listed.in_view)
    long_list.wait(5)
    assert long_list.shown == shown
    assert long_list.form.next_tick_s is None

    long_list.key("down", "down").resize(640, 480)
    assert long_list.listed.chosen == 1
    assert long_list.fields[0].text == "game01.patience"
    long_list.write_over("a b")
    long_list.resize(900, 640)
    assert (long_list.fields[0].text, long_list.listed.chosen) == ("a b", None)


def test_buttons_that_find_no_room_in_one_row_stand_in_two_and_keep_their_words(make_table):
    table = make_table(size=(900, 640))
    put(table.context.saves_folder(), "game.patience", CUT)
    table.start(5).key("ctrl+o").frame()
    buttons = table.form.panel.buttons
    assert all(button.shows_word for button in buttons)
    assert len({button.box.y for button in buttons}) == 2


def test_in_the_line_a_click_finds_its_place_two_select_a_word_and_keys_repeat_while_it_has_them(table):
    table.stares = True
    table.start(5).key("ctrl+s")
    table.write_over("/a/very/long/path" * 12)
    edited = table.fields[0]
    assert edited.x_of(len(edited.text)) <= edited.box.x + edited.box.width
    table.click((edited.box.x + 3, edited.box.centre.y))
    assert 0 < edited.edit.caret < len(edited.text)
    start = edited.edit.caret
    table.press((edited.box.x + 100, edited.box.centre.y)).frame()
    table.move_to((edited.box.x + 200, edited.box.centre.y)).frame().release().frame()
    first, last = edited.edit.selection
    assert start < first < last

    table.write_over("my old game")
    field = table.fields[0]
    place = (field.x_of(4) + 1, field.box.centre.y)
    table.double_click(place)
    assert field.edit.selected == "old"
    table.click((field.x_of(9), field.box.centre.y)).tap(place)
    assert field.edit.selected == ""

    assert pygame.key.get_repeat() != (0, 0)
    table.key("tab")
    assert pygame.key.get_repeat() == (0, 0)
    table.key("shift+tab", "esc")
    assert pygame.key.get_repeat() == (0, 0)


def test_words_are_passed_and_deleted_whole() -> None:
    edit = TextEdit("my old/game one")
    edit.move(-1, by_word=True)
    assert edit.caret == 12
    edit.delete(-1, by_word=True)
    assert edit.text == "my old/one"
    edit.move(-1, extends=True, by_word=True)
    assert edit.selected == "old/"
    edit.move(1)
    assert (edit.caret, edit.selected) == (7, "")
    edit.insert("x\ny\x00\ud800z")
    assert edit.text == "my old/xyzone"
    edit.move_to_end(-1, extends=True)
    edit.delete(1)
    assert edit.text == "one"


@pytest.mark.skipif(os.name != "posix", reason="elsewhere every name of a file is text")
def test_a_path_that_is_no_text_stands_in_the_field_and_is_opened(table, folder):
    elsewhere = folder / os.fsdecode(b"evening\xff\x1b")
    put(elsewhere, "one.patience", CUT)
    table.visit("open_file")
    drop(table, put(elsewhere, "bad.patience", "no game"))
    table.key("ctrl+a", "ctrl+c").frame()
    assert "bad.patience" in table.fields[0].text
    drop(table, elsewhere / "one.patience")
    table.settle()
    assert len(table.game.entries) == 3


# Handed to the program by a desktop ----------------------------------------------------------------
def open_file(table: Table, path: Path) -> None:
    with_file(path)(table.app)
    table.frame(3)


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("patience:rush/draw=3/limit=300/7", ""),
        ("patience:nonsense", "That link leads to no deal and no tournament."),
        ("patience:http://a b@c/", "“http://ab@c/” is not the address of a server."),
        ("patience:///etc/passwd", "“http:///etc/passwd” is not the address of a server."),
    ],
)
def test_a_link_that_was_followed_opens_its_deal_or_says_why_not(table, link, said):
    with_link(link)(table.app)
    table.frame(3)
    assert table.sentence == said if said else table.game.deal.number == 7


def test_what_cannot_be_read_is_told_in_the_window(table, tmp_path):
    (tmp_path / "a.patience").write_text("a letter")
    open_file(table, tmp_path / "a.patience")
    assert isinstance(table.app.screen, ResumeScreen)
    assert "a.patience" in table.sentence
    table.key("esc")
    assert table.app.screen is table.home
    open_file(table, GOLDEN / "rush_unfinished.patience")
    assert table.game.position == golden("rush_unfinished").replay().position


@pytest.mark.parametrize(
    ("name", "said"),
    [
        *((name, name) for name in ("a.patience", "-a.patience")),
        ("file:///b/a%20b.patience", "a b.patience"),
        *((name, NO_TOURNAMENT_FILES) for name in ("a.results", "a.tournament")),
    ],
)
def test_the_one_word_that_names_a_file_opens_it(monkeypatch, table, name, said):
    def shown(first: Callable[[App], None]) -> int:
        first(table.app)
        return 0

    monkeypatch.setattr("game.ui.opening.open_window", shown)
    assert main([name]) == 0
    table.frame(3)
    assert said in table.sentence

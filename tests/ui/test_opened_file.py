"""A file that a desktop hands to the program on a double click: taken like one dropped on the window."""

from collections.abc import Callable
from pathlib import Path

import pytest

from game.cli import main
from game.play.record import read_record
from game.ui.app import App
from game.ui.files.files import ResumeScreen
from game.ui.opening import with_file, with_link
from game.ui.tournament.tournaments import ImportScreen
from tests.records import GOLDEN
from tests.ui.driver import Table

GAME = GOLDEN / "rush_unfinished.patience"


def open_file(table: Table, path: Path) -> None:
    table.app.begin(with_file(path))
    table.frame(3)


def test_a_game_goes_on(table):
    open_file(table, GAME)
    assert table.game.position == read_record(GAME.read_bytes()).replay().position


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("patience:rush/draw=3/limit=300/7", ""),
        ("patience:nonsense", "That link names no deal and no tournament."),
        ("patience:http://a b@c/", "“http://ab@c/” is not the address of a server."),
        ("patience:///etc/passwd", "“http:///etc/passwd” is not the address of a server."),
    ],
)
def test_a_link_that_was_followed_opens_its_deal_or_says_why_not(table, link, said):
    table.app.begin(with_link(link))
    table.frame(3)
    assert table.sentence == said if said else table.game.deal.number == 7


@pytest.mark.parametrize(
    ("name", "form"),
    [("a.patience", ResumeScreen), ("a.results", ImportScreen), ("a.tournament", ImportScreen)],
)
def test_what_cannot_be_read_is_told_in_the_window(table, tmp_path, name, form):
    (tmp_path / name).write_text("a letter")
    open_file(table, tmp_path / name)
    assert isinstance(table.app.screen, form)
    assert name in table.sentence
    table.key("esc")
    assert table.app.screen is table.home


@pytest.mark.parametrize(
    "name", ["a.patience", "a.results", "a.tournament", "-a.patience", "file:///b/a%20b.patience"]
)
def test_the_one_word_that_names_a_file_opens_it(monkeypatch, table, name):
    def shown(first: Callable[[App], None]) -> int:
        table.app.begin(first)
        return 0

    monkeypatch.setattr("game.ui.opening.open_window", shown)
    assert main([name]) == 0
    table.frame(3)
    assert name.rpartition("/")[2].replace("%20", " ") in table.sentence

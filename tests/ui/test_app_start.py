"""What may be wrong when the window is to open: a file of the program, the sound, the display."""

import importlib
import os
import shutil
import sys
from pathlib import Path

import pygame
import pytest

import game.ui
from game.cli import main
from game.rules.rush import Rush
from game.storage.profile import load_profile
from game.ui.app import App
from game.ui.drawing.drawings import Assets
from game.ui.opening import at_table, open_window
from game.ui.window.services import ASSETS, Services
from tests.commands import is_one_sentence, process
from tests.ui.driver import post


@pytest.fixture
def assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the program's files that may be spoilt."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Path(shutil.copytree(ASSETS, tmp_path / "assets"))


def closed_at_once(assets: Path) -> Services:
    """Where somebody closes the window when it has shown its first frame."""
    return Services(
        assets=Assets(assets), leave_signals=lambda: None, first_frame_seen=lambda: post(pygame.QUIT)
    )


def remove(file: Path) -> None:
    file.unlink()


def spoil(file: Path) -> None:
    file.write_bytes(b"nothing of the kind")


def make_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


DAMAGES = [remove, *(pytest.param(damage, marks=pytest.mark.thorough) for damage in (spoil, make_folder))]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", ["fonts/regular.ttf", "icons/settings.svg", "cards/backs/lozenges.svg"])
def test_a_file_of_the_program_that_cannot_be_read_is_named(assets, capsys, name, damage):
    damage(assets / name)
    assert open_window(App.go_home, closed_at_once(assets)) == 1
    complaint = capsys.readouterr().err
    assert is_one_sentence(complaint)
    assert name in complaint


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize(
    "name", ["icons/icon_64.png", "sounds/deal.ogg", "deals/rush-draw-3.bits", "problems/spider.json"]
)
def test_what_can_be_done_without_is_done_without(assets, capsys, name, damage):
    damage(assets / name)
    assert open_window(at_table(Rush(), None), closed_at_once(assets)) == 0
    assert capsys.readouterr().err == ""


def test_the_command_line_hides_the_score_until_it_shows_it_again(assets, tmp_path, monkeypatch):
    monkeypatch.setattr("game.cli.window.outside_of", lambda _: closed_at_once(assets))
    for words, hides in ((["--hide-score"], True), ([], True), (["--hide-score", "no"], False)):
        assert main(["play", *words, "spider"]) == 0
        (profile,) = (tmp_path / "data").rglob("profile.json")
        assert load_profile(profile).settings.hide_score is hides


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
@pytest.mark.parametrize("driver", ["no such driver", ""])
def test_without_a_display_there_is_one_sentence(tmp_path, driver):
    ended = process(SDL_VIDEODRIVER=driver, DISPLAY="", WAYLAND_DISPLAY="", XDG_DATA_HOME=str(tmp_path))
    assert ended.returncode == 1
    assert is_one_sentence(ended.stderr)


def test_the_class_of_the_window_is_ours_whoever_started_the_program(monkeypatch):
    # A program that uses pygame itself leaves its own name to those it starts.
    monkeypatch.setenv("SDL_VIDEO_X11_WMCLASS", "somebody else")
    importlib.reload(game.ui)
    assert os.environ["SDL_VIDEO_X11_WMCLASS"] == "patience-arcade"


@pytest.mark.parametrize("is_first", [False, True])
def test_a_screen_reader_is_connected_before_the_window_is_seen_where_that_is_needed(assets, is_first):
    done: list[str] = []
    services = closed_at_once(assets)._replace(
        connects_reader_first=is_first,
        reader=lambda *_: done.append("reader"),
        first_frame_seen=lambda: (done.append("frame"), post(pygame.QUIT)),
    )
    assert open_window(App.go_home, services) == 0
    assert done == (["reader", "frame"] if is_first else ["frame", "reader"])

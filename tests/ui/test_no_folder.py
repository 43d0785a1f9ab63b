"""A data folder that cannot be entered or written: the window opens, says so, and all is played unsaved."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.rules import VARIANTS
from game.ui.files.files import ResumeScreen
from game.ui.files.games import GamesScreen
from game.ui.pages.settings import SettingsScreen
from game.ui.statistics.screen import StatisticsScreen
from game.ui.tournament.new import TournamentsScreen
from tests.commands import ROOT
from tests.disks import forbid, obey_permissions
from tests.ui.driver import Table


def walk(table: Table) -> None:
    """Looks at every screen that reads files, and plays a little of every game."""
    for screen in (SettingsScreen, StatisticsScreen, GamesScreen, ResumeScreen, TournamentsScreen):
        table.open(screen(table.context)).frame(2)
    for name in VARIANTS:
        table.start(3, game=name, dealt=False)
        assert table.sentence.startswith("This game is not saved: "), name
        table.screen.session.act(table.game.variant.legal_moves(table.game.position)[0])
    table.go_home().idle()


def strange_kinds(folder: Path) -> None:
    """Files where folders should be, and folders where files should be."""
    for name in ("current", "games", "tournaments", "damaged"):
        forbid(folder / name)
    for name in ("profile.json", "statistics.sqlite3"):
        (folder / name).mkdir()


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        *((forbid, "not a directory"), (lambda folder: forbid(folder.parent), "not a directory")),
        (lambda folder: folder.parent.symlink_to(folder.parent), "too many levels of symbolic links"),
        (strange_kinds, "not a directory"),
    ],
)
def test_without_a_folder_everything_is_played_unsaved(make_table, tmp_path, spoil, told):
    folder = tmp_path / "data" / "Patience Arcade"
    assert make_table(folder).home.sentence == ""
    assert not folder.parent.exists(), "with one nothing is said, nor made before it is needed"
    spoil(folder)
    table = make_table(folder)
    assert table.home.sentence == f"Games cannot be saved: {told}."
    if told == "not a directory" and spoil is not forbid:
        walk(table)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="only POSIX has such permissions")
@pytest.mark.thorough
@pytest.mark.parametrize("locked", ["data", "data/Patience Arcade", "data/Patience Arcade/current"])
def test_where_nobody_may_look_everything_is_played_unsaved(tmp_path, locked):
    code = """
import sys
from pathlib import Path
from tests.ui.driver import Table
from tests.ui.test_no_folder import walk
table = Table(Path(sys.argv[1]))
print(table.home.sentence)
if sys.argv[2:]:
    walk(table)
"""
    folder = tmp_path / "data" / "Patience Arcade"
    (folder / "current").mkdir(parents=True)
    (tmp_path / locked).chmod(0)
    try:
        ended = subprocess.run(
            [sys.executable, "-c", code, str(folder), *(["walk"] if locked == "data" else [])],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            preexec_fn=obey_permissions,
        )
    finally:
        (tmp_path / locked).chmod(0o700)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "Games cannot be saved: permission denied.\n"

"""What the program does not load before its first cards can be seen; how long that takes `bench` measures."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from game.storage.files import NAME
from game.storage.profile import WindowGeometry, save_window_place
from game.ui import LATER
from tests.commands import printed

ROOT = Path(__file__).resolve().parents[1]
LATE = {
    *("dataclasses", "inspect", "ast", "tempfile", "random", "zipfile", "traceback"),
    *("ctypes", "sqlite3", "hashlib", "subprocess", "multiprocessing", "platformdirs", "rich", "psutil"),
    *("numba", *(["numpy"] if find_spec("numpy") else [])),  # pygame looks for it in vain
    *("pygame.freetype", "pygame.surfarray", "pygame.sndarray"),
    *("accesskit", "game.ui.reader", "game.ui.narrator"),
    *("game.solver.service.messages", "game.solver.service.process", "game.ui.games.tutorials"),
    *("game.solver.catalogue", "game.storage.statistics", "game.play.summary", "game.play.proof"),
    *(f"game.cli.{name}" for name in ("host", "records", "solve", "statistics")),
    *("game.ui.forms.form", "game.ui.window.desktop"),
}
"""What no first frame needs."""


FIRST_EVER = {*("ctypes", "_ctypes", "ctypes._endian", "struct", "_struct"), "game.ui.window.desktop"}
"""What only the first start of all needs, because nobody has told yet how large the desktop is."""


def had_window(folder: Path) -> None:
    """Has the program been started before, on the display that SDL makes up without a screen."""
    place = WindowGeometry(10, 10, 1000, 700, (0, 0, 1024, 768))
    save_window_place(folder / NAME / "window.json", place)


def at_first_frame(folder: Path, *program: str) -> list[str]:
    """The lines that a program writes until its first frame is shown."""
    child = subprocess.Popen(
        [sys.executable, *program],
        cwd=ROOT,
        env={
            **os.environ,
            "XDG_DATA_HOME": str(folder),
            "XDG_CACHE_HOME": str(folder),
            "PATIENCE_BENCH": "1",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert child.stdout is not None
    with child.stdout:
        lines = []
        for line in child.stdout:
            if line.startswith("first frame"):
                break
            lines.append(line)
        child.kill()
    assert child.wait() == -9, lines
    return lines


def imported(folder: Path, *words: str) -> set[str]:
    """The modules that a command has imported, or tried to, when its first frame is shown."""
    lines = at_first_frame(folder, "-X", "importtime", "main.py", *words)
    return {line.rpartition("|")[2].strip() for line in lines if line.startswith("import time:")}


OTHERS = [pytest.param(game, marks=pytest.mark.thorough) for game in ("one-three-back", "three-shuffles")]


@pytest.mark.parametrize("game", ["spider", *OTHERS])
def test_cards_are_shown_before_anything_is_loaded_that_they_do_not_need(tmp_path, game):
    had_window(tmp_path)
    assert not sorted(imported(tmp_path, "play", game, "--deal", "7") & LATE)


def test_the_first_start_of_all_asks_the_desktop_for_its_size_and_loads_nothing_else(tmp_path):
    had_window(tmp_path / "later")
    later, first = (imported(tmp_path / name, "play", "rush", "--deal", "7") for name in ("later", "first"))
    assert not sorted(later & LATE)
    assert first - later <= FIRST_EVER


def test_the_home_screen_opens_without_a_parser(tmp_path):
    modules = imported(tmp_path)
    assert not modules & {"argparse", "gettext", "game.cli.command", "subprocess", "rich", "platformdirs"}


def test_parts_of_pygame_come_when_they_are_wanted(tmp_path):
    program = """
import sys
from pathlib import Path
from game.rules.rush import Rush
from game.ui.opening import at_table, open_window
from game.ui.window.services import Services, say_first_frame
def tell():
    print(*sys.modules)
    say_first_frame()
open_window(at_table(Rush(), 7), Services(first_frame_seen=tell))
"""
    had_window(tmp_path)
    *_, told = at_first_frame(tmp_path, "-c", program)
    assert not {*LATER, "importlib.resources", "ctypes"} & {*told.split()}
    later = f"import sys, game.ui; import {', '.join(LATER)}; print(*sys.modules)"
    assert {*LATER} <= {*printed("-c", later).split()}


BLOCKED = (
    *("starlette", "uvicorn", "httptools", "uvloop", "jinja2", "markupsafe", "segno", "websockets", "babel"),
    *("sqlalchemy", "alembic", "greenlet", "aiosqlite", "asyncpg", "sqlite3", "numba", "numpy"),
    *("pygame", "rich", "platformdirs", "psutil", "accesskit", "game.server", "game.ui", "game.cli"),
)
PRACTISES = """
import json, sys
from itertools import count
sys.modules.update(dict.fromkeys(sys.argv[1].split(",")))
from game.browser.practice import LocalPractice
for game in sys.argv[2].split(","):
    local = LocalPractice(count(0, 700).__next__)
    def tell(**said):
        told = [json.loads(text) for text in local.hear(json.dumps(said))]
        return told, [each["kind"] for each in told]
    begin = {"kind": "practise", "game": game, "deal": 7, "entries": [], "language": "en"}
    (*_, table), begun = tell(**begin)
    _, done = tell(kind="do", round=1, number=1, action=table["moves"][0])
    (*_, table), undone = tell(kind="do", round=1, number=2, action="undo")
    _, why = tell(kind="why", round=1, pile="t1", count=1, place=None)
    _, record = tell(kind="record")
    hints = []
    for _ in range(2):
        assert tell(kind="hint") == ([], [])
        hint = json.loads(next(told for told in iter(local.think, None) if told)[0])
        hints.append([hint, table])
        (*_, table), _ = tell(kind="do", round=1, number=hint["number"], action=hint["move"])
    print(json.dumps([begun, done, undone, why, record, hints]))
"""


def test_practice_is_played_with_nothing_installed_that_only_a_server_or_a_window_needs():
    games = ("rush draw=1 limit=300", "spider suits=2", "one-three-back", "three-shuffles early=yes")
    told = printed("-c", PRACTISES, ",".join(BLOCKED), ",".join(games))
    for game, line in zip(games, told.splitlines(), strict=True):
        begun, done, undone, *others, hints = json.loads(line)
        assert (begun, done) == (["practice", "layout", "table"], ["done", "table"]), game
        assert undone[1:] == ["table"], game  # some games have no undo
        assert others == [["because"], ["record"]], game
        for hint, table in hints:
            assert (hint["number"], hint["move"] in table["moves"]) == (table["number"], True), game
            assert ". " in hint["said"], game
            assert " from " in hint["said"] or hint["move"] == "stock", "who sees no mark hears where it lies"

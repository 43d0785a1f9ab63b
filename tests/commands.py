"""Running a command of the program in a test: in this process, or as a player would in one of its own.

Knows how to run and what every refusal looks like; must not know what a command answers.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

import psutil
import pytest

from game.cli import main
from game.play.record import read_record
from game.rules.position import Move
from game.solver.answer import SearchResult, Verdict
from game.solver.solve import SOLVERS, GameSolver
from tests.records import position

ROOT = Path(__file__).parent.parent

WON = position("t1 (KS) QS", home=(13, 13, 13, 11), options="draw=1 limit=60") + "20500 t1>f4\n" * 2
"""The record of a game of Rush that was won."""
ALMOST = WON.removesuffix("20500 t1>f4\n")
"""The same with one move left."""


def solve_almost_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the solver of Rush know the last move of `ALMOST`, where nothing need be compiled for an answer."""
    last = read_record(WON.encode()).entries[-1].action
    assert isinstance(last, Move)
    answer = SearchResult(Verdict.SOLVED, 52, (last,), 1)
    monkeypatch.setitem(SOLVERS, "rush", lambda: GameSolver(lambda *_: answer, lambda *_: iter(())))


def commands(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs a command in this process: exit code, what it printed, what it complained about."""

    def command(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return command


def files_in(folder: Path) -> Callable[..., Path]:
    """Writes a file and returns its path."""

    def written(content: str | bytes, name: str = "game.patience") -> Path:
        path = folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return written


def python(
    *words: object, environment: Mapping[str, str] | None = None, **how: Any
) -> subprocess.CompletedProcess[str]:
    """Runs Python with these words in a process of its own, for as long as the test may take."""
    usual = {"cwd": ROOT, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "check": False}
    surroundings = {**os.environ, **(environment or {})}
    return subprocess.run([sys.executable, *map(str, words)], env=surroundings, **{**usual, **how})


def process(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a command as a player would."""
    return python("main.py", *arguments, environment=environment)


IN_WINDOW = """
import os, sys, threading
from game.ui.app import App
frame, frames = App.frame, []

def frame_and_more(app, *how, **more):
    frame(app, *how, **more)
    frames.append(app)
    WHAT

App.frame = frame_and_more
App._wait_s = lambda app: 0.001
import game.cli
sys.exit(game.cli.main(sys.argv[1:]))
"""


def window(what: str, *words: str, **how: Any) -> subprocess.CompletedProcess[str]:
    """Runs a command in whose window something is done after each frame, in lines of Python."""
    return python("-c", IN_WINDOW.replace("WHAT", what.replace("\n", "\n    ")), *words, **how)


def printed(*words: object, **environment: str) -> str:
    """What Python prints with these words in a process of its own."""
    done = python(*words, environment=environment)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


@contextmanager
def running(*arguments: object, **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """A running command; in the end it and its workers are killed."""
    command = [sys.executable, "main.py", *map(str, arguments)]
    with subprocess.Popen(command, cwd=ROOT, **how) as child:
        try:
            yield child
        finally:
            with suppress(psutil.NoSuchProcess):
                for process in psutil.Process(child.pid).children(recursive=True):
                    process.kill()
            child.kill()


def is_one_sentence(complaint: str) -> bool:
    """Whether a command complained as it should: one line, no traceback."""
    one_line = len(complaint.splitlines()) == 1 and complaint.endswith(".\n")
    return one_line and complaint.startswith("patience: ") and "Traceback" not in complaint


def refusal(answer: tuple[int, str, str], code: int = 1) -> str:
    """The one sentence of a command that has done nothing else."""
    found, printed, complaint = answer
    assert (found, printed) == (code, "")
    assert is_one_sentence(complaint)
    return complaint


def missing(what: str) -> NoReturn:
    """Leaves the test out where something is not installed, but never where everything has to be tried."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(f"no {what} here")


def need(*tools: str) -> None:
    """Leaves the test out where one of these programs is not installed."""
    if lacking := [tool for tool in tools if shutil.which(tool) is None]:
        missing(" and no ".join(lacking))


def packages_of(*names: str) -> list[str]:
    """What pyproject.toml declares: `dependencies`, or an extra with those that it takes in."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = {**project["optional-dependencies"], "dependencies": project["dependencies"]}
    found: list[str] = []
    for line in (line for name in names for line in declared[name]):
        taken_in = re.fullmatch(rf"{project['name']}\[(.+)\]", line)
        found += packages_of(*taken_in[1].split(",")) if taken_in else [line]
    return found


def package_name(line: str) -> str:
    """The package in a line of requirements."""
    return re.split(r"[<>=~ ]", line)[0].lower()

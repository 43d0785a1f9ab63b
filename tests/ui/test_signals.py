"""Signals that end the program, in a process of its own: idle, drawing, or lost in a loop that never ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.commands import ROOT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only there a signal is one")

IDLE = "import game.cli; game.cli.main([])"
LOST = """
import game.cli
from game.ui.home.home import HomeScreen

def draw(screen, alpha):
    print("lost", flush=True)
    sum(iter(int, 1))  # never ends, and never lets Python look at anything else

HomeScreen.draw = draw
game.cli.main([])
"""
SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT] if os.name == "posix" else []


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., "subprocess.Popen[str]"]]:
    """Starts Python with these lines, the window being in memory, and waits for the first that it prints."""
    running: list[subprocess.Popen[str]] = []
    own = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PATIENCE_BENCH": "1"}

    def start(code: str, ignored: signal.Signals | None = None) -> "subprocess.Popen[str]":
        def dispositions() -> None:
            # In the background of a shell some are ignored, and so they would be in a child.
            for number in SIGNALS:
                signal.signal(number, signal.SIG_IGN if number == ignored else signal.SIG_DFL)

        process = subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, **own, "XDG_DATA_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=dispositions,
        )
        running.append(process)
        assert process.stdout is not None
        assert process.stdout.readline().startswith(("first frame", "lost"))
        return process

    yield start
    for process in running:
        process.kill()
        process.communicate()


@pytest.mark.thorough
@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_signal_ends_the_program_while_it_waits_for_its_player(started, number):
    program = started(IDLE)
    program.send_signal(number)
    _, said = program.communicate(timeout=10)
    assert (program.returncode, said) == (-number, "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_a_signal_ends_the_program_whatever_the_main_thread_does(started, number):
    program = started(LOST)
    program.send_signal(number)
    _, said = program.communicate(timeout=10)
    assert (program.returncode, said) == (-number, "")


def test_a_signal_that_is_ignored_from_the_start_stays_ignored(started):
    program = started(IDLE, ignored=signal.SIGHUP)
    program.send_signal(signal.SIGHUP)
    program.send_signal(signal.SIGTERM)
    program.communicate(timeout=10)
    assert program.returncode == -signal.SIGTERM

"""The program as a measured child process: started, waited for, watched from outside, ended."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Timer

import psutil

from game.storage.files import NAME
from game.storage.profile import WindowGeometry, save_window_place
from tools.bench.display import WINDOW_SIZE, display
from tools.bench.figures import NotMeasurableError

PROJECT = Path(__file__).resolve().parents[2]
MAIN = "main.py"
INSIDE = ("-m", "tools.bench.inside")
MAX_S = 240.0
"""After which a child that says nothing is given up."""


class Program:
    """One running child."""

    def __init__(self, arguments: tuple[str, ...], environment: dict[str, str]) -> None:
        self.started_ns = time.monotonic_ns()
        self.process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=PROJECT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def line(self, beginning: str) -> str:
        """The rest of the next line that begins so.

        Raises:
            NotMeasurableError: the child ended without it, or took too long.
        """
        assert self.process.stdout is not None
        watchdog = Timer(MAX_S, self.process.kill)
        watchdog.start()
        try:
            for line in self.process.stdout:
                if line.startswith(beginning):
                    return line.removeprefix(beginning).strip()
        finally:
            watchdog.cancel()
        assert self.process.stderr is not None
        said = self.process.stderr.read().strip().splitlines()
        raise NotMeasurableError(said[-1] if said else "the program did not answer in time")

    def wait_for_first_frame(self) -> tuple[float, float]:
        """The seconds from its start to its first frame, and the CPU seconds it took."""
        shown_ns, used_ns = map(int, self.line("first frame ").split())
        return (shown_ns - self.started_ns) / 1e9, used_ns / 1e9

    def memory_mb(self) -> float:
        """Resident memory in MB (of 1,000,000 bytes)."""
        return float(psutil.Process(self.process.pid).memory_info().rss) / 1e6

    def memory_of_all_mb(self) -> float:
        """The same of the program and of every process that it has started."""
        own = psutil.Process(self.process.pid)
        return sum(float(process.memory_info().rss) for process in (own, *own.children(recursive=True))) / 1e6

    def cpu_s(self) -> float:
        """CPU time used by all its threads so far."""
        if sys.platform == "linux":
            # The process's own CPU clock counts nanoseconds; /proc only hundredths of a second.
            return time.clock_gettime(~self.process.pid << 3 | 2)
        used = psutil.Process(self.process.pid).cpu_times()
        return float(used.user + used.system)


@contextmanager
def programs(*children: tuple[str, ...], on: dict[str, str] | None = None) -> Iterator[list[Program]]:
    """Runs children by their arguments, with a data folder of their own, and ends them.

    They are shown where the environment `on` tells, else on the display there is.

    Raises:
        NotMeasurableError: there is no display.
    """
    shown_on = display() if on is None else nullcontext(on)
    with shown_on as environment, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        running: list[Program] = []
        try:
            for number, arguments in enumerate(children):
                running.append(Program(arguments, _private(environment, Path(folder) / str(number))))
            yield running
        finally:
            for program in running:
                program.process.kill()
                program.process.communicate()


def _private(environment: dict[str, str], folder: Path) -> dict[str, str]:
    """The environment with another data folder: the player's own games are left alone.

    Python may keep what it has compiled, as it does for players; else no start is a warm one.
    """
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    # The window opens where it was, as it does for players, and of the same size on every screen.
    place = WindowGeometry(0, 0, *WINDOW_SIZE, (0, 0, 3840, 2160))
    save_window_place(folder / NAME / "window.json", place)
    return {
        **environment,
        "XDG_DATA_HOME": str(folder),
        "XDG_CACHE_HOME": str(folder),
        "WIN_PD_OVERRIDE_LOCAL_APPDATA": str(folder),
        "PATIENCE_BENCH": "1",
        "SDL_AUDIODRIVER": os.environ.get("SDL_AUDIODRIVER", "dummy"),
    }

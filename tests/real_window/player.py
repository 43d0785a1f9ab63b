"""A person at the real program: one window, one pointer, one keyboard, and what the disk then holds.

Where things stand is asked of the program's own layout, in a window in memory that shows the
same game (`tests.ui.driver`). Nothing is waited for by time: `until` looks until it is so.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import pygame
import pytest

from game.play.record import read_record
from game.rules import VARIANTS
from game.storage.profile import WindowGeometry, WindowMode, load_window_place, save_window_place
from game.ui.drawing.theme import BAR_PX, STATUS_PX
from game.ui.table.bars import TIME_PX
from tests.real_window.x11 import close_window, pixels
from tests.records import actions
from tests.ui.driver import Table

PROGRAM = (sys.executable, str(Path(__file__).resolve().parents[2] / "main.py"))
"""The program as it runs from a copy of the project."""
SIZE = (1280, 800)
SCREEN = (1600, 1000)
PATIENCE_S = 30.0
LAUNCH_S = 60.0
"""A program in one file unpacks itself first."""
STEPS = 8
STEP_S = "0.01"
Point = tuple[int, int]
Found = TypeVar("Found")


def until(found: Callable[[], Found | None], what: str, patience_s: float = PATIENCE_S) -> Found:
    """Looks again and again until there is something to see, and gives it."""
    deadline_s = time.monotonic() + patience_s
    while True:
        seen = found()
        if seen:
            return seen
        assert time.monotonic() < deadline_s, f"{what} did not come about in {patience_s:.0f} s"
        time.sleep(0.01)


class Player:
    """One data folder, and the programs that are started on it one after the other."""

    def __init__(
        self,
        display: str,
        folder: Path,
        compositor: dict[str, str] | None = None,
        program: tuple[str, ...] = PROGRAM,
    ) -> None:
        """`compositor` is the environment in which a Wayland compositor over the display is found."""
        self._program = program
        self.display = display
        self._window_class = "weston" if compositor else "patience-arcade"
        self.data = folder / "data" / "Patience Arcade"
        self._folder = folder
        self._layouts = 0
        self._environment = {
            **{name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"},
            "DISPLAY": display,
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "HOME": str(folder / "home"),  # games that are saved as files go below it
            "PATIENCE_BENCH": "1",  # the program says when its first frame is there
            **(compositor or {}),
        }
        self.data.mkdir(parents=True, exist_ok=True)  # two players may be the same person
        self.choose()
        self._process: subprocess.Popen[str] | None = None
        self._told = folder / "told.txt"
        self._lines_heard = 0
        self._window = 0

    def choose(self, **settings: str) -> None:
        """Chooses the settings of a player who knows all games, with a clock that starts at once."""
        profile = {
            "version": 1,
            "settings": {"clock_begins": "at once", **settings},
            "first_steps": dict.fromkeys(VARIANTS, "shown"),
        }
        (self.data / "profile.json").write_text(json.dumps(profile))

    # The program -----------------------------------------------------------------------------

    def has_had_window(self, at: Point, size: tuple[int, int], screen: tuple[int, int], shown: str) -> None:
        """Has the program remember where its window was, so that it opens there."""
        place = WindowGeometry(*at, *size, (0, 0, *screen), WindowMode(shown))
        save_window_place(self.data / "window.json", place)

    def launch(self, *arguments: str) -> None:
        """Starts the program and waits until there is something to see."""
        stdout = self._told.open("w")
        self._process = subprocess.Popen(
            [*self._program, *arguments],
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
        )
        stdout.close()
        self._lines_heard = 0
        self.hear("first frame ", LAUNCH_S)
        self._lines_heard = 0  # something may have been told before
        self._window = int(
            self._xdotool("search", "--onlyvisible", "--class", self._window_class).split()[-1]
        )
        self._xdotool("windowfocus", str(self._window))
        # Where nothing is: what lies under the pointer has the focus, and Tab goes on from there.
        self._xdotool("mousemove", "--window", str(self._window), "1", "1")

    def hear(self, words: str, patience_s: float = PATIENCE_S) -> str:
        """The next line of the program with some words in it; all are told with `--narrate` alone."""

        def found() -> str:
            lines = self._told.read_text().split("\n")[self._lines_heard : -1]
            heard = next((line for line in lines if words in line), "")
            if heard:
                self._lines_heard += lines.index(heard) + 1
            elif self._process is not None and self._process.poll() is not None:
                assert self._process.stderr is not None
                pytest.fail(f"the program has ended: {self._process.stderr.read()}")
            return heard

        try:
            return until(found, f"“{words}”", patience_s)
        except AssertionError:
            pytest.fail(f"“{words}” is not among what was told:\n{self._told.read_text()}")

    def sit_down(self, record: str) -> None:
        """Starts the program at the table of a record, where nothing is dealt first."""
        file = self._folder / "start.patience"
        file.write_text(record)
        self.launch("play", "--file", str(file))

    def close(self) -> None:
        """Closes the window by its button; the program ends, and well."""
        close_window(self.display, self._window)
        self._ended(0)

    def kill(self) -> None:
        """The program is killed without a word."""
        assert self._process is not None
        self._process.kill()
        self._ended(-9)

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Suspends the program, as when the machine sleeps."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def _ended(self, code: int) -> None:
        assert self._process is not None
        _, said = self._process.communicate(timeout=PATIENCE_S)
        assert (self._process.returncode, said) == (code, "")
        self._process = None

    def has_ended_well(self) -> bool:
        """Whether the program has ended on request; fails if it has ended in any other way."""
        if self._process is not None and self._process.poll() is not None:
            self._ended(0)
        return self._process is None

    def leave(self) -> None:
        """Ends what a test has left open; whatever the program complained about is shown."""
        if self._process is not None:
            assert self._process.poll() is None, "the program has ended by itself"
            self.close()

    # Pointer and keys ------------------------------------------------------------------------

    def _xdotool(self, *words: str) -> str:
        run = subprocess.run(
            ["xdotool", *words],
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=True,
        )
        return run.stdout

    def do(self, *words: str) -> None:
        """What xdotool is to do, one thing after the other."""
        self._xdotool(*words)

    def _to(self, point: Point) -> list[str]:
        return ["mousemove", "--window", str(self._window), str(point[0]), str(point[1])]

    def _way(self, start: Point, end: Point) -> list[str]:
        words = []
        for step in range(1, STEPS + 1):
            at = tuple(round(a + (b - a) * step / STEPS) for a, b in zip(start, end, strict=True))
            words += [*self._to((at[0], at[1])), "sleep", STEP_S]
        return words

    def click(self, point: Point, button: int = 1, times: int = 1) -> None:
        repeated = ["--repeat", str(times), "--delay", "60"] if times > 1 else []
        self._xdotool(*self._to(point), "click", *repeated, str(button))

    def press(self, point: Point) -> None:
        self._xdotool(*self._to(point), "mousedown", "1")

    def carry(self, start: Point, end: Point) -> None:
        self._xdotool(*self._way(start, end))

    def release(self) -> None:
        self._xdotool("mouseup", "1")

    def drag(self, start: Point, end: Point) -> None:
        self._xdotool(*self._to(start), "mousedown", "1", *self._way(start, end), "mouseup", "1")

    def keys(self, *names: str) -> None:
        for name in names:
            self._xdotool("key", name)

    def use_layout(self, layout: str) -> None:
        """Changes what the keys of the display's keyboard write."""
        subprocess.run(["setxkbmap", "-layout", layout], env=self._environment, check=True)

    def title(self) -> str:
        """What the window is called."""
        return self._xdotool("getwindowname", str(self._window)).strip()

    @property
    def window(self) -> int:
        """The number by which X11 knows the window."""
        return self._window

    def remembered(self) -> WindowGeometry | None:
        """Where the program would open its window."""
        return load_window_place(self.data / "window.json")

    def wait_until_remembered(self, shown: WindowMode) -> None:
        """Waits until it would open its window so."""
        until(lambda: (found := self.remembered()) and found.shown is shown, f"that {shown} is remembered")

    def resize(self, width: int, height: int) -> None:
        self._xdotool("windowsize", str(self._window), str(width), str(height))

    # Where things stand ----------------------------------------------------------------------

    @contextmanager
    def layout(self, size: tuple[int, int] = SIZE, record: str = "") -> Iterator[Table]:
        """The same game, or that of a record, in a window in memory, to ask where its cards lie."""
        self._layouts += 1
        table = Table(self._folder / f"layout-{self._layouts}", size)
        try:
            table.start(record or self.journal.read_text())
            yield table
        finally:
            table.close()

    def point(self, place: str, record: str = "") -> Point:
        """The middle of the visible part of a card: `t5` is the last of a column, `t5:3` the third last."""
        with self.layout(record=record) as table:
            return table.point(place)

    def way(
        self, card: str, pile: str, size: tuple[int, int] = SIZE, record: str = ""
    ) -> tuple[Point, Point]:
        """From where to where the pointer drags a card, so that it comes to lie on the last of a pile."""
        with self.layout(size, record) as table:
            x, y = table.point(card)
            held = table.screen.cards.place_of(*table.card(card))
            target = table.place(pile)
            return (x, y), (round(x + target.x - held.x), round(y + target.y - held.y))

    def wait_for_rest(self) -> None:
        """Waits until the screen shows the table of the journal, pixel for pixel, and nothing else."""
        with self.layout() as table:
            area = pygame.Rect(table.screen.bars.top.union(table.screen.bars.bottom))
            top = BAR_PX + TIME_PX  # below what shows the time
            area.top, area.height = top, area.height - top - STATUS_PX
            drawn = pygame.image.tobytes(table.drawn.subsurface(area), "RGB")

        def shown() -> bool:
            seen = pixels(self.display, self._window, (*area.topleft, *area.size))
            return pygame.image.tobytes(pygame.image.frombuffer(seen, area.size, "BGRA"), "RGB") == drawn

        until(shown, "the table at rest")

    def home_button(self, word: str, *, behind: str = "") -> Point:
        """Where the home screen has a button, after another one behind which it appears was pressed."""
        self._layouts += 1
        current = self._folder / f"layout-{self._layouts}" / "current"
        current.mkdir(parents=True)
        for journal in self.data.glob("current/*"):
            (current / journal.name).write_bytes(journal.read_bytes())
        for seats in self.data.glob("online-seats.json"):
            (current.parent / seats.name).write_bytes(seats.read_bytes())
        table = Table(current.parent)
        table.utc_now = lambda: datetime.now(UTC)  # a clock that runs is offered
        try:
            table.app.go_home()
            if behind:
                table.press_button(behind)
            x, y = table.button(word).box.centre
            return round(x), round(y)
        finally:
            table.close()

    # What the disk holds ---------------------------------------------------------------------

    @property
    def journal(self) -> Path:
        """The one journal of an unfinished game."""
        return until(lambda: next(iter(self.data.glob("current/*.patience")), None), "a journal")

    def done(self) -> list[str]:
        """The actions that are written so far."""
        return actions(self.journal.read_bytes())

    def wait_for(self, *wanted: str) -> None:
        """Waits until exactly these actions are written."""
        until(lambda: len(self.done()) >= len(wanted), f"{', '.join(wanted)} after {', '.join(self.done())}")
        assert self.done() == list(wanted)

    def written_ms(self) -> int:
        """The play time of the last line of the journal."""
        last = self.journal.read_text().splitlines()[-1]
        return int(last.split(" ")[-1] if last.startswith("# clock ") else last.split(" ")[0])

    def proof(self) -> dict[str, Any]:
        """What the program's own `replay` proves of the journal, asked as another program asks."""
        run = subprocess.run(
            [*self._program, "replay", str(self.journal), "--json"],
            cwd=self._folder,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        assert (run.returncode, run.stderr) == (0, "")
        told: dict[str, Any] = json.loads(run.stdout)
        assert told["legal"]
        return told

    def piles(self) -> dict[str, str]:
        """The cards that the journal proves to lie on the table."""
        record = read_record(self.journal.read_bytes())
        proved: dict[str, str] = self.proof()["piles"]
        assert len(" ".join(proved.values()).split()) == len(record.deal.deck or ())
        return proved

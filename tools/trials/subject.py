"""Subject of a trial: which games are played, and how their figures are told.

Also what the subjects have in common: counts, a bar of progress, records kept, figures as words.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from rich import box, progress
from rich.console import Console
from rich.table import Table

from game.cli.command import WRONG_COMMAND, WRONG_INPUT, CommandError
from game.play.game import Game
from game.play.record import record_text
from game.storage.files import StorageError, write_there
from tools.trials.figures import Estimate

T = TypeVar("T")

NUMBERED_BELOW = 10**9
COUNTS = {
    "games": ("a number of games", 1, 1_000_000),
    "samples": ("a number of samples", 1, 10_000),
    "width": ("a number of positions", 1, 100_000),
    "seed": ("a seed", 0, (1 << 64) - 1),
}
"""Whole numbers on the command line: each in words, and its minimum and maximum."""


def whole(text: str, what: str) -> int:
    """A count as it was typed.

    Raises:
        CommandError: it is none.
    """
    words, least, most = COUNTS[what]
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and least <= int(text) <= most):
        raise CommandError(f"“{text[:40]}” is not {words} from {least} to {most}", WRONG_COMMAND)
    return int(text)


class Bar:
    """Progress on a terminal: the current game, and the number of finished ones."""

    def __init__(self, total: int) -> None:
        """For so many games in all."""
        console = Console(stderr=True)
        self._bar = progress.Progress(
            progress.TextColumn("{task.description}"),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            progress.TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("dealing", total=total)

    def describe(self, words: str) -> None:
        """Names the current game."""
        self._bar.update(self._task, description=words)

    def advance(self) -> None:
        """Counts a game."""
        self._bar.advance(self._task)

    def run(self, subject: Subject[T]) -> Sequence[T]:
        """Measures a subject with the bar on the terminal."""
        with self._bar:
            return subject.measure(self)


class Subject(ABC, Generic[T]):
    """One thing that can be measured; made of the command line's words, it raises a CommandError."""

    total: int
    """Number of games to be played."""

    @abstractmethod
    def measure(self, bar: Bar) -> Sequence[T]:
        """Plays, and returns what came of it, trial by trial.

        Raises:
            CommandError: a record cannot be written.
        """

    @abstractmethod
    def as_json(self, trials: Sequence[T]) -> dict[str, Any]:
        """The figures as one object."""

    @abstractmethod
    def printed(self, trials: Sequence[T]) -> Iterable[str | Table]:
        """The figures for people: lines and tables."""


def keep(folder: Path | None, name: str, game: Game, about: dict[str, str]) -> None:
    """Keeps a game as a record in the folder, if there is one.

    Raises:
        CommandError: it cannot be written.
    """
    if folder is None:
        return
    path = folder / f"{name}.patience"
    try:
        write_there(path, record_text(game, about).encode())
    except StorageError as error:
        raise CommandError(f"{path} cannot be written: {error}", WRONG_INPUT) from error


def as_json(bounds: Estimate) -> dict[str, float | None]:
    """A figure with its interval; null where it has none."""
    return {name: bound if abs(bound) < float("inf") else None for name, bound in bounds._asdict().items()}


def figures_table(who: str, headings: Iterable[str], title: str | None = None) -> Table:
    """An empty table of figures within 80 columns: names left-aligned, the others right."""
    table = Table(
        title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0)
    )
    table.add_column(who, no_wrap=True)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def games_words(count: int) -> str:
    """So many games."""
    return "1 game" if count == 1 else f"{count} games"


def interval_words(bounds: Estimate, places: int) -> str:
    """A figure's interval with so many decimal places; a dash where one game alone has none."""
    if bounds.high == float("inf"):
        return "–"
    return f"{bounds.low:.{places}f}–{bounds.high:.{places}f}"


def share_words(share: Estimate) -> tuple[str, str]:
    """A share and its interval, in per cent."""
    return f"{share.value:.1%}", f"{100 * share.low:.1f}–{100 * share.high:.1f}"

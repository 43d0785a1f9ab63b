"""What the trials of robots have in common: counts, a bar of progress, records kept, figures as words.

Knows the terminal and files; must not know any one game or player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich import box, progress
from rich.console import Console
from rich.table import Table

from game.cli.command import WRONG_COMMAND, WRONG_INPUT, CommandError
from game.play.game import Game
from game.play.record import record_text
from game.robots.figures import Bounds
from game.storage.files import StorageError, write_there

NUMBERED_BELOW = 10**9
COUNTS = {
    "games": ("a number of games", 1, 1_000_000),
    "samples": ("a number of samples", 1, 10_000),
    "width": ("a number of positions", 1, 100_000),
    "seed": ("a seed", 0, (1 << 64) - 1),
}
"""What is counted: in words, and from where to where."""


def whole(text: str, what: str) -> int:
    """A count as it was typed.

    Raises:
        CommandError: it is none.
    """
    words, least, most = COUNTS[what]
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and least <= int(text) <= most):
        raise CommandError(f"“{text[:40]}” is not {words} from {least} to {most}", WRONG_COMMAND)
    return int(text)


@contextmanager
def counter(total: int) -> Iterator[tuple[Callable[[str], None], Callable[[], None]]]:
    """A bar of progress where somebody looks: what says what is played, and what counts a game."""
    console = Console(stderr=True)
    bar = progress.Progress(
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task("dealing", total=total)
        yield lambda words: bar.update(task, description=words), lambda: bar.advance(task)


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


def as_json(bounds: Bounds) -> dict[str, float | None]:
    """A figure with its interval; null where it has none."""
    return {name: each if abs(each) < float("inf") else None for name, each in bounds._asdict().items()}


def figures_table(who: str, headings: Iterable[str], title: str | None = None) -> Table:
    """An empty table of figures, so close that it fits 80 columns: who stands left, the others right."""
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
    table.add_column(who, no_wrap=True)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def games_words(count: int) -> str:
    """So many games."""
    return "1 game" if count == 1 else f"{count} games"


def interval_words(bounds: Bounds, places: int) -> str:
    """A figure's interval with so many decimal places; a dash where one game alone has none."""
    if bounds.high == float("inf"):
        return "–"
    return f"{bounds.low:.{places}f}–{bounds.high:.{places}f}"


def share_words(share: Bounds) -> tuple[str, str]:
    """A share and its interval, in per cent."""
    return f"{share.value:.1%}", f"{100 * share.low:.1f}–{100 * share.high:.1f}"

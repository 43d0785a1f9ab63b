"""How far `certify` is: a bar with rate and remaining time, for people who look on.

Knows the terminal; must not know how deals are decided. Where stderr is no terminal it is silent.
"""

from __future__ import annotations

from types import TracebackType

from rich import progress
from rich.console import Console
from rich.text import Text

from game.solver.certify.verdicts import FAILED, GAVE_UP, TRIED, UNSOLVABLE, Found, Verdicts

RATE_OVER_S = 60.0


class _Rate(progress.ProgressColumn):
    """Deals a second, over the last minute."""

    def render(self, task: progress.Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.1f} deals/s")


class Progress:
    """A bar for deals that get decided, from where the file stands on."""

    def __init__(self, verdicts: Verdicts, checks: int | None = None) -> None:
        """For all deals of a file, or for so many checks of it, none of them done."""
        self._verdicts = verdicts
        self._checks = checks is not None
        console = Console(stderr=True)
        self._bar = progress.Progress(
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            _Rate(),
            progress.TimeRemainingColumn(),
            progress.TextColumn("{task.description}"),
            console=console,
            disable=not console.is_terminal,
            speed_estimate_period=RATE_OVER_S,
        )
        done = 0 if self._checks else self._decided
        self._task = self._bar.add_task("", total=checks or verdicts.count, completed=done)

    @property
    def _decided(self) -> int:
        return self._verdicts.count - self._verdicts.left

    def show(self, found: Found) -> None:
        """One more piece is done."""
        if self._checks:
            self._bar.advance(self._task, len(found.letters))
            return
        tally = self._verdicts.tally()
        words = f"{self._verdicts.solved} solved, {tally[UNSOLVABLE]} unsolvable, {tally[GAVE_UP]} given up"
        self._bar.update(self._task, completed=self._decided, description=words)

    def __enter__(self) -> Progress:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()


def in_words(verdicts: Verdicts) -> str:
    """How many deals have which verdict."""
    tally, solved = verdicts.tally(), verdicts.solved
    decided = solved + tally[UNSOLVABLE]
    share = f" ({100 * solved / decided:.2f} % of those decided)" if decided else ""
    told = f"{verdicts.count} deals, {solved} solved{share}, {tally[UNSOLVABLE]} unsolvable"
    told += f", {tally[GAVE_UP]} given up"
    kept = sum(tally[letter] for letter in TRIED)
    if kept or tally[FAILED]:
        words = zip(("easy", "fair", "hard"), TRIED, strict=True)
        told += f"; {kept} are offered (" + ", ".join(f"{tally[letter]} {word}" for word, letter in words)
        told += f"), {tally[FAILED]} not, for a tie at which the leftmost loses"
    return told + (f", {verdicts.left} not yet decided" if verdicts.left else "")

"""Command `certify`: decides deals into a file, or checks such a file and proves its verdicts anew.

Knows the file, the workers and a bar of progress, which is silent where stderr is no terminal; how deals
are decided and proved is in `deciding` and `proving`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path
from random import Random
from types import TracebackType

from rich import progress
from rich.console import Console
from rich.text import Text

from game.cli.command import (
    FINE,
    WRONG_COMMAND,
    WRONG_INPUT,
    CommandError,
    check_place,
    chosen_variant,
    complain,
    deal_number_of,
    refuse_leftmost,
)
from game.cli.solve import limit_s, need_solver
from game.play.phrases import listed
from game.solver.answer import SolverError
from game.storage.files import StorageError, data_folder, reason, write_there
from tools.certify.deciding import Decide, Effort, certify, prove, try_out, words_of
from tools.certify.proving import EVERYTHING, GAMES, Check, claims, confirm, reprove
from tools.certify.verdicts import (
    FAILED,
    GAVE_UP,
    SOLVED,
    TRIED,
    UNSOLVABLE,
    Found,
    VerdictFile,
    Verdicts,
    VerdictsError,
    catalogue_bytes,
    check_catalogued,
    read_verdicts,
)
from tools.certify.workers import Workers, WorkersLostError, chosen_workers

RATE_OVER_S = 60.0


class _Rate(progress.ProgressColumn):
    """Deals a second, over the last minute."""

    def render(self, task: progress.Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.1f} deals/s")


class Progress:
    """A progress bar of decided deals, starting with those in the file."""

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
    """Returns the number of deals with each verdict, in words."""
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


MAX_BREAKS = 3


def decide(chosen: argparse.Namespace) -> int:
    """Decides the requested deals, or those missing from a file; returns the exit code."""
    asked, effort, workers = _asked(chosen), Effort(seconds=limit_s(chosen)), chosen_workers(chosen)
    if chosen.catalogue is not None:
        try:
            check_catalogued(asked)
        except VerdictsError as wrong:
            raise CommandError(str(wrong), WRONG_COMMAND) from wrong
        check_place(chosen.catalogue)
    path = chosen.out or _own_path(asked)
    with VerdictFile(path, asked) as file:
        if chosen.retry:
            file.verdicts.reopen()
        try:
            _decide(file, effort, workers)
        except KeyboardInterrupt:
            complain(f"{path}: {in_words(file.verdicts)}; the same command goes on")
            raise
        print(f"{path}: {in_words(file.verdicts)}")
        if chosen.catalogue is not None:
            if asked.leftmost_only:
                _try_out(file, workers)
                print(f"{path}: {in_words(file.verdicts)}")
            _write_catalogue(chosen.catalogue, file.verdicts)
    return FINE


def _asked(chosen: argparse.Namespace) -> Verdicts:
    variant = chosen_variant(chosen, chosen.variant)
    need_solver(variant.name)
    if chosen.leftmost:
        refuse_leftmost(variant.name)
    count = chosen.count
    if not (count.isascii() and count.isdigit() and len(count) <= 20):
        raise CommandError(f"“{count[:40]}” is not a number of deals", WRONG_COMMAND)
    try:
        return Verdicts(variant, deal_number_of(chosen.first), int(count), chosen.leftmost)
    except VerdictsError as wrong:
        raise CommandError(str(wrong), WRONG_COMMAND) from wrong


def _own_path(asked: Verdicts) -> Path:
    """`rush-draw-3-limit-300-0-32768.certified` among the player's files, where the same words find it again.

    Raises:
        CommandError: there can be no such folder.
    """
    words = [asked.variant.name, *words_of(asked.variant), str(asked.first), str(asked.count)]
    if asked.leftmost_only:
        words.append("leftmost")
    folder = data_folder() / "certified"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise CommandError(f"{folder}: {reason(wrong)}", WRONG_INPUT) from wrong
    return folder / ("-".join(words).replace("=", "-") + ".certified")


def _decide(file: VerdictFile, effort: Effort, workers: Workers) -> None:
    """Decides the remaining deals, with a new process pool if one breaks."""
    breaks = 0
    with Progress(file.verdicts) as progress:
        while file.verdicts.left:
            try:
                for found in _pieces(file.verdicts, effort, workers):
                    file.append(found)
                    progress.show(found)
                    breaks = 0
            except BrokenExecutor as broken:
                breaks += 1
                if breaks == MAX_BREAKS:
                    raise CommandError("the solver's processes end again and again", WRONG_INPUT) from broken
            except (SolverError, WorkersLostError) as wrong:
                raise CommandError(str(wrong), WRONG_INPUT) from wrong


def _pieces(verdicts: Verdicts, effort: Effort, workers: Workers) -> Iterator[Found]:
    with workers() as (executor, at_once, losses):
        yield from certify(verdicts, executor, effort, at_once, losses)


def _try_out(file: VerdictFile, workers: Workers) -> None:
    """Tries out what was solved by the tip, and was not yet."""
    untried = file.verdicts.letters.count(SOLVED)
    try:
        with Progress(file.verdicts, checks=untried) as progress, workers() as (executor, at_once, losses):
            for found in try_out(file.verdicts, executor, at_once, losses):
                file.append(found)
                progress.show(found)
    except (BrokenExecutor, WorkersLostError) as wrong:
        raise CommandError(f"the solver failed: {wrong}", WRONG_INPUT) from wrong


def _write_catalogue(path: Path, verdicts: Verdicts) -> None:
    try:
        write_there(path, catalogue_bytes(verdicts))
    except (StorageError, VerdictsError) as wrong:
        raise CommandError(f"{path} cannot be written: {wrong}", WRONG_INPUT) from wrong


SAMPLE = 100


def verify(chosen: argparse.Namespace) -> int:
    """Checks a file; returns the exit code.

    Raises:
        CommandError: it does not hold, or a verdict could not be proved.
    """
    path, effort, workers = chosen.verify, Effort(seconds=limit_s(chosen)), chosen_workers(chosen)
    verdicts, _ = read_verdicts(path)
    need_solver(verdicts.variant.name)
    if chosen.independent and verdicts.variant.name not in GAMES:
        raise CommandError(f"--independent belongs to verdicts on {listed(GAMES)}", WRONG_COMMAND)
    print(f"{path}: every line holds; {in_words(verdicts)}")
    what = (UNSOLVABLE,) if chosen.independent else EVERYTHING
    numbers = claims(verdicts, None if chosen.all else _sample(chosen), Random(chosen.seed), what)
    unproved = 0
    with Progress(verdicts, checks=len(numbers)) as progress:
        decide = confirm if chosen.independent else prove
        for check in _checks(verdicts, numbers, effort, workers, decide):
            progress.show(Found(check.number, bytes([check.found])))
            if check.is_refuted:
                told = {SOLVED: "can be won", UNSOLVABLE: "cannot be won"}[check.found]
                raise CommandError(f"{path}: deal {check.number} {told}, against what it says", WRONG_INPUT)
            unproved += not check.is_proved
    which = "every verdict" if chosen.all else "a random sample"
    which += " of what cannot be won" if chosen.independent else ""
    how = "confirmed by a second search" if chosen.independent else "proved anew"
    print(f"{path}: {which} was {how}, {len(numbers) - unproved} deals of {len(numbers)} with success")
    if unproved:
        raise CommandError(f"{path}: {unproved} could not be decided anew within the limit", WRONG_INPUT)
    return FINE


def _sample(chosen: argparse.Namespace) -> int:
    text = chosen.sample
    if text is None:
        return SAMPLE
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0):
        raise CommandError(f"“{text[:40]}” is not a number of deals", WRONG_COMMAND)
    return int(text)


def _checks(
    verdicts: Verdicts, numbers: list[int], effort: Effort, workers: Workers, decide: Decide
) -> Iterator[Check]:
    try:
        with workers() as (executor, at_once, losses):
            yield from reprove(verdicts, numbers, executor, effort, at_once, losses, decide)
    except (BrokenExecutor, SolverError, WorkersLostError) as wrong:
        raise CommandError(f"the solver failed: {wrong}", WRONG_INPUT) from wrong

"""What `certify` does with a range of deals: decides them into a file, and tells how far it is.

Knows the file, the workers and the bar; how deals are decided is in `game.solver.certify.certify`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path

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
from game.cli.limit import limit_s, need_solver
from game.cli.progress import Progress, in_words
from game.cli.verdict_file import VerdictFile
from game.cli.workers import Workers, chosen_workers
from game.solver.answer import SolverError
from game.solver.certify.catalogue import catalogue_bytes, check_catalogued
from game.solver.certify.certify import certify, words_of
from game.solver.certify.decide import Effort
from game.solver.certify.distribute import WorkersLostError
from game.solver.certify.try_out import try_out
from game.solver.certify.verdicts import SOLVED, Found, Verdicts, VerdictsError
from game.storage.files import StorageError, reason, write_there
from game.storage.places import data_folder

MOST_BREAKS = 3


def decide(chosen: argparse.Namespace) -> int:
    """Decides what is asked for, or what a file leaves of it; returns the exit code."""
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
            if asked.by_the_tip:
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
    if asked.by_the_tip:
        words.append("leftmost")
    folder = data_folder() / "certified"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise CommandError(f"{folder}: {reason(wrong)}", WRONG_INPUT) from wrong
    return folder / ("-".join(words).replace("=", "-") + ".certified")


def _decide(file: VerdictFile, effort: Effort, workers: Workers) -> None:
    """Decides what is left; when a process pool breaks, with a new one."""
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
                if breaks == MOST_BREAKS:
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

"""What `certify --verify` does: checks a file of verdicts, and proves some of them anew, or all.

Knows the file, the workers and the bar; how verdicts are proved is in `game.solver.certify.reprove`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from random import Random

from game.cli.command import FINE, WRONG_COMMAND, WRONG_INPUT, CommandError
from game.cli.limit import limit_s, need_solver
from game.cli.progress import Progress, in_words
from game.cli.verdict_file import read_verdicts
from game.cli.workers import Workers, chosen_workers
from game.play.phrases import listed
from game.solver.answer import SolverError
from game.solver.certify.certify import Decide
from game.solver.certify.confirm import GAMES, confirm
from game.solver.certify.decide import Effort, prove
from game.solver.certify.distribute import WorkersLostError
from game.solver.certify.reprove import EVERYTHING, Check, claims, reprove
from game.solver.certify.verdicts import SOLVED, UNSOLVABLE, Found, Verdicts

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

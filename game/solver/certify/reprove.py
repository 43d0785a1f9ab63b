"""Verification of verdicts: some deals, or all, are decided anew, and lines that win played by the rules.

Knows verdicts and how work is distributed; must not know files. What a file claims is not looked at
by the workers, so that nobody is talked into it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from concurrent.futures import CancelledError, Executor
from functools import partial
from random import Random
from typing import NamedTuple

from game.solver.certify.certify import Decide, words_of
from game.solver.certify.decide import Deals, Decided, Effort, prove
from game.solver.certify.distribute import distribute
from game.solver.certify.verdicts import GAVE_UP, SOLVED, UNSOLVABLE, Verdicts


class Check(NamedTuple):
    """What was claimed of a deal, and what was found: letters of verdicts."""

    number: int
    claimed: int
    found: int

    @property
    def is_refuted(self) -> bool:
        """Whether the claim is wrong. A search that gave up says neither."""
        return self.found not in (self.claimed, GAVE_UP)

    @property
    def is_proved(self) -> bool:
        """Whether the claim is right."""
        return self.found == self.claimed


EVERYTHING = (SOLVED, UNSOLVABLE)


def claims(
    verdicts: Verdicts, sample: int | None, random: Random, what: Container[int] = EVERYTHING
) -> list[int]:
    """Numbers of deals of which something is claimed: so many, or all of them; in order."""
    numbers = range(verdicts.first, verdicts.first + verdicts.count)
    claimed = [number for number in numbers if verdicts.claimed(number) in what]
    if sample is not None and sample < len(claimed):
        claimed = sorted(random.sample(claimed, sample))
    return claimed


def reprove(
    verdicts: Verdicts,
    numbers: Sequence[int],
    executor: Executor,
    effort: Effort,
    at_once: int,
    losses: tuple[type[BaseException], ...] = (CancelledError,),
    decide: Decide = prove,
) -> Iterator[Check]:
    """Decides deals anew, each on its own, in the order of completion.

    Raises:
        WorkersLostError, BrokenExecutor: see `distribute`.
    """
    game = (verdicts.variant.name, words_of(verdicts.variant))
    left = iter(numbers)

    def next_deal() -> Deals | None:
        number = next(left, None)
        return None if number is None else Deals(*game, number, 1, verdicts.by_the_tip)

    work = partial(_work, decide, effort)
    for deals, decided in distribute(work, next_deal, executor, at_once, losses):
        yield Check(deals.first, verdicts.claimed(deals.first), decided.letters[0])


def _work(decide: Decide, effort: Effort, deals: Deals) -> Decided:
    return decide(deals, effort)

"""Verification of verdicts: some deals, or all, are decided anew, and lines that win played by the rules.

What cannot be won is confirmed by an independent search (`checker`). What a file claims is not looked at
by the workers, so that nobody is talked into it. Knows verdicts and how work is distributed; must not
know files.
"""

from __future__ import annotations

import time
from collections.abc import Container, Iterator, Sequence
from concurrent.futures import CancelledError, Executor
from functools import partial
from random import Random
from typing import NamedTuple

from game.cards import shuffled
from game.rules import find_variant
from game.rules.rush import Rush
from game.solver.kernels.compiled import numbers, row
from tools.certify.checker import CAN, CANNOT, can_be_won, deal
from tools.certify.deciding import Deals, Decide, Decided, Effort, prove, words_of
from tools.certify.verdicts import GAVE_UP, SOLVED, UNSOLVABLE, Verdicts
from tools.certify.workers import distribute


class Check(NamedTuple):
    """Claimed and found verdict on a deal, as letters."""

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
    """Numbers of deals with a claim: that many, or all; in order."""
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
        return None if number is None else Deals(*game, number, 1, verdicts.leftmost_only)

    work = partial(_work, decide, effort)
    for deals, decided in distribute(work, next_deal, executor, at_once, losses):
        yield Check(deals.first, verdicts.claimed(deals.first), decided.letters[0])


def _work(decide: Decide, effort: Effort, deals: Deals) -> Decided:
    return decide(deals, effort)


GAMES = (Rush.name,)
"""Those of which the second search can confirm deals."""
LETTERS = {CAN: SOLVED, CANNOT: UNSOLVABLE}
MAX_STATES = 40_000_000
"""Looked at for a deal, at most: half a minute, 0.8 GB."""
STATES_A_SECOND = 1_000_000
"""So many are taken for a second of the effort, that the same answers come everywhere."""


def confirm(deals: Deals, effort: Effort) -> Decided:
    """Decides deals anew, each within the effort's states, or as many as there is room for.

    By the tip a deal is looked at twice so long: it may be lost by any moves.
    """
    started_s = time.perf_counter()
    variant = find_variant(deals.game, deals.options)
    assert isinstance(variant, Rush)
    most, letters = min(effort.nodes, MAX_STATES), bytearray()
    if effort.seconds is not None:
        most = min(most, int(effort.seconds * STATES_A_SECOND))
    for number in range(deals.first, deals.first + deals.how_many):
        deck = row([13 * card.suit + card.rank - 1 for card in shuffled(variant.pack(), number)])
        # What cannot be won by any moves cannot be won by the tip, and is most often sooner seen.
        found = int(can_be_won(deal(deck, variant.draw, False), most, numbers(1)))
        if deals.leftmost_only and found != CANNOT:
            found = int(can_be_won(deal(deck, variant.draw, True), most, numbers(1)))
        letters.append(LETTERS.get(found, GAVE_UP))
    return Decided(bytes(letters), time.perf_counter() - started_s)

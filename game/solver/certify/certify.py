"""Batch solving of deals in two passes: all of them briefly, in chunks, then the hard ones singly.

Knows verdicts and how work is distributed; must not know files, processes or clusters: the executor
is an argument, and what is found is told to the caller, who keeps it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from functools import partial
from typing import NamedTuple

from game.rules.options import options_to_text
from game.rules.variant import Variant
from game.solver.certify.decide import Deals, Decided, Effort, decide
from game.solver.certify.distribute import distribute
from game.solver.certify.verdicts import GAVE_UP, HARD, OPEN, Found, Verdicts

CHUNK_S = 1.0
FIRST_CHUNK = 8
MOST_IN_A_CHUNK = 1 << 16

FIRST_PASS = Effort(nodes=20_000)

Decide = Callable[[Deals, Effort], Decided]


class Part(NamedTuple):
    """Deals that are out together, and whether it is their second pass."""

    deals: Deals
    is_hard: bool


def certify(
    verdicts: Verdicts,
    executor: Executor,
    hard: Effort,
    at_once: int,
    losses: tuple[type[BaseException], ...] = (CancelledError,),
    decide: Decide = decide,
    brief: Effort = FIRST_PASS,
) -> Iterator[Found]:
    """Decides what is left in `verdicts`, adds it there, and tells it piece by piece.

    A first piece may call deals hard; they come later, one by one, after an effort of `hard`.
    `at_once` pieces are out at a time: twice as many as there are workers keep all of them busy.

    Raises:
        WorkersLostError, BrokenExecutor: see `distribute`.
        SolverError: there are deals that the solver does not take.
    """
    plan = _Plan(verdicts, at_once)
    work = partial(_work, decide, brief, hard)
    for part, decided in distribute(work, plan.next_part, executor, at_once, losses):
        found = plan.learned(part, decided)
        verdicts.add(found)
        yield found


def _work(decide: Decide, brief: Effort, hard: Effort, part: Part) -> Decided:
    return decide(part.deals, hard if part.is_hard else brief)


def words_of(variant: Variant) -> tuple[str, ...]:
    """A game's options as words, small to send."""
    return tuple(options_to_text(variant).split())


class _Plan:
    """Cuts what is open into chunks as long as a second, by the pace of those that came back."""

    def __init__(self, verdicts: Verdicts, at_once: int) -> None:
        self._game = (verdicts.variant.name, words_of(verdicts.variant))
        self._by_the_tip = verdicts.by_the_tip
        self._runs = deque(verdicts.runs(OPEN))
        self._left = verdicts.tally()[OPEN]
        self._hard = deque(at for at, count in verdicts.runs(HARD) for at in range(at, at + count))
        self._chunk = FIRST_CHUNK
        self._at_once = at_once

    def next_part(self) -> Part | None:
        """What a worker may do next, or None while only others' results can tell."""
        if self._runs:
            first, count = self._runs.popleft()
            # Towards the end smaller ones, so that all workers end together.
            taken = min(count, self._chunk, 1 + self._left // (2 * self._at_once))
            if taken < count:
                self._runs.appendleft((first + taken, count - taken))
            self._left -= taken
            return Part(Deals(*self._game, first, taken, self._by_the_tip), is_hard=False)
        if self._hard:
            return Part(Deals(*self._game, self._hard.popleft(), 1, self._by_the_tip), is_hard=True)
        return None

    def learned(self, part: Part, decided: Decided) -> Found:
        """What a worker's answer tells; deals given up in the first pass are hard ones of the second."""
        first, letters = part.deals.first, decided.letters
        if part.is_hard:
            return Found(first, letters)
        self._hard += (first + offset for offset, letter in enumerate(letters) if letter == GAVE_UP)
        pace = len(letters) / max(decided.seconds, 1e-6)
        wanted = min(int(pace * CHUNK_S), 2 * max(self._chunk, len(letters)), MOST_IN_A_CHUNK)
        self._chunk = max(1, wanted)
        return Found(first, letters.replace(bytes([GAVE_UP]), bytes([HARD])))

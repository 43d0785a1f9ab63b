"""Batch solving of deals in two passes: all of them briefly, in chunks, then the hard ones singly.

What a worker takes and gives is small: names and numbers in, a letter for each deal out.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from functools import partial
from typing import NamedTuple

from game.play.deal import Difficulty, deal_number
from game.rules import find_variant
from game.rules.options import options_to_text
from game.rules.rush import Rush
from game.rules.variant import Variant
from game.solver.answer import NO_LIMIT, Budget
from game.solver.solve import solve
from tools.certify.batch import deal_verdicts
from tools.certify.verdicts import FAILED, GAVE_UP, HARD, LETTER, OPEN, SOLVED, TRIED, Found, Verdicts
from tools.certify.workers import distribute


class Deals(NamedTuple):
    """Deals to be decided: those of a game with options, `how_many` of them from number `first` on."""

    game: str
    options: tuple[str, ...]
    first: int
    how_many: int
    leftmost_only: bool = False
    """Whether only lines count that follow it (Rush)."""


class Effort(NamedTuple):
    """Limits for one deal: positions and seconds."""

    nodes: int = NO_LIMIT
    seconds: float | None = None


class Decided(NamedTuple):
    """A letter for each deal, and how long the worker took."""

    letters: bytes
    seconds: float


def decide(deals: Deals, effort: Effort) -> Decided:
    """Decides deals of Rush by a search of many at once, those of other games one by one.

    Such a search keeps no lines, so nothing is played by the rules: see `prove`.
    """
    started_s = time.perf_counter()
    variant = find_variant(deals.game, deals.options)
    # Seconds are for one deal, but a search of many would spend them on all of them.
    if not isinstance(variant, Rush) or (effort.seconds is not None and deals.how_many > 1):
        return prove(deals, effort)
    try:
        with Budget(*effort) as budget:
            numbers = range(deals.first, deals.first + deals.how_many)
            verdicts = deal_verdicts(variant.draw, numbers, budget, deals.leftmost_only)
    except MemoryError:
        return prove(deals, effort)
    return Decided(bytes(LETTER[verdict] for verdict in verdicts), time.perf_counter() - started_s)


def prove(deals: Deals, effort: Effort) -> Decided:
    """Decides deals one by one; each line that wins is played by the rules before it counts."""
    started_s = time.perf_counter()
    variant = find_variant(deals.game, deals.options)
    letters = bytearray()
    for number in range(deals.first, deals.first + deals.how_many):
        position = deal_number(variant, number).position
        try:
            with Budget(*effort) as budget:
                letters.append(LETTER[solve(variant, position, budget, deals.leftmost_only).verdict])
        except MemoryError:
            letters.append(GAVE_UP)
    return Decided(bytes(letters), time.perf_counter() - started_s)


CHUNK_S = 1.0
FIRST_CHUNK = 8
MAX_PER_CHUNK = 1 << 16

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
    """Cuts open deals into chunks of about a second, by the pace of finished ones."""

    def __init__(self, verdicts: Verdicts, at_once: int) -> None:
        self._game = (verdicts.variant.name, words_of(verdicts.variant))
        self._by_the_tip = verdicts.leftmost_only
        self._runs = deque(verdicts.runs(OPEN))
        self._left = verdicts.tally()[OPEN]
        self._hard = deque(at for at, count in verdicts.runs(HARD) for at in range(at, at + count))
        self._chunk = FIRST_CHUNK
        self._at_once = at_once

    def next_part(self) -> Part | None:
        """Returns the next part for a worker, or None while it depends on the results of others."""
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
        """Handles a worker's answer; deals given up in the first pass are the second's hard ones."""
        first, letters = part.deals.first, decided.letters
        if part.is_hard:
            return Found(first, letters)
        self._hard += (first + offset for offset, letter in enumerate(letters) if letter == GAVE_UP)
        pace = len(letters) / max(decided.seconds, 1e-6)
        wanted = min(int(pace * CHUNK_S), 2 * max(self._chunk, len(letters)), MAX_PER_CHUNK)
        self._chunk = max(1, wanted)
        return Found(first, letters.replace(bytes([GAVE_UP]), bytes([HARD])))


CHUNK = 64

LETTERS = dict(zip(Difficulty, TRIED, strict=True))


def try_out(
    verdicts: Verdicts,
    executor: Executor,
    at_once: int,
    losses: tuple[type[BaseException], ...] = (CancelledError,),
) -> Iterator[Found]:
    """Tries out what is solved, adds the letters to `verdicts`, and tells them piece by piece.

    Raises:
        WorkersLostError, BrokenExecutor: see `distribute`.
    """
    game = (verdicts.variant.name, words_of(verdicts.variant))
    parts = (
        Deals(*game, at, min(CHUNK, first + count - at), leftmost_only=True)
        for first, count in verdicts.runs(SOLVED)
        for at in range(first, first + count, CHUNK)
    )
    for deals, letters in distribute(_tried_letters, lambda: next(parts, None), executor, at_once, losses):
        found = Found(deals.first, letters)
        verdicts.add(found)
        yield found


def _tried_letters(deals: Deals) -> bytes:
    """A letter for each deal."""
    from game.solver.klondike.offered import THOROUGH, Pack, tried  # loads numba: in a worker

    draw = next(int(word.removeprefix("draw=")) for word in deals.options if word.startswith("draw="))
    packs = [Pack.numbered(number) for number in range(deals.first, deals.first + deals.how_many)]
    found = tried(draw, packs, THOROUGH, Budget(), is_known=True)
    return bytes(FAILED if deal.difficulty is None else LETTERS[deal.difficulty] for deal in found)

"""Batch trials of deals that can be won by the tip: which are offered, and how hard each is.

Knows verdicts and how work is distributed; must not know files or processes.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor

from game.play.difficulty import Difficulty
from game.solver.answer import Budget
from game.solver.certify.certify import words_of
from game.solver.certify.decide import Deals
from game.solver.certify.distribute import distribute
from game.solver.certify.verdicts import FAILED, SOLVED, TRIED, Found, Verdicts

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
        Deals(*game, at, min(CHUNK, first + count - at), by_the_tip=True)
        for first, count in verdicts.runs(SOLVED)
        for at in range(first, first + count, CHUNK)
    )
    for deals, letters in distribute(_work, lambda: next(parts, None), executor, at_once, losses):
        found = Found(deals.first, letters)
        verdicts.add(found)
        yield found


def _work(deals: Deals) -> bytes:
    """A letter for each deal."""
    from game.solver.klondike.promises import THOROUGH, Pack, tried  # loads numba: in a worker

    draw = next(int(word.removeprefix("draw=")) for word in deals.options if word.startswith("draw="))
    packs = [Pack.numbered(each) for each in range(deals.first, deals.first + deals.how_many)]
    found = tried(draw, packs, THOROUGH, Budget(), is_known=True)
    return bytes(FAILED if each.difficulty is None else LETTERS[each.difficulty] for each in found)

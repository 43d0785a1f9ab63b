"""Work unit of batch solving: some deals, decided in whatever process or machine a worker stands.

Knows the way to a solver; must not know who asks, nor what comes of the verdicts. What it takes
and gives is small: names and numbers in, a letter for each deal out.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from game.play.deal import deal_number
from game.rules import find_variant
from game.solver.answer import NO_LIMIT, Budget
from game.solver.certify.verdicts import GAVE_UP, LETTER
from game.solver.solve import solve, verdicts_of_many


class Deals(NamedTuple):
    """Deals to be decided: those of a game with options, `how_many` of them from number `first` on."""

    game: str
    options: tuple[str, ...]
    first: int
    how_many: int
    by_the_tip: bool = False
    """Whether only lines count that follow it (Rush)."""


class Effort(NamedTuple):
    """How long to look at one deal: so many positions, so many seconds."""

    nodes: int = NO_LIMIT
    seconds: float | None = None


class Decided(NamedTuple):
    """A letter for each deal, and how long the worker took."""

    letters: bytes
    seconds: float


def decide(deals: Deals, effort: Effort) -> Decided:
    """Decides deals by a search of many at once where the game's solver has one, else one by one.

    Such a search keeps no lines, so nothing is played by the rules: see `prove`.
    """
    started_s = time.perf_counter()
    variant = find_variant(deals.game, deals.options)
    many = verdicts_of_many(variant, deals.by_the_tip)
    # Seconds are for one deal, but a search of many would spend them on all of them.
    if many is None or (effort.seconds is not None and deals.how_many > 1):
        return prove(deals, effort)
    try:
        with Budget(*effort) as budget:
            verdicts = many(variant, range(deals.first, deals.first + deals.how_many), budget)
    except MemoryError:
        return prove(deals, effort)
    return Decided(bytes(LETTER[each] for each in verdicts), time.perf_counter() - started_s)


def prove(deals: Deals, effort: Effort) -> Decided:
    """Decides deals one by one; each line that wins is played by the rules before it counts."""
    started_s = time.perf_counter()
    variant = find_variant(deals.game, deals.options)
    letters = bytearray()
    for number in range(deals.first, deals.first + deals.how_many):
        position = deal_number(variant, number).position
        try:
            with Budget(*effort) as budget:
                letters.append(LETTER[solve(variant, position, budget, deals.by_the_tip).verdict])
        except MemoryError:
            letters.append(GAVE_UP)
    return Decided(bytes(letters), time.perf_counter() - started_s)

"""Promises of an offered deal of Rush: it can be won by the tip, and samples find the tip right.

The second is sampled: deals are tried out (`sample`), and one in which the leftmost choice
of a tie loses and another wins is not offered. The same games tell how hard a deal is. Knows
packs and deal numbers; must not know who is offered what.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.cards import Card, standard_pack
from game.deals import shuffled
from game.play.difficulty import Difficulty, difficulty_of
from game.solver.answer import Budget
from game.solver.kernels.compiled import numbers, row
from game.solver.klondike.encoding import number_of
from game.solver.klondike.moves import new_room
from game.solver.klondike.players import DISTRACTED
from game.solver.klondike.sample import EFFORTS, FAILED_A_TRY, try_packs
from game.solver.klondike.state import new_table


class Tries(NamedTuple):
    """How a deal is tried out.

    How many quick games of it are tried, by whom; how many lines that win are looked along; and how many
    positions of each depth are looked at (see `within_reach`).
    """

    beginners: int
    regulars: int
    distracted: int
    lines: int
    width: int = 0


THOROUGH = Tries(32, 32, 64, 48, 300)
"""For the catalogue."""
SEALED = THOROUGH._replace(width=100)
"""For sealed decks, twenty a minute in plain Python."""
QUICK = Tries(8, 8, 32, 8, 100)
"""For fresh deals, hundreds a second."""


class Pack(NamedTuple):
    """Cards in dealing order, and the seed of the games by which they are tried out."""

    cards: Sequence[Card]
    seed: int

    @classmethod
    def numbered(cls, number: int) -> Pack:
        """That of a deal number."""
        return cls(shuffled(standard_pack(), number), number & 0xFFFFF)


class Tried(NamedTuple):
    """What came of a deal."""

    is_solved: bool
    """Whether a line by the tip was found; False too where the time was up."""
    is_kept: bool
    """Whether the sample found no tie at which the tip loses and another choice wins."""
    difficulty: Difficulty | None
    """None where it is not kept."""


def tried(draw: int, packs: Sequence[Pack], tries: Tries, budget: Budget, is_known: bool) -> list[Tried]:
    """Tries packs out; with `is_known` each is known to have a line by the tip.

    Else it is looked for within the budget's nodes. The same pack and seed always come to the same.
    """
    found = numbers(len(packs))
    cards, seeds = (
        row([number_of(each) for pack in packs for each in pack.cards]),
        row([pack.seed for pack in packs]),
    )
    nodes = 0 if is_known else budget.nodes
    wanted = row([*tries, 0, *EFFORTS])
    try_packs(new_table(), new_room(), draw, cards, seeds, nodes, wanted, budget.stop, found)
    return [_tried(int(each), tries) for each in found]


def _tried(found: int, tries: Tries) -> Tried:
    if found < 0:
        return Tried(found == FAILED_A_TRY, False, None)
    return Tried(True, True, difficulty_of(found, tries[DISTRACTED]))

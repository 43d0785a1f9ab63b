"""Hints at 1-3 Back by determinization: deal first, and which merges lose the least.

While the deck holds a card, dealing is never worse than a merge: the merge is still there
afterwards, onto the same stack (see `solve`). So the stock action stands first as long
as it can, and of the merges those that leave the fewest stacks over many orders of the unseen
cards. With the deck empty everything is seen, and the beams themselves say what is best.

Knows which cards are unseen; must not look at their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from game.rules.one_three_back import DECK
from game.rules.position import STOCK, Move, Position
from game.rules.variant import Variant
from game.solver.advice import Advice
from game.solver.answer import Budget
from game.solver.kernels.compiled import IS_COMPILED
from game.solver.one_three_back.solve import fewest, row_of

SAMPLES = 30
SAMPLE_WIDTHS = (20,) if IS_COMPILED else (2,)
SEEN_WIDTHS = (5, 60, 300, 1000, 4000, 12000) if IS_COMPILED else (2, 10, 60)


def advise(variant: Variant, position: Position, random: Random) -> Iterator[list[Advice]]:
    """Every move with the stacks it leads to, fewest first; nothing where there is no move.

    Raises:
        SolverError: a card is there twice, or they lie as they never could.
    """
    row = row_of(variant, position)
    merges = [move for move in variant.legal_moves(position) if move != STOCK]
    deck = len(position.piles[DECK])
    if deck:
        yield from _sampled(row[: len(row) - deck], sorted(row[len(row) - deck :]), merges, random)
    elif merges:
        yield from _seen(row, merges)


def _sampled(row: list[int], unseen: list[int], merges: list[Move], random: Random) -> Iterator[list[Advice]]:
    """Advice over more and more orders of the unseen cards, each the same for all moves."""
    moves = [STOCK, *merges]
    stacks: dict[Move, list[int]] = {move: [] for move in moves}
    for sample in range(1, SAMPLES + 1):
        order = [*row, *random.sample(unseen, len(unseen))]
        left = {move: fewest(_after(order, move), Budget(), SAMPLE_WIDTHS).stacks for move in moves}
        left[STOCK] = min(left.values())  # all that the others can do, it can do later
        for move in moves:
            stacks[move].append(left[move])
        # Once it is best to deal it stays so, whatever comes, to the end of the deck.
        dealt = _advice(STOCK, stacks[STOCK], sample)._replace(then=(STOCK,) * (len(unseen) - 1))
        yield _ranked([dealt, *(_advice(move, stacks[move], sample) for move in merges)])


def _seen(row: list[int], merges: list[Move]) -> Iterator[list[Advice]]:
    """Advice on a grid without a deck: a line by wider and wider beams, the other merges by a narrow one."""
    stacks = {move: fewest(_after(row, move), Budget(), SEEN_WIDTHS[:1]).stacks for move in merges}
    for width in SEEN_WIDTHS:
        line = fewest(row, Budget(), (width,))
        first = line.merges[0]
        stacks[first] = min(line.stacks, stacks[first])
        yield _ranked([_advice(move, [left], 1) for move, left in stacks.items()])
        if line.is_proven or min(stacks.values()) == 1:
            return


def _advice(move: Move, stacks: list[int], samples: int) -> Advice:
    return Advice(move, stacks.count(1), samples, sum(stacks) / samples)


def _ranked(advice: list[Advice]) -> list[Advice]:
    """Fewest stacks first; of equals the one with more wins, then the stock, then by position."""
    return sorted(advice, key=lambda each: (each.mean, -each.wins, each.move))


def _after(row: list[int], move: Move) -> list[int]:
    """The row after a merge; after the stock action too, for `row` holds every card to come."""
    if move == STOCK:
        return row
    source, target = move.source - 1, move.target - 1
    return [*row[:target], row[source], *row[target + 1 : source], *row[source + 1 :]]

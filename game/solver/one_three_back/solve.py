"""Solver of 1-3 Back by wider and wider beams: the fewest stacks with all cards known, and the merges.

The search deals the whole deck first. That loses nothing: a merge looks only at its two stacks
and at their distance, a dealt card goes behind every stack, and the grid has a slot for each
card; so a deal and the merge before it may change places, and with all deals in front every
line ends at the same grid as before. Its answer deals as late as its merges allow.

Knows positions and the beam; must not know how the beam chooses.
"""

from __future__ import annotations

from itertools import count, pairwise
from typing import NamedTuple

from game.rules.one_three_back import DECK
from game.rules.position import STOCK, Move, Pile, Position
from game.rules.variant import Variant
from game.solver.answer import Answer, Budget, SolverError, Verdict
from game.solver.kernels.compiled import Numbers, numbers
from game.solver.one_three_back.beam import IS_COMPLETE, NODES, search

WIDTHS = (5, *[60] * 6, 300, *[60] * 30, 1000, 4000, 12000)
"""The first is quick, for a small budget. Many narrow beams, each going by chance in another way, find
one stack sooner than a few wide ones: within 0.2 s in 200 of 200 deals, where 192 were."""


class Found(NamedTuple):
    """The best that was found for a row of top cards."""

    stacks: int
    merges: tuple[Move, ...]
    is_proven: bool
    """Whether no line leaves fewer: one stack is there, or all lines were looked at."""
    nodes: int


def solve(variant: Variant, position: Position, budget: Budget) -> Answer:
    """Looks for the fewest stacks; `value` is how many, `moves` lead there and deal every card.

    SOLVED: one stack is left. UNSOLVABLE: one stack is out of reach, and `value` is the fewest,
    proven by complete search. GAVE_UP: neither is known; `value` is the best that was found.

    Raises:
        SolverError: there are no cards, one is there twice, or they lie as they never could.
    """
    row = row_of(variant, position)
    found = fewest(row, budget)
    verdict = Verdict.UNSOLVABLE if found.is_proven else Verdict.GAVE_UP
    if found.stacks == 1:
        verdict = Verdict.SOLVED
    moves = _with_deals(found.merges, len(row) - len(position.piles[DECK]), len(position.piles[DECK]))
    return Answer(verdict, found.stacks, moves, found.nodes)


def par(variant: Variant, deck: Pile, budget: Budget) -> tuple[int, bool]:
    """The fewest stacks found for a deck, index 0 dealt first, and whether that is proven.

    Proven it is called par, else best known. One stack is what almost every deck can reach.

    Raises:
        SolverError: there are no cards, or one is there twice.
    """
    found = fewest(row_of(variant, variant.deal(deck)), budget)
    return found.stacks, found.is_proven


def row_of(variant: Variant, position: Position) -> list[int]:
    """The top cards of the stacks and then the cards of the deck as they will come, as 0 to 51.

    Raises:
        SolverError: there are no cards, one is there twice, or they lie as they never could.
    """
    cards = sorted(each.up.text for pile in position.piles for each in pile)
    if not cards:
        raise SolverError("There are no cards.")
    for one, other in pairwise(cards):
        if one == other:
            raise SolverError(f"{one} is there twice.")
    refusal = variant.start_refusal(position)
    if refusal is not None:
        raise SolverError(f"That is no position of {variant.title}: {refusal}.")
    deck, stacks = position.piles[DECK], position.piles[DECK + 1 :]
    tops = [stack[-1] for stack in stacks if stack]
    return [each.identity % 52 for each in (*tops, *reversed(deck))]


def fewest(row: list[int], budget: Budget, widths: tuple[int, ...] = WIDTHS) -> Found:
    """Merges a row with one beam after the other, each wider, until it is one stack or all is seen."""
    best, plan, nodes = Found(len(row), (), len(row) == 1, 0), numbers(len(row)), 0
    start, report = numbers(len(row)), numbers(2)
    for place, card in enumerate(row):
        start[place] = card
    for salt, width in zip(count(0, 2), widths, strict=False):
        if best.is_proven:
            break
        left = budget.nodes - nodes
        merges = search(start, width, salt, 1, left, budget.stop, plan, report)
        nodes += report[NODES]
        stacks = len(row) - merges
        is_proven = stacks == 1 or report[IS_COMPLETE] == 1
        if stacks < best.stacks or is_proven:
            best = Found(stacks, tuple(_merges(plan, merges)), is_proven, nodes)
        budget.note(best.stacks, int(nodes))
        if budget.is_spent or nodes >= budget.nodes:
            break
    return best._replace(nodes=int(nodes))


def _merges(plan: Numbers, merges: int) -> list[Move]:
    """The moves that a kernel's plan stands for."""
    steps = [int(plan[step]) for step in range(merges)]
    return [Move((step >> 1) + 1, (step >> 1) - 2 * (step & 1)) for step in steps]


def _with_deals(merges: tuple[Move, ...], stacks: int, deck: int) -> tuple[Move, ...]:
    """The merges with each card of the deck dealt when a merge needs it, the rest at the end."""
    moves = []
    for merge in merges:
        while stacks < merge.source:
            moves.append(STOCK)
            stacks, deck = stacks + 1, deck - 1
        moves.append(merge)
        stacks -= 1
    return (*moves, *[STOCK] * deck)

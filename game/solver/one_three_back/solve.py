"""Solver of 1-3 Back by wider and wider beams, and hints by determinization.

Solver of 1-3 Back by wider and wider beams: the fewest stacks with all cards known, and the merges.

The search deals the whole deck first. That loses nothing: a merge looks only at its two stacks
and at their distance, a dealt card goes behind every stack, and the grid has a slot for each
card; so a deal and the merge before it may change places, and with all deals in front every
line ends at the same grid as before. Its answer deals as late as its merges allow.

Hints at 1-3 Back by determinization: deal first, and which merges lose the least.

While the deck holds a card, dealing is never worse than a merge: the merge is still there
afterwards, onto the same stack (see `solve`). So the stock action stands first as long
as it can, and of the merges those that leave the fewest stacks over many orders of the unseen
cards. With the deck empty everything is seen, and the beams themselves say what is best.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, pairwise
from random import Random
from typing import NamedTuple

from game.rules.one_three_back import DECK
from game.rules.position import STOCK, Move, Pile, Position
from game.rules.variant import Variant
from game.solver.advice import Advice
from game.solver.answer import Budget, SearchResult, SolverError, Verdict
from game.solver.kernels.compiled import IS_COMPILED, Numbers, numbers
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


def solve(variant: Variant, position: Position, budget: Budget) -> SearchResult:
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
    return SearchResult(verdict, found.stacks, moves, found.nodes)


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

"""Batch verdicts on Klondike deals, from their numbers or their packs, without any table.

Knows how a number becomes a pack (`game.deals`, once more as a kernel: half the time of an easy
deal) and how a pack is dealt; must not know what the verdicts are for. Lines are not kept, and so
not played by the rules: whoever publishes a verdict has `solve` prove it.

    >>> from game.solver.answer import Budget
    >>> [verdict.value for verdict in deal_verdicts(3, [8, 9], Budget(nodes=2000))]
    ['solved', 'solved']
"""

from __future__ import annotations

from collections.abc import Sequence

from game.solver.answer import Budget, Verdict
from game.solver.kernels.compiled import Numbers, kernel, numbers, row
from game.solver.klondike.moves import DEEPEST, Room, new_room
from game.solver.klondike.search import LOST, UNDECIDED, WON, decide, decide_by_the_tip
from game.solver.klondike.state import Table, fill, new_table

VERDICTS = {WON: Verdict.SOLVED, LOST: Verdict.UNSOLVABLE, UNDECIDED: Verdict.GAVE_UP}
PILES = 6 + 24 + 7 + 2 * 28
"""How many numbers tell a deal to `state.fill`."""
HALF = (1 << 32) - 1


def deal_verdicts(draw: int, deals: Sequence[int], budget: Budget, by_the_tip: bool = False) -> list[Verdict]:
    """Verdicts on deals by their numbers (0 to 2^64 − 1), each with the budget's nodes.

    With `by_the_tip` only lines count that follow it (see `game.rules.leftmost`).
    What is not reached when the budget's time is up counts as given up.
    """
    high, low = row([each >> 32 for each in deals]), row([each & HALF for each in deals])
    found = numbers(len(deals))
    _decide_numbers(new_table(), new_room(), draw, by_the_tip, high, low, budget.nodes, budget.stop, found)
    return [VERDICTS[int(each)] for each in found]


def deck_verdicts(draw: int, decks: Sequence[Sequence[int]], budget: Budget) -> list[Verdict]:
    """Verdicts on packs in dealing order, in the numbers of `card_sets`, each with the budget's nodes."""
    cards = row([card for deck in decks for card in deck])
    found = numbers(len(decks))
    _decide_decks(new_table(), new_room(), draw, cards, budget.nodes, budget.stop, found)
    return [VERDICTS[int(each)] for each in found]


@kernel
def _decide_numbers(
    table: Table,
    room: Room,
    draw: int,
    by_the_tip: bool,
    high: Numbers,
    low: Numbers,
    nodes: int,
    stop: Numbers,
    found: Numbers,
) -> None:
    deck, piles, path = numbers(52), numbers(PILES), numbers(DEEPEST + 2)
    for i in range(len(found)):
        found[i] = UNDECIDED
        if stop[0] == 0:
            shuffle(high[i], low[i], deck)
            lay_out(deck, 0, piles)
            start = fill(table, draw, piles)
            if by_the_tip:
                found[i] = decide_by_the_tip(table, room, start, nodes, stop, path)
            else:
                found[i] = decide(table, room, start, nodes, stop, path)


@kernel
def _decide_decks(
    table: Table, room: Room, draw: int, decks: Numbers, nodes: int, stop: Numbers, found: Numbers
) -> None:
    piles, path = numbers(PILES), numbers(DEEPEST + 2)
    for i in range(len(found)):
        found[i] = UNDECIDED
        if stop[0] == 0:
            lay_out(decks, 52 * i, piles)
            found[i] = decide(table, room, fill(table, draw, piles), nodes, stop, path)


@kernel
def shuffle(high: int, low: int, deck: Numbers) -> None:
    """The pack of the deal `high × 2^32 + low`, in dealing order: `game.deals.shuffled` as a kernel.

    Numbers of 64 bits are kept as halves, so that none is ever negative.
    """
    for i in range(52):
        suit, rank = i // 13, i % 13
        deck[i] = 4 * rank + (suit if suit == 0 else 1 if suit == 3 else suit + 1)
    for last in range(51, 0, -1):
        # 2^64 modulo the number of cards left: so many of the highest numbers are not fair.
        power = (HALF % (last + 1) + 1) % (last + 1)
        unfair = power * power % (last + 1)
        while True:
            low += 0x7F4A7C15
            high = (high + 0x9E3779B9 + (low >> 32)) & HALF
            low &= HALF
            mixed_high, mixed_low = high, low
            mixed_low ^= (mixed_low >> 30 | mixed_high << 2) & HALF
            mixed_high ^= mixed_high >> 30
            mixed_high, mixed_low = _times(mixed_high, mixed_low, 0xBF58476D, 0x1CE4E5B9)
            mixed_low ^= (mixed_low >> 27 | mixed_high << 5) & HALF
            mixed_high ^= mixed_high >> 27
            mixed_high, mixed_low = _times(mixed_high, mixed_low, 0x94D049BB, 0x133111EB)
            mixed_low ^= (mixed_low >> 31 | mixed_high << 1) & HALF
            mixed_high ^= mixed_high >> 31
            if mixed_high < HALF or mixed_low <= HALF - unfair:
                break
        chosen = (mixed_high % (last + 1) * power + mixed_low) % (last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]


@kernel
def _times(high: int, low: int, other_high: int, other_low: int) -> tuple[int, int]:
    """The lower 64 bits of a product, in halves."""
    # A quarter at a time: the product of two halves would not stay below 2^63.
    first = low * (other_low & 0xFFFF)
    second = low * (other_low >> 16) + (first >> 16)
    carried = second >> 16
    product_low = (second & 0xFFFF) << 16 | first & 0xFFFF
    crossed = (high * (other_low & 0xFFFF) + low * (other_high & 0xFFFF)) & HALF
    crossed += ((high * (other_low >> 16) + low * (other_high >> 16)) & 0xFFFF) << 16
    return (carried + crossed) & HALF, product_low


@kernel
def lay_out(decks: Numbers, start: int, piles: Numbers) -> None:
    """The piles of the pack that begins at `start`, dealt as Klondike is, for `state.fill`."""
    for i in range(5):
        piles[i] = 0
    piles[5] = 24
    for i in range(24):
        piles[6 + i] = decks[start + 28 + i]
    at = 30
    for column in range(7):
        piles[at] = column + 1
        for depth in range(column + 1):
            # Rows before it hold 7, 6, … cards, and the row itself begins with column `depth`.
            card = start + 7 * depth - depth * (depth - 1) // 2 + column - depth
            piles[at + 1 + 2 * depth], piles[at + 2 + 2 * depth] = decks[card], 0
        at += 2 * column + 3

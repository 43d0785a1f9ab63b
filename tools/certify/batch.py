"""Verdicts on many deals of Rush at once, by their numbers, faster than one by one.

No lines are kept, so the rules do not check them: before publishing a verdict, have `solve` prove it.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.solver.answer import Budget, Verdict
from game.solver.kernels.compiled import Numbers, kernel, numbers, row
from game.solver.klondike.moves import Buffers, new_room
from game.solver.klondike.search import LOST, UNDECIDED, WON, decide, decide_by_the_tip
from game.solver.klondike.solve import PILES, lay_out
from game.solver.klondike.state import DealTable, fill, new_table

VERDICTS = {WON: Verdict.SOLVED, LOST: Verdict.UNSOLVABLE, UNDECIDED: Verdict.GAVE_UP}
HALF = (1 << 32) - 1


def deal_verdicts(
    draw: int, deals: Sequence[int], budget: Budget, leftmost_only: bool = False
) -> list[Verdict]:
    """Verdicts on deals by their numbers (0 to 2^64 − 1), each with the budget's nodes.

    With `leftmost_only` only lines that follow the leftmost rule count. Deals not reached in time count as
    given up.
    """
    high, low = row([deal >> 32 for deal in deals]), row([deal & HALF for deal in deals])
    found = numbers(len(deals))
    _decide_numbers(new_table(), new_room(), draw, leftmost_only, high, low, budget.nodes, budget.stop, found)
    return [VERDICTS[int(verdict)] for verdict in found]


@kernel
def _decide_numbers(
    table: DealTable,
    room: Buffers,
    draw: int,
    leftmost_only: bool,
    high: Numbers,
    low: Numbers,
    nodes: int,
    stop: Numbers,
    found: Numbers,
) -> None:
    deck, piles = numbers(52), numbers(PILES)
    for i in range(len(found)):
        found[i] = UNDECIDED
        if stop[0] == 0:
            shuffle(high[i], low[i], deck)
            lay_out(deck, 0, piles)
            start = fill(table, draw, piles)
            if leftmost_only:
                found[i] = decide_by_the_tip(table, room, start, nodes, stop)
            else:
                found[i] = decide(table, room, start, nodes, stop)


@kernel
def shuffle(high: int, low: int, deck: Numbers) -> None:
    """The pack of the deal `high × 2^32 + low`, in dealing order: `game.cards.shuffled` as a kernel.

    64-bit numbers are kept as halves, so that none is ever negative.
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

"""Cross-check of deals that cannot be won, by an independent search (`klondike.checker`).

Knows verdicts and the second search; must not know the first, nor who asks.
"""

from __future__ import annotations

import time

from game.deals import shuffled
from game.rules import find_variant
from game.rules.rush import Rush
from game.solver.certify.decide import Deals, Decided, Effort
from game.solver.certify.verdicts import GAVE_UP, SOLVED, UNSOLVABLE
from game.solver.kernels.compiled import numbers, row
from game.solver.klondike.checker import CAN, CANNOT, can_be_won
from game.solver.klondike.checker_state import deal

GAMES = (Rush.name,)
"""Those of which the second search can confirm deals."""
LETTERS = {CAN: SOLVED, CANNOT: UNSOLVABLE}
MOST_STATES = 40_000_000
"""Looked at for a deal, at most: half a minute, 0.8 GB."""
STATES_A_SECOND = 1_000_000
"""So many are taken for a second of the effort, that the same answers come everywhere."""


def confirm(deals: Deals, effort: Effort) -> Decided:
    """Decides deals anew, each within the effort's states, or as many as there is room for.

    By the tip a deal is looked at twice so long: it may be lost by any moves.
    """
    started_s = time.perf_counter()
    variant = find_variant(deals.game, deals.options)
    assert isinstance(variant, Rush)
    most, letters = min(effort.nodes, MOST_STATES), bytearray()
    if effort.seconds is not None:
        most = min(most, int(effort.seconds * STATES_A_SECOND))
    for number in range(deals.first, deals.first + deals.how_many):
        deck = row([13 * each.suit + each.rank - 1 for each in shuffled(variant.pack(), number)])
        # What cannot be won by any moves cannot be won by the tip, and is most often sooner seen.
        found = int(can_be_won(deal(deck, variant.draw, False), most, numbers(1)))
        if deals.by_the_tip and found != CANNOT:
            found = int(can_be_won(deal(deck, variant.draw, True), most, numbers(1)))
        letters.append(LETTERS.get(found, GAVE_UP))
    return Decided(bytes(letters), time.perf_counter() - started_s)

"""The second search: it confirms what cannot be won, never against the first, and refutes a wrong claim."""

from random import Random

import pytest

from game.play.deal import deal_number
from game.rules.rush import Rush
from game.solver.answer import Budget, Verdict
from game.solver.kernels.compiled import IS_COMPILED, numbers, row
from game.solver.klondike.solve import deal_verdicts
from tools.certify.checker import CAN, CANNOT, OUT_OF_ROOM, can_be_won, deal
from tools.certify.deciding import Deals, Effort
from tools.certify.proving import confirm
from tools.certify.verdicts import GAVE_UP, SOLVED, UNSOLVABLE

NODES, STATES = (20_000, 400_000) if IS_COMPILED else (300, 8_000)


def second_verdict(draw: int, number: int, most: int, by_the_tip: bool = False) -> int:
    deck = row([13 * each.suit + each.rank - 1 for each in deal_number(Rush(), number).deck])
    return int(can_be_won(deal(deck, draw, by_the_tip), most, numbers(1)))


@pytest.mark.parametrize("by_the_tip", [False, True])
@pytest.mark.parametrize("draw", [1, 3])
def test_unsolvable_deals_drawn_at_random_are_confirmed(draw, by_the_tip):
    """Of a sample by seed, those that the second search can finish here; none may be won by it."""
    random, confirmed = Random(7 * draw), 0
    drawn = [random.randrange(10**9) for _ in range(400 if IS_COMPILED else 40)]
    verdicts = deal_verdicts(draw, drawn, Budget(nodes=NODES), by_the_tip)
    wanted = 20 if IS_COMPILED else 1
    for number, verdict in zip(drawn, verdicts, strict=True):
        if verdict is Verdict.UNSOLVABLE and confirmed < wanted:
            second = second_verdict(draw, number, STATES, by_the_tip)
            assert second != CAN, number
            confirmed += second == CANNOT
    assert confirmed == wanted


@pytest.mark.parametrize("by_the_tip", [False, True])
@pytest.mark.parametrize("draw", [1, 3])
def test_what_is_solved_is_never_refuted(draw, by_the_tip):
    drawn = range(5000, 5060 if IS_COMPILED else 5006)
    verdicts = deal_verdicts(draw, drawn, Budget(nodes=NODES), by_the_tip)
    won = 0
    for number, verdict in zip(drawn, verdicts, strict=True):
        if verdict is Verdict.SOLVED:
            second = second_verdict(draw, number, STATES // 4, by_the_tip)
            assert second in (CAN, OUT_OF_ROOM), number
            won += second == CAN
    assert won >= (20 if IS_COMPILED else 1)


@pytest.mark.skipif(not IS_COMPILED, reason="takes minutes")
def test_a_wrong_claim_is_refuted_and_the_tip_is_told_apart():
    # 989 can be won drawing one card, but not by the tip.
    any_moves, tip = (Deals("rush", ("draw=1",), 989, 1, by_the_tip) for by_the_tip in (False, True))
    assert confirm(any_moves, Effort(nodes=3_000_000)).letters == bytes([SOLVED])
    assert confirm(tip, Effort(nodes=3_000_000)).letters == bytes([UNSOLVABLE])
    assert confirm(tip, Effort(nodes=50)).letters == bytes([GAVE_UP])

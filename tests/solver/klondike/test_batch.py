"""Verdicts on many deals at once, and the shuffle they rest on."""

from hypothesis import given
from hypothesis import strategies as st

from game.cards import standard_pack
from game.deals import NUMBERS, shuffled
from game.play.deal import deal_number
from game.rules.rush import Rush
from game.solver.answer import Budget, Verdict
from game.solver.kernels.compiled import numbers
from game.solver.klondike.solve import HALF, deal_verdicts, deck_verdicts, number_of, shuffle
from game.solver.solve import solve

deal_numbers = st.one_of(
    st.integers(0, NUMBERS - 1), st.sampled_from([0, 1, HALF, HALF + 1, NUMBERS // 2, NUMBERS - 1])
)


def pack(number):
    return [number_of(each) for each in shuffled(standard_pack(), number)]


@given(deal_numbers)
def test_the_kernel_shuffles_as_deals_do(number):
    deck = numbers(52)
    shuffle(number >> 32, number & HALF, deck)
    assert [int(each) for each in deck] == pack(number)


def test_numbers_packs_and_positions_have_the_same_verdicts():
    for draw in (1, 3):
        variant, deals = Rush(draw=draw), range(40, 55)
        singly = [solve(variant, deal_number(variant, each).position, Budget(nodes=400)) for each in deals]
        expected = [each.verdict for each in singly]
        assert deal_verdicts(draw, deals, Budget(nodes=400)) == expected
        assert deck_verdicts(draw, [pack(each) for each in deals], Budget(nodes=400)) == expected
        assert Verdict.SOLVED in expected


def test_what_is_not_reached_in_time_counts_as_given_up():
    budget = Budget()
    budget.cancel()
    assert deal_verdicts(3, [1, 2], budget) == [Verdict.GAVE_UP] * 2


def test_no_deals_have_no_verdicts():
    assert deal_verdicts(1, [], Budget()) == deck_verdicts(3, [], Budget()) == []

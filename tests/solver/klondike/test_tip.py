"""Solving Rush by the tip: the kernel's moves against the definition, verdicts against brute force."""

from random import Random

import pytest

from game.play.deal import deal_number
from game.rules.position import Move, Position
from game.rules.rush import COLUMNS, FOUNDATIONS, Rush, follows_tip, ties
from game.rules.variant import Outcome
from game.solver.answer import Budget, SolverError, Verdict
from game.solver.kernels.compiled import IS_COMPILED, row
from game.solver.klondike.moves import GOES_HOME, HOW, NO_CARD, expand, new_room, settle
from game.solver.klondike.solve import deal_verdicts, number_of, piles_of_position, solve, solve_by_the_tip
from game.solver.klondike.state import HAND_MASK, PROVING, TIP, fill, look, new_table
from tests.solver.klondike.naive import can_win, tied

MAX_COUNT = 300
"""So many arrangements of a position are looked at; those with more are left out."""
Leaving = tuple[int, bool, int]
"""A card that leaves its original place, whether it goes home, and the king that moves into its space."""


def leaving_by_definition(variant: Rush, start: Position) -> tuple[set[Leaving], bool] | None:
    """What may leave its original place by the tip, however placed cards are carried about before.

    And whether the tip forbids anything; None when there are too many ways.
    """
    hidden = [sum(not each.face_up for each in start.piles[pile]) for pile in COLUMNS]
    tops = {pile: number_of(start.piles[pile][hidden[pile - 6]]) for pile in COLUMNS if start.piles[pile]}
    found, is_tied = set(), False
    seen, waiting = {start.piles}, [start]
    while waiting:
        position = waiting.pop()
        is_tied = is_tied or bool(ties(variant, position))
        for move in variant.legal_moves(position):
            if move.source < FOUNDATIONS.start:
                continue
            cards = position.piles[move.source]
            card = number_of(cards[-move.count])
            if tops.get(move.source) == card:
                if follows_tip(variant, position, move):
                    found |= leaving(variant, position, move, card, hidden, tops)
                continue
            after = variant.after_move(position, move)
            if after.piles not in seen:
                seen.add(after.piles)
                waiting.append(after)
        if len(seen) > MAX_COUNT:
            return None
    return found, is_tied


def leaving(
    variant: Rush, position: Position, move: Move, card: int, hidden: list[int], tops: dict[int, int]
) -> set[Leaving]:
    """What a move of a top comes to; from a bottom only as a king's way into the only space."""
    goes_home = move.target in FOUNDATIONS
    if goes_home:
        return {(card, True, NO_CARD)}
    if hidden[move.source - 6]:
        return {(card, False, NO_CARD)}
    if not all(position.piles[pile] for pile in COLUMNS):
        return set()
    after = variant.after_move(position, move)
    return {
        (card, False, number_of(after.piles[king.source][-king.count]))
        for king in variant.legal_moves(after)
        if king.target == move.source and king.source in COLUMNS and hidden[king.source - 6]
        if tops[king.source] == number_of(after.piles[king.source][-king.count])
        if follows_tip(variant, after, king)
    }


def leaving_by_the_kernel(variant: Rush, position: Position) -> set[Leaving] | None:
    """What the kernel lets leave; None where it sends cards of the hand home before."""
    table, room = new_table(), new_room()
    start = fill(table, variant.draw, row(piles_of_position(variant, position)))
    table[TIP] = PROVING
    view = look(table, start)
    root = settle(table, start, view.tops, view.originals, view.hand)
    if (root ^ start) & int(table[HAND_MASK]):
        return None
    found = set()
    for index in range(expand(table, look(table, root), room, False)):
        how = int(room[HOW + index])
        card, king = how >> 8 & 255, how & 255
        if not (int(view.hand) >> card & 1 or (king != NO_CARD and int(view.hand) >> king & 1)):
            found.add((card, bool(how & GOES_HOME), king))
    return found


def test_what_the_kernel_lets_leave_is_what_the_definition_lets_leave():
    compared = in_ties = 0
    for number in range(120):
        random = Random(number)
        variant = Rush(draw=random.choice((1, 3)))
        position = tied(random, variant, random.randint(20, 40))
        kernels = leaving_by_the_kernel(variant, position)
        known = None if kernels is None else leaving_by_definition(variant, position)
        if known is None:
            continue
        definition, is_tied = known
        compared += 1
        in_ties += is_tied
        # A king at home that may come back to a space is told by the kernel as no king.
        idle = {each for each in kernels if not each[1] and each[2] == NO_CARD and each not in definition}
        assert kernels - idle == definition, number
        assert not idle or any(len(position.piles[pile]) == 13 for pile in FOUNDATIONS), number
    assert compared >= 80
    assert in_ties >= 25


LOST_BY_THE_TIP = (28, 134, 610, 737, 804, 826, 849, 964)
"""Positions that can be won, and cannot be won by the tip."""


@pytest.mark.parametrize("number", [*range(1, 25), *LOST_BY_THE_TIP])
def test_verdicts_by_the_tip_are_those_of_brute_force(number):
    random = Random(number)
    variant = Rush(draw=random.choice((1, 3)))
    position = tied(random, variant, random.randint(14, 26), hand=False)
    known = can_win(variant, position, 400, by_the_tip=True)
    if known is None:
        assert number not in LOST_BY_THE_TIP
        return
    answer = solve_by_the_tip(variant, position, Budget(nodes=20_000))
    assert answer.verdict is (Verdict.SOLVED if known else Verdict.UNSOLVABLE)
    if number in LOST_BY_THE_TIP:
        assert not known
        assert solve(variant, position, Budget(nodes=20_000)).verdict is Verdict.SOLVED


@pytest.mark.parametrize("draw", [1, 3])
def test_every_move_of_a_line_follows_the_tip(draw):
    variant, solved = Rush(draw=draw), 0
    for number in range(12):
        position = deal_number(variant, number).position
        answer = solve_by_the_tip(variant, position, Budget(nodes=600))
        for move in answer.moves:
            assert follows_tip(variant, position, move)
            position = variant.apply(position, move)
        if answer.verdict is Verdict.SOLVED:
            solved += 1
            assert variant.outcome(position) is Outcome.WON
    assert solved >= 4


BY_ANY_LINE_ONLY = {1: (62, 549), 3: (398, 549)}
"""Deals that can be won, and none of whose lines follows the tip."""


@pytest.mark.skipif(not IS_COMPILED, reason="takes minutes")
@pytest.mark.parametrize("draw", [1, 3])
def test_there_are_deals_that_can_be_won_but_not_by_the_tip(draw):
    numbers, budget = BY_ANY_LINE_ONLY[draw], Budget(nodes=300_000)
    assert deal_verdicts(draw, numbers, budget) == [Verdict.SOLVED] * len(numbers)
    assert deal_verdicts(draw, numbers, budget, by_the_tip=True) == [Verdict.UNSOLVABLE] * len(numbers)


def test_many_deals_by_the_tip_are_decided_as_each_is():
    variant, budget = Rush(draw=1), Budget(nodes=600)
    found = deal_verdicts(1, range(20), budget, by_the_tip=True)
    each = [solve_by_the_tip(variant, deal_number(variant, at).position, budget).verdict for at in range(20)]
    assert found == each


def test_a_column_that_is_no_run_is_refused_in_one_sentence():
    text = Rush().position_to_text(deal_number(Rush(), 1).position)
    last = text.split(" ")[-1]
    before = text.split(" ")[-2]
    position = Rush().position_from_text(text.replace(f"{before} {last}", f"{before.strip('()')} {last}"))
    with pytest.raises(SolverError, match="no run"):
        solve_by_the_tip(Rush(), position, Budget(nodes=1))

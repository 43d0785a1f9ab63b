"""Solver of Klondike against brute search; many deals at once; and the verifier of its lines."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.cards import NUMBERS, shuffled, standard_pack
from game.play.deal import deal_deck, deal_number
from game.rules.position import STOCK, Move
from game.rules.rush import FOUNDATIONS, Rush
from game.rules.variant import Outcome
from game.solver.answer import Budget, SolverError, Verdict
from game.solver.kernels.compiled import IS_COMPILED, numbers
from game.solver.klondike.solve import number_of
from game.solver.klondike.solve import solve as solve_rush
from game.solver.klondike.verifier import wins
from game.solver.solve import solve
from tests.solver.klondike.naive import can_win, ending, wandered
from tools.certify.batch import HALF, deal_verdicts, shuffle

KNOWN = {"S": Verdict.SOLVED, "U": Verdict.UNSOLVABLE}
DECKS = [line.split(" ", 1) for line in Path(__file__).with_name("decks.txt").read_text().splitlines()]
"""120 packs in dealing order, each after its verdicts at draw 3 and draw 1, in which at least two of
Solvitaire, klondike-solver and lonelybot agree."""
HARD = 21
"""The one of them that takes longest: nobody wins it."""


def answer(variant, position, nodes):
    with Budget(nodes=nodes) as budget:
        return solve(variant, position, budget)


def played(variant, position, moves):
    """The position after the moves; once the game is solved, only moves home may follow."""
    for move in moves:
        assert not variant.is_auto_finishing(position) or move.target in FOUNDATIONS
        position = variant.apply(position, move)
    return position


@pytest.mark.parametrize("draw", [3, 1])
def test_the_verdicts_on_known_decks(draw):
    variant, decided = Rush(draw=draw), 0
    for known, deck in DECKS:
        position = deal_deck(variant, deck, None).position
        found = answer(variant, position, 30_000 if IS_COMPILED else 300)
        if found.verdict is not Verdict.GAVE_UP:
            decided += 1
            assert found.verdict is KNOWN[known[draw == 1]]
        if found.verdict is Verdict.SOLVED:
            assert variant.outcome(played(variant, position, found.moves)) is Outcome.WON
    assert decided >= (105 if IS_COMPILED else 60)


def test_a_line_is_played_by_the_rules_once():
    class Counted(Rush):
        played = 0

        def after_move(self, position, move):
            Counted.played += 1
            return super().after_move(position, move)

    found = answer(Counted(), deal_number(Rush(), 8).position, 2000)
    assert found.verdict is Verdict.SOLVED
    assert Counted.played == len(found.moves)


@pytest.mark.skipif(not IS_COMPILED, reason="takes minutes")
def test_the_hardest_deck_is_proven():
    variant = Rush()
    found = answer(variant, deal_deck(variant, DECKS[HARD][1], None).position, 5_000_000)
    assert found.verdict is Verdict.UNSOLVABLE


@pytest.mark.parametrize("draw", [1, 3])
@pytest.mark.parametrize("steps", [10, 40, 120])
def test_a_solution_plays_by_the_rules_from_the_middle_of_a_game(draw, steps):
    variant, solved = Rush(draw=draw), 0
    for number in range(20):
        position = wandered(variant, number, steps)
        found = answer(variant, position, 500)
        end = played(variant, position, found.moves)
        assert found.value == variant.home(end)
        if found.verdict is Verdict.SOLVED:
            solved += 1
            assert variant.outcome(end) is Outcome.WON
    assert solved >= 5


@pytest.mark.parametrize("draw", [1, 3])
def test_endings_are_decided_as_by_brute_force(draw):
    variant, seen = Rush(draw=draw), 0
    for number in range(40):
        random = Random(number)
        position = ending(random, variant, random.randint(5, 18))
        known = can_win(variant, position, 400)
        if known is not None:
            seen += 1
            found = answer(variant, position, 20_000)
            assert found.verdict is (Verdict.SOLVED if known else Verdict.UNSOLVABLE)
            assert variant.home(played(variant, position, found.moves)) == found.value
    assert seen >= 10


@pytest.mark.parametrize(("draw", "games"), [(3, range(15)), (1, [40])])
def test_games_played_badly_are_decided_as_by_brute_force(draw, games):
    variant, decided = Rush(draw=draw), 0
    for number in games:
        position = wandered(variant, number, 300)
        known = can_win(variant, position, 150)
        if known is not None:
            decided += 1
            found = answer(variant, position, 20_000)
            assert found.verdict is (Verdict.SOLVED if known else Verdict.UNSOLVABLE)
    assert decided >= 1


def test_a_card_of_the_hand_is_laid_down_for_its_mates_run_to_hop_to():
    # Both can be won only so: the mate goes home from under its run.
    variant = Rush(draw=1)
    for text in (
        "pile stock (9C) (9S) (TH) (KD) (8H) (2D) (QD) (3D) (JH) (QH) (5C) (AH) (9D) (6D) (KC) (3C)\n"
        "pile waste QS TD 6C\npile f1 AC 2C\npile f4 AS 2S 3S\npile t1 KS\n"
        "pile t4 (QC) (JC) (7D) JS\npile t5 (8C) (7S) (KH) 8D 7C 6H\npile t6 (4D) (5S) 2H\n"
        "pile t7 (5D) (AD) (4C) (4H) (TS) JD TC 9H 8S 7H 6S 5H 4S 3H",
        "pile stock (8C) (4D) (5C) (6C) (QD) (AS) (8D) (3D) (KH)\n"
        "pile waste QH 3C 7S KS 7C TD 5H KD 2H 9S 4S\npile f3 AH\npile t1 TC 9D 8S 7H\n"
        "pile t2 QC\npile t3 KC\npile t4 (JS) (8H) (QS) 6H 5S 4H\npile t5 (AC) (3S) 5D 4C 3H 2C\n"
        "pile t6 (2S) (AD) (JD) (7D) 6D\npile t7 (JH) (2D) (JC) (TS) (9H) (6S) TH 9C",
    ):
        position = variant.position_from_text(text)
        found = answer(variant, position, 1000)
        assert variant.outcome(played(variant, position, found.moves)) is Outcome.WON


def test_what_cannot_be_won_drawing_one_card_cannot_be_won_drawing_three():
    for number in range(60):
        one, three = (
            answer(variant, deal_number(variant, number).position, 500).verdict
            for variant in (Rush(draw=1), Rush(draw=3))
        )
        assert (one, three) != (Verdict.UNSOLVABLE, Verdict.SOLVED)


FULL = "\n".join(
    f"pile f{index} " + " ".join(rank + suit for rank in "A23456789TJQK")
    for index, suit in enumerate("CDHS", 1)
)


@pytest.mark.parametrize(
    ("piles", "moves"), [(FULL.replace(" KC", "") + "\npile t4 KC", ["t4>f1"]), (FULL, [])]
)
def test_a_king_goes_home_from_under_nothing_and_a_game_that_is_won_needs_no_moves(piles, moves):
    variant = Rush()
    found = answer(variant, variant.position_from_text(piles), 10)
    assert (found.verdict, found.value) == (Verdict.SOLVED, 52)
    assert [variant.move_to_text(move) for move in found.moves] == moves


def test_runs_that_lie_one_on_another_in_given_piles_are_carried_run_by_run():
    variant = Rush(draw=1)
    position = variant.position_from_text(
        "pile f1 AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC\n"
        "pile f2 AD 2D 3D 4D 5D 6D 7D 8D 9D TD\n"
        "pile f3 AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH\n"
        "pile f4 AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS\n"
        "pile t1 (JD) QS KH QC\n"
        "pile t2 KD\n"
        "pile t3 KS QD\n"
        "pile t4 KC QH"
    )
    found = answer(variant, position, 1000)
    assert found.verdict is Verdict.SOLVED
    assert variant.outcome(played(variant, position, found.moves)) is Outcome.WON


# What is no game ------------------------------------------------------------------------------
FIRST_DEAL = Rush().position_to_text(deal_number(Rush(), 1).position)
LAST = FIRST_DEAL.split(" ")[-1]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (FIRST_DEAL.replace("pile t7 ", "pile t7 (AC) ", 1), "times instead of 1"),
        (FIRST_DEAL.replace("pile stock ", "pile stock AC ", 1), "times instead of 1"),
        (FIRST_DEAL.replace("KS", "KH", 1), "instead of 1"),
        (FIRST_DEAL.removesuffix(" " + LAST), "is missing"),
        (FIRST_DEAL.removesuffix(LAST) + f"({LAST})", "face-up card must lie on the face-down"),
    ],
)
def test_what_is_no_table_is_refused_in_one_sentence(text, says):
    with pytest.raises(SolverError, match=says) as refused:
        answer(Rush(), Rush().position_from_text(text), 1)
    assert str(refused.value).count(".") == 1


def test_a_hand_beyond_that_of_any_deal_is_refused():
    variant = Rush()
    pack = [card.up.text for card in deal_number(variant, 1).deck]
    text = "pile stock " + " ".join(f"({text})" for text in pack[:45]) + "\npile t1 " + " ".join(pack[45:])
    with pytest.raises(SolverError, match="too many cards"):
        answer(variant, variant.position_from_text(text), 1)


deal_numbers = st.one_of(
    st.integers(0, NUMBERS - 1), st.sampled_from([0, 1, HALF, HALF + 1, NUMBERS // 2, NUMBERS - 1])
)


def pack(number):
    return [number_of(card) for card in shuffled(standard_pack(), number)]


@given(deal_numbers)
def test_the_kernel_shuffles_as_deals_do(number):
    deck = numbers(52)
    shuffle(number >> 32, number & HALF, deck)
    assert [int(number) for number in deck] == pack(number)


@pytest.mark.parametrize("leftmost_only", [False, True])
def test_numbers_and_positions_have_the_same_verdicts(leftmost_only):
    for draw in (1, 3):
        variant, deals, budget = Rush(draw=draw), range(40, 55), Budget(nodes=400)
        positions = (deal_number(variant, deal).position for deal in deals)
        expected = [solve(variant, position, budget, leftmost_only).verdict for position in positions]
        assert deal_verdicts(draw, deals, budget, leftmost_only) == expected
        assert Verdict.SOLVED in expected


def test_what_is_not_reached_in_time_counts_as_given_up():
    budget = Budget()
    budget.cancel()
    assert deal_verdicts(3, [1, 2], budget) == [Verdict.GAVE_UP] * 2
    assert deal_verdicts(1, [], Budget()) == []


def line_of(variant, number):
    """A deal's first position, and moves that win it."""
    position = deal_number(variant, number).position
    with Budget(nodes=3000) as budget:
        answer = solve_rush(variant, position, budget)
    return position, answer.moves if answer.verdict is Verdict.SOLVED else None


def is_won_by_the_rules(variant, position, moves):
    for move in moves:
        if not variant.is_legal(position, move):
            return False
        position = variant.after_move(position, move)
    return sum(len(position.piles[pile]) for pile in FOUNDATIONS) == 52


def gestures(chance):
    """What could be asked for: the stock, a move, or nonsense."""
    pile = range(-1, 15)
    while True:
        yield (
            STOCK
            if chance.random() < 0.1
            else Move(chance.choice(pile), chance.choice(pile), chance.randrange(-1, 6))
        )


@pytest.mark.parametrize("draw", [3, 1])
def test_it_lets_through_what_the_rules_let_through_and_nothing_else(draw):
    variant, chance, wrong, right, lines = Rush(draw=draw), Random(draw), 0, 0, 0
    any_gesture = gestures(chance)
    for number in range(20):
        position, moves = line_of(variant, number)
        if moves is None:
            continue
        lines += 1
        assert wins(variant, position, moves)
        assert not wins(variant, position, moves[:-1]), "not all cards are home"
        for _ in range(40):
            # One gesture is another one, is left out, or comes in between.
            changed, at = [*moves], chance.randrange(len(moves))
            changed[at : at + chance.randrange(2)] = [next(any_gesture)] * chance.randrange(2)
            expected = is_won_by_the_rules(variant, position, changed)
            assert wins(variant, position, changed) is expected, changed[at]
            wrong, right = wrong + (not expected), right + expected
    assert lines >= 10
    assert wrong > 100
    assert right > 10


@pytest.mark.parametrize("draw", [3, 1])
def test_every_gesture_on_the_way_is_judged_as_by_the_rules(draw):
    variant = Rush(draw=draw)
    for number in (8, 9):
        position, moves = line_of(variant, number)
        chance, before = Random(number), position
        for done, move in enumerate(moves):
            asked = [*variant.legal_moves(position), *(next(gestures(chance)) for _ in range(5))]
            for other in chance.sample(asked, min(len(asked), 8)):
                changed = [*moves[:done], other, *_back(variant, position, other), *moves[done:]]
                assert wins(variant, before, changed) is is_won_by_the_rules(variant, before, changed), other
            position = variant.apply(position, move)


def _back(variant, position, move):
    """What takes a move back by another one, where the rules allow that."""
    if move == STOCK or not variant.is_legal(position, move):
        return []
    back = Move(move.target, move.source, move.count)
    return [back] if variant.is_legal(variant.after_move(position, move), back) else []


def test_given_piles_are_played_too():
    variant = Rush()
    position = variant.position_from_text(
        "\n".join(
            f"pile f{index} " + " ".join(f"{rank}{suit}" for rank in "A23456789TJQ")
            for index, suit in enumerate("CDHS", 1)
        )
        + "\npile waste KC\npile t1 KD\npile t2 (KH) KS"
    )
    home = [variant.move_from_text(text) for text in ("waste>f1", "t1>f2", "t2>f4", "t2>f3")]
    assert wins(variant, position, home)
    assert not wins(variant, position, home[::-1]), "a face-down card cannot move"
    between = [variant.move_from_text("t1>t3"), variant.move_from_text("t3>f2")]
    assert wins(variant, position, [home[0], *between, *home[2:]])
    assert not wins(variant, position, [home[0], *home[2:3], *between, home[3]]), "it is solved"


def test_a_game_with_rules_of_its_own_is_none_of_its_business():
    class Other(Rush):
        pass

    position, moves = line_of(Rush(), 8)
    assert not wins(Other(), position, moves)


def test_cards_of_any_deck_are_told_apart():
    variant = Rush(draw=1)
    suits = [[f"{rank}{suit}" for rank in "A23456789TJQK"] for suit in "CDHS"]
    deck = " ".join(card for suit in suits for card in suit)
    position = deal_deck(variant, deck, None).position
    assert not wins(variant, position, [])
    assert not wins(variant, position, [STOCK] * 24)

"""The verifier of Klondike lines says of every gesture what the rules say."""

from random import Random

import pytest

from game.play.deal import deal_deck, deal_number
from game.rules.position import STOCK, Move
from game.rules.rush import FOUNDATIONS, Rush
from game.solver.answer import Budget, Verdict
from game.solver.klondike.solve import solve
from game.solver.klondike.verifier import wins


def line_of(variant, number):
    """A deal's first position, and moves that win it."""
    position = deal_number(variant, number).position
    with Budget(nodes=3000) as budget:
        answer = solve(variant, position, budget)
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

"""The leftmost among equals: which columns tie, and which moves follow the tip."""

import pytest

from game.rules.position import Position
from game.rules.rush import Rush, ties
from game.rules.rush import follows_leftmost_rule as follows

RUSH = Rush()


def at(*piles: str) -> Position:
    """A position of lines such as `t1 (4D) JC`; something in the hand, so that it is not solved."""
    return RUSH.position_from_text("\n".join(f"pile {each}" for each in (*piles, "stock (2D)")))


def tied(*piles: str) -> list[str]:
    """The ties of a position, `t1 t3 > t5`."""
    names = [place.name for place in RUSH.piles]
    return [
        f"{' '.join(names[each] for each in tie.columns)} > {' '.join(names[each] for each in tie.targets)}"
        for tie in ties(RUSH, at(*piles))
    ]


def right_moves(*piles: str) -> list[str]:
    """The legal moves that do not follow the tip."""
    position = at(*piles)
    moves = RUSH.legal_moves(position)
    return [RUSH.move_to_text(move) for move in moves if not follows(RUSH, position, move)]


ON_A_CARD = ("t2 (KC) 7C", "t4 (QC) 7S", "t6 8H")


def test_two_runs_over_equal_numbers_that_fit_on_one_card_tie():
    assert tied(*ON_A_CARD) == ["t2 t4 > t6"]
    assert right_moves(*ON_A_CARD) == ["t4>t6"]


def test_left_and_right_are_those_of_the_table():
    assert right_moves("t7 (KC) 7C", "t4 (QC) 7S", "t1 8H") == ["t7>t1"]


def test_the_order_in_which_one_looks_at_the_target_changes_nothing():
    assert right_moves("t1 8H", "t2 (KC) 7C", "t4 (QC) 7S") == ["t4>t1"]


def test_two_kings_tie_for_a_space():
    piles = ("t1 (7C) KC QH", "t3 (7S) KD", "t2 4C", "t4 5C", "t5 6C", "t6 9C")
    assert tied(*piles) == ["t1 t3 > t7"]
    assert right_moves(*piles) == ["t3>t7"]


def test_kings_do_not_tie_without_a_space():
    piles = ("t1 (7C) KC", "t3 (7S) KD", "t2 4C", "t4 5C", "t5 6C", "t6 9C", "t7 TC")
    assert tied(*piles) == []


def test_of_three_kings_only_the_leftmost_may_go():
    piles = ("t2 (7C) KC", "t3 (7S) KS", "t5 (6S) KD", "t1 3C", "t4 4C")
    assert tied(*piles) == ["t2 t3 t5 > t6 t7"]
    assert right_moves(*piles) == ["t3>t6", "t3>t7", "t5>t6", "t5>t7"]


def test_three_columns_of_which_two_are_equal():
    piles = ("t2 (7C) KC", "t3 (7S) (6H) KS", "t5 (6S) KD", "t1 3C", "t4 4C", "t6 5C")
    assert tied(*piles) == ["t2 t5 > t7"]
    assert right_moves(*piles) == ["t5>t7"]


def test_two_ties_at_once():
    piles = ("t1 (KC) 7C", "t2 (QC) 7S", "t3 8H", "t4 (QD) (JD) TD", "t5 (KD) (JC) TH", "t6 JS")
    assert tied(*piles) == ["t1 t2 > t3", "t4 t5 > t6"]
    assert right_moves(*piles) == ["t2>t3", "t5>t6"]


def test_what_lies_on_the_runs_makes_no_difference():
    assert tied("t2 (KC) 7C 6H 5S 4H", "t4 (QC) 7S", "t6 8H") == ["t2 t4 > t6"]
    assert tied("t2 (KC) 7C 6H", "t4 (QC) 7S 6D 5C", "t6 8H") == ["t2 t4 > t6"]


def test_unequal_numbers_of_face_down_cards_do_not_tie():
    assert tied("t2 (KC) (3C) 7C", "t4 (QC) 7S", "t6 8H") == []


def test_nothing_face_down_is_no_tie():
    assert tied("t2 7C", "t4 7S", "t6 8H") == []


def test_each_with_a_place_of_its_own_ties_where_both_fit():
    piles = ("t2 (KC) 7C", "t4 (QC) 7S", "t6 8H", "t7 8D")
    assert tied(*piles) == ["t2 t4 > t6 t7"]
    assert right_moves(*piles) == ["t4>t6", "t4>t7"]


def test_different_cards_that_can_move_to_different_places_do_not_tie():
    assert tied("t2 (KC) 7C", "t4 (QC) 6S", "t6 8H", "t7 7D") == []


@pytest.mark.parametrize("right", ["t4 (QC) 8D 7S", "t4 (QC) 8H 7S 6D"])
def test_there_is_no_tie_where_only_a_part_of_a_run_would_move(right):
    piles = ("t2 (KC) 7C", right, "t6 8S" if "8H" in right else "t6 8H")
    assert tied(*piles) == []
    assert right_moves(*piles) == []


def test_a_part_of_the_right_run_may_move_in_a_tie():
    piles = ("t2 (KC) 7C", "t4 (QC) 7S 6D", "t6 8H")
    assert "t4>t2" in [RUSH.move_to_text(move) for move in RUSH.legal_moves(at(*piles))]
    assert right_moves(*piles) == ["t4>t6:2"]


def test_the_right_run_may_not_go_home_in_a_tie_either():
    assert sorted(right_moves("t2 (KC) 2C", "t4 (QC) 2S", "t6 3H", "f4 AS")) == ["t4>f4", "t4>t6"]


def test_once_the_left_run_has_gone_the_right_one_is_free():
    position = at("t2 (KC) 7C", "t4 (QC) 7S", "t6 8H", "t7 8D")
    after = RUSH.apply(position, RUSH.move_from_text("t2>t6"))
    assert follows(RUSH, after, RUSH.move_from_text("t4>t7"))


def test_what_is_not_a_run_ties_with_nothing():
    assert tied("t2 (KC) 7C 3H", "t4 (QC) 7S", "t6 8H") == []


def test_a_solved_game_has_no_ties():
    solved = RUSH.position_from_text("pile t1 KC\npile t3 KD")
    assert ties(RUSH, solved) == []


def test_moves_of_hand_waste_and_foundations_follow_the_tip():
    position = at(*ON_A_CARD, "waste 8D", "f1 AC")
    for move in RUSH.legal_moves(position):
        if RUSH.move_to_text(move) != "t4>t6":
            assert follows(RUSH, position, move)

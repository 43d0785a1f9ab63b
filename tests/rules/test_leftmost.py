"""The leftmost among equals: which columns tie, and which moves follow the tip."""

from collections.abc import Iterable

from game.rules.position import Position
from game.rules.rush import Rush, ties
from game.rules.rush import follows_leftmost_rule as follows
from tests.each import each

RUSH = Rush()


def at(*piles: str) -> Position:
    """A position of lines such as `t1 (4D) JC`; something in the hand, so that it is not solved."""
    return RUSH.position_from_text("\n".join(f"pile {pile}" for pile in (*piles, "stock (2D)")))


def tied(*piles: str) -> list[str]:
    """The ties of a position, `t1 t3 > t5`."""
    names = [place.name for place in RUSH.piles]

    def named(piles: Iterable[int]) -> str:
        return " ".join(names[pile] for pile in piles)

    return [f"{named(tie.columns)} > {named(tie.targets)}" for tie in ties(RUSH, at(*piles))]


def right_moves(*piles: str) -> list[str]:
    """The legal moves that do not follow the tip."""
    position = at(*piles)
    moves = RUSH.legal_moves(position)
    return [RUSH.move_to_text(move) for move in moves if not follows(RUSH, position, move)]


ON_A_CARD = ("t2 (KC) 7C", "t4 (QC) 7S", "t6 8H")
KING, TOPS = "t1 (7C) KC QH", ("t2 4C", "t4 5C", "t5 6C", "t6 9C")
TIES = {
    "two runs that fit on one card": (ON_A_CARD, "t2 t4 > t6", "t4>t6"),
    "left and right are those of the table": (("t7 (KC) 7C", "t4 (QC) 7S", "t1 8H"), "t4 t7 > t1", "t7>t1"),
    "whichever pile the target is": (("t1 8H", "t2 (KC) 7C", "t4 (QC) 7S"), "t2 t4 > t1", "t4>t1"),
    "two kings for a space": ((KING, "t3 (7S) KD", *TOPS), "t1 t3 > t7", "t3>t7"),
    "kings without a space": ((KING, "t3 (7S) KD", *TOPS, "t7 TC"), "", ""),
    "three kings": (
        ("t2 (7C) KC", "t3 (7S) KS", "t5 (6S) KD", "t1 3C", "t4 4C"),
        "t2 t3 t5 > t6 t7",
        "t3>t6 t3>t7 t5>t6 t5>t7",
    ),
    "three kings of which two are equal": (
        ("t2 (7C) KC", "t3 (7S) (6H) KS", "t5 (6S) KD", "t1 3C", "t4 4C", "t6 5C"),
        "t2 t5 > t7",
        "t5>t7",
    ),
    "two ties at once": (
        ("t1 (KC) 7C", "t2 (QC) 7S", "t3 8H", "t4 (QD) (JD) TD", "t5 (KD) (JC) TH", "t6 JS"),
        "t1 t2 > t3, t4 t5 > t6",
        "t2>t3 t5>t6",
    ),
    "whatever lies on the left run": (("t2 (KC) 7C 6H 5S 4H", "t4 (QC) 7S", "t6 8H"), "t2 t4 > t6", "t4>t6"),
    "each with a place of its own": ((*ON_A_CARD, "t7 8D"), "t2 t4 > t6 t7", "t4>t6 t4>t7"),
    "the right run may not go home either": (
        ("t2 (KC) 2C", "t4 (QC) 2S", "t6 3H", "f4 AS"),
        "t2 t4 > t6",
        "t4>f4 t4>t6",
    ),
    "unequal numbers of face-down cards": (("t2 (KC) (3C) 7C", "t4 (QC) 7S", "t6 8H"), "", ""),
    "nothing face down": (("t2 7C", "t4 7S", "t6 8H"), "", ""),
    "different cards to different places": (("t2 (KC) 7C", "t4 (QC) 6S", "t6 8H", "t7 7D"), "", ""),
    "a part of a run": (("t2 (KC) 7C", "t4 (QC) 8D 7S", "t6 8H"), "", ""),
    "the middle of a run": (("t2 (KC) 7C", "t4 (QC) 8H 7S 6D", "t6 8S"), "", ""),
    "no run": (("t2 (KC) 7C 3H", "t4 (QC) 7S", "t6 8H"), "", ""),
}


@each(("piles", "told", "right"), TIES.values())
def test_equal_columns_tie_and_only_the_leftmost_follows_the_tip(piles, told, right):
    assert ", ".join(tied(*piles)) == told
    assert " ".join(sorted(right_moves(*piles))) == right


def test_a_part_of_the_right_run_may_move_in_a_tie():
    piles = ("t2 (KC) 7C", "t4 (QC) 7S 6D", "t6 8H")
    assert "t4>t2" in [RUSH.move_to_text(move) for move in RUSH.legal_moves(at(*piles))]
    assert right_moves(*piles) == ["t4>t6:2"]


def test_once_the_left_run_has_gone_the_right_one_is_free():
    position = at("t2 (KC) 7C", "t4 (QC) 7S", "t6 8H", "t7 8D")
    after = RUSH.apply(position, RUSH.move_from_text("t2>t6"))
    assert follows(RUSH, after, RUSH.move_from_text("t4>t7"))


def test_a_solved_game_has_no_ties():
    assert ties(RUSH, RUSH.position_from_text("pile t1 KC\npile t3 KD")) == []


def test_moves_of_hand_waste_and_foundations_follow_the_tip():
    position = at(*ON_A_CARD, "waste 8D", "f1 AC")
    for move in RUSH.legal_moves(position):
        if RUSH.move_to_text(move) != "t4>t6":
            assert follows(RUSH, position, move)

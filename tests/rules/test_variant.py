"""The contract of a game, tried on a game so small that every position can be read."""

from typing import ClassVar, NamedTuple

import pytest

from game.cards import NotationError, card
from game.rules.position import (
    STOCK,
    Move,
    Position,
    alternates,
    face_down_count,
    follows_in_suit,
    goes_home,
    is_run,
    piles_from_texts,
    turned_up,
)
from game.rules.variant import IllegalMove, Outcome, PileKind, Variant, places, top


class Counted(NamedTuple):
    """A tally of two counters."""

    moves: int = 0
    deals: int = 0


class Tiny(Variant):
    """Two columns and a foundation; any card may lie on any other, clubs go home."""

    name: ClassVar = "tiny"
    title: ClassVar = "Tiny"
    piles: ClassVar = places(stock=True, foundations=1, columns=2)
    tally: ClassVar = Counted

    def deal(self, deck, number=0):
        return Position(((), (), deck, ()), Counted())

    def lift_refusal(self, position, pile, count):
        return None if position.piles[pile][-count].face_up else "A face-down card cannot move."

    def drop_refusal(self, position, move):
        if move.target == move.source:
            return "It lies there."
        if move.target == 1:
            cards = position.piles[move.source]
            return None if move.count == 1 and goes_home(cards[-1], position.piles[1]) else "Not yet."
        return None if move.target > 1 else "Not there."

    def after_move(self, position, move):
        return Position(self.moved(position, move), Counted(position.tally[0] + 1, position.tally[1]))

    def outcome(self, position):
        return Outcome.WON if self.home(position) == 3 else None


TINY = Tiny()


def at(*lines):
    return TINY.position_from_text("\n".join(lines))


def moves(position):
    return [TINY.move_to_text(move) for move in TINY.legal_moves(position)]


# Piles ------------------------------------------------------------------------------------
def test_piles_stand_stock_waste_foundations_columns():
    named = places(stock=True, waste=True, foundations=2, columns=3)
    assert [place.name for place in named] == ["stock", "waste", "f1", "f2", "t1", "t2", "t3"]
    assert [place.kind for place in named] == [
        PileKind.STOCK,
        PileKind.WASTE,
        *[PileKind.FOUNDATION] * 2,
        *[PileKind.COLUMN] * 3,
    ]


def test_a_game_without_stock_and_waste_begins_with_its_foundations():
    assert [place.name for place in places(foundations=1, columns=1)] == ["f1", "t1"]


def test_the_available_card_is_the_last():
    assert top(piles_from_texts(["AC 2D"])[0]) is card("2D")
    assert top(()) is None


# Moves ------------------------------------------------------------------------------------
def test_legal_moves_are_all_lifts_on_all_drops():
    assert moves(at("pile t1 (5D) AC", "pile t2 9D")) == ["t1>f1", "t1>t2", "t2>t1"]


def test_legal_moves_count_the_cards():
    assert moves(at("pile t1 9D 8C")) == ["t1>t2", "t1>t2:2"]


def test_legal_moves_are_sorted_by_source_target_count():
    found = TINY.legal_moves(at("pile t1 AC AD", "pile t2 9D"))
    assert found == sorted(found)


def test_the_stock_is_refused_where_a_game_has_none():
    with pytest.raises(IllegalMove, match="This game has no stock"):
        TINY.apply(at("pile t1 AC"), STOCK)


@pytest.mark.parametrize(
    "move", [Move(-1, 2), Move(2, -1), Move(4, 2), Move(2, 4), Move(-2, 3), Move(99, 99)]
)
def test_a_pile_that_does_not_exist_is_refused(move):
    with pytest.raises(IllegalMove, match="There is no such pile"):
        TINY.apply(at("pile t1 AC"), move)


@pytest.mark.parametrize("count", [0, -1, 3, 1000])
def test_more_cards_than_there_are_or_fewer_than_one_are_refused(count):
    with pytest.raises(IllegalMove, match="There are not that many cards"):
        TINY.apply(at("pile t1 9D 8C"), Move(2, 3, count))


def test_an_empty_pile_gives_nothing():
    with pytest.raises(IllegalMove, match="There are not that many cards"):
        TINY.apply(at("pile t1 9D"), Move(3, 2))


def test_why_a_card_cannot_be_lifted_comes_before_why_it_cannot_be_dropped():
    assert TINY.refusal(at("pile t1 (9D)"), Move(2, 1)) == "A face-down card cannot move."
    assert TINY.refusal(at("pile t1 9D"), Move(2, 1)) == "Not yet."


def test_a_legal_move_has_no_refusal():
    position = at("pile t1 9D")
    assert TINY.refusal(position, Move(2, 3)) is None
    assert TINY.is_legal(position, Move(2, 3))
    assert not TINY.is_legal(position, Move(2, 1))


def test_cards_keep_their_order_when_they_move_together():
    after = TINY.apply(at("pile t1 AD 9D 8C", "pile t2 2H"), Move(2, 3, 2))
    assert TINY.position_to_text(after).splitlines()[:2] == ["pile t1 AD", "pile t2 2H 9D 8C"]


def test_a_refused_move_changes_nothing():
    position = at("pile t1 9D")
    with pytest.raises(IllegalMove):
        TINY.apply(position, Move(2, 1))
    assert position == at("pile t1 9D")


def test_can_lift_asks_only_about_cards_that_are_there():
    position = at("pile t1 (9D) 8C")
    assert [count for count in (-1, 0, 1, 2, 3) if TINY.can_lift(position, 2, count)] == [1]
    assert not TINY.can_lift(position, 3, 1)


def test_targets_are_the_piles_where_a_lifted_card_may_be_dropped():
    assert TINY.targets(at("pile t1 AC"), 2, 1) == [1, 3]
    assert TINY.targets(at("pile t1 2C"), 2, 1) == [3]


def test_can_drop_says_whether_one_target_is_among_them():
    position = at("pile t1 AC")
    assert TINY.can_drop(position, Move(2, 1))
    assert not TINY.can_drop(position, Move(2, 0))


def test_send_home_is_the_move_to_a_foundation():
    assert TINY.send_home(at("pile t1 9D AC"), 2) == Move(2, 1)


def test_send_home_finds_nothing_where_there_is_no_place():
    assert TINY.send_home(at("pile t1 2C"), 2) is None
    assert TINY.send_home(at("pile t1 2C"), 3) is None


def test_send_home_leaves_alone_what_is_home():
    assert TINY.send_home(at("pile f1 AC"), 1) is None


def test_home_counts_the_cards_on_foundations():
    assert TINY.home(at("pile f1 AC 2C", "pile t1 3C")) == 2


def test_a_game_is_worth_its_cards_home_unless_it_says_otherwise():
    assert TINY.score(at("pile f1 AC 2C", "pile t1 3C")) == 2


def test_a_game_without_clock_has_no_limit_and_no_bonus():
    assert TINY.limit_ms is None
    assert TINY.time_bonus(at("pile f1 AC"), 5000) == 0


# The start from given piles -----------------------------------------------------------------
def all_but(*missing):
    return " ".join(each.up.text for each in TINY.pack() if each.up.text not in missing)


def test_a_whole_pack_may_start():
    TINY.check_start(at("pile t1 AC (2C)", "pile t2 " + all_but("AC", "2C")))


def test_a_missing_card_is_named():
    with pytest.raises(NotationError, match=r"^2C is missing$"):
        TINY.check_start(at("pile t1 " + all_but("2C")))


def test_a_surplus_card_is_named_whichever_side_is_up():
    with pytest.raises(NotationError, match=r"^AC occurs 2 times instead of 1$"):
        TINY.check_start(at("pile t1 (AC)", "pile t2 " + all_but()))


def test_cards_may_be_missing_where_the_game_allows_it():
    class Lacking(Tiny):
        may_lack_cards = True

    Lacking().check_start(at("pile t1 AC"))
    with pytest.raises(NotationError, match="AC occurs 2 times"):
        Lacking().check_start(at("pile t1 AC AC"))


def test_the_game_itself_may_refuse_a_start():
    class Strict(Tiny):
        may_lack_cards = True

        def start_refusal(self, position):
            return "not like this"

    with pytest.raises(NotationError, match="not like this"):
        Strict().check_start(at("pile t1 AC"))


# Text ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("text", ["t1>t2", "t1>t2:2", "t1>f1", "f1>t2:13", "stock", "t1>t1:3"])
def test_moves_read_back(text):
    assert TINY.move_to_text(TINY.move_from_text(text)) == text


def test_a_count_of_one_is_never_written():
    assert TINY.move_to_text(Move(2, 3, 1)) == "t1>t2"


@pytest.mark.parametrize(
    "text",
    [
        *("t1>t2:1", "t1>t2:0", "t1>t2:02", "t1>t2:-2", "t1>t2:", "t1>t2:1000", "t1>t2:2 "),
        *("t1", "t1>", ">t2", "t1>>t2", "t1 > t2", " t1>t2", "T1>t2", "t1-t2", "t1>t2\n", "", "Stock"),
        *("stock:2", "t1>t2:２", "t１>t2"),
    ],
)
def test_anything_else_is_no_action(text):
    with pytest.raises(NotationError, match="is not an action"):
        TINY.move_from_text(text)


@pytest.mark.parametrize("text", ["t3>t1", "t1>f2", "t0>t1", "t01>t2", "waste>t1", "f>t1"])
def test_a_pile_of_another_game_is_named(text):
    with pytest.raises(NotationError, match=r"there is no pile “\w+” in Tiny"):
        TINY.move_from_text(text)


def test_a_position_is_written_pile_by_pile():
    assert TINY.position_to_text(at("pile t2 9D", "pile f1 AC")) == "pile f1 AC\npile t2 9D"


def test_the_tally_is_written_once_something_was_counted():
    after = TINY.apply(at("pile t1 9D"), Move(2, 3))
    assert TINY.position_to_text(after) == "pile t2 9D\ntally moves=1 deals=0"


def test_a_position_reads_back_with_its_tally():
    text = "pile f1 AC\npile t1 (5D) 4S\ntally moves=7 deals=2"
    assert TINY.position_to_text(TINY.position_from_text(text)) == text
    assert TINY.position_from_text(text).tally == Counted(moves=7, deals=2)


def test_a_tally_may_name_only_what_it_changes():
    assert at("pile t1 AC", "tally deals=2").tally == Counted(0, 2)


@pytest.mark.parametrize("line", ["t1 AC", "pile t1", "pile", "piles t1 AC", "pile t1 AC\npile t1 2C"])
def test_a_line_that_is_no_pile_is_refused(line):
    with pytest.raises(NotationError, match="is not a pile"):
        TINY.position_from_text(line)


def test_a_pile_of_another_game_is_refused():
    with pytest.raises(NotationError, match="there is no pile “t3” in Tiny"):
        at("pile t3 AC")


# Predicates that games share ------------------------------------------------------------------
def cards(text):
    return piles_from_texts([text])[0]


@pytest.mark.parametrize(
    ("upper", "lower"), [("9C", "TH"), ("9C", "TD"), ("9H", "TS"), ("AC", "2D"), ("QD", "KS")]
)
def test_alternating_is_one_lower_and_of_the_other_colour(upper, lower):
    assert alternates(card(upper), card(lower))


@pytest.mark.parametrize(
    ("upper", "lower"), [("9C", "TS"), ("9H", "TD"), ("TH", "9C"), ("8C", "TH"), ("KS", "AH")]
)
def test_the_rest_does_not_alternate(upper, lower):
    assert not alternates(card(upper), card(lower))


def test_following_in_suit_is_one_lower_of_the_same_suit():
    assert follows_in_suit(card("9C"), card("TC"))
    assert not follows_in_suit(card("9C"), card("TS"))
    assert not follows_in_suit(card("TC"), card("9C"))


def test_a_run_fits_card_by_card():
    assert is_run(cards("TH 9C 8D"), alternates)
    assert not is_run(cards("TH 9C 8S"), alternates)
    assert not is_run(cards("9C TH 9S"), alternates)


def test_one_face_up_card_is_a_run():
    assert is_run(cards("TH"), alternates)


def test_a_face_down_card_belongs_to_no_run():
    assert not is_run(cards("(TH) 9C"), alternates)
    assert not is_run(cards("(TH)"), alternates)


def test_home_goes_the_next_of_the_suit_ace_first():
    assert goes_home(card("AC"), ())
    assert not goes_home(card("2C"), ())
    assert goes_home(card("2C"), cards("AC"))
    assert not goes_home(card("2S"), cards("AC"))
    assert not goes_home(card("3C"), cards("AC"))


def test_turning_up_turns_only_the_top():
    assert turned_up(cards("(TH) (9C)")) == cards("(TH) 9C")


def test_what_lies_face_up_or_is_empty_stays_the_same_pile():
    pile = cards("(TH) 9C")
    assert turned_up(pile) is pile
    assert turned_up(()) == ()


def test_face_down_cards_are_counted_over_all_piles():
    assert face_down_count(piles_from_texts(["(TH) 9C", "", "(2C) (3C)"])) == 3

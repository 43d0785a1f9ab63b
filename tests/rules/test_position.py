"""Positions: equality, text of piles, and what travels between two of them."""

import pytest

from game.cards import NotationError, card
from game.rules.position import STOCK, Move, Position, Travel, pile_to_text, piles_from_texts, travels


def position(*texts, tally=()):
    return Position(piles_from_texts(texts), tally)


def test_a_pile_is_written_bottom_first():
    assert pile_to_text((card("(4D)"), card("JC"), card("TH"))) == "(4D) JC TH"


def test_an_empty_pile_is_the_empty_text():
    assert pile_to_text(()) == ""
    assert piles_from_texts([""]) == ((),)


def test_piles_read_back():
    texts = ["(4D) JC TH", "", "KS"]
    assert [pile_to_text(pile) for pile in piles_from_texts(texts)] == texts


def test_like_cards_are_numbered_in_reading_order_over_all_piles():
    first, second = piles_from_texts(["(TH) AC TH", "TH"])
    assert [(each.text, each.copy) for each in first + second] == [
        *(("(TH)", 0), ("AC", 0), ("TH", 1), ("TH", 2)),
    ]


@pytest.mark.parametrize("text", ["TH ", " TH", "TH  JC", "TH,JC", "TH\tJC", "nothing"])
def test_anything_but_cards_with_one_space_between_is_no_pile(text):
    with pytest.raises(NotationError):
        piles_from_texts([text])


def test_a_ninth_like_card_is_refused():
    with pytest.raises(NotationError, match="TH occurs more than 8 times"):
        piles_from_texts(["TH TH TH TH", "TH TH TH TH TH"])


def test_a_move_takes_one_card_unless_told():
    assert Move(3, 5) == Move(3, 5, 1)


def test_the_stock_action_is_no_move_between_piles():
    assert STOCK not in [
        Move(source, target, count) for source in range(3) for target in range(3) for count in range(1, 3)
    ]


def test_positions_are_equal_whichever_copy_lies_where():
    one, other = piles_from_texts(["TH", "TH"]), piles_from_texts(["TH", "TH"])[::-1]
    assert one != other
    assert Position(one) == Position(other)
    assert hash(Position(one)) == hash(Position(other))


def test_positions_differ_by_a_card():
    assert position("TH", "") != position("TD", "")


def test_positions_differ_by_the_place_of_a_card():
    assert position("TH", "") != position("", "TH")


def test_positions_differ_by_the_order_of_a_pile():
    assert position("TH AC") != position("AC TH")


def test_positions_differ_by_the_side_that_is_up():
    assert position("TH") != position("(TH)")


def test_positions_differ_by_what_is_counted():
    assert position("TH", tally=(1,)) != position("TH", tally=(2,))


def test_nothing_travels_where_nothing_changed():
    before = position("TH", "(4D) JC")
    assert travels(before, before) == []
    assert travels(before, Position(tuple(before.piles), (5,))) == []


def test_equal_piles_that_were_made_anew_do_not_travel():
    assert travels(position("TH", "(4D) JC"), position("TH", "(4D) JC")) == []


def test_a_run_travels_card_by_card_bottom_first():
    before, after = position("KS QH JC", "", "AD"), position("KS", "QH JC", "AD")
    assert travels(before, after) == [
        Travel(card("QH"), source=0, source_index=1, target=1, target_index=0, turned=False),
        Travel(card("JC"), source=0, source_index=2, target=1, target_index=1, turned=False),
    ]


def test_a_card_that_turns_over_in_its_place_travels():
    before, after = position("(4D) JC", "QH"), position("4D", "QH JC")
    assert travels(before, after) == [
        Travel(card("4D"), 0, 0, 0, 0, turned=True),
        Travel(card("JC"), 0, 1, 1, 1, turned=False),
    ]


def test_arrivals_are_sorted_by_their_target():
    before, after = position("", "AC", "AD 2D"), position("2D", "AD", "AC")
    assert [(travel.card.text, travel.target) for travel in travels(before, after)] == [
        ("2D", 0),
        ("AD", 1),
        ("AC", 2),
    ]


def test_cards_that_slide_within_a_pile_travel():
    before, after = position("AC 2C 3C", ""), position("2C 3C", "AC")
    assert [(way.card.text, way.source_index, way.target_index) for way in travels(before, after)] == [
        ("2C", 1, 0),
        ("3C", 2, 1),
        ("AC", 0, 0),
    ]


def test_of_two_like_cards_the_one_that_moved_travels():
    before = position("TH", "TH", "")
    first, second, _ = before.piles
    assert travels(before, Position(((), second, first))) == [Travel(first[0], 0, 0, 2, 0, turned=False)]

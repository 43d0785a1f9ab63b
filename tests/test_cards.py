"""Cards: their text, their two sides, their copies."""

from collections import Counter

import pytest

from game.cards import COPIES, RANKS, SUITS, NotationError, card, number_copies, standard_pack


def test_every_face_up_card_reads_back():
    for suit in SUITS:
        for rank in RANKS:
            assert card(rank + suit).text == rank + suit


def test_every_face_down_card_reads_back():
    for suit in SUITS:
        for rank in RANKS:
            assert card(f"({rank}{suit})").text == f"({rank}{suit})"


def test_rank_counts_from_the_ace_to_the_king():
    assert [card(f"{rank}S").rank for rank in RANKS] == list(range(1, 14))


def test_suits_stand_in_the_order_of_the_foundations():
    assert [card(f"A{suit}").suit for suit in "CDHS"] == [0, 1, 2, 3]


def test_diamonds_and_hearts_are_red():
    assert [suit for suit in SUITS if card(f"7{suit}").is_red] == ["D", "H"]


def test_parentheses_mean_face_down():
    assert not card("(TH)").face_up
    assert card("TH").face_up


def test_turning_a_card_over_gives_the_same_card_on_its_other_side():
    assert card("TH").down is card("(TH)")
    assert card("(TH)").up is card("TH")
    assert card("TH").up is card("TH")
    assert card("(TH)").down is card("(TH)")


def test_a_card_equals_only_itself():
    everything = [card(f"{rank}{suit}") for suit in SUITS for rank in RANKS]
    everything += [each.down for each in everything]
    assert len(set(everything)) == 104


def test_a_card_shows_its_text():
    assert repr(card("(QC)")) == "(QC)"


@pytest.mark.parametrize(
    "text", ["", "T", "H", "th", "10H", "TX", "1H", "T H", " TH", "TH ", "TH\n", "(TH", "TH)", "((TH))", "♥T"]
)
def test_anything_else_is_no_card(text):
    with pytest.raises(NotationError, match="is not a card"):
        card(text)


def test_a_refusal_quotes_only_the_beginning_of_a_long_text():
    with pytest.raises(NotationError) as refused:
        card("x" * 100_000)
    assert len(str(refused.value)) < 60


def test_words_for_a_sentence():
    assert card("TH").words == card("(TH)").words == "the ten of hearts"
    assert card("AS").words == "the ace of spades"


def test_sign_for_a_sentence():
    assert [card(text).sign for text in ("TH", "AS", "KD", "2C", "(2C)")] == ["10♥", "A♠", "K♦", "2♣", "2♣"]


def test_pack_order_is_clubs_diamonds_hearts_spades_ace_to_king():
    pack = standard_pack()
    assert [each.up.text for each in pack] == [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


def test_a_new_pack_lies_face_down():
    assert not any(each.face_up for each in standard_pack())


def test_a_suit_named_again_is_the_next_copy_of_its_cards():
    pack = standard_pack("SHSH")
    assert [each.copy for each in pack] == [0] * 26 + [1] * 26
    assert len(set(pack)) == 52


def test_one_suit_can_stand_eight_times():
    pack = standard_pack("S" * 8)
    assert Counter(each.text for each in pack) == {f"({rank}S)": 8 for rank in RANKS}
    assert len({each.identity for each in pack}) == 104


def test_copies_look_alike_and_are_different_cards():
    first, second = number_copies([card("TH"), card("TH")])
    assert first.text == second.text
    assert first.face == second.face
    assert first != second
    assert (first.copy, second.copy) == (0, 1)


def test_copies_are_numbered_in_reading_order_whichever_side_is_up():
    numbered = number_copies([card("TH"), card("9C"), card("(TH)"), card("TH")])
    assert [(each.text, each.copy) for each in numbered] == [("TH", 0), ("9C", 0), ("(TH)", 1), ("TH", 2)]


def test_a_ninth_copy_is_refused():
    assert len(number_copies([card("TH")] * COPIES)) == 8
    with pytest.raises(NotationError, match="TH occurs more than 8 times"):
        number_copies([card("TH")] * (COPIES + 1))

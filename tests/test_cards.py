"""Cards: their text, their two sides, their copies."""

import pytest

from game.cards import COPIES, RANKS, SUITS, NotationError, card, number_copies, standard_pack
from tests.each import each


@each(("place", "suit"), [*enumerate(SUITS)])
def test_every_card_reads_back_on_both_its_sides(place, suit):
    for rank, letter in enumerate(RANKS, 1):
        up, down = card(letter + suit), card(f"({letter}{suit})")
        assert (up.text, down.text, repr(down)) == (letter + suit, f"({letter}{suit})", f"({letter}{suit})")
        assert (up.face_up, down.face_up) == (True, False)
        assert (up.rank, up.suit, up.is_red) == (rank, place, suit in "DH")
        assert up.down is down.down is down
        assert down.up is up.up is up


def test_a_card_equals_only_itself_and_suits_stand_in_the_order_of_the_foundations():
    everything = [card(f"{rank}{suit}") for suit in SUITS for rank in RANKS]
    assert len({*everything, *(laid.down for laid in everything)}) == 104
    assert [card(f"A{suit}").suit for suit in "CDHS"] == [0, 1, 2, 3]


@each(
    "text", ["", "T", "H", "th", "10H", "TX", "1H", "T H", " TH", "TH ", "TH\n", "(TH", "TH)", "((TH))", "♥T"]
)
def test_anything_else_is_no_card(text):
    with pytest.raises(NotationError, match="is not a card"):
        card(text)


def test_a_refusal_quotes_only_the_beginning_of_a_long_text():
    with pytest.raises(NotationError) as refused:
        card("x" * 100_000)
    assert len(str(refused.value)) < 60


def test_words_and_signs_for_a_sentence():
    assert card("TH").words == card("(TH)").words == "the ten of hearts"
    assert card("AS").words == "the ace of spades"
    assert [card(text).sign for text in ("TH", "AS", "KD", "2C", "(2C)")] == ["10♥", "A♠", "K♦", "2♣", "2♣"]


def test_pack_order_is_clubs_diamonds_hearts_spades_ace_to_king_face_down():
    assert [laid.text for laid in standard_pack()] == [
        f"({rank}{suit})" for suit in "CDHS" for rank in "A23456789TJQK"
    ]


def test_copies_look_alike_and_are_different_cards():
    first, second = number_copies([card("TH"), card("TH")])
    assert first.text == second.text
    assert first.face == second.face
    assert first != second
    assert (first.copy, second.copy) == (0, 1)


def test_copies_are_numbered_in_reading_order_whichever_side_is_up():
    numbered = number_copies([card("TH"), card("9C"), card("(TH)"), card("TH")])
    assert [(laid.text, laid.copy) for laid in numbered] == [("TH", 0), ("9C", 0), ("(TH)", 1), ("TH", 2)]


def test_a_ninth_copy_is_refused():
    assert len(number_copies([card("TH")] * COPIES)) == 8
    with pytest.raises(NotationError, match="TH occurs more than 8 times"):
        number_copies([card("TH")] * (COPIES + 1))

"""Deal numbers: the generator's published numbers, whole decks that may never change, fairness.

The decks were written down by a program of its own, not by the code under test.
"""

from collections import Counter
from itertools import islice, permutations

from hypothesis import given
from hypothesis import strategies as st

from game import cards
from game.cards import NUMBERS, card, reshuffle_state, shuffled, splitmix64, standard_pack
from tests.each import each

DECKS = {
    0: "8S JH 9C 2S 2D QD 6S TC 3D AC JC 7C 9H 8C QS KH 5H 2C 3H 5C AH 6C 4S TD 5D 8H"
    " 8D AD QH TS QC JD 3S 4D 2H 9D 3C KD AS 7S 9S 7D JS 6H KS 4C 7H 5S 6D 4H KC TH",
    1: "7D 9C 4D 8H 8D 5S JD 6D 9S JC 5D KD 3C 2D JH 5H 7H 4H 2C AD 6S KC KH TH TS JS"
    " TD 8S QC 4S 6C 7C AS 5C AH KS 6H QS QH QD 9D 3D 3S AC 4C 2H 8C TC 3H 2S 9H 7S",
    48213: "9D TS 2S 9H 4D AC 7S KH 4C 5C 3C 2H AD 2C KD 6C 8D 3S QH 3H 5H 4S QC 9S 3D JS"
    " 5D 6S JH 5S 7H TD 6H QS 6D 4H 8C 8H 9C KS TH JD TC 7C 2D 8S KC QD AS JC 7D AH",
    2**64 - 1: "JC KS 7S 4C AD JH 5D 2H AH 7D 6D 6S 4D AS 4S 7H 3D 2D 9H QH 8D 3S 5S 9S AC 8S"
    " QD TD 7C QS 9C 4H JD KH KC 6H 9D 8H 8C TH 6C KD 2S 3H QC JS 3C 5H TS 2C TC 5C",
}

TWO_PACK_DECKS_OF_7 = {
    "CDHSCDHS": "9C 2S AC KD 4S KS 8S 4D TS 8S QD 9S 7H 3S 6D 2H 3D 4H 9H 7C 5H 4C 6S QC 3D KH QD 5S JH TH"
    " JC JS 7S 9S 5D JC 6C JS TC 5D JD 5C 3H KH AS 9C 2C 5H AH 5C 9H 3C QS 2D JH AS TC AD KS 4S"
    " QS 7C 6H 8H TS 4H 6D KC 3S 9D 8D 6H 8C 2D 5S 7D 8C 8D 7D QH 2C QH TH 2H 4C 9D AH JD 3H AC"
    " 7S TD KD 6C 8H AD 6S 3C 7H TD 4D KC 2S QC",
    "SHSHSHSH": "9S 2H AS KH 4H KH 8H 4H TH 8H QH 9H 7S 3H 6H 2S 3H 4S 9S 7S 5S 4S 6H QS 3H KS QH 5H JS TS"
    " JS JH 7H 9H 5H JS 6S JH TS 5H JH 5S 3S KS AH 9S 2S 5S AS 5S 9S 3S QH 2H JS AH TS AH KH 4H"
    " QH 7S 6S 8S TH 4S 6H KS 3H 9H 8H 6S 8S 2H 5H 7H 8S 8H 7H QS 2S QS TS 2S 4S 9H AS JH 3S AS"
    " 7H TH KH 6S 8S AH 6H 3S 7S TH 4H KS 2H QS",
    "SSSSSSSS": "9S 2S AS KS 4S KS 8S 4S TS 8S QS 9S 7S 3S 6S 2S 3S 4S 9S 7S 5S 4S 6S QS 3S KS QS 5S JS TS"
    " JS JS 7S 9S 5S JS 6S JS TS 5S JS 5S 3S KS AS 9S 2S 5S AS 5S 9S 3S QS 2S JS AS TS AS KS 4S"
    " QS 7S 6S 8S TS 4S 6S KS 3S 9S 8S 6S 8S 2S 5S 7S 8S 8S 7S QS 2S QS TS 2S 4S 9S AS JS 3S AS"
    " 7S TS KS 6S 8S AS 6S 3S 7S TS 4S KS 2S QS",
}


def faces(cards):
    return " ".join(laid.up.text for laid in cards)


def test_splitmix64_gives_its_published_numbers_and_wraps_its_state_at_64_bits():
    assert list(islice(splitmix64(0), 3)) == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    # The state becomes 0, and the mixing maps 0 to 0.
    assert next(splitmix64(NUMBERS - 0x9E3779B97F4A7C15)) == 0


@each("number", DECKS)
def test_a_deal_number_gives_its_deck_for_ever(number):
    assert faces(shuffled(standard_pack(), number)) == DECKS[number]


@each("suits", TWO_PACK_DECKS_OF_7)
def test_two_packs_are_shuffled_the_same_way(suits):
    assert faces(shuffled(standard_pack(suits), 7)) == TWO_PACK_DECKS_OF_7[suits]


@given(st.integers(0, NUMBERS - 1), st.sampled_from(["CDHS", "CDHSCDHS", "SHSHSHSH", "SSSSSSSS"]))
def test_a_shuffle_only_changes_the_order(number, suits):
    pack = standard_pack(suits)
    assert Counter(shuffled(pack, number)) == Counter(pack)


def test_every_order_comes_up_equally_often():
    three = [card("AC"), card("2C"), card("3C")]
    count = Counter(shuffled(three, number) for number in range(6000))
    assert set(count) == set(permutations(three))
    # Each has 1000 expected, a standard deviation of 29.
    assert all(880 < times < 1120 for times in count.values())


def test_a_number_that_would_favour_some_places_is_drawn_again(monkeypatch):
    # 2^64 leaves 1 when shared among three: the last number is one too many.
    numbers = iter([NUMBERS - 1, NUMBERS - 2, 0])
    monkeypatch.setattr(cards, "splitmix64", lambda _state: numbers)
    order = shuffled([card("AC"), card("2C"), card("3C")], 0)
    assert (NUMBERS - 2) % 3 == 2  # the three stays where it is
    assert faces(order) == "2C AC 3C"
    assert next(numbers, None) is None


def test_no_number_is_wasted_where_all_places_are_equally_likely(monkeypatch):
    monkeypatch.setattr(cards, "splitmix64", lambda _state: iter([NUMBERS - 1]))
    assert faces(shuffled([card("AC"), card("2C")], 0)) == "AC 2C"


def test_nothing_and_a_single_card_are_shuffled_already():
    assert shuffled([], 3) == ()
    assert shuffled([card("AC")], 3) == (card("AC"),)


def test_reshuffles_have_states_of_their_own():
    assert reshuffle_state(48213, 1) == 48213 + 0xD1B54A32D192ED03
    assert reshuffle_state(48213, 2) == (48213 + 2 * 0xD1B54A32D192ED03) % NUMBERS
    assert reshuffle_state(NUMBERS - 1, 1) == 0xD1B54A32D192ED02

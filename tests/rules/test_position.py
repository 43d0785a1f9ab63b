"""Positions: equality, text of piles, and what travels between two of them."""

import pytest

from game.cards import NotationError, card
from game.rules.position import Position, Travel, pile_to_text, piles_from_texts, travels
from tests.each import each


def position(*texts, counters=()):
    return Position(piles_from_texts(texts), counters)


@each("text", ["(4D) JC TH", "", "KS"])
def test_a_pile_is_written_bottom_first_and_reads_back(text):
    assert pile_to_text(piles_from_texts([text])[0]) == text
    assert pile_to_text((card("(4D)"), card("JC"), card("TH"))) == "(4D) JC TH"


@each("text", ["TH ", " TH", "TH  JC", "TH,JC", "TH\tJC", "nothing"])
def test_anything_but_cards_with_one_space_between_is_no_pile(text):
    with pytest.raises(NotationError):
        piles_from_texts([text])


def test_positions_are_equal_whichever_copy_lies_where():
    one, other = piles_from_texts(["TH", "TH"]), piles_from_texts(["TH", "TH"])[::-1]
    assert one != other
    assert Position(one) == Position(other)
    assert hash(Position(one)) == hash(Position(other))


@each(
    ("one", "other"),
    [
        (position("TH", ""), position("TD", "")),  # a card
        (position("TH", ""), position("", "TH")),  # its place
        (position("TH AC"), position("AC TH")),  # the order of a pile
        (position("TH"), position("(TH)")),  # the side that is up
        (position("TH", counters=(1,)), position("TH", counters=(2,))),  # what is counted
    ],
)
def test_positions_differ(one, other):
    assert one != other


def test_nothing_travels_where_nothing_changed():
    before = position("TH", "(4D) JC")
    assert travels(before, Position(tuple(before.piles), (5,))) == []
    assert travels(before, position("TH", "(4D) JC")) == [], "nor between piles that were made anew"


TRAVELS = {
    "a run, bottom first": (("KS QH JC", "", "AD"), ("KS", "QH JC", "AD"), ["QH 0:1>1:0", "JC 0:2>1:1"]),
    "a card that turns over": (("(4D) JC", "QH"), ("4D", "QH JC"), ["4D 0:0>0:0 turned", "JC 0:1>1:1"]),
    "sorted by target": (("", "AC", "AD 2D"), ("2D", "AD", "AC"), ["2D 2:1>0:0", "AD 2:0>1:0", "AC 1:0>2:0"]),
    "sliding": (("AC 2C 3C", ""), ("2C 3C", "AC"), ["2C 0:1>0:0", "3C 0:2>0:1", "AC 0:0>1:0"]),
}


@each(("before", "after", "ways"), TRAVELS.values())
def test_cards_travel(before, after, ways):
    assert ways == [
        f"{way.card.text} {way.source}:{way.source_index}>{way.target}:{way.target_index}"
        + " turned" * way.turned
        for way in travels(position(*before), position(*after))
    ]


def test_of_two_like_cards_the_one_that_moved_travels():
    before = position("TH", "TH", "")
    first, second, _ = before.piles
    assert travels(before, Position(((), second, first))) == [Travel(first[0], 0, 0, 2, 0, turned=False)]

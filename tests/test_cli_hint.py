"""The command `hint`: the move, its reason and odds, from nothing but what is seen."""

import json

import pytest

from tests.commands import WON, refusal

pytestmark = [pytest.mark.thorough, pytest.mark.timeout(300)]  # its searches may have to be compiled
KITCHEN = "stock: {}\n".format("?? " * 24) + "\n".join(
    f"t{column}: {'?? ' * (column - 1)}{card}"
    for column, card in enumerate(["5C", "9H", "AC", "8C", "7D", "6S", "KH"], 1)
)
IN_STOCK = "TC TS AD 4D QS 3H 3S JH TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS"
UNSEEN = "7H 2D 9S 5D QH 5S QC 2C JS 3C 5H 7S KD 9C JC 4C AH 2S 6C 6H TH"


def test_a_table_with_unseen_cards_gets_a_hint(run, file):
    code, printed, _ = run("hint", "rush", "--cards", file(KITCHEN))
    assert code == 0
    assert printed.startswith("A♣ from column 3 goes home: turns a card over. Following hints wins")
    told = json.loads(run("hint", "rush", "--cards", file(KITCHEN), "--json")[1])
    assert (told["move"], told["words"] + "\n") == ("t3>f1", printed)
    assert [*told] == ["move", "words", "then", "odds", "wins", "samples"]


def test_the_order_of_the_unseen_cards_tells_nothing(run, file):
    """Two decks that agree on what is seen get one hint."""
    cards = IN_STOCK.split()
    known = KITCHEN.split("\n", 1)[1]
    for card in UNSEEN.split():
        known = known.replace("??", f"({card})", 1)
    answers = {
        run("hint", "rush", "--cards", file(f"stock: {' '.join(order)}\n{known}"))[1]
        for order in (cards, cards[::-1])
    }
    assert len(answers) == 1


def test_a_game_that_is_over_has_no_hint(run, file):
    assert "the game is over" in refusal(run("hint", file(WON)))


def test_an_unnamed_card_comes_first(run, file):
    record = run("deal", "rush", "--deal", 7, "--json")[1]
    deck = json.loads(record)["deck"]
    text = f"patience 1\nvariant rush\ndeal none\ndeck {deck}\nabout unseen=29-52\n\n0 stock\n"
    assert "name 3 cards that turned up first" in refusal(run("hint", file(text)))

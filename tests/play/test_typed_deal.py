"""Deals of one's own: lists and pictures of cards, the formats of other programs, and cards not seen yet."""

from pathlib import Path

import pytest

from game.cards import NotationError, card
from game.play.deal import deal_number, named, turned_up, unseen_cards, unseen_places, verdict_refusal
from game.play.game import Game
from game.play.lines import FileError
from game.play.proof import piles_by_name
from game.play.record import read_record, record_text
from game.play.typed_deal import MAX_BYTES, TypedDeal, read_deal, reader_of, text_of
from game.rules import find_variant
from game.rules.position import STOCK, pile_to_text
from game.rules.variant import PileKind
from tests.each import each

RUSH, SPIDER = find_variant("rush"), find_variant("spider")
DEALT = deal_number(RUSH, 48213)
DECK = pile_to_text(tuple(laid.up for laid in DEALT.deck))
SIGNS = str.maketrans("CDHS", "♣♦♥♠")
KITCHEN = """
stock: {stock}
t1: 9D
t2: ?? KH
t3: ?? ?? 2C
t4: ?? ?? ?? QH
t5: ?? ?? ?? ?? 5H
t6: ?? ?? ?? ?? ?? 9S
t7: ?? ?? ?? ?? ?? ?? 6S
""".format(stock="?? " * 24)


def of_file(name: str, variant=RUSH) -> TypedDeal:
    return read_deal(variant, text_of((Path(__file__).parent / "cards" / name).read_bytes()))


def piles(read: TypedDeal, variant=RUSH) -> dict[str, str]:
    return {name: cards for name, cards in piles_by_name(variant, read.position).items() if cards}


# Lists and pictures ---------------------------------------------------------------------------


@each(
    "text",
    [
        DECK,
        DECK.lower().replace(" ", ", "),
        DECK.replace("T", "10").replace(" ", ";"),
        DECK.replace(" ", ""),
        DECK.translate(SIGNS).replace(" ", "\n"),
        DECK.translate(SIGNS).replace("♥", "♥\ufe0f"),
        " ".join(word[::-1] for word in DECK.split()),
        f"deck {DECK}\n# a remark\n",
        f"\ufeff{DECK}\r\n",
    ],
)
def test_a_list_is_the_deck_in_dealing_order(text):
    read = read_deal(RUSH, text_of(text.encode()))
    assert (read.fault, read.deal.deck, read.position) == (None, DEALT.deck, DEALT.position)


@each("name", ["rush", "spider", "one-three-back", "three-shuffles"])
def test_a_picture_of_piles_is_the_table(name):
    variant = find_variant(name)
    dealt = deal_number(variant, 3).position
    table = piles_by_name(variant, dealt)
    printed = "\n".join(f"{pile:>5}  {cards}" for pile, cards in table.items())
    colons = "\n".join(f"{pile.upper()}: {cards.replace('T', '10')}" for pile, cards in table.items())
    for text in (
        printed,
        f"{variant.title}, deal 3\n{printed}",
        colons,
        variant.position_to_text(dealt).split("\ntally")[0],
    ):
        read = read_deal(variant, text)
        assert (read.fault, read.deal.position.faces()) == (None, dealt.faces())


def test_the_cards_of_the_stock_need_no_parentheses():
    bare = RUSH.position_to_text(DEALT.position).replace("(", "").replace(")", "")
    stock = bare.splitlines()[0]
    assert stock.startswith("pile stock")
    read = read_deal(RUSH, RUSH.position_to_text(DEALT.position).split("\n", 1)[1] + "\n" + stock)
    assert read.position == DEALT.position


def test_a_table_grows_as_its_cards_are_typed():
    for count in range(53):
        read = read_deal(RUSH, " ".join(DECK.split()[:count]), is_typed=True)
        laid = [laid for pile in read.position.piles for laid in pile]
        assert (read.told, len(laid)) == (count, count)
        assert (read.deal is None) == (count < 52)
    first = read_deal(RUSH, DECK[:23], is_typed=True)
    assert piles(first) == {
        "t1": "9D",
        "t2": "(TS) KH",
        **{f"t{n}": f"({DECK.split()[n - 1]})" for n in range(3, 8)},
    }


WRONG = {
    "K♠ 1H": "“1H” is not a card",
    "K♠\n5C QX 7D": "line 2: “QX” is not a card",
    "K♠ 5": "“5” is not a card",
    "5C 5H 5C": "5♣ occurs 2 times instead of 1",
    DECK[:-3]: "A♥ is missing",
    DECK[:-6]: "7♦ and 1 more card are missing",
    "": "A♣ and 51 more cards are missing",
    DECK + " AC": "A♣ occurs 2 times instead of 1",
    "t8: 5C": "there is no pile “t8” in Solitaire Rush",
    "5C t1: 7H": "“t1:” is not a card",
    KITCHEN.replace("6S", "??"): "in a column at least one face-up card must lie on the face-down ones",
    KITCHEN.replace("stock: ??", "stock: ?? ??"): "missing cards: 45; written as ??: 46",
    KITCHEN.replace("stock: ??", "stock:"): "missing cards: 45; written as ??: 44",
    "?? " * 52: "card 1 lies face up: it must be named",
    '{"variant": "spider", "deck": ""}': "these are cards of Spider",
    "Spider suits=4, deal 3\nstock 5C": "these are cards of Spider",
    "{": "this JSON cannot be read",
    '{"cards": []}': "there are no cards in this JSON",
    '{"tableau piles": [[7]]}': "this JSON cannot be read",
    "patience 1\nvariant rush\n": "this is the record of a game: open it as a file",
    "052999": "“999” is not a card",
    "Talon: 5C\nFreecells: 7D": "there is no pile “Freecells” in Solitaire Rush",
    ":5C\n" * 2: "5♣ occurs 2 times instead of 1",
    ":\n" * 8: "there are more than 7 columns",
    '{"variant":"rush","piles":{"t1":"KS","":"QS"}}': "there is no pile “” in Solitaire Rush",
}


@each(("text", "fault"), WRONG.items())
def test_the_first_card_that_is_wrong_double_or_missing_is_named(text, fault):
    read = read_deal(RUSH, text)
    assert (read.fault, read.deal) == (fault, None)


def test_an_unfinished_card_is_no_fault_while_it_is_typed():
    for text in ("KS 1", "KS 10", "ks h", "KS ?", "KS (", "KS\nt", "stock: ??\nwas"):
        assert "missing" in read_deal(RUSH, text, is_typed=True).fault, text
        assert read_deal(RUSH, text).fault.endswith("is not a card"), text


def test_grids_may_lack_cards():
    read = read_deal(find_variant("one-three-back"), "t1: AC\nt2: 2C")
    assert read.fault is None


@each(
    ("data", "why"),
    [
        ("5C".encode("utf-16"), "this file is UTF-16; save it as UTF-8"),
        (b"5C \xff", "the file is not UTF-8 text"),
        (b" " * 65537, "the file is larger than 65536 bytes"),
    ],
)
def test_what_is_no_text_is_told(data, why):
    with pytest.raises(FileError, match=why):
        text_of(data)


# The formats of others ----------------------------------------------------------------------------


def test_a_board_of_pysol():
    """As in TestDeals.txt of Klondike-Solver: the first card of the talon is turned first."""
    read = of_file("pysol.txt")
    assert read.fault is None
    assert piles(read)["stock"].startswith("(AS) (3D)")
    assert piles(read)["stock"].endswith("(TS) (TC)")
    assert piles(read)["t4"] == "(5D) (QH) (5S) 8C"
    turned = RUSH.apply(read.position, STOCK)
    assert pile_to_text(turned.piles[1]) == "TC TS AD"


def test_a_board_with_foundations_and_empty_columns():
    read = of_file("freecell_solver.txt")
    assert piles(read) == {
        **{"stock": "(TC)", "f1": "AC", "f3": "AH 2H 3H", "f4": "AS 2S"},
        **{"t1": "QH (7H) 9S", "t3": "TD"},
    }


def test_a_deal_of_solvitaire():
    """As in its klondikeSM1.json: the last card of the stock is turned first, a column’s last is face up."""
    read = of_file("solvitaire.json")
    assert read.fault is None
    assert piles(read)["stock"].endswith("(TC) (9D)")
    assert piles(read)["t3"] == "(9S) (7D) 6H"
    later = '{"tableau piles": [["2D"]], "waste": ["KC", "QC"], "foundations": ["AH", "2H", "3S"]}'
    assert piles(read_deal(RUSH, later)) == {
        **{"waste": "KC QC", "f3": "AH 2H", "f4": "AS 2S 3S", "t1": "2D"},
    }


def test_the_digit_code():
    """As the README of MinimalKlondike draws it."""
    read = of_file("minimal_klondike.txt")
    assert read.fault is None
    assert piles(read)["t1"] == "7D"
    assert piles(read)["t7"] == "(JC) (JS) (QD) (8D) (AS) (3H) JD"
    assert piles(read)["stock"].endswith("(KD) (TS) (7C)")


# Unseen cards -----------------------------------------------------------------------------------


def test_unseen_cards_are_noted_and_refuse_a_verdict():
    read = read_deal(RUSH, KITCHEN)
    assert read.fault is None
    assert len(unseen_cards(read.deal, read.tags)) == 45
    assert unseen_places(read.tags) == {*range(52)} - {24, 26, 29, 33, 38, 44, 51}
    refusal = verdict_refusal(read.deal, read.tags, read.deal.position)
    assert refusal.startswith("45 cards are unseen")
    again = read_record(record_text(Game(read.deal), read.tags).encode())
    assert (again.deal.position, again.tags) == (read.deal.position, read.tags)


def test_a_card_that_turns_up_is_named():
    read = read_deal(RUSH, KITCHEN)
    game = Game(read.deal)
    game.play(STOCK, 0)
    first, *others = turned_up(read.deal, read.tags, game.position)
    assert len(others) == 2
    deal, tags = named(read.deal, read.tags, first, card("AS"))
    after = RUSH.apply(deal.position, STOCK)
    assert after.piles[1][0].text == "AS"
    assert len(turned_up(deal, tags, after)) == 2
    assert verdict_refusal(deal, tags, after).startswith("44 cards are unseen")
    for text in ("AS", "9D"):  # named just now; seen from the beginning
        with pytest.raises(NotationError, match="is somewhere else already"):
            named(deal, tags, turned_up(deal, tags, after)[0], card(text))
    RUSH.check_start(deal.position)


def test_like_cards_of_two_packs_are_named_one_by_one():
    text = "deck " + pile_to_text(tuple(laid.up for laid in deal_number(SPIDER, 5).deck))
    words = text.split()[1:]
    hidden = " ".join("??" if at < 44 or at >= 54 else word for at, word in enumerate(words))
    read = read_deal(SPIDER, hidden)
    assert read.fault is None
    game = Game(read.deal)
    game.play(STOCK, 0)
    deal, tags = read.deal, read.tags
    for word in words[54:64]:
        position = SPIDER.apply(deal.position, STOCK)
        deal, tags = named(deal, tags, turned_up(deal, tags, position)[0], card(word))
    position = SPIDER.apply(deal.position, STOCK)
    assert not turned_up(deal, tags, position)
    tops = [
        position.piles[at][-1].text for at, spec in enumerate(SPIDER.piles) if spec.kind is PileKind.COLUMN
    ]
    assert sorted(tops) == sorted(words[54:64])


def test_many_empty_lines_are_read_in_no_time():
    assert reader_of("\n" * MAX_BYTES) is None

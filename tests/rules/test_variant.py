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
from game.rules.variant import IllegalMove, Outcome, PileKind, Variant, pile_specs, top
from tests.each import each


class Counted(NamedTuple):
    """A tally of two counters."""

    moves: int = 0
    deals: int = 0


class Tiny(Variant):
    """Two columns and a foundation; any card may lie on any other, clubs go home."""

    name: ClassVar = "tiny"
    title: ClassVar = "Tiny"
    piles: ClassVar = pile_specs(stock=True, foundations=1, columns=2)
    counters: ClassVar = Counted

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
        return Position(self.moved(position, move), Counted(position.counters[0] + 1, position.counters[1]))

    def outcome(self, position):
        return Outcome.WON if self.home(position) == 3 else None


TINY = Tiny()


def at(*lines):
    return TINY.position_from_text("\n".join(lines))


def moves(position):
    return [TINY.move_to_text(move) for move in TINY.legal_moves(position)]


# Piles ------------------------------------------------------------------------------------
def test_piles_stand_stock_waste_foundations_columns():
    named, kind = pile_specs(stock=True, waste=True, foundations=2, columns=3), PileKind
    assert [place.name for place in named] == ["stock", "waste", "f1", "f2", "t1", "t2", "t3"]
    kinds = [kind.STOCK, kind.WASTE, *[kind.FOUNDATION] * 2, *[kind.COLUMN] * 3]
    assert [place.kind for place in named] == kinds
    assert [place.name for place in pile_specs(foundations=1, columns=1)] == ["f1", "t1"]


def test_the_available_card_is_the_last():
    assert top(piles_from_texts(["AC 2D"])[0]) is card("2D")
    assert top(()) is None


# Moves ------------------------------------------------------------------------------------
REFUSED = {
    "This game has no stock": [STOCK],
    "There is no such pile": [Move(-1, 2), Move(2, -1), Move(4, 2), Move(2, 4), Move(-2, 3), Move(99, 99)],
    "There are not that many cards": [Move(3, 2), *(Move(2, 3, count) for count in (0, -1, 3, 1000))],
    "A face-down card cannot move": [Move(2, 1, 2)],
    "Not yet": [Move(2, 1)],
}


@each(("sentence", "move"), [(key, move) for key in REFUSED for move in REFUSED[key]])
def test_what_is_refused_says_why_why_it_cannot_be_lifted_first_and_changes_nothing(sentence, move):
    position = at("pile t1 (9D) 8C")
    with pytest.raises(IllegalMove, match=sentence):
        TINY.apply(position, move)
    assert position == at("pile t1 (9D) 8C")


def test_can_lift_asks_only_about_cards_that_are_there():
    position = at("pile t1 (9D) 8C")
    assert [count for count in (-1, 0, 1, 2, 3) if TINY.can_lift(position, 2, count)] == [1]
    assert not TINY.can_lift(position, 3, 1)


@each(
    ("line", "pile", "move"),
    [("t1 9D AC", 2, Move(2, 1)), ("t1 2C", 2, None), ("t1 2C", 3, None), ("f1 AC", 1, None)],
)
def test_send_home_is_the_move_to_a_foundation_if_there_is_one(line, pile, move):
    assert TINY.send_home(at(f"pile {line}"), pile) == move


def test_a_game_is_worth_its_cards_home_and_has_no_limit_and_no_bonus_unless_it_says_otherwise():
    position = at("pile f1 AC 2C", "pile t1 3C")
    assert (TINY.home(position), TINY.score(position)) == (2, 2)
    assert (TINY.limit_ms, TINY.time_bonus(position, 5000)) == (None, 0)


# The start from given piles -----------------------------------------------------------------
def all_but(*missing):
    return " ".join(laid.up.text for laid in TINY.pack() if laid.up.text not in missing)


class Strict(Tiny):
    """Cards may be missing, and a card in the foundation may not lie there."""

    may_lack_cards = True

    def start_refusal(self, position):
        return "not like this" if position.piles[1] else None


def test_a_whole_pack_may_start_and_a_part_of_it_where_the_game_allows_it():
    TINY.check_start(at("pile t1 AC (2C)", "pile t2 " + all_but("AC", "2C")))
    Strict().check_start(at("pile t1 AC"))


@each(
    ("game", "lines", "sentence"),
    [
        (TINY, ["pile t1 " + all_but("2C")], "^2C is missing$"),
        (TINY, ["pile t1 (AC)", "pile t2 " + all_but()], "^AC occurs 2 times instead of 1$"),
        (Strict(), ["pile t1 AC AC"], "AC occurs 2 times"),
        (Strict(), ["pile f1 AC"], "not like this"),
    ],
)
def test_a_start_that_cannot_be_is_refused(game, lines, sentence):
    with pytest.raises(NotationError, match=sentence):
        game.check_start(at(*lines))


# Text ---------------------------------------------------------------------------------------
@each("text", ["t1>t2", "t1>t2:2", "t1>f1", "f1>t2:13", "stock", "t1>t1:3"])
def test_moves_read_back_and_a_count_of_one_is_not_written(text):
    assert TINY.move_to_text(TINY.move_from_text(text)) == text
    assert TINY.move_to_text(Move(2, 3, 1)) == "t1>t2"


@each(
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


@each("text", ["t3>t1", "t1>f2", "t0>t1", "t01>t2", "waste>t1", "f>t1"])
def test_a_pile_of_another_game_is_named(text):
    with pytest.raises(NotationError, match=r"there is no pile “\w+” in Tiny"):
        TINY.move_from_text(text)


@each(
    ("position", "text"),
    [
        (at("pile t2 9D", "pile f1 AC"), "pile f1 AC\npile t2 9D"),
        (TINY.apply(at("pile t1 9D"), Move(2, 3)), "pile t2 9D\ntally moves=1 deals=0"),
        (at("pile t1 (5D) 4S", "tally deals=2"), "pile t1 (5D) 4S\ntally moves=0 deals=2"),
    ],
)
def test_a_position_is_written_pile_by_pile_with_what_was_counted_and_reads_back(position, text):
    assert TINY.position_to_text(position) == text
    assert (at(text), at(text).counters) == (position, position.counters)


@each("line", ["t1 AC", "pile t1", "pile", "piles t1 AC", "pile t1 AC\npile t1 2C"])
def test_a_line_that_is_no_pile_is_refused(line):
    with pytest.raises(NotationError, match="is not a pile"):
        TINY.position_from_text(line)
    with pytest.raises(NotationError, match="there is no pile “t3” in Tiny"):
        at("pile t3 AC")


# Predicates that games share ------------------------------------------------------------------
def cards(text):
    return piles_from_texts([text])[0]


@each(
    ("pile", "expected"),
    [("TH 9C 8D", 1), ("TH", 1), ("TH 9C 8S", 0), ("9C TH 9S", 0), ("(TH) 9C", 0), ("(TH)", 0)],
)
def test_a_run_fits_card_by_card_and_none_of_it_lies_face_down(pile, expected):
    assert is_run(cards(pile), alternates) is bool(expected)


@each(
    ("fits", "pairs", "expected"),
    [
        (alternates, "9C TH, 9C TD, 9H TS, AC 2D, QD KS", True),
        (alternates, "9C TS, 9H TD, TH 9C, 8C TH, KS AH", False),
        (follows_in_suit, "9C TC", True),
        (follows_in_suit, "9C TS, TC 9C", False),
    ],
)
def test_building_is_one_lower_of_the_other_colour_or_of_the_same_suit(fits, pairs, expected):
    assert {fits(*map(card, pair.split())) for pair in pairs.split(", ")} == {expected}


def test_what_goes_home_turns_up_and_lies_face_down():
    tried = (("AC", ""), ("2C", ""), ("2C", "AC"), ("2S", "AC"), ("3C", "AC"))
    assert [goes_home(card(one), cards(pile)) for one, pile in tried] == [True, False, True, False, False]
    pile = cards("(TH) 9C")
    assert turned_up(cards("(TH) (9C)")) == pile, "only the top"
    assert (turned_up(pile) is pile, turned_up(())) == (True, ())
    assert face_down_count(piles_from_texts(["(TH) 9C", "", "(2C) (3C)"])) == 3

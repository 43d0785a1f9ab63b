"""Spider, sentence by sentence, on positions small enough to read."""

from collections import Counter
from functools import partial

import pytest

from game.cards import NotationError
from game.play.deal import Deal, deal_number, deal_position
from game.play.game import ControlAction, Game
from game.play.record import action_from_text
from game.rules import find_variant
from game.rules.options import OptionError
from game.rules.position import STOCK, Position, pile_to_text
from game.rules.spider import COLUMNS, PLACES, Spider, SpiderScore
from game.rules.variant import IllegalMove, Outcome
from tests.each import each
from tests.rules import in_words
from tests.spider_endings import suit

SPIDER = Spider()
legal = partial(in_words.legal, game=SPIDER)
pile = partial(in_words.pile, game=SPIDER)
play = partial(in_words.play, game=SPIDER)
refusal = partial(in_words.refusal, game=SPIDER)


def at(*lines: str) -> Position:
    """The position of lines such as `t1 (4D) JC`; all other cards are nowhere."""
    return SPIDER.position_from_text("\n".join(f"pile {line}" for line in lines))


def filled(*lines: str) -> Position:
    """The same with a king of clubs on every column not named, so that there is no space."""
    named = {line.split(" ")[0] for line in lines}
    # Kings take queens: examples use none, and clubs only where it does not matter.
    kings = [f"t{n} {king}" for n, king in zip(range(1, 11), ["KC", "KD"] * 5, strict=True)]
    return at(*lines, *[line for line in kings if line.split(" ")[0] not in named])


def down(*cards: str) -> str:
    """Cards turned face down: `(KC) (QC)`."""
    return " ".join(f"({card})" for card in " ".join(cards).split(" "))


def clicked(position: Position, column: str, count: int | None = None) -> str:
    """The move of a click on a column, or the sentence that refuses it."""
    try:
        return SPIDER.move_to_text(SPIDER.obvious_move(position, SPIDER.pile_index(column), count))
    except IllegalMove as refused:
        return str(refused)


# Table ----------------------------------------------------------------------------------------
def test_two_packs_are_dealt_face_down_in_four_rows_and_four_cards_then_a_row_face_up():
    deal = deal_number(SPIDER, 7)
    deck = [card.up.text for card in deal.deck]
    columns = [deal.position.piles[column] for column in COLUMNS]
    assert [len(cards) for cards in columns] == [6, 5, 5, 6, 5, 5, 6, 5, 5, 6]
    assert all(not card.face_up for cards in columns for card in cards[:-1])
    assert all(cards[-1].face_up for cards in columns)
    for column, cards in enumerate(columns):
        assert [card.up.text for card in cards[:4]] == deck[column:40:10]
    assert [columns[column][4].up.text for column in (0, 3, 6, 9)] == deck[40:44]
    assert [cards[-1].text for cards in columns] == deck[44:54]
    stock = deal.position.piles[0]
    assert [card.text for card in reversed(stock)] == [f"({text})" for text in deck[54:]]


def test_there_are_eight_places_and_ten_columns():
    places, columns = [f"f{n}" for n in range(1, 9)], [f"t{n}" for n in range(1, 11)]
    assert [place.name for place in SPIDER.piles] == ["stock", *places, *columns]
    assert [SPIDER.piles[place].name for place in (*PLACES, *COLUMNS)] == [*places, *columns]


@each(
    ("suits", "order"),
    [(4, "AC AD AH AS AC AD AH AS"), (2, "AS AH AS AH AS AH AS AH"), (1, "AS " * 7 + "AS")],
)
def test_the_pack_holds_104_cards_in_the_order_that_deal_numbers_rest_on(suits, order):
    pack = Spider(suits).pack()
    assert set(Counter(card.up.text for card in pack).values()) == {8 // suits}
    assert len({card.identity for card in pack}) == 104
    assert pile_to_text([card.up for card in pack[::13]]) == order


def test_four_suits_unless_said_otherwise():
    assert Spider().suits == 4
    assert Spider.name == "spider"
    assert find_variant("spider", ["suits=2"]) == Spider(2)
    with pytest.raises(OptionError, match="suits is 1 or 2 or 4, not “3”"):
        find_variant("spider", ["suits=3"])


# Moves ----------------------------------------------------------------------------------------
def test_the_last_card_goes_on_a_card_one_rank_higher_of_any_suit():
    position = filled("t1 6S", "t2 7S", "t3 7H", "t4 7D", "t5 8S", "t6 5H")
    assert [move for move in legal(position) if move.startswith("t1>")] == ["t1>t2", "t1>t3", "t1>t4"]
    assert refusal(position, "t1>t5") == "6♠ goes on a seven or to an empty column, not on 8♠."
    assert refusal(position, "t1>t6") == "6♠ goes on a seven or to an empty column, not on 5♥."
    assert refusal(position, "t2>t6") == "7♠ goes on an eight or to an empty column, not on 5♥."


def test_a_run_of_one_suit_moves_as_a_unit_and_part_of_it_too():
    position = filled("t1 KS 6S 5S 4S", "t2 7H", "t3 6H", "t4 5D")
    assert [move for move in legal(position) if move.startswith("t1>")] == ["t1>t2:3", "t1>t3:2", "t1>t4"]
    assert pile(play(position, "t1>t2:3"), "t2") == "7H 6S 5S 4S"
    assert pile(play(position, "t1>t3:2"), "t1") == "KS 6S"


SUITS_APART = "5♠ and 6♥ are of different suits, so they do not move together."
ONLY_COMPLETE = "Only a complete suit, king to ace, is removed."
TWELVE = suit("S", 0, 12)
REFUSED = {
    "two suits": (["t1 6H 5S 4S", "t2 7H"], "t1>t2:3", SUITS_APART),
    "a gap": (["t1 9S 5S 4S"], "t1>t2:3", "5♠ does not follow 9♠, so they do not move together."),
    "one rank": (["t3 8S 7C 7D", "t4 8H"], "t3>t4:2", "7♦ does not follow 7♣, so they do not move together."),
    "a king on an ace": (
        ["t1 AS", "t2 KS"],
        "t2>t1",
        "K♠ can only go to an empty column: nothing is higher than a king.",
    ),
    "a king in a run": (["t4 AS KS QS"], "t4>t5:3", "K♠ does not follow A♠, so they do not move together."),
    "a face-down card": (["t1 (6S) 5S", "t2 7S"], "t1>t2:2", "A face-down card cannot move."),
    "where it lies": (["t1 6S"], "t1>t1", "6♠ is already there."),
    "twelve of a suit": ([f"t1 {TWELVE}"], "t1>f1:12", ONLY_COMPLETE),
    "one card of a suit": ([f"t1 {TWELVE}"], "t1>f1", ONLY_COMPLETE),
    "a part of a complete suit": ([f"t3 {suit('H')}"], "t3>f1:12", ONLY_COMPLETE),
    "an ace of another suit": (
        [f"t2 {TWELVE} AH"],
        "t2>f1:13",
        "A♥ and 2♠ are of different suits, so they do not move together.",
    ),
    "a removed suit": ([f"f1 {suit('S')}"], "f1>t1:13", "Removed cards never come back."),
    "a removed card": ([f"f1 {suit('S')}"], "f1>t1", "Removed cards never come back."),
    "a card of the stock": (["stock (2D)"], "stock>t1", "Click the stock to deal a row."),
    "a card to the stock": (["stock (2D)"], "t1>stock", "Cards never go back to the stock."),
}


@each(("lines", "move", "sentence"), REFUSED.values())
def test_a_refusal_says_why(lines, move, sentence):
    assert refusal(filled(*lines), move) == sentence


def test_where_all_suits_are_removed_nothing_is_legal():
    assert legal(at(f"f1 {suit('S')}")) == []


def test_anything_that_moves_goes_into_a_space_and_a_king_only_there():
    position = at("t1 9H 6S 5S", "t2 KS", *[f"t{n} KC" for n in range(4, 11)])
    assert [move for move in legal(position) if move[:3] in ("t1>", "t2>")] == ["t1>t3", "t1>t3:2", "t2>t3"]
    assert not [move for move in legal(filled("t1 5H KS", "t2 AS")) if move.startswith("t1>")]


@each(
    ("column", "move", "left"),
    [
        ("(8D) (3D) 6S", "t1>t2", "(8D) 3D"),
        ("8D 6S", "t1>t2", "8D"),
        (f"(8D) {suit('S')}", "t1>f1:13", "8D"),
    ],
)
def test_the_last_face_down_card_turns_up_at_once_a_removed_suit_lay_on_it_or_a_run(column, move, left):
    assert pile(play(filled(f"t1 {column}", "t2 7S"), move), "t1") == left


# Completed suits ------------------------------------------------------------------------------
def test_a_complete_suit_is_removed_to_the_next_free_place_only():
    position = filled(f"t1 {suit('S')}", f"t2 5D {suit('H')}")
    assert [move for move in legal(position) if ">f" in move] == ["t1>f1:13", "t2>f1:13"]
    assert refusal(position, "t1>f2:13") == "A complete suit goes to the first free place."
    after = play(position, "t2>f1:13", "t1>f2:13")
    assert (pile(after, "f1"), pile(after, "f2")) == (suit("H"), suit("S"))
    assert (pile(after, "t2"), pile(after, "t1")) == ("5D", "")
    assert SPIDER.home(after) == 26


def test_removing_is_the_players_choice():
    after = play(filled(f"t1 {suit('S', 0, 12)}", "t2 AS"), "t2>t1")
    assert pile(after, "t1") == suit("S")
    assert "t1>t2:13" in legal(after), "and it may move into a space like any run"
    assert "t1>t2" in legal(after)


def test_complete_suits_are_found_for_the_table_that_removes_them_by_itself():
    position = filled(f"t3 5D {suit('S')}", f"t2 {suit('H')}", f"t1 {suit('D', 0, 12)}")
    assert [SPIDER.move_to_text(move) for move in SPIDER.complete_suits(position)] == ["t2>f1:13", "t3>f1:13"]
    assert SPIDER.send_home(position, SPIDER.pile_index("t2")) == SPIDER.move_from_text("t2>f1:13")
    assert SPIDER.send_home(position, SPIDER.pile_index("t1")) is None
    assert SPIDER.send_home(position, SPIDER.pile_index("stock")) is None
    assert SPIDER.send_home(at(f"f1 {suit('S')}"), SPIDER.pile_index("f1")) is None


# The stock ------------------------------------------------------------------------------------
def test_a_row_is_dealt_face_up_from_left_to_right():
    after = play(filled("stock (2D) (AS) (2S) (3S) (4S) (5S) (6S) (7S) (8S) (9S) (TS)"), "stock")
    assert [pile(after, f"t{n}")[-2:] for n in range(1, 11)] == [
        *("TS", "9S", "8S", "7S", "6S", "5S", "4S", "3S", "2S", "AS")
    ]
    assert pile(after, "stock") == "(2D)"


def test_no_row_is_dealt_while_there_is_a_space_and_the_rule_is_told():
    position = at(f"stock {down(suit('S', 3))}", *[f"t{n} KC" for n in range(1, 9)])
    assert refusal(position, "stock") == (
        "Fill the empty columns first: a row is dealt only when no column is empty."
    )
    assert STOCK not in SPIDER.legal_moves(position)
    assert [SPIDER.piles[column].name for column in SPIDER.spaces(position)] == ["t9", "t10"]


def test_a_row_is_dealt_five_times_at_most():
    position = deal_number(SPIDER, 3).position
    for left in (5, 4, 3, 2, 1):
        assert SPIDER.deals_left(position) == left
        position = SPIDER.apply(position, STOCK)
    assert SPIDER.deals_left(position) == 0
    assert refusal(position, "stock") == "The stock is empty: all rows have been dealt."
    assert STOCK not in SPIDER.legal_moves(position)


# A click --------------------------------------------------------------------------------------
UNIT = ["t1 9H 6S 5S 4S", "t2 7H", "t3 5D", "t4 6D", "t5 6S", "t6 TH"]
STUCK = ["t1 6S 5S", "t2 5D KS", "t3 4D 8H"]
SUITS = ["t1 9H 6S", "t3 7D", "t4 7H", "t5 7S", "t6 7S"]
CLICKS = {
    "a complete suit before all else": (at(f"t2 {suit('S')}", "t1 5D"), "t2", "t2>f1:13"),
    "the longest run": (filled("t1 9H 6S 5S 4S", "t2 7H", "t3 5S", "t4 5H", "t5 6S"), "t1", "t1>t2:3"),
    "the same suit": (at(*SUITS), "t1", "t1>t5"),
    "another": (at(*SUITS[:3]), "t1", "t1>t3"),
    "a space": (at(*SUITS[:1]), "t1", "t1>t2"),
    "the leftmost space": (at(*SUITS[:1], "t2 KC", "t3 KC"), "t1", "t1>t4"),
    "the leftmost of other suits": (filled("t9 6S", "t8 7H", "t3 7D", "t2 8S"), "t9", "t9>t3"),
    "the leftmost of its suit": (filled("t1 6S", "t10 7S", "t3 7S", "t2 7H"), "t1", "t1>t3"),
    "a whole column into another space": (
        at("t1 6S 5S"),
        "t1",
        "No column ends in a seven for 6♠, and another empty column would change nothing.",
    ),
    "a king of a whole column": (
        at("t1 KS QS"),
        "t1",
        "K♠ can only go to an empty column, and another one would change nothing.",
    ),
    "part of a column": (at("t1 6S 5S"), "t1 1", "t1>t2"),
    "no place": (filled(*STUCK), "t1", "No column ends in a seven for 6♠, and no column is empty."),
    "no place for a king": (filled(*STUCK), "t2", "K♠ can only go to an empty column, and there is none."),
    "no place for an eight": (
        filled(*STUCK),
        "t3",
        "No column ends in a nine for 8♥, and no column is empty.",
    ),
    "no card": (at("t1 6S"), "t2", "There is no card in that column."),
    "exactly one": (filled(*UNIT), "t1 1", "t1>t3"),
    "exactly two": (filled(*UNIT), "t1 2", "t1>t5:2"),
    "exactly three": (filled(*UNIT), "t1 3", "t1>t2:3"),
    "no unit": (filled(*UNIT), "t1 4", "6♠ does not follow 9♥, so they do not move together."),
    "two suits": (filled("t1 6H 5S", "t2 7H"), "t1 2", SUITS_APART),
}


@each(("position", "where", "move"), CLICKS.values())
def test_a_click_finds_the_obvious_move_or_says_why_there_is_none(position, where, move):
    column, _, count = where.partition(" ")
    assert clicked(position, column, int(count) if count else None) == move


def test_the_suits_with_thirteen_ranks_face_up_are_told():
    scattered = [*(f"t{n} (2H) {rank}S" for n, rank in enumerate("23456789", 1)), "t9 AS"]
    assert SPIDER.suits_face_up(at(*scattered, "t10 TS JS QS")) == {}
    assert SPIDER.suits_face_up(at(*scattered, "t10 TS JS QS KS")) == {3: 1}
    assert SPIDER.suits_face_up(at(*scattered, "t10 TS JS QS (KS)")) == {}
    assert SPIDER.suits_face_up(at(f"t1 {suit('C')}", f"t2 {suit('C')}", f"t3 {suit('D')}")) == {0: 2, 1: 1}
    assert SPIDER.suits_face_up(at(f"f1 {suit('C')}")) == {}, "removed suits are done with"


# Won, and the score ---------------------------------------------------------------------------
def ending(standing: str = "CDHSCDH") -> Deal:
    """Suits standing on the first columns, eight in all with those removed, but for an ace of spades.

    It lies face down in column 10 beneath another card, so that two moves of play win.
    """
    removed = list("CDHSCDH")
    for letter in standing:
        removed.remove(letter)
    places = [f"f{n} {suit(letter)}" for n, letter in enumerate(removed, 1)]
    columns = [f"t{n} {suit(letter)}" for n, letter in enumerate(standing, 1)]
    return deal_position(SPIDER, at(*places, *columns, f"t8 {suit('S', 0, 11)}", "t10 (AS) 2S"))


def game_of(deal: Deal, *actions: str) -> Game:
    game = Game(deal)
    for action in actions:
        game.play(action_from_text(SPIDER, action), 0)
    return game


def test_the_most_is_1000_when_all_eight_stay():
    game = game_of(ending(), "t10>t8")
    assert (game.outcome, game.score) == (Outcome.PLAYING, 440 + 150 + 2 * (7 * 12 + 11))
    game.play(SPIDER.move_from_text("t10>t8"), 0)
    assert (game.outcome, game.score) == (Outcome.WON, 1000)
    assert SPIDER.score_parts(game.position) == SpiderScore(440, 150, 0, 400, 10)


def test_two_more_for_each_suit_in_the_tableau_after_the_first_three_and_990_when_all_are_removed():
    game = game_of(ending(), "t10>t8", "t10>t8")
    scores = [game.score]
    for n in range(1, 9):
        game.play(SPIDER.move_from_text(f"t{n}>f{n}:13"), 0)
        scores.append(game.score)
    assert scores == [1000, 998, 996, 994, 992, 990, 990, 990, 990]
    assert SPIDER.score_parts(game.position) == SpiderScore(440, 150, 0, 400, 0)
    assert (game.outcome, SPIDER.legal_moves(game.position)) == (Outcome.WON, [])


def test_a_won_game_may_be_played_on_and_is_then_playing_again():
    game = game_of(ending(), "t10>t8", "t10>t8", "t8>t10")
    assert (game.outcome, game.score) == (Outcome.PLAYING, 590 + 2 * (7 * 12 + 11))
    game.play(ControlAction.UNDO, 0)
    assert (game.outcome, game.score) == (Outcome.WON, 1000)
    game.play(ControlAction.REDO, 0)
    assert game.outcome is Outcome.PLAYING


def test_it_is_won_with_two_suits_standing_in_one_column():
    columns = [f"t{n} {suit(letter)}" for n, letter in enumerate("CDHCDH", 1)]
    deal = deal_position(SPIDER, at(*columns, f"t7 {suit('S')} {suit('S', 0, 12)}", "t9 AS"))
    assert game_of(deal).outcome is Outcome.PLAYING
    assert (game_of(deal, "t9>t7").outcome, game_of(deal, "t9>t7").score) == (Outcome.WON, 1000)


def test_it_is_not_won_with_cards_in_the_stock():
    removed = [f"f{n} {suit(letter)}" for n, letter in enumerate("CDHCDHS", 1)]
    position = at(*removed, f"stock {down(suit('S', 3))}", "t1 KS QS JS")
    SPIDER.check_start(position)
    assert SPIDER.outcome(position) is None


def test_it_is_not_won_with_a_card_face_down_or_a_suit_apart():
    columns = [f"t{n} {suit(letter)}" for n, letter in enumerate("CDHSCDH", 1)]
    assert SPIDER.outcome(at(*columns, f"t8 (KS) {suit('S', 1)}")) is None
    assert SPIDER.outcome(at(*columns, f"t8 {suit('S', 0, 5)}", f"t9 {suit('S', 5)}")) is None
    assert SPIDER.outcome(at(*columns, f"t8 {suit('S')}")) is Outcome.WON


def test_ten_for_each_card_turned_and_fifteen_for_each_column_without_face_down_cards():
    assert SPIDER.score_parts(deal_number(SPIDER, 1).position)[:2] == (0, 0)
    position = filled("t1 (8D) (3D) 6S", "t2 7S", "t3 (4D) 7H", "t10 8H")
    assert SPIDER.score_parts(position)[:2] == (410, 120)
    assert SPIDER.score_parts(play(position, "t1>t2"))[:2] == (420, 120)
    assert SPIDER.score_parts(play(position, "t1>t2", "t3>t10"))[:2] == (430, 135)
    assert SPIDER.score_parts(at())[:2] == (440, 150), "a space has no face-down card"


@each(("column", "pairs"), [("9S 8S 7H 6H 5S 3S", 4), ("(9S) 8S 7S", 2), ("8S 9S", 0), ("AS KS", 0)])
def test_two_for_each_card_on_the_next_higher_of_its_suit_with_both_face_up(column, pairs):
    assert SPIDER.score_parts(filled(f"t1 {column}")).pairs == pairs


def test_fifty_for_each_suit_removed_whose_pairs_do_not_count_also_and_all_in_all_their_sum():
    position = filled(f"t1 {suit('S')}")
    assert SPIDER.score_parts(position)[2:] == (24, 0, 0)
    after = play(position, "t1>f1:13")
    assert SPIDER.score_parts(after)[2:] == (0, 50, 0)
    assert SPIDER.score(after) == sum(SPIDER.score_parts(after))


def test_everything_can_be_taken_back_even_what_turned_cards_or_dealt_a_row():
    game = Game(deal_number(SPIDER, 11))
    turned = SPIDER.score_parts(game.position).turned
    afters = [(move, SPIDER.apply(game.position, move)) for move in SPIDER.legal_moves(game.position)]
    turning = next(move for move, after in afters if SPIDER.score_parts(after).turned > turned)
    for action in (turning, STOCK, ControlAction.UNDO, ControlAction.UNDO):
        game.play(action, 0)
    assert game.position == game.deal.position
    for _ in range(2):
        game.play(ControlAction.REDO, 0)
    assert SPIDER.deals_left(game.position) == 4


# Given positions ------------------------------------------------------------------------------
def whole(*lines: str) -> Position:
    """Lines, and all other cards of two packs face up on column 10."""
    named = Counter(word.strip("()") for line in lines for word in line.split(" ")[1:])
    rest = []
    for card in SPIDER.pack():
        named[card.up.text] -= 1
        if named[card.up.text] < 0:
            rest.append(card.up.text)
    return at(*lines, f"t10 {' '.join(rest)}")


@each(
    ("lines", "reason"),
    [
        (["stock AC"], "the cards of the stock must be face down"),
        (["stock (AC)"], "rows of ten, at most five, not 1 cards"),
        ([f"stock {down(suit('C'), suit('D'), suit('H'), suit('S'), suit('C', 0, 8))}"], "not 60 cards"),
        (["f1 KS QS JS"], "holds one suit face up, the king lowest"),
        ([f"f1 {' '.join(reversed(suit('S').split()))}"], "the king lowest and the ace on top"),
        ([f"f1 {suit('S', 0, 12)} (AS)"], "holds one suit face up"),
        ([f"f1 {suit('S', 0, 12)} AH"], "holds one suit"),
        ([f"f2 {suit('S')}"], "filled from left to right"),
        (["t1 5S (4S)"], "face-up card must lie on the face-down ones"),
        (["t1 (4S)"], "one face-up card must lie on the face-down ones"),
        (
            [f"t1 {down(suit('C'), suit('D'), suit('H'), suit('S', 0, 6))} AS"],
            "at most 44 cards in the columns can be face down",
        ),
        (["t1 AC AC AC"], "AC occurs 3 times instead of 2"),
    ],
)
def test_an_impossible_table_is_refused(lines, reason):
    with pytest.raises(NotationError, match=reason):
        SPIDER.check_start(whole(*lines))


def test_a_possible_table_is_accepted():
    rows = down(suit("C"), suit("D", 0, 7))
    SPIDER.check_start(whole(f"stock {rows}", f"f1 {suit('S')}", f"f2 {suit('H')}", "t1 (KC) (2D) 3D"))
    SPIDER.check_start(deal_number(SPIDER, 5).position)
    SPIDER.check_start(at(*(f"f{n} {suit(letter)}" for n, letter in enumerate("CCDDHHSS", 1))))


# The fast way ---------------------------------------------------------------------------------

"""Solitaire Rush, sentence by sentence, on positions small enough to read."""

from functools import partial

import pytest

from game.cards import NotationError, number_copies, shuffled, standard_pack
from game.play.deal import deal_number
from game.play.game import MAX_MS, ControlAction, Game
from game.rules import find_variant
from game.rules.options import OptionError, options_to_text
from game.rules.position import STOCK, Position
from game.rules.rush import Rush, RushCounters
from game.rules.variant import IllegalMove, Outcome
from tests.each import each
from tests.rules import in_words

DRAW_3, DRAW_1 = Rush(), Rush(draw=1)
legal = partial(in_words.legal, game=DRAW_3)
pile = partial(in_words.pile, game=DRAW_3)
play = partial(in_words.play, game=DRAW_3)
refusal = partial(in_words.refusal, game=DRAW_3)


def at(*lines: str) -> Position:
    """The position of lines such as `t1 (4D) JC` and `tally score=20`."""
    return DRAW_3.position_from_text(
        "\n".join(line if line.startswith("tally") else f"pile {line}" for line in lines)
    )


def in_play(*lines: str) -> Position:
    """The same with a card in the hand: with nothing face down the game would count as solved."""
    return at(*lines, "stock (JS)")


def undo_refusal(position: Position, move: str, game: Rush = DRAW_3) -> str | None:
    play(position, move, game=game)
    return game.undo_refusal(position, game.move_from_text(move))


def score(position: Position) -> int:
    return DRAW_3.score(position)


def suit(letter: str, up_to: int) -> str:
    """The foundation of a suit from its ace: `AC 2C 3C`."""
    return " ".join(rank + letter for rank in "A23456789TJQK"[:up_to])


def foundations(*heights: int) -> list[str]:
    piles = zip("1234", "CDHS", heights, strict=True)
    return [f"f{index} {suit(letter, height)}" for index, letter, height in piles if height]


# Table --------------------------------------------------------------------------------------
def dealt() -> Position:
    return DRAW_3.deal(number_copies(shuffled(standard_pack(), 48213)), 48213)


def test_cards_are_dealt_in_rows():
    # 9D TS 2S 9H 4D AC 7S / KH 4C 5C 3C 2H AD / 2C KD 6C 8D 3S / QH 3H 5H 4S / QC 9S 3D / JS 5D / 6S
    position = dealt()
    assert [pile(position, f"t{column}") for column in range(1, 8)] == [
        *("9D", "(TS) KH", "(2S) (4C) 2C", "(9H) (5C) (KD) QH", "(4D) (3C) (6C) (3H) QC"),
        *("(AC) (2H) (8D) (5H) (9S) JS", "(7S) (AD) (3S) (4S) (3D) (5D) 6S"),
    ]


def test_the_hand_is_the_rest_its_first_card_is_turned_first_and_nothing_is_home_or_counted():
    position = dealt()
    assert pile(position, "stock") == (
        "(AH) (7D) (JC) (AS) (QD) (KC) (8S) (2D) (7C) (TC) (JD) (TH)"
        " (KS) (9C) (8H) (8C) (4H) (6D) (QS) (6H) (TD) (7H) (5S) (JH)"
    )
    assert pile(play(position, "stock", game=DRAW_1), "waste") == "JH"
    assert [pile(position, name) for name in ("waste", "f1", "f2", "f3", "f4")] == [""] * 5
    assert position.counters == RushCounters(0, 0, 0, 0, 0, 0)


def test_the_default_is_three_cards_at_a_time_and_three_hundred_seconds():
    assert (Rush(), Rush().limit_ms) == (Rush(draw=3, limit=300), 300_000)


def test_without_a_clock_there_is_no_limit_and_no_bonus_and_all_can_be_taken_back():
    game = Game(deal_number(find_variant("rush", ["limit=none", "undo=free"]), 7))
    game.play(STOCK, MAX_MS)
    game.play(ControlAction.UNDO, MAX_MS)
    assert game.position == game.deal.position
    game.play(ControlAction.END, MAX_MS)
    assert (game.outcome, game.time_bonus) == (Outcome.ENDED, 0)


# Moves 1: from column to column ---------------------------------------------------------------
MOVED = {
    "a card goes on one higher of the other colour": (["t1 KC 9H", "t2 TS"], "t1>t2", "t1 KC; t2 TS 9H"),
    "a whole run moves together": (["t1 2C 9H 8S 7D", "t2 TS"], "t1>t2:3", "t1 2C; t2 TS 9H 8S 7D"),
    "a part of a run moves too": (["t1 9H 8S 7D", "t2 9D"], "t1>t2:2", "t1 9H; t2 9D 8S 7D"),
    "a king and what is built on it": (["t1 2C KS QH JC"], "t1>t2:3", "t1 2C; t2 KS QH JC"),
    "a card in a column turns up": (["t1 (4D) (2C) 9H", "t2 TS"], "t1>t2", "t1 (4D) 2C"),
    "it turns up too when one goes home": (["t1 (4D) (2C) AS"], "t1>f4", "t1 (4D) 2C"),
    "a face-up card turns nothing up": (["t1 (4D) TC 9H", "t2 TS"], "t1>t2", "t1 (4D) TC"),
    "ace, two and three in turn": (["t1 3C", "t2 2C", "t3 AC"], "t3>f1 t2>f1 t1>f1", "f1 AC 2C 3C"),
    "a whole suit goes home": (["t1 KC", f"f1 {suit('C', 12)}"], "t1>f1", f"f1 {suit('C', 13)}"),
    "the top of the waste goes home": (["waste 9H AC"], "waste>f1", "waste 9H; f1 AC"),
    "the top of the waste to a column": (["waste 2C 9H", "t1 TS"], "waste>t1", "waste 2C; t1 TS 9H"),
    "back from a foundation": (["f1 AC 2C", "t1 3D"], "f1>t1", "f1 AC; t1 3D 2C"),
}
TURNED = {
    "three cards one by one": (
        DRAW_3,
        ["stock (5C) (4C) (3C) (2C)", "waste AC"],
        "stock (5C); waste AC 2C 3C 4C",
    ),
    "one card": (DRAW_1, ["stock (4C) (3C) (2C)", "waste AC"], "stock (4C) (3C); waste AC 2C"),
    "the last": (DRAW_3, ["stock (2C)"], "stock; waste 2C"),
    "the last two": (DRAW_3, ["stock (3C) (2C)"], "stock; waste 2C 3C"),
    "the last three": (DRAW_3, ["stock (4C) (3C) (2C)"], "stock; waste 2C 3C 4C"),
    "onto a waste that does not go back yet": (DRAW_3, ["stock (5C)", "waste AC"], "waste AC 5C"),
}


def has_piles(position: Position, piles: str) -> bool:
    """Whether piles such as `t1 KC; t2 TS 9H` lie so."""
    told = [words.partition(" ") for words in piles.split("; ")]
    return [pile(position, name) for name, _, _ in told] == [cards for _, _, cards in told]


@each(("lines", "moves", "piles"), MOVED.values())
def test_cards_go_where_they_may(lines, moves, piles):
    assert has_piles(play(in_play(*lines), *moves.split(" ")), piles)


@each(("game", "lines", "piles"), TURNED.values())
def test_a_tap_turns_cards(game, lines, piles):
    assert has_piles(play(at(*lines), "stock", game=game), piles)


NO_OTHER = "9♥ needs a card one rank higher, of the opposite colour"
ONLY_A_KING = "Only a king fits on an empty column."


ALONE = "Only the top card can be played."
CLICK = "Click the stock to turn its cards."
REFUSED = {
    **{
        f"a nine of hearts on {card}": (["t1 9H", f"t2 {card}"], "t1>t2", NO_OTHER)
        for card in ("TH", "TD", "JS", "8S", "9S", "AS")
    },
    **{f"{card} in a space": ([f"t1 {card}"], "t1>t2", ONLY_A_KING) for card in ("QS", "AD", "TH")},
    **{
        f"the hand to {pile}": (["stock (AC)", "t1 2D"], f"stock>{pile}", CLICK)
        for pile in ("waste", "t1", "f1")
    },
    "a king fits on no card": (["t1 KH", "t2 AS"], "t1>t2", "needs a card one rank higher"),
    "a face-down card never moves": (["t1 (9H) 8S", "t2 TS"], "t1>t2:2", "A face-down card cannot move."),
    "onto a face-down card": (["t1 9H", "t2 (TS)"], "t1>t2", "needs a card"),
    "no run": (["t1 9H 8D", "t2 TS"], "t1>t2:2", "Only a run of alternating colours moves together."),
    "the lowest card of a run decides": (["t1 9H 8S 7D", "t2 8C"], "t1>t2:3", NO_OTHER),
    "a king from under its run": (["t1 KS QH", "t3 (2C) 3D"], "t1>t2", ONLY_A_KING),
    "a queen of the waste in a space": (["waste 2C QH"], "waste>t1", ONLY_A_KING),
    "to where it lies": (["t1 TS 9H"], "t1>t1", "9♥ is already there."),
    "another suit's foundation": (["t1 2H", "f1 AC", "f3 AH"], "t1>f1", "That foundation is not for hearts."),
    "a three before its two": (["t1 3C", "t2 2C", "t3 AC"], "t1>f1", "3♣ cannot go home yet: 2♣ first."),
    "a three on an ace": (["t1 3C", "f1 AC"], "t1>f1", "3♣ cannot go home yet: 2♣ first."),
    "two at a time go home": (["t1 2D AC"], "t1>f1:2", "Only one card at a time"),
    "home from beneath": (["t1 3D 2C", "f1 AC", "f2 AD 2D"], "t1>f2:2", "."),
    "from foundation to foundation": (["f1 AC"], "f1>f2", "."),
    "a foundation onto itself": (["f1 AC"], "f1>f1", "."),
    "beneath the top of the waste": (["waste 9H 8S", "t1 TS"], "waste>t1:2", ALONE),
    "two at a time come back": (["f1 AC 2C", "t1 3D"], "f1>t1:2", ALONE),
    "back onto its own colour": (["f1 AC 2C", "t1 3S"], "f1>t1", "2♣ needs a card"),
    "back into a space": (["f1 AC 2C"], "f1>t1", ONLY_A_KING),
    "hand and waste empty": (["t1 (9H) TC"], "stock", "The stock and the waste are empty."),
}
ALLOWED = {
    "the top of a run alone": (["t1 9H 8S 7D", "t2 8C"], "t1>t2"),
    "a king that wanders": (["t1 KS"], "t1>t2"),
    "a king of the waste": (["waste 2C KH"], "waste>t1"),
    "a king back from its foundation": ([f"f1 {suit('C', 13)}"], "f1>t1"),
}


@each(("lines", "move", "sentence"), REFUSED.values())
def test_a_refusal_says_why(lines, move, sentence):
    position = at(*lines) if "(" in " ".join(lines) else in_play(*lines)
    assert sentence in (refusal(position, move) or "")


@each(("lines", "move"), ALLOWED.values())
def test_what_may_look_odd_is_allowed(lines, move):
    assert refusal(in_play(*lines), move) is None


# Moves 2: to the foundations ------------------------------------------------------------------
@each(("card", "foundation"), [("AC", "f1"), ("AD", "f2"), ("AH", "f3"), ("AS", "f4")])
def test_each_suit_has_its_foundation(card, foundation):
    position = in_play(f"t1 {card}")
    assert [move for move in legal(position) if move != "stock"] == [f"t1>{foundation}"]


# Moves 5 and 6: the hand ----------------------------------------------------------------------
def test_only_the_last_turned_card_is_available():
    assert legal(play(at("stock (AD) (2C) (AC)"), "stock")) == ["stock", "waste>f2"]


@each("game", [DRAW_3, DRAW_1])
def test_the_waste_goes_back_in_the_order_in_which_it_is_turned_again_as_often_as_one_likes(game):
    first = position = at("stock (5C) (4C) (3C) (2C) (AC)")
    for passes in range(1, 101):
        while pile(position, "stock"):
            position = play(position, "stock", game=game)
        assert pile(position, "waste") == "AC 2C 3C 4C 5C"
        position = play(position, "stock", game=game)
        assert (pile(position, "stock"), pile(position, "waste")) == (pile(first, "stock"), "")
        assert position.counters.passes == passes


@each("target", ["stock", "waste"])
@each("source", ["t1", "f1", "waste"])
def test_no_card_goes_to_the_hand_or_the_waste(source, target):
    position = at("stock (9C)", "waste 2C 3C", "f1 AC", "t1 5H")
    assert refusal(position, f"{source}>{target}") is not None


# Moves 8: the double-click --------------------------------------------------------------------
def sent_home(position: Position, name: str) -> str | None:
    move = DRAW_3.send_home(position, DRAW_3.pile_index(name))
    return None if move is None else DRAW_3.move_to_text(move)


HOMEWARD = {
    "the top of a column": (["t1 (9H) AH"], "t1", "t1>f3"),
    "the top of the waste": (["waste 9H 2S", "f4 AS"], "waste", "waste>f4"),
    **{name: (["stock (AD)", "f1 AC", "t1 9H"], name, None) for name in ("stock", "f1", "t2")},
}


@each(("lines", "name", "move"), HOMEWARD.values())
def test_a_double_click_sends_a_top_card_home(lines, name, move):
    assert sent_home(at(*lines), name) == move


def test_a_double_click_never_moves_anything_elsewhere():
    position = at("t1 9H", "t2 TS", "waste 2C 9D", "stock (2D)", "f1 AC")
    assert "t1>t2" in legal(position)
    assert [sent_home(position, name) for name in ("t1", "t2", "waste")] == [None, None, None]


# All legal moves ------------------------------------------------------------------------------
# Score: the table -----------------------------------------------------------------------------
ARRIVALS = list(zip(range(1, 14), [50, 45, 40, 35, 30, 25, 20, 15, 10, 5, 5, 5, 5], strict=True))


@each(("rank", "points"), ARRIVALS)
def test_a_card_earns_its_points_on_its_foundation_and_ten_more_from_the_waste(rank, points):
    *below, card = suit("S", rank).split()
    foundation = [f"f4 {' '.join(below)}"] if below else []
    assert score(play(at(f"t1 {card}", *foundation), "t1>f4")) == points
    assert score(play(at(f"waste {card}", *foundation), "waste>f4")) == points + 10


BACK = ["stock (JS)", "f1 AC 2C", "t1 3D"]
POINTS = {
    "a waste card to a column": (["waste 2C 9H", "t1 TS"], "waste>t1", 10),
    "a card turned up": (["t1 (2C) 9H", "t2 TS"], "t1>t2", 10),
    "a card turned up by a move home, besides": (["t1 (2C) AD"], "t1>f2", 60),
    "a move that turns nothing up": (["stock (JS)", "t1 TC 9H", "t2 TS"], "t1>t2", 0),
    "an emptied column": (["stock (JS)", "t1 9H", "t2 TS"], "t1>t2", 0),
    "turning cards of the hand": (["stock (5C) (4C) (3C) (2C)"], "stock", 0),
    "a foundation card back to a column": ([*BACK, "tally score=100 clubs=2"], "f1>t1", 90),
    "no more is taken than there is": ([*BACK, "tally score=5 clubs=2"], "f1>t1", 0),
    "coming back twice": ([*BACK, "tally score=100 clubs=2"], "f1>t1 t1>f1 f1>t1 t1>f1", 80),
    "the next after a returned one": ([*BACK, "t2 3C", "tally score=100 clubs=2"], "f1>t1 t1>f1 t2>f1", 130),
    "suits earn apart": (["f1 AC 2C", "t1 2D", "f2 AD"], "t1>f2", 45),
    "turned up on a way home that earned before": (
        ["stock (JS)", "f1 AC", "t1 (9S) 2C", "tally score=100 clubs=2"],
        "t1>f1",
        110,
    ),
    "playing out": (["t1 3C 2D", "t2 3D 2C", "waste AD", "f1 AC"], "waste>f2 t1>f2 t2>f1 t1>f1 t2>f2", 230),
}


@each(("lines", "moves", "points"), POINTS.values())
def test_what_is_done_earns_or_costs_its_points(lines, moves, points):
    assert score(play(at(*lines), *moves.split(" "))) == points


# Score: returning the waste -------------------------------------------------------------------
def scores_of_returns(game: Rush, start: int) -> list[int]:
    position, found = at("waste AC 2C", "t1 (9S) 8D", f"tally score={start}"), []
    for _ in range(5):
        position = play(position, "stock", game=game)
        found.append(game.score(position))
        while pile(position, "stock"):
            position = play(position, "stock", game=game)
    return found


@each(
    ("game", "start", "scores"),
    [
        (DRAW_3, 100, [100, 100, 80, 60, 40]),  # twenty from the third return on
        (DRAW_1, 1000, [900, 800, 700, 600, 500]),  # a hundred for each
        (DRAW_1, 0, [0, 0, 0, 0, 0]),
        (DRAW_1, 150, [50, 0, 0, 0, 0]),
        (DRAW_3, 30, [30, 30, 10, 0, 0]),
    ],
)
def test_returns_cost_points_but_no_more_than_there_are(game, start, scores):
    assert scores_of_returns(game, start) == scores


def test_the_cost_of_the_next_return_is_known_beforehand():
    costs = {
        draw: [Rush(draw=draw).next_redeal_cost(at(f"tally passes={n}")) for n in range(4)] for draw in (1, 3)
    }
    assert costs == {3: [0, 0, 20, 20], 1: [100, 100, 100, 100]}


def test_no_debt_is_kept_for_later_points():
    position = at("waste AC 2C", "t1 (9S) AD", "tally score=30")
    assert score(play(play(position, "stock", game=DRAW_1), "t1>f2", game=DRAW_1)) == 60


# Undo -----------------------------------------------------------------------------------------
NEW_CARD = "That cannot be undone: it showed you a new card."
NEW_CARDS = "That cannot be undone: it showed you new cards."
TAKEN_BACK = {
    "a column card turned up": (["t1 (2C) 9H", "t2 TS"], "t1>t2", NEW_CARD),
    "a column card turned up by one that goes home": (["t1 (2C) AH"], "t1>f3", NEW_CARD),
    "run": (["stock (JS)", "t1 TC 9H", "t2 TS"], "t1>t2", None),
    "whole column": (["stock (JS)", "t1 9H", "t2 TS"], "t1>t2", None),
    "home": (["t1 TC 9H", f"f3 {suit('H', 8)}"], "t1>f3", None),
    "waste": (["waste 2C 9H", "t2 TS"], "waste>t2", None),
    "waste home": (["waste 2C AH"], "waste>f3", None),
    "back": (["stock (JS)", "f1 AC 2C", "t1 3D"], "f1>t1", None),
    "tap": (["stock (2C)"], "stock", NEW_CARDS),
    "tap of many": (["stock (5C) (4C) (3C) (2C)"], "stock", NEW_CARDS),
    **{f"tap in pass {n}": (["stock (3C) (2C)", f"tally passes={n}"], "stock", None) for n in (1, 2, 7)},
    **{f"return {n}": (["waste 2C 3C", f"tally passes={n}", "t1 (9S) 8D"], "stock", None) for n in (0, 1, 5)},
}


@each("game", [DRAW_3, DRAW_1])
@each(("lines", "move", "sentence"), TAKEN_BACK.values())
def test_what_revealed_nothing_can_be_taken_back(lines, move, sentence, game):
    assert undo_refusal(at(*lines), move, game) == sentence


# Solved ---------------------------------------------------------------------------------------
SOLVED = ["f1 AC", "t1 KS QD", "t2 3D 2C", "t3 3C"]


@each(
    ("more", "is_solved"),
    [
        *(([], True), (["waste 9H"], True), (["waste 9H 8H"], False), (["stock (9H)"], False)),
        *(([f"t{column} (9H) 8C"], False) for column in range(4, 8)),
    ],
)
def test_solved_is_what_has_all_cards_open_but_one_in_the_waste(more, is_solved):
    assert DRAW_3.is_auto_finishing(at(*SOLVED, *more)) is is_solved
    assert not DRAW_3.is_auto_finishing(dealt())


def test_once_solved_only_moves_home_are_legal():
    still_played = ["stock", "t1>t4:2", "t1>t5:2", "t1>t6:2", "t1>t7:2", "t2>f1"]
    assert legal(at(*SOLVED, "stock (9H)")) == still_played
    assert legal(at(*SOLVED)) == ["t2>f1"]
    assert legal(at("waste 2C", "f1 AC", "t1 3D")) == ["waste>f1"]


@each(
    ("lines", "move"),
    [
        (["t1 3C", "t2 2D"], "t2>t1"),
        (["t1 8D", "t2 KH"], "t2>t3"),
        (["t1 4H", "waste 3C"], "waste>t1"),
        (["f1 AC 2C", "t1 3D"], "f1>t1"),
        (["t1 3C", "waste 9H"], "stock"),
    ],
)
def test_once_solved_nothing_else_is_legal(lines, move):
    assert refusal(at(*lines, "t7 (9S) 8H"), move) is None
    assert refusal(at(*lines), move) == "The game is solved: the cards go home."


# Whether anything useful seems left -----------------------------------------------------------
PASSED = "tally passes=1"
USEFUL = {
    "cards not yet turned": (["stock (2C)", "t1 (9S) 8D"], True, True),
    "hand spent and nothing fits": (["t1 (9S) 8D"], False, False),
    "it fits after the return of the waste": (["waste 2C 7C 4C", "t1 (9S) 8D"], False, True),
    "a move in the tableau": (["t1 (9S) 8D", "t2 (2C) 9C"], True, True),
    "a king that only wanders": (["t1 KS", "t2 (9S) 8D"], False, False),
    "a king that leaves a face-down card": (["t1 (9S) KS"], True, True),
    "no card of the whole hand fits": (["stock (2C) (3C)", "waste 4C", "t1 (9S) 8D", PASSED], False, False),
    "one fits later in the hand": (["stock (7C) (3C)", "waste 4C", "t1 (9S) 8D", PASSED], True, True),
    "one fits and is never on top": (["stock (3C) (7C) (2C)", "t1 (9S) 8D", PASSED], False, True),
    **{
        f"{card} face down": (["stock (2C)", f"t1 ({card}) 8D", PASSED], False, False)
        for card in ("9C", "AS", "KH")
    },
}


@each(("lines", "by_three", "by_one"), USEFUL.values())
def test_what_seems_useful(lines, by_three, by_one):
    assert (DRAW_3.seems_useful(at(*lines)), DRAW_1.seems_useful(at(*lines))) == (by_three, by_one)


# Won and the time bonus -----------------------------------------------------------------------
def test_won_when_all_cards_are_home_and_not_while_one_is_missing():
    assert DRAW_3.outcome(at(*foundations(13, 13, 13, 13))) is Outcome.WON
    assert DRAW_3.outcome(at(*foundations(13, 13, 13, 12), "t1 KS")) is None
    assert DRAW_3.outcome(dealt()) is None


@each(
    ("heights", "unused_s", "bonus"),
    [
        ((13, 13, 13, 13), 300, 300),  # all home: a point a second
        ((13, 13, 0, 0), 300, 150),
        ((13, 13, 0, 0), 1, 1),  # exactly a half
        ((13, 13, 0, 0), 3, 2),  # one and a half
        ((13, 0, 0, 0), 2, 1),  # exactly a half
        ((1, 1, 0, 0), 13, 1),  # exactly a half
        ((1, 1, 0, 0), 65, 3),  # two and a half
        ((13, 12, 0, 0), 1, 0),  # 25/52, a little less
        ((13, 13, 1, 0), 1, 1),  # 27/52, a little more
        ((1, 0, 0, 0), 25, 0),
        ((1, 0, 0, 0), 26, 1),
        ((0, 0, 0, 0), 300, 0),
        ((13, 13, 13, 13), 0, 0),
    ],
)
def test_the_bonus_is_unused_seconds_times_cards_home_in_52_halves_up(heights, unused_s, bonus):
    assert DRAW_3.time_bonus(at(*foundations(*heights)), 300_000 - 1000 * unused_s) == bonus


@each(
    ("elapsed_ms", "bonus"),
    [
        *((0, 300), (1, 299), (999, 299), (1000, 299), (1001, 298), (299_001, 0), (299_000, 1)),
        *((300_000, 0), (400_000, 0)),
    ],
)
def test_only_whole_unused_seconds_count_and_never_fewer_than_none(elapsed_ms, bonus):
    assert DRAW_3.time_bonus(at(*foundations(13, 13, 13, 13)), elapsed_ms) == bonus
    if elapsed_ms < 60_000:
        assert Rush(limit=60).time_bonus(at(*foundations(13, 13, 13, 13)), elapsed_ms) == bonus - 240


# A start from given piles ---------------------------------------------------------------------
def given(*lines: str, rest: str = "stock") -> Position:
    """The lines, and all cards they do not name face down in the hand, or face up in another pile."""
    unnamed = [card for card in standard_pack() if card.up.text not in " ".join(lines)]
    return at(
        *lines, f"{rest} {' '.join(card.text if rest == 'stock' else card.up.text for card in unnamed)}"
    )


def test_from_given_piles_all_counters_start_at_zero_and_cards_home_have_earned_their_points():
    assert given("t1 KC QH", "waste 9H").counters == RushCounters()
    position = given("f1 AC 2C", "t1 3D")
    assert position.counters == RushCounters(score=0, passes=0, clubs=2, diamonds=0, hearts=0, spades=0)
    assert score(play(position, "f1>t1", "t1>f1")) == 0


@each(
    ("position", "reason"),
    [
        (given("stock AC", rest="waste"), "the cards of the stock must be face down"),
        (given("waste (AC)"), "the cards of the waste must be face up"),
        (given("f1 AD"), "a foundation of clubs cannot hold AD there"),
        (given("f2 2D"), "a foundation of diamonds cannot hold 2D there"),
        (given("f3 AH 3H"), "a foundation of hearts cannot hold 3H there"),
        (given("f4 AS (2S)"), "a foundation of spades cannot hold 2S there"),
        (given("t1 (AC)"), "in a column at least one face-up card must lie on the face-down ones"),
        (given("t7 AC (9H) 2C"), "in a column at least one face-up card must lie on the face-down ones"),
        (given("t7 (9H) AC (2C)"), "in a column at least one face-up card must lie on the face-down ones"),
        (given("t1 AC AC"), "AC occurs 2 times instead of 1"),
        (at("t1 2C", "waste AC"), "is missing"),
    ],
)
def test_no_game_starts_from_piles_that_could_never_lie_so(position, reason):
    with pytest.raises(NotationError, match=reason):
        DRAW_3.check_start(position)


# Text -------------------------------------------------------------------------------------------
# What is said where nothing that is left changes anything ----------------------------------------
RUSH = find_variant("rush", ["draw=1"])
HAND_ONLY = "You can still turn the stock, but that changes nothing."


@each(
    ("piles", "sentence"),
    [
        # Nothing can be moved at all.
        ("pile t1 (2C) 3H\npile t2 (2D) 5S", "No move is left."),
        # The hand holds cards that were seen, and none of them fits.
        ("pile stock (9C) (9D)\npile t1 (2C) 3H\npile t2 (2D) 5S\ntally passes=1", HAND_ONLY),
        # They have not been seen.
        ("pile stock (9C) (9D)\npile t1 (2C) 3H\npile t2 (2D) 5S", None),
        # One of them fits when it is turned.
        ("pile stock (9C) (4H)\npile t1 (2C) 3H\npile t2 (2D) 5S\ntally passes=1", None),
        # A card can come back from home.
        ("pile f1 AC 2C\npile t1 (2S) 3H\npile t2 (2D) 5S", None),
        # A king may be carried about.
        (
            "pile stock (9C) (9D)\npile t1 KH\npile t2 (2D) 5S\ntally passes=1",
            "You can still turn the stock and move a king to another empty column, but that changes nothing.",
        ),
        (
            "pile t1 KH\npile t2 (2D) 5S",
            "You can move a king to another empty column, but that changes nothing.",
        ),
    ],
)
def test_a_standstill_is_said_exactly_when_it_is_one(piles, sentence):
    assert RUSH.standstill(RUSH.position_from_text(piles)) == sentence


# Passes through the stock ---------------------------------------------------------------------
FEW = find_variant("rush", ["draw=1", "limit=none", "passes=3"])


def test_after_the_last_pass_the_waste_stays():
    table = FEW.position_from_text("pile stock (5C)\npile t1 (2H) KS")
    for _ in range(2):
        table = FEW.apply(FEW.apply(table, STOCK), STOCK)
    table = FEW.apply(table, STOCK)
    assert not FEW.has_redeal(table)
    with pytest.raises(IllegalMove, match="That was the last pass through the stock"):
        FEW.apply(table, STOCK)
    assert STOCK not in FEW.legal_moves(table)


def test_passes_are_limited_only_without_a_clock():
    assert options_to_text(FEW) == "draw=1 limit=none passes=3"
    assert find_variant("rush", ["passes=any"]) == find_variant("rush")
    assert options_to_text(find_variant("rush")) == "draw=3 limit=300"
    with pytest.raises(OptionError, match="passes can be chosen only with limit=none"):
        find_variant("rush", ["passes=1"])
    with pytest.raises(OptionError, match="passes is any or 1 or 3, not “2”"):
        find_variant("rush", ["limit=none", "passes=2"])

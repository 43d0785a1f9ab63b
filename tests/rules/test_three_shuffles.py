"""Three Shuffles and a Draw, sentence by sentence, and beside an independent referee."""

from __future__ import annotations

import json
import random
from functools import partial

import pytest

from game.cards import NotationError
from game.cli import main
from game.play.deal import Deal, deal_number, deal_position
from game.play.game import ControlAction, Game
from game.play.proof import proof
from game.play.record import read_record
from game.rules import find_variant
from game.rules.options import CARDS_HOME, options_of, options_to_text
from game.rules.position import STOCK, Move, Position
from game.rules.three_shuffles import ShufflesStatus, ThreeShuffles
from game.rules.variant import IllegalMove, Outcome
from tests.each import each
from tests.referee_record import PACK, shuffle
from tests.rules import in_words
from tests.three_shuffles_games import given

RULES = ThreeShuffles()
EARLY = ThreeShuffles(early=True)
legal = partial(in_words.legal, game=RULES)
pile = partial(in_words.pile, game=RULES)
play = partial(in_words.play, game=RULES)
refusal = partial(in_words.refusal, game=RULES)
CLUBS = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
HOME = "\n".join(f"pile f{n} " + CLUBS.replace("C", suit) for n, suit in enumerate("CDHS", start=1))
"""Every card home; the tests below take some back."""


def table(text: str, counters: str = "") -> Position:
    """A position from lines such as `t1 9C JD`; other cards are nowhere."""
    lines = [f"pile {line.strip()}" for line in text.strip().splitlines()]
    return RULES.position_from_text("\n".join([*lines, *([f"tally {counters}"] if counters else [])]))


def nearly_home(text: str) -> Position:
    """The fans as given, and every other card home."""
    return given(text).position


def game_at(position: Position) -> Game:
    """A game in the midst of its deals, as no record can begin."""
    return Game(Deal(RULES, None, None, position))


# The table -----------------------------------------------------------------------------------
def test_seventeen_fans_of_three_and_one_card_dealt_fan_by_fan_face_up() -> None:
    deal = deal_number(RULES, 5)
    deck = [card.up.text for card in deal.deck or ()]
    assert pile(deal.position, "t1") == " ".join(deck[:3])
    assert pile(deal.position, "t17") == " ".join(deck[48:51])
    assert pile(deal.position, "t18") == deck[51]
    assert RULES.home(deal.position) == 0
    assert all(card.face_up for fan in deal.position.piles for card in fan)


MOVE_LEFT = "You still have a move: you can shuffle only when there is none."
OWN_FAN = "A drawn card goes to the top of its own fan."
DRAWN = "You have used your draw: only the top card of a fan can be played."
NOT_YET = "Only the top card of a fan can be played. In the third deal you may draw one buried card."
BUILT, DRAW = "t1 KC TS\nt2 JS\nt3 JC\nt4 QS", "t5 4S 9H\nt6 5S"
REFUSED = {
    "a sequence": (RULES, "t1 9C 8C\nt2 TC", "", "t1>t2:2", NOT_YET),
    "another suit": (RULES, BUILT, "", "t1>t3", "10♠ only goes on J♠."),
    "two ranks higher": (RULES, BUILT, "", "t1>t4", "10♠ only goes on J♠."),
    "one rank lower": (RULES, BUILT, "", "t2>t1", "J♠ only goes on Q♠."),
    "another's foundation": (RULES, "f1 AC\nt1 AD", "", "t1>f3", "That foundation is not for diamonds."),
    "too early": (RULES, "f1 AC\nt3 2D", "", "t3>f2", "2♦ cannot go home yet: A♦ first."),
    "an emptied fan": (RULES, "t2 9C KD", "", "t2>t1", "An empty fan stays empty, even for a king."),
    "a king on a fan": (RULES, "t1 QC KD\nt2 KC", "", "t1>t2", "K♦ does not go on any other fan."),
    "back from home": (RULES, "f1 AC\nt1 2C", "", "f1>t1", "Cards that are home stay there."),
    "onto itself": (RULES, "t1 9C 8C", "", "t1>t1", "8♣ is already there."),
    "a shuffle while a fan builds": (RULES, "t1 JS\nt2 TS", "", "stock", MOVE_LEFT),
    "a shuffle while an ace goes home": (RULES, "t1 AS\nt2 9C", "", "stock", MOVE_LEFT),
    "a third shuffle": (EARLY, "t1 JS\nt2 TS", "shuffles=2", "stock", "No shuffles left."),
    "a second draw": (RULES, "t5 9H KH 4S", "shuffles=2 draws=1", "t5>t5:2", DRAWN),
    "a drawn card to another fan": (RULES, DRAW, "shuffles=2", "t5>t6:2", OWN_FAN),
    "a drawn card home": (RULES, DRAW, "shuffles=2", "t5>f4:2", OWN_FAN),
    "a draw from beneath": (RULES, DRAW, "shuffles=2", "t5>t5:3", "There are not that many cards."),
}
LEGAL = {
    "down in suit": (RULES, BUILT, "", "t1>t2 t2>t4"),
    "no ace under a king": (RULES, "t1 KC\nt2 AD\nt3 KS\nt4 AC", "", "t2>f2 t4>f1"),
    "a shuffle where nothing moves": (RULES, "t1 JS 2D\nt2 TS", "", "stock"),
    "a shuffle at any time by the house rule": (EARLY, "t1 JS\nt2 TS", "", "stock t2>t1"),
    "no draw in the first deal": (RULES, "t5 4S 9H KH", "shuffles=0", "stock"),
    "no draw in the second": (RULES, "t5 4S 9H KH", "shuffles=1", "stock"),
    "any buried card in the third": (RULES, "t5 4S 9H KH\nt6 2C 3D", "shuffles=2", "t5>t5:2 t5>t5:3 t6>t6:2"),
    "the draw beside a move": (RULES, "t1 9C JS\nt2 TS", "shuffles=2", "t1>t1:2 t2>t1"),
}
AFTER = {
    "down in suit": (BUILT, "", "t1>t2", "t2 JS TS"),
    "home": ("f1 AC\nt1 AD\nt2 2C\nt3 2D\nt4 3C", "", "t2>f1 t4>f1", "f1 AC 2C 3C"),
    "the lowest drawn": ("t5 4S 9H KH", "shuffles=2", "t5>t5:3", "t5 9H KH 4S"),
    "the middle drawn": ("t5 4S 9H KH", "shuffles=2", "t5>t5:2", "t5 4S KH 9H"),
}


@each(("rules", "piles", "counters", "action", "sentence"), REFUSED.values())
def test_a_refusal_says_why(rules, piles, counters, action, sentence):
    assert refusal(table(piles, counters), action, game=rules) == sentence


@each(("rules", "piles", "counters", "actions"), LEGAL.values())
def test_what_may_be_done(rules, piles, counters, actions):
    assert " ".join(legal(table(piles, counters), game=rules)) == actions


@each(("piles", "counters", "actions", "left"), AFTER.values())
def test_where_cards_go(piles, counters, actions, left):
    name, _, cards = left.partition(" ")
    assert pile(play(table(piles, counters), *actions.split(" ")), name) == cards


def test_foundations_build_up_in_suit_from_the_ace() -> None:
    assert legal(table("f1 AC\nt1 AD\nt2 2C\nt3 2D\nt4 3C")) == ["t1>f2", "t1>t3", "t2>f1", "t2>t4"]


def test_double_click_finds_the_way_home_or_none() -> None:
    position = table("f1 AC\nt1 2C\nt2 9D")
    assert RULES.send_home(position, 4) == Move(4, 0)
    assert RULES.send_home(position, 5) is None


# Aces ----------------------------------------------------------------------------------------
def test_available_aces_and_those_beneath_them_are_named_one_after_the_other() -> None:
    position = table("t1 9C AC AD\nt2 AH 2H\nt3 AS")
    moves = RULES.aces_to_send(position)
    assert [RULES.move_to_text(move) for move in moves] == ["t1>f2", "t1>f1", "t3>f4"]
    for move in moves:
        assert RULES.is_ace_going_home(position, move)
        position = RULES.apply(position, move)
    assert RULES.aces_to_send(position) == []
    assert not RULES.is_ace_going_home(table("f1 AC\nt1 2C"), Move(4, 0))


# The shuffle ---------------------------------------------------------------------------------
def test_the_shuffle_follows_from_the_number_its_count_and_the_cards_that_remain() -> None:
    position = deal_number(EARLY, 48213).position
    for k in (1, 2):
        for _ in range(6):
            move = next(iter(EARLY.moves_left(position)), None)
            position = EARLY.apply(position, move) if move else position
        left = {card.text for fan in position.piles[4:] for card in fan}
        homes = position.piles[:4]
        position = EARLY.apply(position, STOCK)
        order = shuffle(
            [name for name in PACK if name in left], 48213 + k * 0xD1B54A32D192ED03 & (1 << 64) - 1
        )
        assert [card.text for fan in position.piles[4:] for card in fan] == order
        assert position.piles[:4] == homes
        assert EARLY.shuffles_left(position) == 2 - k


def test_the_last_fan_may_hold_fewer_and_fans_that_were_empty_are_dealt_to_again() -> None:
    after = play(nearly_home("t7 TC QC KC\nt8 JC\nt9 KD"), "t9>f2", "stock")
    assert [len(fan) for fan in after.piles[4:]] == [3, 1, *[0] * 16]
    assert {card.text for fan in after.piles[4:] for card in fan} == {"TC", "JC", "QC", "KC"}
    for rules in (RULES, EARLY):
        home = RULES.position_from_text(HOME)
        assert refusal(home, "stock", game=rules) == "There are no cards left to shuffle."


# The draw ------------------------------------------------------------------------------------
def test_only_a_buried_card_is_drawn() -> None:
    with pytest.raises(NotationError):
        RULES.move_from_text("t5>t5:1")
    with pytest.raises(IllegalMove):
        RULES.apply(table(DRAW, "shuffles=2"), Move(8, 8, 1))


# Won, lost, stuck ----------------------------------------------------------------------------
@each(
    ("piles", "counters", "standing", "outcome"),
    [
        ("t1 2C AC", "", ShufflesStatus.MOVES_LEFT, None),
        ("t1 2C AC 9D", "", ShufflesStatus.SHUFFLE_LEFT, None),
        ("t1 2C AC 9D", "shuffles=1", ShufflesStatus.SHUFFLE_LEFT, None),
        ("t1 2C AC 9D", "shuffles=2", ShufflesStatus.DRAW_LEFT, None),
        ("t1 2C AC 9D", "shuffles=2 draws=1", ShufflesStatus.LOST, Outcome.LOST),
        ("t1 2C AC", "shuffles=2 draws=1", ShufflesStatus.MOVES_LEFT, None),
        (HOME.replace("pile ", ""), "", ShufflesStatus.WON, Outcome.WON),
    ],
)
def test_stuck_lost_and_won_are_told_apart(piles, counters, standing, outcome):
    position = table(piles, counters)
    assert (RULES.standing(position), RULES.outcome(position)) == (standing, outcome)


def test_a_whole_pack_without_a_move_always_has_a_card_to_draw() -> None:
    chance = random.Random(1)
    for number in range(200):
        position = deal_number(EARLY, number).position
        while moves := EARLY.moves_left(position):
            position = EARLY.apply(position, chance.choice(moves))
        third = Position(position.piles, EARLY.counters(2, 0, 0))
        if EARLY.home(position) < 52:
            assert EARLY.draws_left(third)


def test_the_score_is_the_cards_home() -> None:
    assert RULES.score(table("f1 AC 2C\nf2 AD\nt1 9S")) == 3
    assert RULES.unit is CARDS_HOME


# Undo ----------------------------------------------------------------------------------------
def test_undo_never_crosses_a_shuffle() -> None:
    game = game_at(nearly_home("t1 JC QC TC KC"))
    game.play(STOCK, at_ms=0)
    assert game.undo_refusal() == "A shuffle cannot be undone."


def test_a_won_game_stays_won() -> None:
    game = game_at(nearly_home("t1 KC"))
    game.play(RULES.move_from_text("t1>f1"), at_ms=0)
    assert game.outcome is Outcome.WON
    assert game.undo_refusal() == "The game is won."
    assert game.refusal(ControlAction.REDO, 0) == game.refusal(ControlAction.SHOWN, 0) == "The game is over."
    assert proof(game)["total"] == 52


# Options and given positions -----------------------------------------------------------------
def test_the_house_rule_is_an_option_of_the_game_and_its_record() -> None:
    assert find_variant("three-shuffles") == RULES
    assert find_variant("three-shuffles", ["early=yes"]) == EARLY
    assert (options_of(RULES), options_to_text(EARLY)) == ({"early": "no"}, "early=yes")


@pytest.mark.parametrize(("words", "early"), [([], "no"), (["--early"], "yes")])
def test_the_house_rule_on_the_command_line(words, early, capsys):
    assert main(["deal", "three-shuffles", "--deal", "5", "--json", *words]) == 0
    assert json.loads(capsys.readouterr().out)["options"] == {"early": early}
    assert main(["deal", "rush", "--early"]) == 2
    assert capsys.readouterr().err == "patience: “early=yes” is not an option of this game.\n"


def test_given_piles_start_the_first_deal_with_number_0() -> None:
    piles = RULES.position_to_text(nearly_home("t1 JC QC TC KC"))
    text = f"patience 1\nvariant three-shuffles\ndeal none\n{piles}\n\n0 stock\n"
    game = read_record(text.encode()).replay()
    dealt = [card.text for fan in game.position.piles[4:] for card in fan]
    assert dealt == shuffle(["TC", "JC", "QC", "KC"], 0xD1B54A32D192ED03)
    assert game.position.counters == (1, 0, 0)
    assert proof(game)["options"] == {"early": "no"}


@each(
    ("old", "new", "reason"),
    [
        ("pile f1 AC", "pile t1 (AC)\npile f1", "face up"),
        (" QC KC", " KC\npile t1 QC", "cannot hold KC"),
        (" KC", "", "KC is missing"),
        (" KC", " KC\npile t1 KC", "KC occurs 2 times"),
    ],
)
def test_a_position_that_never_could_be_is_refused(old, new, reason):
    with pytest.raises(NotationError, match=reason):
        deal_position(RULES, RULES.position_from_text(HOME.replace(old, new)))

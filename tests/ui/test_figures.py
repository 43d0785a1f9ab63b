"""Sentences with a figure, each on a small position: what it counts."""

from random import Random

import pytest

from game.play.deal import Deal
from game.play.game import Game
from game.rules import find_variant
from game.rules.one_three_back import OneThreeBack
from game.rules.position import Move, Position
from game.rules.rush import Rush
from game.rules.spider import Spider
from game.rules.three_shuffles import ThreeShuffles
from game.solver.answer import Advice
from game.solver.solve import advise
from game.storage.profile import Settings
from game.ui.games.rush import RushView
from game.ui.games.spider.hand import score_lines, suit_lines
from game.ui.games.tables import view_class
from game.ui.games.three_shuffles.notice import notice


def of(game: str, piles: str, tally: str = "") -> Position:
    lines = [f"pile {pile.strip()}" for pile in piles.split("|")]
    return find_variant(game).position_from_text("\n".join([*lines, *([f"tally {tally}"] if tally else [])]))


@pytest.mark.thorough  # searches are compiled for it
@pytest.mark.parametrize(
    ("game", "piles", "tally", "words"),
    [
        # The ace and the two go home; the four waits for a three that is nowhere.
        ("three-shuffles", "f2 AD 2D | t1 4C 2C | t2 AC", "shuffles=2", "2 more cards can go home."),
        ("three-shuffles", "f2 AD | t1 4C AC", "shuffles=2", "1 more card can go home."),
        ("three-shuffles", "t1 2C | t2 AC", "shuffles=2", "This leads to a win."),
        ("one-three-back", "t1 AC | t2 4C | t3 9D", "", "This leaves 2 stacks."),
        ("one-three-back", "t1 AC | t2 4C", "", "This leaves 1 stack."),
    ],
)
def test_a_hint_tells_what_the_position_still_has(game, piles, tally, words):
    position, variant = of(game, piles, tally), find_variant(game)
    *_, advice = advise(variant, position, Random(1))
    assert view_class(game)(variant).words.odds_words(position, advice[0]) == words


def test_odds_of_a_deck_are_of_the_orders_that_were_tried():
    position = of("one-three-back", "stock (9D) (8D) | t1 AC")
    advice = Advice(Move(0, 0), 5, 20, 1.75)
    words = view_class("one-three-back")(OneThreeBack()).words.odds_words(position, advice)
    assert words == "This leaves 1.8 stacks on average over 20 orders of the deck, one stack in 5 of them."


@pytest.mark.parametrize(
    ("piles", "tally", "facts"),
    [
        ("stock (2C) | t1 KH", "passes=2 score=30", {"Pass": "3", "Redeal": "costs 20", "Stock": "1"}),
        ("stock (2C) | t1 KH", "passes=2 score=15", {"Redeal": "costs 15"}),
        ("stock (2C) (3C) | t1 KH", "passes=1 score=30", {"Pass": "2", "Redeal": "free", "Stock": "2"}),
        ("f1 AC 2C | t1 KH", "", {"Cards home": "2/52", "Stock": "0"}),
    ],
)
def test_the_facts_of_rush_are_those_of_its_position(piles, tally, facts):
    game = Game(Deal(Rush(), None, None, of("rush", piles, tally)))
    assert facts.items() <= dict(RushView(Rush()).readings(game, Settings()).facts).items()


def test_what_ending_rush_now_brings_is_the_bonus_of_the_cards_at_home():
    rules, position = Rush(), of("rush", "f1 AC 2C 3C 4C | t1 KH")
    assert rules.time_bonus(position, 40_000) == round(260 * 4 / 52)
    assert RushView(rules).words_of(rules, names_limit=True) == "Draw 3, within 5:00"


def test_the_score_of_spider_counts_cards_columns_and_pairs_on_the_table():
    spades = " ".join(f"{rank}S" for rank in "KQJT98765432A")
    position = of("spider", f"f1 {spades} | t1 (2C) 9H 8H 7H | t2 5D | t3 6C 5C")
    lines = {line.words: line.value for line in score_lines(Spider(), position)}
    assert lines["Cards turned over: 43 × 10"] == "430"
    assert lines["Columns with nothing face down: 9 × 15"] == "135"
    assert lines["Cards on the next higher of their suit: 3 × 2"] == "6"
    assert lines["Suits removed: 1 × 50"] == "50"


def test_the_ranks_of_a_suit_that_are_told_are_those_face_up():
    position = of("spider", "t1 (AH) KH QH JH TH 9H 8H 7H 6H 5H | t2 KC 3C KC")
    told = {line.words: line.value for line in suit_lines(Spider(), position)}
    assert {"♥ Hearts": "missing: A 2 3 4", "♣ Clubs": "2 of 13"}.items() <= told.items()


@pytest.mark.parametrize(
    ("shuffles", "words"),
    [(0, "2 shuffles left"), (1, "1 shuffle left")],
)
def test_the_shuffles_that_are_told_are_those_still_to_come(shuffles, words):
    position = of("three-shuffles", "t1 4C AC", f"shuffles={shuffles}")
    assert notice(ThreeShuffles(), position)[0][0][0] == words
    stuck = of("three-shuffles", "t1 AC 4C", f"shuffles={shuffles}")
    assert notice(ThreeShuffles(), stuck)[0][0][0] == f"No move left — shuffle ({2 - shuffles} left)."

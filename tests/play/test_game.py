"""A game in progress: undo and redo, the limit, the end, the frozen clock."""

import pytest

from game.cards import NUMBERS, NotationError, standard_pack
from game.play.deal import Deal, deal_deck, deal_number, deal_position
from game.play.game import Game
from game.play.record import action_from_text
from game.rules import find_variant
from game.rules.position import Position, pile_to_text
from game.rules.variant import IllegalMove, Outcome
from tests.each import each

RUSH = find_variant("rush", ["draw=3", "limit=300"])
LIMIT_MS = 300_000


def start(*lines: str, variant=RUSH) -> Game:
    """A game from lines such as `t1 KC QH`; cards that are not named wait face down in the hand."""
    unnamed = [card.text for card in standard_pack() if card.up.text not in " ".join(lines)]
    lines = (*lines, f"stock {' '.join(unnamed)}") if unnamed else lines
    return begin(*lines, variant=variant)


def begin(*lines: str, variant=RUSH) -> Game:
    """A game from lines that name every card, whether or not a game could start so."""
    position = variant.position_from_text("\n".join(f"pile {line}" for line in lines))
    return Game(Deal(variant, None, None, position))


def play(game: Game, *actions: str, at_ms: int = 0) -> Game:
    for text in actions:
        game.play(action_from_text(game.variant, text), at_ms)
    return game


def refusal(game: Game, action: str, at_ms: int = 0) -> str | None:
    return game.refusal(action_from_text(game.variant, action), at_ms)


def pile(game: Game, name: str) -> str:
    return pile_to_text(game.position.piles[game.variant.pile_index(name)])


# Two columns whose cards can go to and fro without turning anything up.
TO_AND_FRO = ["t1 TS 9H", "t2 TC", "t3 KD"]


# Entries --------------------------------------------------------------------------------------
def test_two_actions_may_have_the_same_time_and_none_is_before_the_start():
    assert play(start(*TO_AND_FRO), "t1>t2", "t2>t1", at_ms=10).elapsed_ms == 10
    assert refusal(start(*TO_AND_FRO), "t1>t2", at_ms=-1) is not None


# Undo and redo --------------------------------------------------------------------------------
def test_undo_restores_the_score_and_what_a_card_may_still_earn_never_the_clock():
    game = play(start("waste 9H AC", "t1 TS"), "waste>f1", at_ms=5000)
    assert game.score == 60
    play(game, "undo", at_ms=6000)
    assert (game.score, game.elapsed_ms) == (0, 6000)
    assert play(game, "waste>f1", at_ms=6000).score == 60


def test_undo_of_a_revealing_move_is_refused_with_the_reason():
    game = play(start("t1 (2C) 9H", "t2 TS", "t3 TC"), "t1>t2", "t2>t3", "undo")
    assert refusal(game, "undo") == "That cannot be undone: it showed you a new card."
    with pytest.raises(IllegalMove, match="showed you a new card"):
        play(game, "undo")
    game = play(begin("stock (2C)", "t1 (9S) 8D"), "stock", "stock", "undo")
    assert game.position.counters.passes == 0, "a return was taken back"
    assert refusal(game, "undo") == "That cannot be undone: it showed you new cards."


def test_the_line_is_what_was_played_and_the_last_move_what_undo_would_take_back():
    game = play(start(*TO_AND_FRO), "t1>t2", "t2>t1", "undo")
    assert game.positions() == [game.deal.position, game.position]
    assert game.last_move == (game.deal.position, RUSH.move_from_text("t1>t2"))


# The limit ------------------------------------------------------------------------------------
@each("action", ["t1>t2", "stock", "shown", "end", "undo", "redo"])
def test_an_entry_exactly_at_the_limit_is_legal_and_a_later_one_is_not(action):
    game = start(*TO_AND_FRO)
    if action in ("undo", "redo"):
        play(game, "t1>t2", *["undo"] * (action == "redo"))
    assert refusal(game, action, at_ms=LIMIT_MS) is None
    assert refusal(start(*TO_AND_FRO), action, at_ms=LIMIT_MS + 1) == "Time is up."


# The end --------------------------------------------------------------------------------------
@each(
    ("action", "at_ms", "outcome"),
    [
        ("end", 10_000, Outcome.ENDED),
        ("end", LIMIT_MS - 1, Outcome.ENDED),
        ("end", LIMIT_MS, Outcome.TIMEOUT),
        ("t1>t2", LIMIT_MS, Outcome.PLAYING),
    ],
)
def test_who_ends_a_game_at_its_limit_has_run_out_of_time(action, at_ms, outcome):
    game = play(start(*TO_AND_FRO), action, at_ms=at_ms)
    assert (game.outcome, game.is_over) == (outcome, outcome is not Outcome.PLAYING)


SOLVED = "The game is solved: the cards go home."
OVER = "The game is over."
WON = ("waste>t3", "t2>f4", "t1>f4", "waste>f3", "t3>f3")
AFTER = {
    "the end": (lambda: play(start(*TO_AND_FRO), "t1>t2", "t2>t1", "t1>t2", "undo", "end", at_ms=10), OVER),
    "it is solved": (lambda: play(almost_won(), "waste>t3", at_ms=20_000), SOLVED),
    "it is solved by another way": (
        lambda: play(almost_won(), "t2>f4", "undo", "waste>t3", at_ms=20),
        SOLVED,
    ),
    "the win": (lambda: play(almost_won(), *WON, at_ms=20_000), OVER),
}


@each("action", ["undo", "redo", "end", "shown", "stock", "t2>t1", "t3>t4", "f1>t4"])
@each(("made", "sentence"), AFTER.values())
def test_nothing_but_cards_that_go_home_follows(made, sentence, action):
    game = made()
    assert refusal(game, action, at_ms=game.elapsed_ms) == sentence
    if sentence == OVER:
        assert refusal(game, action, at_ms=game.elapsed_ms + 1) is not None
        assert game.undo_refusal() == game.redo_refusal() == OVER


# Solved ---------------------------------------------------------------------------------------
FULL = {letter: " ".join(rank + letter for rank in "A23456789TJQK") for letter in "CDHS"}


def almost_won() -> Game:
    """Queen and king of spades to come, and the king of hearts in the waste over the queen of hearts."""
    hearts, spades = FULL["H"].removesuffix(" QH KH"), FULL["S"].removesuffix(" QS KS")
    return begin(
        f"f1 {FULL['C']}", f"f2 {FULL['D']}", f"f3 {hearts}", f"f4 {spades}", "waste QH KH", "t1 KS", "t2 QS"
    )


@each("at_ms", [20_001, 21_000, LIMIT_MS])
def test_a_game_is_frozen_from_the_solving_move_on_and_all_moves_have_its_time(at_ms):
    game = almost_won()
    assert not game.is_solved
    assert play(game, "waste>t3", at_ms=20_000).is_solved
    assert refusal(game, "t2>f4", at_ms=at_ms) == "The clock stops once the game is solved."
    assert refusal(game, "t2>f4", at_ms=20_000) is None


KING_OF_SPADES = (
    *(f"f{n} {FULL[letter]}" for n, letter in enumerate("CDH", 1)),
    f"f4 {FULL['S'].removesuffix(' KS')}",
    "t1 KS",
)


def test_a_game_solved_from_the_start_is_frozen_at_zero():
    game = begin(*KING_OF_SPADES)
    assert refusal(game, "t1>f4", at_ms=1) == "The clock stops once the game is solved."
    assert (play(game, "t1>f4").outcome, game.time_bonus) == (Outcome.WON, 300)


# What was shown -------------------------------------------------------------------------------
def test_a_game_remembers_that_a_line_was_shown_whatever_is_taken_back():
    game = start(*TO_AND_FRO)
    assert not game.was_shown
    assert play(game, "t1>t2", "shown").was_shown
    assert play(game, "undo").was_shown
    assert game.position == game.deal.position


# Other games' ends ----------------------------------------------------------------------------
def test_a_game_that_ends_by_itself_takes_no_end():
    class Endless(type(RUSH)):
        can_end = False

    assert refusal(start(*TO_AND_FRO, variant=Endless()), "end") == "This game ends by itself."


def test_a_won_game_may_be_taken_back_where_the_rules_allow_it():
    class Forgiving(type(RUSH)):
        legal_after_the_end = frozenset({"undo", "redo"})

        def is_auto_finishing(self, position: Position) -> bool:
            return False

    game = begin(*KING_OF_SPADES, variant=Forgiving())
    assert play(game, "t1>f4").outcome is Outcome.WON
    assert refusal(game, "shown") == "The game is over."
    assert play(game, "undo").outcome is Outcome.PLAYING
    assert play(game, "redo").outcome is Outcome.WON


# How a game begins ----------------------------------------------------------------------------
@each("number", [-1, NUMBERS])
def test_other_numbers_deal_nothing(number):
    with pytest.raises(NotationError, match="a deal number is between 0 and 18446744073709551615"):
        deal_number(RUSH, number)


def test_a_deck_typed_by_hand_is_dealt():
    known = deal_number(RUSH, 48213)
    text = pile_to_text(tuple(card.up for card in known.deck))
    assert deal_deck(RUSH, text, None).position == known.position
    assert deal_deck(RUSH, text, 48213) == known


def test_given_piles_have_no_number_and_no_deck():
    piles = start("t1 KC QH").position
    deal = deal_position(RUSH, piles)
    assert (deal.number, deal.deck, deal.position) == (None, None, piles)


# What it proves -------------------------------------------------------------------------------
@each(
    ("name", "words"),
    [
        *(("rush", "score 0"), ("spider", "score 0"), ("one-three-back", "0 stacks left")),
        ("three-shuffles", "0 cards home"),
    ],
)
def test_what_a_game_comes_to_is_told_in_its_own_words(name, words):
    assert Game(deal_number(find_variant(name), 5)).result_words == words

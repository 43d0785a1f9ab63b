"""A prediction: cards that are named change places, and nothing is played on what is not known."""

from random import Random

import pytest

from game.cards import card
from game.online.messages import UNSEEN, ActionDone, RevealedCard, RoundEnded, RoundEnding, RoundState
from game.online.prediction import Prediction, PredictionError, entry_words
from game.play.game import ControlAction, Entry, Game
from game.play.proof import deal_of, deck_from_secret
from game.rules import find_variant
from game.rules.position import STOCK
from game.rules.rush import Rush
from game.rules.variant import IllegalMove
from tests.each import each

RUSH = find_variant("rush", ["draw=3", "limit=300"])
assert isinstance(RUSH, Rush)
OPEN = (0, 7, 13, 18, 22, 25, 27)
"""The places in dealing order of the cards that lie face up at once."""


class Dealer:
    """A server in small, without its checks: the real game, and what was seen of it."""

    def __init__(self, seed: int) -> None:
        self.deck = deck_from_secret(seed.to_bytes(32)).split(" ")
        self.game = Game(deal_of(RUSH, " ".join(self.deck)))
        self.seen = {*OPEN}

    def position(self, ending: RoundEnding | None = None) -> RoundState:
        seen = " ".join(word if place in self.seen else UNSEEN for place, word in enumerate(self.deck))
        entries = tuple(entry_words(RUSH, entry) for entry in self.game.entries)
        return RoundState(1, "rush draw=3 limit=300", 1000, 2000, seen, entries, ending)

    def do(self, action, at_ms: int) -> ActionDone:
        self.game.play(action, at_ms)
        up = {laid for pile in self.game.position.piles for laid in pile if laid.face_up}
        shown = [place for place, word in enumerate(self.deck) if card(word) in up and place not in self.seen]
        self.seen |= {*shown}
        named = tuple(RevealedCard(place, self.deck[place]) for place in shown)
        return ActionDone(1, len(self.game.entries), at_ms, named, (), None)


def test_at_first_only_the_open_cards_are_known():
    dealer = Dealer(1)
    prediction = Prediction(dealer.position())
    assert prediction.unrevealed == frozenset()
    assert [pile[-1] for pile in prediction.game.position.piles[6:]] == [
        card(dealer.deck[place]) for place in OPEN
    ]
    assert prediction.game.position.piles[0] != dealer.game.position.piles[0]


@each("seed", range(8))
def test_a_game_on_a_guess_comes_to_the_real_one(seed):
    """Whatever is legal on the prediction, of what is known, is legal on the real table and the same."""
    random, dealer = Random(seed), Dealer(seed)
    prediction = Prediction(dealer.position())
    for at_ms in range(0, 60_000, 400):
        actions = [move for move in RUSH.legal_moves(prediction.game.position) if not prediction.waits(move)]
        if prediction.game.undo_refusal() is None:
            actions.append(ControlAction.UNDO)
        pending = prediction.play(random.choice(actions), at_ms)
        prediction.confirm(dealer.do(pending.action, at_ms + 70))
        assert prediction.unrevealed == frozenset()
        looks = [[laid if laid.face_up else None for laid in pile] for pile in prediction.game.position.piles]
        assert looks == [
            [laid if laid.face_up else None for laid in pile] for pile in dealer.game.position.piles
        ]
        assert prediction.game.entries == dealer.game.entries
        assert prediction.game.score == dealer.game.score
        if prediction.game.is_solved or prediction.game.is_over:
            break
    assert Prediction(dealer.position()).game.entries == prediction.game.entries


def test_a_card_that_is_not_named_yet_is_not_played():
    dealer = Dealer(1)
    prediction = Prediction(dealer.position())
    prediction.play(STOCK, 500)
    assert len(prediction.unrevealed) == 3
    waste = prediction.game.position.piles[1]
    moves = [move for move in RUSH.legal_moves(prediction.game.position) if move.source == 1]
    assert all(prediction.waits(move) for move in moves)
    with pytest.raises(IllegalMove, match="turned over"):
        prediction.play(RUSH.move_from_text("waste>t1"), 600)
    second = prediction.play(STOCK, 700)
    assert (second.number, [action.number for action in prediction.pending]) == (2, [1, 2])
    prediction.confirm(dealer.do(STOCK, 550))
    assert len(prediction.unrevealed) == 3, "the second tap is not answered"
    assert waste != prediction.game.position.piles[1][:3] == dealer.game.position.piles[1]
    prediction.confirm(dealer.do(STOCK, 750))
    assert prediction.unrevealed == frozenset()
    assert prediction.game.entries == dealer.game.entries == [Entry(550, STOCK), Entry(750, STOCK)]


def test_what_is_refused_is_taken_back_with_all_after_it():
    prediction = Prediction(Dealer(1).position())
    prediction.play(STOCK, 500)
    prediction.play(STOCK, 600)
    prediction.roll_back(1)
    assert (prediction.pending, prediction.game.entries, prediction.next_number) == ((), [], 1)


def test_after_a_break_what_the_server_does_not_know_is_still_pending():
    dealer = Dealer(1)
    prediction = Prediction(dealer.position())
    prediction.play(STOCK, 500)
    prediction.play(STOCK, 600)
    dealer.do(STOCK, 510)  # the answer is lost
    prediction.resync(dealer.position())
    assert [(action.number, action.action) for action in prediction.pending] == [(2, STOCK)]
    prediction.confirm(ActionDone(1, 1, 510, (), (), None))  # a late answer to a repeat
    prediction.confirm(dealer.do(STOCK, 900))
    assert prediction.game.entries == dealer.game.entries


def test_after_a_break_on_another_machine_nothing_is_pending():
    dealer = Dealer(1)
    prediction = Prediction(dealer.position())
    prediction.play(ControlAction.END, 500)
    dealer.do(STOCK, 510)  # there
    prediction.resync(dealer.position())
    assert (prediction.pending, prediction.game.entries) == ((), dealer.game.entries)


def test_a_round_whose_time_is_up_is_over_whatever_was_pending():
    prediction = Prediction(Dealer(1).position())
    prediction.play(STOCK, 299_000)
    prediction.end(RoundEnded(1, ("300000 end",), RoundEnding("timeout", 0, 0, 0, 300_000)))
    assert prediction.game.is_over
    assert prediction.pending == ()


@each(
    "done",
    [
        ActionDone(1, 2, 500, (), (), None),
        ActionDone(1, 1, 500, (RevealedCard(1, "??"),), (), None),
        ActionDone(1, 1, 500, (RevealedCard(0, "XX"),), (), None),
    ],
)
def test_an_answer_that_fits_nothing_is_not_believed(done):
    prediction = Prediction(Dealer(1).position())
    prediction.play(STOCK, 400)
    with pytest.raises((PredictionError, ValueError)):
        prediction.confirm(done)


def test_a_card_is_never_named_where_another_was_seen():
    dealer = Dealer(1)
    prediction = Prediction(dealer.position())
    prediction.play(STOCK, 400)
    with pytest.raises(PredictionError, match="cannot lie"):
        prediction.confirm(ActionDone(1, 1, 400, (RevealedCard(28, dealer.deck[0]),), (), None))
    assert entry_words(RUSH, Entry(2210, STOCK)) == "2210 stock"

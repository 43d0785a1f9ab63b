"""What a game says of itself has no words that are in no message: mypy sees the whole, not the parts."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from game.language import Language
from game.message import Message
from game.play.deal import Difficulty, deal_number
from game.play.game import ControlAction
from game.play.move_words import advised_words, describe_event, describe_pile, done_words, picked_words
from game.rules import VARIANTS, find_variant
from game.rules.position import STOCK, Move, Position
from game.rules.spider import Spider
from game.rules.variant import Variant
from game.solver.answer import Advice
from game.solver.service.messages import HintRequest, RequestFailed, answer_line, read_answer
from game.solver.solve import NO_SOLVER
from game.solver.spider.words import reason
from game.tournament.player import Player, PlayerError
from tests.each import each

STEPS = 40


def plain_words(text: Any) -> set[str]:
    """The texts with small letters that no catalogue would be asked for."""
    if isinstance(text, Message):
        return set().union(*map(plain_words, text.parts.values()))
    return {text} if isinstance(text, str) and any(letter.islower() for letter in text) else set()


def positions(variant: Variant) -> Iterator[tuple[Position, Move, Position]]:
    """Steps of a game played at random."""
    chance, position = random.Random(variant.name), deal_number(variant, 11).position
    for _ in range(STEPS):
        moves = variant.legal_moves(position)
        if not moves:
            return
        move = chance.choice(moves)
        after = variant.apply(position, move)
        yield position, move, after
        position = after


def refusals(variant: Variant, position: Position) -> Iterator[str | None]:
    """What is said of every gesture and wish that the rules refuse."""
    yield variant.refusal(position, STOCK)
    for source, pile in enumerate(position.piles[:20]):
        for count in {1, 2, len(pile)} - {0}:
            for target in range(min(20, len(position.piles))):
                yield variant.refusal(position, Move(source, target, count))


@each("name", VARIANTS)
def test_a_refusal_is_made_of_messages_alone(name):
    variant = find_variant(name)
    for before, move, _ in positions(variant):
        found = [refusal for refusal in refusals(variant, before) if refusal is not None]
        found += [refusal for refusal in [variant.undo_refusal(before, move)] if refusal is not None]
        assert set().union(*map(plain_words, found)) == set()


@each("name", VARIANTS)
def test_piles_and_events_are_told_in_messages_alone(name):
    variant = find_variant(name)
    for before, move, after in positions(variant):
        piles = [pile for pile, cards in enumerate(before.piles) if cards]
        found = [describe_pile(variant, before, pile, len(before.piles[pile]) - 1) for pile in piles]
        found += [describe_pile(variant, before, pile, 0) for pile in piles]
        found += [describe_event(variant, move, move, before, after)]
        found += [describe_event(variant, ControlAction.UNDO, move, after, before)]
        found += [done_words(variant, before, move, after), advised_words(variant, before, move)]
        if move != STOCK:
            targets = variant.targets(before, move.source, move.count)
            found += [picked_words(variant, before, move.source, move.count, targets)]
        assert set().union(*map(plain_words, found)) == set()


def test_a_phrase_of_a_pile_is_put_into_a_language_whole():
    class Backwards(Language):
        """Says every template from its end."""

        def template(self, message: Message) -> str:
            words = message.many if message.many and message.counted != 1 else message.template
            return " ".join(reversed(words.split(" ")))

    rush = find_variant("rush")
    table = rush.position_from_text("pile t1 KC QH\npile stock (2C)")
    move = rush.move_from_text("t1>t2:2")
    said = describe_event(rush, move, move, table, rush.apply(table, move))
    assert said == "K♣ and 1 more from column 1 to the empty column 2"
    backwards = Backwards("xx", catalogue=None)  # type: ignore[arg-type]
    assert backwards.translate(said) == "2 column empty the to 1 column from more 1 and K♣"


def test_how_hard_a_deal_is_has_words_that_are_found_by_their_english():
    assert Difficulty("hard") is Difficulty.HARD


def test_what_a_hint_for_spider_says_is_made_of_messages_alone():
    spider = Spider()
    for before, move, _ in [*positions(spider)][::8]:
        assert plain_words(reason(spider, before, [Advice(move, 0, 0, 0)])) == set()


def test_a_reason_that_comes_from_another_process_is_a_message_again():
    spider = Spider()
    asked = HintRequest(spider, 1.0, deal_number(spider, 1).position, 1)
    _, answer = read_answer(answer_line(1, RequestFailed(NO_SOLVER), spider), {1: asked})
    assert isinstance(answer, RequestFailed)
    assert isinstance(answer.reason, Message)


def test_why_nobody_can_be_called_so_is_a_sentence_and_a_reason():
    with pytest.raises(PlayerError) as refused:
        Player("A" * 25)
    assert str(refused.value) == "A name can have at most 24 letters."
    assert refused.value.reason == "a name can have at most 24 letters"
    assert isinstance(str(refused.value), Message)

"""JSON Lines of the messages to and from the solver's process (docs/FORMATS.md).

What is read is whole or refused: every field is there and in its bounds, the answer is one to that
question, and its moves are legal from the position that was asked about. Knows messages and
text; must not know how lines travel.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.cards import NotationError
from game.deals import NUMBERS
from game.play.deal import deal_deck
from game.play.difficulty import Difficulty
from game.play.sealed_deck import unveiled
from game.rules import find_variant
from game.rules.options import OptionError, options_to_text
from game.rules.position import Move, Position
from game.rules.variant import IllegalMove, Variant
from game.solver.advice import Advice
from game.solver.answer import Verdict, reason_known_again
from game.solver.service.json_fields import LONGEST_LINE, MOST, Fields, MessageError, number, text, whole
from game.solver.service.messages import (
    Advise,
    Advised,
    Answer,
    Cancel,
    DealsFound,
    DeckFound,
    Failed,
    FindDeals,
    FindDeck,
    Judged,
    Played,
    PlayRobot,
    Question,
    Ready,
    Searching,
    Solve,
    Warm,
)

LONGEST_REASON = 300
LONGEST_WORD = 20
MOST_VALUE = 1000
MOST_SECONDS = 1e6
ANY = "any"
"""Of which difficulty a deck may be."""


# Writing -------------------------------------------------------------------------------------------


def question_line(asked: int, question: Question[Any]) -> str:
    """A question as a line, under the number that its answers bear."""
    told: dict[str, Any] = {"id": asked, "ask": "", "game": question.variant.name}
    told |= {"options": options_to_text(question.variant), "seconds": question.seconds}
    match question:
        case Warm():
            told |= {"ask": "warm"}
        case Solve(position=position):
            told |= {"ask": "solve", "position": question.variant.position_to_text(position)}
        case Advise(position=position, seed=seed):
            told |= {"ask": "advise", "position": question.variant.position_to_text(position), "seed": seed}
        case FindDeals(first=first, beyond=beyond, count=count, seed=seed):
            told |= {"ask": "deals", "first": first, "beyond": beyond, "count": count, "seed": seed}
        case FindDeck(difficulty=difficulty):
            told |= {"ask": "deck", "difficulty": ANY if difficulty is None else difficulty.value}
        case PlayRobot(deal=deal, strength=strength, seed=seed, about=about):
            told |= {"ask": "robot", "deal": deal, "strength": strength, "seed": seed, "about": dict(about)}
        case _:
            raise TypeError(f"{question} is no question")
    return _line(told)


def cancel_line(cancel: Cancel) -> str:
    """The line that cancels a question."""
    return _line({"cancel": cancel.number})


def answer_line(asked: int, answer: Answer, variant: Variant | None) -> str:
    """An answer as a line, to the question of that number, about a game if moves are in it."""
    return _line({"id": asked, **_answer_fields(answer, variant)})


def _answer_fields(answer: Answer, variant: Variant | None) -> dict[str, Any]:
    match answer:
        case Failed(reason=reason):
            shown = "".join(each if each.isprintable() else " " for each in reason[:LONGEST_REASON])
            return {"answer": "failed", "reason": shown}
        case Ready():
            return {"answer": "ready"}
        case Searching(value=value, nodes=nodes, moves=moves):
            found = {"answer": "searching", "value": value, "nodes": nodes}
            return {**found, "moves": _texts(moves, variant)} if moves else found
        case Judged(verdict=verdict, value=value, moves=moves, nodes=nodes):
            told = {"answer": "judged", "verdict": verdict.value, "value": value}
            return {**told, "moves": _texts(moves, variant), "nodes": nodes}
        case Advised(advice=advice, is_last=is_last):
            assert variant is not None
            rows = [
                [variant.move_to_text(move), wins, samples, mean, _texts(then, variant), odds, because]
                for move, wins, samples, mean, then, odds, because in advice
            ]
            return {"answer": "advised", "advice": rows, "is_last": is_last}
        case DealsFound(deals=deals, difficulties=difficulties):
            words = [each.value for each in difficulties]
            return {"answer": "deals", "deals": list(deals), "difficulties": words}
        case DeckFound(deck=deck, difficulty=difficulty):
            return {"answer": "deck", "salt": deck.salt, "deck": deck.veiled, "difficulty": difficulty.value}
        case Played(record=record):
            return {"answer": "played", "record": record}


def _texts(moves: Sequence[Move], variant: Variant | None) -> list[str]:
    assert variant is not None
    return [variant.move_to_text(move) for move in moves]


def _line(told: Mapping[str, Any]) -> str:
    return json.dumps(told) + "\n"


# Reading -------------------------------------------------------------------------------------------


def read_question(line: str | bytes) -> tuple[int, Question[Any]] | Cancel:
    """A question with its number, or that one is cancelled.

    Raises:
        MessageError: the line is neither.
    """
    told = Fields.of(line)
    if "cancel" in told.fields:
        return Cancel(told.whole("cancel"))
    asked = told.whole("id")
    try:
        return asked, _question(told, find_variant(told.text("game"), told.text("options").split()))
    except (MessageError, NotationError, OptionError) as wrong:
        raise MessageError(str(wrong), asked) from wrong


def _question(told: Fields, variant: Variant) -> Question[Any]:
    seconds = told.number("seconds", MOST_SECONDS)
    match told.text("ask"):
        case "warm":
            return Warm(variant, seconds)
        case "solve":
            return Solve(variant, seconds, variant.position_from_text(told.text("position")))
        case "advise":
            position = variant.position_from_text(told.text("position"))
            return Advise(variant, seconds, position, told.whole("seed"))
        case "deals":
            first, beyond = told.whole("first", NUMBERS), told.whole("beyond", NUMBERS)
            seed = None if told.any("seed") is None else told.whole("seed")
            if seed is not None and first >= beyond:
                raise MessageError("there are no deals to draw from")
            return FindDeals(variant, seconds, first, beyond, told.whole("count", MOST_VALUE), seed)
        case "deck":
            difficulty = None if told.any("difficulty") == ANY else _difficulty(told)
            return FindDeck(variant, seconds, difficulty)
        case "robot":
            about = told.any("about")
            if not isinstance(about, dict) or not all(isinstance(each, str) for each in about.values()):
                raise MessageError("“about” is missing or no table of texts")
            deal = _deal(told, variant)
            return PlayRobot(variant, seconds, deal, told.text("strength"), told.text("seed"), about)
        case other:
            raise MessageError(f"“{other[:20]}” is no question")


def _deal(told: Fields, variant: Variant) -> int | str:
    """The number of a deal, or a deck in dealing order."""
    if not isinstance(told.any("deal"), str):
        return told.whole("deal", NUMBERS - 1)
    deck = told.text("deal")
    deal_deck(variant, deck, None)
    return deck


def read_answer(line: str | bytes, questions: Mapping[int, Question[Any]]) -> tuple[int, Answer]:
    """An answer with the number of its question, which is among `questions`.

    Raises:
        MessageError: the line is none, or no answer to that question.
    """
    told = Fields.of(line)
    asked = told.whole("id")
    question = questions.get(asked)
    if question is None:
        raise MessageError(f"nothing was asked under {asked}")
    kind = told.text("answer")
    read = _READ.get((type(question), kind), _READ.get((Question, kind)))
    if read is None:
        raise MessageError(f"“{kind[:20]}” is no answer to that question")
    try:
        return asked, read(told, question)
    except (NotationError, IllegalMove) as wrong:
        raise MessageError(str(wrong)) from wrong


def _failed(told: Fields, _: Question[Any]) -> Failed:
    reason = told.text("reason", LONGEST_REASON)
    if not reason.isprintable():
        raise MessageError("a reason cannot be shown")
    return Failed(reason_known_again(reason))


def _ready(_: Fields, __: Question[Any]) -> Ready:
    return Ready()


def _searching(told: Fields, question: Solve) -> Searching:
    value = told.whole("value", MOST_VALUE)
    moves = _moves(told, question, value) if "moves" in told.fields else ()
    return Searching(value, told.whole("nodes"), moves)


def _judged(told: Fields, question: Solve) -> Judged:
    try:
        verdict = Verdict(told.text("verdict"))
    except ValueError:
        raise MessageError("that is no verdict") from None
    value = told.whole("value", MOST_VALUE)
    return Judged(verdict, value, _moves(told, question, value), told.whole("nodes"))


def _moves(told: Fields, question: Solve, value: int) -> tuple[Move, ...]:
    """A line that is legal and leads to `value`."""
    moves, position = _line_of(told.row("moves"), question)
    if value != question.variant.line_value(position):
        raise MessageError("a line leads elsewhere than was told")
    return moves


def _line_of(texts: Sequence[object], question: Solve | Advise) -> tuple[tuple[Move, ...], Position]:
    """Moves that are legal one after the other, and where they lead."""
    variant, position = question.variant, question.position
    moves = tuple(variant.move_from_text(text(each)) for each in texts)
    for move in moves:
        position = variant.apply(position, move)
    return moves, position


def _advised(told: Fields, question: Advise) -> Advised:
    is_last = told.any("is_last")
    if not isinstance(is_last, bool):
        raise MessageError("“is_last” is missing or neither true nor false")
    return Advised(tuple(_advice(each, question) for each in told.row("advice")), is_last)


def _advice(row: object, question: Advise) -> Advice:
    if not isinstance(row, list) or len(row) != 7 or not isinstance(row[4], list):
        raise MessageError("a piece of advice has not seven parts")
    (move, *then), _ = _line_of([row[0], *row[4]], question)
    samples = whole(row[2], MOST)
    wins, mean = whole(row[1], samples), number(row[3], MOST_VALUE)
    odds = None if row[5] is None else number(row[5], 1)
    return Advice(move, wins, samples, mean, tuple(then), odds, text(row[6], LONGEST_WORD))


def _deals_found(told: Fields, question: FindDeals) -> DealsFound:
    deals = tuple(whole(each, NUMBERS) for each in told.row("deals"))
    if len(deals) > question.count or not all(question.first <= each < question.beyond for each in deals):
        raise MessageError("these deals were not asked for")
    words, known = told.row("difficulties"), {each.value for each in Difficulty}
    if len(words) != len(deals) or not all(isinstance(word, str) and word in known for word in words):
        raise MessageError("it is not told how hard each deal is")
    return DealsFound(deals, tuple(map(Difficulty, words)))


def _difficulty(told: Fields) -> Difficulty:
    try:
        return Difficulty(told.text("difficulty"))
    except ValueError:
        raise MessageError("it is not told how hard a deck is") from None


def _deck_found(told: Fields, question: FindDeck) -> DeckFound:
    found = DeckFound(unveiled(told.text("salt"), told.text("deck")), _difficulty(told))
    if question.difficulty not in (None, found.difficulty):
        raise MessageError("a deck as hard was not asked for")
    return found


def _played(told: Fields, _: PlayRobot) -> Played:
    return Played(told.text("record", LONGEST_LINE))


_READ: Mapping[tuple[type, str], Callable[[Fields, Any], Answer]] = {
    (Question, "failed"): _failed,
    (Warm, "ready"): _ready,
    (Solve, "searching"): _searching,
    (Solve, "judged"): _judged,
    (Advise, "advised"): _advised,
    (FindDeals, "deals"): _deals_found,
    (FindDeck, "deck"): _deck_found,
    (PlayRobot, "played"): _played,
}
"""What reads each answer to each question."""

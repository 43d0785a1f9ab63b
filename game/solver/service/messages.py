"""Messages of the solver’s process: a class for each request and response, as JSON Lines (docs/FORMATS.md).

Input is complete or refused: every field is present and in bounds, a response belongs to its request, and its
moves are legal from the position that was sent.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from game.cards import NUMBERS, NotationError
from game.play.deal import Difficulty, deal_deck
from game.play.proof import SealedDeck, unveiled
from game.rules import find_variant
from game.rules.options import OptionError, options_to_text
from game.rules.position import Move, Position
from game.rules.variant import IllegalMove, Variant
from game.solver.advice import Advice
from game.solver.answer import Verdict, reason_known_again

# Answers -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SolverResponse:
    """A response of the solver."""


@dataclass(frozen=True)
class RequestFailed(SolverResponse):
    """No result; the reason completes a sentence."""

    reason: str


@dataclass(frozen=True)
class WarmUpDone(SolverResponse):
    """The kernels of a game are compiled."""


@dataclass(frozen=True)
class SolveProgress(SolverResponse):
    """Progress of a search; more follows."""

    value: int
    """Cards home at the end of the best line so far; in 1-3 Back, stacks left there."""
    nodes: int
    """Number of positions searched."""
    moves: tuple[Move, ...] = ()
    """That line, if it wins and a shorter one is still looked for."""


@dataclass(frozen=True)
class SolveResponse(SolverResponse):
    """Result of a search (see `answer.SearchResult`)."""

    verdict: Verdict
    value: int
    moves: tuple[Move, ...]
    nodes: int


@dataclass(frozen=True)
class HintResponse(SolverResponse):
    """Moves and their results, the best first; more and better advice may follow."""

    advice: tuple[Advice, ...]
    is_last: bool


@dataclass(frozen=True)
class DealsResponse(SolverResponse):
    """Deal numbers that may be offered, in the order requested, and their difficulty."""

    deals: tuple[int, ...]
    difficulties: tuple[Difficulty, ...]


@dataclass(frozen=True)
class DeckResponse(SolverResponse):
    """A fresh deck that keeps the promises of a deal, and its difficulty."""

    deck: SealedDeck
    difficulty: Difficulty


@dataclass(frozen=True)
class RobotResponse(SolverResponse):
    """The record of a robot's game."""

    record: str


AnyResponse = (
    RequestFailed
    | WarmUpDone
    | SolveProgress
    | SolveResponse
    | HintResponse
    | DealsResponse
    | DeckResponse
    | RobotResponse
)


def is_last(answer: AnyResponse) -> bool:
    """Whether nothing follows; a request has one last response."""
    match answer:
        case SolveProgress():
            return False
        case HintResponse():
            return answer.is_last
        case _:
            return True


# Questions -----------------------------------------------------------------------------------------

A = TypeVar("A", bound=SolverResponse)


@dataclass(frozen=True)
class SolverRequest(Generic[A]):
    """A request about a game, answered by `A`, or by `RequestFailed`."""

    variant: Variant
    seconds: float
    """Time limit for an answer."""


@dataclass(frozen=True)
class WarmUpRequest(SolverRequest[WarmUpDone]):
    """Compiles a game's kernels."""


@dataclass(frozen=True)
class SolveRequest(SolverRequest[SolveResponse | SolveProgress]):
    """Asks for a winning line, all cards known."""

    position: Position


@dataclass(frozen=True)
class HintRequest(SolverRequest[HintResponse]):
    """Asks for advice from what a player sees; `seed` places the unseen cards."""

    position: Position
    seed: int


@dataclass(frozen=True)
class DealsRequest(SolverRequest[DealsResponse]):
    """Asks for `count` deals from `first` on and below `beyond` that can be won."""

    first: int
    beyond: int
    count: int
    seed: int | None = None
    """Draws them at random; without it they come in their order."""


@dataclass(frozen=True)
class DeckRequest(SolverRequest[DeckResponse]):
    """Asks for a deck of secret random bits that keeps both promises, of any difficulty or of one."""

    difficulty: Difficulty | None


@dataclass(frozen=True)
class RobotRequest(SolverRequest[RobotResponse]):
    """Asks for a robot's game; `about` is its record's information."""

    deal: int | str
    """Its number, or the deck in dealing order."""
    strength: str
    seed: str
    about: Mapping[str, str]


@dataclass(frozen=True)
class Cancel:
    """Cancels a request."""

    number: int


MAX_LINE = 4 << 20
"""Bytes; the record of a game is less than a quarter of that."""
MAX_INT = 1 << 62

T = TypeVar("T")


class SolverMessageError(ValueError):
    """A line is no message; the text says why."""

    def __init__(self, why: str, number: int | None = None) -> None:
        """`number` is the request's, if the line has it."""
        super().__init__(why)
        self.number = number


class Fields:
    """The fields of a line, read by name and checked."""

    def __init__(self, fields: dict[str, object]) -> None:
        self.fields = fields

    @classmethod
    def of(cls, line: str | bytes) -> Fields:
        """The fields of a line of JSON."""
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError):  # no JSON, no UTF-8, or deeper than anybody needs
            raise SolverMessageError("that is no JSON") from None
        if not isinstance(fields, dict):
            raise SolverMessageError("that is no message")
        return cls(fields)

    def any(self, name: str) -> object:
        """Any value, or None."""
        return self.fields.get(name)

    def whole(self, name: str, most: int = MAX_INT) -> int:
        """A whole number from 0 on."""
        return _named(name, lambda: whole(self.any(name), most))

    def number(self, name: str, most: float) -> float:
        """A number from 0 on."""
        return _named(name, lambda: number(self.any(name), most))

    def text(self, name: str, longest: int = MAX_LINE) -> str:
        """A text that can be written to a file."""
        return _named(name, lambda: text(self.any(name), longest))

    def row(self, name: str) -> list[object]:
        """A list."""
        found = self.any(name)
        if not isinstance(found, list):
            raise SolverMessageError(f"“{name}” is missing or no list")
        return found


def _named(name: str, read: Callable[[], T]) -> T:
    try:
        return read()
    except SolverMessageError as wrong:
        raise SolverMessageError(f"“{name}” is missing or {wrong}") from None


def whole(found: object, most: int) -> int:
    """A whole number from 0 to `most`; raises SolverMessageError if it is not."""
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found <= most:
        raise SolverMessageError("no whole number in its bounds")
    return found


def number(found: object, most: float) -> float:
    """A number from 0 to `most`; raises SolverMessageError if it is not."""
    if not isinstance(found, int | float) or isinstance(found, bool) or not 0 <= found <= most:
        raise SolverMessageError("no number in its bounds")
    return found


def text(found: object, longest: int = MAX_LINE) -> str:
    """A text that can be written to a file; raises SolverMessageError if it is not, or too long."""
    if not isinstance(found, str) or len(found) > longest:
        raise SolverMessageError("no text, or too long a one")
    try:
        found.encode()
    except UnicodeEncodeError:
        raise SolverMessageError("no text that can be written") from None
    return found


MAX_REASON = 300
MAX_WORD = 20
MAX_VALUE = 1000
MAX_SECONDS = 1e6
ANY = "any"
"""Any difficulty."""


# Writing -------------------------------------------------------------------------------------------


def question_line(asked: int, question: SolverRequest[Any]) -> str:
    """A request as a line, under the number that its responses carry."""
    told: dict[str, Any] = {"id": asked, "ask": "", "game": question.variant.name}
    told |= {"options": options_to_text(question.variant), "seconds": question.seconds}
    match question:
        case WarmUpRequest():
            told |= {"ask": "warm"}
        case SolveRequest(position=position):
            told |= {"ask": "solve", "position": question.variant.position_to_text(position)}
        case HintRequest(position=position, seed=seed):
            told |= {"ask": "advise", "position": question.variant.position_to_text(position), "seed": seed}
        case DealsRequest(first=first, beyond=beyond, count=count, seed=seed):
            told |= {"ask": "deals", "first": first, "beyond": beyond, "count": count, "seed": seed}
        case DeckRequest(difficulty=difficulty):
            told |= {"ask": "deck", "difficulty": ANY if difficulty is None else difficulty.value}
        case RobotRequest(deal=deal, strength=strength, seed=seed, about=about):
            told |= {"ask": "robot", "deal": deal, "strength": strength, "seed": seed, "about": dict(about)}
        case _:
            raise TypeError(f"{question} is no question")
    return _line(told)


def cancel_line(cancel: Cancel) -> str:
    """The line that cancels a question."""
    return _line({"cancel": cancel.number})


def answer_line(asked: int, answer: AnyResponse, variant: Variant | None) -> str:
    """A response as a line, to the request of that number; its game is needed if it contains moves."""
    return _line({"id": asked, **_answer_fields(answer, variant)})


def _answer_fields(answer: AnyResponse, variant: Variant | None) -> dict[str, Any]:
    match answer:
        case RequestFailed(reason=reason):
            shown = "".join(letter if letter.isprintable() else " " for letter in reason[:MAX_REASON])
            return {"answer": "failed", "reason": shown}
        case WarmUpDone():
            return {"answer": "ready"}
        case SolveProgress(value=value, nodes=nodes, moves=moves):
            found = {"answer": "searching", "value": value, "nodes": nodes}
            return {**found, "moves": _texts(moves, variant)} if moves else found
        case SolveResponse(verdict=verdict, value=value, moves=moves, nodes=nodes):
            told = {"answer": "judged", "verdict": verdict.value, "value": value}
            return {**told, "moves": _texts(moves, variant), "nodes": nodes}
        case HintResponse(advice=advice, is_last=is_last):
            assert variant is not None
            rows = [
                [variant.move_to_text(move), wins, samples, mean, _texts(then, variant), odds, because]
                for move, wins, samples, mean, then, odds, because in advice
            ]
            return {"answer": "advised", "advice": rows, "is_last": is_last}
        case DealsResponse(deals=deals, difficulties=difficulties):
            words = [level.value for level in difficulties]
            return {"answer": "deals", "deals": list(deals), "difficulties": words}
        case DeckResponse(deck=deck, difficulty=difficulty):
            return {"answer": "deck", "salt": deck.salt, "deck": deck.veiled, "difficulty": difficulty.value}
        case RobotResponse(record=record):
            return {"answer": "played", "record": record}


def _texts(moves: Sequence[Move], variant: Variant | None) -> list[str]:
    assert variant is not None
    return [variant.move_to_text(move) for move in moves]


def _line(told: Mapping[str, Any]) -> str:
    return json.dumps(told) + "\n"


# Reading -------------------------------------------------------------------------------------------


def read_question(line: str | bytes) -> tuple[int, SolverRequest[Any]] | Cancel:
    """A request with its number, or a cancellation; raises SolverMessageError if the line is neither."""
    told = Fields.of(line)
    if "cancel" in told.fields:
        return Cancel(told.whole("cancel"))
    asked = told.whole("id")
    try:
        return asked, _question(told, find_variant(told.text("game"), told.text("options").split()))
    except (SolverMessageError, NotationError, OptionError) as wrong:
        raise SolverMessageError(str(wrong), asked) from wrong


def _question(told: Fields, variant: Variant) -> SolverRequest[Any]:
    seconds = told.number("seconds", MAX_SECONDS)
    match told.text("ask"):
        case "warm":
            return WarmUpRequest(variant, seconds)
        case "solve":
            return SolveRequest(variant, seconds, variant.position_from_text(told.text("position")))
        case "advise":
            position = variant.position_from_text(told.text("position"))
            return HintRequest(variant, seconds, position, told.whole("seed"))
        case "deals":
            first, beyond = told.whole("first", NUMBERS), told.whole("beyond", NUMBERS)
            seed = None if told.any("seed") is None else told.whole("seed")
            if seed is not None and first >= beyond:
                raise SolverMessageError("there are no deals to draw from")
            return DealsRequest(variant, seconds, first, beyond, told.whole("count", MAX_VALUE), seed)
        case "deck":
            difficulty = None if told.any("difficulty") == ANY else _difficulty(told)
            return DeckRequest(variant, seconds, difficulty)
        case "robot":
            about = told.any("about")
            if not isinstance(about, dict) or not all(isinstance(value, str) for value in about.values()):
                raise SolverMessageError("“about” is missing or no table of texts")
            deal = _deal(told, variant)
            return RobotRequest(variant, seconds, deal, told.text("strength"), told.text("seed"), about)
        case other:
            raise SolverMessageError(f"“{other[:20]}” is no question")


def _deal(told: Fields, variant: Variant) -> int | str:
    """The number of a deal, or a deck in dealing order."""
    if not isinstance(told.any("deal"), str):
        return told.whole("deal", NUMBERS - 1)
    deck = told.text("deal")
    deal_deck(variant, deck, None)
    return deck


def read_answer(line: str | bytes, questions: Mapping[int, SolverRequest[Any]]) -> tuple[int, AnyResponse]:
    """A response with the number of its request among `questions`; raises SolverMessageError if invalid."""
    told = Fields.of(line)
    asked = told.whole("id")
    question = questions.get(asked)
    if question is None:
        raise SolverMessageError(f"nothing was asked under {asked}")
    kind = told.text("answer")
    read = _READ.get((type(question), kind), _READ.get((SolverRequest, kind)))
    if read is None:
        raise SolverMessageError(f"“{kind[:20]}” is no answer to that question")
    try:
        return asked, read(told, question)
    except (NotationError, IllegalMove) as wrong:
        raise SolverMessageError(str(wrong)) from wrong


def _failed(told: Fields, _: SolverRequest[Any]) -> RequestFailed:
    reason = told.text("reason", MAX_REASON)
    if not reason.isprintable():
        raise SolverMessageError("a reason cannot be shown")
    return RequestFailed(reason_known_again(reason))


def _ready(_: Fields, __: SolverRequest[Any]) -> WarmUpDone:
    return WarmUpDone()


def _searching(told: Fields, question: SolveRequest) -> SolveProgress:
    value = told.whole("value", MAX_VALUE)
    moves = _moves(told, question, value) if "moves" in told.fields else ()
    return SolveProgress(value, told.whole("nodes"), moves)


def _judged(told: Fields, question: SolveRequest) -> SolveResponse:
    try:
        verdict = Verdict(told.text("verdict"))
    except ValueError:
        raise SolverMessageError("that is no verdict") from None
    value = told.whole("value", MAX_VALUE)
    return SolveResponse(verdict, value, _moves(told, question, value), told.whole("nodes"))


def _moves(told: Fields, question: SolveRequest, value: int) -> tuple[Move, ...]:
    """A legal line that leads to `value`."""
    moves, position = _line_of(told.row("moves"), question)
    if value != question.variant.line_value(position):
        raise SolverMessageError("a line leads elsewhere than was told")
    return moves


def _line_of(
    texts: Sequence[object], question: SolveRequest | HintRequest
) -> tuple[tuple[Move, ...], Position]:
    """Moves that are legal one after the other, and the resulting position."""
    variant, position = question.variant, question.position
    moves = tuple(variant.move_from_text(text(word)) for word in texts)
    for move in moves:
        position = variant.apply(position, move)
    return moves, position


def _advised(told: Fields, question: HintRequest) -> HintResponse:
    is_last = told.any("is_last")
    if not isinstance(is_last, bool):
        raise SolverMessageError("“is_last” is missing or neither true nor false")
    return HintResponse(tuple(_advice(item, question) for item in told.row("advice")), is_last)


def _advice(row: object, question: HintRequest) -> Advice:
    if not isinstance(row, list) or len(row) != 7 or not isinstance(row[4], list):
        raise SolverMessageError("a piece of advice has not seven parts")
    (move, *then), _ = _line_of([row[0], *row[4]], question)
    samples = whole(row[2], MAX_INT)
    wins, mean = whole(row[1], samples), number(row[3], MAX_VALUE)
    odds = None if row[5] is None else number(row[5], 1)
    return Advice(move, wins, samples, mean, tuple(then), odds, text(row[6], MAX_WORD))


def _deals_found(told: Fields, question: DealsRequest) -> DealsResponse:
    deals = tuple(whole(item, NUMBERS) for item in told.row("deals"))
    if len(deals) > question.count or not all(question.first <= deal < question.beyond for deal in deals):
        raise SolverMessageError("these deals were not asked for")
    words, known = told.row("difficulties"), {difficulty.value for difficulty in Difficulty}
    if len(words) != len(deals) or not all(isinstance(word, str) and word in known for word in words):
        raise SolverMessageError("it is not told how hard each deal is")
    return DealsResponse(deals, tuple(map(Difficulty, words)))


def _difficulty(told: Fields) -> Difficulty:
    try:
        return Difficulty(told.text("difficulty"))
    except ValueError:
        raise SolverMessageError("it is not told how hard a deck is") from None


def _deck_found(told: Fields, question: DeckRequest) -> DeckResponse:
    found = DeckResponse(unveiled(told.text("salt"), told.text("deck")), _difficulty(told))
    if question.difficulty not in (None, found.difficulty):
        raise SolverMessageError("a deck as hard was not asked for")
    return found


def _played(told: Fields, _: RobotRequest) -> RobotResponse:
    return RobotResponse(told.text("record", MAX_LINE))


_READ: Mapping[tuple[type, str], Callable[[Fields, Any], AnyResponse]] = {
    (SolverRequest, "failed"): _failed,
    (WarmUpRequest, "ready"): _ready,
    (SolveRequest, "searching"): _searching,
    (SolveRequest, "judged"): _judged,
    (HintRequest, "advised"): _advised,
    (DealsRequest, "deals"): _deals_found,
    (DeckRequest, "deck"): _deck_found,
    (RobotRequest, "played"): _played,
}
"""Readers of each answer to each request."""

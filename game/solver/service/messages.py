"""Messages of the solver’s process: a class for each request and response, as JSON Lines (docs/FORMATS.md).

Input is complete or refused: every field is present and in bounds, a response belongs to its request, and its
moves are legal from the position that was sent.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from game.cards import NUMBERS, NotationError
from game.codec import ArrayLimit, IntRange, MessageError, Range, TextLimit, decoded, parsed, plain, value_of
from game.play.deal import deal_deck
from game.rules import find_variant
from game.rules.options import OptionError, options_to_text
from game.rules.position import Move, Position
from game.rules.variant import IllegalMove, Variant
from game.solver.answer import Advice, Verdict, reason_known_again

MAX_LINE = 4 << 20
"""Bytes; the record of a game is less than a quarter of that."""
Whole = Annotated[int, IntRange(0, 1 << 62)]
Value = Annotated[int, IntRange(0, 1000)]
Number = Annotated[int, IntRange(0, NUMBERS)]
Text = Annotated[str, TextLimit(MAX_LINE)]
Moves = Annotated[tuple[Move, ...], ArrayLimit(100_000)]
Mean = Annotated[float, Range(0, 1000)]
Share = Annotated[float, Range(0, 1)]
AdviceRow = tuple[Move, Whole, Whole, Mean, Moves, Share | None, Annotated[str, TextLimit(20)]]
"""Types of the parts of `Advice`."""
MAX_REASON = 300

# Answers -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SolverResponse:
    """A response of the solver."""

    kind: ClassVar[str]

    def expect(self, question: Any) -> None:
        """Raises MessageError, NotationError or IllegalMove if this cannot answer the request."""


@dataclass(frozen=True)
class RequestFailed(SolverResponse):
    """No result; the reason completes a sentence."""

    kind: ClassVar = "failed"
    reason: Annotated[str, TextLimit(MAX_REASON)]

    def expect(self, question: Any) -> None:
        if not self.reason.isprintable():
            raise MessageError("a reason cannot be shown")


@dataclass(frozen=True)
class WarmUpDone(SolverResponse):
    """The kernels of a game are compiled."""

    kind: ClassVar = "ready"


@dataclass(frozen=True)
class SolveProgress(SolverResponse):
    """Progress of a search; more follows."""

    kind: ClassVar = "searching"
    value: Value
    """Cards home at the end of the best line so far; in 1-3 Back, stacks left there."""
    nodes: Whole
    """Number of positions searched."""
    moves: Moves = ()
    """That line, if it wins and a shorter one is still looked for."""

    def expect(self, question: SolveRequest) -> None:
        if self.moves:
            _expect_line(question, self.moves, self.value)


@dataclass(frozen=True)
class SolveResponse(SolverResponse):
    """Result of a search (see `answer.SearchResult`)."""

    kind: ClassVar = "judged"
    verdict: Verdict
    value: Value
    moves: Moves
    nodes: Whole

    def expect(self, question: SolveRequest) -> None:
        _expect_line(question, self.moves, self.value)


@dataclass(frozen=True)
class HintResponse(SolverResponse):
    """Moves and their results, the best first; more and better advice may follow."""

    kind: ClassVar = "advised"
    advice: Annotated[tuple[Advice, ...], ArrayLimit(1000)]
    is_last: bool

    def expect(self, question: HintRequest) -> None:
        for advised in self.advice:
            _after(question, (advised.move, *advised.then))
            if advised.wins > advised.samples:
                raise MessageError("more samples are won than there are")


@dataclass(frozen=True)
class DeckResponse(SolverResponse):
    """A fresh deck in dealing order that keeps the promises of a deal."""

    kind: ClassVar = "deck"
    deck: Text

    def expect(self, question: DeckRequest) -> None:
        deal_deck(question.variant, self.deck, None)


@dataclass(frozen=True)
class RobotResponse(SolverResponse):
    """The record of a robot's game."""

    kind: ClassVar = "played"
    record: Text


def is_last(answer: SolverResponse) -> bool:
    """Whether nothing follows; a request has one last response."""
    match answer:
        case SolveProgress():
            return False
        case HintResponse():
            return answer.is_last
        case _:
            return True


def _expect_line(question: SolveRequest, moves: Iterable[Move], value: int) -> None:
    """Raises MessageError unless a line leads to `value`, and IllegalMove unless it is legal."""
    if value != question.variant.line_value(_after(question, moves)):
        raise MessageError("a line leads elsewhere than was told")


def _after(question: SolveRequest | HintRequest, moves: Iterable[Move]) -> Position:
    position = question.position
    for move in moves:
        position = question.variant.apply(position, move)
    return position


# Questions -----------------------------------------------------------------------------------------

A = TypeVar("A", bound=SolverResponse)


@dataclass(frozen=True)
class SolverRequest(Generic[A]):
    """A request about a game, answered by `A`, or by `RequestFailed`."""

    kind: ClassVar[str]
    answers: ClassVar[tuple[type[SolverResponse], ...]]
    may_wait: ClassVar[bool] = False
    """Whether the player looks at something else while this is looked into."""
    variant: Variant
    seconds: Annotated[float, Range(0, 1e6)]
    """Time limit for an answer."""


@dataclass(frozen=True)
class WarmUpRequest(SolverRequest[WarmUpDone]):
    """Compiles a game's kernels."""

    kind: ClassVar = "warm"
    answers: ClassVar = (WarmUpDone,)


@dataclass(frozen=True)
class SolveRequest(SolverRequest[SolveResponse | SolveProgress]):
    """Asks for a winning line, all cards known."""

    kind: ClassVar = "solve"
    answers: ClassVar = (SolveProgress, SolveResponse)
    may_wait: ClassVar = True
    position: Position


@dataclass(frozen=True)
class HintRequest(SolverRequest[HintResponse]):
    """Asks for advice from what a player sees; `seed` places the unseen cards."""

    kind: ClassVar = "advise"
    answers: ClassVar = (HintResponse,)
    position: Position
    seed: Whole


@dataclass(frozen=True)
class DeckRequest(SolverRequest[DeckResponse]):
    """Asks for a deck of secret random bits that keeps both promises."""

    kind: ClassVar = "deck"
    answers: ClassVar = (DeckResponse,)
    may_wait: ClassVar = True


@dataclass(frozen=True)
class RobotRequest(SolverRequest[RobotResponse]):
    """Asks for a robot's game; `about` is its record's information."""

    kind: ClassVar = "robot"
    answers: ClassVar = (RobotResponse,)
    deal: Annotated[int, IntRange(0, NUMBERS - 1)] | Text
    """Its number, or the deck in dealing order."""
    strength: Text
    seed: Text
    about: Annotated[dict[str, str], TextLimit(MAX_LINE)]


REQUESTS: Mapping[str, type[SolverRequest[Any]]] = {
    message.kind: message for message in (WarmUpRequest, SolveRequest, HintRequest, DeckRequest, RobotRequest)
}


@dataclass(frozen=True)
class Cancel:
    """Cancels a request."""

    cancel: Whole


# Writing -------------------------------------------------------------------------------------------


def question_line(asked: int, question: SolverRequest[Any]) -> str:
    """A request as a line, under the number that its responses carry."""
    variant = question.variant
    fields = plain(question, {type(variant): lambda variant: variant.name, **_writes(variant)})
    fields |= {"id": asked, "ask": question.kind, "game": fields.pop("variant")}
    return _line({**fields, "options": options_to_text(variant)})


def cancel_line(cancel: Cancel) -> str:
    """The line that cancels a question."""
    return _line(vars(cancel))


def answer_line(asked: int, answer: SolverResponse, variant: Variant | None) -> str:
    """A response as a line, to the request of that number; its game is needed if it contains moves."""
    if isinstance(answer, RequestFailed):
        shown = "".join(letter if letter.isprintable() else " " for letter in answer.reason[:MAX_REASON])
        answer = replace(answer, reason=shown)
    fields = plain(answer, {} if variant is None else _writes(variant))
    if isinstance(answer, SolveProgress) and not answer.moves:
        del fields["moves"]
    return _line({"id": asked, "answer": answer.kind, **fields})


def _writes(variant: Variant) -> dict[type, Any]:
    return {Move: variant.move_to_text, Position: variant.position_to_text}


def _line(fields: Mapping[str, Any]) -> str:
    return json.dumps(fields) + "\n"


# Reading -------------------------------------------------------------------------------------------


def read_question(line: str | bytes) -> tuple[int, SolverRequest[Any] | RequestFailed] | Cancel:
    """A request with its number, failed if it makes no sense, or a cancellation; raises MessageError."""
    fields = parsed(line, MAX_LINE, has_fractions=True)
    if "cancel" in fields:
        return decoded(Cancel, fields)
    asked = value_of(Whole, fields.pop("id", None))
    try:
        return asked, _question(fields)
    except (MessageError, NotationError, OptionError) as wrong:
        return asked, RequestFailed(str(wrong))


def _question(fields: dict[str, Any]) -> SolverRequest[Any]:
    ask = value_of(Text, fields.pop("ask", None))
    kind = REQUESTS.get(ask)
    if kind is None:
        raise MessageError(f"“{ask[:20]}” is no request")
    game, options = (value_of(Text, fields.pop(name, None)) for name in ("game", "options"))
    variant = find_variant(game, options.split())
    found: SolverRequest[Any] = decoded(kind, {**fields, "variant": variant}, _reads(variant))
    if isinstance(found, RobotRequest) and isinstance(found.deal, str):
        deal_deck(variant, found.deal, None)
    return found


def _reads(variant: Variant) -> dict[type, Any]:
    reads: dict[type, Any] = {
        Variant: lambda found: found,
        Advice: lambda found: Advice(*value_of(AdviceRow, found, reads)),
        Move: lambda found: variant.move_from_text(value_of(Text, found)),
        Position: lambda found: variant.position_from_text(value_of(Text, found)),
    }
    return reads


def read_answer(line: str | bytes, questions: Mapping[int, SolverRequest[Any]]) -> tuple[int, SolverResponse]:
    """A response with the number of its request among `questions`; raises MessageError if invalid."""
    fields = parsed(line, MAX_LINE, has_fractions=True)
    asked = value_of(Whole, fields.pop("id", None))
    question, name = questions.get(asked), fields.pop("answer", None)
    if question is None:
        raise MessageError(f"nothing was asked under {asked}")
    possible: tuple[type[SolverResponse], ...] = (*question.answers, RequestFailed)
    kinds = {message.kind: message for message in possible}
    if not isinstance(name, str) or name not in kinds:
        raise MessageError("“answer” is missing or answers no such request")
    try:
        found = decoded(kinds[name], fields, _reads(question.variant))
        found.expect(question)
    except (NotationError, IllegalMove) as wrong:
        raise MessageError(str(wrong)) from wrong
    if isinstance(found, RequestFailed):
        return asked, RequestFailed(reason_known_again(found.reason))
    return asked, found

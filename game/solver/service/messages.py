"""Typed messages of the solver's process: a class for each question and each answer.

Knows positions and moves; must not know how an answer is found, nor how it is written (see
`json_lines`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from game.play.difficulty import Difficulty
from game.play.sealed_deck import SealedDeck
from game.rules.position import Move, Position
from game.rules.variant import Variant
from game.solver.advice import Advice
from game.solver.answer import Verdict

# Answers -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answered:
    """Something that was answered."""


@dataclass(frozen=True)
class Failed(Answered):
    """There is no answer, and why, to stand in a sentence."""

    reason: str


@dataclass(frozen=True)
class Ready(Answered):
    """The kernels of a game are compiled."""


@dataclass(frozen=True)
class Searching(Answered):
    """How far a search has come; more is to follow."""

    value: int
    """Cards home at the end of the best line so far; in 1-3 Back, stacks left there."""
    nodes: int
    """Positions looked at."""
    moves: tuple[Move, ...] = ()
    """That line, if it wins and a shorter one is still looked for."""


@dataclass(frozen=True)
class Judged(Answered):
    """What a search has shown (see `answer.Answer`)."""

    verdict: Verdict
    value: int
    moves: tuple[Move, ...]
    nodes: int


@dataclass(frozen=True)
class Advised(Answered):
    """Moves and how they fared, the best first; more and better advice may follow."""

    advice: tuple[Advice, ...]
    is_last: bool


@dataclass(frozen=True)
class DealsFound(Answered):
    """Deal numbers that may be offered, in the order asked for, and how hard each is."""

    deals: tuple[int, ...]
    difficulties: tuple[Difficulty, ...]


@dataclass(frozen=True)
class DeckFound(Answered):
    """A fresh deck that keeps what is promised of a deal, and how hard it is."""

    deck: SealedDeck
    difficulty: Difficulty


@dataclass(frozen=True)
class Played(Answered):
    """The record of a robot's game."""

    record: str


Answer = Failed | Ready | Searching | Judged | Advised | DealsFound | DeckFound | Played


def is_last(answer: Answer) -> bool:
    """Whether nothing follows; a question has one last answer."""
    match answer:
        case Searching():
            return False
        case Advised():
            return answer.is_last
        case _:
            return True


# Questions -----------------------------------------------------------------------------------------

A = TypeVar("A", bound=Answered)


@dataclass(frozen=True)
class Question(Generic[A]):
    """A question about a game, answered by `A`, or by `Failed`."""

    variant: Variant
    seconds: float
    """How long an answer is looked for; where it ends by itself, how long that may take."""


@dataclass(frozen=True)
class Warm(Question[Ready]):
    """Compile what a game needs."""


@dataclass(frozen=True)
class Solve(Question[Judged | Searching]):
    """Look for a line that wins, all cards known."""

    position: Position


@dataclass(frozen=True)
class Advise(Question[Advised]):
    """What a player who sees this may do; `seed` lays the unseen cards."""

    position: Position
    seed: int


@dataclass(frozen=True)
class FindDeals(Question[DealsFound]):
    """Deals from `first` on and below `beyond` that can be won, `count` of them."""

    first: int
    beyond: int
    count: int
    seed: int | None = None
    """Draws them at random; without it they come in their order."""


@dataclass(frozen=True)
class FindDeck(Question[DeckFound]):
    """A deck of secret random bits that keeps both promises, of any difficulty or of one."""

    difficulty: Difficulty | None


@dataclass(frozen=True)
class PlayRobot(Question[Played]):
    """The game of a robot; `about` is what its record tells about it."""

    deal: int | str
    """Its number, or the deck in dealing order."""
    strength: str
    seed: str
    about: Mapping[str, str]


@dataclass(frozen=True)
class Cancel:
    """Nobody waits for the answer to a question any more."""

    number: int

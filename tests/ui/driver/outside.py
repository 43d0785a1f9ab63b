"""Stand-ins for the world outside the program: a clock, a loudspeaker, a solver, a catalogue, files.

Each remembers what was asked of it or does what a test says; nothing here knows the window.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame

from game.cards import NUMBERS
from game.language import English
from game.rules.variant import Variant
from game.solver.answer import Advice, Verdict
from game.solver.catalogue import Catalogue
from game.solver.service.client import SolverClient
from game.solver.service.messages import (
    HintRequest,
    HintResponse,
    RequestFailed,
    RobotRequest,
    SolveRequest,
    SolveResponse,
    SolverRequest,
    SolverResponse,
    is_last,
)
from game.storage.profile import Settings
from game.ui.drawing.drawings import Assets, Store
from game.ui.drawing.pictures import Hand, Pictures
from game.ui.window.services import ASSETS, Sounds


class Clock:
    """Monotonic nanoseconds that pass only when they are told to."""

    def __init__(self) -> None:
        self.now_ns = 1_000_000_000_000

    def __call__(self) -> int:
        return self.now_ns

    def pass_s(self, seconds: float) -> None:
        self.now_ns += round(seconds * 1e9)


class Ears(Sounds):
    """Stands in for the sounds, and remembers what was to be heard."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        super().__init__(folder, settings)
        self.heard: list[str] = []

    def play(self, name: str, _now_ns: int) -> None:
        if self.percent(name):
            self.heard.append(name)

    def rest(self, _now_ns: int) -> float | None:
        return None


DRAWN_PIXELS = 20_000_000
"""Of drawings that are kept for the next test, 4 bytes each."""
ASKS: dict[type, str] = {
    SolveRequest: "solve",
    HintRequest: "advise",
    RobotRequest: "robot",
}


def _advice(
    variant: Variant,
    move: str,
    wins: int,
    samples: int,
    mean: float,
    then: str = "",
    odds: float | None = None,
) -> Advice:
    """A piece of advice of texts; `then` are moves between spaces."""
    moves = tuple(map(variant.move_from_text, then.split()))
    return Advice(variant.move_from_text(move), wins, samples, mean, moves, odds)


class Oracle(SolverClient):
    """Stands in for the solver, and remembers what it was asked; answers when it is told what to say."""

    def __init__(self) -> None:
        super().__init__(lambda: None, ())
        self.questions: list[SolverRequest[Any]] = []
        self.warmed: list[str] = []
        """The games whose kernels were to be got ready."""
        self._told: dict[int, Callable[[Any], None]] = {}

    @property
    def asked(self) -> list[dict[str, Any]]:
        """The questions as one would write them down: what was asked, of which game, and its fields."""
        return [
            {**vars(question), "ask": ASKS[type(question)], "game": question.variant.name}
            for question in self.questions
        ]

    def warm(self, variant: Variant) -> None:
        self.warmed.append(variant.name)

    def is_warm(self, _variant: Variant) -> bool:
        return False

    def ask(self, question: SolverRequest[Any], told: Callable[[Any], None]) -> int:
        self.questions.append(question)
        self._told[len(self.questions)] = told
        return len(self.questions)

    def cancel(self, number: int | None) -> None:
        self._told.pop(number or 0, None)  # they count from 1

    @property
    def open(self) -> list[int]:
        """The numbers of the questions that are not answered yet, in their order."""
        return sorted(self._told)

    @property
    def is_asked(self) -> bool:
        """Whether somebody waits for an answer."""
        return bool(self._told)

    next_tick_s = None
    """It never keeps anybody waiting."""

    def say(self, **answer: Any) -> None:
        """Answers the question that was asked last; moves are texts."""
        variant = self.questions[max(self._told) - 1].variant
        if "error" in answer:
            self.tell(RequestFailed(answer["error"]))
        elif "verdict" in answer:
            moves = tuple(variant.move_from_text(text) for text in answer["moves"])
            self.tell(SolveResponse(Verdict(answer["verdict"]), answer["value"], moves, answer["nodes"]))
        else:
            advice = tuple(_advice(variant, *hint) for hint in answer["advice"])
            self.tell(HintResponse(advice, answer.get("is_last", True)))

    def tell(self, answer: SolverResponse, number: int | None = None) -> None:
        """Gives this answer to the question of a number, or to the one that was asked last."""
        number = self.open[-1] if number is None else number
        told = self._told.pop(number) if is_last(answer) else self._told[number]
        told(answer)

    def deliver(self) -> None:
        """What is to be said was said already."""

    def close(self) -> None:
        """There is nothing to end."""


class Certain(Catalogue):
    """Stands in for the catalogue: every deal can be won, and nobody knows how hard it is."""

    def __init__(self) -> None:
        super().__init__({})

    def is_certified(self, _draw: int, _number: int) -> bool:
        return True

    def count(self, _draw: int, _difficulty: object = None) -> int:
        return NUMBERS

    def number_at(self, _draw: int, index: int, _difficulty: object = None) -> int:
        return index

    def after(self, _draw: int, number: int, _difficulty: object = None) -> int:
        return number + 2

    def difficulty(self, _draw: int, _number: int) -> None:
        return None


class Drawn(Assets):
    """The program's files, of which each drawing is drawn once in a test run: that takes most of the time."""

    def __init__(self) -> None:
        super().__init__(ASSETS)
        self._drawn = Store(DRAWN_PIXELS)
        self._pictures: dict[tuple[int, int], Pictures] = {}

    def drawing(self, name: str, width: int, height: int) -> pygame.Surface:
        draw = super().drawing
        return self._drawn.get((name, width, height), lambda: draw(name, width, height)).copy()

    def pictures(self, size: tuple[int, int]) -> Pictures:
        """The pictures of all windows of a size."""
        if size not in self._pictures:
            self._pictures[size] = Pictures(self)
        self._pictures[size].language, self._pictures[size].hand = English(), Hand.USUAL
        return self._pictures[size]


DRAWN = Drawn()

"""Worker loop of the solver's process: reads requests and writes responses as JSON lines.

Requests are answered in turn; a cancelled one stops at once, and the process ends when its input closes.

    {"id": 3, "ask": "solve", "game": "rush", "options": "draw=3", "seconds": 9, "position": "pile …"}
    {"id": 3, "answer": "judged", "verdict": "solved", "value": 52, "moves": ["t1>f2"], "nodes": 81}
"""

from __future__ import annotations

import contextlib
import os
import queue
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, TextIO, cast

from game.codec import MessageError
from game.play.deal import deal_number
from game.play.proof import SECRET_BYTES
from game.rules.position import Move
from game.rules.rush import Rush
from game.rules.variant import Variant
from game.solver.answer import ENOUGH_FOR_ODDS, NO_DECK, SOLVER_FAILED, Advice, Budget, SolverError
from game.solver.klondike.offered import sealed_decks
from game.solver.service.messages import (
    Cancel,
    DeckRequest,
    DeckResponse,
    HintRequest,
    HintResponse,
    RequestFailed,
    SolveProgress,
    SolveRequest,
    SolveResponse,
    SolverRequest,
    SolverResponse,
    WarmUpDone,
    WarmUpRequest,
    answer_line,
    read_question,
)
from game.solver.solve import advise, solve

Answering = Callable[[Any], Iterator[SolverResponse]]
"""Answers one kind of request."""
BETWEEN_ANSWERS_S = 0.25
"""Minimum time between intermediate answers."""
NICENESS = 5
"""Priority below the window, on systems that support it."""
NONSENSE = 2
"""Exit code for invalid input."""


class Worker:
    """Answers requests in turn."""

    def __init__(
        self,
        questions: TextIO,
        answers: TextIO,
        others: Mapping[type[SolverRequest[Any]], Answering],
        leave: Callable[[int], None] = os._exit,
    ) -> None:
        """`others` answer further requests; `leave` ends the process at any time."""
        self._others = others
        self._questions, self._answers, self._leave = questions, answers, leave
        self._asked: queue.SimpleQueue[tuple[int, SolverRequest[Any] | RequestFailed] | None] = (
            queue.SimpleQueue()
        )
        self._cancelled: set[int] = set()
        self._number: int | None = None
        self._budget: Budget | None = None
        self._told_s = 0.0
        self._lock = threading.Lock()

    def run(self) -> None:
        """Answers until the input closes."""
        threading.Thread(target=self._listen, daemon=True).start()
        while (asked := self._asked.get()) is not None:
            number, question = asked
            self._told_s = time.monotonic()
            with contextlib.suppress(BrokenPipeError):
                if isinstance(question, RequestFailed):
                    self._say(number, question, None)
                else:
                    for answer in self._answered(number, question):
                        self._say(number, answer, question.variant)
            with self._lock:
                self._number = self._budget = None
                self._cancelled.discard(number)

    def _listen(self) -> None:
        for line in self._questions:
            try:
                asked = read_question(line)
                if isinstance(asked, Cancel):
                    self._cancel(asked.cancel)
                else:
                    self._asked.put(asked)
            except MessageError:
                self._asked.put(None)
                self._leave(NONSENSE)
                return
        self._asked.put(None)
        self._leave(0)

    def _cancel(self, number: int) -> None:
        with self._lock:
            self._cancelled.add(number)
            if self._number == number and self._budget is not None:
                self._budget.cancel()

    def _say(self, number: int, answer: SolverResponse, variant: Variant | None) -> None:
        self._answers.write(answer_line(number, answer, variant))
        self._answers.flush()

    def _answered(self, number: int, question: SolverRequest[Any]) -> Iterator[SolverResponse]:
        try:
            yield from self._answers_to(number, question)
        except SolverError as wrong:
            yield RequestFailed(str(wrong))
        except Exception as wrong:  # the process answers the next question all the same
            yield RequestFailed(SOLVER_FAILED.with_parts(error=f"{type(wrong).__name__}: {wrong}"))

    def _answers_to(self, number: int, question: SolverRequest[Any]) -> Iterator[SolverResponse]:
        def note(value: int, nodes: int) -> None:
            if self._is_time_to_tell():
                self._say(number, SolveProgress(value, nodes), question.variant)

        def won(value: int, nodes: int, moves: tuple[Move, ...]) -> None:
            self._say(number, SolveProgress(value, nodes, moves), question.variant)

        match question:
            case WarmUpRequest():
                _warm(question.variant)
                yield WarmUpDone()
            case DeckRequest():
                with self._budget_for(number, Budget(seconds=question.seconds)) as budget:
                    yield _found_deck(question, budget)
            case SolveRequest():
                with self._budget_for(number, Budget(seconds=question.seconds, note=note, won=won)) as budget:
                    answer = solve(question.variant, question.position, budget)
                yield SolveResponse(answer.verdict, answer.value, answer.moves, answer.nodes)
            case HintRequest():
                with self._budget_for(number, Budget(seconds=question.seconds)) as budget:
                    yield from self._advice(number, question, budget)
            case _:
                yield from self._others[type(question)](question)

    def _budget_for(self, number: int, budget: Budget) -> Budget:
        """The budget of the current request, spent already if it was cancelled."""
        with self._lock:
            self._number, self._budget = number, budget
            if number in self._cancelled:
                budget.cancel()
        return budget

    def _advice(self, number: int, question: HintRequest, budget: Budget) -> Iterator[HintResponse]:
        """Improving advice, the last one marked.

        When time is up, samples already begun continue until there are enough for odds.
        """
        found: list[Advice] = []
        for found in advise(question.variant, question.position, Random(question.seed)):
            lacks_odds = bool(found) and 1 < found[0].samples < ENOUGH_FOR_ODDS
            if budget.is_spent and not (lacks_odds and number not in self._cancelled):
                break
            # A choice that is made without samples will not change from moment to moment.
            if (found and not found[0].samples) or self._is_time_to_tell():
                yield HintResponse(tuple(found), is_last=False)
        yield HintResponse(tuple(found), is_last=True)

    def _is_time_to_tell(self) -> bool:
        """Whether an intermediate response is due; then not again for a while."""
        now_s = time.monotonic()
        if now_s - self._told_s < BETWEEN_ANSWERS_S:
            return False
        self._told_s = now_s
        return True


def _found_deck(question: DeckRequest, budget: Budget) -> DeckResponse | RequestFailed:
    if not question.variant.deals_can_be_won:
        raise SolverError("in this game any deal is dealt")
    secret_bits = iter(partial(secrets.token_bytes, SECRET_BYTES), b"")
    variant = cast(Rush, question.variant)
    deck = next(sealed_decks(variant, secret_bits, budget), None)
    return RequestFailed(NO_DECK) if deck is None else DeckResponse(deck)


def _warm(variant: Variant) -> None:
    """Compiles a game's kernels by solving a little."""
    position = deal_number(variant, 1).position
    with Budget(nodes=20, seconds=1) as budget:
        solve(variant, position, budget)
    next(advise(variant, position, Random(1)), None)


def main(others: Mapping[type[SolverRequest[Any]], Answering]) -> None:
    """Answers requests from standard input on standard output; with PATIENCE_URGENT=1 as fast as anybody."""
    if hasattr(os, "nice") and os.environ.get("PATIENCE_URGENT") != "1":
        os.nice(NICENESS)
    Worker(sys.stdin, sys.stdout, others).run()

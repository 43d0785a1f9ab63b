"""The solver's own process: questions come in as lines of JSON, answers go out as such lines.

Questions are answered one after the other; a cancelled one stops at once, and the process
ends when nobody is left to ask. Knows solvers and text; must not know who asks or why.

    {"id": 3, "ask": "solve", "game": "rush", "options": "draw=3", "position": "pile …", "seconds": 9}
    {"id": 3, "verdict": "solved", "value": 52, "moves": ["t1>f2"], "nodes": 81, "is_last": true}
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, TextIO

from game.cards import NotationError
from game.play.deal import deal_number
from game.rules import find_variant
from game.rules.options import OptionError
from game.rules.position import Position
from game.rules.rush import Rush
from game.rules.variant import IllegalMove, Variant
from game.solver.advice import advise
from game.solver.answer import Budget, SolverError
from game.solver.deals import offered
from game.solver.solve import solve

Told = dict[str, Any]
"""A question or an answer, as JSON has it."""
Answering = Callable[[Variant, Told], Iterator[Told]]
"""What answers a question about a game."""
NO_OTHERS: Mapping[str, Answering] = MappingProxyType({})
BETWEEN_ANSWERS_S = 0.25
"""Better advice is told no more often than this, and the first after so much thought."""
NICENESS = 5
"""So much the window goes before, on systems that know it."""


class Worker:
    """Answers the questions that come in, one after the other."""

    def __init__(
        self,
        questions: TextIO,
        answers: TextIO,
        leave: Callable[[int], None] = os._exit,
        others: Mapping[str, Answering] = NO_OTHERS,
    ) -> None:
        """`leave` ends the process, whatever it is busy with; `others` answer what is asked besides."""
        self._others = others
        self._questions, self._answers, self._leave = questions, answers, leave
        self._asked: queue.SimpleQueue[Told | None] = queue.SimpleQueue()
        self._cancelled: set[int] = set()
        self._now: int | None = None
        self._budget: Budget | None = None
        self._lock = threading.Lock()

    def run(self) -> None:
        """Answers until there are no more questions."""
        threading.Thread(target=self._listen, daemon=True).start()
        while (question := self._asked.get()) is not None:
            number = question.get("id")
            with contextlib.suppress(BrokenPipeError):
                for answer in self._answered(question):
                    self._say({"id": number, **answer})
            with self._lock:
                self._now = self._budget = None
                self._cancelled.discard(question["id"])

    def _listen(self) -> None:
        for line in self._questions:
            told = json.loads(line)
            if "cancel" in told:
                self._cancel(told["cancel"])
            else:
                self._asked.put(told)
        self._asked.put(None)
        self._leave(0)

    def _cancel(self, number: int) -> None:
        with self._lock:
            self._cancelled.add(number)
            if self._now == number and self._budget is not None:
                self._budget.cancel()

    def _say(self, answer: Told) -> None:
        self._answers.write(json.dumps(answer) + "\n")
        self._answers.flush()

    def _answered(self, question: Told) -> Iterator[Told]:
        try:
            yield from self._answers_to(question)
        except (SolverError, NotationError, OptionError) as wrong:
            yield {"error": str(wrong), "is_last": True}
        except ModuleNotFoundError:
            yield {"error": "this game has no solver", "is_last": True}
        except (IllegalMove, AssertionError, MemoryError) as wrong:
            yield {"error": f"the solver failed ({type(wrong).__name__}: {wrong})", "is_last": True}

    def _answers_to(self, question: Told) -> Iterator[Told]:
        budget = Budget(seconds=question.get("seconds"))
        with self._lock:
            if question["id"] in self._cancelled:
                budget.cancel()
            self._now, self._budget = question["id"], budget
        variant = find_variant(question["game"], question["options"].split())
        match question["ask"]:
            case "warm":
                _warm(variant)
                yield {"is_last": True}
            case "deals":
                first, beyond, random = question["first"], question["beyond"], Random(question.get("seed"))
                numbers = (
                    (random.randrange(first, beyond) for _ in itertools.count())
                    if "seed" in question
                    else iter(range(first, beyond))
                )
                assert isinstance(variant, Rush)  # the other games deal anything
                with budget:
                    found = offered(variant, numbers, question["count"], budget)
                hard = [each.difficulty.value for each in found]
                yield {"deals": [each.number for each in found], "difficulties": hard, "is_last": True}
            case "solve":
                position = variant.position_from_text(question["position"])
                with budget:
                    answer = solve(variant, position, budget)
                moves = [variant.move_to_text(move) for move in answer.moves]
                yield {
                    "verdict": answer.verdict.value,
                    "value": answer.value,
                    "moves": moves,
                    "nodes": answer.nodes,
                    "is_last": True,
                }
            case "advise":
                position = variant.position_from_text(question["position"])
                with budget:
                    yield from _advice(variant, position, Random(question["seed"]), budget)
            case other:
                yield from self._others[other](variant, question)


def _advice(variant: Variant, position: Position, random: Random, budget: Budget) -> Iterator[Told]:
    """Better and better advice, the last one marked."""
    told: list[list[Any]] = []
    last_s = time.monotonic()
    for advice in advise(variant, position, random):
        told = [[variant.move_to_text(move), wins, samples, mean] for move, wins, samples, mean in advice]
        if budget.is_spent:
            break
        now_s = time.monotonic()
        if now_s - last_s >= BETWEEN_ANSWERS_S:
            last_s = now_s
            yield {"advice": told, "is_last": False}
    yield {"advice": told, "is_last": True}


def _warm(variant: Variant) -> None:
    """Loads and compiles what a game needs, by solving a little."""
    position = deal_number(variant, 1).position
    with Budget(nodes=20, seconds=1) as budget:
        solve(variant, position, budget)
    next(advise(variant, position, Random(1)), None)


def main(others: Mapping[str, Answering] = NO_OTHERS) -> None:
    """Answers the questions of standard input on standard output."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    Worker(sys.stdin, sys.stdout, others=others).run()


if __name__ == "__main__":
    main()

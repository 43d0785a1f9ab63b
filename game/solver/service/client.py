"""Client of the solver's processes: sends requests, and delivers responses in the caller's thread.

A game's kernels take seconds to compile, so a second process answers in plain Python until the first has
them. Processes start with the first request and end after a minute without one, because each holds more
memory than the window. Messages and pipes are loaded with the first request too: no table waits for them. No
call waits for a process.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from game.message import msg
from game.rules.variant import Variant

if TYPE_CHECKING:
    from game.solver.service.messages import (
        RequestFailed,
        SolverRequest,
        SolverResponse,
        WarmUpDone,
    )
    from game.solver.service.process import SolverProcess

FAILED = msg("the solver cannot be started")
STOPPED = msg("the solver stopped")
WARM_S = 60.0
"""Maximum compilation time on a slow machine, plus some grace."""
IDLE_S = 60.0
"""Idle time after which the processes are ended; the next request starts them again."""
MAX_ATTEMPTS = 2
"""A question that a process died over is asked once more; after compiled kernels, then in plain Python."""

A = TypeVar("A", bound="SolverResponse")


class _Asked:
    """A request that awaits its last response."""

    def __init__(
        self,
        given: int,
        question: SolverRequest[Any],
        on_response: Callable[[Any], None],
        process: SolverProcess,
    ) -> None:
        """`given` is the number returned to the caller."""
        self.given, self.question, self.on_response, self.process = given, question, on_response, process
        self.number = 0
        """The one that the process knows."""
        self.tries = 0
        self.is_warming = question.kind == "warm"


class SolverClient:
    """The window's solver: sends and cancels requests, and delivers responses as they arrive."""

    def __init__(
        self,
        wake: Callable[[], None],
        command: tuple[str, ...],
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`command` starts a process that answers.

        `wake` is called from another thread when a response arrives, so that `deliver` is called.
        """
        self._wake, self._command, self._now_s = wake, command, now_s
        self._is_woken = threading.Event()
        self.processes: dict[bool, SolverProcess] = {}
        """Those that answer, by whether it is in plain Python."""
        self._open: dict[int, _Asked] = {}  # by the number that was given out
        self._last = 0
        self._used_s = 0.0  # when something was last asked, answered or cancelled

    @property
    def is_thinking(self) -> bool:
        """Whether a response is still to come."""
        return any(not asked.is_warming for asked in self._open.values())

    @property
    def next_tick_s(self) -> float | None:
        """Seconds until `deliver` must be called although nothing has come, or None."""
        dues_s = [process.due_s for process in self.processes.values()]
        if self.processes and not self._open:
            dues_s.append(self._used_s + IDLE_S)
        next_s = min((due_s for due_s in dues_s if due_s is not None), default=None)
        return None if next_s is None else max(0.0, next_s - self._now_s()) + 0.001

    def is_warm(self, variant: Variant) -> bool:
        """Whether the kernels of a game are compiled."""
        process = self.processes.get(False)
        return process is not None and variant.name in process.warm

    def warm(self, variant: Variant) -> None:
        """Compiles a game's kernels in the background, unless that is done or under way."""
        if self.is_warm(variant) or any(
            asked.is_warming and asked.question.variant.name == variant.name for asked in self._open.values()
        ):
            return
        from game.solver.service.messages import WarmUpDone, WarmUpRequest

        def ready(answer: WarmUpDone | RequestFailed) -> None:
            process = self.processes.get(False)
            if process is not None and isinstance(answer, WarmUpDone):
                process.warm.add(variant.name)
                self._move_to(process, variant.name)

        self._ask(WarmUpRequest(variant, WARM_S), ready, is_plain=False)

    def ask(self, question: SolverRequest[A], on_response: Callable[[A | RequestFailed], None]) -> int:
        """Sends a request; returns its number, by which it can be cancelled.

        `on_response` gets every response, in a call of `deliver`; `RequestFailed` is always a last one.
        """
        return self._ask(question, on_response, is_plain=not self.is_warm(question.variant))

    def cancel(self, number: int | None) -> None:
        """Cancels a request, if there is one: no more responses to it are delivered."""
        asked = None if number is None else self._open.pop(number, None)
        if asked is not None:
            self._used_s = self._now_s()
            asked.process.withdraw(asked.number)

    def deliver(self) -> None:
        """Delivers the responses that have come.

        Ends a process whose response is overdue, and all processes after a while without requests.
        """
        if not self.processes and not self._is_woken.is_set():
            return  # as in every second of a clock while nothing is asked
        self._is_woken.clear()
        for process in [*self.processes.values()]:
            is_dead = process.is_dead  # looked at first: what it said before it died is still fetched
            for number, answer in process.fetch():
                self._hand_over(number, answer)
            due_s = process.due_s
            if is_dead or (due_s is not None and self._now_s() > due_s):
                self._bury(process)
        if self.processes and not self._open and self._now_s() >= self._used_s + IDLE_S:
            self.close()

    def close(self) -> None:
        """Ends the processes and drops all requests."""
        self._open.clear()
        for process in self.processes.values():
            process.end()
        self.processes.clear()

    def _hand_over(self, number: int, answer: SolverResponse) -> None:
        asked = next((request for request in self._open.values() if request.number == number), None)
        if asked is None:
            return  # it was withdrawn
        from game.solver.service.messages import is_last

        self._used_s = self._now_s()
        if is_last(answer):
            del self._open[asked.given]
        asked.on_response(answer)

    def _ask(self, question: SolverRequest[Any], on_response: Callable[[Any], None], is_plain: bool) -> int:
        process = self._process(is_plain)
        self._used_s = self._now_s()
        self._last += 1
        asked = _Asked(self._last, question, on_response, process)
        waiting = [request for request in self._open.values() if request.process is process]
        put_off = [] if question.may_wait else [request for request in waiting if request.question.may_wait]
        for request in put_off:
            process.withdraw(request.number)
        for request in (asked, *put_off):  # what may wait is sent again
            self._say(request, process)
        return asked.given

    def _say(self, asked: _Asked, process: SolverProcess) -> None:
        """Sends to a process, under a new number each time."""
        self._last += 1
        asked.process, asked.number = process, self._last
        self._open[asked.given] = asked
        process.ask(asked.number, asked.question)

    def _process(self, is_plain: bool) -> SolverProcess:
        process = self.processes.get(is_plain)
        if process is None:
            from game.solver.service.process import SolverProcess

            process = SolverProcess(self._command, is_plain, self._wake_once, self._now_s)
            self.processes[is_plain] = process
        return process

    def _wake_once(self) -> None:
        """Wakes the caller, unless that is pending; called in the processes' threads."""
        if not self._is_woken.is_set():
            self._is_woken.set()
            self._wake()

    def _move_to(self, process: SolverProcess, game: str) -> None:
        """Repeats pending requests of plain Python once a game's kernels are compiled."""
        plain = self.processes.get(True)
        if plain is None:
            return
        left = [asked for asked in self._open.values() if asked.process is plain]
        for asked in left:
            if asked.question.variant.name == game:
                plain.withdraw(asked.number)
                self._say(asked, process)
        if all(asked.process is process for asked in left):
            del self.processes[True]
            plain.end()

    def _bury(self, process: SolverProcess) -> None:
        """Handles a dead process: its requests are sent once more."""
        if self.processes.get(process.is_plain) is not process:
            return  # it was ended here
        from game.solver.service.messages import RequestFailed

        del self.processes[process.is_plain]
        process.end()
        for asked in [request for request in self._open.values() if request.process is process]:
            asked.tries += 1
            may_be_plain = not (process.is_plain or asked.is_warming)
            if asked.given not in self._open:
                continue  # another one's answer made its asker cancel it
            if process.has_started and asked.tries < MAX_ATTEMPTS:
                self._say(asked, self._process(process.is_plain))
            elif process.has_started and asked.tries == MAX_ATTEMPTS and may_be_plain:
                self._say(asked, self._process(is_plain=True))
            else:
                del self._open[asked.given]
                asked.on_response(RequestFailed(STOPPED if process.has_started else FAILED))

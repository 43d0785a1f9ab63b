"""The way from the window to the solver's own process, started when first needed and never waited for.

Questions go out as lines, answers come back through `deliver`, in the thread that calls it. A
process that dies is started again and asked again, once. While a first process still compiles
its kernels, a second one answers in plain Python. Knows processes and text; must not load any
solver, nor know what the answers are for.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.rules.options import options_to_text
from game.rules.position import Position
from game.rules.variant import Variant

Told = dict[str, Any]
ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "game.solver.worker")
GRACE_S = 90.0
"""So long after its time an answer may come, behind others and while kernels are compiled."""
FAILED = "the solver cannot be started"
STOPPED = "the solver stopped"


class _Process:
    """One process that answers."""

    def __init__(
        self, command: tuple[str, ...], is_plain: bool, heard: Callable[[_Process, Told], None]
    ) -> None:
        """Raises OSError when it cannot be started."""
        surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
        if is_plain:
            surroundings["PATIENCE_PLAIN"] = "1"
        self.is_plain = is_plain
        self.warm: set[str] = set()
        """The games whose kernels are compiled."""
        self._heard = heard
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
            env=surroundings,
            text=True,
            encoding="utf-8",
            creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError, OSError):  # a torn line, or the pipe was closed here
            for line in self._process.stdout:
                self._heard(self, json.loads(line))
        self._heard(self, {"is_dead": True})

    def say(self, told: Told) -> None:
        """Sends a line; a dead process is noticed by the one who listens."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.write(json.dumps(told) + "\n")
            self._process.stdin.flush()

    def kill(self) -> None:
        """Ends the process at once."""
        self._process.kill()
        with contextlib.suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        self._process.wait()


@dataclass
class _Asked:
    question: Told
    told: Callable[[Told], None]
    process: _Process
    due_s: float
    """When an answer must have come, by the clock that counts on."""
    tries: int = 1

    @property
    def may_wait(self) -> bool:
        """Whether the player looks at something else while this is looked into."""
        return self.question["ask"] in ("solve", "deals")


class Solver:
    """The window's solver: asks, cancels, and hands answers over when they have come."""

    def __init__(
        self,
        wake: Callable[[], None],
        command: tuple[str, ...] = COMMAND,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`wake` is called from another thread when an answer has come, so that `deliver` is called."""
        self._wake, self._command, self._now_s = wake, command, now_s
        self._heard: queue.SimpleQueue[tuple[_Process, Told]] = queue.SimpleQueue()
        self._processes: dict[bool, _Process] = {}  # by whether it is plain
        self._asked: dict[int, _Asked] = {}  # by the number that the process knows
        self._numbers: dict[int, int] = {}  # that number, by the one that was given out
        self._last = 0

    @property
    def is_thinking(self) -> bool:
        """Whether an answer is still to come."""
        return any(asked.question["ask"] != "warm" for asked in self._asked.values())

    def is_warm(self, variant: Variant) -> bool:
        """Whether the kernels of a game are compiled."""
        process = self._processes.get(False)
        return process is not None and variant.name in process.warm

    def warm(self, variant: Variant, told: Callable[[], None] = lambda: None) -> None:
        """Gets the kernels of a game ready, in the background; `told` is called when they are."""
        if self.is_warm(variant):
            told()
            return

        def ready(answer: Told) -> None:
            process = self._processes.get(False)
            if process is not None and answer["is_last"] and "error" not in answer:
                process.warm.add(variant.name)
                self._move_to(process, variant.name)
                told()

        question = {"ask": "warm", "game": variant.name, "options": options_to_text(variant)}
        self._send(question, ready, is_plain=False)

    def ask(
        self,
        ask: str,
        variant: Variant,
        told: Callable[[Told], None],
        position: Position | None = None,
        **more: Any,
    ) -> int:
        """Asks a question about a game (see `worker`); returns its number, by which it can be cancelled.

        `told` gets every answer, the last one with "is_last"; one with "error" is a last one.
        """
        question = {"ask": ask, "game": variant.name, "options": options_to_text(variant), **more}
        if position is not None:
            question["position"] = variant.position_to_text(position)
        return self._send(question, told, is_plain=not self.is_warm(variant))

    def cancel(self, number: int) -> None:
        """Forgets a question: no more answers to it are handed over."""
        self._withdraw(self._numbers.pop(number, 0))

    def deliver(self) -> None:
        """Hands over the answers that have come; a process that should have answered long ago is ended."""
        while True:
            try:
                process, answer = self._heard.get_nowait()
            except queue.Empty:
                break
            if "is_dead" in answer:
                self._bury(process)
                continue
            asked = self._asked.get(answer["id"])
            if asked is None or asked.process is not process:
                continue
            if answer.get("is_last"):
                self._forget(answer["id"])
            asked.told(answer)
        now_s = self._now_s()
        for asked in [*self._asked.values()]:
            if now_s > asked.due_s:
                self._bury(asked.process)

    def close(self) -> None:
        """Ends the processes."""
        self._asked.clear()
        self._numbers.clear()
        for process in self._processes.values():
            process.kill()
        self._processes.clear()

    def _send(self, question: Told, told: Callable[[Told], None], is_plain: bool) -> int:
        process = self._process(is_plain)
        if process is None:
            told({"error": FAILED, "is_last": True})
            return 0
        asked = _Asked(question, told, process, 0)
        put_off = [] if asked.may_wait else self._put_off(process)
        number = self._say(asked, process)
        self._numbers[number] = number
        for given, other in put_off:
            self._numbers[given] = self._say(other, process)
        return number

    def _say(self, asked: _Asked, process: _Process) -> int:
        """Asks a process, under a number of its own each time; returns that number."""
        self._last += 1
        asked.process = process
        asked.due_s = self._now_s() + asked.question.get("seconds", 0) + GRACE_S
        self._asked[self._last] = asked
        process.say({**asked.question, "id": self._last})
        return self._last

    def _put_off(self, process: _Process) -> list[tuple[int, _Asked]]:
        """Withdraws what may wait, to be asked again; by the numbers that were given out."""
        waiting = [
            (given, known, self._asked[known])
            for given, known in self._numbers.items()
            if self._asked[known].process is process and self._asked[known].may_wait
        ]
        for _, known, _ in waiting:
            self._withdraw(known)
        return [(given, asked) for given, _, asked in waiting]

    def _withdraw(self, known: int) -> None:
        asked = self._asked.pop(known, None)
        if asked is not None:
            asked.process.say({"cancel": known})

    def _forget(self, known: int) -> None:
        """A question has its last answer."""
        del self._asked[known]
        self._numbers = {given: each for given, each in self._numbers.items() if each != known}

    def _process(self, is_plain: bool) -> _Process | None:
        process = self._processes.get(is_plain)
        if process is None:
            try:
                process = _Process(self._command, is_plain, self._hear)
            except OSError:
                return None
            self._processes[is_plain] = process
        return process

    def _hear(self, process: _Process, told: Told) -> None:
        """Called in the thread of a process that listens."""
        self._heard.put((process, told))
        self._wake()

    def _move_to(self, process: _Process, game: str) -> None:
        """The kernels of a game are compiled: what is still asked in plain Python is asked again."""
        plain = self._processes.get(True)
        for given, known in [*self._numbers.items()]:
            asked = self._asked[known]
            if asked.process is plain and asked.question["game"] == game:
                self._withdraw(known)
                self._numbers[given] = self._say(asked, process)
        if plain is not None and not any(asked.process is plain for asked in self._asked.values()):
            del self._processes[True]
            plain.kill()

    def _bury(self, process: _Process) -> None:
        """A process is dead, or as good as dead: what it was asked is asked once more."""
        if self._processes.get(process.is_plain) is not process:
            return  # it was ended here
        del self._processes[process.is_plain]
        process.kill()
        for given, known in [*self._numbers.items()]:
            asked = self._asked[known]
            if asked.process is not process:
                continue
            asked.tries += 1
            another = self._process(process.is_plain) if asked.tries == 2 else None
            if another is None:
                self._forget(known)
                asked.told({"error": STOPPED, "is_last": True})
            else:
                del self._asked[known]
                self._numbers[given] = self._say(asked, another)

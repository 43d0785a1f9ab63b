"""Worker process that answers over pipes, served by threads of its own.

Callers never wait: starting, writing, reading and ending all happen in those threads, so a process that hangs
or misbehaves blocks nobody. A process whose output is not a response to an open request counts as dead.
"""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from game.solver.service.messages import (
    MAX_LINE,
    Cancel,
    SolverRequest,
    SolverResponse,
    cancel_line,
    is_last,
    question_line,
    read_answer,
)

ROOT = Path(__file__).resolve().parents[3]
GRACE_S = 90.0
"""Grace after an answer's time while kernels are compiled."""
MAX_UNREAD = 1000
"""Maximum number of unfetched answers; better advice comes four times a second."""


class SolverProcess:
    """A process that responds; no call waits for it."""

    def __init__(
        self,
        command: tuple[str, ...],
        is_plain: bool,
        wake: Callable[[], None],
        now_s: Callable[[], float],
    ) -> None:
        """`wake` is called from another thread when there is something to fetch; `now_s` is monotonic."""
        self.is_plain = is_plain
        self.warm: set[str] = set()
        """The games whose kernels are compiled."""
        self.has_started = False
        self.is_dead = False
        """Whether it is gone, or as good as gone; what it had said before can still be fetched."""
        self._command, self._wake, self._now_s = command, wake, now_s
        self._process: subprocess.Popen[bytes] | None = None
        self._changed = threading.Condition()  # guards all that follows
        self._is_ended = False
        self._to_write: dict[int, str] = {}  # by the question's number; what cancels it by its negative
        self._owed: dict[int, SolverRequest[Any]] = {}  # what still needs a last answer, the oldest first
        self._owed_since_s = 0.0  # since when the first of them is the next to be answered
        self._heard: deque[tuple[int, SolverResponse]] = deque()
        try:
            threading.Thread(target=self._live, daemon=True).start()
        except RuntimeError:  # there are no more threads to be had
            self.is_dead = True

    # Called by whoever asks ------------------------------------------------------------------------

    def ask(self, number: int, question: SolverRequest[Any]) -> None:
        """Queues a request under an unused number."""
        with self._changed:
            if not self._owed:
                self._owed_since_s = self._now_s()
            self._owed[number] = question
            self._to_write[number] = question_line(number, question)
            self._changed.notify()

    def withdraw(self, number: int) -> None:
        """Withdraws a request; if not yet written, it never will be."""
        with self._changed:
            if self._to_write.pop(number, None) is not None:
                del self._owed[number]
            elif number in self._owed:
                self._to_write[-number] = cancel_line(Cancel(number))
                self._changed.notify()

    def fetch(self) -> list[tuple[int, SolverResponse]]:
        """Returns new responses by request number."""
        with self._changed:
            heard, self._heard = [*self._heard], deque()
            if any(is_last(answer) for _, answer in heard):
                self._owed_since_s = self._now_s()
        return heard

    @property
    def due_s(self) -> float | None:
        """Deadline of the next last response, withdrawn requests included, or None if none is pending."""
        with self._changed:
            first = next(iter(self._owed.values()), None)
            return None if first is None else self._owed_since_s + first.seconds + GRACE_S

    @property
    def unwritten(self) -> int:
        """Number of lines waiting to be written."""
        with self._changed:
            return len(self._to_write)

    def end(self) -> None:
        """Ends the process at once, even if it is stopped."""
        with self._changed:
            self._is_ended = True
            self._to_write.clear()
            self._owed.clear()
            self._changed.notify()
            if self._process is not None:
                with contextlib.suppress(OSError):
                    self._process.kill()

    # In threads of its own -------------------------------------------------------------------------

    def _live(self) -> None:
        process = self._started()
        if process is not None:
            assert process.stdin is not None
            assert process.stdout is not None
            with contextlib.suppress(RuntimeError):
                threading.Thread(target=self._write_to, args=(process.stdin,), daemon=True).start()
                self._listen_to(process.stdout)
            self.end()
            process.stdout.close()
        self.is_dead = True
        self._wake()
        if process is not None:
            process.wait()

    def _started(self) -> subprocess.Popen[bytes] | None:
        surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
        if self.is_plain:
            surroundings["PATIENCE_PLAIN"] = "1"
        try:
            process = subprocess.Popen(
                self._command,
                bufsize=0,  # a buffer has a lock, which a writer that is held up would hold
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=ROOT,
                env=surroundings,
                creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
            )
        except (OSError, ValueError, subprocess.SubprocessError):
            return None
        with self._changed:
            self._process, self.has_started = process, True
            if self._is_ended:
                process.kill()
        return process

    def _write_to(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:  # a dead process is noticed by the one who listens
            while (line := self._next_line()) is not None:
                left = memoryview(line.encode())
                while left:
                    left = left[pipe.write(left) :]

    def _next_line(self) -> str | None:
        """Waits for the next line to be written; None if there will be no more."""
        with self._changed:
            self._changed.wait_for(lambda: self._to_write or self._is_ended)
            return None if self._is_ended else self._to_write.pop(next(iter(self._to_write)))

    def _listen_to(self, pipe: IO[bytes]) -> None:
        """Reads responses until the pipe closes or something else arrives."""
        lines = io.BufferedReader(pipe)  # type: ignore[type-var]
        with contextlib.suppress(OSError, ValueError):
            while (line := lines.readline(MAX_LINE)).endswith(b"\n"):
                with self._changed:
                    owed = dict(self._owed)
                answered = read_answer(line, owed)
                if not self._hear(*answered):
                    return
                self._wake()

    def _hear(self, number: int, answer: SolverResponse) -> bool:
        """Stores a response; False if reading should stop."""
        with self._changed:
            if number not in self._owed:
                return False  # it was ended meanwhile
            if is_last(answer):
                del self._owed[number]
            self._heard.append((number, answer))
            return len(self._heard) <= MAX_UNREAD

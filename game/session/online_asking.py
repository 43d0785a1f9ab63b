"""A question to a table server that is asked beside the window: the answer is there when it has come.

Knows threads; must not know what is asked.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
LIMIT_S = 120.0
"""So long an answer may take in all: each of its bytes may come in time, and the last one never."""


class Asking(Generic[T]):
    """One question in a thread of its own, which nobody waits for."""

    def __init__(self, ask: Callable[[], T], limit_s: float = LIMIT_S) -> None:
        """Asks at once; what it raises of network, form and refusals is kept as the `error`."""
        self._ask = ask
        self._is_answered, self._taking = threading.Event(), threading.Lock()
        self.answer: T | None = None
        self.error: Exception | None = None
        self._giving_up = threading.Timer(limit_s, self._take, (None, TimeoutError()))
        self._giving_up.daemon = True
        self._giving_up.start()
        threading.Thread(target=self._run, name="asking", daemon=True).start()

    @property
    def is_answered(self) -> bool:
        """Whether `answer` or `error` is there."""
        return self._is_answered.is_set()

    def wait(self, seconds: float) -> bool:
        """Waits for the answer; returns whether it has come."""
        return self._is_answered.wait(seconds)

    def _run(self) -> None:
        try:
            self._take(self._ask(), None)
        except Exception as error:  # whatever it is: it is told by who has asked
            self._take(None, error)
        self._giving_up.cancel()

    def _take(self, answer: T | None, error: Exception | None) -> None:
        with self._taking:
            if not self._is_answered.is_set():
                self.answer, self.error = answer, error
                self._is_answered.set()

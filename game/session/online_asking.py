"""A question to a table server that is asked beside the window: the answer is there when it has come.

Knows threads; must not know what is asked.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Asking(Generic[T]):
    """One question in a thread of its own, which nobody waits for."""

    def __init__(self, ask: Callable[[], T]) -> None:
        """Asks at once; what it raises of network, form and refusals is kept as the `error`."""
        self._ask = ask
        self._is_answered = threading.Event()
        self.answer: T | None = None
        self.error: Exception | None = None
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
            self.answer = self._ask()
        except Exception as error:  # whatever it is: it is told by who has asked
            self.error = error
        self._is_answered.set()

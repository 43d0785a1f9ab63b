"""Play time: milliseconds at the table, pauses left out."""

from __future__ import annotations

from collections.abc import Callable

MAX_MS = 10**15 - 1
"""Maximum play time, 31,688 years: a record writes it with fifteen digits."""


class Clock:
    """A stopwatch that can be started, paused, and stopped until it is released.

    >>> now = [0]
    >>> clock = Clock(lambda: now[0], elapsed_ms=500)
    >>> clock.start(); now[0] = 2_000_000_000; clock.elapsed_ms
    2500
    >>> clock.pause(); now[0] = 9_000_000_000; clock.elapsed_ms
    2500
    """

    def __init__(self, now_ns: Callable[[], int], elapsed_ms: int = 0) -> None:
        """Creates a stopped clock with `elapsed_ms` already played."""
        self._now_ns = now_ns
        self._played_ns = elapsed_ms * 1_000_000
        self._running_since_ns: int | None = None
        self._is_frozen = False

    @property
    def is_running(self) -> bool:
        """Whether play time passes."""
        return self._running_since_ns is not None

    @property
    def elapsed_ms(self) -> int:
        """Whole milliseconds played so far, `MAX_MS` at most; never decreases."""
        running_ns = 0
        if self._running_since_ns is not None:
            running_ns = max(0, self._now_ns() - self._running_since_ns)
        return min((self._played_ns + running_ns) // 1_000_000, MAX_MS)

    def start(self) -> None:
        """Starts the clock, for the first time or after a pause; a frozen clock stays frozen."""
        if self._running_since_ns is None and not self._is_frozen:
            self._running_since_ns = self._now_ns()

    def pause(self) -> None:
        """Stops the clock until the next start."""
        if self._running_since_ns is not None:
            self._played_ns += max(0, self._now_ns() - self._running_since_ns)
            self._running_since_ns = None

    def freeze(self, at_ms: int) -> None:
        """Stops the clock, at the time of the action that decided the game, until it is released."""
        self._running_since_ns = None
        self._played_ns = at_ms * 1_000_000
        self._is_frozen = True

    def release(self) -> None:
        """Lets a frozen clock be started again: the deciding action was undone."""
        self._is_frozen = False

"""Long work in short slices, so that whoever waits for it can be told how far it is, and give it up.

Knows shares of work and an injected clock; must not know what the work is.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Generic, TypeVar

T = TypeVar("T")

Slices = Generator[float, None, T]
"""After each slice the share that is done, 0 to 1; what came of it is returned."""

ENTRIES_A_SLICE = 50
"""So many entries of a record are played in a slice, a millisecond or two."""
LINES_A_SLICE = 200
"""So many lines of a record are read in a slice."""
READING_SHARE = 0.2
"""Of the whole work, to read the lines of a record before it is played back."""
SLICE_NS = 5_000_000
"""After so long no further slice is begun, so that all of them together end within eight milliseconds."""


def at_once(slices: Slices[T]) -> T:
    """What comes of work that is done without a stop."""
    while True:
        try:
            next(slices)
        except StopIteration as stop:
            result: T = stop.value
            return result


def between(first: float, last: float, slices: Slices[T]) -> Slices[T]:
    """The work as a part of a larger one, of which it is the share from `first` to `last`.

    >>> def halves() -> Slices[str]:
    ...     yield 0.5
    ...     return "done"
    >>> next(between(0.2, 0.4, halves()))
    0.30000000000000004
    """
    while True:
        try:
            share = next(slices)
        except StopIteration as stop:
            result: T = stop.value
            return result
        yield first + (last - first) * share


class SlicedTask(Generic[T]):
    """Work that goes on whenever there is time for it."""

    def __init__(self, slices: Slices[T]) -> None:
        self._slices = slices
        self.share = 0.0  # of the work that is done
        self.result: T | None = None

    @property
    def is_done(self) -> bool:
        """Whether there is a result."""
        return self.share == 1.0

    def go_on(self, now_ns: Callable[[], int]) -> bool:
        """Does slices until the time is used that a frame leaves; returns whether the work is done.

        Raises whatever comes up in the work.
        """
        until_ns = now_ns() + SLICE_NS
        while not self.is_done:
            try:
                self.share = min(next(self._slices), 0.99)
            except StopIteration as stop:
                self.result, self.share = stop.value, 1.0
            if now_ns() >= until_ns:
                break
        return self.is_done

    @property
    def percent(self) -> str:
        """How far it is, for the player, in steps of five: `35 %`."""
        return f"{int(self.share * 20) * 5} %"

"""Long work in short slices, with progress and cancellation."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Generic, TypeVar

T = TypeVar("T")

Slices = Generator[float, None, T]
"""Generator of the share done, 0 to 1, after each slice; returns the result."""

ENTRIES_A_SLICE = 50
"""Entries of a record played in a slice, in a millisecond or two."""
LINES_A_SLICE = 200
"""Lines of a record read in a slice."""
READING_SHARE = 0.2
"""Share of the whole work spent on reading the lines before playing them."""
SLICE_NS = 5_000_000
"""Time after which no further slice starts, so that a frame's slices end within eight milliseconds."""


def run_to_end(slices: Slices[T]) -> T:
    """Runs work to its end and returns its result."""
    while True:
        try:
            next(slices)
        except StopIteration as stop:
            result: T = stop.value
            return result


def between(first: float, last: float, slices: Slices[T]) -> Slices[T]:
    """Scales the progress of work to the range `first` to `last` of a larger one.

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
    """Work that continues whenever there is time for it."""

    def __init__(self, slices: Slices[T]) -> None:
        self._slices = slices
        self.share = 0.0  # of the work that is done
        self.result: T | None = None

    @property
    def is_done(self) -> bool:
        """Whether there is a result."""
        return self.share == 1.0

    def run_slice(self, now_ns: Callable[[], int]) -> bool:
        """Runs slices until the frame's time is used; returns whether the work is done; raises its errors."""
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
        """Progress for the player in steps of five: `35 %`."""
        return f"{int(self.share * 20) * 5} %"

"""Figures of a measurement: a value, its unit, and its goal, which is an upper or a lower bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class BenchError(ValueError):
    """There is no such part to measure."""


class NotMeasurableError(RuntimeError):
    """Something is missing on this machine that a part needs; the text says what."""


@dataclass(frozen=True)
class Figure:
    """One measured value. With `at_least` the goal is a lower bound, otherwise an upper one."""

    what: str
    value: float
    unit: str
    goal: float | None = None
    at_least: bool = False

    @property
    def is_reached(self) -> bool | None:
        """Whether the goal is reached, or None without a goal."""
        if self.goal is None:
            return None
        return self.value >= self.goal if self.at_least else self.value <= self.goal


def percentile(values: Sequence[float], share: float) -> float:
    """The value that a share (0 to 1) of all values does not exceed.

    >>> percentile([5, 1, 4, 2, 3], 0.5), percentile([5, 1, 4, 2, 3], 0.99)
    (3, 5)
    """
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))]

"""Axes of charts: round ticks, where values lie, which labels have room. Pure arithmetic.

Knows numbers and pixels; must not know pygame or what is charted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import NamedTuple

from game.message import Message, number
from game.play.summary import round_step


class Axis(NamedTuple):
    """A straight scale: the value `low` lies at `start_px`, `high` at `end_px`."""

    low: float
    high: float
    start_px: float
    end_px: float

    def place(self, value: float) -> float:
        """Where a value lies, in pixels.

        >>> Axis(0, 10, 100, 0).place(5)
        50.0
        """
        return self.start_px + (value - self.low) * (self.end_px - self.start_px) / (self.high - self.low)


def ticks(low: float, high: float, most: int) -> list[int]:
    """Round numbers, evenly spaced, from one not above `low` to one not below `high`; at least two.

    There are about `most` of them, never more than `most` + 1 when `most` is 2 or more.

    >>> ticks(0, 1833, 5)
    [0, 500, 1000, 1500, 2000]
    >>> ticks(3, 3, 4)
    [3, 4]
    """
    step = round_step((high - low) / max(1, most - 1))
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return [step * index for index in range(first, last + 1)]


def reaching(values: Sequence[float], most: int, from_zero: bool) -> list[int]:
    """The ticks of an axis on which all values have room; for bars also their foot, 0."""
    low, high = min(values), max(values)
    # A curve that keeps to the upper half of the axis may leave the lower one out.
    if from_zero or 0 < low < high / 2 or high - low < 2:
        low = min(0, low)
    return ticks(low, high, most)


def stride(count: int, room_px: float, widest_px: float, gap_px: float) -> int:
    """Every how many of `count` labels in a row of `room_px` one can be written without touching the next.

    >>> stride(10, 400, 30, 10), stride(20, 400, 30, 10), stride(200, 400, 30, 10)
    (1, 2, 20)
    """
    return round_step((widest_px + gap_px) * count / max(1.0, room_px))


def tick_text(value: float) -> Message:
    """A number as an axis has it.

    >>> tick_text(-40), tick_text(12000)
    ('−40', '12,000')
    """
    return number(round(value))

"""What the end of a game comes to, in one value: its result, whether it counts, and what it is compared with.

Knows figures and dates; must not know where they are kept or in which words they are told.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from game.play.played import Kind
from game.play.result import Result
from game.rules.variant import Variant


class DayEnding(NamedTuple):
    """What the end of a game of a day's deal means for that day."""

    day: date
    streak: int | None  # days in a row, when this is the game that counts; None when it is none that counts
    total: int | None = None  # of this game, when it counts or was begun late
    left_ms: int = 0  # on its clock
    is_late: bool = False  # it was begun after its day


class Ending(NamedTuple):
    """A game that is over. By the time anybody has it, it is written down."""

    result: Result
    kind: Kind
    best_before: int | None = None  # of the other games that count; None without any
    is_best: bool = False  # whether it counts and is better than all before it
    is_kept: bool = True  # whether its record is on disk
    day: DayEnding | None = None


def compared(result: Result, kind: Kind, best_before: int | None, variant: Variant, is_kept: bool) -> Ending:
    """A result beside the best that there was."""
    value, sign = result.value, -1 if variant.fewest_is_best else 1
    counts = is_kept and kind is Kind.COUNTED and value is not None
    is_best = counts and (best_before is None or sign * (value or 0) > sign * best_before)
    return Ending(result, kind, best_before, is_best, is_kept)

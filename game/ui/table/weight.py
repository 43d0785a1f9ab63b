"""How much a sentence of the status line weighs: what comes by itself never hides what matters more.

Knows the order alone; must not know where sentences come from, nor how they are drawn.
"""

from __future__ import annotations

from enum import IntEnum


class Weight(IntEnum):
    """What a sentence tells, from the least to what must not be missed."""

    WORDS = 0  # a hint, a refusal: nothing that is proven
    VERDICT = 1  # that the game cannot be won any more
    STANDSTILL = 2  # that nothing is left to be done
    TROUBLE = 3  # that the game is not saved as it should be

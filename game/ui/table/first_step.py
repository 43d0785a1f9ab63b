"""A first step of a game: what a new player is pointed to, and how one sees that it was done.

Knows positions and moves; must not know how it is shown, nor when.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from game.rules.position import Move, Position


class FirstStep(NamedTuple):
    """One pointer on the table of a new player."""

    sentence: str
    pile: Callable[[Position], int | None]
    """The pile that it is about; None while there is nothing to point at."""
    is_followed: Callable[[Position, Move], bool]
    """Whether a move of a position is what the sentence asks for."""

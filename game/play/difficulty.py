"""How hard a deal of Rush is, in three words with a meaning.

The meaning is a share: of games by the robot called regular, at its pace and within five minutes,
so many are won. docs/RESEARCH.md has the shares as they were measured. Knows words and shares; must not
know deals, nor how a share is found out.
"""

from __future__ import annotations

from enum import Enum

from game.message import msg_p


class Difficulty(Enum):
    """How hard a deal is."""

    EASY = msg_p("how hard a deal is", "easy")
    """The regular robot wins more than half of its games."""
    FAIR = msg_p("how hard a deal is", "fair")
    """It wins now and then."""
    HARD = msg_p("how hard a deal is", "hard")
    """It hardly ever wins."""


EASY_ABOVE, HARD_UP_TO = 3 / 8, 1 / 16
"""Shares of games won by a regular player who overlooks some moves: its share tells apart deals of
which a regular one, who nearly always plays the same game, wins all or none."""


def difficulty_of(wins: int, games: int) -> Difficulty:
    """How hard a deal is of which a distracted player won so many of its games.

    >>> [difficulty_of(wins, 64).value for wins in (64, 25, 24, 5, 4, 0)]
    ['easy', 'easy', 'fair', 'fair', 'hard', 'hard']
    """
    if wins > EASY_ABOVE * games:
        return Difficulty.EASY
    return Difficulty.HARD if wins <= HARD_UP_TO * games else Difficulty.FAIR

"""The first steps of Solitaire Rush.

Knows the words and the piles they are about; must not know how they look.
"""

from __future__ import annotations

from game.message import msg
from game.rules.position import STOCK, Move, Position
from game.rules.rush import COLUMNS, FOUNDATIONS, HAND, Rush
from game.ui.table.first_step import FirstStep

RULES = Rush()


def _to_column(position: Position) -> int | None:
    """The pile of a card that can go to a column."""
    moves = RULES.legal_moves(position)
    return next((move.source for move in moves if move != STOCK and move.target in COLUMNS), None)


def _homeward(position: Position) -> int | None:
    """The pile of a card that can go home, or where homes are."""
    moves = RULES.legal_moves(position)
    return next((move.source for move in moves if move.target in FOUNDATIONS), FOUNDATIONS.start)


def _is_on_column(_before: Position, move: Move) -> bool:
    return move != STOCK and move.target in COLUMNS


FIRST_STEPS = (
    FirstStep(
        msg(
            "This card fits elsewhere: drag it onto one a rank higher of the other colour. "
            "Or click it, and then its place."
        ),
        _to_column,
        _is_on_column,
    ),
    FirstStep(
        msg("Click the hand: cards are turned from it, and the last of them can be played."),
        lambda _position: HAND,
        lambda _before, move: move == STOCK,
    ),
    FirstStep(
        msg("Bring all cards home, each suit from its ace up. A double click sends a card there."),
        _homeward,
        lambda _before, move: move.target in FOUNDATIONS,
    ),
)

"""The first steps of Three Shuffles.

Knows the words and the piles they are about; must not know how they look.
"""

from __future__ import annotations

from game.message import msg
from game.rules.position import STOCK, Move, Position
from game.rules.three_shuffles import FANS, FOUNDATIONS, ThreeShuffles
from game.ui.table.first_step import FirstStep

RULES = ThreeShuffles()


def _source(position: Position, targets: range) -> int | None:
    moves = RULES.moves_left(position)
    return next((move.source for move in moves if move.target in targets), None)


def _is_on_fan(_before: Position, move: Move) -> bool:
    return move != STOCK and move.target in FANS


def _is_home(before: Position, move: Move) -> bool:
    # Aces may go home by themselves.
    return move.target in FOUNDATIONS and bool(before.piles[move.target])


FIRST_STEPS = (
    FirstStep(
        msg(
            "Drag this card onto the next higher of its suit. Only the top card of a fan moves, and a space "
            "stays empty."
        ),
        lambda position: _source(position, FANS),
        _is_on_fan,
    ),
    FirstStep(
        msg("This card can go home, where each suit is built up from its ace: double-click it."),
        lambda position: _source(position, FOUNDATIONS),
        _is_home,
    ),
)

"""The first steps of Spider. Knows the words and the piles they are about; must not know how they look."""

from __future__ import annotations

from game.message import msg
from game.rules.building import follows_in_suit
from game.rules.position import STOCK, Move, Position
from game.rules.spider import COLUMNS, HAND, Spider
from game.ui.table.first_step import FirstStep

RULES = Spider()


def _on_higher(position: Position) -> int | None:
    """The column of a card that goes onto a higher one, of its suit where there is such a move."""
    moves = RULES.legal_moves(position)
    others = (move.source for move in moves if _is_onto(position, move))
    return _in_suit(position) or next(others, None)


def _in_suit(position: Position) -> int | None:
    """The column of a card that goes onto the next higher of its suit."""
    moves = RULES.legal_moves(position)
    return next((move.source for move in moves if _is_in_suit(position, move)), None)


def _is_onto(position: Position, move: Move) -> bool:
    return move != STOCK and move.target in COLUMNS and bool(position.piles[move.target])


def _is_in_suit(position: Position, move: Move) -> bool:
    piles = position.piles
    return _is_onto(position, move) and follows_in_suit(
        piles[move.source][-move.count], piles[move.target][-1]
    )


FIRST_STEPS = (
    FirstStep(
        msg("Drag this card onto one a rank higher, of whatever suit; a click sends it there, too."),
        _on_higher,
        _is_onto,
    ),
    FirstStep(
        msg(
            "This card fits onto one of its own suit. Only cards of one suit move on together: build such "
            "runs."
        ),
        _in_suit,
        _is_in_suit,
    ),
    FirstStep(
        msg("When nothing helps any more, a click here deals a card onto each column."),
        lambda _position: HAND,
        lambda _before, move: move == STOCK,
    ),
)

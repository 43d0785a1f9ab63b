"""The first steps of 1-3 Back. Knows the words and the piles they are about; must not know how they look."""

from __future__ import annotations

from game.message import msg
from game.rules.one_three_back import DECK, OneThreeBack
from game.rules.position import STOCK, Move, Position
from game.ui.table.first_step import FirstStep

RULES = OneThreeBack()


def _stack(position: Position) -> int | None:
    """The last stack that can be merged."""
    merges = RULES.merges(position)
    return merges[-1].source if merges else None


def _deals_a_match(before: Position, move: Move) -> bool:
    return move == STOCK and bool(RULES.merges(RULES.apply(before, move)))


FIRST_STEPS = (
    FirstStep(
        msg("Click the deck: it deals a card to the end of the grid."),
        lambda position: DECK if position.piles[DECK] and not RULES.merges(position) else None,
        _deals_a_match,
    ),
    FirstStep(
        msg(
            "Drag this stack onto the one that is one back or three back: they match in suit or in rank. "
            "Leave as few stacks as you can."
        ),
        _stack,
        lambda _before, move: move != STOCK,
    ),
)

"""The leftmost among equals: ties between columns of Rush, and which moves follow the tip.

The published rules page advises: of two cards that could move and cover equally many face-down
cards, the one of the leftmost pile. Here is what that means exactly. Knows positions and what
the rules allow; must not know what can be won.
"""

from __future__ import annotations

from typing import NamedTuple

from game.rules.position import Move, Position
from game.rules.rush import COLUMNS, Rush


class Tie(NamedTuple):
    """Columns whose whole face-up runs lie on equally many face-down cards and may go to the same places."""

    columns: tuple[int, ...]
    """Two or more, from left to right: the tip takes the first."""
    targets: tuple[int, ...]
    """The columns to which each of the runs may legally move."""


def face_down(position: Position, column: int) -> int:
    """How many cards of a column lie face down."""
    return sum(not each.face_up for each in position.piles[column])


def ties(variant: Rush, position: Position) -> list[Tie]:
    """The ties of a position, by their leftmost columns.

    >>> rush = Rush()
    >>> piles = ("t2 (KC) 7C", "t3 (QC) 7S 6D", "t5 8H", "stock (2D)")
    >>> position = rush.position_from_text("\\n".join(f"pile {each}" for each in piles))
    >>> ties(rush, position)
    [Tie(columns=(7, 8), targets=(10,))]
    """
    movers: dict[tuple[int, int], list[int]] = {}
    for source in COLUMNS:
        hidden = face_down(position, source)
        count = len(position.piles[source]) - hidden
        if hidden and variant.can_lift(position, source, count):
            for target in COLUMNS:
                if variant.can_drop(position, Move(source, target, count)):
                    movers.setdefault((hidden, target), []).append(source)
    targets: dict[tuple[int, ...], list[int]] = {}
    for (_, target), columns in movers.items():
        if len(columns) > 1:
            targets.setdefault(tuple(columns), []).append(target)
    return sorted(Tie(columns, tuple(sorted(each))) for columns, each in targets.items())


def follows_tip(variant: Rush, position: Position, move: Move) -> bool:
    """Whether a legal move follows the tip.

    It does unless it takes the whole run of a column in a tie with one further left, wherever it
    takes it: home as well.
    """
    if move.source not in COLUMNS:
        return True
    if move.count < len(position.piles[move.source]) - face_down(position, move.source):
        return True
    return all(move.source not in tie.columns[1:] for tie in ties(variant, position))

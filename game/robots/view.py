"""What a player of Rush sees: no unseen card is in it, only how many there are.

Knows positions; the one place where a robot's eyes meet the table.
"""

from __future__ import annotations

from typing import NamedTuple

from game.rules.position import Pile, Position
from game.rules.rush import COLUMNS, FOUNDATIONS, HAND, WASTE, Rush


class Column(NamedTuple):
    """A column: how many cards lie face down, and those face up on them."""

    face_down: int
    face_up: Pile


class View(NamedTuple):
    """A table of Rush as its player sees it."""

    variant: Rush
    at_ms: int
    """Play time used."""
    hand_size: int
    hand: Pile
    """The cards of the hand, the next to be turned last; empty until the waste has gone back once."""
    waste: Pile
    foundations: tuple[Pile, ...]
    columns: tuple[Column, ...]
    tally: tuple[int, ...]

    @property
    def has_seen_hand(self) -> bool:
        """Whether the player knows every card of the hand."""
        return len(self.hand) == self.hand_size

    @property
    def passes(self) -> int:
        """How often the waste has gone back."""
        return self.tally[1]

    @property
    def unseen(self) -> Pile:
        """The cards that lie where the player has not looked yet, in the order of the pack."""
        seen = {each.identity for pile in self.foundations for each in pile}
        seen |= {each.identity for pile in (self.hand, self.waste) for each in pile}
        seen |= {each.identity for column in self.columns for each in column.face_up}
        return tuple(each for each in self.variant.pack() if each.identity not in seen)

    def guess(self) -> Position:
        """A position that looks so: the unseen cards lie in the order of the pack."""
        left = iter(self.unseen)
        hand = self.hand if self.has_seen_hand else tuple(next(left) for _ in range(self.hand_size))
        columns = (
            (*(next(left) for _ in range(column.face_down)), *column.face_up) for column in self.columns
        )
        return Position((hand, self.waste, *self.foundations, *columns), self.tally)


def see(variant: Rush, position: Position, at_ms: int) -> View:
    """What the player sees of a position at a play time."""
    hand = position.piles[HAND]
    columns = []
    for pile in COLUMNS:
        face_up = tuple(each for each in position.piles[pile] if each.face_up)
        columns.append(Column(len(position.piles[pile]) - len(face_up), face_up))
    return View(
        variant,
        at_ms,
        len(hand),
        hand if position.tally[1] > 0 else (),
        position.piles[WASTE],
        position.piles[FOUNDATIONS.start : FOUNDATIONS.stop],
        tuple(columns),
        position.tally,
    )

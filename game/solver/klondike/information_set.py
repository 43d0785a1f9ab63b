"""Information set of a player of Rush: which cards are unseen, and ways in which they may lie.

The unseen cards are those face down in the columns and, until the waste has gone back once,
those still in the hand; afterwards the player knows the hand and its order. Knows positions; the
only module here that meets hidden cards, and it lets nothing out of them but which they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from game.cards import Card
from game.rules.position import Position
from game.rules.rush import COLUMNS, HAND, Rush
from game.solver.klondike.encoding import number_of, piles_of_position


def has_seen_hand(position: Position) -> bool:
    """Whether the player knows every card of the hand."""
    return not position.piles[HAND] or position.tally[1] > 0


class InformationSet:
    """A position as its player sees it.

    Raises:
        SolverError: cards are missing or there twice, or lie as they never could.
    """

    def __init__(self, variant: Rush, position: Position) -> None:
        hidden = [each for pile in _hiding(position) for each in position.piles[pile] if not each.face_up]
        self.position = _laid(position, sorted(hidden, key=lambda each: each.identity))
        """The position with its unseen cards lying in the pack's order."""
        self._piles = piles_of_position(variant, self.position)
        unseen = {number_of(each) for each in hidden}
        self._slots = [slot for slot in _card_slots(self._piles) if self._piles[slot] in unseen]
        self._unseen = [self._piles[slot] for slot in self._slots]

    @property
    def is_everything_seen(self) -> bool:
        """Whether nothing is left to guess, not even which of two cards lies where."""
        return len(self._slots) < 2

    def laid_in_order(self) -> list[int]:
        """The piles for `state.fill`, the unseen cards in the pack's order."""
        return [*self._piles]

    def laid_at_random(self, random: Random) -> list[int]:
        """The piles for `state.fill`, the unseen cards in any order, each equally likely."""
        piles, cards = [*self._piles], [*self._unseen]
        random.shuffle(cards)
        for slot, each in zip(self._slots, cards, strict=True):
            piles[slot] = each
        return piles


def _hiding(position: Position) -> list[int]:
    """The piles in which cards may be unseen."""
    return [*COLUMNS] if has_seen_hand(position) else [HAND, *COLUMNS]


def _laid(position: Position, cards: Sequence[Card]) -> Position:
    """The position with other cards in its unseen places."""
    left, piles = iter(cards), [*position.piles]
    for pile in _hiding(position):
        piles[pile] = tuple(each if each.face_up else next(left) for each in piles[pile])
    return Position(tuple(piles), position.tally)


def _card_slots(piles: Sequence[int]) -> Iterator[int]:
    """Where cards stand in the piles for `state.fill`."""
    at = 6 + piles[5]
    yield from range(6, at)
    while at < len(piles):
        yield from range(at + 1, at + 1 + 2 * piles[at], 2)
        at += 1 + 2 * piles[at]

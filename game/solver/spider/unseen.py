"""Ways in which the cards of Spider may lie that a player has not seen.

Knows which cards are unseen; must not look at which is where.
"""

from __future__ import annotations

from random import Random

from game.rules.position import Pile, Position


def as_it_may_be(position: Position, random: Random) -> Position:
    """The position with its unseen cards laid at random; where they truly lie makes no difference."""
    unseen = [card.down for pile in position.piles for card in pile if not card.face_up]
    unseen.sort(key=lambda card: card.face)
    random.shuffle(unseen)
    drawn = iter(unseen)

    def drawn_for(pile: Pile) -> Pile:
        return tuple(card if card.face_up else next(drawn) for card in pile)

    return Position(tuple(map(drawn_for, position.piles)))

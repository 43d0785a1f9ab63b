"""Predicates that several games share: runs, in suit, alternating, turning up.

Knows piles and cards; knows no variant and no table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.cards import Card
from game.message import Message, msg
from game.rules.position import Pile

FAULTS = (
    msg("a foundation of clubs cannot hold {card} there"),
    msg("a foundation of diamonds cannot hold {card} there"),
    msg("a foundation of hearts cannot hold {card} there"),
    msg("a foundation of spades cannot hold {card} there"),
)
"""Of a foundation of each suit that holds another card."""


def alternates(upper: Card, lower: Card) -> bool:
    """Whether `upper` may lie on `lower` where one builds downward in alternating colour."""
    return upper.rank + 1 == lower.rank and upper.is_red != lower.is_red


def follows_in_suit(upper: Card, lower: Card) -> bool:
    """Whether `upper` is one lower than `lower` and of its suit."""
    return upper.rank + 1 == lower.rank and upper.suit == lower.suit


def is_run(cards: Pile, fits: Callable[[Card, Card], bool]) -> bool:
    """Whether all cards are face up and each `fits` on the one beneath it."""
    lower = None
    for each in cards:
        if not each.face_up or (lower is not None and not fits(each, lower)):
            return False
        lower = each
    return True


def goes_home(card: Card, foundation: Pile) -> bool:
    """Whether `card` is the next of its suit on `foundation`, ace first."""
    if not foundation:
        return card.rank == 1
    return card.suit == foundation[-1].suit and card.rank == foundation[-1].rank + 1


def foundation_fault(foundations: Iterable[Pile]) -> Message | None:
    """What cannot lie on foundations of clubs, diamonds, hearts and spades, as words, or None."""
    for suit, pile in enumerate(foundations):
        for height, each in enumerate(pile):
            if not each.face_up or each.suit != suit or each.rank != height + 1:
                return FAULTS[suit].with_parts(card=each.up.text)
    return None


def turned_up(pile: Pile) -> Pile:
    """The pile with its top card face up."""
    return (*pile[:-1], pile[-1].up) if pile and not pile[-1].face_up else pile


def hides_only_beneath(pile: Pile) -> bool:
    """Whether a column's face-down cards lie under face-up ones, of which there is one at least."""
    sides = [each.face_up for each in pile]
    return sides == sorted(sides) and all(sides[-1:])


def face_down_count(piles: Iterable[Pile]) -> int:
    """How many cards of these piles lie face down."""
    return sum(not each.face_up for pile in piles for each in pile)

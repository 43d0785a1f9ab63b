"""Bitboards of Klondike: sets of cards as numbers of 52 bits, and what a set allows of another.

Knows ranks, suits and colours; must not know columns, deals or searches. A card is
`4 × rank + suit`, rank 0 (ace) to 12, suits ♣ ♠ ♦ ♥, so that a card's colour mates are
neighbours. `homes` are how many cards of each suit are home, 4 bits a suit, lowest ♣.
"""

from __future__ import annotations

from game.solver.kernels.compiled import inlined

PACK = (1 << 52) - 1
KINGS = 0xF << 48
ACES = 0xF
MATES = 0x5555555555555
"""The first card of every pair of colour mates."""
BLACK = 0x3333333333333
SUIT = 0x1111111111111


@inlined
def next_home(homes: int) -> int:
    """The card that each suit would send home next."""
    return (
        1 << ((homes & 15) << 2)
        | 2 << ((homes >> 2) & 60)
        | 4 << ((homes >> 6) & 60)
        | 8 << ((homes >> 10) & 60)
    ) & PACK


@inlined
def cards_home(homes: int) -> int:
    """The cards at home."""
    return (
        ((1 << ((homes & 15) << 2)) - 1) & SUIT
        | ((1 << ((homes >> 2) & 60)) - 1) & SUIT << 1
        | ((1 << ((homes >> 6) & 60)) - 1) & SUIT << 2
        | ((1 << ((homes >> 10) & 60)) - 1) & SUIT << 3
    )


@inlined
def open_pairs(up: int, placed: int) -> int:
    """Both cards of every pair of mates of which one can be made bare.

    A pair is open when it has more cards in `up` (the cards that may be built on) than children placed.
    """
    parents = up - ((up >> 1) & MATES)
    children = placed - ((placed >> 1) & MATES)
    children = (children & BLACK) << 2 | (children >> 2) & BLACK
    surplus = parents ^ (children << 4)
    surplus = (surplus | surplus >> 1) & MATES
    return surplus | surplus << 1


@inlined
def mates_too(cards: int) -> int:
    """The cards and their colour mates."""
    pairs = (cards | cards >> 1) & MATES
    return pairs | pairs << 1


@inlined
def parents_of(pairs: int) -> int:
    """The cards that any card of these pairs of mates may be built on."""
    return ((pairs & BLACK) << 2 | (pairs >> 2) & BLACK) << 4 & PACK


@inlined
def unbroken(cards: int) -> int:
    """The cards that have all lower ones of their suits beside them, from the ace on."""
    cards &= cards << 4 | ACES
    cards &= cards << 8 | 0xFF
    cards &= cards << 16 | 0xFFFF
    return cards & (cards << 32 | 0xFFFFFFFF)


@inlined
def children_of(pairs: int) -> int:
    """The cards that may be built on any card of these pairs of mates."""
    below = pairs >> 4
    return (below & BLACK) << 2 | (below >> 2) & BLACK


@inlined
def is_safe(state: int, card: int) -> bool:
    """Whether nothing is lost when `card`, next of its suit, goes home for good.

    The two cards that could lie on it can go home themselves, and so can what lies on those.
    """
    rank, suit = card >> 2, card & 3
    other = (suit & 2) ^ 2
    return rank <= 1 or (
        (state >> (4 * other)) & 15 >= rank - 1
        and (state >> (4 * other + 4)) & 15 >= rank - 1
        and (state >> (4 * (suit ^ 1))) & 15 >= rank - 2
    )

"""Commitment to a deck: SHA-256 of salt and deck, published before a round; salt and deck after it.

Knows decks and digests; must not know how a deck is chosen among others, nor where it is kept. The form is
described in docs/FORMATS.md ("The table server"), so that anybody can check it.
"""

from __future__ import annotations

import hashlib

from game.cards import Card, standard_pack
from game.play.deal import Deal, deal_deck
from game.rules.position import pile_to_text
from game.tournament.tournament import GAME

SECRET_BYTES = 32
"""Of the secret that a deck follows from: 256 bits, more than the 226 of all orders of 52 cards."""
_DRAW_BYTES = 8
_DRAWS = 80  # 51 are needed, and one in 10^17 is rejected


def deck_from_secret(secret: bytes) -> str:
    """The deck that follows from 32 secret bytes, in dealing order.

    Fisher–Yates from the end with rejection, as for deal numbers, by numbers of 64 bits, most significant
    byte first, that SHAKE-256 (FIPS 202) makes of the secret.

    >>> deck_from_secret(bytes(32))[:14], deck_from_secret(bytes(32)) == deck_from_secret(b"1" * 32)
    ('JD JH 2C 3S QS', False)
    """
    stream = hashlib.shake_256(secret).digest(_DRAW_BYTES * _DRAWS)
    numbers = iter(
        [int.from_bytes(stream[at : at + _DRAW_BYTES]) for at in range(0, len(stream), _DRAW_BYTES)]
    )
    order: list[Card] = [each.up for each in standard_pack()]
    for last in range(len(order) - 1, 0, -1):
        choices = last + 1
        drawn = next(numbers)
        while drawn >= (1 << 64) - (1 << 64) % choices:
            drawn = next(numbers)
        chosen = drawn % choices
        order[last], order[chosen] = order[chosen], order[last]
    return pile_to_text(tuple(order))


def commitment_text(salt: str, deck: str) -> str:
    """What the digest is taken of; `salt` is 64 hexadecimal digits, `deck` the pack in dealing order."""
    return f"patience deck 1\nsalt {salt}\ndeck {deck}\n"


def commitment(salt: str, deck: str) -> str:
    """The SHA-256 of salt and deck, 64 hexadecimal digits."""
    return hashlib.sha256(commitment_text(salt, deck).encode()).hexdigest()


def deal_of(game: GAME, deck: str) -> Deal:
    """The deal of a deck that has no number.

    Raises:
        NotationError: the text is no pack.
    """
    return deal_deck(game, deck, None)

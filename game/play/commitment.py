"""Commitment to a deck: SHA-256 of salt and deck, published before a round; salt and deck after it.

Knows decks and digests; must not know how a deck is chosen among others, nor where it is kept. The form is
described in docs/FORMATS.md ("The table server"), so that anybody can check it.
"""

from __future__ import annotations

import hashlib

from game.cards import Card, standard_pack
from game.deals import shuffled_by
from game.play.deal import Deal, deal_deck
from game.rules.position import pile_to_text
from game.rules.rush import Rush

SECRET_BYTES = 32
"""Of the secret that a deck follows from: 256 bits, more than the 226 of all orders of 52 cards."""
_DRAW_BYTES = 8
_DRAWS = 80  # 51 are needed, and one in 10^17 is rejected


def pack_from_secret(secret: bytes) -> tuple[Card, ...]:
    """The pack in the order that follows from 32 secret bytes.

    Shuffled as by deal numbers, by numbers of 64 bits, most significant byte first, that SHAKE-256
    (FIPS 202) makes of the secret.
    """
    stream = hashlib.shake_256(secret).digest(_DRAW_BYTES * _DRAWS)
    numbers = (int.from_bytes(stream[at : at + _DRAW_BYTES]) for at in range(0, len(stream), _DRAW_BYTES))
    return shuffled_by(standard_pack(), numbers)


def deck_text(pack: tuple[Card, ...]) -> str:
    """A pack as it is written, in dealing order."""
    return pile_to_text(tuple(each.up for each in pack))


def deck_from_secret(secret: bytes) -> str:
    """The deck that follows from 32 secret bytes, in dealing order.

    >>> deck_from_secret(bytes(32))[:14], deck_from_secret(bytes(32)) == deck_from_secret(b"1" * 32)
    ('JD JH 2C 3S QS', False)
    """
    return deck_text(pack_from_secret(secret))


def commitment_text(salt: str, deck: str) -> str:
    """What the digest is taken of; `salt` is 64 hexadecimal digits, `deck` the pack in dealing order."""
    return f"patience deck 1\nsalt {salt}\ndeck {deck}\n"


def commitment(salt: str, deck: str) -> str:
    """The SHA-256 of salt and deck, 64 hexadecimal digits."""
    return hashlib.sha256(commitment_text(salt, deck).encode()).hexdigest()


def deal_of(game: Rush, deck: str) -> Deal:
    """The deal of a deck that has no number.

    Raises:
        NotationError: the text is no pack.
    """
    return deal_deck(game, deck, None)

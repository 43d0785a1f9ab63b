"""A deck that nobody is to see before a round is over, as files hold it: veiled, beside its commitment.

Knows decks and their text; must not know rounds. The veil keeps a deck from being read by accident, not
from whoever wishes to see it: all that lifts it stands in the same file (docs/FORMATS.md).
"""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

from game.cards import NotationError, standard_pack
from game.play.commitment import commitment

_SALT = re.compile("[0-9a-f]{64}", re.ASCII)
_VEILED = re.compile("[0-9a-f]{104}", re.ASCII)


class SealedDeck(NamedTuple):
    """A deck in dealing order and the salt of its commitment.

    >>> from game.play.commitment import deck_from_secret
    >>> deck = SealedDeck("5a" * 32, deck_from_secret(bytes(32)))
    >>> deck.veiled[:16], unveiled(deck.salt, deck.veiled) == deck
    ('34407559b1ecf474', True)
    """

    salt: str
    deck: str

    @property
    def commitment(self) -> str:
        """What may be known of it before."""
        return commitment(self.salt, self.deck)

    @property
    def veiled(self) -> str:
        """Its cards as files hold them, 104 hexadecimal digits."""
        cards = [_IDENTITIES[word] for word in self.deck.split(" ")]
        return bytes(card ^ each for card, each in zip(cards, _veil(self.salt), strict=True)).hex()


_IDENTITIES = {card.up.text: card.identity for card in standard_pack()}
_WORDS = {identity: word for word, identity in _IDENTITIES.items()}


def _veil(salt: str) -> bytes:
    return hashlib.shake_256(f"patience veil {salt}".encode()).digest(len(_WORDS))


def unveiled(salt: str, veiled: str) -> SealedDeck:
    """The deck of a salt and of what `SealedDeck.veiled` told.

    Raises:
        NotationError: they are of no pack.
    """
    if _SALT.fullmatch(salt) and _VEILED.fullmatch(veiled):
        cards = [card ^ each for card, each in zip(bytes.fromhex(veiled), _veil(salt), strict=True)]
        if set(cards) == set(_WORDS):
            return SealedDeck(salt, " ".join(_WORDS[each] for each in cards))
    raise NotationError("this is no sealed deck")

"""Commitments to decks before a round, veiled decks in files, and the proof of a played game."""

from __future__ import annotations

import hashlib
import re
from typing import Any, NamedTuple

from game.cards import Card, NotationError, shuffled_by, standard_pack
from game.play.deal import Deal, deal_deck, deck_text
from game.play.game import Game
from game.rules.options import STACKS_LEFT, options_of
from game.rules.position import Position, pile_to_text
from game.rules.rush import Rush
from game.rules.variant import Variant

SECRET_BYTES = 32
"""Size of the secret that determines a deck: 256 bits, more than the 226 of all orders of 52 cards."""
_DRAW_BYTES = 8
_DRAWS = 80  # 51 are needed, and one in 10^17 is rejected


def pack_from_secret(secret: bytes) -> tuple[Card, ...]:
    """Returns the pack in the order determined by 32 secret bytes.

    Shuffled as deal numbers are, with 64-bit numbers, most significant byte first, of the secret's SHAKE-256
    (FIPS 202).
    """
    stream = hashlib.shake_256(secret).digest(_DRAW_BYTES * _DRAWS)
    numbers = (int.from_bytes(stream[at : at + _DRAW_BYTES]) for at in range(0, len(stream), _DRAW_BYTES))
    return shuffled_by(standard_pack(), numbers)


def deck_from_secret(secret: bytes) -> str:
    """Returns the deck determined by 32 secret bytes, in dealing order.

    >>> deck_from_secret(bytes(32))[:14], deck_from_secret(bytes(32)) == deck_from_secret(b"1" * 32)
    ('JD JH 2C 3S QS', False)
    """
    return deck_text(pack_from_secret(secret))


def commitment_text(salt: str, deck: str) -> str:
    """Returns the text that is hashed; `salt` is 64 hexadecimal digits, `deck` the pack in dealing order."""
    return f"patience deck 1\nsalt {salt}\ndeck {deck}\n"


def commitment(salt: str, deck: str) -> str:
    """Returns the SHA-256 of salt and deck, 64 hexadecimal digits."""
    return hashlib.sha256(commitment_text(salt, deck).encode()).hexdigest()


def deal_of(game: Rush, deck: str) -> Deal:
    """Returns the deal of a deck without a number; raises NotationError if the text is no pack."""
    return deal_deck(game, deck, None)


_SALT = re.compile("[0-9a-f]{64}", re.ASCII)
_VEILED = re.compile("[0-9a-f]{104}", re.ASCII)


class SealedDeck(NamedTuple):
    """A deck in dealing order and the salt of its commitment."""

    salt: str
    deck: str

    @property
    def commitment(self) -> str:
        """The public commitment to this deck."""
        return commitment(self.salt, self.deck)


_WORDS = {card.identity: card.up.text for card in standard_pack()}


def _veil(salt: str) -> bytes:
    return hashlib.shake_256(f"patience veil {salt}".encode()).digest(len(_WORDS))


def unveiled(salt: str, veiled: str) -> SealedDeck:
    """Returns the deck from a salt and its veiled cards, 104 hexadecimal digits, as files had them.

    >>> veiled = (
    ...     "34407559b1ecf474726aa034dbbed183a2855269c2e8dd49cf3e"
    ...     "8a6f1343d2c647ba51e4cfeb24caa0664e91fe114b4bdf0f0713"
    ... )
    >>> unveiled("5a" * 32, veiled).deck == deck_from_secret(bytes(32))
    True

    Raises:
        NotationError: they are of no pack.
    """
    if _SALT.fullmatch(salt) and _VEILED.fullmatch(veiled):
        cards = [card ^ mask for card, mask in zip(bytes.fromhex(veiled), _veil(salt), strict=True)]
        if set(cards) == set(_WORDS):
            return SealedDeck(salt, " ".join(_WORDS[card] for card in cards))
    raise NotationError("this is no sealed deck")


def piles_by_name(variant: Variant, position: Position) -> dict[str, str]:
    """Returns every pile's cards, bottom first; an empty pile is the empty text."""
    named = zip(variant.piles, position.piles, strict=True)
    return {place.name: pile_to_text(pile) for place, pile in named}


def proof(game: Game) -> dict[str, Any]:
    """Score, outcome and piles of a game, with the fields and types of the record's contract."""
    variant, position = game.variant, game.position
    return {
        "variant": variant.name,
        "options": options_of(variant),
        "deal": game.deal.number,
        "entries": len(game.entries),
        "score": game.score,
        "time_bonus": game.time_bonus,
        "total": game.total,
        "elapsed_ms": game.elapsed_ms,
        "outcome": game.outcome.value,
        "home": variant.home(position),
        "stacks": variant.result(position) if variant.unit is STACKS_LEFT else None,
        "piles": piles_by_name(variant, position),
    }

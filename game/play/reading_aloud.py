"""Texts as they are read aloud: the signs of cards and of arithmetic become words.

Knows signs; must not know what a text is about. Screen readers call ♠ “black spade suit”, or leave it
and − out, and spell K as a letter (see docs/DECISIONS.md).
"""

from __future__ import annotations

import re

from game.cards import RANK_WORDS, SUIT_SIGNS, SUIT_WORDS
from game.language import English, Says
from game.message import Message, msg

_COURT = {"A": RANK_WORDS[0], "J": RANK_WORDS[10], "Q": RANK_WORDS[11], "K": RANK_WORDS[12]}
_CARD = re.compile(f"(10|[2-9AJQK])([{SUIT_SIGNS}])")
_SUIT = re.compile(f"[{SUIT_SIGNS}]")
_POINTS = re.compile(r"(?<!\w)([+−])(\d)")
_POINT_WORDS = {"+": msg("plus"), "−": msg("minus")}
_SIGNS = {"  ·  ": ", ", " · ": ", ", "×": msg("times"), "÷": msg("divided by")}
_KEYS = re.compile(r"[←→↑↓]|(?<= )[+−](?= )")
_KEY_WORDS = {
    **{"←": msg("Left"), "→": msg("Right"), "↑": msg("Up"), "↓": msg("Down")},
    **_POINT_WORDS,
}


def read_aloud(text: str, language: Says | None = None) -> str:
    """The same text, which is in a language already, in words alone, keys too.

    >>> read_aloud("9♠ from column 3 onto 10♥; A♦ turned up; −10")
    '9 of spades from column 3 onto 10 of hearts; ace of diamonds turned up; minus 10'
    """
    say = (language or English()).say
    text = _CARD.sub(lambda found: say(_card(found[1], found[2])), text)
    text = _SUIT.sub(lambda found: say(_suit(found[0])), text)
    text = _POINTS.sub(lambda found: f"{say(_POINT_WORDS[found[1]])} {found[2]}", text)
    text = _KEYS.sub(lambda found: say(_KEY_WORDS[found[0]]), text)
    for sign, words in _SIGNS.items():
        text = text.replace(sign, say(words))
    return text


def _card(rank: str, suit: str) -> Message:
    return msg("{rank} of {suit}", rank=_COURT.get(rank, rank), suit=_suit(suit))


def _suit(sign: str) -> Message:
    return SUIT_WORDS[SUIT_SIGNS.index(sign)]

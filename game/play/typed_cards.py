"""Reads cards from a text, one after the other: a list in dealing order, or a picture of piles.

They are yielded up to the first word that is wrong, so that a table can grow as its cards are typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from game.cards import RANKS, SUIT_SIGNS, SUITS, Card, NotationError, card
from game.message import msg
from game.rules import VARIANTS
from game.rules.position import PileKind
from game.rules.variant import Variant

LIST = ""
"""Name of the pile of cards that stand in no pile: a list in dealing order."""
MAX_SHOWN = 20

_RANK, _SUIT = r"10|[A2-9TJQK]", rf"[{SUITS}{SUIT_SIGNS}]"
_CARD = rf"(?:{_RANK})[ \t]?{_SUIT}\ufe0f?|{_SUIT}\ufe0f?(?:{_RANK})"
_WORDS = re.compile(
    rf"""(?P<gap>[\s,;]+)
    |(?P<pile>(?:pile\s+)?(?P<name>stock|waste|[ft]\d\d?)(?![0-9a-z{SUIT_SIGNS}])\s*:?)
    |(?P<unseen>\(\?\?\)|<\?\?>|\?\?|\*\*|<>|\(\))
    |(?P<down>[(<]\s*(?P<covered>{_CARD})\s*[)>])
    |(?P<card>{_CARD})""".replace(r"[ \t]", r"\x20"),
    re.IGNORECASE | re.VERBOSE,
)
_WRONG = re.compile(r"[^\s,;]+")
_BEGINNING = re.compile(
    rf"(?:pile|(?:pile\s+)?(?:s(?:t(?:o(?:ck?)?)?)?|w(?:a(?:s(?:te?)?)?)?|[ft])|[(<]?(?:1|{_RANK}|{_SUIT})?|[?*(<]|[(<]\?\??)",
    re.IGNORECASE,
)
"""Text that may become a card or the name of a pile with the next letters."""
_RECORD = "patience 1"


class TypedCard(NamedTuple):
    """A card of a text and where it lies; `card` is None if nobody has seen it."""

    pile: str
    card: Card | None
    is_down: bool


class UnfinishedError(NotationError):
    """The text ends within a card or a name: more may be typed."""


def face(text: str) -> Card:
    """Returns the card, face up, that is written in any of the ways of players.

    >>> face("10♥"), face("hk"), face("a♠")
    (TH, KH, AS)
    """
    text = text.upper().replace("10", "T").replace("\ufe0f", "").replace(" ", "")
    for sign, suit in zip(SUIT_SIGNS, SUITS, strict=True):
        text = text.replace(sign, suit)
    return card(text if text[0] in RANKS else text[::-1])


def cards_in(text: str, pile: str = LIST) -> Iterator[TypedCard]:
    """Yields the cards of a text, those before the first name of a pile as in `pile`.

    Raises:
        NotationError: a word is neither a card nor the name of a pile.
    """
    at, has_list = 0, False
    while at < len(text):
        found = _WORDS.match(text, at)
        if found is None:
            word = _WRONG.match(text, at)
            assert word is not None, "a gap is read"
            kind = NotationError
            if word.end() == len(text) and _BEGINNING.fullmatch(word[0]):
                kind = UnfinishedError
            raise kind(_in_line(text, at, word[0]))
        at = found.end()
        if found["pile"]:
            if has_list:
                raise NotationError(_in_line(text, found.start(), found["pile"]))
            pile = found["name"].lower()
        elif not found["gap"]:
            has_list = pile == LIST
            if found["unseen"]:
                yield TypedCard(pile, None, is_down=True)
            else:
                yield TypedCard(pile, face(found["covered"] or found["card"]), bool(found["covered"]))


def _in_line(text: str, at: int, word: str) -> str:
    reason = msg("“{text}” is not a card", text=word[:MAX_SHOWN])
    if "\n" not in text.strip():
        return reason
    return msg("line {line}: {reason}", line=text.count("\n", 0, at) + 1, reason=reason)


def check_game(variant: Variant, name: str) -> None:
    """Raises NotationError if cards are said to be of another game; `name` is its name or title."""
    for other in VARIANTS.values():
        if name in (other.name, other.title) and other.name != variant.name:
            raise NotationError(msg("these are cards of {game}", game=other.title))


def listed_or_pictured(variant: Variant, text: str) -> Iterator[TypedCard]:
    """Yields the cards of a list in dealing order, or of a picture of piles.

    Raises:
        NotationError: a word is wrong, or the text is of another game; the cards before it were yielded.
    """
    if text.lstrip().startswith(_RECORD):
        raise NotationError(msg("this is the record of a game: open it as a file"))
    first, *rest = text.split("\n", 1)
    title = next((variant.title for variant in VARIANTS.values() if first.startswith(variant.title)), None)
    if title is not None:
        check_game(variant, title)
        text = "\n" + "".join(rest)  # what `main.py deal` prints begins with its game
    elif text.lstrip().lower().startswith("deck "):
        text = text.replace("deck ", "     ", 1)
    downs = {place.name for place in variant.piles if place.kind is PileKind.STOCK}
    for placed in cards_in(text):
        yield placed._replace(is_down=True) if placed.pile in downs else placed

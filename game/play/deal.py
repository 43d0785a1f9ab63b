"""Starts of games: a deal number, a typed deck or given piles; and the difficulty of a deal of Rush."""

from __future__ import annotations

import re
from collections import Counter
from enum import Enum
from typing import NamedTuple

from game.cards import NUMBERS, NotationError, card, number_copies, shuffled
from game.message import Message, msg, msg_p, verbatim
from game.rules import find_variant
from game.rules.options import NONE, OptionError, options_of, options_to_text
from game.rules.position import Pile, Position, pile_to_text
from game.rules.variant import Variant


class Deal(NamedTuple):
    """A dealt table. `deck` is None when it was given as piles, `number` when it has none."""

    variant: Variant
    number: int | None
    deck: Pile | None
    position: Position

    @property
    def words(self) -> Message:
        """Name of the deal: its number, if it has one."""
        if self.number is not None:
            return verbatim(f"#{self.number}")
        return msg("custom position") if self.deck is None else msg("deck without a number")

    def is_same_cards(self, other: Deal) -> bool:
        """Whether both deals have the same game and cards, whatever their options."""
        if self.variant.name != other.variant.name:
            return False
        return self.position.faces() == other.position.faces() and self.deck == other.deck


def deal_number(variant: Variant, number: int) -> Deal:
    """Returns the deal with a number from 0 to 2^64 − 1; raises NotationError for others."""
    if not 0 <= number < NUMBERS:
        raise NotationError(msg("a deal number is between 0 and {most}", most=NUMBERS - 1))
    deck = number_copies(shuffled(variant.pack(), number))
    return Deal(variant, number, deck, variant.deal(deck, number))


def deal_deck(variant: Variant, text: str, number: int | None) -> Deal:
    """Returns the deal of a deck in dealing order, said to come from `number`.

    Raises:
        NotationError: a word is no card, cards are missing or too many, or the number deals another deck.
    """
    numbered = None if number is None else deal_number(variant, number)
    if numbered is not None and numbered.deck is not None and _deck_text(numbered.deck) == text:
        return numbered
    written = [card(word) for word in text.split(" ")]
    for named in written:
        if not named.face_up:
            raise NotationError(msg("a deck is written without parentheses, not {card}", card=named.text))
    deck = number_copies([named.down for named in written])
    have, want = (Counter(dealt.text for dealt in cards) for cards in (deck, variant.pack()))
    for name in sorted(have | want):
        if have[name] != want[name]:
            bare = name.strip("()")
            raise NotationError(
                msg(
                    "the deck holds {card} {count} times instead of {right}",
                    card=bare,
                    count=have[name],
                    right=want[name],
                )
            )
    if numbered is not None:
        raise NotationError(msg("deal {number} does not deal this deck", number=number))
    return Deal(variant, None, deck, variant.deal(deck))


def _deck_text(deck: Pile) -> str:
    return pile_to_text(tuple(card.up for card in deck))


def deal_position(variant: Variant, position: Position) -> Deal:
    """Returns a deal that starts from given piles; raises NotationError if no game can start from them."""
    variant.check_start(position)
    return Deal(variant, None, None, position)


PAGE_LIMIT = 300
"""Seconds that a table server's practice page gives where its address names none."""
PAGE_NUMBERS = 10**9
"""Numbers below this can be dealt there."""
SCHEME, BEAT = "patience:", "beat"
"""Beginning of a deal's code, and the key of the result to beat, also in a record."""


class Challenge(NamedTuple):
    """A deal and its game as a code to share, with an optional result to beat."""

    variant: Variant
    number: int
    beat: int | None = None

    @property
    def text(self) -> str:
        """The code, which needs no quotes in a shell.

        >>> from game.rules import find_variant
        >>> Challenge(find_variant("spider", ["suits=1"]), 48213, 995).text
        'patience:spider/suits=1/48213/beat=995'
        """
        options = options_to_text(self.variant).split()
        beat = [] if self.beat is None else [f"{BEAT}={self.beat}"]
        return SCHEME + "/".join([self.variant.name, *options, str(self.number), *beat])

    def link(self, server: str) -> str:
        """Browser link to the deal; empty if it cannot be played there.

        >>> Challenge(find_variant("rush", ["draw=1"]), 7, 640).link("https://cards.example")
        'https://cards.example/play?draw=1&deal=7&beat=640'
        >>> Challenge(find_variant("spider", ["suits=1"]), 7, 640).link("https://cards.example")
        'https://cards.example/play?game=spider&suits=1&deal=7&beat=640'
        """
        if self.number >= PAGE_NUMBERS or "passes" in options_of(self.variant):
            return ""
        asked = {**options_of(self.variant), "deal": self.number, BEAT: self.beat or 0}
        if self.variant.name != "rush":
            asked = {"game": self.variant.name, **asked}
        elif asked["limit"] == NONE:
            asked["clock"] = "no"
            del asked["limit"]
        elif asked["limit"] == PAGE_LIMIT:
            del asked["limit"]
        return f"{server}/play?" + "&".join(f"{key}={value}" for key, value in asked.items())


def read_challenge(text: str) -> Challenge:
    """Reads a challenge from a code or a link to a page of practice, anywhere in a text.

    >>> read_challenge("https://cards.example/play?draw=1&clock=no&deal=7&beat=640").text
    'patience:rush/draw=1/limit=none/7/beat=640'

    Raises:
        NotationError: there is none, or none that this version can deal.
    """
    if link := re.search(r"://\S+/play/?\?([\w=&-]{1,200})", text):
        text = _code_of_page(dict(pair.split("=", 1) for pair in link[1].split("&") if "=" in pair))
    found = re.search(
        rf"{SCHEME}([a-z0-9-]+)((?:/[a-z]+=[a-z0-9]+)*)/(\d{{1,20}})(?:/{BEAT}=(\d{{1,9}}))?(?![\w/])", text
    )
    if found is None:
        raise NotationError(msg("that is not a deal code"))
    name, options, number, beat = found.groups()
    try:
        variant = find_variant(name, options.split("/")[1:])
    except OptionError as wrong:
        raise NotationError(str(wrong)) from wrong
    if int(number) >= NUMBERS:
        raise NotationError(msg("a deal number is between 0 and {most}", most=NUMBERS - 1))
    return Challenge(variant, int(number), None if beat is None else int(beat))


def _code_of_page(asked: dict[str, str]) -> str:
    """Returns the code in the query of a server's practice page."""
    game, beat = asked.get("game", "rush"), [f"{BEAT}={asked[BEAT]}"] if BEAT in asked else []
    beside = ("game", "deal", BEAT, "clock", "language", "back")
    options = [f"{name}={value}" for name, value in asked.items() if name not in beside]
    if game == "rush" and "draw" not in asked:
        options.insert(0, "draw=3")
    if asked.get("clock") == "no":
        options.append("limit=none")
    return SCHEME + "/".join([game, *options, asked.get("deal", ""), *beat])


class Difficulty(Enum):
    """Difficulty of a deal."""

    EASY = "easy"
    """The regular robot wins more than half of its games."""
    MEDIUM = "fair"  # so it is written in the settings
    """It wins now and then."""
    HARD = "hard"
    """It hardly ever wins."""

    @property
    def word(self) -> Message:
        """Its name for the player."""
        return DIFFICULTY_WORDS[self]


DIFFICULTY_WORDS = {
    Difficulty.EASY: msg_p("how hard a deal is", "easy"),
    Difficulty.MEDIUM: msg_p("how hard a deal is", "medium"),
    Difficulty.HARD: msg_p("how hard a deal is", "hard"),
}


EASY_ABOVE, HARD_UP_TO = 3 / 8, 1 / 16
"""Shares of games won by a regular player who overlooks some moves: its share tells apart deals of
which a regular one, who nearly always plays the same game, wins all or none."""


def difficulty_of(wins: int, games: int) -> Difficulty:
    """Returns the difficulty of a deal from the share of its games that a distracted player won.

    >>> [difficulty_of(wins, 64).word for wins in (64, 25, 24, 5, 4, 0)]
    ['easy', 'easy', 'medium', 'medium', 'hard', 'hard']
    """
    if wins > EASY_ABOVE * games:
        return Difficulty.EASY
    return Difficulty.HARD if wins <= HARD_UP_TO * games else Difficulty.MEDIUM

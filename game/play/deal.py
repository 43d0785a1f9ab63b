"""Starts of games: a deal number, a typed deck or given piles; difficulty at Rush; unseen cards.

A deal of one's own with `??` is an ordinary one: in the places of its unseen cards lie the missing ones, in
an order that means nothing, and the record's tag `unseen` has those places. No hint depends on it. A card
that turns up is named: it changes its place with the one that lay there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum
from itertools import islice
from typing import NamedTuple

from game.cards import NUMBERS, Card, NotationError, card, number_copies, shuffled
from game.message import Message, msg, msg_n, msg_p, verbatim
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
    if numbered is not None and numbered.deck is not None and deck_text(numbered.deck) == text:
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


def deck_text(deck: Pile) -> str:
    """Formats a deck in dealing order."""
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
        >>> Challenge(find_variant("spider", ["suits=1"]), 7).link("https://cards.example")
        'https://cards.example/play?game=spider&suits=1&deal=7'
        """
        if self.number >= PAGE_NUMBERS or "passes" in options_of(self.variant):
            return ""
        beat = {} if self.beat is None else {BEAT: self.beat}
        asked = {**options_of(self.variant), "deal": self.number, **beat}
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


UNSEEN = "unseen"
"""Key of a record's about line: places in its `deck` or `pile` lines, counted from 1, such as `1-24,26`."""
MAX_PLACES = 104

_SPAN = re.compile(r"([1-9]\d{0,2})(?:-([1-9]\d{0,2}))?", re.ASCII)


def unseen_tags(places: Iterable[int]) -> dict[str, str]:
    """Returns the tag of a deal with unseen cards in these places, counted from 0; none without any.

    >>> unseen_tags([0, 1, 2, 5])
    {'unseen': '1-3,6'}
    """
    spans: list[list[int]] = []
    for place in sorted(places):
        if spans and spans[-1][1] == place:
            spans[-1][1] += 1
        else:
            spans.append([place + 1, place + 1])
    words = [f"{first}" if first == last else f"{first}-{last}" for first, last in spans]
    return {UNSEEN: ",".join(words)} if words else {}


def unseen_places(tags: Mapping[str, str]) -> set[int]:
    """Returns the places that a record's tags have, counted from 0; what makes no sense is left out.

    >>> sorted(unseen_places({"unseen": "1-3,6,x"}))
    [0, 1, 2, 5]
    """
    found: set[int] = set()
    for word in tags.get(UNSEEN, "").split(","):
        if span := _SPAN.fullmatch(word):
            found |= {*range(int(span[1]) - 1, min(int(span[2] or span[1]), MAX_PLACES))}
    return found


def in_order(deal: Deal) -> Pile:
    """Returns the cards of a deal in the order of its record."""
    return deal.deck or tuple(card for pile in deal.position.piles for card in pile)


def unseen_cards(deal: Deal, tags: Mapping[str, str]) -> frozenset[int]:
    """Returns the identities of the cards that nobody has seen when a game began."""
    places = unseen_places(tags)
    return frozenset(card.identity for at, card in enumerate(in_order(deal)) if at in places)


def unseen_in(deal: Deal, tags: Mapping[str, str], position: Position) -> list[Card]:
    """Returns the unseen cards of a position of a game, those first that have turned up and must be named."""
    unseen = unseen_cards(deal, tags)
    found = [card for pile in position.piles for card in pile if card.identity in unseen]
    return sorted(found, key=lambda card: not card.face_up)


def turned_up(deal: Deal, tags: Mapping[str, str], position: Position) -> list[Card]:
    """Returns the unseen cards that lie face up, and must be named before the game goes on."""
    return [card for card in unseen_in(deal, tags, position) if card.face_up]


def named(deal: Deal, tags: Mapping[str, str], card: Card, name: Card) -> tuple[Deal, dict[str, str]]:
    """Returns the deal in which an unseen card is another, and its tags.

    Raises:
        NotationError: the other card has been seen elsewhere.
    """
    cards, places = [*in_order(deal)], unseen_places(tags)
    here = next(at for at, other in enumerate(cards) if other.identity == card.identity)
    same = [at for at in sorted(places) if cards[at].up.text == name.up.text]
    if not same:
        raise NotationError(msg("{card} is somewhere else already", card=name.up))
    there = here if here in same else same[0]
    one, other = cards[here], cards[there]
    cards[here] = other.up if one.face_up else other.down
    cards[there] = one.up if other.face_up else one.down
    others = {key: value for key, value in tags.items() if key != UNSEEN}
    return _with_cards(deal, number_copies(cards)), others | unseen_tags(places - {here})


def _with_cards(deal: Deal, cards: Pile) -> Deal:
    """Returns a deal with other cards in the same places."""
    if deal.deck is not None:
        return Deal(deal.variant, None, cards, deal.variant.deal(cards))
    left = iter(cards)
    piles = tuple(tuple(islice(left, len(pile))) for pile in deal.position.piles)
    return deal_position(deal.variant, deal.position._replace(piles=piles))


def verdict_refusal(deal: Deal, tags: Mapping[str, str], position: Position) -> Message | None:
    """Returns why no exact verdict can be given, as a sentence, or None."""
    count = len(unseen_in(deal, tags, position))
    if not count:
        return None
    return msg_n(
        "{count} card is unseen: whether this can be won depends on it. A hint needs only what you see.",
        "{count} cards are unseen: whether this can be won depends on them. A hint needs only what you see.",
        count,
    )

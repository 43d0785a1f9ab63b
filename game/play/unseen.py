"""Cards that nobody has seen: a deal of one's own with `??` that is filled up to be played, and named later.

Such a deal is an ordinary one. In the places of its unseen cards lie the missing ones, in an order that means
nothing, and the record's tag `unseen` has those places. No hint depends on it. A card that turns up is named:
it changes its place with the one that lay there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from game.cards import Card, NotationError, number_copies
from game.message import Message, msg, msg_n
from game.play.deal import Deal, deal_position
from game.rules.position import Pile, Position

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
    left, piles = iter(cards), []
    for pile in deal.position.piles:
        piles.append(tuple(next(left) for _ in pile))
    return deal_position(deal.variant, deal.position._replace(piles=tuple(piles)))


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

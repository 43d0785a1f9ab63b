"""Makes a deal of typed cards, or says which is the first that is wrong, double or missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.cards import Card, NotationError, number_copies
from game.message import Message, msg, msg_n, verbatim
from game.play.deal import Deal, deal_position
from game.play.lines import FileError, canonical
from game.play.other_formats import reader_of
from game.play.typed_cards import LIST, TypedCard, UnfinishedError, listed_or_pictured
from game.play.unseen import unseen_tags
from game.rules.position import Position
from game.rules.variant import Variant

LIMIT_BYTES = 1 << 16

_COMMENT = re.compile(r"^[ \t]*#.*$", re.MULTILINE)


class TypedDeal(NamedTuple):
    """Deal parsed from a text: its table as far as that goes, and the deal or what is wrong with it."""

    position: Position
    """The piles as far as they are told; unseen cards lie face down."""
    told: int
    """Number of cards told."""
    fault: Message | None
    """The first card that is wrong, double or missing, in words; None with a deal."""
    deal: Deal | None
    tags: Mapping[str, str]
    """The places of its unseen cards, for the record."""


class _Lying(NamedTuple):
    """A card in its place, one way up; an unseen one stands for any of the missing."""

    pile: str
    card: Card
    is_unseen: bool


def text_of(data: bytes) -> str:
    """Returns the text of a file of cards.

    Raises:
        FileError: it is too large, or no UTF-8.
    """
    if len(data) > LIMIT_BYTES:
        raise FileError(None, msg("the file is larger than {count} bytes", count=LIMIT_BYTES))
    try:
        return canonical(data).decode().replace("\r", "\n")
    except UnicodeDecodeError:
        raise FileError(None, msg("the file is not UTF-8 text")) from None


def read_deal(variant: Variant, text: str, is_typed: bool = False) -> TypedDeal:
    """Reads a deal from a text in any known format; with `is_typed` its last word may be unfinished."""
    found, fault = _read(variant, text, is_typed)
    is_list = not found or found[0].pile == LIST
    if not is_list:
        order = [place.name for place in variant.piles]
        found.sort(key=lambda placed: order.index(placed.pile))
    missing = _missing(variant, found)
    lying = _filled(found, missing)
    left = missing[sum(lies.is_unseen for lies in lying) :]
    position = _dealt(variant, lying) if is_list else _pictured(variant, lying)
    unseen = unseen_tags(place for place, lies in enumerate(lying) if lies.is_unseen)
    deal = None
    if fault is None and (is_list or unseen or not variant.may_lack_cards):
        fault = _number_fault(found, missing, left)
    if fault is None:
        try:
            deal = _begun(variant, lying) if is_list else deal_position(variant, position)
        except NotationError as wrong:
            fault = verbatim(str(wrong))
    return TypedDeal(position, len(found), fault, deal, unseen)


def _read(variant: Variant, text: str, is_typed: bool) -> tuple[list[TypedCard], Message | None]:
    """Returns the cards before the first that is wrong or double, and what is wrong with it."""
    found: list[TypedCard] = []
    right = Counter(card.up.text for card in variant.pack())
    seen: Counter[str] = Counter()
    try:
        text = _COMMENT.sub("", text)
        for placed in (reader_of(text) or listed_or_pictured)(variant, text):
            if placed.pile != LIST or (found and found[0].pile != LIST):
                variant.pile_index(placed.pile)
            if placed.card is not None:
                name = placed.card.text
                seen[name] += 1
                if seen[name] > right[name]:
                    parts = {"card": placed.card, "count": seen[name], "right": right[name]}
                    raise NotationError(msg("{card} occurs {count} times instead of {right}", **parts))
            found.append(placed)
    except UnfinishedError as wrong:
        return found, None if is_typed else verbatim(str(wrong))
    except NotationError as wrong:
        return found, verbatim(str(wrong))
    return found, None


def _missing(variant: Variant, found: Sequence[TypedCard]) -> list[Card]:
    """Returns the cards of the pack that were not told, in its order."""
    seen = Counter(placed.card.text for placed in found if placed.card is not None)
    missing = []
    for card in variant.pack():
        if seen[card.up.text]:
            seen[card.up.text] -= 1
        else:
            missing.append(card.up)
    return missing


def _filled(found: Sequence[TypedCard], missing: Sequence[Card]) -> list[_Lying]:
    """Puts the missing cards where cards are unseen, as far as they go, and numbers all."""
    fill, lying = iter(missing), []
    for placed in found:
        card = placed.card or next(fill, None)
        if card is not None:
            lying.append(_Lying(placed.pile, card.down if placed.is_down else card, placed.card is None))
    numbered = number_copies([lies.card for lies in lying])
    return [lies._replace(card=card) for lies, card in zip(lying, numbered, strict=True)]


def _number_fault(
    found: Sequence[TypedCard], missing: Sequence[Card], left: Sequence[Card]
) -> Message | None:
    unseen = sum(placed.card is None for placed in found)
    if unseen and unseen != len(missing):
        return msg("missing cards: {count}; written as ??: {unseen}", count=len(missing), unseen=unseen)
    if not left:
        return None
    if len(left) == 1:
        return msg("{card} is missing", card=left[0])
    return msg_n(
        "{card} and {count} more card are missing",
        "{card} and {count} more cards are missing",
        len(left) - 1,
        card=left[0],
    )


def _dealt(variant: Variant, lying: Sequence[_Lying]) -> Position:
    """Deals the beginning of a deck as its whole is dealt."""
    whole = number_copies([card.down for card in variant.pack()])
    places = {card.identity: place for place, card in enumerate(whole)}
    dealt = variant.deal(whole)

    def laid(card: Card) -> Card:
        own = lying[places[card.identity]]
        return own.card.up if card.face_up and not own.is_unseen else own.card.down

    piles = [[card for card in pile if places[card.identity] < len(lying)] for pile in dealt.piles]
    return dealt._replace(piles=tuple(tuple(map(laid, pile)) for pile in piles))


def _pictured(variant: Variant, lying: Sequence[_Lying]) -> Position:
    piles = tuple(tuple(lies.card for lies in lying if lies.pile == place.name) for place in variant.piles)
    return Position(piles, variant.opening_counters(piles))


def _begun(variant: Variant, lying: Sequence[_Lying]) -> Deal:
    """Returns the deal of a whole deck; raises NotationError if a card that lies face up is unseen."""
    deck = tuple(lies.card.down for lies in lying)
    position = variant.deal(deck)
    face_up = {card.identity for pile in position.piles for card in pile if card.face_up}
    for number, lies in enumerate(lying, 1):
        if lies.is_unseen and lies.card.identity in face_up:
            raise NotationError(msg("card {number} lies face up: it must be named", number=number))
    return Deal(variant, None, deck, position)

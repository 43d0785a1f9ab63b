"""Piles in the words of card players: what each is called, and what lies there to be seen.

Knows piles by their kind and their cards; must not know any one game, nor name a card that lies face down.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.cards import SUIT_WORDS, Card
from game.play.phrases import listed, many
from game.rules.position import Pile, Position
from game.rules.variant import PileKind, Variant

WHOLE_SUIT = 13
LEAST_ROW = 3
"""So many cards of one suit, each on the next higher, are told by their ends."""
NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def pile_name(variant: Variant, pile: int) -> str:
    """What a pile is called in a sentence.

    >>> from game.rules import find_variant
    >>> rush, grid = find_variant("rush"), find_variant("one-three-back")
    >>> [pile_name(rush, pile) for pile in (0, 1, 4, 8)], pile_name(grid, 12)
    (['the hand', 'the waste', 'the foundation of hearts', 'column 3'], 'stack 12')
    """
    names, place = variant.pile_names, variant.piles[pile]
    match place.kind:
        case PileKind.STOCK:
            return names.stock
        case PileKind.WASTE:
            return names.waste
        case PileKind.FOUNDATION:
            number = int(place.name[1:])
            return names.foundation.format(number=number, suit=SUIT_WORDS[(number - 1) % len(SUIT_WORDS)])
        case PileKind.COLUMN:
            return names.column.format(number=place.name[1:])


def pile_words(variant: Variant, position: Position, pile: int, index: int) -> str:
    """What is to be seen of a pile from the card at `index` on, 0 being the lowest.

    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> table = rush.position_from_text("pile t5 (4C) (5C) 8S 7D 6C\\npile f1 AC 2C\\npile waste 9D KD")
    >>> for pile, index in ((10, 4), (10, 3), (2, 1), (1, 1), (0, 0)):
    ...     print(pile_words(rush, table, pile, index))
    column 5: 6♣ on 7♦, 8♠ and two face down
    column 5: 7♦ beneath 6♣, on 8♠ and two face down
    the foundation of clubs: 2♣
    the waste: K♦, the last of 2 cards
    the hand: empty
    """
    cards, name, kind = position.piles[pile], pile_name(variant, pile), variant.piles[pile].kind
    if not cards:
        return f"{name}: empty"
    count = many(len(cards), "card")
    if kind is PileKind.STOCK:
        return f"{name}: {count}"
    last = cards[-1].sign
    if kind is PileKind.FOUNDATION:
        return f"{name}: {_on_foundation(cards)}"
    if kind is PileKind.WASTE:
        return f"{name}: {last}" if len(cards) == 1 else f"{name}: {last}, the last of {count}"
    if not variant.pile_names.is_spread:
        return f"{name}: {last}, {count}"
    beneath, above = _beneath(cards[:index]), cards[:index:-1]
    if above:
        words = f"{name}: {cards[index].sign} beneath {_listed(above)}"
        return f"{words}, on {beneath}" if beneath else words
    return f"{name}: {last} on {beneath}" if beneath else f"{name}: {last}"


def _on_foundation(cards: Pile) -> str:
    if len(cards) == WHOLE_SUIT:
        return f"the complete suit of {SUIT_WORDS[cards[0].suit]}"
    return cards[-1].sign


def _beneath(cards: Pile) -> str:
    """The face-up cards among these from the highest to the lowest, and how many lie face down."""
    seen = [each for each in reversed(cards) if each.face_up]
    names, hidden = _names(seen), len(cards) - len(seen)
    if hidden:
        names.append(f"{NUMBERS[hidden] if hidden < len(NUMBERS) else hidden} face down")
    return listed(names) if names else ""


def _listed(cards: Sequence[Card]) -> str:
    return listed(_names(cards))


def _names(cards: Sequence[Card]) -> list[str]:
    """The cards in their order; many that follow on each other in suit by the first and the last.

    >>> from game.cards import card
    >>> _names([card(text) for text in "4H 5S 6S 7S 9D".split()])
    ['4♥', '5♠ to 7♠', '9♦']
    """
    rows: list[list[Card]] = []
    for each in cards:
        if rows and each.suit == rows[-1][-1].suit and each.rank == rows[-1][-1].rank + 1:
            rows[-1].append(each)
        else:
            rows.append([each])
    names: list[str] = []
    for row in rows:
        if len(row) < LEAST_ROW:
            names += [each.sign for each in row]
        else:
            names.append(f"{row[0].sign} to {row[-1].sign}")
    return names

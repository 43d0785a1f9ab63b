"""Describes piles in card players' words, and texts as they are read aloud."""

from __future__ import annotations

import re
from collections.abc import Sequence

from game.cards import RANK_WORDS, SUIT_SIGNS, SUIT_WORDS, Card
from game.language import English, Translator
from game.message import Message, msg, msg_n, msg_p, verbatim
from game.play.phrases import listed
from game.rules.position import Pile, Position
from game.rules.variant import PileKind, Variant
from game.rules.words import NOTHING, PilePhrases

WHOLE_SUIT = 13
MIN_ROW = 3
"""Minimum length of a run in suit that is described by its two ends."""
COMPLETE_SUITS = (
    msg("the complete suit of clubs"),
    msg("the complete suit of diamonds"),
    msg("the complete suit of hearts"),
    msg("the complete suit of spades"),
)
NUMBERS = (
    *(NOTHING, msg_p("face-down cards", "one"), msg_p("face-down cards", "two")),
    *(msg_p("face-down cards", "three"), msg_p("face-down cards", "four"), msg_p("face-down cards", "five")),
    *(msg_p("face-down cards", "six"), msg_p("face-down cards", "seven"), msg_p("face-down cards", "eight")),
    *(msg_p("face-down cards", "nine"), msg_p("face-down cards", "ten"), msg_p("face-down cards", "eleven")),
    msg_p("face-down cards", "twelve"),
)


def words_of_pile(variant: Variant, pile: int) -> PilePhrases:
    """Returns a pile's phrases for the roles it has in a sentence.

    >>> from game.rules import find_variant
    >>> rush, grid = find_variant("rush"), find_variant("one-three-back")
    >>> words_of_pile(rush, 8).space, words_of_pile(grid, 12).source
    ('to the empty column 3', 'from stack 12')
    """
    names, place = variant.pile_names, variant.piles[pile]
    match place.kind:
        case PileKind.STOCK:
            return names.stock
        case PileKind.WASTE:
            return names.waste
        case PileKind.FOUNDATION:
            number = int(place.name[1:])
            return names.foundations[(number - 1) % len(names.foundations)].numbered(number)
        case PileKind.CELL:
            return names.cell.numbered(int(place.name[1:]))
        case PileKind.COLUMN:
            return names.column.numbered(int(place.name[1:]))


def pile_name(variant: Variant, pile: int) -> Message:
    """Returns the name of a pile, alone or at the beginning of a sentence.

    >>> from game.rules import find_variant
    >>> rush, grid = find_variant("rush"), find_variant("one-three-back")
    >>> [pile_name(rush, pile) for pile in (0, 1, 4, 8)], pile_name(grid, 12)
    (['the stock', 'the waste', 'the foundation of hearts', 'column 3'], 'stack 12')
    """
    return words_of_pile(variant, pile).name


def describe_pile(variant: Variant, position: Position, pile: int, index: int) -> Message:
    """Describes the visible cards of a pile from the card at `index` on; 0 is the bottom.

    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> table = rush.position_from_text("pile t5 (4C) (5C) 8S 7D 6C\\npile f1 AC 2C\\npile waste 9D KD")
    >>> for pile, index in ((10, 4), (10, 3), (2, 1), (1, 1), (0, 0)):
    ...     print(describe_pile(rush, table, pile, index))
    column 5: 6♣ on 7♦, 8♠ and two face down
    column 5: 7♦ beneath 6♣, on 8♠ and two face down
    the foundation of clubs: 2♣
    the waste: K♦, the last of 2 cards
    the stock: empty
    """
    cards, name, kind = position.piles[pile], pile_name(variant, pile), variant.piles[pile].kind
    if not cards:
        return msg("{pile}: empty", pile=name)
    count, last = len(cards), cards[-1]
    if kind is PileKind.STOCK:
        return msg_n("{pile}: {count} card", "{pile}: {count} cards", count, pile=name)
    if kind is PileKind.FOUNDATION and count == WHOLE_SUIT:
        return msg("{pile}: {cards}", pile=name, cards=COMPLETE_SUITS[last.suit])
    if kind is PileKind.WASTE and count > 1:
        return msg_n(
            "{pile}: {card}, the last of {count} card",
            "{pile}: {card}, the last of {count} cards",
            count,
            pile=name,
            card=last,
        )
    if kind is PileKind.COLUMN and not variant.pile_names.is_spread:
        return msg_n(
            "{pile}: {card}, {count} card", "{pile}: {card}, {count} cards", count, pile=name, card=last
        )
    if kind is not PileKind.COLUMN:
        return msg("{pile}: {cards}", pile=name, cards=last)
    return _in_column(name, cards, index)


def _in_column(name: Message, cards: Pile, index: int) -> Message:
    """Describes a spread column, the cards above and beneath from the nearest on."""
    card, beneath, above = cards[index], _beneath(cards[:index]), cards[:index:-1]
    if not above:
        if not beneath:
            return msg("{pile}: {cards}", pile=name, cards=cards[-1])
        return msg("{pile}: {card} on {beneath}", pile=name, card=cards[-1], beneath=listed(beneath))
    over = listed(_names(above))
    if not beneath:
        return msg("{pile}: {card} beneath {above}", pile=name, card=card, above=over)
    return msg(
        "{pile}: {card} beneath {above}, on {beneath}",
        pile=name,
        card=card,
        above=over,
        beneath=listed(beneath),
    )


def _beneath(cards: Pile) -> list[Message]:
    """Describes these face-up cards from the highest to the lowest, and the number face down."""
    seen = [card for card in reversed(cards) if card.face_up]
    names, hidden = _names(seen), len(cards) - len(seen)
    if hidden:
        number = NUMBERS[hidden] if hidden < len(NUMBERS) else hidden
        # Translators: cards; {number} is a word (“two”) and {count} the same in digits.
        names.append(msg_n("{number} face down", "{number} face down", hidden, number=number))
    return names


def _names(cards: Sequence[Card]) -> list[Message]:
    """Names cards in order; longer runs in suit by the first and the last.

    >>> from game.cards import card
    >>> _names([card(text) for text in "4H 5S 6S 7S 9D".split()])
    ['4♥', '5♠ to 7♠', '9♦']
    """
    rows: list[list[Card]] = []
    for card in cards:
        if rows and card.suit == rows[-1][-1].suit and card.rank == rows[-1][-1].rank + 1:
            rows[-1].append(card)
        else:
            rows.append([card])
    names: list[Message] = []
    for row in rows:
        if len(row) < MIN_ROW:
            names += [verbatim(card.sign) for card in row]
        else:
            # Translators: a row of cards, from the first to the last.
            names.append(msg("{first} to {last}", first=row[0], last=row[-1]))
    return names


_COURT = {"A": RANK_WORDS[0], "J": RANK_WORDS[10], "Q": RANK_WORDS[11], "K": RANK_WORDS[12]}
_CARD = re.compile(f"(10|[2-9AJQK])([{SUIT_SIGNS}])")
_SUIT = re.compile(f"[{SUIT_SIGNS}]")
_POINTS = re.compile(r"(?<!\w)([+−])(\d)")
_POINT_WORDS = {"+": msg_p("a sign read aloud", "plus"), "−": msg_p("a sign read aloud", "minus")}
_SIGNS = {"  ·  ": ", ", " · ": ", ", "×": msg_p("a sign read aloud", "times"), "÷": msg("divided by")}
_KEYS = re.compile(r"[←→↑↓]|(?<= )[+−](?= )")
_KEY_WORDS = {
    **{
        "←": msg_p("an arrow key", "Left"),
        "→": msg_p("an arrow key", "Right"),
        "↑": msg_p("an arrow key", "Up"),
        "↓": msg_p("an arrow key", "Down"),
    },
    **_POINT_WORDS,
}


def read_aloud(text: str, language: Translator | None = None, names_suits: bool = True) -> str:
    """Returns a text in words alone, keys included; it is already in a language.

    >>> read_aloud("9♠ from column 3 onto 10♥; A♦ turned up; −10")
    '9 of spades from column 3 onto 10 of hearts; ace of diamonds turned up; minus 10'
    >>> read_aloud("9♠, column 3", names_suits=False)
    '9, column 3'
    """
    say = (language or English()).translate
    put = _card if names_suits else _rank
    text = _CARD.sub(lambda found: say(put(found[1], found[2])), text)
    text = _SUIT.sub(lambda found: say(_suit(found[0])), text)
    text = _POINTS.sub(lambda found: f"{say(_POINT_WORDS[found[1]])} {found[2]}", text)
    text = _KEYS.sub(lambda found: say(_KEY_WORDS[found[0]]), text)
    text = text.replace("×", " ×")
    for sign, words in _SIGNS.items():
        text = text.replace(sign, say(words))
    return text.replace("  ", " ")


def _card(rank: str, suit: str) -> Message:
    return msg("{rank} of {suit}", rank=_rank(rank), suit=_suit(suit))


def _rank(rank: str, _suit: str = "") -> Message:
    return _COURT.get(rank) or verbatim(rank)


def _suit(sign: str) -> Message:
    return SUIT_WORDS[SUIT_SIGNS.index(sign)]

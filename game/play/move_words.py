"""A move in the words of card players, as it was made or as it is advised.

Knows piles by their kind and what lay on them before and after; must not know any one
game, nor who made the move or when.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from game.cards import Card
from game.message import Message, msg, msg_n
from game.play.game import Act, Action
from game.play.pile_words import words_of_pile
from game.rules.position import STOCK, Move, Position
from game.rules.variant import PileKind, Variant, top


def and_more(card: Card, others: int) -> Message:
    """Cards that move together, by the lowest and how many lie on it."""
    return msg_n("{card} and {count} more", "{card} and {count} more", others, card=card)


def with_run(card: Card, _others: int) -> Message:
    """Cards that move together, by the lowest alone."""
    return msg("{card} with its run", card=card)


class Wording(NamedTuple):
    """How a move of cards is put, a whole sentence for each kind of move.

    `{cards}` are those that move, `{card}` is the lowest of them, `{onto}` the card that it goes on;
    `{source}`, `{within}`, `{space}` and `{top}` are phrases of piles (see `PileWords`).
    """

    draw: Message
    suit: Message
    home: Message
    onto: Message
    to_space: Message
    several: Callable[[Card, int], Message]
    """What `{cards}` is where there are more than one."""


DONE = Wording(
    # Translators: the player draws a card.
    draw=msg("draws {card}"),
    suit=msg("the suit from {card} is removed"),
    home=msg("{card} goes home"),
    # Translators: a card goes to (onto) another card.
    onto=msg("{cards} to {onto}"),
    to_space=msg("{cards} to an empty column"),
    several=and_more,
)
"""For a move that was made, where it is told shortly."""
SAID = Wording(
    # Translators: {top} is a phrase such as “to the top of fan 3”.
    draw=msg("{card} drawn {top}"),
    # Translators: {within} is a phrase such as “in column 3”; the suit is complete, {card} is its king.
    suit=msg("the suit from {card} {within} is removed"),
    # Translators: {source} is a phrase such as “from column 3”.
    home=msg("{card} {source} goes home"),
    # Translators: {source} is a phrase such as “from column 3”.
    onto=msg("{cards} {source} onto {onto}"),
    # Translators: {source} and {space} are phrases such as “from column 3”, “to the empty column 4”.
    to_space=msg("{cards} {source} {space}"),
    several=and_more,
)
"""For a move that has just been made, with the pile that it came from."""
ADVISED = Wording(
    draw=msg("Draw {card} to the top of its fan"),
    suit=msg("The suit from {card} goes home"),
    home=msg("{card} goes home"),
    # Translators: {source} is a phrase such as “from column 3”.
    onto=msg("{cards} {source} to {onto}"),
    to_space=msg("{cards} {source} {space}"),
    several=with_run,
)
"""For a move that is only advised."""


def done_words(variant: Variant, before: Position, action: Action, after: Position) -> Message:
    """An action that was done, in words; `after` is the position that it led to.

    >>> from game.play.deal import deal_number
    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> dealt = deal_number(rush, 1).position
    >>> done_words(rush, dealt, STOCK, rush.apply(dealt, STOCK))
    'turns 3 cards, last 6♣'
    """
    match action:
        # Translators: what a player does, told in a replay as in “takes the last move back”.
        case Act.UNDO:
            return msg("takes the last move back")
        case Act.REDO:
            return msg("brings a move back")
        case Act.END:
            return msg("the game ends")
        case Act.SHOWN:
            return msg("is shown how to go on")
    if action == STOCK:
        return _stock_told(variant, before, after)
    return cards_moved(variant, before, action, DONE)


def advised_words(variant: Variant, before: Position, move: Move) -> Message:
    """A legal move that is advised, in words.

    >>> from game.play.deal import deal_number
    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> dealt = deal_number(rush, 1).position
    >>> [advised_words(rush, dealt, move) for move in rush.legal_moves(dealt)]
    ['Turn the hand', '7♦ from column 1 to 8♠']
    """
    return variant.stock_words if move == STOCK else cards_moved(variant, before, move, ADVISED)


def cards_moved(variant: Variant, before: Position, move: Move, wording: Wording) -> Message:
    """A legal move of cards in a wording."""
    source, target, count = move
    onto, card = top(before.piles[target]), before.piles[source][-count]
    if source == target:
        words = wording.draw
    elif variant.piles[target].kind is PileKind.FOUNDATION:
        words = wording.home if count == 1 else wording.suit
    else:
        words = wording.to_space if onto is None else wording.onto
    left, found = words_of_pile(variant, source), words_of_pile(variant, target)
    return words.with_parts(
        card=card,
        cards=card if count == 1 else wording.several(card, count - 1),
        onto=onto or "",
        source=left.source,
        within=left.within,
        space=found.space,
        top=left.top,
    )


def _stock_told(variant: Variant, before: Position, after: Position) -> Message:
    landmark = variant.landmark(before, STOCK)
    if landmark is not None and landmark.done:
        return landmark.done
    changed = [pile for pile, was in enumerate(before.piles) if len(after.piles[pile]) > len(was)]
    last = after.piles[changed[-1]][-1]
    count = sum(len(after.piles[pile]) - len(before.piles[pile]) for pile in changed)
    if variant.piles[changed[-1]].kind is not PileKind.WASTE:
        return msg("deals {card}", card=last)
    if count == 1:
        return msg("turns {card}", card=last)
    return msg_n("turns {count} card, last {card}", "turns {count} cards, last {card}", count, card=last)

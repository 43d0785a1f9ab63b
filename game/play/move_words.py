"""A move in the words of card players, as it was made or as it is advised.

Knows piles by their kind and what lay on them before and after; must not know any one
game, nor who made the move or when.
"""

from __future__ import annotations

from typing import NamedTuple

from game.play.game import Act, Action
from game.rules.position import STOCK, Move, Position
from game.rules.variant import PileKind, Variant, top


class Wording(NamedTuple):
    """How a move of cards is put: `{card}` is the lowest that moves, `{others}` how many lie on it."""

    draw: str
    suit: str
    run: str
    space: str


DONE = Wording(
    "draws {card}", "the suit from {card} is removed", "{card} and {others} more", "an empty column"
)
"""For a move that was made."""
ADVISED = Wording(
    "Draw {card} to the top of its fan",
    "The suit from {card} goes home",
    "{card} with its run",
    "the empty column",
)
"""For a move that is only advised."""


def done_words(variant: Variant, before: Position, action: Action, after: Position) -> str:
    """An action that was done, in words; `after` is the position that it led to.

    >>> from game.play.deal import deal_number
    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> dealt = deal_number(rush, 1).position
    >>> done_words(rush, dealt, STOCK, rush.apply(dealt, STOCK))
    'turns 3 cards, last 6♣'
    """
    match action:
        case Act.UNDO:
            return "takes the last move back"
        case Act.REDO:
            return "brings a move back"
        case Act.END:
            return "the game ends"
        case Act.SHOWN:
            return "is shown how to go on"
    if action == STOCK:
        return _stock_told(variant, before, after)
    return _cards_moved(variant, before, action, DONE)


def advised_words(variant: Variant, before: Position, move: Move) -> str:
    """A legal move that is advised, in words.

    >>> from game.play.deal import deal_number
    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> dealt = deal_number(rush, 1).position
    >>> [advised_words(rush, dealt, move) for move in rush.legal_moves(dealt)]
    ['Turn the hand', '7♦ to 8♠']
    """
    return variant.stock_words if move == STOCK else _cards_moved(variant, before, move, ADVISED)


def _cards_moved(variant: Variant, before: Position, move: Move, wording: Wording) -> str:
    source, target, count = move
    card, others = before.piles[source][-count].sign, count - 1
    if source == target:
        return wording.draw.format(card=card)
    if variant.piles[target].kind is PileKind.FOUNDATION:
        return wording.suit.format(card=card) if others else f"{card} goes home"
    cards = wording.run.format(card=card, others=others) if others else card
    onto = top(before.piles[target])
    return f"{cards} to {wording.space if onto is None else onto.sign}"


def _stock_told(variant: Variant, before: Position, after: Position) -> str:
    landmark = variant.landmark(before, STOCK)
    if landmark is not None and landmark.done:
        return landmark.done
    changed = [pile for pile, was in enumerate(before.piles) if len(after.piles[pile]) > len(was)]
    last = after.piles[changed[-1]][-1].sign
    count = sum(len(after.piles[pile]) - len(before.piles[pile]) for pile in changed)
    if variant.piles[changed[-1]].kind is PileKind.WASTE:
        return f"turns {count} cards, last {last}" if count > 1 else f"turns {last}"
    return f"deals {last}"

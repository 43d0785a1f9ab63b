"""What an action was, in the words of card players, and which actions one looks for in a game.

Knows piles by their kind and what lay on them before and after; must not know any one
game, nor who made the move or when.
"""

from __future__ import annotations

from enum import Enum

from game.play.game import Act, Action
from game.rules.position import STOCK, Move, Position
from game.rules.variant import PileKind, Variant, top

SUIT_CARDS = 13


class Landmark(Enum):
    """What is worth finding again in a game."""

    SUIT = "a suit is complete"
    PASS = "the waste is put back"
    ROW = "a row is dealt"
    SHUFFLE = "all fans are shuffled"
    DRAW = "the draw"


def landmark(variant: Variant, before: Position, move: Move, after: Position) -> Landmark | None:
    """Which landmark a move is, or None."""
    if move == STOCK:
        return _stock_landmark(variant, before, after)
    if move.source == move.target:
        return Landmark.DRAW
    if _kind(variant, move.target) is PileKind.FOUNDATION:
        was, now = len(before.piles[move.target]), len(after.piles[move.target])
        return Landmark.SUIT if was < SUIT_CARDS <= now else None
    return None


def told(variant: Variant, before: Position, action: Action, after: Position) -> str:
    """The action in words; `after` is the position that it led to.

    >>> from game.play.deal import deal_number
    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> dealt = deal_number(rush, 1).position
    >>> told(rush, dealt, STOCK, rush.apply(dealt, STOCK))
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
            return "is shown a winning line"
    if action == STOCK:
        return _stock_told(variant, before, after)
    return _move_told(variant, before, action)


def _move_told(variant: Variant, before: Position, move: Move) -> str:
    source, target, count = move
    first, others = before.piles[source][-count], count - 1
    if source == target:
        return f"draws {first.sign}"
    if _kind(variant, target) is PileKind.FOUNDATION:
        return f"{first.sign} goes home" if not others else f"the suit from {first.sign} is removed"
    cards = f"{first.sign} and {others} more" if others else first.sign
    onto = top(before.piles[target])
    return f"{cards} to an empty column" if onto is None else f"{cards} to {onto.sign}"


def _stock_told(variant: Variant, before: Position, after: Position) -> str:
    match _stock_landmark(variant, before, after):
        case Landmark.PASS:
            return "puts the waste back"
        case Landmark.SHUFFLE:
            return "gathers, shuffles and deals"
        case Landmark.ROW:
            return "deals a row"
    changed = [pile for pile, was in enumerate(before.piles) if len(after.piles[pile]) > len(was)]
    last = after.piles[changed[-1]][-1].sign
    count = sum(len(after.piles[pile]) - len(before.piles[pile]) for pile in changed)
    if _kind(variant, changed[-1]) is PileKind.WASTE:
        return f"turns {count} cards, last {last}" if count > 1 else f"turns {last}"
    return f"deals {last}"


def _stock_landmark(variant: Variant, before: Position, after: Position) -> Landmark | None:
    kinds = [place.kind for place in variant.piles]
    if PileKind.STOCK not in kinds:
        return Landmark.SHUFFLE
    stock = kinds.index(PileKind.STOCK)
    if len(after.piles[stock]) > len(before.piles[stock]):
        return Landmark.PASS
    columns = [pile for pile, kind in enumerate(kinds) if kind is PileKind.COLUMN]
    dealt_on = sum(len(after.piles[pile]) > len(before.piles[pile]) for pile in columns)
    return Landmark.ROW if dealt_on > 1 else None


def _kind(variant: Variant, pile: int) -> PileKind:
    return variant.piles[pile].kind

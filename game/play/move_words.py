"""A move in the words of card players, as it was made or as it is advised.

Knows piles by their kind and what lay on them before and after; must not know any one
game, nor who made the move or when.
"""

from __future__ import annotations

from typing import NamedTuple

from game.play.game import Act, Action
from game.play.pile_words import pile_name
from game.rules.position import STOCK, Move, Position
from game.rules.variant import PileKind, Variant, top


class Wording(NamedTuple):
    """How a move of cards is put, a whole sentence for each kind of move.

    `{card}` is the lowest that moves, `{others}` how many lie on it, `{source}` and `{target}` are
    piles, `{onto}` is the card that it goes on.
    """

    draw: str
    suit: str
    home: str
    card: str
    run: str
    card_to_space: str
    run_to_space: str


DONE = Wording(
    draw="draws {card}",
    suit="the suit from {card} is removed",
    home="{card} goes home",
    card="{card} to {onto}",
    run="{card} and {others} more to {onto}",
    card_to_space="{card} to an empty column",
    run_to_space="{card} and {others} more to an empty column",
)
"""For a move that was made, where it is told shortly."""
SAID = Wording(
    draw="{card} drawn to the top of {source}",
    suit="the suit from {card} in {source} is removed",
    home="{card} from {source} goes home",
    card="{card} from {source} onto {onto}",
    run="{card} and {others} more from {source} onto {onto}",
    card_to_space="{card} from {source} to the empty {target}",
    run_to_space="{card} and {others} more from {source} to the empty {target}",
)
"""For a move that has just been made, with the pile that it came from."""
ADVISED = Wording(
    draw="Draw {card} to the top of its fan",
    suit="The suit from {card} goes home",
    home="{card} goes home",
    card="{card} from {source} to {onto}",
    run="{card} with its run from {source} to {onto}",
    card_to_space="{card} from {source} to the empty {target}",
    run_to_space="{card} with its run from {source} to the empty {target}",
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
    return cards_moved(variant, before, action, DONE)


def advised_words(variant: Variant, before: Position, move: Move) -> str:
    """A legal move that is advised, in words.

    >>> from game.play.deal import deal_number
    >>> from game.rules import find_variant
    >>> rush = find_variant("rush")
    >>> dealt = deal_number(rush, 1).position
    >>> [advised_words(rush, dealt, move) for move in rush.legal_moves(dealt)]
    ['Turn the hand', '7♦ from column 1 to 8♠']
    """
    return variant.stock_words if move == STOCK else cards_moved(variant, before, move, ADVISED)


def cards_moved(variant: Variant, before: Position, move: Move, wording: Wording) -> str:
    """A legal move of cards in a wording."""
    source, target, count = move
    onto = top(before.piles[target])
    if source == target:
        words = wording.draw
    elif variant.piles[target].kind is PileKind.FOUNDATION:
        words = wording.home if count == 1 else wording.suit
    elif onto is None:
        words = wording.card_to_space if count == 1 else wording.run_to_space
    else:
        words = wording.card if count == 1 else wording.run
    return words.format(
        card=before.piles[source][-count].sign,
        others=count - 1,
        source=pile_name(variant, source),
        target=pile_name(variant, target),
        onto="" if onto is None else onto.sign,
    )


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

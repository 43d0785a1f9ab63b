"""A move in the words of a card player: "10♥ to J♠", "7♣ goes home".

Knows what piles are; must not know any one game.
"""

from __future__ import annotations

from game.rules.position import STOCK, Move, Position
from game.rules.variant import PileKind, Variant


def move_words(variant: Variant, position: Position, move: Move, stock_words: str) -> str:
    """What a legal move does; `stock_words` is what the stock action of the game does."""
    if move == STOCK:
        return stock_words
    source, target, count = move
    cards, onto = position.piles[source], position.piles[target]
    first = cards[-count]
    if source == target:
        return f"Draw {first.sign} to the top of its fan"
    if variant.piles[target].kind is PileKind.FOUNDATION:
        return f"{first.sign} goes home" if count == 1 else f"The suit from {first.sign} goes home"
    what = first.sign if count == 1 else f"{first.sign} with its run"
    return f"{what} to {onto[-1].sign}" if onto else f"{what} to the empty column"

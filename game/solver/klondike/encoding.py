"""Encoding of Klondike positions for the kernels: cards as numbers, piles as lists.

Knows `Position` and how piles are told to a kernel; must not know moves or searches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.cards import Card, NotationError
from game.rules.building import alternates
from game.rules.position import Pile, Position
from game.rules.rush import COLUMNS, FOUNDATIONS, HAND, WASTE, Rush
from game.solver.answer import SolverError

NUMBER_OF_SUIT = (0, 2, 3, 1)
"""By our suits ♣ ♦ ♥ ♠: theirs, where colour mates are neighbours."""
FOUNDATION_OF_SUIT = (0, 3, 1, 2)
NUMBERS = tuple(4 * rank + suit for suit in NUMBER_OF_SUIT for rank in range(13))
"""The kernels' number of each card, by its identity."""


def number_of(card: Card) -> int:
    """A card as a kernel's number."""
    return NUMBERS[card.identity % 52]


def piles_of(
    home: Sequence[int],
    waste: Sequence[int],
    stock: Sequence[int],
    columns: Sequence[tuple[Sequence[int], Sequence[int]]],
) -> list[int]:
    """A position of plain integers as the list that `state.fill` reads.

    Cards are kernel numbers, `4 × rank + suit`, rank 0 to 12, suits ♣ ♠ ♦ ♥. `home` is how many of
    each suit are home; waste and stock lie in the order of turning, so that the waste's top is its
    last and the stock's next its first; a column is its face-down cards, deepest first, and the
    run that lies on them, empty only where the column is.

    >>> piles_of([13, 13, 13, 11], [51], [47], [((), ())] * 7)
    [13, 13, 13, 11, 1, 2, 51, 47, 0, 0, 0, 0, 0, 0, 0]
    """
    piles = [*home, len(waste), len(waste) + len(stock), *waste, *stock]
    for hidden, run in columns:
        units = [*hidden, *run[:1]]
        piles.append(len(units))
        for card in units:
            piles += (card, 0)
    return piles


def piles_of_position(variant: Rush, position: Position) -> list[int]:
    """Any position of a game of Rush as the list that `state.fill` reads.

    Raises:
        SolverError: cards are missing or there twice, or lie as they never could.
    """
    try:
        variant.check_start(position)
    except NotationError as fault:
        raise SolverError(f"This cannot be solved: {fault}.") from None
    home = [len(position.piles[FOUNDATIONS[FOUNDATION_OF_SUIT[suit]]]) for suit in range(4)]
    waste, stock = position.piles[WASTE], position.piles[HAND]
    piles = [*home, len(waste), len(waste) + len(stock)]
    piles += [number_of(each) for each in (*waste, *stock[::-1])]
    for column in COLUMNS:
        cards = position.piles[column]
        hidden = [number_of(each) for each in cards if not each.face_up]
        runs = list(_runs(cards[len(hidden) :]))
        piles.append(len(hidden) + len(runs))
        for card in hidden:
            piles += (card, 0)
        for run in runs:
            piles += (number_of(run[0]), sum([1 << number_of(each) for each in run[1:]]))
    return piles


def _runs(cards: Pile) -> Iterator[Pile]:
    """Face-up cards of a column in its runs, deepest first, each as long as it goes.

    In a game there is only one; piles that were given may hold several.
    """
    start = 0
    for end in range(1, len(cards) + 1):
        if end == len(cards) or not alternates(cards[end], cards[end - 1]):
            yield cards[start:end]
            start = end

"""Verifier of Klondike lines: plays moves from a position to all cards home, compiled.

A second implementation of the rules page, without the sentences and points of `game.rules.rush`, which a
proof does not need. What it rejects is played by the rules, which say why.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from game.rules.position import Move, Position
from game.rules.rush import COLUMNS, FOUNDATIONS, STOCK_PILE, WASTE, Rush
from game.solver.kernels.compiled import Numbers, kernel, numbers, row

PILES = COLUMNS.stop
FIRST_HOME, FIRST_COLUMN = FOUNDATIONS.start, COLUMNS.start
SUITS, RANKS = 4, 13
CARDS = SUITS * RANKS
MOVE = len(Move._fields)


def wins(variant: Rush, position: Position, moves: Sequence[Move]) -> bool:
    """Whether each move is legal after those before it, and all cards are home after the last.

    The position must satisfy `Rush.check_start`. False for a variant with rules of its own.
    """
    if type(variant) is not Rush:
        return False
    piles: list[int] = []
    for pile in position.piles:
        piles += (len(pile), sum([not card.face_up for card in pile]))
        piles += [card.identity for card in pile]
    return bool(all_home(variant.draw, row(piles), row([*chain.from_iterable(moves)])))


@kernel
def all_home(draw: int, piles: Numbers, gestures: Numbers) -> bool:
    """The same in numbers: each pile's length, its face-down cards, and its cards from the bottom.

    A card is 13 × suit + rank − 1, suits ♣ ♦ ♥ ♠; a gesture is a source, a target and a count.
    """
    cards, length, hidden = numbers(PILES * CARDS), numbers(PILES), numbers(PILES)
    at = 0
    for pile in range(PILES):
        length[pile], hidden[pile] = piles[at], piles[at + 1]
        for height in range(length[pile]):
            cards[pile * CARDS + height] = piles[at + 2 + height]
        at += 2 + length[pile]
    for at in range(0, len(gestures), MOVE):
        source, target, count = gestures[at], gestures[at + 1], gestures[at + 2]
        if source == -1 and target == -1 and count == 0:
            if not _turn(draw, cards, length, hidden):
                return False
        elif not _carry(cards, length, hidden, source, target, count):
            return False
    home = 0
    for pile in range(FIRST_HOME, FIRST_COLUMN):
        home += length[pile]
    return home == CARDS


@kernel
def _is_solved(length: Numbers, hidden: Numbers) -> bool:
    """Nothing face down, the hand empty, and at most one card in the waste."""
    down = 0
    for column in range(FIRST_COLUMN, PILES):
        down += hidden[column]
    return down == 0 and length[STOCK_PILE] == 0 and length[WASTE] <= 1


@kernel
def _turn(draw: int, cards: Numbers, length: Numbers, hidden: Numbers) -> bool:
    """Turns the stock, or puts the waste back; False if that is not allowed."""
    if length[STOCK_PILE] + length[WASTE] == 0 or _is_solved(length, hidden):
        return False
    is_turned = length[STOCK_PILE] > 0
    source, target = (STOCK_PILE, WASTE) if is_turned else (WASTE, STOCK_PILE)
    many = min(draw, length[source]) if is_turned else length[source]
    for _ in range(many):
        length[source] -= 1
        cards[target * CARDS + length[target]] = cards[source * CARDS + length[source]]
        length[target] += 1
    return True


@kernel
def _carry(cards: Numbers, length: Numbers, hidden: Numbers, source: int, target: int, count: int) -> bool:
    """Moves cards from a pile to another; False if that is not allowed."""
    if not (WASTE <= source < PILES and FIRST_HOME <= target < PILES) or source == target:
        return False
    if count < 1 or count > length[source]:
        return False
    first = length[source] - count
    card = cards[source * CARDS + first]
    if source < FIRST_COLUMN and count > 1:
        return False
    if source >= FIRST_COLUMN and not (
        first >= hidden[source] and _is_run(cards, source * CARDS + first, count)
    ):
        return False
    if target < FIRST_COLUMN:
        is_next = target == FIRST_HOME + card // RANKS and card % RANKS == length[target]
        if not is_next or count > 1 or FIRST_HOME <= source < FIRST_COLUMN:
            return False
    else:
        if _is_solved(length, hidden):
            return False
        if length[target] == 0:
            if card % RANKS != RANKS - 1:
                return False
        elif not _takes(cards[target * CARDS + length[target] - 1], card):
            return False
    for height in range(count):
        cards[target * CARDS + length[target] + height] = cards[source * CARDS + first + height]
    length[target] += count
    length[source] = first
    if 0 < first == hidden[source]:
        hidden[source] -= 1  # the last card that is left turns up
    return True


@kernel
def _is_run(cards: Numbers, first: int, count: int) -> bool:
    """Whether cards form a run in alternating colours."""
    fits = True
    for at in range(first, first + count - 1):
        fits = fits and _takes(cards[at], cards[at + 1])
    return fits


@kernel
def _takes(lower: int, upper: int) -> bool:
    """Whether a card of a column takes another: one lower, of the other colour."""
    is_red, other_is_red = 1 <= lower // RANKS <= 2, 1 <= upper // RANKS <= 2
    return upper % RANKS + 1 == lower % RANKS and is_red != other_is_red

"""Encoding of a won game of Spider as the steps that the local search changes (see `shorten`).

Knows cards and moves of the rules; must not know how lines get shorter.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.cards import Card
from game.rules.position import STOCK, Move, Position
from game.rules.spider import COLUMNS, HAND, PLACES, Spider
from game.solver.answer import Budget
from game.solver.kernels.compiled import row
from game.solver.spider.encoding import to_moves
from game.solver.spider.shorten import (
    DEAL,
    HEIGHTS,
    HIDDEN,
    LEFT,
    REMOVED,
    SIZE,
    SPACE,
    TABLE,
    WHERE,
    shorten,
)


def shorter(
    variant: Spider, position: Position, moves: Sequence[Move], most: int, budget: Budget
) -> list[Move]:
    """A line that wins as `moves` do from `position`, in as many moves or fewer.

    Stops after playing `most` moves over and over, or when the budget is spent.
    """
    stock = tuple(reversed(position.piles[HAND]))
    cards = [*stock, *(card for pile in position.piles[COLUMNS.start :] for card in pile)]
    number = {card.identity: at for at, card in enumerate(cards)}
    steps = row(_steps(variant, position, moves, number))
    line = row([0] * len(steps))
    faces = row([16 * card.suit + card.rank for card in cards])
    hand = row([*(number[card.identity] for card in stock), 0])
    count = shorten(row(_table(variant, position, number)), faces, hand, steps, most, budget.stop, line)
    return to_moves(variant, position, [int(line[at]) for at in range(count)], removing=True)


def _table(variant: Spider, position: Position, number: dict[int, int]) -> list[int]:
    table = [0] * WHERE + [-1] * (TABLE - WHERE)
    for place, pile in enumerate(position.piles[COLUMNS.start :]):
        table[SIZE + place] = len(pile)
        table[HIDDEN + place] = sum(not card.face_up for card in pile)
        for height, card in enumerate(pile):
            table[HEIGHTS * place + height] = number[card.identity]
            table[WHERE + number[card.identity]] = HEIGHTS * place + height
    table[LEFT], table[REMOVED] = variant.deals_left(position), variant.suits_removed(position)
    return table


def _steps(variant: Spider, position: Position, moves: Sequence[Move], number: dict[int, int]) -> list[int]:
    """The steps of a line after their number. Removals are none: they are done by themselves."""
    steps: list[int] = []
    for move in moves:
        if move == STOCK:
            steps += [DEAL, 0]
        elif move.target not in PLACES:
            ground: Sequence[Card] = position.piles[move.target]
            onto = number[ground[-1].identity] if ground else SPACE + move.target - COLUMNS.start
            steps += [number[position.piles[move.source][-move.count].identity], onto]
        position = variant.apply(position, move)
    return [len(steps) // 2, *steps]

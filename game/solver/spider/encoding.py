"""Encoding of Spider positions for the kernels, and decoding of their lines into moves.

Knows how a search of Spider writes tables and moves down (see `tables`); must not know
how it finds them.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.cards import Card, NotationError
from game.rules.position import STOCK, Move, Position
from game.rules.spider import COLUMNS, HAND, ROW_CARDS, SUIT_CARDS, Spider
from game.solver.answer import SolverError
from game.solver.kernels.compiled import Numbers, row
from game.solver.spider.tables import DEAL, REMOVE


def check(variant: Spider, position: Position) -> None:
    """Makes sure that a search may look at a position.

    Raises:
        SolverError: cards are missing or too many, or lie as they never could.
    """
    if len(position.piles) != len(variant.piles):
        raise SolverError(f"Spider has {len(variant.piles)} piles, not {len(position.piles)}.")
    try:
        variant.check_start(position)
    except NotationError as fault:
        raise SolverError(f"No table of Spider is like this: {fault}.") from None


def layout(variant: Spider, position: Position) -> Numbers:
    """The position as the kernels are given it."""
    told = [variant.suits_removed(position), variant.deals_left(position)]
    told += [_number(each.up) for each in reversed(position.piles[HAND])]
    for pile in position.piles[COLUMNS.start :]:
        told += [len(pile), *map(_number, pile)]
    return row(told)


def _number(card: Card) -> int:
    return 64 * card.face_up + 16 * card.suit + card.rank


def found_moves(line: Numbers) -> list[int]:
    """The moves of a line that `trace` wrote, the first one first."""
    return [int(line[at]) for at in range(1 + line[0], 1, -1)]


def removals(variant: Spider, position: Position, columns: Iterable[int] = COLUMNS) -> list[Move]:
    """What the search removes at once: the complete suits, while enough cards are left to deal a row."""
    moves = []
    left = sum(map(len, position.piles[COLUMNS.start :]))
    for column in columns:
        move = variant.send_home(position, column)
        while move is not None and (not position.piles[HAND] or left >= SUIT_CARDS + ROW_CARDS):
            moves.append(move)
            left -= SUIT_CARDS
            position = variant.apply(position, move)
            move = variant.send_home(position, column)
    return moves


def played(variant: Spider, position: Position, moves: Iterable[Move]) -> Position:
    """The position after some moves.

    Raises:
        IllegalMove: the rules refuse one.
    """
    for move in moves:
        position = variant.apply(position, move)
    return position


def to_moves(variant: Spider, position: Position, found: Iterable[int], removing: bool) -> list[Move]:
    """The rules' moves for a line; with `removing`, complete suits were removed at once and are not in it."""
    moves: list[Move] = []
    for number in found:
        source, target, count = number >> 8, number >> 4 & 15, number & 15
        if number == DEAL:
            step, touched = STOCK, list(COLUMNS)
        elif target == REMOVE:
            step, touched = Move(COLUMNS[source], variant.next_place(position), count), []
        else:
            step, touched = Move(COLUMNS[source], COLUMNS[target], count), [COLUMNS[target]]
        steps = [step]
        position = variant.apply(position, step)
        if removing:
            steps += removals(variant, position, touched)
            position = played(variant, position, steps[1:])
        moves += steps
    return moves

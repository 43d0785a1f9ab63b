"""Hints at Three Shuffles and a Draw: the best play there is, by the chances after a shuffle.

Chances of winning Three Shuffles and a Draw after a shuffle, by how many cards of each suit it gathers.

A shuffle lays these cards in any order, so their numbers say all: which suit has which of them is no
matter, nor which ranks they are. The table holds what the best play wins from there, as `python -m
tools.chances` found it.

Within a deal everything lies open, and a shuffle depends only on how many cards of each suit it
gathers. So a deal before the last is best brought to that one of all its ends from which most games
are won. That is often not the one with most cards home: where the number of cards left is
divided by three, every fan has three, and a win is less likely than with one or two cards more,
which lie in a fan of their own. The third deal is searched exactly, with its draw. No play wins more:
47.3 ± 0.5 % of games, where most cards home in each deal wins 45.5 % (docs/DECISIONS.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import comb
from pathlib import Path
from random import Random
from typing import cast
from zlib import crc32

from game.rules.position import STOCK, Move, Position
from game.rules.three_shuffles import FOUNDATIONS, ThreeShuffles
from game.rules.variant import Variant
from game.solver.advice import Advice
from game.solver.answer import Budget, SolverError
from game.solver.kernels.compiled import IS_COMPILED
from game.solver.three_shuffles.encoding import (
    CARDS_HOME_COUNT,
    Meter,
    best_line,
    cards_home,
    check,
    code_of,
    ends,
    played,
    playing,
)

TABLE = Path(__file__).with_name("chances.table")
SUITS, RANKS, SHUFFLES = 4, 13, 2
CLASSES = comb(SUITS + RANKS, SUITS)
"""Ways to have 0 to 13 cards of each of four suits that are alike."""
CERTAIN = (1 << 16) - 1

_HEADER = re.compile(rb"patience-chances 1\nvariant three-shuffles\ncheck ([0-9a-f]{8})\n\n")


def index_of(left: Sequence[int]) -> int:
    """The place of cards left of each suit, in any order, among the classes; 0 where none is left.

    >>> index_of([0, 0, 0, 0]), index_of([1, 0, 0, 0]), index_of([0, 2, 0, 1]), index_of([13] * 4)
    (0, 1, 6, 2379)
    """
    return sum(
        comb(count + SUITS - 1 - at, SUITS - at) for at, count in enumerate(sorted(left, reverse=True))
    )


def chance(shuffle: int, left: Sequence[int]) -> float:
    """The share of games won after the first or second shuffle (1, 2) of so many cards of each suit.

    Raises:
        SolverError: the table is missing or damaged.
    """
    return _table()[shuffle - 1][index_of(left)] / CERTAIN


@cache
def _table() -> tuple[Sequence[int], ...]:
    try:
        return read_chances(TABLE.read_bytes())
    except OSError as wrong:
        raise SolverError(f"{TABLE.name} cannot be read: {wrong.strerror}") from wrong


def read_chances(data: bytes) -> tuple[Sequence[int], ...]:
    """The chances in the classes' order, in parts of `CERTAIN`, after the first shuffle and after the second.

    Raises:
        SolverError: the bytes are damaged.
    """
    match = _HEADER.match(data)
    told = data[match.end() :] if match else b""
    if match is None or len(told) != 2 * SHUFFLES * CLASSES or crc32(told) != int(match[1], 16):
        raise SolverError(f"{TABLE.name} is damaged")
    parts = [int.from_bytes(told[at : at + 2], "little") for at in range(0, len(told), 2)]
    return tuple(parts[:CLASSES]), tuple(parts[CLASSES:])


def chances_bytes(after_first: Sequence[float], after_second: Sequence[float]) -> bytes:
    """The file of a table: shares of games won, in the classes' order."""
    told = b"".join(round(share * CERTAIN).to_bytes(2, "little") for share in (*after_first, *after_second))
    return f"patience-chances 1\nvariant three-shuffles\ncheck {crc32(told):08x}\n\n".encode() + told


NODES = 2_000_000 if IS_COMPILED else 20_000
"""For the choice of a move: a few first deals in a thousand need more."""
OUT_OF = 100
"""Shuffles, of which it is told how many are won."""


def advise(variant: Variant, position: Position, _: Random) -> Iterator[list[Advice]]:
    """One move, for no other can be better; nothing where no card comes home any more in the third deal.

    Before the third deal it leads towards the end from which most games are won, or is the shuffle.

    Raises:
        SolverError: there are no cards, one is there twice, or they lie as they never could; or the
            table of chances is missing or damaged.
    """
    check(variant, position)
    if variant.outcome(position) is not None:
        return
    rules = cast("ThreeShuffles", variant)
    find = _before_a_shuffle if rules.shuffles_left(position) else _in_the_third_deal
    advice = find(rules, position)
    if advice is not None:
        yield [advice]


def _in_the_third_deal(rules: ThreeShuffles, position: Position) -> Advice | None:
    """The first move of the line that brings most cards home; None where no more can come."""
    line = best_line(position, CARDS_HOME_COUNT, rules.has_draw(position), Meter(Budget(nodes=NODES)))
    if line.value == rules.home(position):
        return None
    move = next(playing(rules, position, line.steps))[0]
    return Advice(move, int(line.value == sum(map(len, position.piles))), 1, line.value)


def ways_to_end(rules: ThreeShuffles, position: Position) -> tuple[dict[int, tuple[int, ...]], bool]:
    """Where a deal can come to its shuffle when no move is left, with the steps; and whether that is all."""
    found, is_complete = ends(position, False, Meter(Budget(nodes=NODES)))
    if not is_complete:  # then at least the one with most cards home
        line = best_line(position, CARDS_HOME_COUNT, False, Meter(Budget(nodes=NODES)))
        found = {code_of(played(rules, position, line.steps)[1]): line.steps} | found
    return found, is_complete


def best_end(position: Position, codes: Iterable[int]) -> int:
    """The end from which most games are won."""
    return max(codes, key=_Chances(position).worth)


def _before_a_shuffle(rules: ThreeShuffles, position: Position) -> Advice:
    """The move towards the best end of this deal, and how many of 100 shuffles there are won."""
    found, _ = ways_to_end(rules, position)
    if rules.early:
        move, code = _best_on_the_way(rules, position, found.values())
    else:
        code = best_end(position, found)
        move = next(playing(rules, position, found[code]), (STOCK, position))[0]
    share = _Chances(position).of(code)
    wins = OUT_OF if share == 1 else min(round(share * OUT_OF), OUT_OF - 1)
    return Advice(move, wins, OUT_OF, cards_home(code))


def _best_on_the_way(
    rules: ThreeShuffles, position: Position, lines: Iterable[tuple[int, ...]]
) -> tuple[Move, int]:
    """The first move to the best table on the way to any end, where it may be shuffled at any time."""
    firsts = {code_of(position): STOCK}
    for steps in lines:
        first = None
        for move, after in playing(rules, position, steps):
            first = first or move
            firsts.setdefault(code_of(after), first)
    code = best_end(position, firsts)
    return firsts[code], code


class _Chances:
    """What the ends of a deal are worth."""

    def __init__(self, position: Position) -> None:
        cards = {each.identity % 52 for pile in position.piles for each in pile}
        self._shuffle = position.tally[0] + 1
        self._of_suit = [sum(card // 13 == suit for card in cards) for suit in FOUNDATIONS]
        self._is_lost = any(card % 13 > 0 and card - 1 not in cards for card in cards)
        """Whether a card is missing beneath another, which then never comes home."""

    def of(self, code: int) -> float:
        """The share of shuffles after which the game is won."""
        if self._is_lost:
            return 0
        # Cards missing above all others make no difference: the highest that is there is a king.
        return chance(self._shuffle, [self._of_suit[suit] - (code >> 4 * suit & 15) for suit in FOUNDATIONS])

    def worth(self, code: int) -> tuple[float, int]:
        """What ends are compared by."""
        return self.of(code), cards_home(code)

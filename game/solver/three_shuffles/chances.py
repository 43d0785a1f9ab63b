"""Chances of winning Three Shuffles and a Draw after a shuffle, by how many cards of each suit it gathers.

A shuffle lays these cards in any order, so their numbers say all: which suit has which of them is no
matter, nor which ranks they are. The table holds what the best play wins from there, as
`python -m tools.chances` found it. Knows that table; must not know positions, nor how a deal is played.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from math import comb
from pathlib import Path
from zlib import crc32

from game.solver.answer import SolverError

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

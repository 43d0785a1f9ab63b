"""Catalogue of the offered deals of Rush and their difficulty, as bitsets with rank and select.

Finds a number in the files of one folder quickly (docs/FORMATS.md); must not load any solver, because the
window deals from it.
"""

from __future__ import annotations

import re
import sys
from array import array
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from game.message import msg
from game.play.deal import Difficulty

LIMIT_BYTES = 1 << 20
WORD_BITS = 64
CODES = dict(enumerate(Difficulty, 1))
"""From version 2 on a deal has two bits: 0, or how hard it is."""

PROMISES = "promises leftmost sampled\n"

_HEADER = re.compile(
    rb"patience-catalogue ([123])\nvariant rush draw=([13])\ncount ([1-9][0-9]{0,6})\n"
    rb"(promises leftmost sampled\n)?((?:withdrawn [0-9]{4}-[0-9]{2}-[0-9]{2}\n)*)check ([0-9a-f]{8})\n\n"
)


class CatalogueError(ValueError):
    """A catalogue is missing or damaged; one sentence."""


class _Bitset:
    """A set of numbers, 64 in each word, the lowest bit for the lowest number."""

    def __init__(self, words: Sequence[int]) -> None:
        self.words = words
        self.up_to = array("I", accumulate(map(int.bit_count, words)))

    def __contains__(self, number: int) -> bool:
        at, bit = divmod(number, WORD_BITS)
        return 0 <= at < len(self.words) and bool(self.words[at] >> bit & 1)

    def at(self, index: int) -> int:
        if not 0 <= index < self.up_to[-1]:
            raise IndexError(f"there are {self.up_to[-1]} certified deals")
        at = bisect_right(self.up_to, index)
        word = self.words[at]
        for _ in range(index - (self.up_to[at - 1] if at else 0)):
            word &= word - 1
        return at * WORD_BITS + _lowest(word)

    def after(self, number: int) -> int | None:
        at, bit = divmod(max(number, -1) + 1, WORD_BITS)
        for index in range(at, len(self.words)):
            word = self.words[index] >> bit << bit if index == at else self.words[index]
            if word:
                return index * WORD_BITS + _lowest(word)
        return None


class Offered(NamedTuple):
    """The deals of one draw that a file offers, as words of 64 numbers."""

    words: Sequence[int]
    """All of them."""
    by_difficulty: Mapping[Difficulty, Sequence[int]]
    """Those of each difficulty; empty where the file does not tell, being of version 1."""
    withdrawn: Sequence[tuple[date, Offered]] = ()
    """Deals offered before each day on which something was withdrawn, the first day first."""

    def on(self, day: date) -> Offered:
        """Deals offered on a day."""
        return next((deal for until, deal in self.withdrawn if day < until), self)

    @property
    def ever(self) -> Offered:
        """All deals ever offered."""
        return self.withdrawn[0][1] if self.withdrawn else self


class Catalogue:
    """The deal numbers offered for each draw, in rising order; if difficulties are unknown, none of any.

    >>> catalogue = Catalogue({3: Offered([0b10110, 0b1], {Difficulty.EASY: [0b100, 0b1]})})
    >>> catalogue.is_certified(3, 2), catalogue.count(3), catalogue.number_at(3, 3), catalogue.after(3, 2)
    (True, 4, 64, 4)
    >>> catalogue.number_at(3, 0, Difficulty.EASY), catalogue.difficulty(3, 64), catalogue.difficulty(3, 1)
    (2, <Difficulty.EASY: 'easy'>, None)
    """

    def __init__(self, offered: Mapping[int, Offered]) -> None:
        """Offered deals by draw."""
        self._offered = offered
        self._bitsets = _bitsets(offered)
        self._ever = _bitsets({draw: deals.ever for draw, deals in offered.items()})

    def on(self, day: date) -> Catalogue:
        """Deals offered on a day: deals are withdrawn, never added."""
        then = {draw: deals.on(day) for draw, deals in self._offered.items()}
        return self if then == self._offered else Catalogue(then)

    def count(self, draw: int, difficulty: Difficulty | None = None) -> int:
        """Number of offered deals, of any difficulty or of one."""
        return self._bitsets[draw, difficulty].up_to[-1]

    def is_certified(self, draw: int, number: int) -> bool:
        """Whether a deal is or was offered; unlisted deals are not."""
        return number in self._ever[draw, None]

    def difficulty(self, draw: int, number: int) -> Difficulty | None:
        """Difficulty of a deal; None if it was never offered, or unknown."""
        found = (difficulty for difficulty in Difficulty if number in self._ever[draw, difficulty])
        return next(found, None)

    def number_at(self, draw: int, index: int, difficulty: Difficulty | None = None) -> int:
        """The number offered at an index from 0 to `count` − 1; raises IndexError beyond."""
        return self._bitsets[draw, difficulty].at(index)

    def after(self, draw: int, number: int, difficulty: Difficulty | None = None) -> int | None:
        """The next number above `number` that is offered, or None."""
        return self._bitsets[draw, difficulty].after(number)


def _bitsets(offered: Mapping[int, Offered]) -> dict[tuple[int, Difficulty | None], _Bitset]:
    found: dict[tuple[int, Difficulty | None], _Bitset] = {}
    for draw, deals in offered.items():
        found[draw, None] = _Bitset(deals.words)
        for difficulty in Difficulty:
            found[draw, difficulty] = _Bitset(deals.by_difficulty.get(difficulty, [0] * len(deals.words)))
    return found


def _lowest(word: int) -> int:
    return (word & -word).bit_length() - 1


def read_catalogue(folder: Path) -> Catalogue:
    """The catalogue of both draws, from the files `rush-draw-1.bits` and `rush-draw-3.bits`.

    Raises:
        CatalogueError: a file is missing, unreadable or damaged.
    """
    return Catalogue({draw: _read(folder / f"rush-draw-{draw}.bits", draw) for draw in (1, 3)})


def _read(path: Path, draw: int) -> Offered:
    try:
        with path.open("rb") as file:
            data = file.read(LIMIT_BYTES + 1)
    except OSError as wrong:
        raise CatalogueError(
            msg("{file} cannot be read: {reason}", file=path.name, reason=wrong.strerror)
        ) from wrong
    head = read_head(data)
    if head is None or head.draw != draw:
        raise CatalogueError(msg("{file} is not a catalogue of draw {draw}", file=path.name, draw=draw))
    body, count, width = data[head.size :], head.deals, min(head.version, 2)
    marked, marks = -(-count * width // 8), -(-count // 8)
    if crc32(body) != head.check or len(body) != marked + marks * len(head.withdrawn):
        raise CatalogueError(msg("{file} is damaged", file=path.name))
    if width == 1:
        return Offered(_words(body), {})
    pairs, before = _split(body[:marked]), []
    for at, day in enumerate(head.withdrawn):
        before.append((day, _offered(*pairs, count)))
        plane = body[marked + marks * at : marked + marks * (at + 1)]
        gone = int.from_bytes(plane, "little")
        pairs = pairs[0] & ~gone, pairs[1] & ~gone
    return _offered(*pairs, count)._replace(withdrawn=before)


class Head(NamedTuple):
    """Header lines of a file."""

    version: int
    draw: int
    deals: int
    withdrawn: list[date]
    check: int
    size: int
    """Size of the lines in bytes."""


def read_head(data: bytes) -> Head | None:
    """The header of a file, or None if it has no known version."""
    match = _HEADER.match(data)
    if match is None:
        return None
    version = int(match[1])
    try:
        days = [date.fromisoformat(line.split()[1]) for line in match[5].decode().splitlines()]
    except ValueError:
        return None
    if (match[4] is not None) != (version > 1) or bool(days) != (version == 3) or days != sorted(set(days)):
        return None
    return Head(version, int(match[2]), int(match[3]), days, int(match[6], 16), match.end())


def _offered(low: int, high: int, count: int) -> Offered:
    """The meaning of pairs of bits, given the lower ones and the higher ones."""
    by_code, size = {1: low & ~high, 2: high & ~low, 3: high & low}, -(-count // 8)
    by_difficulty = {
        difficulty: _words(by_code[code].to_bytes(size, "little")) for code, difficulty in CODES.items()
    }
    return Offered(_words((low | high).to_bytes(size, "little")), by_difficulty)


def _words(bits: bytes) -> array[int]:
    words = array("Q", bits.ljust(-len(bits) % (WORD_BITS // 8) + len(bits), b"\0"))
    if sys.byteorder == "big":
        words.byteswap()
    return words


NIBBLE = [sum((byte >> 2 * i & 1) << i for i in range(4)) for byte in range(256)]
"""By byte: its bits 0, 2, 4 and 6."""


def _split(pairs: bytes) -> tuple[int, int]:
    """The lower bits of pairs, and the higher ones."""
    low = bytes(NIBBLE[byte] for byte in pairs) + b"\0"
    high = bytes(NIBBLE[byte >> 1] for byte in pairs) + b"\0"
    joined = (bytes(row[at] | row[at + 1] << 4 for at in range(0, len(row) - 1, 2)) for row in (low, high))
    first, second = (int.from_bytes(half, "little") for half in joined)
    return first, second

"""Catalogue of the offered deals of Rush and how hard each is, as bitsets with rank and select.

Knows the files of one folder and how to find a number in them quickly; must not load any
solver, for the window deals from it. Their form is in docs/FORMATS.md.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from game.message import msg
from game.play.difficulty import Difficulty
from game.solver.certify.verdicts import SOLVED, TRIED, Verdicts, VerdictsError

LIMIT_BYTES = 1 << 20
WORD_BITS = 64
CODES = dict(enumerate(Difficulty, 1))
"""In version 2 a deal has two bits: 0, or how hard it is."""

_HEADER = re.compile(
    rb"patience-catalogue ([12])\nvariant rush draw=([13])\ncount ([1-9][0-9]{0,6})\n"
    rb"(promises leftmost sampled\n)?check ([0-9a-f]{8})\n\n"
)


class CatalogueError(ValueError):
    """A catalogue is missing or damaged; one sentence."""


class _Bitset:
    """A set of numbers, 64 in each word, the lowest bit for the lowest number."""

    def __init__(self, words: Sequence[int]) -> None:
        self.words = words
        self.up_to = list(accumulate(map(int.bit_count, words)))

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


class Catalogue:
    """The deal numbers that are offered of each draw, in rising order.

    Where nothing is known of difficulties, there are no deals of any.

    >>> catalogue = Catalogue({3: Offered([0b10110, 0b1], {Difficulty.EASY: [0b100, 0b1]})})
    >>> catalogue.is_certified(3, 2), catalogue.count(3), catalogue.number_at(3, 3), catalogue.after(3, 2)
    (True, 4, 64, 4)
    >>> catalogue.number_at(3, 0, Difficulty.EASY), catalogue.difficulty(3, 64), catalogue.difficulty(3, 1)
    (2, <Difficulty.EASY: 'easy'>, None)
    """

    def __init__(self, offered: Mapping[int, Offered]) -> None:
        """By draw, what is offered."""
        self._bitsets: dict[tuple[int, Difficulty | None], _Bitset] = {}
        for draw, (words, by_difficulty) in offered.items():
            self._bitsets[draw, None] = _Bitset(words)
            for difficulty in Difficulty:
                some = by_difficulty.get(difficulty, [0] * len(words))
                self._bitsets[draw, difficulty] = _Bitset(some)

    def count(self, draw: int, difficulty: Difficulty | None = None) -> int:
        """How many numbers are offered, of any difficulty or of one."""
        return self._bitsets[draw, difficulty].up_to[-1]

    def is_certified(self, draw: int, number: int) -> bool:
        """Whether a deal is offered; what no file tells about is not."""
        return number in self._bitsets[draw, None]

    def difficulty(self, draw: int, number: int) -> Difficulty | None:
        """How hard a deal is, or None where it is not offered, or its file does not tell."""
        found = (each for each in Difficulty if number in self._bitsets[draw, each])
        return next(found, None)

    def number_at(self, draw: int, index: int, difficulty: Difficulty | None = None) -> int:
        """The number offered at an index from 0 to `count` − 1.

        Raises:
            IndexError: there are not so many.
        """
        return self._bitsets[draw, difficulty].at(index)

    def after(self, draw: int, number: int, difficulty: Difficulty | None = None) -> int | None:
        """The next number above `number` that is offered, or None."""
        return self._bitsets[draw, difficulty].after(number)


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
    match = _HEADER.match(data)
    if match is None or int(match[2]) != draw or (match[1] == b"2") != (match[4] is not None):
        raise CatalogueError(msg("{file} is no catalogue of draw {draw}", file=path.name, draw=draw))
    told, count, width = data[match.end() :], int(match[3]), int(match[1])
    if crc32(told) != int(match[5], 16) or len(told) != -(-count * width // 8):
        raise CatalogueError(msg("{file} is damaged", file=path.name))
    if width == 1:
        return Offered(_words(told), {})
    low, high = _split(told)
    by_code = {1: low & ~high, 2: high & ~low, 3: high & low}
    size = -(-count // 8)
    by_difficulty = {each: _words(by_code[code].to_bytes(size, "little")) for code, each in CODES.items()}
    return Offered(_words((low | high).to_bytes(size, "little")), by_difficulty)


def _words(bits: bytes) -> list[int]:
    step = WORD_BITS // 8
    return [int.from_bytes(bits[at : at + step], "little") for at in range(0, len(bits), step)]


NIBBLE = [sum((byte >> 2 * i & 1) << i for i in range(4)) for byte in range(256)]
"""By byte: its bits 0, 2, 4 and 6."""


def _split(pairs: bytes) -> tuple[int, int]:
    """The lower bits of pairs, and the higher ones."""
    low = bytes(NIBBLE[byte] for byte in pairs) + b"\0"
    high = bytes(NIBBLE[byte >> 1] for byte in pairs) + b"\0"
    joined = (
        bytes(each[at] | each[at + 1] << 4 for at in range(0, len(each) - 1, 2)) for each in (low, high)
    )
    first, second = (int.from_bytes(each, "little") for each in joined)
    return first, second


def check_catalogued(verdicts: Verdicts) -> None:
    """Makes sure that there can be a catalogue of these deals.

    Raises:
        VerdictsError: there can be none.
    """
    if not verdicts.variant.deals_can_be_won or verdicts.first:
        raise VerdictsError("a catalogue is of Rush, from deal 0 on")


def catalogue_bytes(verdicts: Verdicts) -> bytes:
    """A file of the catalogue: which of the deals from number 0 on are offered.

    Of verdicts by the tip a file of version 2: those that were tried out and kept, and how hard
    each is. Else, as before, one of version 1: those that can be won.

    Raises:
        VerdictsError: they are not deals of Rush from number 0 on, or not all of them are decided.
    """
    check_catalogued(verdicts)
    if missing := verdicts.left:
        raise VerdictsError(f"{missing} deals are not decided yet")
    version, width, promises = 1, 1, ""
    codes = {SOLVED: 1}
    if verdicts.by_the_tip:
        if untried := verdicts.letters.count(SOLVED):
            raise VerdictsError(f"{untried} deals are not tried out yet")
        version, width, promises = 2, 2, "promises leftmost sampled\n"
        codes = {letter: code for code, letter in enumerate(TRIED, 1)}
    whole = sum(codes.get(letter, 0) << width * index for index, letter in enumerate(verdicts.letters))
    told = whole.to_bytes(-(-verdicts.count * width // 8), "little")
    draw = getattr(verdicts.variant, "draw")  # noqa: B009
    head = f"patience-catalogue {version}\nvariant rush draw={draw}\ncount {verdicts.count}\n"
    return f"{head}{promises}check {crc32(told):08x}\n\n".encode() + told

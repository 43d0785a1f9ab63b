"""The catalogue: which deals of Rush are certified to be winnable, a bit for each number.

Knows the files of one folder and how to find a number in them quickly; must not load any
solver, for the window deals from it. Their form is in docs/FORMATS.md.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from pathlib import Path
from zlib import crc32

from game.solver.verdicts import SOLVED, Verdicts, VerdictsError

FIRST_LINE = "patience-catalogue 1"
LIMIT_BYTES = 1 << 20
WORD_BITS = 64

_HEADER = re.compile(
    rb"patience-catalogue 1\nvariant rush draw=([13])\ncount ([1-9][0-9]{0,6})\ncheck ([0-9a-f]{8})\n\n"
)


class CatalogueError(ValueError):
    """A catalogue is missing or damaged; one sentence."""


class Catalogue:
    """The certified deal numbers of each draw, in rising order.

    >>> catalogue = Catalogue({3: [0b10110, 0b1]})
    >>> catalogue.is_certified(3, 2), catalogue.count(3), catalogue.number_at(3, 3), catalogue.after(3, 2)
    (True, 4, 64, 4)
    """

    def __init__(self, words: dict[int, list[int]]) -> None:
        """By draw, 64 numbers in each word, the lowest bit for the lowest number."""
        self._words = words
        self._up_to = {draw: list(accumulate(map(int.bit_count, each))) for draw, each in words.items()}

    def count(self, draw: int) -> int:
        """How many numbers are certified."""
        return self._up_to[draw][-1]

    def is_certified(self, draw: int, number: int) -> bool:
        """Whether a deal is certified; what no file tells about is not."""
        words = self._words[draw]
        at, bit = divmod(number, WORD_BITS)
        return 0 <= at < len(words) and bool(words[at] >> bit & 1)

    def number_at(self, draw: int, index: int) -> int:
        """The certified number at an index from 0 to `count` − 1.

        Raises:
            IndexError: there are not so many.
        """
        up_to = self._up_to[draw]
        if not 0 <= index < up_to[-1]:
            raise IndexError(f"there are {up_to[-1]} certified deals")
        at = bisect_right(up_to, index)
        word = self._words[draw][at]
        for _ in range(index - (up_to[at - 1] if at else 0)):
            word &= word - 1
        return at * WORD_BITS + _lowest(word)

    def after(self, draw: int, number: int) -> int | None:
        """The next certified number above `number`, or None."""
        words = self._words[draw]
        at, bit = divmod(max(number, -1) + 1, WORD_BITS)
        for index in range(at, len(words)):
            word = words[index] >> bit << bit if index == at else words[index]
            if word:
                return index * WORD_BITS + _lowest(word)
        return None


def _lowest(word: int) -> int:
    return (word & -word).bit_length() - 1


def read_catalogue(folder: Path) -> Catalogue:
    """The catalogue of both draws, from the files `rush-draw-1.bits` and `rush-draw-3.bits`.

    Raises:
        CatalogueError: a file is missing, unreadable or damaged.
    """
    return Catalogue({draw: _read_words(folder / f"rush-draw-{draw}.bits", draw) for draw in (1, 3)})


def _read_words(path: Path, draw: int) -> list[int]:
    try:
        with path.open("rb") as file:
            data = file.read(LIMIT_BYTES + 1)
    except OSError as wrong:
        raise CatalogueError(f"{path.name} cannot be read: {wrong.strerror}") from wrong
    match = _HEADER.match(data)
    if match is None or int(match[1]) != draw:
        raise CatalogueError(f"{path.name} is no catalogue of draw {draw}")
    bits, count = data[match.end() :], int(match[2])
    if crc32(bits) != int(match[3], 16) or len(bits) != -(-count // 8):
        raise CatalogueError(f"{path.name} is damaged")
    step = WORD_BITS // 8
    return [int.from_bytes(bits[at : at + step], "little") for at in range(0, len(bits), step)]


def catalogue_bytes(verdicts: Verdicts) -> bytes:
    """A file of the catalogue: which of the deals from number 0 on are solved.

    Raises:
        VerdictsError: they are not deals of Rush from number 0 on, or not all of them are decided.
    """
    if verdicts.variant.name != "rush" or verdicts.first:
        raise VerdictsError("a catalogue is of Rush, from deal 0 on")
    if missing := verdicts.left:
        raise VerdictsError(f"{missing} deals are not decided yet")
    whole = sum(1 << index for index, letter in enumerate(verdicts.letters) if letter == SOLVED)
    bits = whole.to_bytes(-(-verdicts.count // 8), "little")
    draw = getattr(verdicts.variant, "draw")  # noqa: B009
    head = f"{FIRST_LINE}\nvariant rush draw={draw}\ncount {verdicts.count}\ncheck {crc32(bits):08x}\n\n"
    return head.encode() + bits

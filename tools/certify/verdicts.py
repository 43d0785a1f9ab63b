"""Verdict file of `certify`: which deals can be won, as far as it is known; see docs/FORMATS.md.

A line is appended for each piece of work, so that a restart goes on. Knows letters, lines and the file;
must not know how a deal is decided.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple
from zlib import crc32

from game.cards import NUMBERS
from game.cli.command import WRONG_INPUT, CommandError
from game.play.lines import FileError, Lines
from game.rules import find_variant
from game.rules.options import OptionError, options_to_text
from game.rules.variant import Variant
from game.solver.answer import Verdict
from game.solver.catalogue import PROMISES
from game.solver.solve import WITH_LEFTMOST_RULE
from game.storage.files import StorageError, lock, open_regular, place_for, read_limited, reason

FIRST_LINE = "patience-certified 1"
FIRST_LINE_BY_THE_TIP = "patience-certified 2"
PROMISE = "promise leftmost"
LIMIT_BYTES = 1 << 30
MAX_DEALS = 100_000_000

SOLVED, UNSOLVABLE, GAVE_UP, HARD, OPEN = b"sugh."
LETTER = {Verdict.SOLVED: SOLVED, Verdict.UNSOLVABLE: UNSOLVABLE, Verdict.GAVE_UP: GAVE_UP}
"""The letter of each verdict. `h` is a deal that a first look did not decide, a dot one not looked at."""

TRIED = b"123"
"""In place of `s`, by the tip: the deal was tried out too, and is easy, fair or hard."""
FAILED = ord("x")
"""The same, but a sample has found a tie at which the tip loses and another choice wins."""

_NUMBER = re.compile(r"0|[1-9][0-9]{0,19}", re.ASCII)
_LINE = re.compile(rb"(0|[1-9][0-9]{0,19}) ([sugh123x.]+) ([0-9a-f]{8})")


class VerdictsError(ValueError):
    """A file of verdicts does not hold, or a deal was decided twice; one sentence."""


class Found(NamedTuple):
    """New verdicts on the deals from number `first` on: a letter each."""

    first: int
    letters: bytes


class Verdicts:
    """The verdicts on `count` deals of a game from number `first` on, each decided at most once.

    >>> verdicts = Verdicts(find_variant("rush", ["draw=1"]), 100, 5)
    >>> verdicts.add(Found(101, b"su.")); verdicts.letters
    bytearray(b'.su..')
    >>> list(verdicts.runs(OPEN))
    [(100, 1), (103, 2)]
    """

    def __init__(self, variant: Variant, first: int, count: int, leftmost_only: bool = False) -> None:
        """Nothing is decided yet. With `leftmost_only` (Rush) only lines count that follow it.

        Raises:
            VerdictsError: there are no such deals, or too many for one file.
        """
        if not 1 <= count <= MAX_DEALS:
            raise VerdictsError(f"a file holds 1 to {MAX_DEALS} deals, not {count}")
        if not 0 <= first <= NUMBERS - count:
            raise VerdictsError("deal numbers lie between 0 and 2^64 − 1")
        self.variant = variant
        self.first = first
        self.leftmost_only = leftmost_only
        self.letters = bytearray([OPEN]) * count

    @property
    def count(self) -> int:
        """Number of deals covered."""
        return len(self.letters)

    @property
    def solved(self) -> int:
        """Number of deals that can be won, tried out or not."""
        return sum(map(self.letters.count, (SOLVED, FAILED, *TRIED)))

    def claimed(self, number: int) -> int:
        """`SOLVED`, `UNSOLVABLE`, or another letter if nothing is claimed of a deal."""
        letter = self.letters[number - self.first]
        return SOLVED if letter in TRIED or letter == FAILED else letter

    def tally(self) -> Counter[int]:
        """Returns the number of deals with each letter."""
        return Counter(self.letters)

    @property
    def left(self) -> int:
        """Number of deals that are still to be decided."""
        return self.letters.count(OPEN) + self.letters.count(HARD)

    def runs(self, letter: int) -> Iterator[tuple[int, int]]:
        """The deals with a letter, as numbers in a row: the first one, and how many."""
        for match in re.finditer(re.escape(bytes([letter])) + b"+", bytes(self.letters)):
            yield self.first + match.start(), match.end() - match.start()

    def reopen(self) -> None:
        """Marks deals that were given up as hard, so that they are searched again."""
        self.letters = self.letters.replace(bytes([GAVE_UP]), bytes([HARD]))

    def add(self, found: Found) -> None:
        """Learns verdicts; a hard deal, or one that was given up, may be decided later.

        Raises:
            VerdictsError: a deal was decided before, or is none of these; nothing has changed.
        """
        start = found.first - self.first
        end = start + len(found.letters)
        if start < 0 or end > self.count:
            raise VerdictsError(f"the deals from {found.first} on are not all in this file")
        before = self.letters[start:end]
        for offset, (old, new) in enumerate(zip(before, found.letters, strict=True)):
            if new in TRIED or new == FAILED:
                if old != SOLVED or not self.leftmost_only:
                    raise VerdictsError(f"deal {found.first + offset} was tried out and not solved before")
            elif new != OPEN and old not in (OPEN, HARD, GAVE_UP):
                raise VerdictsError(f"deal {found.first + offset} is decided twice")
        known = (old if new == OPEN else new for old, new in zip(before, found.letters, strict=True))
        self.letters[start:end] = bytes(known)


def header(verdicts: Verdicts) -> bytes:
    """The first lines of a file, with the empty one that ends them."""
    variant = f"variant {verdicts.variant.name} {options_to_text(verdicts.variant)}".rstrip()
    lines = [FIRST_LINE, variant, f"first {verdicts.first}", f"count {verdicts.count}"]
    if verdicts.leftmost_only:
        lines = [FIRST_LINE_BY_THE_TIP, *lines[1:], PROMISE]
    return "\n".join([*lines, "", ""]).encode()


def line(found: Found) -> bytes:
    """One line of a file, with its check sum and its end."""
    told = b"%d %s" % (found.first, found.letters)
    return b"%s %08x\n" % (told, crc32(told))


def read(data: bytes) -> tuple[Verdicts, int]:
    """Returns a file's verdicts, and its length in bytes without an incomplete last line, which is dropped.

    Raises:
        VerdictsError: it is no such file, or a line of it is damaged or contradicts another.
    """
    try:
        lines = Lines(data, LIMIT_BYTES)
        verdicts = _read_header(lines)
    except FileError as wrong:
        raise VerdictsError(str(wrong)) from None
    if lines.data != data:  # what is written next would stand at the wrong place
        raise VerdictsError("it has a byte-order mark, or lines that end with CR and LF")
    while (text := lines.next_bytes()) is not None:
        match = _LINE.fullmatch(text)
        if match is None or crc32(text[: match.end(2)]) != int(match[3], 16):
            raise VerdictsError(f"line {lines.number} is damaged")
        try:
            verdicts.add(Found(int(match[1]), match[2]))
        except VerdictsError as wrong:
            raise VerdictsError(f"line {lines.number}: {wrong}") from None
    return verdicts, lines.offset


def _read_header(lines: Lines) -> Verdicts:
    begins = lines.next_bytes()
    leftmost_only = begins == FIRST_LINE_BY_THE_TIP.encode()
    if not leftmost_only and begins != FIRST_LINE.encode():
        raise VerdictsError(f"the first line is not “{FIRST_LINE}” nor “{FIRST_LINE_BY_THE_TIP}”")
    name, *options = lines.word("variant").split(" ")
    try:
        variant = find_variant(name, options)
    except OptionError as wrong:
        raise lines.wrong(str(wrong)) from None
    if leftmost_only and name not in WITH_LEFTMOST_RULE:
        raise lines.wrong("only Rush knows the tip")
    first, count = _number(lines, "first"), _number(lines, "count")
    if leftmost_only and lines.next_text() != PROMISE:
        raise VerdictsError(f"the lines variant, first, count, “{PROMISE}” and an empty one are expected")
    if lines.next_text() != "":
        raise VerdictsError("its header is not the lines variant, first, count and an empty one")
    return Verdicts(variant, first, count, leftmost_only)


def _number(lines: Lines, word: str) -> int:
    text = lines.word(word)
    if not _NUMBER.fullmatch(text):
        raise lines.wrong(f"“{text[:40]}” is not a number")
    return int(text)


def read_verdicts(path: Path) -> tuple[Verdicts, int]:
    """Returns a file's verdicts, and how many of its bytes are whole lines.

    Raises:
        CommandError: it cannot be read, or does not hold.
    """
    try:
        return read(read_limited(path, LIMIT_BYTES))
    except (StorageError, VerdictsError) as wrong:
        raise CommandError(f"{path}: {wrong}", WRONG_INPUT) from wrong


class VerdictFile:
    """A file open for more verdicts on the deals that `asked` is about, of no other process meanwhile.

    What it holds already is in `verdicts`; a new file begins with none.
    """

    def __init__(self, path: Path, asked: Verdicts) -> None:
        """Opens a file, or makes it.

        Raises:
            CommandError: it cannot be written, holds something else, or is being written.
        """
        self._path = path
        self.verdicts = asked
        try:
            self._file: IO[bytes] = self._opened()
        except (OSError, ValueError) as wrong:
            raise CommandError(f"{path}: {reason(wrong)}", WRONG_INPUT) from wrong

    def _opened(self) -> IO[bytes]:
        path = place_for(self._path)
        file = open_regular(path, "r+b" if path.exists() else "x+b")
        if not lock(file):
            file.close()
            raise CommandError(f"{path}: another process is writing it", WRONG_INPUT)
        begun = header(self.verdicts)
        held_so_far = file.read(len(begun))
        if len(held_so_far) < len(begun) and begun.startswith(held_so_far):
            file.seek(0)  # a new file, or one whose header was torn
            file.write(begun)
        else:
            held, whole = read_verdicts(path)
            self._compare(held)
            self.verdicts = held
            file.seek(whole)
        file.truncate()
        return file

    def _compare(self, held: Verdicts) -> None:
        asked = self.verdicts
        if header(held) != header(asked):
            told = header(held).decode().rstrip().split("\n")[1:]
            raise CommandError(f"{self._path} holds other deals: {', '.join(told)}", WRONG_INPUT)

    def append(self, found: Found) -> None:
        """Writes what was found, on disk when this returns.

        Raises:
            CommandError: it cannot be written.
        """
        try:
            self._file.write(line(found))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as wrong:
            raise CommandError(f"{self._path}: {reason(wrong)}", WRONG_INPUT) from wrong

    def __enter__(self) -> VerdictFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


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
    if verdicts.leftmost_only:
        if untried := verdicts.letters.count(SOLVED):
            raise VerdictsError(f"{untried} deals are not tried out yet")
        version, width, promises = 2, 2, PROMISES
        codes = {letter: code for code, letter in enumerate(TRIED, 1)}
    whole = sum(codes.get(letter, 0) << width * index for index, letter in enumerate(verdicts.letters))
    told = whole.to_bytes(-(-verdicts.count * width // 8), "little")
    draw = getattr(verdicts.variant, "draw")  # noqa: B009
    head = f"patience-catalogue {version}\nvariant rush draw={draw}\ncount {verdicts.count}\n"
    return f"{head}{promises}check {crc32(told):08x}\n\n".encode() + told

"""Every kind of file that the program reads: samples that hold, a reader, and what may come of reading.

A reader returns normally when the file was read with a meaning that it can prove, or raises the one
error that is documented for it, with a sentence of one line. Anything else is a failure.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from game.play.game import Game
from game.play.lines import FileError, canonical
from game.play.problems import ProblemError, read_problems
from game.play.proof import proof
from game.play.record import RecordError, read_record, record_text
from game.rules import find_variant
from game.tournament.tournament import digest_line, read_tournament, tournament_text
from tests.refereed import same_verdict
from tests.tournament.rounds import EVENING, OLD, SEALED_EVENING
from tools.certify.verdicts import Found, Verdicts, VerdictsError, header, line, read

GOLDEN = Path(__file__).parents[1] / "golden"
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Format:
    """One kind of file."""

    name: str
    samples: tuple[bytes, ...]
    read: Callable[[bytes], object]
    errors: tuple[type[Exception], ...]
    mend: Callable[[bytes], bytes] = bytes
    """Puts right what only tells damage from a whole file, so that what lies behind it is read."""


def goldens(start: str = "") -> tuple[bytes, ...]:
    """The recorded games."""
    return tuple(path.read_bytes() for path in sorted(GOLDEN.glob(f"{start}*.patience")))


def read_game(data: bytes) -> Game:
    """Reads and plays a record as a referee does; written again, it reads the same."""
    same_verdict(data)
    record = read_record(data)
    game = record.replay()
    again = read_record(record_text(game, record.tags).encode())
    assert again.tags == record.tags
    assert proof(again.replay()) == proof(game)
    return game


def with_digest(data: bytes) -> bytes:
    """The file with the digest in its last line that fits it."""
    start = data.rfind(b"\n", 0, max(0, len(data) - 1)) + 1
    return data[:start] + digest_line(data[:start]).encode()


def read_tournament_file(data: bytes) -> None:
    """Nothing is optional: a file of the present version read and written again has the same bytes."""
    tournament = read_tournament(data)
    if isinstance(tournament.deals[0], int):
        assert tournament_text(tournament).encode() == canonical(data)


def with_checks(data: bytes) -> bytes:
    """A file of verdicts whose lines have the check sums that fit them."""
    head, gap, rest = data.partition(b"\n\n")
    lines = rest.split(b"\n")
    for at, text in enumerate(lines):
        told = re.match(rb"(.* .*) [^ ]*\Z", text)
        if told is not None:
            lines[at] = b"%s %08x" % (told[1], crc32(told[1]))
    return head + gap + b"\n".join(lines)


def read_verdicts(data: bytes) -> None:
    """What is read is written so that it reads to the same."""
    verdicts, whole = read(data)
    assert 0 <= whole <= len(data)
    if verdicts.count < 10_000:
        again, _ = read(header(verdicts) + line(Found(verdicts.first, bytes(verdicts.letters))))
        assert (again.variant, again.first, again.letters) == (
            verdicts.variant,
            verdicts.first,
            verdicts.letters,
        )


def verdict_samples() -> tuple[bytes, ...]:
    """Small files of verdicts."""
    some = Verdicts(find_variant("rush", ["draw=1"]), 0, 40)
    lines = [Found(0, b"sssssussu"), Found(9, b"hhgs"), Found(20, b"s" * 20), Found(9, b"su")]
    back = Verdicts(find_variant("one-three-back"), 2**64 - 5, 5)
    return (header(some) + b"".join(map(line, lines)), header(back) + line(Found(2**64 - 5, b"gusgg")))


def read_problems_file(data: bytes) -> None:
    """Every problem that is read is a whole position."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return
    for problem in read_problems(text):
        assert sum(map(len, problem.deal.position.piles)) == 104
        assert problem.title.strip()


def small_problems() -> bytes:
    """The first problems of those that come with the program."""
    whole = json.loads((ROOT / "assets" / "problems" / "spider.json").read_bytes())
    return json.dumps({**whole, "problems": whole["problems"][:3]}, indent=1).encode()


def in_memory() -> Iterable[Format]:
    """The formats that are read from bytes."""
    verdicts = verdict_samples()
    yield Format("record", goldens(), read_game, (RecordError,))
    old = OLD / "tournaments" / SEALED_EVENING.id / "tournament"
    tournament = (tournament_text(EVENING).encode(), old.read_bytes())
    yield Format("tournament", tournament, read_tournament_file, (FileError,))
    yield Format("tournament, digest mended", tournament, read_tournament_file, (FileError,), with_digest)
    yield Format("verdicts", verdicts, read_verdicts, (VerdictsError,))
    yield Format("verdicts, checks mended", verdicts, read_verdicts, (VerdictsError,), with_checks)
    yield Format("problems", (small_problems(),), read_problems_file, (ProblemError,))

"""The ledger of a data folder: what was done in its tournaments, each line chained to all that went before.

It lies outside the folders of the tournaments. Whoever deletes what a tournament's own log tells leaves
a gap between the two, and whoever changes a line breaks the chain. Knows lines and digests; must not know
what they mean.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from game.message import msg
from game.storage.files import StorageError, is_there, read_limited, reason
from game.storage.lock import held

FILE = "rounds.ledger"
LIMIT_BYTES = 16 << 20
_LINE = re.compile(r"([0-9a-f]{32}) ([0-9a-f]{32}) (.+)")


class Chained(NamedTuple):
    """A line, with the digest of it and of all that went before."""

    tournament: str
    text: str
    digest: str


class RoundLedger:
    """The ledger of a data folder."""

    def __init__(self, data_folder: Path) -> None:
        self._path = data_folder / FILE
        self._was: tuple[tuple[int, int], tuple[list[Chained], bool]] | None = None

    def read(self) -> tuple[list[Chained], bool]:
        """Its lines, and whether each follows from those before it; a torn last line is passed over.

        Raises:
            StorageError: it cannot be read.
        """
        if not is_there(self._path):
            return [], True
        stamp = _stamp(self._path)  # all tournaments ask for it, one after the other
        if self._was is None or self._was[0] != stamp:
            self._was = stamp, self._read()
        return self._was[1]

    def _read(self) -> tuple[list[Chained], bool]:
        *lines, _ = read_limited(self._path, LIMIT_BYTES).decode(errors="replace").split("\n")
        found, before, holds = [], "", True
        for line in lines:
            match = _LINE.fullmatch(line)
            if match is None:
                holds = False
                continue
            chained = Chained(match[2], match[3], match[1])
            holds = holds and chained.digest == _digest(before, chained.tournament, chained.text)
            before = chained.digest
            found.append(chained)
        return found, holds

    def append(self, tournament: str, text: str, write: Callable[[str], None]) -> None:
        """Appends a line; `write` writes it down elsewhere too, with its digest. Both or neither is done.

        Raises:
            StorageError: one of them cannot be written.
        """
        with held(self._path.with_suffix(".lock")):
            lines, _ = self.read()
            digest = _digest(lines[-1].digest if lines else "", tournament, text)
            with self._appended(f"{digest} {tournament} {text}\n".encode()):
                write(digest)

    @contextmanager
    def _appended(self, line: bytes) -> Iterator[None]:
        """Has a line at the end, on disk, unless what is done with it fails."""
        try:
            with self._path.open("ab", buffering=0) as file:
                length = _whole_lines(self._path, file)
                try:
                    file.truncate(length)
                    if file.write(line) != len(line):
                        raise OSError(28, msg("no space left on device"))
                    os.fsync(file.fileno())
                    yield
                except OSError:
                    with contextlib.suppress(OSError):
                        file.truncate(length)
                    raise
        except StorageError:
            raise
        except OSError as error:
            raise StorageError(reason(error)) from error


def _stamp(path: Path) -> tuple[int, int]:
    """What changes with every line: the moment of the last change, and the size.

    Raises:
        StorageError: it cannot be asked for.
    """
    try:
        found = path.stat()
    except OSError as error:
        raise StorageError(reason(error)) from error
    return found.st_mtime_ns, found.st_size


def _digest(before: str, tournament: str, text: str) -> str:
    from hashlib import sha256  # which no first frame waits for

    return sha256(f"{before}\n{tournament} {text}".encode()).hexdigest()[:32]


def _whole_lines(path: Path, file: IO[bytes]) -> int:
    """How many bytes its whole lines have: what a crash has torn off at the end goes."""
    return read_limited(path, LIMIT_BYTES).rfind(b"\n") + 1 if file.tell() else 0

"""The file in which `certify` keeps verdicts, one line after another, so that a restart goes on.

Knows how it is opened and appended to; what stands in it is in `game.solver.certify.verdicts`.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import IO

from game.cli.command import WRONG_INPUT, CommandError
from game.solver.certify.verdicts import LIMIT_BYTES, Found, Verdicts, VerdictsError, header, line, read
from game.storage.files import StorageError, place_for, read_limited, reason
from game.storage.lock import lock


def read_verdicts(path: Path) -> tuple[Verdicts, int]:
    """What a file holds, and how many of its bytes are whole lines.

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
        file = path.open("r+b" if path.exists() else "x+b")
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

"""Standard streams, flushed when the process ends; exit codes, errors and crashes, each in one sentence."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from game.storage.crash import LOG, CrashError, kind_of, note_crash
from game.storage.files import StorageError, data_folder, readable

FINE, WRONG_INPUT, WRONG_COMMAND, WRONG_PROGRAM = 0, 1, 2, 3


class CommandError(Exception):
    """The command line or the input is wrong; the text is one sentence."""

    def __init__(self, sentence: str, exit_code: int) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code


@contextlib.contextmanager
def failing(about: str, *kinds: type[Exception]) -> Iterator[None]:
    """Makes errors of these kinds wrong input: `about` with the reason; without kinds those of files."""
    errors = kinds or (StorageError,)
    try:
        yield
    except errors as wrong:
        raise CommandError(f"{about}: {wrong}", WRONG_INPUT) from wrong


def complain(sentence: str) -> None:
    """One sentence for the player on stderr, if that can be written."""
    with contextlib.suppress(OSError):
        text = on_one_line(sentence)
        print(f"patience: {text if text.endswith('?') else text.rstrip('.') + '.'}", file=sys.stderr)


def on_one_line(text: str) -> str:
    """The text with everything escaped in it that a file or its name may hold to upset a terminal."""
    return "".join(letter if letter.isprintable() else _escaped(letter) for letter in readable(text))


def _escaped(letter: str) -> str:
    if "\udc80" <= letter <= "\udcff":  # a byte that is no text
        return f"\\x{ord(letter) - 0xDC00:x}"
    return ascii(letter)[1:-1]


def tell_crash(error: Exception) -> int:
    """Tells by what error the program has failed, and where more is written; returns the exit code."""
    record = _record_of(error)
    failed = error.__cause__ if isinstance(error, CrashError) and error.__cause__ is not None else error
    if isinstance(failed, ModuleNotFoundError) and not (failed.name or "").startswith("game"):
        complain(f"{failed.name} is not installed: README.md tells how to install what the program needs")
        return WRONG_PROGRAM
    kept = "" if record is None else f", and the game you played in {record}"
    complain(f"the program has failed ({kind_of(failed)}); {_written(failed, record)}{kept}")
    return WRONG_PROGRAM


def tell_aside(error: BaseException) -> None:
    """Tells that the program has failed at something besides, and goes on."""
    complain(f"the program has failed at something and goes on ({kind_of(error)}); {_written(error, None)}")


def _written(error: BaseException, record: Path | None) -> str:
    """Writes the report; returns where it is, or why it is nowhere, in words."""
    try:
        place = data_folder()
        note_crash(place, error, datetime.now(UTC), record)
    except StorageError as why:
        return f"what happened cannot be written down: {why}"
    except Exception as another:  # a report must not fail like what it tells of
        return f"what happened cannot be written down: {kind_of(another)}"
    return f"what happened is written in {place / LOG}"


def _record_of(error: BaseException | None) -> Path | None:
    """The game that was on the table when the error came, or one of those that led to it."""
    while error is not None:
        if isinstance(error, CrashError):
            return error.record
        error = error.__cause__ or error.__context__
    return None


_MODES = {"stdin": "r", "stdout": "w", "stderr": "w"}


def open_closed_streams() -> None:
    """Opens to the null device those of the three that the program was started without.

    Else the next file opened, perhaps a game, gets the number of a closed one, and receives a library's
    warnings.
    """
    for number, (name, mode) in enumerate(_MODES.items()):
        try:
            os.fstat(number)
        except OSError:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
            os.set_inheritable(number, True)
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def show_strange_names() -> None:
    """Has what no encoding shows written as an escape: a file name may hold any bytes.

    A terminal whose locale names no encoding mostly shows UTF-8, which Python itself relies on (PEP 540).
    """
    for stream in (sys.stdout, sys.stderr):
        is_unsaid = codecs.lookup(stream.encoding).name == "ascii" and "PYTHONIOENCODING" not in os.environ
        encoding = "utf-8" if is_unsaid else stream.encoding
        stream.reconfigure(encoding=encoding, errors="backslashreplace")  # type: ignore[union-attr]


def drop_unwritten() -> None:
    """Drops what output and error cannot take, so that the interpreter does not fail on it at its exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with contextlib.suppress(OSError):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, stream.fileno())
                os.close(nowhere)

"""A crash told to whoever ran the program: one sentence on standard error, and a report in a log.

Knows the data folder and the log there; must not know what failed, nor any command.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from game.cli.complaints import WRONG_PROGRAM, complain
from game.storage.crash_notes import LOG, CrashError, note_crash
from game.storage.crash_report import kind_of
from game.storage.files import StorageError
from game.storage.places import data_folder


def tell_crash(
    error: Exception,
    folder: Callable[[], Path] = data_folder,
    at: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> int:
    """Tells by what error the program has failed, and where more is written; returns the exit code."""
    record = _record_of(error)
    failed = error.__cause__ if isinstance(error, CrashError) and error.__cause__ is not None else error
    if isinstance(failed, ModuleNotFoundError) and not (failed.name or "").startswith("game"):
        complain(f"{failed.name} is not installed: README.md tells how to install what the program needs")
        return WRONG_PROGRAM
    kept = "" if record is None else f", and the game you played in {record}"
    complain(f"the program has failed ({kind_of(failed)}); {_written(failed, folder, at, record)}{kept}")
    return WRONG_PROGRAM


def tell_aside(
    error: BaseException,
    folder: Callable[[], Path] = data_folder,
    at: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> None:
    """Tells that the program has failed at something besides, and goes on."""
    told = _written(error, folder, at, None)
    complain(f"the program has failed at something and goes on ({kind_of(error)}); {told}")


def _written(
    error: BaseException, folder: Callable[[], Path], at: Callable[[], datetime], record: Path | None
) -> str:
    """Writes the report; returns where it is, or why it is nowhere, in words."""
    try:
        place = folder()
        note_crash(place, error, at(), record)
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

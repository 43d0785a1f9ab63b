"""Crashes on disk: a log of bounded size, and a note of the one that the player has still to be told of.

    <data folder>/crashes.log      reports, the newest last; older ones in crashes.1.log
    <data folder>/crash.json       there until the next start has told of it
    <data folder>/faults.log       what `faulthandler` writes when a library fails; empty else

Knows names, sizes and texts of reports; must not know windows. A program that is killed leaves nothing here.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from game.storage.crash_report import crash_report, fault_report
from game.storage.files import StorageError, names_in, read_limited, reason, size_of, write_whole
from game.storage.places import CRASH_NOTE, FAULTS

LOG, OLDER_LOG = "crashes.log", "crashes.1.log"
MOST_LOG_BYTES = 1 << 16
MOST_REPORT_BYTES = 1 << 14
MOST_NOTE_BYTES = 1 << 12
MOST_FAULT_BYTES = 1 << 20
NO_SPACE = 28
_BEGINNING = re.compile(r"^(?=== [0-9])", re.MULTILINE)


class CrashError(Exception):
    """The program has failed by the error that is the cause, while the game of `record` was on the table."""

    def __init__(self, record: Path | None) -> None:
        super().__init__("the program has failed")
        self.record = record


class Crash(NamedTuple):
    """A crash that the player is told of."""

    log: Path
    record: Path | None  # of the game that was on the table, where it is still to be found


def note_crash(folder: Path, error: BaseException, at: datetime, record: Path | None) -> None:
    """Writes the report of an error into the log of a data folder, and a note for the next start.

    Raises:
        StorageError: it cannot be written.
    """
    name = _name_within(folder, record)
    _append(folder, crash_report(error, at, name))
    _note(folder, name)


def take_crash(folder: Path) -> Crash | None:
    """The crash that the player was not told of, which is told from now on; None where there is none."""
    _take_fault(folder)
    path = folder / CRASH_NOTE
    try:
        data = read_limited(path, MOST_NOTE_BYTES)
    except StorageError:
        return None
    with contextlib.suppress(OSError):
        path.unlink()
    return Crash(folder / LOG, _record_of(folder, data))


def read_reports(folder: Path) -> list[str]:
    """The reports of the log, the newest first; none where there is no log.

    Raises:
        StorageError: it cannot be read.
    """
    if not os.path.exists(folder / LOG):
        return []
    text = read_limited(folder / LOG, MOST_LOG_BYTES).decode("utf-8", "replace")
    return [report.strip() for report in reversed(_BEGINNING.split(text)) if report.strip()]


# A fault in a library --------------------------------------------------------------------------------


def _take_fault(folder: Path) -> None:
    """Makes a report of what `faulthandler` has written, as far as it tells of a crash."""
    path = folder / FAULTS
    if not size_of(path):
        return
    try:
        at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        dump = read_limited(path, MOST_FAULT_BYTES).decode("utf-8", "replace")
        # Emptied, not removed: other windows have it open, and write at its end.
        os.truncate(path, 0)
        name = _name_within(folder, _last_played(folder, at.timestamp()))
        report = fault_report(dump, at, name)
        if report is not None:
            _append(folder, report)
            _note(folder, name)
    except OSError:  # then nobody is told, and it stays where it is
        return


def _last_played(folder: Path, until_s: float) -> Path | None:
    """The unfinished game that was written last before a moment."""
    found = []
    for name in names_in(folder / "current"):
        with contextlib.suppress(OSError):
            path = folder / "current" / name
            found.append((path.stat().st_mtime, path))
    return max(((at_s, path) for at_s, path in found if at_s <= until_s + 1), default=(0.0, None))[1]


# Log and note ----------------------------------------------------------------------------------------


def _append(folder: Path, report: str) -> None:
    data = _cut(report.encode("utf-8", "backslashreplace"))
    path = folder / LOG
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if size_of(path) + len(data) > MOST_LOG_BYTES:
            os.replace(path, folder / OLDER_LOG)
        with path.open("ab", buffering=0) as file:
            length = file.seek(0, os.SEEK_END)
            try:
                if file.write(data) != len(data):
                    raise OSError(NO_SPACE, os.strerror(NO_SPACE))
            except OSError:
                with contextlib.suppress(OSError):
                    file.truncate(length)
                raise
    except (OSError, ValueError) as error:
        raise StorageError(reason(error)) from error


def _cut(report: bytes) -> bytes:
    if len(report) <= MOST_REPORT_BYTES:
        return report
    return report[: MOST_REPORT_BYTES - 8].decode("utf-8", "ignore").encode() + b" \xe2\x80\xa6\n\n"


def _note(folder: Path, record: str | None) -> None:
    write_whole(folder / CRASH_NOTE, json.dumps({"version": 1, "record": record}).encode())


def _record_of(folder: Path, note: bytes) -> Path | None:
    """The record that a note names, if it is one of this folder and still there."""
    try:
        content = json.loads(note)
    except (ValueError, RecursionError):
        return None
    name = content.get("record") if isinstance(content, dict) else None
    if not isinstance(name, str) or not name.isprintable():
        return None
    path = folder / name
    return path if _name_within(folder, path) == name and path.is_file() else None


def _name_within(folder: Path, record: Path | None) -> str | None:
    """What a game's file is called below the data folder: `current/rush-20261121-071334.patience`."""
    if record is None or record.parent not in (folder / "current", folder / "games"):
        return None
    return f"{record.parent.name}/{record.name}"

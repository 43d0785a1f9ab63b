"""Crashes on disk: reports, a log of bounded size, and a note of the crash to tell the player about."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from game.storage.files import (
    CRASH_NOTE,
    FAULTS,
    StorageError,
    names_in,
    open_regular,
    read_limited,
    replace_file,
    size_of,
    storing,
)
from game.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
MAX_ERRORS = 5
"""Maximum number of chained errors in a report."""
MAX_FRAMES = 40
"""Maximum number of first and of last frames: an endless recursion has a thousand alike."""
_FATAL = re.compile(r"(Fatal Python error: [\w ]+|Windows fatal exception: (?!code)[\w ]+)", re.ASCII)
_FRAME = re.compile(r'  File "(?P<file>[^"\n]*)", line (?P<line>[0-9]+) in (?P<name>[\w<>.]+)')


def this_program() -> str:
    """Versions of the program and its libraries: `Patience Arcade 1.0, Python 3.12.3, pygame-ce 2.5.8, …`."""
    import platform

    pygame = sys.modules.get("pygame")  # not loaded for this: it may be what failed
    window = []
    if pygame is not None and hasattr(pygame, "get_sdl_version"):
        window = [f"pygame-ce {pygame.ver}", f"SDL {'.'.join(map(str, pygame.get_sdl_version()))}"]
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    return ", ".join([f"Patience Arcade {VERSION}", f"Python {platform.python_version()}", *window, system])


def crash_report(error: BaseException, at: datetime, record: str | None) -> str:
    """Report of an error at a moment in UTC; `record` is the name of the game's file, if any."""
    return _written(at, record, [line for link in _chain(error) for line in _told(link)])


def fault_report(dump: str, at: datetime, record: str | None) -> str | None:
    """Report of a fault in a library from the output of `faulthandler`; None if it has none.

    On Windows that also contains errors that a library has handled: these have a code instead of a name.
    """
    if not _FATAL.search(dump):
        return None
    lines: list[str] = []
    for line in dump.splitlines():
        if fatal := _FATAL.match(line):
            lines.append(fatal[0])
        elif frame := _FRAME.match(line):
            lines.append(f"  {_place(frame['file'])}:{frame['line']} in {frame['name']}")
    return _written(at, record, _fewer(lines))


def kind_of(error: BaseException) -> str:
    """Kind of an error, with names from the program's own text: `AttributeError: piles`."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    if isinstance(error, OSError) and error.errno is not None:
        return f"{name}: {os.strerror(error.errno)}"
    if isinstance(error, ImportError) and error.name:
        return f"{name}: {error.name}"
    if isinstance(error, AttributeError | NameError) and error.name in _names_at(error):
        return f"{name}: {error.name}"
    return name


def _written(at: datetime, record: str | None, lines: list[str]) -> str:
    head = [f"== {at:%Y-%m-%dT%H:%M:%SZ}", this_program()]
    return "\n".join([*head, *([] if record is None else [f"record {record}"]), *lines, "", ""])


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error, its cause, and so on."""
    seen: list[BaseException] = []
    following: BaseException | None = error
    while following is not None and following not in seen and len(seen) < MAX_ERRORS:
        yield following
        seen.append(following)
        context = None if following.__suppress_context__ else following.__context__
        following = following.__cause__ or context


def _told(error: BaseException) -> list[str]:
    from traceback import extract_tb

    trace = extract_tb(error.__traceback__)
    places = {file: _place(file) for file in {frame.filename for frame in trace}}
    frames = [f"  {places[frame.filename]}:{frame.lineno} in {frame.name}: {frame.line}" for frame in trace]
    return [kind_of(error), *_fewer(frames)]


def _fewer(lines: list[str]) -> list[str]:
    if len(lines) <= MAX_FRAMES:
        return lines
    half = MAX_FRAMES // 2
    return [*lines[:half], f"  … {len(lines) - 2 * half} more …", *lines[-half:]]


def _place(file: str) -> str:
    """Path of a source file below the program, or the end of its path, without the player's folder."""
    path = Path(file)
    if path.is_relative_to(ROOT):
        return path.relative_to(ROOT).as_posix()
    return "/".join(path.parts[-3:]) if path.is_absolute() else path.name


def _names_at(error: BaseException) -> tuple[str, ...]:
    """Names in the code where an error was raised, without any variable's value."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    return () if at is None else at.tb_frame.f_code.co_names


LOG, OLDER_LOG = "crashes.log", "crashes.1.log"
MAX_LOG_BYTES = 1 << 16
MAX_REPORT_BYTES = 1 << 14
MAX_NOTE_BYTES = 1 << 12
MAX_FAULT_BYTES = 1 << 20
NO_SPACE = 28
_BEGINNING = re.compile(r"^(?=== [0-9])", re.MULTILINE)


class CrashError(Exception):
    """The program failed by the error that is its cause, with the game of `record` on the table."""

    def __init__(self, record: Path | None) -> None:
        super().__init__("the program has failed")
        self.record = record


class Crash(NamedTuple):
    """A crash to tell the player about."""

    log: Path
    record: Path | None  # of the game that was on the table, where it is still to be found


def note_crash(folder: Path, error: BaseException, at: datetime, record: Path | None) -> None:
    """Logs an error's report in a data folder, and notes it for the next start; raises StorageError."""
    name = _name_within(folder, record)
    _append(folder, crash_report(error, at, name))
    _note(folder, name)


def take_unreported_crash(folder: Path) -> Crash | None:
    """Returns the unreported crash, marked as reported, or None."""
    _take_fault(folder)
    path = folder / CRASH_NOTE
    try:
        data = read_limited(path, MAX_NOTE_BYTES)
    except StorageError:
        return None
    with contextlib.suppress(OSError):
        path.unlink()
    return Crash(folder / LOG, _record_of(folder, data))


def read_reports(folder: Path) -> list[str]:
    """Returns the reports of the log, newest first; raises StorageError if it cannot be read."""
    if not os.path.exists(folder / LOG):
        return []
    text = read_limited(folder / LOG, MAX_LOG_BYTES).decode("utf-8", "replace")
    return [report.strip() for report in reversed(_BEGINNING.split(text)) if report.strip()]


# A fault in a library --------------------------------------------------------------------------------


def _take_fault(folder: Path) -> None:
    """Turns the output of `faulthandler` into a report, if it tells of a crash."""
    path = folder / FAULTS
    if not size_of(path):
        return
    try:
        at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        dump = read_limited(path, MAX_FAULT_BYTES).decode("utf-8", "replace")
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
    """Returns the unfinished game that was written last before a moment."""
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
    with storing():
        folder.mkdir(parents=True, exist_ok=True)
        if size_of(path) + len(data) > MAX_LOG_BYTES:
            os.replace(path, folder / OLDER_LOG)
        with open_regular(path, "ab", buffering=0) as file:
            length = file.seek(0, os.SEEK_END)
            try:
                if file.write(data) != len(data):
                    raise OSError(NO_SPACE, os.strerror(NO_SPACE))
            except OSError:
                with contextlib.suppress(OSError):
                    file.truncate(length)
                raise


def _cut(report: bytes) -> bytes:
    if len(report) <= MAX_REPORT_BYTES:
        return report
    return report[: MAX_REPORT_BYTES - 8].decode("utf-8", "ignore").encode() + b" \xe2\x80\xa6\n\n"


def _note(folder: Path, record: str | None) -> None:
    replace_file(folder / CRASH_NOTE, json.dumps({"version": 1, "record": record}).encode())


def _record_of(folder: Path, note: bytes) -> Path | None:
    """Returns the record that a note names, if it is in this folder and still there."""
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
    """Path of a game's file below the data folder: `current/rush-20261121-071334.patience`."""
    if record is None or record.parent.name not in ("current", "games"):
        return None
    of_player = record.parents[1]
    if of_player != folder and of_player.parent != folder / "players":
        return None
    return record.relative_to(folder).as_posix()

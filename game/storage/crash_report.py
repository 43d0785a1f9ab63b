"""The report of a crash: which program failed, by what kind of error, and where in its own text.

Knows errors and their frames; must not know games. A report may be sent to strangers while a round is
running, so it holds nothing of a game and nothing of the player: no values of variables, no texts of errors
(“9S does not go on TH” is one), and of a file only its place in the program.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from game.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
MOST_ERRORS = 5
"""Of those of which one led to the other."""
MOST_FRAMES = 40
"""The first and the last of them: an endless recursion has a thousand alike."""
_FATAL = re.compile(r"(Fatal Python error: [\w ]+|Windows fatal exception: (?!code)[\w ]+)", re.ASCII)
_FRAME = re.compile(r'  File "(?P<file>[^"\n]*)", line (?P<line>[0-9]+) in (?P<name>[\w<>.]+)')


def this_program() -> str:
    """The program and what it stands on: `Patience Arcade 1.0, Python 3.12.3, pygame-ce 2.5.8, …`."""
    import platform

    pygame = sys.modules.get("pygame")  # not loaded for this: it may be what failed
    window = []
    if pygame is not None and hasattr(pygame, "get_sdl_version"):
        window = [f"pygame-ce {pygame.ver}", f"SDL {'.'.join(map(str, pygame.get_sdl_version()))}"]
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    return ", ".join([f"Patience Arcade {VERSION}", f"Python {platform.python_version()}", *window, system])


def crash_report(error: BaseException, at: datetime, record: str | None) -> str:
    """What is known of an error, at a moment in UTC; `record` is the name of the game's file, if any."""
    return _written(at, record, [line for each in _chain(error) for line in _told(each)])


def fault_report(dump: str, at: datetime, record: str | None) -> str | None:
    """The same of a fault in a library, from what `faulthandler` wrote; None where it tells of none.

    On Windows it also writes down errors that a library has dealt with: they have a code instead of a name.
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
    """What kind of error it is, with what the program's own text names in it: `AttributeError: piles`."""
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
    """The error, then the one that led to it, and so on."""
    seen: list[BaseException] = []
    following: BaseException | None = error
    while following is not None and following not in seen and len(seen) < MOST_ERRORS:
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
    if len(lines) <= MOST_FRAMES:
        return lines
    half = MOST_FRAMES // 2
    return [*lines[:half], f"  … {len(lines) - 2 * half} more …", *lines[-half:]]


def _place(file: str) -> str:
    """Where a file of code is: below the program, or the end of its path, without the player's folder."""
    path = Path(file)
    if path.is_relative_to(ROOT):
        return path.relative_to(ROOT).as_posix()
    return "/".join(path.parts[-3:]) if path.is_absolute() else path.name


def _names_at(error: BaseException) -> tuple[str, ...]:
    """The names that stand in the code where an error was raised: no value of a variable is among them."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    return () if at is None else at.tb_frame.f_code.co_names

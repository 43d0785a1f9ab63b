"""Signals that end the program: the system carries them out at once, whatever the program does.

Left alone, SDL makes SIGTERM an event, Python SIGINT an exception, and pygame answers SIGQUIT with a crash of
its own; each of them waits for the main thread, which may be busy or asleep for minutes. Nothing waits for
this program to end well: every action is on disk before the next one, and a process that is ended is no
different from one that is killed.
"""

from __future__ import annotations

import contextlib
import faulthandler
import signal
from pathlib import Path

NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK")
FAULT_NAMES = ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT")


def end_at_once_when_told() -> None:
    """Restores the system's default signal handling; signals ignored at the start stay ignored.

    To be called in the main thread after pygame was loaded, which takes some of them, and before
    anything may hang.
    """
    for name in NAMES:
        number = getattr(signal, name, None)  # not every system has all of them
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


def write_faults_down(file: Path) -> None:
    """Appends the report of a fault in a library, which ends the program at once, to a file, without values.

    Where that file cannot be written nothing is told; where faults are told elsewhere already, all stays
    as it is. To be called like `end_at_once_when_told`.
    """
    if faulthandler.is_enabled():
        return
    for name in FAULT_NAMES:
        number = getattr(signal, name, None)
        # pygame answers them on the terminal and with a crash of its own, without Python knowing of it.
        if number is not None and signal.getsignal(number) in (None, signal.SIG_DFL):
            signal.signal(number, signal.SIG_DFL)
    with contextlib.suppress(OSError, ValueError):
        file.parent.mkdir(parents=True, exist_ok=True)
        faulthandler.enable(file.open("ab", buffering=0))  # which keeps it open

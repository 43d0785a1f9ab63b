"""Signals that end the program: the system itself carries them out, whatever the program does.

Knows signals only. Left alone, SDL makes SIGTERM an event, Python SIGINT an exception, and pygame
answers SIGQUIT with a crash of its own; each of them waits for the main thread, which may be busy
or asleep for minutes. Nothing waits for this program to end well: every action is on disk before
the next one, and a process that is ended is no different from one that is killed.
"""

from __future__ import annotations

import signal

NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK")


def end_at_once_when_told() -> None:
    """Gives the signals back to the system; those that whoever started the program ignores stay ignored.

    To be called in the main thread after pygame was loaded, which takes some of them, and before
    anything may hang.
    """
    for name in NAMES:
        number = getattr(signal, name, None)  # not every system has all of them
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)

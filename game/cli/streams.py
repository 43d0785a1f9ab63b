"""Standard input, output and error of the process: always there, and whole when it ends.

Knows file descriptors and `sys`; must not know what is written to them, nor any command.
"""

from __future__ import annotations

import contextlib
import os
import sys

_MODES = {"stdin": "r", "stdout": "w", "stderr": "w"}


def open_closed_streams() -> None:
    """Opens to the null device whichever of the three the program was started without.

    Else the next file that is opened, a game perhaps, gets the number of a closed one, and
    whatever a library complains about is written into it.
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
    """Has what no encoding shows written as an escape: a file name may hold any bytes."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


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

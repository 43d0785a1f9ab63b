"""Keeps libraries from writing to the terminal while they try what a machine has.

Knows file descriptors only. Without a sound device or a display the system's libraries
print lines of their own; what a player needs to know is said by the program, in one sentence.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet() -> Iterator[None]:
    """Sends what is written to standard error in between to nowhere."""
    try:
        kept = os.dup(2)
    except OSError:  # started without a terminal: there is nothing to keep quiet
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)

"""A file taken for one process, so that two windows never write it at the same time.

Knows open files and the system's locks; must not know what is in them.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

TRIES = 20
PAUSE_S = 0.005


def lock(file: IO[bytes]) -> bool:
    """Takes the file for this process until it is closed; False when another one has it."""
    if sys.platform == "win32":
        import msvcrt

        at = file.tell()
        try:
            # A byte far behind the end, because Windows forbids others even to read what is locked.
            file.seek(1 << 30)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(at)
        return True
    import fcntl

    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks: better unlocked than unsaved
    return True


@contextlib.contextmanager
def held(path: Path) -> Iterator[None]:
    """Holds the lock of a file that is made for it, for a few moments.

    Whoever keeps it much longer has been stopped, and is not waited for; nor is one needed
    where no such file can be made.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context(path.open("ab"))
            for _ in range(TRIES):
                if lock(file):
                    break
                time.sleep(PAUSE_S)
        yield

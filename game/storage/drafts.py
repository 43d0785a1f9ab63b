"""Drafts: a file is written under another name first and then put in its place, whole or not at all.

Knows names, ages and locks of drafts; must not know what is in them. Whoever writes one holds
its lock, so that a draft without one was left by a program that is gone.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from game.storage.lock import lock

LEAST_AGE_S = 60.0
"""A younger draft is left alone: its writer may be about to take the lock, or to put it in its place."""
LONGEST_NAME = 200
"""Of the letters of a name; a draft's is a little longer, and systems end at 255 bytes."""
LOOKED_AT_ONCE = 500
"""So many names of a folder are looked at in a slice."""
_DRAFT = re.compile(r"\.(?P<name>.+)\.(?P<process>[0-9]{1,10})(?P<ending>\.draft)?", re.ASCII | re.DOTALL)


def draft_path(path: Path) -> Path:
    """Where the draft of a file is written: beside it, hidden, and of this process alone."""
    return path.with_name(f".{path.name[:LONGEST_NAME]}.{os.getpid()}.draft")


@contextlib.contextmanager
def drafted(path: Path) -> Iterator[IO[bytes]]:
    """The draft of a file to be written; at the end it takes the place of `path`, on disk itself.

    Raises:
        OSError: it cannot be written; what was at `path` is still there, and the draft is gone.
    """
    draft = draft_path(path)
    try:
        with draft.open("wb") as file:
            lock(file)
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise


def remove_orphans(folder: Path, of: str | None = None) -> None:
    """Removes what killed programs have left half written in a folder of ours.

    In a folder that is the player's, only drafts `of` the one name that is being written are ours.
    """
    for _ in removing_orphans(folder, of):
        pass


def removing_orphans(folder: Path, of: str | None = None) -> Iterator[None]:
    """Does the same a few names at a time."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for count, entry in enumerate(entries, start=1):
            match = _DRAFT.fullmatch(entry.name)
            # Without its ending, as drafts were once called, a name may be anybody's but for `of`.
            if match is not None and (of is None or match["name"] == of[:LONGEST_NAME]):
                _remove_if_orphan(Path(entry.path))
            if count % LOOKED_AT_ONCE == 0:
                yield


def _remove_if_orphan(draft: Path) -> None:
    with contextlib.suppress(OSError):
        state = draft.lstat()
        if not draft.is_file() or draft.is_symlink() or time.time() - state.st_mtime < LEAST_AGE_S:
            return
        with draft.open("r+b") as file:
            is_orphan = lock(file)
        if is_orphan:
            draft.unlink()

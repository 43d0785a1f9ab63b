"""Reading a file with a limit, and replacing one so that no reader ever sees half of it.

Knows bytes and paths; must not know what is in them. Errors are `StorageError` with a
sentence for the player.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path


class StorageError(OSError):
    """A file cannot be read or written; the text says why in words."""


def reason(error: OSError) -> str:
    """What went wrong, in words: `no space left on device`."""
    words = error.strerror or str(error) or "unknown error"
    return words[0].lower() + words[1:]


def is_there(path: Path) -> bool:
    """Whether there is something at a path; False where nobody may look."""
    return os.path.exists(path)


def names_in(folder: Path) -> list[str]:
    """The names in a folder; none when there is no such folder, or it cannot be read."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def refusal_to_write(folder: Path) -> str | None:
    """Why nothing can be kept in a folder, in words, or None; the folder need not exist yet."""
    for place in (folder, *folder.parents):
        try:
            state = place.stat()
        except FileNotFoundError:
            continue  # it would be made
        except OSError as error:
            return reason(error)
        if not stat.S_ISDIR(state.st_mode):
            return "not a directory"
        return None if os.access(place, os.R_OK | os.W_OK | os.X_OK) else "permission denied"
    return "no such folder"


def read_limited(path: Path, limit_bytes: int) -> bytes:
    """The content of a regular file of at most `limit_bytes`.

    Raises:
        StorageError: it is missing, no regular file, unreadable, or larger.
    """
    try:
        # A pipe or a device could keep the reader waiting for ever, so the kind is asked first.
        if not stat.S_ISREG(path.stat().st_mode):
            raise StorageError("it is not a regular file")
        with path.open("rb") as file:
            data = file.read(limit_bytes + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, StorageError):
            raise
        if isinstance(error, OSError):
            raise StorageError(reason(error)) from error
        raise StorageError("it has an impossible name") from error
    if len(data) > limit_bytes:
        raise StorageError(f"the file is larger than {limit_bytes} bytes")
    return data


def write_whole(path: Path, data: bytes) -> None:
    """Replaces a file by new content, all of it or nothing, on disk when this returns.

    Raises:
        StorageError: it cannot be written; the old content is still there.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise StorageError(reason(error)) from error

"""The journal: the record of the game being played, a line on disk for every action.

Knows one open file; must not know what the lines mean. Each line is written before the
next action is accepted, so `kill -9` costs at most the card in the hand; a second thread
waits for the disk itself, so that a slow one does not hold up a card.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from threading import Thread
from typing import IO

from game.storage.files import StorageError, reason


class InUseError(StorageError):
    """Another window has the game."""


class Journal:
    """An append-only file that this window alone writes."""

    def __init__(self, path: Path, beginning: bytes | None = None) -> None:
        """Opens a journal to go on with, or makes a new one that starts with `beginning`.

        Raises:
            StorageError: it cannot be opened or written, or another window has it.
        """
        self.path = path
        self._syncing: Thread | None = None
        self._sync_error: OSError | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: IO[bytes] = path.open("r+b" if beginning is None else "xb", buffering=0)
        except OSError as error:
            raise StorageError(reason(error)) from error
        if not lock(self._file):
            self._file.close()
            raise InUseError("it is being played in another window")
        self._good_length = self._file.seek(0, os.SEEK_END)
        if beginning is not None:
            self.append(beginning)

    def append(self, line: bytes, durable: bool = True) -> None:
        """Writes a whole line; with `durable` it is also sent on its way to the disk itself.

        Raises:
            StorageError: the line is not saved; the file ends with the line before it.
        """
        try:
            self._wait_for_disk()
            if self._file.write(line) != len(line):
                raise OSError(28, "no space left on device")
            self._good_length += len(line)
        except OSError as error:
            self._cut_back()
            raise StorageError(reason(error)) from error
        if durable:
            self._syncing = Thread(target=self._sync, daemon=False)
            self._syncing.start()

    def cut_torn_line(self) -> None:
        """Removes a last line without its end, as a crash may leave it."""
        self._file.seek(0)
        data = self._file.read()
        self._good_length = data.rfind(b"\n") + 1
        self._cut_back()

    def close(self) -> None:
        """Waits for the disk and closes; the game can be gone on with."""
        if self._syncing is not None:
            self._syncing.join()
        self._file.close()

    def discard(self) -> None:
        """Closes and removes the file."""
        self.close()
        self.path.unlink(missing_ok=True)

    def move_to(self, folder: Path) -> None:
        """Closes the journal and keeps it among the played games.

        Raises:
            StorageError: it cannot be moved and stays where it is.
        """
        self.close()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.replace(self.path, folder / self.path.name)
        except OSError as error:
            raise StorageError(reason(error)) from error

    def _sync(self) -> None:
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            self._sync_error = error

    def _wait_for_disk(self) -> None:
        if self._syncing is not None:
            self._syncing.join()
            self._syncing = None
        if self._sync_error is not None:
            error, self._sync_error = self._sync_error, None
            raise error

    def _cut_back(self) -> None:
        # Half a line in the middle would spoil all that follows it.
        try:
            self._file.truncate(self._good_length)
            self._file.seek(self._good_length)
        except OSError:
            pass  # the reader drops a torn last line itself


def lock(file: IO[bytes]) -> bool:
    """Takes the file for this process until it is closed; False when another one has it."""
    if sys.platform == "win32":
        import msvcrt

        try:
            # A byte far behind the end, because Windows forbids others even to read what is locked.
            file.seek(1 << 30)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks: better unlocked than unsaved
    return True

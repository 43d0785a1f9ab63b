"""The journal: the record of the game being played, a line on disk for every action.

Knows one open file; must not know what the lines mean. Each line is written before the
next action is accepted, so `kill -9` costs at most the card in the hand; a second thread
waits for the disk itself, so that a slow one does not hold up a card.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from threading import Thread
from typing import IO

from game.message import msg
from game.storage.files import StorageError, reason
from game.storage.lock import lock


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
            raise InUseError(msg("it is being played in another window"))
        self._good_length = self._reach = self._file.seek(0, os.SEEK_END)  # `_reach`: no byte lies beyond it
        self._note_start: int | None = None  # where the last line begins, if it is a note
        if beginning is not None:
            self._begin(beginning)

    def _begin(self, beginning: bytes) -> None:
        try:
            self.append(beginning)
        except StorageError:
            with contextlib.suppress(OSError):
                self.discard()
            raise

    def append(self, line: bytes, waits: bool = False) -> None:
        """Writes a whole line and sends it on its way to the disk itself; `waits` until it is there.

        Raises:
            StorageError: the line is not saved; the file ends with the line before it.
        """
        start = self._good_length
        self._put(line, start)
        self._note_start = None
        if waits:
            try:
                os.fsync(self._file.fileno())
            except OSError as error:
                self._good_length = start
                self._cut_back()
                raise StorageError(reason(error)) from error
            return
        self._syncing = Thread(target=self._sync, daemon=False)
        self._syncing.start()

    def note(self, line: bytes) -> None:
        """Writes a line in the place of the note before it, if no other line has come between.

        So a game that waits for its player all night does not fill the disk.

        Raises:
            StorageError: the line is not saved; the file ends with a whole line.
        """
        start = self._good_length if self._note_start is None else self._note_start
        self._note_start = None
        self._put(line, start)
        self._note_start = start

    def _put(self, line: bytes, start: int) -> None:
        try:
            self._wait_for_disk()
            self._good_length = start
            self._file.seek(start)
            self._reach = max(self._reach, start + len(line))
            if self._file.write(line) != len(line):
                raise OSError(28, msg("no space left on device"))
            self._good_length += len(line)
            if self._reach > self._good_length:  # a note is seldom shorter than the one before it
                self._file.truncate(self._good_length)
            self._reach = self._good_length
        except OSError as error:
            self._cut_back()
            raise StorageError(reason(error)) from error

    def cut_torn_line(self) -> None:
        """Removes a last line without its end, as a crash may leave it."""
        self._file.seek(0)
        data = self._file.read()
        self._good_length = data.rfind(b"\n") + 1
        self._cut_back()

    @property
    def is_open(self) -> bool:
        """Whether this window still writes it."""
        return not self._file.closed

    def close(self) -> None:
        """Waits for the disk and closes; the game can be gone on with."""
        if self._syncing is not None:
            self._syncing.join()
        self._file.close()

    def discard(self) -> None:
        """Closes and removes the file."""
        self.close()
        self.path.unlink(missing_ok=True)

    def move_to(self, path: Path) -> None:
        """Closes the journal and gives its file another place.

        Raises:
            StorageError: it cannot be moved and stays where it is.
        """
        self.close()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.replace(self.path, path)
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
            self._reach = self._file.seek(self._good_length)
        except OSError:
            pass  # the reader drops a torn last line itself

"""Journal of the game in play, a line on disk for each action; headers of records; the trash."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from game.message import msg
from game.play.deal import Deal
from game.play.lines import FileError, canonical
from game.play.record import RecordReader
from game.storage.files import StorageError, lock, open_regular, reason, set_aside, storing

HEADER_BYTES = 8192
"""Maximum size of a header, with all its information about the game."""

_ENTRY = re.compile(rb"^[^#\n]", re.MULTILINE)
_VARIANT = re.compile(rb"^variant ([a-z0-9-]+)", re.MULTILINE)


class Header(NamedTuple):
    """A deal, information about the game, and whether anything was done in it."""

    deal: Deal
    tags: Mapping[str, str]
    is_begun: bool


def header_of(path: Path) -> Header | None:
    """Returns the header of a record, or None."""
    try:
        with open_regular(path, "rb") as file:
            data = file.read(HEADER_BYTES)
        _, blank, entries = canonical(data).partition(b"\n\n")
        is_begun = not blank or len(data) == HEADER_BYTES or _ENTRY.search(entries) is not None
        return Header(*RecordReader(data).header(), is_begun)
    except (OSError, FileError):
        return None


def game_of(path: Path) -> str:
    """Returns the name of a record's game, or ""."""
    found = _VARIANT.search(_beginning(path))
    return "" if found is None else found[1].decode()


def deal_text(path: Path) -> bytes:
    """Returns the unparsed deal lines of a record; empty if there is no such record.

    Records of one deal and the same rules have the same lines, if this program wrote them.
    """
    try:
        header = canonical(_beginning(path)).partition(b"\n\n")[0]
    except FileError:
        return b""
    return b"\n".join(line for line in header.split(b"\n") if not line.startswith((b"about ", b"#")))


def _beginning(path: Path) -> bytes:
    with contextlib.suppress(OSError), open_regular(path, "rb") as file:
        return file.read(HEADER_BYTES)
    return b""


class InUseError(StorageError):
    """Another window is using the game."""


class Journal:
    """An append-only file that only this window writes."""

    def __init__(self, path: Path, beginning: bytes | None = None) -> None:
        """Opens a journal to continue, or creates one that starts with `beginning`.

        Raises:
            StorageError: it cannot be opened or written, or another window has it.
        """
        self.path = path
        self._syncing: Thread | None = None
        self._sync_error: OSError | None = None
        with storing():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open_regular(path, "r+b" if beginning is None else "xb", buffering=0)
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
        """Writes a whole line and starts syncing it; `waits` until that is done.

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
        """Replaces the note before it, if it is the last line: a long pause must not fill the disk.

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
        """Removes an incomplete last line, as a crash may leave it."""
        self._file.seek(0)
        data = self._file.read()
        self._good_length = data.rfind(b"\n") + 1
        self._cut_back()

    @property
    def is_open(self) -> bool:
        """Whether this window still writes it."""
        return not self._file.closed

    def close(self) -> None:
        """Waits for the disk and closes; the game can be resumed."""
        if self._syncing is not None:
            self._syncing.join()
        self._file.close()

    def discard(self) -> None:
        """Closes and removes the file."""
        self.close()
        self.path.unlink(missing_ok=True)

    def move_to(self, path: Path) -> None:
        """Closes the journal and moves its file; raises StorageError if it cannot be moved."""
        self.close()
        with storing():
            path.parent.mkdir(parents=True, exist_ok=True)
            os.replace(self.path, path)

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


TRASH = "trash"


def to_trash(path: Path, folder: Path) -> Path:
    """Moves a file into the trash folder within `folder`; returns the new path, or raises StorageError."""
    return set_aside(path, folder / TRASH / path.name)


def journal_to_trash(path: Path, folder: Path) -> Path:
    """Moves an unfinished game into the trash; raises StorageError if another window plays it."""
    Journal(path).close()
    return to_trash(path, folder)

"""The file of the statistics: its tables, migrations, reading and writing, and its upkeep in short slices."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from heapq import heappush
from itertools import islice
from pathlib import Path
from threading import Thread

from game.message import msg
from game.storage import statistics_rows as rows
from game.storage.files import StorageError, expect_regular, reason, set_aside, temp_path
from game.storage.statistics_rows import by_time, records_in, stamp_of

MIGRATIONS = (
    """
    CREATE TABLE games (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        file TEXT NOT NULL UNIQUE,
        stamp TEXT NOT NULL,
        deal TEXT NOT NULL,
        opening TEXT NOT NULL,
        trail BLOB NOT NULL,
        told TEXT NOT NULL,
        kind TEXT NOT NULL,
        variant TEXT NOT NULL,
        options TEXT NOT NULL,
        number TEXT,
        started TEXT NOT NULL,
        outcome TEXT NOT NULL,
        won INTEGER NOT NULL,
        value INTEGER,
        home INTEGER NOT NULL,
        elapsed_ms INTEGER NOT NULL,
        moves INTEGER NOT NULL,
        figures TEXT NOT NULL
    );
    CREATE INDEX games_of_a_deal ON games (deal);
    CREATE TABLE forgotten (file TEXT PRIMARY KEY) WITHOUT ROWID;
    """,
    """
    ALTER TABLE games ADD COLUMN par INTEGER
    """,
    # Records are read once more, for what they tell of days and of who began them.
    """
    CREATE TABLE days (
        file TEXT PRIMARY KEY,
        day TEXT NOT NULL,
        started TEXT NOT NULL,
        total INTEGER
    ) WITHOUT ROWID;
    CREATE INDEX games_by_options ON games (variant, options, kind, value);
    UPDATE games SET stamp = ''
    """,
    """
    CREATE INDEX games_in_order ON games (variant, options, kind)
    """,
    """
    ALTER TABLE days ADD COLUMN late INTEGER NOT NULL DEFAULT 0
    """,
    # Once the fourth version kept sums of games, and triggers that dropped them when a game changed.
    """
    DROP TRIGGER IF EXISTS totals_without_deleted;
    DROP TRIGGER IF EXISTS totals_without_changed;
    DROP TABLE IF EXISTS totals
    """,
)
"""Migrations from each version to the next, from an empty file on."""
VERSION = len(MIGRATIONS)


CHECK_S = 0.002
"""Maximum wait at a time while the file is checked."""


class StatisticsError(StorageError):
    """The statistics cannot be read or written now; the message says why."""


class DamagedError(StatisticsError):
    """The file is no longer a database."""


_REASONS = {
    "SQLITE_BUSY": msg("another window is writing them"),
    "SQLITE_LOCKED": msg("another window is writing them"),
    "SQLITE_FULL": msg("no space left on the disk"),
    "SQLITE_READONLY": msg("there is no permission to write them"),
    "SQLITE_PERM": msg("there is no permission to write them"),
    "SQLITE_CANTOPEN": msg("their file cannot be opened"),
    "SQLITE_IOERR": msg("the disk cannot be written"),
}


def statistics_error(error: sqlite3.Error) -> StatisticsError:
    """Converts an error of SQLite into a sentence."""
    name = getattr(error, "sqlite_errorname", "")
    # An SQLITE_ERROR is one of our statements, which are good where the tables are ours. Text that is none
    # is noticed by Python and not by SQLite, and so it has no such name.
    is_damaged = name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or name == "SQLITE_ERROR"
    if is_damaged or "decode to UTF-8" in str(error):
        return DamagedError(msg("their file is damaged"))
    for start, words in _REASONS.items():
        if name.startswith(start):
            return StatisticsError(words)
    return StatisticsError(str(error) or msg("unknown error"))


class StatisticsFile:
    """A connection to the database, opened when first needed and kept."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self.is_sound = False
        """Whether there was no sign of damage since the file was made or looked through."""

    def close(self) -> None:
        """Closes the connection; the next use opens it again."""
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    @contextlib.contextmanager
    def reading(self, wait_ms: int) -> Iterator[sqlite3.Connection]:
        """Returns the connection for reading what was written last; raises StatisticsError on failure."""
        try:
            yield self._opened(wait_ms)
        except sqlite3.Error as error:
            raise self._failed(error) from error
        except (ValueError, TypeError, LookupError) as error:  # whole for SQLite, but nobody wrote it so
            raise self._damaged() from error

    @contextlib.contextmanager
    def writing(self, wait_ms: int) -> Iterator[sqlite3.Connection]:
        """The connection in a transaction: at the end all is written, or after an error nothing.

        Raises:
            StatisticsError: another window holds it for longer than `wait_ms`, or it cannot be written.
        """
        try:
            connection = self._opened(wait_ms)
            with _transaction(connection):
                yield connection
        except sqlite3.Error as error:
            raise self._failed(error) from error

    def _failed(self, error: sqlite3.Error) -> StatisticsError:
        """The error as a sentence; closes a damaged file."""
        failure = statistics_error(error)
        return self._damaged() if isinstance(failure, DamagedError) else failure

    def _damaged(self) -> DamagedError:
        """Closes the file."""
        self.close()
        self.is_sound = False
        return DamagedError(msg("their file is damaged"))

    def _opened(self, wait_ms: int) -> sqlite3.Connection:
        if self._connection is None:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                expect_regular(self.path)
            except OSError as error:
                raise StatisticsError(reason(error)) from error
            connection = sqlite3.connect(self.path, isolation_level=None)
            try:
                connection.execute(f"PRAGMA busy_timeout = {int(wait_ms)}")
                self.is_sound = self.is_sound or _version(connection) == 0
                _bring_up_to_date(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        self._connection.execute(f"PRAGMA busy_timeout = {int(wait_ms)}")
        return self._connection

    def checking(self) -> Iterator[None]:
        """Runs SQLite's check of the whole file in a thread; yields meanwhile.

        Raises:
            StatisticsError: it cannot be opened or read.
            DamagedError: the check failed.
        """
        with self.reading(WAIT_MS):
            pass
        verdicts: list[str | sqlite3.Error] = []
        thread = Thread(target=self._check, args=(verdicts,), daemon=True)
        thread.start()
        thread.join(CHECK_S)
        while thread.is_alive():
            yield
            thread.join(CHECK_S)
        for verdict in verdicts:
            if isinstance(verdict, sqlite3.Error):
                raise self._failed(verdict) from verdict
            if verdict != "ok":
                raise self._damaged()

    def _check(self, verdicts: list[str | sqlite3.Error]) -> None:
        try:
            with contextlib.closing(sqlite3.connect(self.path, timeout=WAIT_MS / 1000)) as connection:
                verdicts += connection.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.Error as error:
            verdicts.append(error)

    def set_aside(self) -> Path:
        """Renames a damaged file to make room for a new one; returns its name; raises StatisticsError."""
        self.close()
        try:
            aside = set_aside(self.path, self.path.with_name(f"{self.path.stem}-damaged{self.path.suffix}"))
            for ending in ("-wal", "-shm"):  # what belongs to the old file would spoil the new one
                self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
        except OSError as error:
            raise StatisticsError(reason(error)) from error
        return aside

    def copy_to(self, path: Path) -> None:
        """Writes a copy of the present database; if it cannot, raises StatisticsError and leaves nothing."""
        with self.reading(wait_ms=2000) as connection:
            draft = temp_path(path)  # a copy that breaks off is none
            try:
                with contextlib.closing(sqlite3.connect(draft)) as copy:
                    connection.backup(copy)
                draft.replace(path)
            except OSError as error:
                raise StatisticsError(reason(error)) from error
            finally:
                draft.unlink(missing_ok=True)


@contextlib.contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):  # SQLite may have rolled back by itself
            connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    if _version(connection) > VERSION:
        raise StatisticsError(
            msg("they were written by a newer version of the program and are left as they are")
        )
    # A commit then waits for no disk, and readers never for a writer; a power cut costs at most
    # the last rows, which come again from the records.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    if _version(connection) == VERSION:
        return
    with _transaction(connection):
        for step in MIGRATIONS[_version(connection) :]:  # another window may have been quicker
            for statement in step.split(";"):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")


WAIT_MS = 2000
BATCH_SIZE = 100
"""Number of files, or rows, checked in a slice."""

Waiting = list[tuple[tuple[str, str], Path]]
"""A heap of records."""


def looking_for_damage(file: StatisticsFile) -> Iterator[None]:
    """Checks the whole database; yields after each slice.

    Raises:
        DamagedError: the check failed.
        StatisticsError: it cannot be read.
    """
    yield from file.checking()
    last, are_more = 0, True
    while are_more:
        with file.reading(WAIT_MS) as connection:
            games = rows.games_in_order(connection, last, BATCH_SIZE)
        are_more = len(games) == BATCH_SIZE
        if are_more:
            last = games[-1].order
            yield


def finding_uncounted(file: StatisticsFile, folder: Path, found: Waiting) -> Iterator[None]:
    """Adds a folder's records that were not counted, or have changed, to `found`; raises StatisticsError."""
    records = records_in(folder)
    while portion := list(islice(records, BATCH_SIZE)):
        with file.reading(WAIT_MS) as connection:
            stamps = rows.stamps(connection, [entry.name for entry in portion])
        for entry in portion:
            if stamps.get(entry.name, "") not in (None, stamp_of(entry)):
                path = folder / entry.name
                heappush(found, (by_time(path), path))
        if len(portion) == BATCH_SIZE:
            yield

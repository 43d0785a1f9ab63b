"""The file of the statistics: its tables, how each version becomes the next, how it is opened and written,
and its upkeep in short slices: damage, records not yet counted, totals of groups.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from heapq import heappush
from itertools import islice
from pathlib import Path
from threading import Thread

from game.message import msg
from game.play.played import StatsCategory, StatsGroup
from game.play.summary import Totals
from game.rules import find_variant
from game.storage import statistics_rows as rows
from game.storage.files import StorageError, reason, set_aside, temp_path
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
    # Whatever changes a game that kept totals hold drops these, in the same transaction.
    """
    CREATE TABLE totals (
        variant TEXT NOT NULL,
        options TEXT NOT NULL,
        kind TEXT NOT NULL,
        last INTEGER NOT NULL,
        games INTEGER NOT NULL,
        sums TEXT NOT NULL,
        PRIMARY KEY (variant, options, kind)
    ) WITHOUT ROWID;
    CREATE INDEX games_in_order ON games (variant, options, kind);
    CREATE TRIGGER totals_without_deleted AFTER DELETE ON games BEGIN
        DELETE FROM totals WHERE last >= old.sequence
            AND variant = old.variant AND options = old.options AND kind = old.kind;
    END;
    CREATE TRIGGER totals_without_changed AFTER UPDATE ON games
    WHEN (old.variant, old.options, old.kind, old.outcome, old.won, old.value, old.elapsed_ms, old.figures)
        IS NOT
        (new.variant, new.options, new.kind, new.outcome, new.won, new.value, new.elapsed_ms, new.figures)
        OR old.par IS NOT new.par
    BEGIN
        DELETE FROM totals WHERE last >= old.sequence
            AND variant = old.variant AND options = old.options AND kind = old.kind;
        DELETE FROM totals WHERE last >= new.sequence
            AND variant = new.variant AND options = new.options AND kind = new.kind;
    END
    """,
    """
    ALTER TABLE days ADD COLUMN late INTEGER NOT NULL DEFAULT 0
    """,
)
"""What leads from each version to the next, from an empty file on."""
VERSION = len(MIGRATIONS)


def statements(step: str) -> Iterator[str]:
    """The statements of a step, of which some hold others."""
    statement = ""
    for part in step.split(";"):
        statement += f"{part};"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


CHECK_S = 0.002
"""So long is waited at a time for the file to be looked through."""


class StatisticsError(StorageError):
    """The statistics cannot be read or written now; the text says why in words."""


class DamagedError(StatisticsError):
    """The file is no database any more."""


_REASONS = {
    "SQLITE_BUSY": msg("another window is writing them"),
    "SQLITE_LOCKED": msg("another window is writing them"),
    "SQLITE_FULL": msg("no space left on the disk"),
    "SQLITE_READONLY": msg("they may not be written"),
    "SQLITE_PERM": msg("they may not be written"),
    "SQLITE_CANTOPEN": msg("their file cannot be opened"),
    "SQLITE_IOERR": msg("the disk cannot be written"),
}


def statistics_error(error: sqlite3.Error) -> StatisticsError:
    """An error of SQLite as a sentence of ours."""
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
    """A connection to the database, opened when it is first needed and kept."""

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
        """The connection, to read what was written last.

        Raises:
            StatisticsError: it cannot be opened or read.
        """
        try:
            yield self._opened(wait_ms)
        except sqlite3.Error as error:
            self._let_go_if_damaged(error)
            raise statistics_error(error) from error
        except (
            ValueError,
            TypeError,
            LookupError,
        ) as error:  # what SQLite holds for whole, but nobody wrote so
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
            self._let_go_if_damaged(error)
            raise statistics_error(error) from error

    def _let_go_if_damaged(self, error: sqlite3.Error) -> None:
        if isinstance(statistics_error(error), DamagedError):
            self._damaged()

    def _damaged(self) -> DamagedError:
        """Lets the file go."""
        self.close()
        self.is_sound = False
        return DamagedError(msg("their file is damaged"))

    def _opened(self, wait_ms: int) -> sqlite3.Connection:
        if self._connection is None:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
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

    def checking(self, wait_ms: int) -> Iterator[None]:
        """Has SQLite look through the whole file; yields while it does, in a thread of its own.

        Raises:
            StatisticsError: it cannot be opened or read.
            DamagedError: something in it does not hold.
        """
        with self.reading(wait_ms):
            pass
        verdicts: list[str | sqlite3.Error] = []
        thread = Thread(target=self._check, args=(wait_ms, verdicts), daemon=True)
        thread.start()
        thread.join(CHECK_S)
        while thread.is_alive():
            yield
            thread.join(CHECK_S)
        for verdict in verdicts:
            if isinstance(verdict, sqlite3.Error):
                self._let_go_if_damaged(verdict)
                raise statistics_error(verdict) from verdict
            if verdict != "ok":
                raise self._damaged()

    def _check(self, wait_ms: int, verdicts: list[str | sqlite3.Error]) -> None:
        try:
            with contextlib.closing(sqlite3.connect(self.path, timeout=wait_ms / 1000)) as connection:
                verdicts += connection.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.Error as error:
            verdicts.append(error)

    def set_aside(self) -> Path:
        """Gives a damaged file another name, so that a new one can be begun; returns that name.

        Raises:
            StatisticsError: it cannot be moved.
        """
        self.close()
        try:
            aside = set_aside(self.path, self.path.with_name(f"{self.path.stem}-damaged{self.path.suffix}"))
            for ending in ("-wal", "-shm"):  # what belongs to the old file would spoil the new one
                self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
        except OSError as error:
            raise StatisticsError(reason(error)) from error
        return aside

    def copy_to(self, path: Path) -> None:
        """Writes a copy of the database as it is now.

        Raises:
            StatisticsError: it cannot be written; nothing of it is left.
        """
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
            for statement in statements(step):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")


ADDED_AT_ONCE = 60
"""So many games are added to kept totals in a slice."""
LATEST = 100
"""So many of the latest games of a group are not kept in its totals: they may still change."""


def groups_in(connection: sqlite3.Connection) -> list[StatsGroup]:
    """What groups_in of the player's games there are, without those of robots or that were gone on with."""
    return [group for group, _ in groups_with_rest(connection)]


def groups_with_rest(connection: sqlite3.Connection) -> list[tuple[StatsGroup, int]]:
    """The same, each with the number of games that its kept totals do not hold."""
    return [_group_with_rest(connection, *key) for key in _keys(connection) if key[2] not in rows.NOT_SHOWN]


def _keys(connection: sqlite3.Connection) -> Iterator[tuple[str, str, StatsCategory]]:
    """Each game, option set and kind.

    Raises:
        ValueError: there is no such game, or it has no such options: the file is damaged.
    """
    for variant in _different(connection, "variant"):
        for options in _different(connection, "options", variant=variant):
            find_variant(variant, options.split())
            for kind in _different(connection, "kind", variant=variant, options=options):
                yield variant, options, StatsCategory(kind)


def _different(connection: sqlite3.Connection, column: str, **given: str) -> Iterator[str]:
    """The different values of a column among some games, sorted; found by leaps in their index.

    SQLite itself would look at every game for DISTINCT, or for a comparison of several columns at once.
    """
    which = "".join(f"{name} = ? AND " for name in given)
    found, beyond = ("",), ">="
    while found is not None:
        question = f"SELECT {column} FROM games WHERE {which}{column} {beyond} ? ORDER BY {column} LIMIT 1"
        found = connection.execute(question, (*given.values(), found[0])).fetchone()
        beyond = ">"
        if found is not None:
            yield found[0]


def _group_with_rest(
    connection: sqlite3.Connection, variant: str, options: str, kind: StatsCategory
) -> tuple[StatsGroup, int]:
    key = (variant, options, kind.value)
    question = "SELECT last, games FROM totals WHERE " + rows.OF_GROUP
    last, kept = connection.execute(question, key).fetchone() or (0, 0)
    question = f"SELECT count(*), max(sequence) FROM games WHERE {rows.OF_GROUP} AND sequence > ?"
    rest, latest = connection.execute(question, (*key, last)).fetchone()
    return StatsGroup(variant, options, kind, kept + rest, latest or last), rest


def totals(connection: sqlite3.Connection, group: StatsGroup) -> Totals:
    """What the games of a group add up to."""
    last, found = _kept(connection, *group[:3])
    for game in rows.games_of(connection, group, after=last):
        found.add(game)
    return found


def check(connection: sqlite3.Connection, group: StatsGroup) -> None:
    """Makes sure that the kept totals of a group hold as many games as there are.

    Raises:
        ValueError, TypeError, LookupError: they do not, or nobody wrote them so.
    """
    last, found = _kept(connection, *group[:3])
    question = f"SELECT count(*) FROM games WHERE {rows.OF_GROUP} AND sequence <= ?"
    (games,) = connection.execute(question, (*group[:2], group.kind.value, last)).fetchone()
    if games != found.played:
        raise ValueError(f"totals of {found.played} games instead of {games}")


def keep_more(connection: sqlite3.Connection, group: StatsGroup) -> bool:
    """Keeps the totals of some more games of a group, in a transaction; False when there are enough."""
    last, found = _kept(connection, *group[:3])
    most = min(ADDED_AT_ONCE, group.games - found.played - LATEST)
    if most < ADDED_AT_ONCE:
        return False
    for game in rows.games_of(connection, group, after=last, most=most):
        found.add(game)
        last = game.order
    values = (*group[:2], group.kind.value, last, found.played, json.dumps(found.to_fields()))
    connection.execute("INSERT OR REPLACE INTO totals VALUES (?, ?, ?, ?, ?, ?)", values)
    return True


def _kept(
    connection: sqlite3.Connection, variant: str, options: str, kind: StatsCategory
) -> tuple[int, Totals]:
    """The order of the last game that is held by kept totals, and these; 0 and none without any."""
    question = "SELECT last, sums FROM totals WHERE " + rows.OF_GROUP
    found = connection.execute(question, (variant, options, kind.value)).fetchone()
    return (0, Totals()) if found is None else (found[0], Totals.from_fields(json.loads(found[1])))


WAIT_MS = 2000
LOOKED_AT_ONCE = 100
"""So many files, or rows, are looked at in a slice."""

Waiting = list[tuple[tuple[str, str], Path]]
"""Records in the order of a heap, by what they are ordered by."""


def looking_for_damage(file: StatisticsFile) -> Iterator[None]:
    """Looks through the whole database; yields after each slice.

    Raises:
        DamagedError: something does not hold.
        StatisticsError: it cannot be read.
    """
    yield from file.checking(WAIT_MS)
    last, are_more = 0, True
    while are_more:
        with file.reading(WAIT_MS) as connection:
            games = rows.games_in_order(connection, last, LOOKED_AT_ONCE)
        are_more = len(games) == LOOKED_AT_ONCE
        if are_more:
            last = games[-1].order
            yield
    with file.reading(WAIT_MS) as connection:
        for group in groups_in(connection):
            check(connection, group)


def finding_uncounted(file: StatisticsFile, folder: Path, found: Waiting) -> Iterator[None]:
    """Adds to `found` the records of a folder that were not counted, or not as they are now.

    Raises:
        StatisticsError: the database cannot be read.
    """
    records = records_in(folder)
    while portion := list(islice(records, LOOKED_AT_ONCE)):
        with file.reading(WAIT_MS) as connection:
            stamps = rows.stamps(connection, [entry.name for entry in portion])
        for entry in portion:
            if stamps.get(entry.name, "") not in (None, stamp_of(entry)):
                path = folder / entry.name
                heappush(found, (by_time(path), path))
        if len(portion) == LOOKED_AT_ONCE:
            yield


def keeping_totals(file: StatisticsFile) -> Iterator[None]:
    """Keeps what the games of each group add up to, but for the latest of them.

    Raises:
        StatisticsError: the database cannot be read.
    """
    with file.reading(WAIT_MS) as connection:
        groups = groups_in(connection)
    for group in groups:
        # Where they cannot be kept, games are added up when they are asked for.
        with suppress(StatisticsError):
            while _keep_more(file, group):
                yield


def _keep_more(file: StatisticsFile, group: StatsGroup) -> bool:
    with file.reading(WAIT_MS), file.writing(WAIT_MS) as connection:  # the first knows what is damage
        return keep_more(connection, group)

"""Opens the server's database, SQLite with full durability or PostgreSQL; and news of its changes.

News are short topics, sent once the change is committed, within a process or by LISTEN and NOTIFY of
PostgreSQL; receivers read the database.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, closing, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from game.server.schema import SchemaError, migrate
from game.storage.files import StorageError, expect_regular, temp_path

if TYPE_CHECKING:
    import asyncpg


P = ParamSpec("P")
T = TypeVar("T")
READERS = 4
"""Number of connections for reading."""
BUSY_S = 20
POSTGRES = {
    "timeout": 10,
    "command_timeout": 20,
    # Of a worker that has stopped in the middle of a transaction the others are soon rid.
    "server_settings": {"lock_timeout": "5s", "idle_in_transaction_session_timeout": "10s"},
}
RETRIED = {"40001", "40P01", "55P03"}
"""SQLSTATEs of transactions to retry: serialisation, deadlock, lock not available."""


class DatabaseError(Exception):
    """The database cannot be opened or did not store something; the message is a sentence."""


class Database(NamedTuple):
    """Connections to a database: one that writes, some that read."""

    url: URL
    writing: AsyncEngine
    reading: AsyncEngine
    at_once: Engine | None
    """(SQLite) Writes entries in a single visit to a thread instead of one for each statement."""
    alone: AsyncEngine | None
    """(PostgreSQL) Runs a statement as its own transaction, synced when it returns."""
    turns: asyncio.Semaphore
    """Readers in the order in which they came, which the pool does not keep; one connection stays free."""

    @property
    def is_shared(self) -> bool:
        """Whether several workers may use it at once."""
        return self.url.get_backend_name() == "postgresql"

    @asynccontextmanager
    async def read(self, is_urgent: bool = False) -> AsyncIterator[AsyncConnection]:
        """Yields a connection for reading, in turn; to the heartbeat, which is urgent, at once."""
        try:
            async with nullcontext() if is_urgent else self.turns, self.reading.connect() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            raise DatabaseError(sentence(error)) from error

    async def ask(
        self, query: Callable[Concatenate[AsyncConnection, P], Awaitable[T]], *args: P.args, **named: P.kwargs
    ) -> T:
        """Returns what a query reads."""
        async with self.read() as connection:
            return await query(connection, *args, **named)

    async def close(self) -> None:
        """Closes all connections."""
        await self.writing.dispose()
        await self.reading.dispose()
        if self.at_once is not None:
            self.at_once.dispose()
        if self.alone is not None:
            await self.alone.dispose()


def sqlite_url(path: Path) -> str:
    """Returns the address of a database in a file; raises DatabaseError if the path is no text."""
    try:
        return URL.create("sqlite", database=str(path)).render_as_string()
    except UnicodeEncodeError:
        raise DatabaseError(f"The name of a database is a text, which {path} is not") from None


def file_of(address: str) -> Path | None:
    """Returns the file of an SQLite database, None for others; raises DatabaseError for a bad address."""
    url = _url(address)
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


async def open_database(address: str) -> Database:
    """Opens a database and migrates it to the present version; raises DatabaseError if that fails."""
    url = _url(address)
    if url.get_backend_name() == "sqlite":
        _try_file(url.database or "")
        writing, reading = (
            create_async_engine(url, pool_size=count, max_overflow=0, connect_args={"timeout": BUSY_S})
            for count in (1, READERS)
        )
        at_once = create_engine(
            url.set(drivername="sqlite"), pool_size=1, max_overflow=0, connect_args={"timeout": BUSY_S}
        )
        for engine, begin in (
            (writing.sync_engine, "BEGIN IMMEDIATE"),
            (reading.sync_engine, "BEGIN"),
            (at_once, "BEGIN IMMEDIATE"),
        ):
            _as_wanted(engine, begin)
        database = Database(url, writing, reading, at_once, None, asyncio.Semaphore(READERS - 1))
    else:
        how: dict[str, Any] = {"max_overflow": 0, "connect_args": POSTGRES}
        database = Database(
            url,
            create_async_engine(url, pool_size=1, **how),
            # A transaction would show each question what is committed then, as none does; and cost two.
            create_async_engine(url, pool_size=READERS, isolation_level="AUTOCOMMIT", **how),
            None,
            create_async_engine(url, pool_size=1, isolation_level="AUTOCOMMIT", **how),
            asyncio.Semaphore(READERS - 1),
        )
    try:
        async with database.writing.begin() as connection:
            await connection.run_sync(migrate)
    except SchemaError as wrong:
        await database.close()
        raise DatabaseError(str(wrong)) from wrong
    except (SQLAlchemyError, OSError, TypeError, ValueError) as error:  # the last two: its options
        await database.close()
        raise DatabaseError(f"The database cannot be opened: {sentence(error)}") from error
    return database


def _url(address: str) -> URL:
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):  # such as a port that is no number
        raise DatabaseError("An address of a database begins with sqlite:/// or postgresql://") from None
    match url.drivername:
        case "sqlite":
            if not url.database or url.database == ":memory:":
                raise DatabaseError("A database of SQLite is a file: sqlite:///PATH")
            return url.set(drivername="sqlite+aiosqlite")
        case "postgresql" | "postgres":
            return url.set(drivername="postgresql+asyncpg")
    raise DatabaseError(f"Rounds are kept in sqlite or postgresql, not in {url.drivername[:20]}.")


def _try_file(path: str) -> None:
    """Raises DatabaseError unless a file is a database or can become one; before any threads start."""
    try:
        expect_regular(Path(path))
        with closing(sqlite3.connect(path, timeout=BUSY_S)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
    except (sqlite3.Error, StorageError) as error:
        raise DatabaseError(f"The database cannot be opened: {sentence(error)}") from error


def back_up(address: str, path: Path) -> None:
    """Copies a database of SQLite, whatever is written meanwhile, into a new file; only its owner reads it.

    Raises:
        DatabaseError: it cannot be copied; there is no such file then.
    """
    database = file_of(address)
    if database is None:
        raise DatabaseError(f"pg_dump copies such a database: umask 077; pg_dump --file={path} URL")
    draft = temp_path(path)
    try:
        if not database.exists():
            raise DatabaseError(f"There is no database {database}")
        expect_regular(database)
        if os.path.lexists(path):
            raise DatabaseError(f"{path} already exists")
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            with (
                closing(sqlite3.connect(database, timeout=BUSY_S)) as original,
                closing(sqlite3.connect(draft)) as copy,
            ):
                original.backup(copy)
            os.link(draft, path)  # never in the place of another
        finally:
            os.unlink(draft)
    except (sqlite3.Error, OSError) as error:
        raise DatabaseError(f"{database} cannot be copied to {path}: {sentence(error)}") from error


def _as_wanted(engine: Engine, begin: str) -> None:
    """Configures SQLite connections for durability and explicit transactions."""

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")  # a commit is on disk when it returns
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Any) -> None:
        connection.exec_driver_sql(begin)


def is_in_the_way(error: BaseException) -> bool:
    """Whether a transaction failed only because of another one."""
    original = getattr(error, "orig", None)
    return getattr(original, "sqlstate", None) in RETRIED


def in_the_log(error: DatabaseError) -> str:
    """Form of an error for the host's log."""
    return f"The database cannot be used: {error}"


def sentence(error: BaseException) -> str:
    """Returns the error without its statement and parameters, which may hold a deck."""
    original = getattr(error, "orig", None) or error
    if isinstance(original, OSError) and original.strerror:
        return original.strerror[:200]
    text = " ".join(str(original).split()) or type(original).__name__
    return text.partition(":")[2].strip()[:200] if text.startswith("<class") else text[:200]


CHANNEL = "patience_arcade"
EVERYTHING = "everything"
"""Topic sent when others may have been missed."""
RETRY_S, SOON_S = 1.0, 0.5
_notify = text(
    "SELECT pg_notify(:channel, topic) FROM json_array_elements_text(CAST(CAST(:topics AS text) AS json)) "
    "AS topic"
)


class PubSub:
    """Topics published by any worker and received by all."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._hearing: list[Callable[[str], None]] = []
        self._listening: asyncio.Task[None] | None = None
        self._soon: set[str] = set()
        self._telling: asyncio.Task[None] | None = None
        self._is_lost = asyncio.Event()
        self.is_listening = asyncio.Event()
        """Set while topics of other workers are heard."""

    def hear(self, on_topic: Callable[[str], None]) -> None:
        """Calls `on_topic` for each topic."""
        self._hearing.append(on_topic)

    async def within(self, connection: AsyncConnection, topics: Iterable[str]) -> None:
        """Publishes topics with a connection's transaction, if the database can."""
        named = [*topics]
        if self._database.is_shared and named:
            await connection.execute(_notify, {"channel": CHANNEL, "topics": json.dumps(named)})

    def publish_soon(self, topics: Iterable[str]) -> None:
        """Publishes topics within half a second, each once, if the database publishes them.

        Each batch costs a commit. If this worker dies first, they are lost.
        """
        self._soon.update(topics)

    async def _tell_soon(self) -> None:
        while True:
            await asyncio.sleep(SOON_S)
            topics, self._soon = self._soon, set()
            if topics and self._database.alone is not None:
                try:
                    async with self._database.alone.connect() as connection:
                        await self.within(connection, topics)
                except (SQLAlchemyError, OSError):
                    self._soon |= topics

    def publish(self, topics: Iterable[str]) -> None:
        """Publishes topics after their commit, if the database does not."""
        if not self._database.is_shared:
            for topic in topics:
                self._tell(topic)

    def _tell(self, topic: str) -> None:
        for heard in self._hearing:
            heard(topic)

    async def start(self) -> None:
        """Starts receiving other workers' topics."""
        if self._database.is_shared:
            self._listening = asyncio.create_task(self._listen())
            self._telling = asyncio.create_task(self._tell_soon())
        else:
            self.is_listening.set()

    async def close(self) -> None:
        """Stops that."""
        for task in (self._listening, self._telling):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def _listen(self) -> None:
        import asyncpg

        url = self._database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            connection: asyncpg.Connection[Any] | None = None
            try:
                connection = await asyncpg.connect(url, timeout=10)
                self._is_lost.clear()
                connection.add_termination_listener(lambda _: self._is_lost.set())
                await connection.add_listener(CHANNEL, lambda *heard: self._tell(str(heard[3])))
                self._tell(EVERYTHING)
                self.is_listening.set()
                await self._is_lost.wait()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError):
                pass  # the database is away; the writer says so to whoever needs it
            finally:
                self.is_listening.clear()
                if connection is not None and not connection.is_closed():
                    connection.terminate()
            await asyncio.sleep(RETRY_S)

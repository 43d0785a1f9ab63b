"""Group commit: simultaneous writes become one transaction, on disk before any is answered.

Entries are identified by (game, number): of two workers that write the same one, the second learns that it
was not new.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, bindparam, text, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from game.server.database import Database, DatabaseError, PubSub, is_in_the_way, sentence
from game.server.schema import games

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]
MAX_AT_ONCE = 400
MAX_ATTEMPTS = 5
"""Maximum attempts of a transaction that conflicts with others."""

_COLUMNS = ("game", "number", "at", "action", "score", "home")
# All rows come as one JSON text, so that the statement is always the same, and prepared once.
_FROM_ROWS = {
    "sqlite": "SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), "
    "json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]') "
    "FROM json_each(:rows) WHERE true",
    "postgresql": "SELECT CAST(value ->> 0 AS bigint), CAST(value ->> 1 AS integer), "
    "CAST(value ->> 2 AS integer), value ->> 3, CAST(value ->> 4 AS integer), CAST(value ->> 5 AS integer) "
    "FROM json_array_elements(CAST(CAST(:rows AS text) AS json))",
}
_insert_of = {
    dialect: text(
        'INSERT INTO entries (game, number, "at", action, score, home) '
        f"{rows} ON CONFLICT DO NOTHING RETURNING game, number"
    )
    for dialect, rows in _FROM_ROWS.items()
}
_finish = (
    update(games)
    .where(games.c.id == bindparam("of"), games.c.outcome.is_(None))
    .values({name: bindparam(name) for name in ("outcome", "score", "bonus", "home", "elapsed")})
)


class Appended(NamedTuple):
    """New entries of one game as rows, and its result if they end it."""

    game: int
    rows: Sequence[dict[str, Any]]
    result: dict[str, Any] | None
    topics: tuple[str, ...]

    @property
    def key(self) -> tuple[int, int]:
        """Game and number of its first entry."""
        return self.game, self.rows[0]["number"]


@dataclass(eq=False)
class _Job:
    """What somebody waits for: entries of a game, work, or nothing but its topics being told."""

    topics: Sequence[str]
    appended: Appended | None = None
    work: Work[Any] | None = None
    is_apart: bool = False
    future: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    answer: Any = None
    """Whether entries were new, what work returned, or what it raised."""

    @property
    def is_done(self) -> bool:
        """Whether it happened, once it was tried."""
        return self.answer is not False and not isinstance(self.answer, Exception)

    def tell(self) -> None:
        """Gives its answer to whoever still waits for it."""
        if self.future.done():
            return
        if isinstance(self.answer, Exception):
            self.future.set_exception(self.answer)
        else:
            self.future.set_result(self.answer)


class Writer:
    """The one writer of a worker."""

    def __init__(self, database: Database, pubsub: PubSub) -> None:
        self.database, self._pubsub = database, pubsub
        self._waiting: list[_Job] = []
        self._wake = asyncio.Event()
        self._is_closing = False
        self._thread = ThreadPoolExecutor(1)  # its own: nobody's replay is waited for
        self._running = asyncio.create_task(self._run())

    async def append(self, appended: Appended) -> bool:
        """Writes entries; returns once they are on disk. False if another worker has written the first.

        Raises:
            DatabaseError: unknown whether they are written.
        """
        return bool(await self._ask(_Job(appended.topics, appended)))

    async def do(self, work: Work[T], topics: Sequence[str] = (), is_apart: bool = False) -> T:
        """Runs work in a shared transaction; returns its result once that is on disk.

        What it raises is raised here, and nothing of it has happened; it is repeated if other workers are in
        its way. Topics, to which the work may have added, are published when it is done. Changes to rows of
        rounds are done apart from all others: starting a round locks its row, and two workers that hold such
        locks and then want each other's would wait for ever.

        Raises:
            DatabaseError: unknown whether it was done.
        """
        done: T = await self._ask(_Job(topics, work=work, is_apart=is_apart))
        return done

    async def tell(self, topics: Sequence[str]) -> None:
        """Publishes topics with the next transaction; raises DatabaseError if that is uncertain."""
        await self._ask(_Job(topics))

    async def close(self) -> None:
        """Stops once everything requested is written."""
        self._is_closing = True
        self._wake.set()
        with suppress(asyncio.CancelledError):
            await self._running
        self._thread.shutdown()

    async def _ask(self, job: _Job) -> Any:
        if self._is_closing:
            raise DatabaseError("The server is going.")
        self._waiting.append(job)
        self._wake.set()
        return await job.future

    async def _run(self) -> None:
        while self._waiting or not self._is_closing:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            count = _together(self._waiting)
            jobs, self._waiting = self._waiting[:count], self._waiting[count:]
            try:
                await self._commit_at_last(jobs)
            except Exception as error:  # whatever it is: the next are to be written
                for job in jobs:
                    job.answer = DatabaseError(sentence(error))
            for job in jobs:
                job.tell()
            self._pubsub.publish(_topics(jobs))

    async def _commit_at_last(self, jobs: Sequence[_Job]) -> None:
        for _ in range(MAX_ATTEMPTS - 1):
            try:
                return await self._commit(jobs)
            except SQLAlchemyError as error:
                if not is_in_the_way(error):
                    raise
        return await self._commit(jobs)

    async def _commit(self, jobs: Sequence[_Job]) -> None:
        """Does jobs, and notes the answer of each."""
        first: dict[tuple[int, int], _Job] = {}  # later ones that begin with the same entry are not new
        for job in jobs:
            if job.appended is not None:
                job.answer = False
                first.setdefault(job.appended.key, job)
        appended = [job.appended for job in first.values() if job.appended is not None]
        works = [(job, job.work) for job in jobs if job.work is not None]

        def note(new: set[tuple[int, int]]) -> None:
            for key in new & first.keys():
                first[key].answer = True

        at_once, alone = self.database.at_once, self.database.alone
        if at_once is not None and appended:
            loop = asyncio.get_running_loop()
            note(await loop.run_in_executor(self._thread, _insert_by, at_once, appended))
            appended = []
        if alone is not None and not works and all(write.result is None for write in appended):
            async with alone.connect() as connection:
                if appended:
                    note(await connection.run_sync(_insert, appended))
                await self._pubsub.within(connection, _topics([job for job in jobs if job.appended is None]))
            self._pubsub.publish_soon(_topics([job for job in jobs if job.appended is not None]))
        elif appended or works:
            async with self.database.writing.begin() as connection:
                if appended:
                    note(await connection.run_sync(_insert, appended))
                for job, work in works:
                    job.answer = await self._work(connection, work)
                await self._pubsub.within(connection, _topics(jobs))

    async def _work(self, connection: AsyncConnection, work: Work[Any]) -> Any:
        try:
            async with connection.begin_nested():
                return await work(connection)
        except SQLAlchemyError as error:
            if getattr(error, "connection_invalidated", False) or is_in_the_way(error):
                raise
            return DatabaseError(sentence(error))
        except Exception as error:  # whatever the work raises is its asker's
            return error


def _insert_by(engine: Engine, appended: Sequence[Appended]) -> set[tuple[int, int]]:
    """Runs `_insert` in its own transaction, synced when it returns."""
    with engine.begin() as connection:
        return _insert(connection, appended)


def _insert(connection: Connection, appended: Sequence[Appended]) -> set[tuple[int, int]]:
    """Inserts new entries; returns which were new."""
    # In one order everywhere: of two workers that write entries of the same games one waits for the other.
    rows = sorted((row for job in appended for row in job.rows), key=itemgetter("game", "number"))
    values = json.dumps([[row[name] for name in _COLUMNS] for row in rows])
    found = connection.execute(_insert_of[connection.dialect.name], {"rows": values})
    new = {(row.game, row.number) for row in found}
    over = [{"of": job.game, **job.result} for job in appended if job.result is not None and job.key in new]
    if over:
        connection.execute(_finish, over)
    return new


def _topics(jobs: Sequence[_Job]) -> list[str]:
    """Topics of the jobs that were done, without duplicates."""
    return [*dict.fromkeys(topic for job in jobs if job.is_done for topic in job.topics)]


def _together(jobs: Sequence[_Job]) -> int:
    """Number of the first jobs that make one transaction."""
    if jobs[0].is_apart:
        return 1
    apart = next((index for index, job in enumerate(jobs) if job.is_apart), len(jobs))
    return min(apart, MAX_AT_ONCE)

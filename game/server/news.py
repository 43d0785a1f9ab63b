"""News between workers: short topics that say what has changed, after the change is committed.

They travel within a process, or by LISTEN and NOTIFY of PostgreSQL; receivers read the database.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from game.server.database import Database

if TYPE_CHECKING:
    import asyncpg

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

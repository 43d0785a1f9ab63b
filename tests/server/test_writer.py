"""Group commit: each piece of work stands or falls alone, entries count once, a failure is told to all."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, NamedTuple

import pytest
from sqlalchemy import func, insert, select, text

from game.server.database import Database, DatabaseError, PubSub, open_database
from game.server.schema import entries, games, hosts, seats, tournaments
from game.server.writer import Appended, Writer

RESULT = {"outcome": "ended", "score": 5, "bonus": 0, "home": 1, "elapsed": 9}


def row(number: int, action: str = "stock", game: int = 1) -> dict[str, Any]:
    return {"game": game, "number": number, "at": number, "action": action, "score": 0, "home": 0}


async def with_a_game(connection) -> None:
    await connection.execute(
        insert(tournaments).values(id="t", name="T", draw=3, seconds=300, rounds=1, robots_rank=False, made=0)
    )
    seat = {"id": 1, "tournament": "t", "name": "A", "kind": "person", "look": "a", "drawn": "a", "joined": 0}
    await connection.execute(insert(seats).values(**seat))
    await connection.execute(insert(games).values(id=1, seat=1, tournament="t", round=1, started=0, ends=1))


class Writing(NamedTuple):
    """A database with a game, what writes into it, and what is heard of it."""

    database: Database
    writer: Writer
    heard: list[str]


@asynccontextmanager
async def writing_to(address: str) -> AsyncIterator[Writing]:
    database = await open_database(address)
    pubsub = PubSub(database)
    heard: list[str] = []
    pubsub.hear(heard.append)
    await pubsub.start()
    await pubsub.is_listening.wait()
    heard.clear()
    writer = Writer(database, pubsub)
    await writer.do(with_a_game)
    try:
        yield Writing(database, writer, heard)
    finally:
        await writer.close()
        await pubsub.close()
        await database.close()


@pytest.fixture
def writing(database: str) -> AbstractAsyncContextManager[Writing]:
    return writing_to(database)


async def count(database, table) -> int:
    async with database.read() as connection:
        return await connection.scalar(select(func.count()).select_from(table))


async def test_entries_of_many_are_one_transaction_and_count_once(writing):
    database, writer, heard = writing
    asked = [writer.append(Appended(1, [row(number)], None, ("standings t",))) for number in range(1, 9)]
    asked.append(writer.append(Appended(1, [row(3, "end")], RESULT, ("never",))))
    assert await asyncio.gather(*asked) == [True] * 8 + [False]
    assert await count(database, entries) == 8
    async with database.read() as connection:
        assert await connection.scalar(select(games.c.outcome)) is None
        kept = select(entries.c.action).where(entries.c.number == 3)
        assert await connection.scalar(kept) == "stock"
    async with asyncio.timeout(5):
        while heard != ["standings t"]:
            await asyncio.sleep(0)


async def test_the_end_of_a_game_is_written_with_its_last_entry(writing):
    database, writer, _ = writing
    assert await writer.append(Appended(1, [row(1), row(2, "end")], RESULT, ()))
    async with database.read() as connection:
        found = (await connection.execute(select(games))).one()
    assert {name: getattr(found, name) for name in RESULT} == RESULT


async def test_work_that_fails_takes_nothing_with_it(writing):
    database, writer, heard = writing

    async def wrong(connection) -> None:
        await connection.execute(insert(hosts).values(key_hash="x", made=1))
        raise KeyError("mine")

    async def twice(connection) -> None:
        for _ in range(2):
            await connection.execute(insert(hosts).values(key_hash="y", made=1))

    async def right(connection) -> str:
        await connection.execute(insert(hosts).values(key_hash="z", made=1))
        return "done"

    answers = await asyncio.gather(
        writer.do(right, ["right"]),
        writer.do(wrong, ["wrong"]),
        writer.do(twice, ["twice"]),
        writer.append(Appended(1, [row(1)], None, ())),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [str, KeyError, DatabaseError, bool]
    async with database.read() as connection:
        assert (await connection.scalars(select(hosts.c.key_hash))).all() == ["z"]
    async with asyncio.timeout(5):
        while heard != ["right"]:
            await asyncio.sleep(0)


async def test_entries_that_cannot_be_kept_are_told_to_all_and_the_next_are_kept(writing):
    database, writer, _ = writing
    lost = [
        writer.append(Appended(1, [row(1)], None, ())),
        writer.append(Appended(7, [row(1, game=7)], None, ())),
    ]
    answers = await asyncio.gather(*lost, return_exceptions=True)
    assert [type(answer) for answer in answers] == [DatabaseError, DatabaseError]
    assert await count(database, entries) == 0
    assert await writer.append(Appended(1, [row(1)], None, ()))


async def test_whoever_asks_when_the_server_goes_is_refused_and_what_was_asked_is_written(sqlite):
    async with writing_to(sqlite) as (database, writer, _):
        asked = asyncio.create_task(writer.append(Appended(1, [row(1)], None, ())))
        await asyncio.sleep(0)
        await writer.close()
        assert await asked
        with pytest.raises(DatabaseError, match="going"):
            await writer.append(Appended(1, [row(2)], None, ()))
        assert await count(database, entries) == 1


@pytest.mark.thorough
async def test_news_come_again_after_the_connection_was_lost(postgres):
    async with writing_to(postgres) as (_, writer, heard):

        async def cut(connection) -> None:
            await connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE query LIKE 'LISTEN%' AND datname = current_database()"
                )
            )

        await writer.do(cut)
        async with asyncio.timeout(20):
            while "everything" not in heard:
                await asyncio.sleep(0.01)
            await writer.do(with_nothing, ["news"])
            while "news" not in heard:
                await asyncio.sleep(0.01)


async def with_nothing(_: object) -> None:
    """Only news."""

"""Workers in each other's way, a database that goes away, a full disk: nothing acknowledged is lost."""

import asyncio
import logging
import os
import sys

import pytest
from sqlalchemy import func, select, text, update

from game.online.client import ServerRefused, join
from game.online.messages import ActionDone
from game.server.schema import decks, games, rounds
from game.server.seats import new_key, seat_of
from game.server.service import Service
from tests.server.tables import EVENING, NoWorker, Server, SetClock, running, service_of
from tests.server.wire import Wire
from tools.asking import AskingClient
from tools.load.servers import workers

SEATS = 6


async def two(address: str, clock: SetClock) -> tuple[Service, Service]:
    """Two workers at one database."""
    found = await service_of(address, clock, decks=8), await service_of(address, clock, decks=0)
    for worker in found:
        await worker.start(keeps=False)
    return found


@pytest.mark.thorough
async def test_what_deadlocks_is_done_again(postgres):
    first, second = await two(postgres, SetClock())
    made = await first.make(EVENING)
    both_hold = asyncio.Barrier(2)
    one_is_done = asyncio.Event()
    tries = []

    async def crosswise(service: Service, *numbers: int) -> None:
        async def work(connection) -> None:
            tries.append(numbers)
            if len(tries) > 2:  # else it may lock the same row again before the other wakes
                await one_is_done.wait()
            for number in numbers:
                row = update(rounds).where(rounds.c.tournament == made.id, rounds.c.number == number)
                await connection.execute(row.values(opens=number))
                if number == numbers[0] and len(tries) <= 2:
                    await both_hold.wait()

        await service.writer.do(work)
        one_is_done.set()

    await asyncio.gather(crosswise(first, 1, 2), crosswise(second, 2, 1))
    assert len(tries) == 3
    for worker in (first, second):
        await worker.close()


@pytest.mark.thorough
async def test_two_workers_begin_close_and_lay_ready_at_once(postgres):
    """Those who begin hold a round's row, those who close it change that row: each worker does both."""
    both = await two(postgres, SetClock())
    for number in range(2):
        made = [await asyncio.gather(*(worker.make(EVENING) for worker in both))][0]
        seats = []
        for told in made:
            for name in range(SEATS):
                key = new_key()
                await both[name % 2].join(told.id, f"Player {name}", key)
                async with both[0].database.read() as connection:
                    seats.append(await seat_of(connection, told.id, key))
            for round_number in (1, 2):
                await both[round_number - 1].hosting.open_round(told.id, round_number)
        work = []
        for index, seat in enumerate(seats):
            for worker in both:
                work.append(worker.live.begin(seat, 1 + index % 2))
                work.append(worker.live.begin(seat, 1 + (index + 1) % 2))
            if index % 3 == 0:
                work += [worker.scheduler.look() for worker in both]
            if index == SEATS:
                work += [
                    worker.hosting.close_round(told.id, n) for worker in both for told in made for n in (1, 2)
                ]
        answers = await asyncio.gather(*work, return_exceptions=True)
        wrong = [
            answer
            for answer in answers
            if isinstance(answer, Exception)
            and str(answer) not in ("playing_another", "not_open", "no_change")
        ]
        assert wrong == [], number
        async with both[0].database.read() as connection:
            count = select(func.count()).select_from(games)
            pairs = select(func.count()).select_from(
                select(games.c.seat, games.c.round).distinct().subquery()
            )
            assert await connection.scalar(count) == await connection.scalar(pairs)
            laid = select(func.count()).select_from(decks).where(decks.c.tournament.is_not(None))
            assert await connection.scalar(laid) == 4 * (number + 1)
    async with both[0].database.read() as connection:
        await connection.execute(text("SELECT pg_stat_force_next_flush()"))
        seen = text("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        assert await connection.scalar(seen) == 0
    for worker in both:
        await worker.close()


async def comes_back(server: Server, tournament: str, key: str) -> AskingClient:
    """A connection of a player who tries until there is one."""
    async with asyncio.timeout(20):
        while True:
            try:
                client, _ = await server.back(tournament, key)
                return client
            except (ServerRefused, OSError):
                await asyncio.sleep(0)


@pytest.mark.thorough
async def test_a_database_that_goes_away_and_comes_back(postgres, caplog):
    caplog.set_level(logging.WARNING)
    host, _, rest = postgres.rpartition(":")
    port, _, name = rest.partition("/")
    async with Wire(int(port)) as wire:
        address = f"{host}:{wire.address.rpartition(':')[2]}/{name}"
        async with running(address, worker=NoWorker()) as server:
            tournament, anna, key = await server.seated(begun=1)
            kept = []
            for number in range(1, 6):
                done = await anna.do(1, number, "stock")
                kept.append(f"{done.at} stock")
            wire.is_open = False
            wire.cut()
            for _ in range(3):
                with pytest.raises((ServerRefused, OSError)):
                    await anna.do(1, 6, "stock")
                assert anna.goodbye.code == "failed"
                with pytest.raises((ServerRefused, OSError)):
                    await server.back(tournament, key)
            for _ in range(3):
                await server.service.announcements.tell_news()
            wire.is_open = True
            again = await comes_back(server, tournament, key)
            found = [*(await again.begin(1)).entries]
            assert found[: len(kept)] == kept
            assert len(found) <= 6
            assert isinstance(await again.do(1, len(found) + 1, "stock"), ActionDone)
            await server.look()
            await again.close()
    said = [record.getMessage() for record in caplog.records]
    assert said
    assert len(said) == len({*said})
    assert all(line.startswith("The database cannot be used: ") for line in said)
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.thorough
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a limit is set to another process")
def test_a_full_disk_refuses_and_loses_nothing(tmp_path):
    import resource

    def allow(worker, size: int) -> None:
        resource.prlimit(worker.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    async def scene(worker) -> None:
        tournament, key = await asyncio.to_thread(worker.made, 1), new_key()
        await asyncio.to_thread(join, worker.address, tournament, "Anna", key)
        await asyncio.to_thread(worker.open, tournament, 1)
        anna, _ = await AskingClient.connect(worker.address, tournament, key)
        await anna.begin(1)
        kept = []
        allow(worker, os.path.getsize(tmp_path / "rounds.sqlite3-wal") + 40_000)
        try:
            for number in range(1, 200):
                done = await anna.do(1, number, "stock")
                kept.append(f"{done.at} stock")
        except (ServerRefused, OSError):
            pass
        assert anna.goodbye.code == "failed"
        assert 0 < len(kept) < 199
        anna, _ = await AskingClient.connect(worker.address, tournament, key)
        assert [*(await anna.begin(1)).entries] == kept, "what is there can be read"
        allow(worker, resource.RLIM_INFINITY)
        assert isinstance(await anna.do(1, len(kept) + 1, "stock"), ActionDone)
        await anna.close()

    with workers(tmp_path, f"sqlite:///{tmp_path / 'rounds.sqlite3'}", 1) as (worker,):
        asyncio.run(scene(worker))

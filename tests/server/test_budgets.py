"""What strangers may have, and that whoever has a seat is no stranger."""

import asyncio
import json
from contextlib import AsyncExitStack
from threading import Event, Semaphore

import pytest
from websockets.asyncio.client import ClientConnection

from game.online.bodies import Tournaments
from game.online.client import ServerRefused
from game.online.messages import (
    ActionDone,
    Hello,
    Look,
    Ping,
    Practise,
    RecordRequest,
    SetClock,
    frame,
)
from game.server import standing
from game.server.budgets import (
    IDLE_MS,
    MAX_REMEMBERED,
    KnownKeys,
    Places,
    RateLimiter,
    RequestRejected,
    TokenBuckets,
    cost_of,
)
from game.server.connections import Connection
from game.server.database import READERS
from game.server.presence import is_any_open
from tests.server.strangers import stranger, told
from tests.server.tables import GENEROUS, Server, running
from tests.server.tables import SetClock as HandClock

NEW = Practise("rush draw=1 limit=none", 7, (), "en")
LONG = Practise("rush draw=1 limit=none", 7, tuple(f"{number} stock" for number in range(1, 401)), "en")


async def said(socket: ClientConnection) -> list[str]:
    """Kinds of messages until the end of a connection, and the code of the last."""
    return [message.get("code", message["kind"]) for message in await told(socket)]


async def practising(server: Server, stack: AsyncExitStack) -> ClientConnection:
    """A stranger at a practice table."""
    socket = await stack.enter_async_context(stranger(server))
    await socket.send(frame(NEW))
    assert json.loads(await socket.recv())["kind"] == "practice"
    return socket


def test_strangers_give_way_those_first_that_are_idle_longest_and_who_is_known_does_not():
    clock, gone = HandClock(), []
    places = Places(2, 3, clock)
    ada, ben = (places.take("a", lambda name=name: gone.append(name)) for name in ("ada", "ben"))
    ada.use()
    assert places.take("a", lambda: gone.append("cleo")) is not None
    assert gone == ["ben"]
    ada.know()
    others = [places.take(address, lambda: gone.append("other")) for address in "abc"]
    assert (gone, places.count) == (["ben", "cleo", "other"], 3)
    for guest in (ada, ben, *others):
        guest.leave()
        guest.leave()
    assert places.count == 0


def test_a_game_gives_way_only_once_it_was_idle_for_a_minute():
    clock, gone = HandClock(), []
    places = Places(1, 9, clock, IDLE_MS)
    places.take("a", lambda: gone.append("first"))
    assert places.take("a", lambda: None) is None
    clock.go_on(IDLE_MS)
    assert places.take("a", lambda: None) is not None
    assert gone == ["first"]


def test_where_all_are_known_nobody_gives_way():
    places = Places(2, 1, HandClock())
    places.take("a", lambda: None).know()
    assert places.take("b", lambda: None) is None


def test_a_key_that_was_right_has_a_budget_of_its_own_and_right_again_is_not_the_next_to_be_forgotten():
    keys = KnownKeys(TokenBuckets(1, 1, HandClock()))
    assert keys.of("a") is None
    keys.add("a")
    keys.add("b")
    assert [keys.of(key).take() for key in "aab"] == [True, False, True]
    keys = KnownKeys(TokenBuckets(1, 1, HandClock()))
    for number in range(MAX_REMEMBERED):
        keys.add(str(number))
    keys.add("0")
    assert keys.of("1") is not None, "the same again takes nobody's place"
    keys.add("new")
    assert (keys.of("0") is None, keys.of("1") is None) == (False, True)


@pytest.mark.parametrize("spelled", [", ", ",", " ,\n"], ids=["spaced", "plain", "lines"])
def test_a_long_message_costs_by_its_entries_however_it_is_spelled(spelled):
    entries = spelled.join(f'"{number} stock"' for number in range(800))
    assert 40 <= cost_of(f'{{ "kind" : "practise", "entries": [{entries}]}}', None) <= 42


def test_a_message_costs_by_what_it_asks():
    costs = [cost_of("", asked) for asked in (Look(1, "en"), SetClock(3), RecordRequest(), Ping(1), LONG)]
    assert costs == [2, 2, 5, 1, 1 + len(LONG.entries) / 20]


async def test_who_was_turned_away_meanwhile_takes_no_seat_over(sqlite):
    async with running(sqlite) as server:
        tournament, anna, key = await server.seated()
        late = Connection("127.0.0.1")
        late.end("too_many")
        with pytest.raises(RequestRejected, match="too_many"):
            await server.service.attach(tournament, key, late)
        await anna.begin(1)


async def test_the_heartbeat_waits_for_no_reader(sqlite):
    async with running(sqlite) as server, AsyncExitStack() as stack:
        database = server.service.database
        for _ in range(READERS - 1):
            await stack.enter_async_context(database.read())
        async with asyncio.timeout(5), database.read(is_urgent=True) as urgent:
            assert await is_any_open(urgent) is False


async def test_results_of_many_are_ranked_while_no_reader_is_held(sqlite, monkeypatch):
    begun, may_end = Semaphore(0), Event()

    def slow(*_: object) -> list[object]:
        begun.release()
        may_end.wait(10)
        return []

    async with running(sqlite) as server:
        tournament, database = await server.made(), server.service.database
        await server.closed(tournament)
        monkeypatch.setattr(standing, "round_ranking", slow)
        asking = [asyncio.create_task(standing.order(database, tournament, 1)) for _ in range(READERS)]
        try:
            for _ in asking:
                assert await asyncio.to_thread(begun.acquire, timeout=5)
            async with asyncio.timeout(5), database.read() as connection:
                assert await is_any_open(connection) is False
        finally:
            may_end.set()
        assert await asyncio.gather(*asking) == [[]] * READERS


async def test_work_of_one_address_and_of_all_strangers_is_limited():
    rate_limiter = RateLimiter(GENEROUS._replace(per_address=1, strangers_work=4), HandClock())
    assert [await rate_limiter.afford("a", cost) for cost in (6, 60)] == [True, False]
    assert [await rate_limiter.afford("b", cost) for cost in (2, 60)] == [True, False]


async def test_whoever_has_a_seat_gets_in_at_an_address_full_of_strangers(sqlite):
    async with running(sqlite, GENEROUS._replace(per_address=4)) as server, AsyncExitStack() as stack:
        tournament, _, key = await server.seated(begun=1)
        tables = [await practising(server, stack) for _ in range(3)]
        one_more = await stack.enter_async_context(stranger(server))
        await one_more.send(frame(NEW))
        assert await said(one_more) == ["too_many"]
        silent = [await stack.enter_async_context(stranger(server)) for _ in range(4)]
        again, welcome = await server.back(tournament, key)
        assert welcome.player == "Anna"
        assert await said(silent[0]) == ["too_many"]
        others = [await stack.enter_async_context(stranger(server)) for _ in range(8)]
        assert isinstance(await again.do(1, 1, "stock"), ActionDone)
        server.clock.go_on(IDLE_MS)
        await others[-1].send(frame(NEW))
        assert json.loads(await others[-1].recv())["kind"] == "practice"
        assert await said(tables[0]) == ["layout", "table", "idle"]


async def test_a_right_key_is_answered_at_an_address_that_has_asked_too_much(sqlite):
    async with running(sqlite, GENEROUS._replace(per_address=1, requests_a_second=0.1)) as server:
        for _ in range(4):
            await server.ask("/tournaments", Tournaments)
        with pytest.raises(ServerRefused, match="too_many"):
            await server.ask("/tournaments", Tournaments)
        assert isinstance(await server.made(opened=0), str)


async def test_a_replay_for_which_no_work_is_left_is_refused_and_a_seat_may_come_back_at_once(sqlite):
    async with running(sqlite, GENEROUS._replace(strangers_work=2)) as server, AsyncExitStack() as stack:
        tournament, anna, key = await server.seated(begun=1)
        mallory = await stack.enter_async_context(stranger(server))
        await mallory.send(frame(LONG))
        assert await said(mallory) == ["too_many"]
        assert isinstance(await anna.do(1, 1, "stock"), ActionDone)
        await anna.close()
        page = await stack.enter_async_context(stranger(server))
        await page.send(frame(Hello(tournament, key)))
        await page.send(frame(LONG))
        assert await said(page) == ["welcome", "too_fast"]
        again, _ = await server.back(tournament, key)
        await again.begin(1)


async def test_a_practice_table_goes_on_from_its_own_game(sqlite):
    async with running(sqlite) as server, AsyncExitStack() as stack:
        socket = await stack.enter_async_context(stranger(server))
        heard = []
        for count in (10, 10, 25, 5):
            await socket.send(frame(Practise(NEW.game, 7, LONG.entries[:count], "en")))
            heard += [json.loads(await socket.recv()) for _ in range(3)]
        assert [len(game["entries"]) for game in heard[::3]] == [10, 10, 25, 5]
        assert heard[2]["piles"] == heard[5]["piles"]


async def test_a_table_at_which_only_pings_come_is_cleared(sqlite):
    async with running(sqlite, GENEROUS._replace(idle_s=0.2)) as server, AsyncExitStack() as stack:
        socket = await practising(server, stack)
        await socket.send(frame(Ping(1)))
        assert await said(socket) == ["layout", "table", "pong", "idle"]

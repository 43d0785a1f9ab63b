"""What strangers may have, and that whoever has a seat is no stranger."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from game.online.bodies import Tournaments
from game.online.client import ServerRefused, ask_http
from game.online.messages import PLAY, SUBPROTOCOL, ActionDone, Ping, Practise, frame
from game.server.budgets import IDLE_MS, KnownKeys, Places, RateLimiter, TokenBuckets
from tests.server.tables import GENEROUS, Server, SetClock, running

NEW = Practise("rush draw=1 limit=none", 7, (), "en")
LONG = Practise("rush draw=1 limit=none", 7, tuple(f"{number} stock" for number in range(1, 401)), "en")


@asynccontextmanager
async def play(server: Server) -> AsyncIterator[ClientConnection]:
    """A connection that has said nothing."""
    address = server.address.replace("http", "ws") + PLAY
    async with connect(address, subprotocols=[SUBPROTOCOL], compression=None, proxy=None) as socket:
        yield socket


async def said(socket: ClientConnection) -> list[str]:
    """Kinds of messages until the end of a connection, and the code of the last."""
    found = []
    try:
        async with asyncio.timeout(10):
            async for text in socket:
                told = json.loads(text)
                found.append(told.get("code", told["kind"]))
    except ConnectionClosed:
        pass
    return found


async def practising(server: Server, stack: AsyncExitStack) -> ClientConnection:
    """A stranger at a practice table."""
    socket = await stack.enter_async_context(play(server))
    await socket.send(frame(NEW))
    assert json.loads(await socket.recv())["kind"] == "practice"
    return socket


def test_strangers_give_way_those_first_that_are_idle_longest_and_who_is_known_does_not():
    clock, gone = SetClock(), []
    places = Places(2, 3, clock)
    ada, ben = (places.take("a", lambda name=name: gone.append(name)) for name in ("ada", "ben"))
    ada.use()
    assert places.take("a", lambda: gone.append("cleo")) is not None
    assert gone == ["ben"]
    ada.know()
    others = [places.take(address, lambda: gone.append("other")) for address in "abc"]
    assert (gone, places.count) == (["ben", "cleo", "other"], 3)
    for each in (ada, ben, *others):
        each.leave()
        each.leave()
    assert places.count == 0


def test_a_game_gives_way_only_once_it_was_idle_for_a_minute():
    clock, gone = SetClock(), []
    places = Places(1, 9, clock, IDLE_MS)
    places.take("a", lambda: gone.append("first"))
    assert places.take("a", lambda: None) is None
    clock.go_on(IDLE_MS)
    assert places.take("a", lambda: None) is not None
    assert gone == ["first"]


def test_where_all_are_known_nobody_gives_way():
    places = Places(2, 1, SetClock())
    places.take("a", lambda: None).know()
    assert places.take("b", lambda: None) is None


def test_a_key_that_was_right_has_a_budget_of_its_own():
    keys = KnownKeys(TokenBuckets(1, 1, SetClock()))
    assert keys.of("a") is None
    keys.add("a")
    keys.add("b")
    assert [keys.of(key).take() for key in "aab"] == [True, False, True]


async def test_work_of_one_address_and_of_all_strangers_is_limited():
    guard = RateLimiter(GENEROUS._replace(per_address=1, strangers_work=4), SetClock())
    assert [await guard.afford("a", cost) for cost in (6, 60)] == [True, False]
    assert [await guard.afford("b", cost) for cost in (2, 60)] == [True, False]


async def test_whoever_has_a_seat_gets_in_at_an_address_full_of_strangers(sqlite):
    async with running(sqlite, GENEROUS._replace(per_address=4)) as server, AsyncExitStack() as stack:
        tournament = await server.made()
        anna, _, key = await server.player(tournament, "Anna")
        await anna.begin(1)
        tables = [await practising(server, stack) for _ in range(3)]
        one_more = await stack.enter_async_context(play(server))
        await one_more.send(frame(NEW))
        assert await said(one_more) == ["too_many"]
        silent = [await stack.enter_async_context(play(server)) for _ in range(4)]
        again, welcome = await server.back(tournament, key)
        assert welcome.player == "Anna"
        assert await said(silent[0]) == ["too_many"]
        others = [await stack.enter_async_context(play(server)) for _ in range(8)]
        assert isinstance(await again.do(1, 1, "stock"), ActionDone)
        server.clock.go_on(IDLE_MS)
        await others[-1].send(frame(NEW))
        assert json.loads(await others[-1].recv())["kind"] == "practice"
        assert await said(tables[0]) == ["layout", "table", "idle"]


async def test_a_right_key_is_answered_at_an_address_that_has_asked_too_much(sqlite):
    async with running(sqlite, GENEROUS._replace(per_address=1, requests_a_second=0.1)) as server:
        for _ in range(4):
            await asyncio.to_thread(ask_http, server.address, "/tournaments", Tournaments)
        with pytest.raises(ServerRefused, match="too_many"):
            await asyncio.to_thread(ask_http, server.address, "/tournaments", Tournaments)
        assert isinstance(await server.made(opened=0), str)


async def test_a_replay_for_which_no_work_is_left_is_refused(sqlite):
    async with running(sqlite, GENEROUS._replace(strangers_work=2)) as server, AsyncExitStack() as stack:
        tournament = await server.made()
        anna, _, _ = await server.player(tournament, "Anna")
        await anna.begin(1)
        mallory = await stack.enter_async_context(play(server))
        await mallory.send(frame(LONG))
        assert await said(mallory) == ["too_many"]
        assert isinstance(await anna.do(1, 1, "stock"), ActionDone)


async def test_a_practice_table_goes_on_from_its_own_game(sqlite):
    async with running(sqlite) as server, AsyncExitStack() as stack:
        socket = await stack.enter_async_context(play(server))
        told = []
        for count in (10, 10, 25, 5):
            await socket.send(frame(Practise(NEW.game, 7, LONG.entries[:count], "en")))
            told += [json.loads(await socket.recv()) for _ in range(3)]
        assert [len(each["entries"]) for each in told[::3]] == [10, 10, 25, 5]
        assert told[2]["piles"] == told[5]["piles"]


async def test_a_table_at_which_only_pings_come_is_cleared(sqlite):
    async with running(sqlite, GENEROUS._replace(idle_s=0.2)) as server, AsyncExitStack() as stack:
        socket = await practising(server, stack)
        await socket.send(frame(Ping(1)))
        assert await said(socket) == ["layout", "table", "pong", "idle"]

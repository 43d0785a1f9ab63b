"""Rounds in which all clocks start together: nothing is told before, and who comes late has less time."""

import asyncio
from dataclasses import replace

import pytest

from game.online.check import check_round
from game.online.client import ServerRefused
from game.play.game import ControlAction, Entry
from game.rules.position import STOCK
from game.server.rounds import COUNTDOWN_MS
from tests.server.tables import EVENING, START, NoWorker, Server, running

COMMON = replace(EVENING, start="common")
STARTS = START + COUNTDOWN_MS


async def state(server: Server, tournament: str) -> str:
    await server.look()
    return (await server.states(tournament))[0]


async def test_nothing_is_told_before_all_clocks_start_and_they_run_from_there_whenever_one_begins(server):
    tournament = await server.made(COMMON, opened=0)
    anna, _, _ = await server.player(tournament, "Anna")
    ben, _, _ = await server.player(tournament, "Ben")
    await server.service.hosting.open_round(tournament, 1)
    told = await server.service.tournament(tournament)
    assert told.rounds[0].starts == STARTS
    server.clock.go_on(COUNTDOWN_MS - 1)
    with pytest.raises(ServerRefused, match=f"not_started {STARTS}"):
        await anna.begin(1)
    refused = await anna.do(1, 1, "stock")
    assert refused.code == "not_begun"
    server.clock.go_on(1)
    position = await anna.begin(1)
    assert (position.started, position.now) == (STARTS, STARTS)
    server.clock.go_on(130_000)
    late = await ben.begin(1)
    assert (late.started, late.now - late.started) == (STARTS, 130_000)
    done = await ben.do(1, 1, "stock")
    assert done.at == 130_000
    server.clock.go_on(170_000)
    assert (await anna.do(1, 1, "stock")).code == "time_is_up"
    assert (await ben.do(1, 2, "stock")).code == "time_is_up"
    await server.service.scheduler.sweep()
    places = (await server.service.standings(tournament)).places
    assert [place.elapsed for place in places] == [300_000, 300_000]


async def test_a_round_whose_time_is_over_is_begun_by_nobody_and_closes_by_itself(server):
    tournament = await server.made(COMMON, opened=0)
    anna, _, _ = await server.player(tournament, "Anna")
    await server.service.hosting.open_round(tournament, 1)
    told = await server.service.tournament(tournament)
    assert told.rounds[0].closes == STARTS + 300_000
    server.clock.go_on(COUNTDOWN_MS + 299_999)
    assert await state(server, tournament) == "open"
    server.clock.go_on(1)
    with pytest.raises(ServerRefused, match="not_open"):
        await anna.begin(1)
    assert await state(server, tournament) == "closing"
    server.clock.go_on(2000)
    assert await state(server, tournament) == "closed"
    shorter = await server.made(replace(COMMON, lasts=30), opened=1)
    told = await server.service.tournament(shorter)
    assert told.rounds[0].closes == server.clock() + 30_000, "a shorter time to begin holds too"


async def test_robots_start_with_everybody(database):
    async with running(
        database, worker=NoWorker([Entry(2000, STOCK), Entry(5000, ControlAction.END)])
    ) as server:
        tournament = await server.made(replace(COMMON, robots=("regular",), robots_rank=True), opened=0)
        await server.service.hosting.open_round(tournament, 1)

        async def robot():
            (place,) = (await server.service.standings(tournament)).places
            return place.rounds[0]

        async with asyncio.timeout(10):
            while await robot() is None:
                await server.look()
                await asyncio.sleep(0)
                server.clock.go_on(50)
        server.clock.moment = STARTS + 4000
        assert not (await robot()).is_over
        server.clock.moment = STARTS + 6000
        assert (await robot()).is_over
        await server.service.hosting.close_round(tournament, 1)
        server.clock.go_on(3000)
        assert await state(server, tournament) == "closed"
        assert check_round(await server.service.closed_round(tournament, 1)).faults == ()

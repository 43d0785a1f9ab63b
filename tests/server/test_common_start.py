"""Rounds in which all clocks start together: nothing is told before, and who comes late has less time."""

from dataclasses import replace

import pytest

from game.online.client import ServerRefused
from game.server.rounds import COUNTDOWN_MS
from tests.server.tables import EVENING, START, Server

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

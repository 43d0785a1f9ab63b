"""What a server does unasked: decks, timed rounds, robots, games that are out of time."""

import asyncio
from dataclasses import replace
from functools import partial

import pytest

from game.online.bodies import NewTournament
from game.online.check import check_round
from game.online.client import ServerRefused
from game.online.messages import ActionDone, TournamentChanged
from game.play.game import ControlAction, Entry
from game.play.proof import deck_from_secret
from game.rules.position import STOCK
from game.server.budgets import RequestRejected
from game.server.rounds import COUNTDOWN_MS, MIN_RESERVE, SOON_MS, PromisedRound, layable, spare_decks
from game.server.scheduler import RESERVE
from game.server.standing import table
from tests.server.tables import EVENING, START, NoWorker, Server, hears, running

pytestmark = pytest.mark.thorough

TIMED = NewTournament("Timed", 3, 60, 2, START + 10_000, 600, 30, (), False)
ROBOT_PLAYED = [Entry(2000, STOCK), Entry(5000, STOCK), Entry(20_000, ControlAction.END)]


async def until(server: Server, holds) -> None:
    """Looks until what is done beside is done."""
    async with asyncio.timeout(60):
        while not await holds():
            await server.look()


async def test_timed_rounds_open_and_close_by_the_clock(server):
    tournament = await server.made(TIMED, opened=0)
    await server.look()
    assert await server.states(tournament) == ["waiting", "waiting"]
    told = (await server.service.tournament(tournament)).rounds
    planned = [(START + ms, START + ms + 30_000) for ms in (10_000, 610_000)]
    assert [(info.opens, info.closes) for info in told] == planned
    heard: list = []
    anna, _, _ = await server.player(tournament, "Anna", heard)
    await server.look(10_000)
    assert await server.states(tournament) == ["open", "waiting"]
    await anna.begin(1)
    await server.look(30_000)
    assert await server.states(tournament) == ["closing", "waiting"]
    assert isinstance(await anna.do(1, 1, "stock"), ActionDone), "who plays plays on"
    await server.look(31_000, 2)
    assert await server.states(tournament) == ["closed", "waiting"]
    await hears(anna, heard, TournamentChanged, lambda told: told.tournament.rounds[0].deck)


async def test_a_round_stays_shut_until_what_was_on_its_way_has_arrived_and_nobody_begins_it(server):
    tournament, anna, _ = await server.seated()
    await server.closed(tournament, 1999)
    assert await server.states(tournament) == ["closing", "waiting"]
    for number in (1, 2):
        with pytest.raises(ServerRefused, match="not_open"):
            await anna.begin(number)
    await server.look(1)
    assert await server.states(tournament) == ["closed", "waiting"]


@pytest.mark.parametrize(("start", "begins"), [("own", START), ("common", START + COUNTDOWN_MS)])
async def test_a_robot_plays_at_its_pace_and_has_no_place_among_people(database, start, begins):
    async with running(database, worker=NoWorker(ROBOT_PLAYED)) as server:
        tournament = await server.made(replace(EVENING, robots=("regular",), start=start))
        server.clock.moment = begins + 1000
        await server.player(tournament, "Anna")

        async def robot():
            places = (await table(server.service.database, tournament, server.clock())).places
            (found,) = (place for place in places if place.kind != "person")
            return found.rounds[0]

        async def has_begun() -> bool:
            return await robot() is not None

        await until(server, has_begun)
        server.clock.moment = begins + 15_000
        assert not (await robot()).is_over
        await server.service.hosting.close_round(tournament, 1)
        server.clock.moment = begins + 18_000
        await server.look()
        assert await server.states(tournament) == ["closing", "waiting"], "the robot is still being watched"
        server.clock.moment = begins + 21_000
        assert (await robot()).is_over
        places = (await server.service.standings(tournament)).places
        assert [(place.player, place.rank) for place in places] == [("Anna", 1), ("Cog", None)]
        await server.look()
        closed = await server.service.closed_round(tournament, 1)
        assert check_round(closed).faults == ()
        assert [(game.player, game.kind) for game in closed.played] == [("Cog", "robot regular")]
        assert "robot=regular" in closed.played[0].record


async def test_robots_have_places_if_the_host_says_so(server):
    await server.made(replace(EVENING, robots=("regular", "expert"), robots_rank=True))
    told = (await server.service.tournaments()).tournaments[0]
    await server.player(told.id, "Anna")
    places = (await server.service.standings(told.id)).places
    assert {place.rank for place in places} == {1}
    assert [place.player for place in places] == ["Cog", "Bolt", "Anna"]


async def test_a_game_whose_player_never_comes_back_ends_in_time(server):
    tournament, anna, key = await server.seated(begun=1)
    await anna.close()
    server.clock.go_on(300_000)
    await server.service.scheduler.sweep()
    (place,) = (await server.service.standings(tournament)).places
    score = place.rounds[0]
    assert (score.is_over, score.elapsed) == (True, 300_000)
    back, welcome = await server.back(tournament, key)
    assert welcome.running is None
    position = await back.begin(1)
    assert (position.entries, position.ending and position.ending.outcome) == (("300000 end",), "timeout")


class DeckWorker(NoWorker):
    """A helping process that has a new deck at once."""

    def __init__(self) -> None:
        super().__init__()
        self.made = self.urgent = 0

    async def deck(self, draw: int, is_urgent: bool = False) -> str:
        self.made += 1
        self.urgent += is_urgent
        return deck_from_secret(f"{draw} {self.made}".encode().rjust(32))


async def test_decks_are_made_ahead_of_need_and_laid_ready_for_who_waits(database):
    async with running(database, decks=0, worker=DeckWorker()) as server:
        tournament = await server.made(opened=0)
        assert {info.commitment for info in (await server.service.tournament(tournament)).rounds} == {None}

        async def is_ready() -> bool:
            return all(info.commitment for info in (await server.service.tournament(tournament)).rounds)

        await until(server, is_ready)
        promised = [info.commitment for info in (await server.service.tournament(tournament)).rounds]
        assert len(set(promised)) == 2
        await server.service.hosting.open_round(tournament, 1)
        await server.closed(tournament)
        closed = await server.service.closed_round(tournament, 1)
        assert check_round(closed, promised[0]).faults == ()


async def test_many_decks_are_laid_by_while_nobody_plays_and_few_while_somebody_does(database):
    async with running(database, decks=2, worker=DeckWorker()) as server:

        async def spare() -> dict[int, int]:
            async with server.service.database.read() as connection:
                return await spare_decks(connection)

        async def are_there(count: int) -> bool:
            laid_by = await spare()
            return min(laid_by.get(draw, 0) for draw in RESERVE) >= count

        _, anna, _ = await server.seated(begun=1)
        await until(server, partial(are_there, MIN_RESERVE))
        await server.look(times=5)
        assert await spare() == {1: MIN_RESERVE, 3: MIN_RESERVE}
        await anna.do(1, 1, "end")
        await until(server, partial(are_there, MIN_RESERVE + 2))


def test_a_round_after_the_next_hour_leaves_decks_to_those_before():
    soon = PromisedRound(START, "soon", 1, 3, False)
    waiting = [soon, soon._replace(has_deck=True), PromisedRound(START + 2 * SOON_MS, "later", 1, 3, False)]
    laid = [[waits.tournament for waits in layable({3: spare}, waiting, START)] for spare in (0, 1, 4, 5)]
    assert laid == [[], ["soon"], ["soon"], ["soon", "later"]]


async def test_the_reserve_follows_what_is_promised_for_the_next_hour(sqlite):
    worker = DeckWorker()
    async with running(sqlite, decks=2, worker=worker) as server:
        playing = await server.made()
        anna, _, _ = await server.player(playing, "Anna")
        await anna.begin(1)
        for _ in range(2):
            await server.made(EVENING, opened=0)
        later = await server.made(replace(EVENING, opens=START + 3 * SOON_MS, every=3600), opened=0)

        async def is_enough() -> bool:
            return (await server.service.database.ask(spare_decks)).get(3, 0) >= 5

        await until(server, is_enough)
        assert worker.urgent >= 4
        await server.look(times=5)
        assert (await server.service.database.ask(spare_decks))[3] == 5  # 4 that wait, 1 of the evening
        assert all(info.commitment for info in (await server.service.tournament(later)).rounds)


async def test_open_says_how_long_a_deck_will_take_and_who_needs_one_first_gets_it(sqlite):
    async with running(sqlite, decks=2) as server:
        later = await server.made(replace(EVENING, opens=START + 3 * SOON_MS, every=3600), opened=0)
        ids = []
        for _ in range(3):
            server.clock.go_on(1000)
            ids.append(await server.made(opened=0))
        laid = [
            [bool(info.commitment) for info in (await server.service.tournament(id_)).rounds]
            for id_ in (later, *ids)
        ]
        assert laid == [[False, False], [True, True], [False, False], [False, False]]
        seconds = []
        for id_, number in ((ids[1], 1), (ids[2], 1), (ids[1], 2), (later, 1)):
            with pytest.raises(RequestRejected) as no:
                await server.service.open_round(id_, number)
            seconds.append(int(no.value.parts[0]))
        assert seconds == [2, 4, 6, 10]


async def test_a_closed_round_that_was_not_played_takes_its_whole_time(server):
    tournament = await server.made()
    players = [(await server.player(tournament, name))[0] for name in ("Anna", "Ben", "Clara")]
    for number, playing in ((1, players[:2]), (2, players[1:2])):
        if number > 1:
            await server.service.hosting.open_round(tournament, number)
        for guest in playing:
            await guest.begin(number)
            server.clock.go_on(1000)
            await guest.do(number, 1, "end")
        await server.service.hosting.close_round(tournament, number)
        await server.look(2000, 2)
    places = (await server.service.standings(tournament)).places
    assert [(place.rank, place.player, place.elapsed) for place in places] == [
        (1, "Ben", 2000),
        (2, "Anna", 301_000),
        (3, "Clara", 600_000),
    ]


async def test_a_cancelled_round_takes_no_time_of_who_played_a_later_one(server):
    tournament = await server.made(replace(EVENING, rounds=3), opened=0)
    anna, _, _ = await server.player(tournament, "Anna")
    await server.service.hosting.cancel_round(tournament, 1)
    await server.also_open(tournament, 3)
    await anna.begin(3)
    server.clock.go_on(1000)
    await anna.do(3, 1, "end")
    server.clock.go_on(1000)
    (place,) = (await server.service.standings(tournament)).places
    assert place.elapsed == 1000, "neither of the cancelled one nor of one that never opened"


async def test_who_missed_a_round_stands_behind_who_played_it_for_nothing(server):
    tournament, anna, _ = await server.seated(opened=2)
    ben, _, _ = await server.player(tournament, "Ben")
    for number in (1, 2):
        await ben.begin(number)
        server.clock.go_on(1000)
        await ben.do(number, 1, "end")
    await anna.begin(2)
    await anna.do(2, 1, "end")
    server.clock.go_on(2000)
    places = (await server.service.standings(tournament)).places
    assert [(place.player, place.elapsed) for place in places] == [("Ben", 2000), ("Anna", 300_000)]
    assert places[1].rounds[0] is None

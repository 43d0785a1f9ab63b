"""Who comes in: seats that knock, links with a secret, and what is closed once a round has opened."""

import asyncio
from dataclasses import replace

import pytest

from game.online.bodies import Chosen, NewTournament
from game.online.client import ServerRefused
from game.online.messages import Welcome
from game.server.seats import MAX_KNOCKS_PER_ADDRESS, new_key
from tests.server.strangers import ask
from tests.server.tables import EVENING, Server, hears
from tools.asking import AskingClient

ADMIT = replace(EVENING, seats="admit")


async def numbers(server: Server, tournament: str) -> dict[str, int]:
    return {seat.player: seat.seat for seat in (await server.service.all_seats(tournament)).seats}


async def test_who_knocks_plays_only_when_the_host_who_alone_has_the_door_has_let_them_in(server):
    tournament = await server.made(ADMIT, opened=0)
    key = await server.join(tournament, "Anna")
    heard: list = []
    client, welcome = await server.back(tournament, key, heard)
    assert not welcome.is_admitted
    for wrong in ("", key):
        for method, path in (("GET", "door"), ("POST", "door/admit"), ("POST", "door/refuse")):
            asked = f"/api/1/tournaments/{tournament}/{path}", method
            assert (await ask(server, *asked, Authorization=f"Bearer {wrong}"))[0] == 401
    assert (await server.service.tournament(tournament)).waiting == 1
    await server.service.hosting.open_round(tournament, 1)
    with pytest.raises(ServerRefused, match="not_admitted"):
        await client.begin(1)
    assert (await server.service.standings(tournament)).places == ()
    await server.admit(tournament)
    await hears(client, heard, Welcome, lambda told: told.is_admitted)
    assert (await client.begin(1)).entries == ()
    told = await server.service.tournament(tournament)
    assert (told.players, told.waiting) == (1, 0)


async def test_who_is_sent_away_is_told_so_and_the_name_is_free_but_not_who_sits(server):
    tournament = await server.made(ADMIT, opened=0)
    sitting, _, _ = await server.player(tournament, "Ben")
    key = await server.join(tournament, "Anna")
    client, _ = await server.back(tournament, key)
    await server.service.send_away(tournament, Chosen(tuple((await numbers(server, tournament)).values())))
    await client.is_over.wait()
    assert client.goodbye.code == "sent_away"
    with pytest.raises(ServerRefused, match="unknown_key"):
        await server.back(tournament, key)
    await server.join(tournament, "Anna")
    await sitting.ping(1)
    told = await server.service.tournament(tournament)
    assert (told.players, told.waiting) == (1, 1)


async def test_who_connects_while_the_host_lets_in_is_told_so(server):
    """A seat that was read before, and takes its place after that was told, would wait for ever."""

    async def admit(server: Server, tournament: str, turns: int) -> None:
        for _ in range(turns):
            await asyncio.sleep(0)
        await server.admit(tournament)

    for number in range(8):
        tournament = await server.made(ADMIT, opened=0)
        key = await server.join(tournament, "Anna")
        heard: list = []
        (client, welcome), _ = await asyncio.gather(
            server.back(tournament, key, heard), admit(server, tournament, 4 * number)
        )
        heard.append(welcome)
        await hears(client, heard, Welcome, lambda told: told.is_admitted)
        await client.close()


@pytest.mark.parametrize("seats", ["admit", "link", "open"])
async def test_once_a_round_has_opened_newcomers_knock_whatever_holds_before(seats, server):
    tournament = await server.made(replace(EVENING, seats=seats), opened=0)
    secret = (await server.service.all_seats(tournament)).secret or ""
    assert bool(secret) is (seats == "link")
    for wrong in ("", "0" * 32) * bool(secret):
        with pytest.raises(ServerRefused, match="link_needed"):
            await server.join(tournament, "Anna", secret=wrong)
    before = await server.join(tournament, "Anna", secret=secret)
    await server.service.hosting.open_round(tournament, 1)
    after = await server.join(tournament, "Ben", secret=secret)
    for key, is_admitted in ((before, seats != "admit"), (after, False)):
        client, welcome = await AskingClient.connect(server.address, tournament, key)
        assert welcome.is_admitted is is_admitted
        await client.close()


async def test_a_tournament_has_so_many_seats_and_no_more(server, monkeypatch):
    monkeypatch.setattr("game.server.seats.MAX_SEATS", 2)
    tournament = await server.made(opened=0)
    await server.join(tournament, "Anna")
    await server.join(tournament, "Ben")
    with pytest.raises(ServerRefused, match="full"):
        await server.join(tournament, "Cleo")
    assert set(await numbers(server, tournament)) == {"Anna", "Ben"}


async def test_a_flood_of_knocks_from_one_address_hides_nobody(server):
    tournament = await server.made(ADMIT, opened=0)
    for number in range(MAX_KNOCKS_PER_ADDRESS):
        await server.join(tournament, f"Guest {number}")
    with pytest.raises(ServerRefused, match="door_full"):
        await server.join(tournament, "One more")
    await server.service.join(tournament, "Anna", new_key(), address="192.0.2.7")
    first, *others = (await server.service.all_seats(tournament)).seats
    assert (first.player, first.beside) == ("Anna", 0)
    assert {seat.beside for seat in others} == {MAX_KNOCKS_PER_ADDRESS - 1}


def test_who_asks_as_before_gets_what_held_before():
    assert (EVENING.seats, EVENING.start) == ("open", "own")
    assert NewTournament("x", 3, 300, 1, None, None, None, (), False) == replace(EVENING, name="x", rounds=1)

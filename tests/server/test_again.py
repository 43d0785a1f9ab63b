"""After the podium: one more round, and another evening with the same link, code and seats."""

import asyncio
from urllib.request import urlopen

import pytest

from game.online.bodies import AllStandings, Highlights, NewTournament
from game.online.client import ServerRefused
from game.online.messages import PlaceInfo, RoundInfo, RoundScore, TournamentChanged, TournamentInfo
from game.play.game import ControlAction
from game.rounds.hosted import short_code
from game.server.standing import Evening, series_table
from tests.server.tables import HOST, START, Server, hears

WANTED = NewTournament("Sunday", 3, 300, 1, None, None, None, (), False, "link")


async def asks(server: Server, tournament: str, path: str) -> TournamentInfo | str:
    """The answer to a host's wish, or the code of its refusal."""
    try:
        return await server.ask(f"/tournaments/{tournament}/{path}", TournamentInfo, None, HOST, "POST")
    except ServerRefused as no:
        return no.refusal.code


async def test_an_evening_goes_on_with_one_more_round_and_another_evening_of_the_same_people(
    server: Server,
):
    first = await server.made(WANTED)
    secret = (await server.service.all_seats(first)).secret
    heard: list = []
    key = await server.join(first, "Anna", secret=secret)
    await server.admit(first)
    anna, _ = await server.back(first, key, heard)
    await anna.begin(1)
    assert await asks(server, first, "next") == "still_played"
    await anna.do(1, 1, ControlAction.END.value)
    await server.closed(first)
    assert await server.service.highlights(first, 1) == Highlights("", 0, "", 0)
    more = await asks(server, first, "rounds")
    assert [info.state for info in more.rounds] == ["closed", "waiting"]
    await hears(anna, heard, TournamentChanged, lambda told: len(told.tournament.rounds) == 2)

    second = await asks(server, first, "next")
    told = (await hears(anna, heard, TournamentChanged, lambda told: told.tournament.next)).tournament
    assert (told.next, told.series, second.series) == (second.id, first, first), "phones follow by this"
    assert (second.name, [info.state for info in second.rounds]) == ("Sunday 2", ["waiting", "waiting"])
    _, welcome = await server.back(second.id, key)
    assert (welcome.player, welcome.is_admitted) == ("Anna", True), "the same seat"
    assert (await server.service.all_seats(second.id)).secret == secret, "the same link"
    led = await asyncio.to_thread(urlopen, f"{server.address}/{short_code(first)}")
    assert led.url == f"{server.address}/tournaments/{second.id}/play", "the same code"
    (seat,) = (await server.service.all_seats(second.id)).seats
    await server.service.hosting.rename_seat(second.id, seat.seat, "Anne")
    (line,) = series_table(await server.service.evenings(second.id))
    assert (line.player, line.places) == ("Anne", (None, None)), "a name is changed, and the line goes on"
    (place,) = (await server.service.standings(second.id)).places
    assert place.total == 0, "points from zero"
    assert await asks(server, first, "next") == await asks(server, first, "rounds") == "no_change"
    third = await asks(server, second.id, "next")
    assert third.name == "Sunday 3"
    page = (await asyncio.to_thread(urlopen, f"{server.address}/tournaments/{first}")).read().decode()
    assert [f'aria-label="{name}"' in page for name in ("Sunday", "Sunday 2", "Sunday 3")] == [True] * 3


async def test_a_tournament_has_ten_rounds_at_most(server: Server):
    full = await server.made(WANTED)
    for _ in range(9):
        await asks(server, full, "rounds")
    assert await asks(server, full, "rounds") == "no_more_rounds"


@pytest.mark.parametrize("is_closed", [True, False])
def test_a_series_counts_places_points_and_rounds_won(is_closed: bool):
    def evening(owners: dict[str, str], *scores: tuple[str, str, int | None, int]) -> Evening:
        info = RoundInfo(1, "closed" if is_closed else "open", None, None, None, None, None)
        told = TournamentInfo(
            "ab" * 16, "Sunday", "rush draw=3 limit=300", START, len(scores), False, (info,)
        )
        places = [
            PlaceInfo(rank, name, kind, total, 0, 0, (RoundScore(True, total, 0, 0),))
            for name, kind, rank, total in scores
        ]
        return Evening(AllStandings(START, told, tuple(places)), owners)

    lines = series_table(
        [
            evening(
                {"Anna": "a", "Ben": "b"},
                *(("Anna", "person", 1, 50), ("Ben", "person", 2, 40), ("Cog", "robot regular", None, 90)),
            ),
            evening(
                {"Benedict": "b", "Anna": "a", "Ben": "c"},
                *(("Benedict", "person", 1, 70), ("Anna", "person", 1, 70), ("Ben", "person", 3, 10)),
            ),
        ]
    )
    won = {"Anna": 2, "Benedict": 1} if is_closed else {}
    assert [(line.player, line.places, line.points, line.won) for line in lines] == [
        ("Anna", (1, 1), 120, won.get("Anna", 0)),
        ("Benedict", (2, 1), 110, won.get("Benedict", 0)),
        ("Ben", (None, 3), 10, 0),
        ("Cog", (None, None), 90, 0),
    ], "somebody renamed keeps the line, another of the name has one"

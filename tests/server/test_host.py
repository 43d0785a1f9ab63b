"""The command `host`: a tournament made, its rounds opened and closed, and what is said when it cannot be."""

import asyncio
import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from game.cli import main
from game.cli.command import typed_program
from game.codec import encoded
from game.online.bodies import Chosen
from game.online.client import ServerRefused, ask_http, join
from game.online.messages import TournamentInfo
from game.rounds.asking import read_address
from game.server.seats import new_key
from tests.server.no_server import saying
from tests.server.tables import HOST, NoWorker, running


@pytest.fixture
def server(sqlite: str):
    return running(sqlite)


async def test_robots_that_think_too_long_without_numba_are_refused(sqlite, host):
    worker = NoWorker()
    worker.strengths = ("beginner", "regular")
    async with running(sqlite, worker=worker) as server:
        words = ["new", "Sunday", "--server", server.address, "--robots"]
        assert (await host(*words, "beginner,regular"))[0] == 0
        why = "patience: the server refused: robots called master need numba, which is not installed there."
        assert await host(*words, "regular,master") == (1, [why])


async def test_a_host_makes_a_tournament_opens_and_closes_its_rounds(tmp_path, key, host):
    async with running(f"sqlite:///{tmp_path / 'rounds.sqlite3'}", decks=2) as server:
        code, said = await host("new", "Sunday", "--robots", "regular,master", "--server", server.address)
        assert code == 0
        link = re.search(rf"{server.address}/tournaments/(\w+)$", said[0])[0]
        assert said[0].startswith("The page of the tournament, which only this machine reaches")
        assert said[1] == f"Open each round with: {typed_program()} host open {link} --key-file {key}"
        assert "Not every round has its deck yet" in said[2]
        assert said[3] == (
            "List the players who wait, and let them in, with: "
            f"{typed_program()} host admit {link} --key-file {key}"
        )
        (told,) = (await server.service.tournaments()).tournaments
        assert (told.name, told.game, told.players) == ("Sunday", "rush draw=3 limit=300", 2)
        assert await host("open", link) == (0, ["Round 1 of Sunday is open."])
        assert await host("open", link) == (
            0,
            [
                "Round 1 of Sunday is closed: running games go on, nobody can start it any more.",
                "Round 2 of Sunday is open.",
            ],
        )
        code, said = await host("open", link)
        assert (code, len(said)) == (1, 1)
        assert "is still being prepared" in said[0]
        code, said = await host("close", link, "--round", "2")
        assert (code, said[0]) == (0, "Round 2 of Sunday can no longer be started.")
        assert await host("close", link) == (1, ["patience: no round is open."])
        told = await server.service.tournament(told.id)
        assert [info.state for info in told.rounds] == ["closing", "closing", "waiting"]

        later = f"{datetime.now() + timedelta(days=2):%Y-%m-%dT%H:%M}"
        plan = ("--opens", later, "--every", "60", "--lasts", "30", "--draw", "3", "--rounds", "2")
        code, said = await host("new", "Planned", *plan, "--time", "120", "--server", server.address)
        assert (code, len(said)) == (0, 3)
        planned = (await server.service.tournament(said[0][-32:])).rounds
        assert planned[0].opens == int(datetime.fromisoformat(later).timestamp()) * 1000
        assert planned[1].opens - planned[0].opens == 3_600_000
        assert planned[0].closes - planned[0].opens == 1_800_000

        Path(key).write_text("cd" * 32)
        for words in (("new", "Mine", "--server", server.address), ("open", link, "--round", "3")):
            code, said = await host(*words)
            assert (code, said) == (1, ["patience: the server does not know this key as a host's."])
        Path(key).write_text(HOST)
        for name in ("", "a, b"):
            code, said = await host("new", name, "--server", server.address)
            assert (code, len(said)) == (1, 1)
        code, said = await host("new", "Ωmega", "--server", server.address)
        assert said == [
            "patience: nothing can be called so there: a word is written in one alphabet, "
            "not in both Greek and Latin letters."
        ]
        code, said = await host("open", f"{server.address}/tournaments/{'0' * 32}")
        assert (code, said) == (1, ["patience: There is no such tournament there."])


async def test_the_link_is_one_that_friends_can_use(sqlite, host):
    async with running(sqlite, address="https://rounds.example.org") as server:
        code, said = await host("new", "Sunday", "--server", server.address)
        assert code == 0
        assert re.fullmatch(r".*link to join it: https://rounds\.example\.org/tournaments/\w{32}", said[0])
        assert "host open https://rounds.example.org/tournaments/" in said[1]


async def test_a_host_sees_who_knocks_lets_in_and_sends_away(host, server):
    _, said = await host("new", "Sunday", "--server", server.address)
    link = re.search(rf"{server.address}/tournaments/(\w+)$", said[0])[0]
    tournament = link[-32:]
    assert (await server.service.tournament(tournament)).seats == "admit", "unless it is said otherwise"
    assert await host("admit", link) == (0, ["Nobody is waiting."])
    assert await host("admit", link, "--all") == (1, ["patience: nobody is waiting."])
    for name in ("Anna", "Ben", "Mallory"):
        await server.join(tournament, name)
    told = await server.service.tournament(tournament)
    assert (told.players, told.waiting) == (0, 3)
    code, said = await host("admit", link)
    assert (code, said[0]) == (0, "Anna wants to join, with 2 others from the same address.")
    assert said[-1] == "3 waiting to be let in."
    code, said = await host("admit", link, "Nobody")
    assert (code, said) == (1, ["patience: nobody called “Nobody” is waiting."])
    assert await host("admit", link, "anna") == (0, ["Anna is let in."])
    mallory = next(
        seat.seat for seat in (await server.service.all_seats(tournament)).seats if seat.player == "Mallory"
    )
    await asyncio.to_thread(
        ask_http, server.address, f"/tournaments/{tournament}/door/refuse", bytes, Chosen((mallory,)), HOST
    )
    assert await host("admit", link, "--all") == (0, ["Ben is let in."])
    places = (await server.service.standings(tournament)).places
    assert [place.player for place in places] == ["Anna", "Ben"]


async def test_a_tournament_by_secret_link_prints_it_and_lets_in_who_has_it(host, server):
    _, said = await host("new", "Club", "--seats", "link", "--server", server.address)
    address = read_address(re.search(r"http\S+#\w+", "\n".join(said))[0])
    secret = address.secret
    with pytest.raises(ServerRefused, match="link_needed"):
        await server.join(address.tournament, "Anna")
    public = await server.ask(f"/tournaments/{address.tournament}", TournamentInfo)
    assert secret not in encoded(public)
    told = await asyncio.to_thread(join, server.address, address.tournament, "Anna", new_key(), secret)
    assert (told.players, told.waiting) == (1, 0)


LINK = f"http://127.0.0.1:1/tournaments/{'0' * 32}"


NEW = (
    *("", "x\udcff", "x --rounds 11", "x --draw 2", "x --time 59", "x --opens soon", "x --every 5"),
    *("x --opens 2000-01-01T20:00", "x --opens 0001-01-01T00:00", "x --opens 9999-12-31T23:59"),
    *("x --robots regular,clever", f"x --robots {','.join(['regular'] * 8)}", "x --seats some"),
    *("x --server a..b", "x --server not_an_address!"),
)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        *[([], 2), *((["new", *words.split()], 2) for words in NEW)],
        *[(["new", "x", "--server", "http://127.0.0.1:1"], 1), (["open", "http://127.0.0.1:1/"], 2)],
        *[(["open", LINK], 1), (["open", LINK, "--round", "0"], 2), (["admit", LINK, "--all"], 1)],
        *[(["close", LINK, "--key-file", path], 1) for path in ("/no/such/file", __file__)],
        *[(["admit", "http://127.0.0.1:1/", "Anna"], 2)],
    ],
)
def test_wrong_words_get_a_sentence(key, capsys, words, code):
    mine = [] if not words or "--key-file" in words else ["--key-file", key]
    assert main(["host", *words, *mine]) == code
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("patience: ")
    assert said.err.count("\n") == 1
    assert said.err.endswith((".\n", "?\n"))
    assert not said.err.endswith("?.\n")


def test_what_speaks_no_http_is_no_table_server(key, capsys):
    with saying(b"220 mail.example ESMTP\r\n") as address:
        assert main(["host", "new", "x", "--server", address, "--key-file", key]) == 1
    assert capsys.readouterr().err == "patience: Something answers there, but not a game server.\n"

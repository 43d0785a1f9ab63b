"""Whoever means harm: nothing is accepted, nothing is revealed, nobody else is disturbed."""

import asyncio
import json
import socket
from contextlib import suppress

import pytest
from sqlalchemy import update
from websockets.exceptions import ConnectionClosed, InvalidStatus

from game.online.client import ServerRefused
from game.online.messages import (
    MAX_BYTES_PRACTICE,
    MAX_CLIENT_BYTES,
    ActionDone,
    DoAction,
    Hello,
    TournamentInfo,
    frame,
)
from game.server.budgets import Limits
from game.server.schema import tournaments
from game.server.seats import new_key
from tests.online.examples import codes
from tests.server.strangers import ask, stranger, told
from tests.server.tables import EVENING, GENEROUS, HOST, Server, running

pytestmark = pytest.mark.thorough


async def post(server: Server, path: str, body: bytes, authorization: str = f"Bearer {HOST}", **headers: str):
    """What is answered to somebody who sends JSON, by the host's key if no other is told."""
    headers = {"Authorization": authorization, "Content_Type": "application/json", **headers}
    status, told_by, answer = await ask(server, f"/api/1{path}", "POST", body, **headers)
    return status, answer, told_by


async def talk(server: Server, *frames: str | bytes, **how) -> list[dict]:
    """What is answered to some frames until the server ends the connection."""
    async with stranger(server, **how) as socket:
        with suppress(ConnectionClosed):
            for junk in frames:
                await socket.send(junk)
        return await told(socket)


@pytest.fixture
def server(sqlite: str):
    return running(sqlite)


async def test_what_is_no_message_ends_the_connection_with_a_word(server):
    for text in ("", "[]", '{"kind":"hello"}', frame(DoAction(1, 1, "stock")), b"\x00\xff", "null"):
        (goodbye,) = await talk(server, text)
        assert (goodbye["kind"], goodbye["code"]) == ("goodbye", "bad_message"), text
    (goodbye,) = await talk(server, " " * (MAX_CLIENT_BYTES + 1))
    assert goodbye["code"] == "bad_message", "too large"
    assert await talk(server, " " * (MAX_BYTES_PRACTICE + 1)) == []
    assert await talk(server, " " * 10_000_000) == []


async def test_whoever_says_nothing_is_sent_away(sqlite):
    async with running(sqlite, limits=GENEROUS._replace(hello_s=0.05)) as server:
        (goodbye,) = await talk(server)
        assert goodbye["code"] == "bad_message"


async def test_a_key_that_is_not_known_opens_nothing_guessing_ends_and_a_right_one_is_taken(sqlite):
    async with running(sqlite, limits=GENEROUS._replace(wrong_keys=5)) as server:
        tournament, anna, key = await server.seated()
        hello = frame(Hello(tournament, new_key()))
        said = [(await talk(server, hello))[0]["code"] for _ in range(8)]
        assert said == ["unknown_key"] * 5 + ["too_many"] * 3
        guessed = await post(
            server, f"/tournaments/{tournament}/rounds/1/close", b"{}", f"Bearer {new_key()}"
        )
        assert guessed[0] == 429
        await anna.ping(1)  # who is there already plays on
        assert (await anna.begin(1)).entries == ()
        await anna.close()
        _, welcome = await server.back(tournament, key)
        assert welcome.player == "Anna", "whoever guesses from the same address"


AUTHORIZATIONS = ["", "Bearer", f"Bearer {'g' * 64}", f"Basic {HOST}", f"Bearer {'AB' * 32}"]


async def test_only_the_host_makes_tournaments(server):
    body = json.dumps(vars(EVENING)).encode()
    for authorization in AUTHORIZATIONS:
        status, answer, _ = await post(server, "/tournaments", body, authorization)
        assert (status, json.loads(answer)["code"]) == (401, "unknown_key"), authorization
    assert (await server.service.tournaments()).tournaments == ()


async def test_a_players_key_is_no_hosts_and_a_hosts_no_players(server):
    tournament, _, key = await server.seated()
    with pytest.raises(ServerRefused, match="unknown_key"):
        await server.ask("/tournaments", TournamentInfo, EVENING, key)
    with pytest.raises(ServerRefused, match="unknown_key"):
        await server.back(tournament, HOST)
    other = await server.made(opened=0)
    with pytest.raises(ServerRefused, match="unknown_key"):
        await server.back(other, key)


ORIGINS = ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost"]


@pytest.mark.parametrize("path", ["/tournaments/", "/help/", "//evil.example/", "/api/1/tournaments/"])
async def test_what_host_says_comes_back_in_no_redirect(path, server):
    of = await server.made()
    asked = f"{path}{of}/" if path == "/tournaments/" else path
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET {asked} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".encode())
    head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    lines = head.decode().split("\r\n")
    where = [line.partition(": ")[2] for line in lines if line.lower().startswith("location")]
    if "evil" in path:
        assert (lines[0].split()[1], where) == ("404", [])
    else:
        assert (lines[0].split()[1], where) == ("307", [asked.rstrip("/")])
    assert b"evil" not in body


async def test_a_page_of_another_server_may_not_ask(server):
    for origin in (*ORIGINS, server.address.replace("http:", "https:")):
        with pytest.raises(InvalidStatus) as refused:
            await talk(server, origin=origin)
        assert refused.value.response.status_code == 403
        body = json.dumps(vars(EVENING)).encode()
        status, answer, headers = await post(server, "/tournaments", body, Origin=origin)
        assert (status, json.loads(answer)["code"]) == (403, "foreign_origin")
        assert "Access-Control-Allow-Origin" not in headers


async def test_a_page_at_a_name_that_only_leads_here_may_not_ask_either(server):
    """DNS rebinding: the browser takes evil.example for this server, and its page for ours."""
    body = json.dumps(vars(EVENING)).encode()
    for host, said in (
        *((host, "unknown_host") for host in ("evil.example", "evil.example:8852", "127.0.0.1.evil.example")),
        *((host, "unknown_key") for host in ("localhost:1", "192.0.2.1", "[::1]:8852", socket.gethostname())),
    ):
        lines = f"Host: {host}\r\nOrigin: http://{host}\r\nAuthorization: Bearer {'0' * 64}\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        head = f"POST /api/1/tournaments HTTP/1.1\r\n{lines}Content-Type: application/json\r\n"
        writer.write(f"{head}Connection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        answer = await reader.read()
        writer.close()
        assert f'"{said}"'.encode() in answer, host
    assert (await server.service.tournaments()).tournaments == ()


async def test_a_page_of_this_server_and_one_that_was_named_may(sqlite):
    async with running(sqlite, origins=["https://friends.example"]) as server:
        for origin in (server.address, "https://friends.example"):
            assert (await talk(server, "{}", origin=origin))[0]["code"] == "bad_message"


async def test_without_the_subprotocol_nothing_is_said(server):
    for offered in (None, ["patience.2"]):
        with pytest.raises(InvalidStatus):
            await stranger(server, subprotocols=offered)


async def test_a_flood_ends_the_connection_and_disturbs_nobody(sqlite):
    async with running(sqlite, limits=GENEROUS._replace(messages=30, messages_a_second=1)) as server:
        tournament, anna, _ = await server.seated(begun=1)
        key = new_key()
        await server.join(tournament, "Mallory", key)
        pings = [json.dumps({"kind": "ping", "sent": n}) for n in range(200)]
        answered = await talk(server, frame(Hello(tournament, key)), *pings)
        assert [message["kind"] for message in answered[:2]] == ["welcome", "pong"]
        assert answered[-1] == {"kind": "goodbye", "code": "too_fast", "parts": []}
        assert sum(message["kind"] == "pong" for message in answered) == 30
        assert isinstance(await anna.do(1, 1, "stock"), ActionDone)


async def test_one_address_asks_and_joins_only_so_often(sqlite):
    async with running(
        sqlite, limits=Limits(per_address=2, requests_a_second=0.1, seats_a_second=0.001)
    ) as server:
        tournament = await server.made()
        assert {*[(await ask(server, "/api/1/tournaments"))[0] for _ in range(10)]} == {200, 429}
        server.clock.go_on(60_000)
        assert (await ask(server, "/api/1/tournaments"))[0] == 200
        for name in ("A", "B"):
            await server.join(tournament, name)
        with pytest.raises(ServerRefused, match="too_many"):
            await server.join(tournament, "C")


async def test_nobody_acts_for_another_seat(server):
    tournament, anna, _ = await server.seated(opened=2)
    ben, _, _ = await server.player(tournament, "Ben")
    await anna.begin(1)
    assert isinstance(await anna.do(1, 1, "stock"), ActionDone)
    answer = await ben.do(1, 2, "stock")
    assert (answer.code, answer.expected) == ("not_begun", None)
    assert (await ben.do(7, 1, "stock")).code == "not_begun"
    with pytest.raises(ServerRefused, match="no_such_round"):
        await ben.begin(7)
    assert (await ben.begin(1)).entries == ()
    assert (await anna.begin(1)).entries == ("0 stock",)


REFUSED = (
    *(
        "Robert'); DROP TABLE seats;--",
        "\x1b[2J",
        "A" * 25,
        "Cog (robot)",
        "ann\u0430",
        "\u202eannA",
    ),
    "\ufdfa" * 24,  # each as wide as a word
)
NAMES = [
    ("<script>a()</script>", None),
    ("ANNA", "name_taken"),
    ("Anna ", "name_taken"),
    *((name, "name_refused") for name in REFUSED),
]


async def test_names_follow_their_rules_and_are_only_names(server):
    tournament, key = await server.made(opened=0), new_key()
    for _ in range(2):  # a seat can be asked for again, and keeps its name
        await server.join(tournament, "Anna", key)
    with pytest.raises(ServerRefused, match="joined_already Anna"):
        await server.join(tournament, "Ben", key)
    for name, code in NAMES:
        refused = None
        try:
            await server.join(tournament, name)
        except ServerRefused as no:
            refused = no.refusal.code
        assert refused == code, name
    names = [place.player for place in (await server.service.standings(tournament)).places]
    assert names == ["Anna", *(name for name, code in NAMES if code is None)]


BODIES = [
    *(b"", b"{}", b"[]", b'{"name":1}', b'{"name":"Ben","key":"x"}'),
    b'{"name":"Ben"' + b" " * 4000 + b"}",
]


async def test_a_body_that_is_none_is_refused_in_a_word(server):
    tournament = await server.made()
    path, key = f"/tournaments/{tournament}/seats", f"Bearer {new_key()}"
    for body in BODIES:
        status, answer, _ = await post(server, path, body, key)
        assert (status, json.loads(answer)["code"]) == (400, "bad_message"), body
    assert (await post(server, path, b'{"name":"Ben"}', key, Content_Type="text/plain"))[0] == 400


WANTED = [
    *({"name": "a,b"}, {"draw": 2}, {"seconds": 59}, {"rounds": 11}, {"robots": ["wizard"]}),
    *({"robots": ["regular"] * 8}, {"lasts": 5}),
]


async def test_a_tournament_that_cannot_be_is_refused(server):
    for wanted in WANTED:
        body = json.dumps({**vars(EVENING), **wanted}).encode()
        status, answer, _ = await post(server, "/tournaments", body)
        assert status in (400, 422), wanted
        assert json.loads(answer)["code"] in codes()
    assert (await server.service.tournaments()).tournaments == ()


async def test_a_round_without_a_deck_does_not_open(sqlite):
    async with running(sqlite, decks=1) as server:
        tournament = await server.made()
        for act, code in (("open", "no_deck"), ("close", "not_open")):
            status, answer, _ = await post(server, f"/tournaments/{tournament}/rounds/2/{act}", b"{}")
            assert (status, json.loads(answer)["code"]) == (409, code)
        with pytest.raises(ServerRefused, match="not_closed"):
            await server.proof(tournament)


async def test_what_takes_long_to_answer_is_made_once(server):
    """Else whoever asks for the proof of a large round again and again has the database for themselves."""
    tournament = await server.made()
    await server.closed(tournament)
    path = f"/api/1/tournaments/{tournament}/rounds/1"
    first = await asyncio.gather(*(ask(server, path) for _ in range(2)))
    async with server.service.database.writing.begin() as connection:
        await connection.execute(update(tournaments).values(name="Another"))
    assert {body for _, _, body in [*first, await ask(server, path)]} == {first[0][2]}

"""Tables for pages that know no rules: they tell what a player sees, to who looks; practice needs no seat."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from typing import NamedTuple

import pytest
from websockets.asyncio.client import ClientConnection

from game.play.record import read_record
from game.play.replay import Replay
from game.rules.rush import Rush
from game.server.budgets import Limits
from game.solver.catalogue import read_catalogue
from game.storage.files import assets_folder
from tests.server.strangers import stranger
from tests.server.tables import GENEROUS, Server, running

PRACTISE = {"game": "rush draw=1 limit=300", "deal": None, "entries": [], "language": "en", "day": ""}


class Socket:
    """A connection as a page has it."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def ask(self, kind: str, *expected: str, **fields: object) -> list[dict]:
        """Says something, and hears what is told until the last that is expected."""
        await self._socket.send(json.dumps({"kind": kind, **fields}))
        found = []
        for wanted in expected:
            found.append(json.loads(await asyncio.wait_for(self._socket.recv(), 10)))
            assert found[-1]["kind"] == wanted, found
        return found

    async def practise(self, **wanted: object) -> list[dict]:
        """Begins practice, with Rush unless another game is wanted: the game, its layout, its table."""
        return await self.ask("practise", "practice", "layout", "table", **{**PRACTISE, **wanted})

    async def hear(self, wanted: str) -> dict:
        """What is told next of a kind."""
        while (found := json.loads(await asyncio.wait_for(self._socket.recv(), 10)))["kind"] != wanted:
            pass
        return dict(found)


class Looking(NamedTuple):
    """A server, and a page that is connected to it."""

    server: Server
    page: Socket


@asynccontextmanager
async def page_of(database: str, limits: Limits = GENEROUS) -> AsyncIterator[Looking]:
    async with running(database, limits) as server, stranger(server) as socket:
        yield Looking(server, Socket(socket))


@pytest.fixture
def looking(sqlite: str) -> AbstractAsyncContextManager[Looking]:
    return page_of(sqlite)


async def seated(looking: Looking, *looks: str) -> tuple[Server, Socket, str]:
    """The page has a seat in a tournament whose first round is open, and looks at that in a language."""
    server, page = looking
    tournament, client, key = await server.seated()
    await client.close()
    await page.ask("hello", "welcome", tournament=tournament, key=key)
    for language in looks:
        (joined,) = await page.ask("look", "joined", round=1, language=language)
        assert joined["names"] == [{"player": "Anna", "kind": "person"}]
    return server, page, tournament


async def test_who_looks_is_told_the_table_after_everything_and_sentences_in_a_language(looking):
    server, page, _ = await seated(looking, "de")
    _, first = await page.ask("begin", "position", "table", round=1)
    assert (first["number"], first["moves"][0], first["piles"][0]) == (1, "stock", "stock 24")
    server.clock.go_on(1500)
    done, second = await page.ask("do", "done", "table", round=1, number=1, action="stock")
    assert (second["at"], second["number"]) == (done["at"], 2)
    assert second["said"].endswith("18 bleiben") or "21" in second["said"]
    refused, same = await page.ask("do", "refused", "table", round=1, number=2, action="t1>f1")
    assert refused["code"] == "illegal"
    assert refused["said"] == same["said"] != ""
    assert same["piles"] == second["piles"]
    (reason,) = await page.ask("why", "because", round=1, pile="t7", count=3, place=None)
    assert "verdeckt" in reason["said"]
    await page.ask("why", "because", round=9, pile="zz", count=3, place="t1")
    _, over = await page.ask("do", "done", "table", round=1, number=2, action="end")
    assert (over["number"], over["moves"], over["ending"]["outcome"]) == (None, [], "ended")
    assert not over["undo"]
    assert not over["end"]


async def test_a_name_that_its_host_removes_is_gone_from_the_lobby(looking):
    server, page, tournament = await seated(looking, "en")
    other, _, _ = await server.player(tournament, "Rude word")
    await server.service.announcements.tell_news()
    assert len((await page.hear("joined"))["names"]) == 2
    numbers = {seat.player: seat.seat for seat in (await server.service.all_seats(tournament)).seats}
    await server.service.hosting.remove_seat(tournament, numbers["Rude word"])
    await server.service.announcements.tell_news()
    assert (await page.hear("joined"))["names"] == [{"player": "Anna", "kind": "person"}]
    await other.close()


async def test_who_does_not_look_hears_what_was_heard_before(looking):
    _, page, _ = await seated(looking)
    await page.ask("begin", "position", round=1)
    (refused,) = await page.ask("do", "refused", round=1, number=1, action="t1>f1")
    assert {*refused} == {"kind", "round", "number", "code", "parts", "expected"}
    await page.ask("do", "done", round=1, number=1, action="stock")
    await page.ask("ping", "pong", sent=1)


async def test_the_time_of_a_round_that_is_looked_at_ends_with_its_table(looking):
    server, page, _ = await seated(looking, "xx")
    await page.ask("begin", "position", "table", round=1)
    server.clock.go_on(300_000)
    await server.service.scheduler.end_rounds_in_time()
    _, over, _ = await page.ask("ping", "ended", "table", "pong", sent=1)
    assert over["ending"]["outcome"] == "timeout"


async def test_a_seat_practises_while_it_waits_and_its_round_knows_nothing_of_it(looking):
    _, page, _ = await seated(looking, "en")
    begun, _, first = await page.practise(deal=7)
    assert (begun["deal"], first["round"], first["number"]) == (7, 0, 1)
    done, _ = await page.ask("do", "done", "table", round=0, number=1, action="stock")
    assert done["round"] == 0
    await page.ask("hint", "hint")
    await page.ask("clock", "table", elapsed=5000)
    _, table = await page.ask("begin", "position", "table", round=1)
    assert (table["round"], table["number"]) == (1, 1)
    await page.ask("do", "done", "table", round=1, number=1, action="stock")
    (table,) = await page.ask("look", "table", round=0, language="en")
    assert (table["round"], table["number"]) == (0, 2)
    (gone,) = await page.ask("begin", "goodbye", round=0)
    assert gone["code"] == "bad_message"


async def test_a_round_begins_while_practice_waits_for_its_turn(sqlite: str):
    async with page_of(sqlite, GENEROUS._replace(strangers_work=0.55)) as looking:  # no more than one message
        _, page, _ = await seated(looking, "en")
        await page.practise(deal=7)
        await page.ask("do", round=0, number=1, action="stock")
        _, table = await page.ask("begin", "position", "table", round=1)
        assert (table["round"], table["number"]) == (1, 1)


async def test_no_more_practice_waits_for_its_turn_than_may_come_in_a_burst(sqlite: str, monkeypatch):
    async with page_of(sqlite, GENEROUS._replace(messages=8)) as looking:
        server, page, _ = await seated(looking)
        await page.practise(deal=7)
        monkeypatch.setattr(server.service.rate_limiter, "afford", lambda *_: asyncio.Event().wait())
        for number in range(1, 10):  # one that is to be answered next, and eight
            server.clock.go_on(1000)
            await page.ask("do", round=0, number=number, action="stock")
            await page.ask("ping", "pong", sent=number)
        server.clock.go_on(1000)
        (end,) = await page.ask("do", "goodbye", round=0, number=10, action="stock")
        assert end["code"] == "too_fast"


@pytest.mark.parametrize(
    ("kind", "fields"), [("do", {"round": 0, "number": 1, "action": "stock"}), ("hint", {})]
)
async def test_a_seat_that_does_not_practise_has_no_table_of_practice_and_no_hint(looking, kind, fields):
    _, page, _ = await seated(looking, "en")
    (gone,) = await page.ask(kind, "goodbye", **fields)
    assert gone["code"] == "bad_message"


def kept(address: str) -> list[str]:
    """All that a server has kept."""
    with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as database:
        return [*database.iterdump()]


async def test_practice_goes_on_from_what_the_page_has_kept_and_no_server(looking: Looking, sqlite: str):
    server, page = looking
    before = kept(sqlite)
    begun, *_ = await page.practise()
    assert read_catalogue(assets_folder() / "deals").difficulty(1, begun["deal"]) is not None
    server.clock.go_on(5000)
    await page.ask("do", "done", "table", round=1, number=1, action="stock")
    server.clock.go_on(2210)
    done, second = await page.ask("do", "done", "table", round=1, number=2, action="stock")
    entries = ["0 stock", f"{done['at']} stock"]
    again, _, same = await page.practise(deal=begun["deal"], entries=entries)
    assert again["entries"] == entries
    assert again["now"] - again["started"] == 2210
    assert {**same, "points": [], "said": ""} == {**second, "points": [], "said": ""}
    (record,) = await page.ask("record", "record")
    assert [*Replay(read_record(record["text"].encode())).times_ms] == [0, 0, 2210], (
        "the clock starts with the first action"
    )
    server.clock.go_on(200_000)
    await page.ask("clock", "table", elapsed=50_000)  # after a pause
    server.clock.go_on(249_000)
    (still,) = await page.ask("look", "table", round=1, language="en")
    assert still["ending"] is None
    server.clock.go_on(1000)
    *_, over = await page.ask("look", "ended", "table", round=1, language="en")
    assert over["ending"]["outcome"] == "timeout"
    assert kept(sqlite) == before


@pytest.mark.parametrize("limit", ["none", "86400"])
async def test_practice_without_the_clock_is_a_record_of_plain_klondike_without_a_bonus(looking, limit):
    server, page = looking
    game = f"rush draw=1 limit={limit}"  # the second is what pages asked for before, and may have kept
    begun, *_ = await page.practise(game=game)
    assert begun["game"] == "rush draw=1 limit=none"
    server.clock.go_on(90_000_000)
    await page.ask("do", "done", "table", round=1, number=1, action="stock")
    _, over = await page.ask("do", "done", "table", round=1, number=2, action="end")
    assert (over["ending"]["outcome"], over["ending"]["bonus"]) == ("ended", 0)
    (told,) = await page.ask("record", "record")
    assert read_record(told["text"].encode()).deal.variant == Rush(draw=1, limit=0)


async def test_a_reload_gives_no_time_back(looking):
    server, page = looking
    await page.practise(deal=7, entries=["0 stock"], elapsed=290_000)
    server.clock.go_on(10_000)
    *_, over = await page.ask("look", "ended", "table", round=1, language="en")
    assert over["ending"]["outcome"] == "timeout"


@pytest.mark.parametrize(
    ("game", "piles"), [("spider suits=1", 19), ("one-three-back", 53), ("three-shuffles early=no", 22)]
)
async def test_practice_is_of_any_game(looking, game, piles):
    _, page = looking
    begun, layout, first = await page.practise(game=game)
    assert (begun["game"], len(layout["piles"]), len(first["piles"])) == (game, piles, piles)
    (hint,) = await page.ask("hint", "hint")
    assert (hint["number"], hint["move"] in first["moves"]) == (1, True)
    done, second = await page.ask("do", "done", "table", round=1, number=1, action=first["moves"][0])
    assert (second["number"], done["shown"]) == (2, []), "no place in the deck is told"
    day, *_ = await page.practise(game=game, day="today")
    assert (day["game"].split(" ")[0], day["day"]) == (game.split(" ")[0], "2026-11-23")
    (record,) = await page.ask("record", "record")
    assert read_record(record["text"].encode()).tags["daily"] == f"2026-11-23 {game.split(' ')[0]}"


async def test_nobody_thinks_on_for_a_page_that_has_gone(looking, monkeypatch):
    server, page = looking
    began, ended = asyncio.Event(), asyncio.Event()

    async def hint(_):
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    monkeypatch.setattr(server.service.worker, "hint", hint)
    await page.practise()
    await page.ask("hint")
    async with asyncio.timeout(20):
        await began.wait()
        await page.ask("begin", round=1)
        await ended.wait()


@pytest.mark.parametrize("game", ["rush draw=2", "bridge", "spider suits=1 suits=2", "rush limit=0"])
async def test_a_game_that_there_is_not_is_told(looking, game):
    _, page = looking
    (gone,) = await page.ask("practise", "goodbye", **{**PRACTISE, "game": game})
    assert gone["code"] == "bad_message"


async def test_practice_of_what_no_rules_allow_begins_anew(looking):
    _, page = looking
    for rubbish in (["1 t1>f1"], ["1 redo"], ["9 stock", "1 stock"], ["1 nowhere"]):
        begun, *_ = await page.practise(deal=7, entries=rubbish)
        assert (begun["deal"], begun["entries"]) == (7, [])


async def test_the_deal_of_the_day_is_the_programs_own(looking):
    server, page = looking
    begun, *_ = await page.practise(day="today")
    assert (begun["day"], begun["game"]) == ("2026-11-23", "rush draw=3 limit=300")
    later, *_ = await page.practise(day=begun["day"])
    assert later["deal"] == begun["deal"]
    server.clock.go_on(86_400_000)
    tomorrow, *_ = await page.practise(day="today")
    assert tomorrow["deal"] != begun["deal"]
    (record,) = await page.ask("record", "record")
    assert read_record(record["text"].encode()).tags["daily"] == "2026-11-24"

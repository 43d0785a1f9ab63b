"""Watching over a server: its log, a line each, and `/healthz` and `/metrics` for this machine or a key."""

import json
import logging
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from game.online.client import ServerRefused
from game.server.log import EventLog
from game.server.seats import new_key
from tests.server.strangers import ask
from tests.server.tables import HOST, running

LINE = re.compile(r'# (HELP|TYPE) patience_\w+ .+|patience_\w+(\{\w+="[\w.+]+"\})? [0-9.e+-]+')


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rounds.sqlite3"


async def test_health_tells_of_the_database_and_of_decks(path):
    async with running(f"sqlite:///{path}", decks=2) as server:
        status, _, told = await ask(server, "/healthz")
        assert (status, json.loads(told)) == (
            200,
            {"is_well": True, "database": True, "clock": True, "decks": {"3": 2}},
        )
        server.service.is_away = lambda: True
        status, _, told = await ask(server, "/healthz")
        assert (status, json.loads(told)["clock"]) == (503, False)
        with closing(sqlite3.connect(path)) as other:
            other.execute("ALTER TABLE decks RENAME TO elsewhere")
        status, _, told = await ask(server, "/healthz")
        assert (status, json.loads(told)["database"]) == (503, False)
        status, _, told = await ask(server, "/metrics")
        assert (status, b"patience_database_up 0" in told) == (200, True)


@pytest.mark.parametrize("where", ["/healthz", "/metrics"])
async def test_only_this_machine_or_a_hosts_key_is_answered(path, where):
    async with running(f"sqlite:///{path}") as server:
        for others in (
            *({"X_Forwarded_For": "127.0.0.1"}, {"X_Forwarded_Proto": "https"}),
            *({"Host": "rounds.example.org"}, {"Host": ""}),
            {"X_Forwarded_For": "1.2.3.4", "Authorization": f"Bearer {new_key()}"},
        ):
            status, _, told = await ask(server, where, **others)
            assert (status, json.loads(told)["code"]) == (401, "unknown_key"), others
        by_key = {"Host": "rounds.example.org", "Authorization": f"Bearer {HOST}"}
        for own in ({}, {"Host": "localhost:8852"}, by_key):
            assert (await ask(server, where, **own))[0] == 200, own


async def test_metrics_are_counted_and_can_be_read_by_prometheus(path):
    async with running(f"sqlite:///{path}") as server:
        _, anna, _ = await server.seated(begun=1)
        for number in (1, 2, 2, 9):
            await anna.do(1, number, "stock")
        with pytest.raises(ServerRefused):
            await server.join("0" * 32, "Bob")
        told = (await ask(server, "/metrics"))[2].decode()
        assert [line for line in told.splitlines() if not LINE.fullmatch(line)] == []
        for line in (
            *("patience_actions_total 4", "patience_action_seconds_count 4"),
            *('patience_action_seconds_bucket{le="+Inf"} 4', "patience_players 1", "patience_games 1"),
            'patience_refusals_total{code="ahead"} 1',
            *('patience_refusals_total{code="no_such_tournament"} 1', 'patience_decks{draw="3"} 4'),
            "patience_database_up 1",
        ):
            assert line in told.splitlines(), line
        assert "Anna" not in told
        await anna.close()


async def test_the_log_tells_of_rounds_seats_and_refusals_in_a_line_each(path, caplog):
    caplog.set_level(logging.INFO, "patience.server")
    async with running(f"sqlite:///{path}") as server:
        service = server.service
        journal = EventLog(service.database, service.figures, server.clock)
        tournament = await server.made(opened=0)
        await journal.look()
        server.clock.go_on(1000)
        await server.join(tournament, "Bob")
        await service.hosting.open_round(tournament, 1)
        await server.join(tournament, "Anna")
        for _ in range(3):
            await journal.look()
            server.clock.go_on(5000)
        await service.hosting.close_round(tournament, 1)
        await journal.look()
        server.clock.go_on(5000)
        await service.scheduler.look()
        for _ in range(3):
            with pytest.raises(ServerRefused):
                await server.join(tournament, "Anna")
        await journal.look()
        server.clock.go_on(60_000)
        await journal.look()
        server.clock.go_on(60_000)
        await journal.look()
    assert [record.getMessage() for record in caplog.records if record.name == "patience.server"] == [
        *("Round 1 of Sunday evening is open", "A seat is taken in Sunday evening"),
        *("A seat is asked for in Sunday evening", "Round 1 of Sunday evening is closing"),
        *("Round 1 of Sunday evening is closed", "Refused in the last minute: 3 (3 name_taken)"),
    ]

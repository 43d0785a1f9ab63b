"""What was acknowledged is there after the server was killed, and counts once."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.online.client import ask_http
from game.online.messages import ServerMessage, TournamentChanged, TournamentInfo
from tests.server.kills import Player, kills
from tests.server.tables import hears
from tools.asking import AskingClient
from tools.load.servers import Nothing, Process, workers

pytestmark = [pytest.mark.thorough, pytest.mark.timeout(180)]


def test_nothing_acknowledged_is_lost_by_a_kill(tmp_path, trial):
    database = f"sqlite:///{tmp_path / 'rounds.sqlite3'}"
    with workers(tmp_path, database, 1) as running:
        print(asyncio.run(kills(running, tmp_path, database, 3, seed=trial)))


def test_two_workers_share_a_database_and_one_may_die(postgres, tmp_path, trial):
    with workers(tmp_path, postgres, 2) as running:
        print(asyncio.run(kills(running, tmp_path, postgres, 2, seed=trial)))


@pytest.fixture
def two_workers(postgres: str, tmp_path: Path) -> Iterator[list[Process]]:
    with workers(tmp_path, postgres, 2) as running:
        yield running


async def test_a_seat_is_taken_over_at_another_worker_and_news_reach_both(two_workers):
    first, second = two_workers
    tournament = await asyncio.to_thread(first.made, 1)
    anna = await asyncio.to_thread(Player, tournament, 1, "Anna", first.address)
    await asyncio.to_thread(first.open, tournament, 1)
    heard: list[ServerMessage] = []
    here, _ = await AskingClient.connect(first.address, tournament, anna.key, heard.append)
    await here.begin(1)
    assert not hasattr(await here.do(1, 1, "stock"), "code")
    there, welcome = await AskingClient.connect(second.address, tournament, anna.key)
    await asyncio.wait_for(here.is_over.wait(), 10)
    assert (here.goodbye.code, welcome.running) == ("taken_over", 1)
    # The position that the first worker has in its cache is no longer the last.
    assert not hasattr(await there.do(1, 2, "stock"), "code")
    back, _ = await AskingClient.connect(first.address, tournament, anna.key, heard.append)
    assert not hasattr(await back.do(1, 3, "stock"), "code")
    await asyncio.to_thread(_close, second, tournament)
    await hears(back, heard, TournamentChanged)
    await back.close()


def _close(worker: Process, tournament: str) -> None:
    """Closes the round by the key of another host."""
    path = f"/tournaments/{tournament}/rounds/1/close"
    ask_http(worker.address, path, TournamentInfo, Nothing(), worker.host_key)


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Process]:
    with workers(tmp_path, f"sqlite:///{tmp_path / 'rounds.sqlite3'}", 1) as (running,):
        yield running


async def test_a_server_that_is_told_to_stop_says_so_to_its_players(worker):
    tournament = await asyncio.to_thread(worker.made, 1)
    anna = await asyncio.to_thread(Player, tournament, 1, "Anna", worker.address)
    client, _ = await AskingClient.connect(worker.address, tournament, anna.key)
    assert await asyncio.to_thread(worker.stop) in (0, -15)
    await client.is_over.wait()
    assert client.goodbye.code == "stopping"

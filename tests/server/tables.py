"""Table servers for tests: real ones on the loopback by uvicorn in this process, with clocks that are set."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from game.online.bodies import Chosen, ClosedRound, NewTournament
from game.online.client import ask_http, join
from game.online.messages import ServerMessage, TournamentInfo, Welcome
from game.play.game import Entry
from game.play.played import STRENGTHS
from game.play.proof import commitment, deck_from_secret
from game.server.budgets import Limits
from game.server.database import Database, file_of, open_database
from game.server.pages.files import Files
from game.server.pages.routes import page_routes
from game.server.rounds import add_deck, open_round
from game.server.seats import new_key
from game.server.service import Service
from game.server.serving import TableServer, worker_of
from game.server.web import web_app
from game.server.workers import BackgroundWorker
from game.solver.answer import Advice
from game.solver.service.messages import HintRequest
from tools.asking import AskingClient

Told = TypeVar("Told")
START = 1_795_413_600_000
EVENING = NewTournament("Sunday evening", 3, 300, 2, None, None, None, (), False)
HOST = "ab" * 32
Host = Callable[..., Awaitable[tuple[int, list[str]]]]
"""The command `host` with some words: its exit code, and the lines it says."""
GENEROUS = Limits(per_address=500, requests_a_second=1000, messages=2000, messages_a_second=1000)


@cache
def files_of_pages() -> Files:
    """The files of the pages, read and packed once for all servers of a process."""
    return Files()


class SetClock:
    """A server's clock that stops until it is advanced."""

    def __init__(self) -> None:
        self.moment = START

    def __call__(self) -> int:
        return self.moment

    def go_on(self, ms: int) -> None:
        """Lets so much time pass."""
        self.moment += ms


class NoWorker(BackgroundWorker):
    """A helping process that never finds a deck, and whose robots give up after a second."""

    strengths: Sequence[str] = STRENGTHS

    def __init__(self, played: Sequence[Entry] = ()) -> None:
        self.played = played

    async def deck(self, draw: int, is_urgent: bool = False) -> str:
        """Waits."""
        await asyncio.Event().wait()
        return ""

    async def robot(self, draw: int, seconds: int, deck: str, strength: str, seed: str) -> Sequence[Entry]:
        """What it was given."""
        return self.played

    async def hint(self, question: HintRequest) -> Sequence[Advice]:
        """The first legal move."""
        return [Advice(question.variant.legal_moves(question.position)[0], 0, 0, 0)]

    async def rest(self) -> None:
        """Nothing is open."""

    async def close(self) -> None:
        """Nothing is open."""


@dataclass
class Server:
    """A server that runs, and what a test needs of it."""

    service: Service
    clock: SetClock
    address: str
    worker: TableServer

    @property
    def port(self) -> int:
        """The port it listens at."""
        return int(self.address.rpartition(":")[2])

    async def made(self, wanted: NewTournament = EVENING, opened: int = 1) -> str:
        """A new tournament, its first rounds open; returns its id."""
        told = await self.ask("/tournaments", TournamentInfo, wanted, HOST)
        for number in range(1, opened + 1):
            await self.also_open(told.id, number)
        return str(told.id)

    async def also_open(self, tournament: str, number: int) -> None:
        """Opens a round as its planned time does: what was open before stays so."""

        def opened(connection: AsyncConnection) -> Awaitable[None]:
            return open_round(connection, tournament, number, self.clock())

        await self.service.writer.do(opened, [f"rounds {tournament}"], True)

    async def closed(self, tournament: str, ms: int = 3000, number: int = 1) -> None:
        """Closes a round, and lets so much time pass that its deck is out unless somebody still plays."""
        await self.service.hosting.close_round(tournament, number)
        await self.look(ms)

    async def look(self, ms: int = 0, times: int = 1) -> None:
        """Lets time pass, and does so many times what is due then."""
        self.clock.go_on(ms)
        for _ in range(times):
            await self.service.scheduler.look()
            await asyncio.sleep(0)

    async def states(self, tournament: str) -> list[str]:
        """How its rounds stand."""
        return [info.state for info in (await self.service.tournament(tournament)).rounds]

    async def ask(
        self, path: str, kind: type[Told], body: object = None, key: str = "", method: str = ""
    ) -> Told:
        """What is answered by HTTP; raises ServerRefused."""
        return await asyncio.to_thread(ask_http, self.address, path, kind, body, key, method)

    async def join(self, tournament: str, name: str, key: str = "", secret: str = "") -> str:
        """Takes a seat, or knocks for one, by HTTP; returns its key. Raises ServerRefused."""
        key = key or new_key()
        await asyncio.to_thread(join, self.address, tournament, name, key, secret)
        return key

    async def proof(self, tournament: str, number: int = 1) -> ClosedRound:
        """What anybody is told of a closed round."""
        return await self.ask(f"/tournaments/{tournament}/rounds/{number}", ClosedRound)

    async def player(
        self, tournament: str, name: str, heard: list[ServerMessage] | None = None
    ) -> tuple[AskingClient, Welcome, str]:
        """A player who has joined and is connected, and their key."""
        key = await self.join(tournament, name)
        await self.admit(tournament)
        client, welcome = await self.back(tournament, key, heard)
        return client, welcome, key

    async def seated(self, opened: int = 1, begun: int = 0) -> tuple[str, AskingClient, str]:
        """A new tournament, its first rounds open, and Anna, who has begun so many: its id, she, her key."""
        tournament = await self.made(opened=opened)
        anna, _, key = await self.player(tournament, "Anna")
        for number in range(1, begun + 1):
            await anna.begin(number)
        return tournament, anna, key

    async def admit(self, tournament: str) -> None:
        """Lets everybody in who knocks."""
        knocking = (await self.service.all_seats(tournament)).seats
        await self.service.admit(
            tournament, Chosen(tuple(seat.seat for seat in knocking if not seat.is_admitted))
        )

    async def back(
        self, tournament: str, key: str, heard: list[ServerMessage] | None = None
    ) -> tuple[AskingClient, Welcome]:
        """A connection at a seat that was taken before."""
        hear: list[ServerMessage] = [] if heard is None else heard
        return await AskingClient.connect(self.address, tournament, key, hear.append)


async def hears(
    client: AskingClient,
    heard: list[ServerMessage],
    kind: type[Told],
    holds: Callable[[Told], object] = lambda _: True,
) -> Told:
    """The last message of a kind that a player has heard, once there is one of which something holds."""
    async with asyncio.timeout(10):
        while not (found := [message for message in heard if isinstance(message, kind) and holds(message)]):
            await client.ping(len(heard) + 1000)
    return found[-1]


async def service_of(
    address: str,
    clock: SetClock,
    limits: Limits = GENEROUS,
    worker: NoWorker | None = None,
    decks: int = 6,
    keep_days: int | None = None,
) -> Service:
    """A service with decks of known secrets, laid ready as if they were proven, and a known host."""
    file = file_of(address)
    if is_ready := file is not None and not file.exists():
        file.write_bytes(_ready(decks))
    database = await open_database(address)
    service = Service(database, worker or NoWorker(), clock, limits, keep_days=keep_days)
    await service.add_host(HOST)
    if not is_ready:
        await _lay_ready(database, decks)
    return service


async def _lay_ready(database: Database, decks: int) -> None:
    async with database.writing.begin() as connection:
        for number in range(decks):
            deck, salt = deck_from_secret(number.to_bytes(32)), f"{number:064x}"
            await add_deck(connection, 3, salt, deck, commitment(salt, deck), START - decks + number)


@cache
def _ready(decks: int) -> bytes:
    """The file of a new database with so many decks, made once in a process."""

    async def made(file: Path) -> None:
        database = await open_database(f"sqlite:///{file}")
        await _lay_ready(database, decks)
        await database.close()

    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as other:
        file = Path(folder) / "rounds.sqlite3"
        other.submit(asyncio.run, made(file)).result()
        return file.read_bytes()


@asynccontextmanager
async def running(
    database: str,
    limits: Limits = GENEROUS,
    origins: Sequence[str] = (),
    worker: NoWorker | None = None,
    decks: int = 6,
    address: str | None = None,
    operator: str = "",
    keep_days: int | None = None,
    port: int = 0,
    clock: SetClock | None = None,
) -> AsyncIterator[Server]:
    """A server on a loopback port, 0 for any, with only the requested jobs."""
    clock = clock or SetClock()
    service = await service_of(database, clock, limits, worker, decks, keep_days)
    listening = socket.socket(proto=socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    listening.listen(100)
    table_server = worker_of(
        web_app(
            service,
            page_routes(service, operator, keep_days, files=files_of_pages()),
            origins,
            False,
            lambda: address,
        ),
        service.connections,
        service.rate_limiter,
    )
    serving = asyncio.create_task(table_server.serve([listening]))
    while not table_server.started:
        await asyncio.sleep(0)
    try:
        yield Server(service, clock, f"http://127.0.0.1:{listening.getsockname()[1]}", table_server)
    finally:
        await _end(table_server, serving)


async def _end(table_server: TableServer, serving: asyncio.Task[None]) -> None:
    """Ends a server as it ends itself, without the pauses that it makes for who is far away."""
    serving.cancel()
    ending = asyncio.create_task(table_server.shutdown())
    await asyncio.wait([serving])
    ending.cancel()  # by now everybody has been told
    for server in table_server.servers:
        server.close()
    for connection in [*table_server.server_state.connections]:
        connection.shutdown()
    if table_server.server_state.tasks:
        await asyncio.wait([*table_server.server_state.tasks], timeout=1)
    await table_server.lifespan.shutdown()

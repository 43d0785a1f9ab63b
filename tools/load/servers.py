"""Table servers as real processes, `main.py serve`, for measurements and for tests that kill them."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from game.online.bodies import NewTournament
from game.online.client import ask_http
from game.online.messages import TournamentInfo
from game.play.proof import commitment, deck_from_secret
from game.server.database import open_database
from game.server.pages.host_texts import HOST_KEY
from game.server.rounds import add_deck

PROJECT = Path(__file__).resolve().parents[2]
PER_ADDRESS = 48_000
"""So many connections of the loopback a worker takes; an eighth of them comes in unasked."""
DECKS = {1: 16, 3: 30}
"""By draw, so many that nothing has to be proved while a test runs."""


@dataclass(frozen=True)
class Nothing:
    """An empty body."""


async def lay_decks(address: str) -> None:
    """Lays decks ready in a fresh database."""
    database = await open_database(address)
    async with database.writing.begin() as connection:
        for draw, count in DECKS.items():
            for number in range(count):
                deck, salt = (
                    deck_from_secret(f"{draw} {number}".encode().rjust(32)),
                    f"{draw:032x}{number:032x}",
                )
                await add_deck(connection, draw, salt, deck, commitment(salt, deck), number)
    await database.close()


class Process:
    """One worker."""

    def __init__(self, folder: Path, database: str, port: int = 0) -> None:
        """Starts it, and waits until it takes connections."""
        words = ["--host", "127.0.0.1", "--port", str(port), "--folder", str(folder), "--database", database]
        self._process = subprocess.Popen(
            [sys.executable, "main.py", "serve", *words, "--per-address", str(PER_ADDRESS)],
            cwd=PROJECT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert "served at" in said, said
        self.address = said.split()[-1].rstrip("/")
        self.host_key = (folder / HOST_KEY).read_text("ascii").strip()
        self.told = ""
        """Output after its address, once it has ended."""

    @property
    def port(self) -> int:
        """The port it listens at."""
        return int(self.address.rpartition(":")[2])

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def kill(self) -> None:
        """Ends it at once, as a power cut would."""
        self._process.kill()
        self._end()

    def stop(self) -> int:
        """Tells it to stop; returns its exit code."""
        self._process.terminate()
        self._end()
        return self._process.returncode

    def _end(self) -> None:
        self._process.wait(20)
        assert self._process.stdout is not None
        if not self._process.stdout.closed:
            self.told = self._process.stdout.read()
            self._process.stdout.close()

    def made(self, rounds: int = 10) -> str:
        """A new tournament; returns its id."""
        wanted = NewTournament("Many at once", 3, 600, rounds, None, None, None, (), False)
        return str(ask_http(self.address, "/tournaments", TournamentInfo, wanted, self.host_key).id)

    def open(self, tournament: str, rounds: int = 10) -> None:
        """Opens its rounds, when those who play have their seats: from then on newcomers knock."""
        for number in range(1, rounds + 1):
            path = f"/tournaments/{tournament}/rounds/{number}/open?beside=yes"
            ask_http(self.address, path, TournamentInfo, Nothing(), self.host_key)


@contextmanager
def workers(folder: Path, database: str, count: int) -> Iterator[list[Process]]:
    """That many workers at one database, each with its own folder; killed at the end."""
    asyncio.run(lay_decks(database))
    found: list[Process] = []
    try:
        for number in range(count):
            found.append(Process(folder / f"worker{number}", database))
        yield found
    finally:
        for process in found:
            process.kill()

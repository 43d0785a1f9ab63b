"""Kills of a table server at random moments.

Players act as fast as they are answered, a worker is killed after a random number of answers and started
anew, or its players go to another; then each comes back and compares what the server has with what was
acknowledged.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from game.online.client import ServerRefused, join
from game.online.messages import ActionDone
from game.server.seats import new_key
from tools.asking import AskingClient
from tools.load.servers import Process

PLAYERS, ANSWERED_S = 6, 30


class KillsError(AssertionError):
    """Something that was acknowledged is missing, or counts twice."""


class Player:
    """A player who turns the hand for ever, and knows what was acknowledged."""

    def __init__(self, tournament: str, round_number: int, name: str, address: str) -> None:
        self.tournament, self.round, self.key = tournament, round_number, new_key()
        self.acknowledged: list[str] = []
        """The entries, in order."""
        self.in_doubt = 0
        """How many were not answered and were found to count."""
        self.left_by = ""
        """What ended the last connection."""
        join(address, tournament, name, self.key)

    async def play(self, address: str, answered: asyncio.Queue[KillsError | None]) -> None:
        """Comes back as often as the server refuses it, until the server is gone; tells what is wrong."""
        while True:
            try:
                await self._play(address, answered)
            except (ServerRefused, TimeoutError) as error:  # such as `failed`, where a slow disk kept nothing
                self.left_by = repr(error)
            except OSError as error:
                self.left_by = repr(error)
                return
            except KillsError as error:
                answered.put_nowait(error)
                return

    async def _play(self, address: str, answered: asyncio.Queue[KillsError | None]) -> None:
        """Compares, and goes on until the connection breaks."""
        client, _ = await AskingClient.connect(address, self.tournament, self.key)
        await self._compare(client)
        while True:
            number = len(self.acknowledged) + 1
            done = await client.do(self.round, number, "stock")
            if not isinstance(done, ActionDone) or done.number != number:
                raise KillsError(f"{done} answers action {number}")
            self.acknowledged.append(f"{done.at} stock")
            answered.put_nowait(None)

    async def _compare(self, client: AskingClient) -> None:
        found = [*(await client.begin(self.round)).entries]
        known = len(self.acknowledged)
        if found[:known] != self.acknowledged:
            raise KillsError(f"acknowledged {self.acknowledged[-3:]}, found {found[:known][-3:]}")
        if len(found) > known + 1:
            raise KillsError(f"{len(found) - known} entries are there that were never answered")
        self.in_doubt += len(found) - known
        self.acknowledged = found


async def kills(running: list[Process], folder: Path, database: str, count: int, seed: int) -> str:
    """Kills workers so many times; returns what was seen, in a sentence.

    Raises:
        KillsError: something is missing or counts twice, or nobody is answered.
    """
    random = Random(seed)
    tournament = await asyncio.to_thread(running[0].made)
    answered: asyncio.Queue[KillsError | None] = asyncio.Queue()
    players = [
        Player(tournament, number % 10 + 1, f"Player {number}", running[0].address)
        for number in range(PLAYERS)
    ]
    await asyncio.to_thread(running[0].open, tournament)
    for number in range(count):
        wanted = random.randrange(5, 60)
        at_work = [
            asyncio.create_task(player.play(random.choice(running).address, answered)) for player in players
        ]
        for _ in range(wanted):
            try:
                wrong = await asyncio.wait_for(answered.get(), ANSWERED_S)
            except TimeoutError:
                for worker in running:
                    worker.kill()
                told = [worker.told[-300:] for worker in running]
                left = {player.left_by for player in players}
                raise KillsError(f"nobody was answered after {number} kills: {left}, {told}") from None
            if wrong is not None:
                raise wrong
        which = random.randrange(len(running))
        await asyncio.to_thread(running[which].kill)
        port = running[which].port
        if len(running) > 1:
            for task in at_work:
                task.cancel()
        for outcome in await asyncio.gather(*at_work, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome
        while not answered.empty():
            if (wrong := answered.get_nowait()) is not None:
                raise wrong
        running[which] = await asyncio.to_thread(Process, folder / f"worker{which}", database, port)
    total = sum(len(player.acknowledged) for player in players)
    in_doubt = sum(player.in_doubt for player in players)
    return (
        f"{count} kills, {total} actions acknowledged, {in_doubt} of them found after a kill: "
        "none missing, none twice"
    )

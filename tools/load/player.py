"""A player of the load: acts by a script, knows what was acknowledged, comes back after a break."""

from __future__ import annotations

import asyncio
import json
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from game.online.messages import BeginRound, DoAction, Hello, Look, frame
from tools.load.connection import Connection

BACKOFF_S = (0.25, 0.5, 1.0, 2.0)
"""Before a try to come back, as the window does it; each player waits a random part of it."""
MAX_PENDING = 40
DONE, POSITION, WELCOME = b'{"kind":"done"', b'{"kind":"position"', b'{"kind":"welcome"'
TABLE = b'{"kind":"table"'
REFUSED, GOODBYE, ENDED = b'{"kind":"refused"', b'{"kind":"goodbye"', b'{"kind":"ended"'


@dataclass
class Tally:
    """Observations of all players."""

    answered_s: list[float] = field(default_factory=list)
    """From sending an action to its acknowledgement."""
    late_s: list[float] = field(default_factory=list)
    """From the moment at which an action was due to its sending: the generator's own delay."""
    away_s: list[float] = field(default_factory=list)
    """From a break to the position."""
    refused: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    tables: int = 0
    in_doubt: int = 0
    """Actions that were not answered before a break."""
    were_done: int = 0
    """Those of them that the server had done."""
    faults: list[str] = field(default_factory=list)
    """Violations of what the server guarantees, as sentences."""


@dataclass
class Course:
    """State and settings that all players share."""

    tournament: str
    round: int
    ports: Sequence[int]
    """Of the workers."""
    period_s: float
    """From one action of a player to the next, on average."""
    random: Random
    looks: bool = False
    """Whether all look, as players in browsers do."""
    tally: Tally = field(default_factory=Tally)
    is_on: bool = False
    """Whether it is time to act."""


class Player:
    """One player at one seat."""

    def __init__(self, course: Course, name: str, key: str, script: Sequence[str]) -> None:
        self.name, self.key, self.script = name, key, script
        self.known: list[str] = []
        """The entries that were acknowledged, in order."""
        self._course, self._tally = course, course.tally
        self._loop = asyncio.get_running_loop()
        self._pending: deque[float] = deque()  # when each action was sent that is not answered
        self._connection: Connection | None = None
        self._is_back = asyncio.Event()
        self._away_since: float | None = None
        self._coming: asyncio.Task[None] | None = None
        self._is_leaving = False

    @property
    def is_settled(self) -> bool:
        """Whether it is there, and awaits no answer any more."""
        return self._is_back.is_set() and not self._pending

    async def come(self) -> None:
        """Connects, and begins the round."""
        self._come_back()
        await self._is_back.wait()

    def act_from_now_on(self) -> None:
        """Acts at random moments until the course is over."""
        first = self._loop.time() + self._course.random.random() * self._course.period_s
        self._loop.call_at(first, self._act, first)

    def leave(self) -> None:
        """Ends the connection."""
        self._is_leaving = True
        if self._coming is not None:
            self._coming.cancel()
        if self._connection is not None:
            self._connection.close()

    # Actions --------------------------------------------------------------------------------------

    def _act(self, due: float) -> None:
        if not self._course.is_on:
            return
        number = len(self.known) + len(self._pending) + 1
        if self._is_back.is_set() and len(self._pending) < MAX_PENDING and number <= len(self.script):
            self._tally.late_s.append(self._loop.time() - due)
            self._pending.append(self._loop.time())
            self._send(number)
        following = due + self._course.period_s * self._course.random.uniform(0.5, 1.5)
        self._loop.call_at(following, self._act, following)

    def _send(self, number: int) -> None:
        assert self._connection is not None
        self._connection.send(frame(DoAction(self._course.round, number, self.script[number - 1])).encode())

    # Answers --------------------------------------------------------------------------------------

    def _opened(self) -> None:
        self._say(Hello(self._course.tournament, self.key))

    def _say(self, message: Any) -> None:
        assert self._connection is not None
        self._connection.send(frame(message).encode())

    def _heard(self, text: bytes) -> None:
        if text.startswith(DONE):
            self._done(json.loads(text))
        elif text.startswith(WELCOME):
            if self._course.looks:
                self._say(Look(self._course.round, "de"))
            self._say(BeginRound(self._course.round))
        elif text.startswith(TABLE):
            self._tally.tables += 1
        elif text.startswith(POSITION):
            self._adopt(json.loads(text)["entries"])
        elif text.startswith(REFUSED):
            self._tally.refused[json.loads(text)["code"]] += 1
            self._is_back.clear()  # the position tells how it stands
            self._pending.clear()
            self._say(BeginRound(self._course.round))
        elif text.startswith(GOODBYE):
            self._tally.refused[json.loads(text)["code"]] += 1
        elif text.startswith(ENDED):
            self._tally.faults.append(f"{self.name}: the round has ended")

    def _done(self, told: dict[str, Any]) -> None:
        number = len(self.known) + 1
        if told["number"] != number or not self._pending:
            self._tally.faults.append(f"{self.name}: {told['number']} is answered in the place of {number}")
            return
        self._take(told["at"])

    def _take(self, at_ms: int) -> None:
        """The first action that is not answered counts."""
        self._tally.answered_s.append(self._loop.time() - self._pending.popleft())
        self.known.append(f"{at_ms} {self.script[len(self.known)]}")

    def _adopt(self, entries: list[str]) -> None:
        """Compares the server's entries with its own, and sends missing ones again."""
        known = len(self.known)
        if entries[:known] != self.known:
            self._tally.faults.append(
                f"{self.name}: acknowledged {self.known[-2:]}, found {entries[known - 2 :]}"
            )
            return
        for entry in entries[known:]:
            at, _, action = entry.partition(" ")
            if not self._pending or action != self.script[len(self.known)]:
                self._tally.faults.append(f"{self.name}: {entry} is there and was never sent")
                return
            self._take(int(at))
            self._tally.were_done += 1
        if self._away_since is not None:
            self._tally.away_s.append(self._loop.time() - self._away_since)
            self._away_since = None
        self._is_back.set()
        for number in range(len(self.known) + 1, len(self.known) + len(self._pending) + 1):
            self._send(number)

    # Breaks ---------------------------------------------------------------------------------------

    def _lost(self) -> None:
        self._connection = None
        if self._is_leaving:
            return
        if self._is_back.is_set():
            self._is_back.clear()
            self._tally.lost += 1
            self._tally.in_doubt += len(self._pending)
            self._away_since = self._loop.time()
        self._come_back()

    def _come_back(self) -> None:
        if self._coming is None or self._coming.done():
            self._coming = asyncio.create_task(self._connect())

    async def _connect(self) -> None:
        """Tries until it is connected to one of the workers."""
        tries = 0
        while self._connection is None:
            if self._away_since is not None or tries:
                pause_s = BACKOFF_S[min(tries, len(BACKOFF_S) - 1)]
                await asyncio.sleep(self._course.random.random() * pause_s)
            tries += 1
            port = self._course.random.choice(self._course.ports)
            self._connection = Connection(port, self._opened, self._heard, self._lost)
            try:
                await self._loop.create_connection(partial(_same, self._connection), "127.0.0.1", port)
            except OSError:
                self._connection = None


def _same(connection: Connection) -> Connection:
    return connection

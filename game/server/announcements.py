"""What players are told unasked: how rounds and standings have changed, what has become of their seats.

Knows topics and the connections of this worker; must not know the database: it asks for what it tells.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from game.online.fields import encoded
from game.online.messages import Changed, Joined, Standings, Welcome, frame
from game.online.parts import Place, TournamentTold
from game.server.database import DatabaseError, in_the_log
from game.server.hub import Connection, Hub
from game.server.news import EVERYTHING
from game.server.refusing import Refuse
from game.server.standing import Table
from game.server.trouble import Trouble

STANDINGS_EVERY_S = 2.0
FIRST_PLACES = 20
NO_OWN = '"own":null}'
"""How `Standings` end for whom nothing is to be added."""


class Announcements:
    """Tells the players who are connected here."""

    def __init__(
        self,
        hub: Hub,
        trouble: Trouble,
        tournament: Callable[[str], Awaitable[TournamentTold]],
        table: Callable[[str], Awaitable[Table]],
        at_the_door: Callable[[Connection], Awaitable[Welcome | None]],
        joined: Callable[[str], Awaitable[Joined]],
    ) -> None:
        self._hub, self._trouble = hub, trouble
        self._tournament, self._table = tournament, table
        self._at_the_door, self._joined = at_the_door, joined
        self._changed: set[str] = set()
        self._missed: set[str] = set()  # whose players were not told how rounds and seats stand
        self._telling: asyncio.Task[None] | None = None
        self._told: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begins to tell of standings every two seconds."""
        self._telling = asyncio.create_task(self._run())

    def close(self) -> None:
        """Ends that."""
        if self._telling is not None:
            self._telling.cancel()

    def heard(self, topic: str) -> None:
        """Takes a topic, of this worker or another."""
        kind, _, rest = topic.partition(" ")
        match kind:
            case "standings":
                self._changed.add(rest)
            case "rounds":
                self._changed.add(rest)
                self._beside(self._tell_rounds(rest))
            case "seats":  # of many who come at once it is told once
                self._missed.add(rest)
            case "door":
                self._beside(self._tell_at_the_door(rest))
            case "seat":
                seat, _, connection = rest.partition(" ")
                self._hub.taken(int(seat), connection)
            case _ if kind == EVERYTHING:
                for tournament in self._hub.tournaments:
                    self.heard(f"rounds {tournament}")
                    self.heard(f"door {tournament}")

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._told.add(task)
        task.add_done_callback(self._told.discard)

    async def _tell_rounds(self, tournament: str) -> None:
        if not self._hub.of(tournament):
            return
        try:
            self._hub.tell_all(tournament, Changed(await self._tournament(tournament)))
        except DatabaseError as error:
            self._trouble.tell(in_the_log(error))
            self._missed.add(tournament)

    async def _tell_joined(self, tournament: str) -> None:
        """Tells those who look who has a seat."""
        looking = [connection for _, connection in self._hub.of(tournament) if connection.looks]
        if not looking:
            return
        try:
            text = frame(await self._joined(tournament))
            await self._hub.tell_each((connection, text) for connection in looking)
        except DatabaseError as error:
            self._trouble.tell(in_the_log(error))
            self._missed.add(tournament)

    async def _tell_at_the_door(self, tournament: str) -> None:
        """Tells those who knock whether they were let in, or sent away."""
        for _, connection in self._hub.of(tournament):
            if connection.seat is None or connection.seat.is_admitted:
                continue
            try:
                if (welcome := await self._at_the_door(connection)) is not None:
                    connection.tell(welcome)
            except Refuse as no:
                self._hub.leave(connection, no.code)
            except DatabaseError as error:  # who comes back is told
                self._trouble.tell(in_the_log(error))
                connection.end("failed")

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(STANDINGS_EVERY_S)
            await self.tell_news()

    async def tell_news(self) -> None:
        """Tells how the tournaments stand of which anything has changed; what fails is told the next time."""
        changed, self._changed = self._changed, set()
        missed, self._missed = self._missed, set()
        for tournament in missed:
            await self._tell_rounds(tournament)
            await self._tell_joined(tournament)
        for tournament in changed:
            try:
                if self._hub.of(tournament):
                    await self.tell_standings(tournament)
            except DatabaseError as error:
                self._trouble.tell(in_the_log(error))
                self._changed.add(tournament)

    async def tell_standings(self, tournament: str) -> None:
        """Tells the players of a tournament who are connected here how it stands."""
        found = await self._table(tournament)
        first = found.places[:FIRST_PLACES]
        shared = frame(Standings(first, None)).removesuffix(NO_OWN)
        await self._hub.tell_each(
            (connection, shared + _own(found.of_seat.get(seat), first))
            for seat, connection in self._hub.of(tournament)
        )


def _own(place: Place | None, first: tuple[Place, ...]) -> str:
    """The end of `Standings`: one's own place, unless it is among the first."""
    if place is None or place in first:
        return NO_OWN
    return f'"own":{encoded(place)}}}'

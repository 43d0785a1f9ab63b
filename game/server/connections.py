"""Connections of this worker by seat, and messages that players receive unasked."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any

from game.codec import encoded
from game.language import Translator
from game.online.messages import (
    MAX_PART,
    Goodbye,
    Joined,
    PlaceInfo,
    ServerMessage,
    Standings,
    TournamentChanged,
    TournamentInfo,
    Welcome,
    frame,
)
from game.server.budgets import Place, RequestRejected
from game.server.database import EVERYTHING, DatabaseError, in_the_log
from game.server.log import ThrottledLog
from game.server.seats import SeatRow
from game.server.standing import StandingRows

BATCH_SIZE, PAUSE_S = 10, 0.01
"""So many connections are told something at a time, and the pause in which actions are answered: a thousand
that are told at once would have everybody wait a tenth of a second."""
MAX_WAITING, MAX_LETTERS_WAITING = 256, 1 << 20
"""Maximum number of messages, and of characters, queued for one connection."""


class Connection:
    """One player's connection, with its queue of messages."""

    def __init__(self, address: str = "") -> None:
        """`address` is the sender's."""
        self.address = address
        self.id = secrets.token_hex(8)
        self.seat: SeatRow | None = None
        self.rounds: set[int] = set()
        """Those that were asked for by way of it."""
        self.looks: dict[int, Translator] = {}
        """Those of which the table is told too, each with the language in which that is."""
        self._outgoing: asyncio.Queue[str | None] = asyncio.Queue(MAX_WAITING)
        self._letters = 0  # that wait
        self.is_ended = False
        self.place: Place | None = None
        """Where it is counted."""

    def tell(self, message: ServerMessage) -> None:
        """Sends a message."""
        self.tell_text(frame(message))

    def tell_text(self, text: str) -> None:
        """Sends a text; a connection that does not read is closed."""
        if self.is_ended:
            return
        if self._outgoing.full() or self._letters + len(text) > MAX_LETTERS_WAITING:
            self.cut()
        else:
            self._letters += len(text)
            self._outgoing.put_nowait(text)

    async def to_send(self) -> str | None:
        """Returns the next text to send, once there is one; None closes the connection."""
        text = await self._outgoing.get()
        self._letters -= len(text or "")
        return text

    def end(self, code: str, *parts: str) -> None:
        """Closes the connection after its queue, with a reason."""
        if not self.is_ended:
            self.tell(Goodbye(code, tuple(part[:MAX_PART] for part in parts)))
            if not self.is_ended:
                self.is_ended = True
                if self._outgoing.full():
                    self.cut()
                else:
                    self._outgoing.put_nowait(None)

    def cut(self) -> None:
        """Closes the connection at once."""
        self.is_ended = True
        while not self._outgoing.empty():
            self._outgoing.get_nowait()
        self._letters = 0
        self._outgoing.put_nowait(None)


class ConnectionRegistry:
    """All players' connections at this worker."""

    def __init__(self) -> None:
        self._of_seat: dict[int, Connection] = {}
        self._of_tournament: dict[str, dict[int, Connection]] = defaultdict(dict)
        self.strangers: set[Connection] = set()
        """Connections at practice tables."""

    def attach(self, seat: SeatRow, connection: Connection) -> str:
        """Gives a connection the seat, replacing any other; returns the topic for other workers."""
        self.leave(self._of_seat.get(seat.id), "taken_over")
        connection.seat = seat
        self._of_seat[seat.id] = connection
        self._of_tournament[seat.tournament][seat.id] = connection
        return f"seat {seat.id} {connection.id}"

    def taken(self, seat: int, connection: str) -> None:
        """Handles a seat taken by a connection anywhere."""
        here = self._of_seat.get(seat)
        if here is not None and here.id != connection:
            self.leave(here, "taken_over")

    def leave(self, connection: Connection | None, code: str = "", *parts: str) -> None:
        """Removes a connection from its seat, with a reason if it is still there."""
        if connection is None:
            return
        if code:
            connection.end(code, *parts)
        seat = connection.seat
        if seat is not None and self._of_seat.get(seat.id) is connection:
            del self._of_seat[seat.id]
            there = self._of_tournament[seat.tournament]
            there.pop(seat.id, None)
            if not there:
                del self._of_tournament[seat.tournament]

    @property
    def seats(self) -> list[int]:
        """Seats connected here."""
        return [*self._of_seat]

    @property
    def tournaments(self) -> list[str]:
        """Tournaments with a seat connected here."""
        return [*self._of_tournament]

    def of(self, tournament: str) -> Sequence[tuple[int, Connection]]:
        """Connected seats of a tournament."""
        return [*self._of_tournament.get(tournament, {}).items()]

    def of_seat(self, seat: int) -> Connection | None:
        """Returns the connection of a seat, if it is here."""
        return self._of_seat.get(seat)

    async def tell_each(self, texts: Iterable[tuple[Connection, str]]) -> None:
        """Sends each of many connections its own message, a few at a time."""
        for number, (connection, text) in enumerate(texts):
            connection.tell_text(text)
            if number % BATCH_SIZE == BATCH_SIZE - 1:
                await asyncio.sleep(PAUSE_S)

    def broadcast(self, tournament: str, message: ServerMessage) -> None:
        """Sends a message to every connection of a tournament."""
        text = frame(message)
        for _, connection in self.of(tournament):
            connection.tell_text(text)

    def stop(self) -> None:
        """Closes all connections because the server is stopping."""
        for connection in [*self._of_seat.values(), *self.strangers]:
            self.leave(connection, "stopping")

    def have_all_come_back(self) -> None:
        """Closes all connections, because their clocks are no longer right."""
        for connection in [*self._of_seat.values()]:
            self.leave(connection, "failed")


STANDINGS_EVERY_S = 2.0
FIRST_PLACES = 20
NO_OWN = '"own":null}'
"""End of `Standings` for players without a row to add."""


class Notifier:
    """Sends news to the players connected here."""

    def __init__(
        self,
        connections: ConnectionRegistry,
        throttled_log: ThrottledLog,
        tournament: Callable[[str], Awaitable[TournamentInfo]],
        table: Callable[[str], Awaitable[StandingRows]],
        at_the_door: Callable[[Connection], Awaitable[Welcome | None]],
        joined: Callable[[str], Awaitable[Joined]],
    ) -> None:
        self._connections, self._throttled_log = connections, throttled_log
        self._tournament, self._table = tournament, table
        self._at_the_door, self._joined = at_the_door, joined
        self._changed: set[str] = set()
        self._missed: set[str] = set()  # whose players were not told how rounds and seats stand
        self._telling: asyncio.Task[None] | None = None
        self._told: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Starts sending standings every two seconds."""
        self._telling = asyncio.create_task(self._run())

    def close(self) -> None:
        """Stops that."""
        if self._telling is not None:
            self._telling.cancel()

    def heard(self, topic: str) -> None:
        """Handles a topic from this worker or another."""
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
                self._connections.taken(int(seat), connection)
            case _ if kind == EVERYTHING:
                for tournament in self._connections.tournaments:
                    self.heard(f"rounds {tournament}")
                    self.heard(f"door {tournament}")

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._told.add(task)
        task.add_done_callback(self._told.discard)

    async def _tell_rounds(self, tournament: str) -> None:
        if not self._connections.of(tournament):
            return
        try:
            self._connections.broadcast(tournament, TournamentChanged(await self._tournament(tournament)))
        except DatabaseError as error:
            self._throttled_log.tell(in_the_log(error))
            self._missed.add(tournament)

    async def _tell_joined(self, tournament: str) -> None:
        """Tells spectators who has a seat."""
        looking = [connection for _, connection in self._connections.of(tournament) if connection.looks]
        if not looking:
            return
        try:
            text = frame(await self._joined(tournament))
            await self._connections.tell_each((connection, text) for connection in looking)
        except DatabaseError as error:
            self._throttled_log.tell(in_the_log(error))
            self._missed.add(tournament)

    async def _tell_at_the_door(self, tournament: str) -> None:
        """Tells knocking players whether they were admitted or sent away."""
        for _, connection in self._connections.of(tournament):
            if connection.seat is None or connection.seat.is_admitted:
                continue
            try:
                if (welcome := await self._at_the_door(connection)) is not None:
                    connection.tell(welcome)
            except RequestRejected as no:
                self._connections.leave(connection, no.code)
            except DatabaseError as error:  # who comes back is told
                self._throttled_log.tell(in_the_log(error))
                connection.end("failed")

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(STANDINGS_EVERY_S)
            await self.tell_news()

    async def tell_news(self) -> None:
        """Sends changed tournaments; failures are sent next time."""
        changed, self._changed = self._changed, set()
        missed, self._missed = self._missed, set()
        for tournament in missed:
            await self._tell_rounds(tournament)
            await self._tell_joined(tournament)
        for tournament in changed:
            try:
                if self._connections.of(tournament):
                    await self.tell_standings(tournament)
            except DatabaseError as error:
                self._throttled_log.tell(in_the_log(error))
                self._changed.add(tournament)

    async def tell_standings(self, tournament: str) -> None:
        """Sends a tournament's standings to its players connected here."""
        found = await self._table(tournament)
        first = found.places[:FIRST_PLACES]
        shared = frame(Standings(first, None)).removesuffix(NO_OWN)
        await self._connections.tell_each(
            (connection, shared + _own(found.of_seat.get(seat), first))
            for seat, connection in self._connections.of(tournament)
        )


def _own(place: PlaceInfo | None, first: tuple[PlaceInfo, ...]) -> str:
    """End of `Standings`: the player's own row, unless it is among the first."""
    if place is None or place in first:
        return NO_OWN
    return f'"own":{encoded(place)}}}'

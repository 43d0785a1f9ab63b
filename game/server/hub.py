"""Connections of this worker: which seat each belongs to, what is told to whom, and who takes over from whom.

Knows seats and messages; must not know the web's ways nor the database. Whoever reads too slowly is cut off:
nobody waits for another.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Iterable, Sequence

from game.language import Says
from game.online.messages import Goodbye, Told, frame
from game.online.parts import LONGEST_PART
from game.server.seats import SeatRow

AT_ONCE, PAUSE_S = 10, 0.01
"""So many connections are told something at a time, and the pause in which actions are answered: a thousand
that are told at once would have everybody wait a tenth of a second."""
MOST_WAITING, MOST_LETTERS_WAITING = 256, 1 << 20
"""Messages, and letters of them, that may wait for one connection to be sent."""


class Connection:
    """One player's connection: what is to be sent, in order."""

    def __init__(self) -> None:
        self.id = secrets.token_hex(8)
        self.seat: SeatRow | None = None
        self.rounds: set[int] = set()
        """Those that were asked for by way of it."""
        self.looks: dict[int, Says] = {}
        """Those of which the table is told too, each with the language in which that is."""
        self._outgoing: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self._letters = 0  # that wait
        self.is_ended = False

    def tell(self, told: Told) -> None:
        """Has a message sent."""
        self.tell_text(frame(told))

    def tell_text(self, text: str) -> None:
        """Has a text sent; a connection that does not take what it is sent is ended."""
        if self.is_ended:
            return
        if self._outgoing.full() or self._letters + len(text) > MOST_LETTERS_WAITING:
            self.cut()
        else:
            self._letters += len(text)
            self._outgoing.put_nowait(text)

    async def to_send(self) -> str | None:
        """The next that is to be sent, when there is any; None ends the connection."""
        text = await self._outgoing.get()
        self._letters -= len(text or "")
        return text

    def end(self, code: str, *parts: str) -> None:
        """Has the connection ended after what waits, and says why."""
        if not self.is_ended:
            self.tell(Goodbye(code, tuple(part[:LONGEST_PART] for part in parts)))
            if not self.is_ended:
                self.is_ended = True
                if self._outgoing.full():
                    self.cut()
                else:
                    self._outgoing.put_nowait(None)

    def cut(self) -> None:
        """Ends the connection at once."""
        self.is_ended = True
        while not self._outgoing.empty():
            self._outgoing.get_nowait()
        self._letters = 0
        self._outgoing.put_nowait(None)


class Hub:
    """All connections of players at this worker."""

    def __init__(self) -> None:
        self._of_seat: dict[int, Connection] = {}
        self._of_tournament: dict[str, dict[int, Connection]] = defaultdict(dict)

    def sit(self, seat: SeatRow, connection: Connection) -> str:
        """A connection takes a seat from whichever had it; returns the topic that tells other workers so."""
        self.leave(self._of_seat.get(seat.id), "taken_over")
        connection.seat = seat
        self._of_seat[seat.id] = connection
        self._of_tournament[seat.tournament][seat.id] = connection
        return f"seat {seat.id} {connection.id}"

    def taken(self, seat: int, connection: str) -> None:
        """A connection somewhere has taken a seat."""
        here = self._of_seat.get(seat)
        if here is not None and here.id != connection:
            self.leave(here, "taken_over")

    def leave(self, connection: Connection | None, code: str = "", *parts: str) -> None:
        """A connection leaves its seat, and is told why if it is there still."""
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
        """The seats that are connected here."""
        return [*self._of_seat]

    @property
    def tournaments(self) -> list[str]:
        """The tournaments of which a seat is connected here."""
        return [*self._of_tournament]

    def of(self, tournament: str) -> Sequence[tuple[int, Connection]]:
        """The seats of a tournament that are connected here."""
        return [*self._of_tournament.get(tournament, {}).items()]

    def of_seat(self, seat: int) -> Connection | None:
        """The connection of a seat, if it is here."""
        return self._of_seat.get(seat)

    async def tell_each(self, texts: Iterable[tuple[Connection, str]]) -> None:
        """Tells many connections something of their own, a few at a time."""
        for number, (connection, text) in enumerate(texts):
            connection.tell_text(text)
            if number % AT_ONCE == AT_ONCE - 1:
                await asyncio.sleep(PAUSE_S)

    def tell_all(self, tournament: str, told: Told) -> None:
        """Tells everybody of a tournament who is connected here."""
        text = frame(told)
        for _, connection in self.of(tournament):
            connection.tell_text(text)

    def stop(self) -> None:
        """Ends all connections: the server is going."""
        for connection in [*self._of_seat.values()]:
            self.leave(connection, "stopping")

    def have_all_come_back(self) -> None:
        """Ends all connections: what they were told of their clocks does not hold any more."""
        for connection in [*self._of_seat.values()]:
            self.leave(connection, "failed")

"""The line to a seat at a table server: a thread that holds a connection, and comes back when it is lost.

The window asks `poll` for what has come and never waits for the network. The server's time is told by
answers, of which the quickest is nearest to the truth.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import NamedTuple

from game.online.bodies import RejectionBody
from game.online.client import Client, ServerRefused
from game.online.fields import MessageError
from game.online.messages import ClientMessage, Ping, Pong, ServerMessage, Welcome, frame

LATEST = 8
"""Of so many latest answers the quickest counts."""
GRAIN_MS = 1.0
"""What the server tells is whole milliseconds."""


class _Measure(NamedTuple):
    there_and_back_ms: float
    offset_ms: float

    def fits(self, other: _Measure) -> bool:
        """Whether both may be true of the same two clocks: each is wrong by half of its way at most."""
        wrong_ms = (self.there_and_back_ms + other.there_and_back_ms) / 2 + GRAIN_MS
        return abs(self.offset_ms - other.offset_ms) <= wrong_ms


class ServerClock:
    """What time it is at a server."""

    def __init__(self, now_ns: Callable[[], int]) -> None:
        """`now_ns` is the steady clock of this machine; it may stand while the machine sleeps."""
        self._now_ns = now_ns
        self._measures: tuple[_Measure, ...] = ()
        self._first_ms: float | None = None  # the offset before anything was measured

    def begin(self, server_ms: int) -> None:
        """There is a new connection: the server has just said so."""
        self._first_ms, self._measures = server_ms - self._now_ns() / 1e6, ()

    def measure(self, sent_ns: int, server_ms: int) -> None:
        """An answer has just come to what was asked at `sent_ns`; `server_ms` is what it tells."""
        now_ns = self._now_ns()
        new = _Measure((now_ns - sent_ns) / 1e6, server_ms - (now_ns + sent_ns) / 2e6)
        # One of the clocks has jumped where an earlier measure does not fit: this machine has slept.
        kept = self._measures if all(map(new.fits, self._measures)) else ()
        self._measures = (*kept, new)[-LATEST:]

    @property
    def now_ms(self) -> float | None:
        """The server's time in ms since 1970, None before it is known."""
        measures, first_ms = self._measures, self._first_ms
        offset_ms = min(measures).offset_ms if measures else first_ms
        return None if offset_ms is None else self._now_ns() / 1e6 + offset_ms

    @property
    def delay_ms(self) -> int | None:
        """How long there and back takes; None before there was an answer."""
        measures = self._measures
        return round(min(measures).there_and_back_ms) if measures else None


PAUSES_S = (0.25, 0.5, 1.0, 2.0, 4.0)
"""How long it waits before each try to come back; the last one for all further tries."""
PING_S = 2.0
SILENT_S = 8.0
"""A connection over which no answer has come for so long is given up."""
MAX_NEWS = 500
"""So much may wait for the window before the connection is given up."""
FINAL = {
    *("unknown_key", "no_such_tournament", "taken_over", "bad_message"),
    *("sent_away", "removed", "erased", "deleted"),
}
"""After these nothing is tried again."""


@dataclass(frozen=True)
class Connected:
    """There is a connection, and which one it is: what is sent later goes to this one or nowhere."""

    number: int
    welcome: Welcome


@dataclass(frozen=True)
class Disconnected:
    """The connection has ended; another one is tried for."""


@dataclass(frozen=True)
class ConnectionEnded:
    """No connection will come any more."""

    refusal: RejectionBody


@dataclass(frozen=True)
class Failed:
    """The thread itself has failed."""

    error: Exception


News = ServerMessage | Connected | Disconnected | ConnectionEnded | Failed


class ReconnectingClient:
    """One seat's line. Everything here may be called from the window's thread."""

    def __init__(
        self,
        server: str,
        tournament: str,
        key: str,
        now_ns: Callable[[], int],
        pauses_s: tuple[float, ...] = PAUSES_S,
    ) -> None:
        """Begins to connect; `now_ns` is a steady clock that may be asked in any thread."""
        self._server, self._tournament, self._key = server, tournament, key
        self._now_ns, self._pauses_s = now_ns, pauses_s
        self._news: SimpleQueue[News] = SimpleQueue()
        self._loop = asyncio.new_event_loop()
        self._outgoing: asyncio.Queue[tuple[int, ClientMessage] | None] = asyncio.Queue()
        self._number = 0
        self._pinged: dict[int, int] = {}  # when, by the number of the ping
        self._pings = 0
        self._clock = ServerClock(now_ns)
        self._is_closing = False
        self._thread = threading.Thread(target=self._work, name="online", daemon=True)
        self._thread.start()

    # For the window ------------------------------------------------------------------------------

    def poll(self) -> list[News]:
        """All that has come since, in its order."""
        found: list[News] = []
        with suppress(Empty):
            while True:
                found.append(self._news.get_nowait())
        return found

    def send(self, connection: int, message: ClientMessage) -> None:
        """Sends a message by this connection; when it is lost by now the message is dropped."""
        self._tell((connection, message))

    def close(self) -> None:
        """Ends the line; nothing is heard any more."""
        self._is_closing = True
        self._tell(None)

    def join(self, seconds: float) -> None:
        """Waits until the thread has ended."""
        self._thread.join(seconds)

    @property
    def server_now_ms(self) -> float | None:
        """The server's time by its own clock, None before it is known."""
        return self._clock.now_ms

    @property
    def delay_ms(self) -> int | None:
        """How long there and back takes, by the latest answers; None before there was one."""
        return self._clock.delay_ms

    def _tell(self, what: tuple[int, ClientMessage] | None) -> None:
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._outgoing.put_nowait, what)

    # In the thread -------------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            self._loop.run_until_complete(self._run())
        except Exception as error:
            self._news.put(Failed(error))
        finally:
            with suppress(Exception):
                self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.close()

    async def _run(self) -> None:
        tries = 0
        while not self._is_closing:
            while self._news.qsize() >= MAX_NEWS and not self._is_closing:
                await self._wait(self._pauses_s[-1])
            try:
                client, welcome = await Client.connect(self._server, self._tournament, self._key, self._heard)
            except ServerRefused as refused:
                if refused.refusal.code in FINAL:
                    self._news.put(ConnectionEnded(refused.refusal))
                    return
            except (OSError, ValueError):
                pass
            else:
                tries = 0
                self._number += 1
                self._clock.begin(welcome.now)
                self._news.put(Connected(self._number, welcome))
                await self._talk(client)
                if self._is_closing:
                    return
                if client.goodbye is not None and client.goodbye.code in FINAL:
                    self._news.put(ConnectionEnded(RejectionBody(client.goodbye.code, client.goodbye.parts)))
                    return
            self._news.put(Disconnected())
            await self._wait(self._pauses_s[min(tries, len(self._pauses_s) - 1)])
            tries += 1

    async def _wait(self, seconds: float) -> None:
        """Waits before the next try; what is to be sent meanwhile is dropped."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while await self._outgoing.get() is not None:
                    pass

    async def _talk(self, client: Client) -> None:
        """Sends what is to be sent, and a ping now and then, until the connection ends."""
        self._pinged.clear()
        over = asyncio.ensure_future(client.is_over.wait())
        sending = asyncio.ensure_future(self._send_all(client))
        pinging = asyncio.ensure_future(self._ping(client))
        tasks = (over, sending, pinging)
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Exception):
            async with asyncio.timeout(0.5):  # a line that is cut says no goodbye
                await client.close()

    async def _send_all(self, client: Client) -> None:
        with suppress(OSError, ServerRefused):
            while (asked := await self._outgoing.get()) is not None:
                connection, message = asked
                if connection == self._number:
                    await client.send(frame(message))

    async def _ping(self, client: Client) -> None:
        with suppress(OSError, ServerRefused):
            while len(self._pinged) * PING_S < SILENT_S:
                self._pings += 1
                self._pinged[self._pings] = self._now_ns()
                await client.send(frame(Ping(self._pings)))
                await asyncio.sleep(PING_S)

    def _heard(self, told: ServerMessage) -> None:
        if isinstance(told, Pong):
            sent_ns = self._pinged.pop(told.sent, None)
            if sent_ns is not None:
                self._clock.measure(sent_ns, told.now)
        elif self._news.qsize() >= MAX_NEWS:
            raise MessageError("more is said than anybody can hear")
        else:
            self._news.put(told)

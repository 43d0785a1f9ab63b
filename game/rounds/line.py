"""Connection to a seat at a table server, held by a thread that reconnects when it is lost.

The window calls `poll` for what has come and never waits for the network. The server's time is taken from its
answers, of which the quickest is the most accurate.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import NamedTuple

from game.codec import MessageError
from game.online.client import Client, ServerRefused
from game.online.messages import ClientMessage, Ping, Pong, ServerMessage, Welcome, frame

LATEST = 8
"""Number of latest answers of which the fastest counts."""
GRAIN_MS = 1.0
"""Resolution of the server's time: whole milliseconds."""


class _Measure(NamedTuple):
    there_and_back_ms: float
    offset_ms: float

    def fits(self, other: _Measure) -> bool:
        """Whether both can be true of the same clocks: each is off by at most half its round trip."""
        wrong_ms = (self.there_and_back_ms + other.there_and_back_ms) / 2 + GRAIN_MS
        return abs(self.offset_ms - other.offset_ms) <= wrong_ms


class ServerTime:
    """Estimate of a server's time."""

    def __init__(self, now_ns: Callable[[], int]) -> None:
        """`now_ns` is this machine's steady clock; it may stop while the machine sleeps."""
        self._now_ns = now_ns
        self._measures: tuple[_Measure, ...] = ()
        self._first_ms: float | None = None  # the offset before anything was measured

    def begin(self, server_ms: int) -> None:
        """Starts measuring a new connection."""
        self._first_ms, self._measures = server_ms - self._now_ns() / 1e6, ()

    def measure(self, sent_ns: int, server_ms: int) -> None:
        """Takes an answer to a request sent at `sent_ns`; `server_ms` is the time it gives."""
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
        """Round-trip time; None before the first answer."""
        measures = self._measures
        return round(min(measures).there_and_back_ms) if measures else None


BACKOFF_S = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Delay before each attempt to reconnect; the last one repeats."""
PING_S = 2.0
HEARTBEAT_TIMEOUT_S = 8.0
"""A connection without any answer for this long is given up."""
MAX_NEWS = 500
"""Maximum number of messages waiting for the window; beyond it the connection is given up."""
FINAL = {
    *("unknown_key", "no_such_tournament", "taken_over", "bad_message"),
    *("sent_away", "removed", "erased", "deleted"),
}
"""Errors after which nothing is tried again."""


@dataclass(frozen=True)
class Connected:
    """A connection exists; later messages go to this one or nowhere."""

    number: int
    welcome: Welcome


@dataclass(frozen=True)
class Disconnected:
    """The connection has ended; another attempt follows."""


@dataclass(frozen=True)
class ConnectionEnded:
    """No further connection will be made: the server has refused, or the thread itself has failed."""

    error: Exception


News = ServerMessage | Connected | Disconnected | ConnectionEnded


class ReconnectingClient:
    """Connection of one seat; all methods may be called from the window's thread."""

    def __init__(
        self,
        server: str,
        tournament: str,
        key: str,
        now_ns: Callable[[], int],
        pauses_s: tuple[float, ...] = BACKOFF_S,
        revive: Callable[[], None] = lambda: None,
    ) -> None:
        """Starts to connect; `now_ns` is a steady clock usable in any thread.

        `revive` may start the server again; it is called in the thread before each further attempt.
        """
        self._server, self._tournament, self._key = server, tournament, key
        self._now_ns, self._pauses_s, self._revive = now_ns, pauses_s, revive
        self._news: SimpleQueue[News] = SimpleQueue()
        self._loop = asyncio.new_event_loop()
        self._outgoing: asyncio.Queue[tuple[int, ClientMessage] | None] = asyncio.Queue()
        self._number = 0
        self._pinged: dict[int, int] = {}  # when, by the number of the ping
        self._pings = 0
        self._clock = ServerTime(now_ns)
        self._is_closing = False
        self._thread = threading.Thread(target=self._work, name="online", daemon=True)
        self._thread.start()

    # For the window ------------------------------------------------------------------------------

    def poll(self) -> list[News]:
        """Returns everything received since the last call, in order."""
        found: list[News] = []
        with suppress(Empty):
            while True:
                found.append(self._news.get_nowait())
        return found

    def send(self, connection: int, message: ClientMessage) -> None:
        """Sends a message over this connection; it is dropped if the connection is lost."""
        self._tell((connection, message))

    def close(self) -> None:
        """Closes the connection; nothing more is received."""
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
        """Round-trip time of the latest answers; None before the first."""
        return self._clock.delay_ms

    def _tell(self, what: tuple[int, ClientMessage] | None) -> None:
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._outgoing.put_nowait, what)

    # In the thread -------------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            self._loop.run_until_complete(self._run())
        except Exception as error:
            self._news.put(ConnectionEnded(error))
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
                    self._news.put(ConnectionEnded(refused))
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
                    self._news.put(ConnectionEnded(client.ended()))
                    return
            self._news.put(Disconnected())
            await self._wait(self._pauses_s[min(tries, len(self._pauses_s) - 1)])
            tries += 1
            if not self._is_closing:
                self._revive()

    async def _wait(self, seconds: float) -> None:
        """Waits before the next attempt; messages sent meanwhile are dropped."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while await self._outgoing.get() is not None:
                    pass

    async def _talk(self, client: Client) -> None:
        """Sends messages, and a ping now and then, until the connection ends."""
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
            while len(self._pinged) * PING_S < HEARTBEAT_TIMEOUT_S:
                self._pings += 1
                self._pinged[self._pings] = self._now_ns()
                await client.send(frame(Ping(self._pings)))
                await asyncio.sleep(PING_S)

    def _heard(self, message: ServerMessage) -> None:
        if isinstance(message, Pong):
            sent_ns = self._pinged.pop(message.sent, None)
            if sent_ns is not None:
                self._clock.measure(sent_ns, message.now)
        elif self._news.qsize() >= MAX_NEWS:
            raise MessageError("more is said than anybody can hear")
        else:
            self._news.put(message)

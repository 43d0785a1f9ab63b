"""Limits of a TCP connection: bytes, time for a request, and an end for who does not read what it is sent.

Knows uvicorn's protocols, bytes and seconds; must not know what is asked nor who plays. uvicorn itself waits
for ever for the end of a request, for a client that does not read, and keeps whatever header it is sent.
"""

from __future__ import annotations

import asyncio
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from game.server.limits import Guard, Socket, network_of

REQUEST_S = 15.0
"""In which a request has to be there whole, from the connection or the end of the one before."""
STALLED_S = 20.0
"""So long somebody may take none of what waits to be sent."""
MOST_REQUEST_BYTES = 32 << 10
"""Of a request with its head."""
SLICE = 2 << 10
"""So many bytes are taken apart before it is looked whether they are to go on: a quarter of a megabyte may
come at once, and as the smallest frames would make everybody wait for half a second."""
MOST_WAITING = 200
"""Of messages that were not looked at yet."""
MOST_FRAGMENTS = 16
"""Of one message."""


class GuardedConfig(uvicorn.Config):
    """uvicorn's settings, with who is counted for each address."""

    def __init__(self, app: Any, guard: Guard, **settings: Any) -> None:
        """With `proxy_headers` a proxy has all connections: they are counted together only."""
        super().__init__(app, http=GuardedHttp, ws=GuardedWebSocket, **settings)
        self.guard = guard


class Draining:
    """Whether the other end takes what waits to be sent to it."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._waiting, self._since_s = 0, 0.0

    def has_stalled(self, now_s: float) -> bool:
        """Whether nothing of it was taken for too long."""
        waiting = self._transport.get_write_buffer_size()
        if not waiting or waiting < self._waiting or not self._waiting:
            self._since_s = now_s
        self._waiting = waiting
        return now_s - self._since_s > STALLED_S


class GuardedHttp(HttpToolsProtocol):
    """HTTP on one connection, until that becomes a WebSocket."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Counts it; the one too many is ended at once."""
        super().connection_made(transport)
        assert isinstance(self.config, GuardedConfig)
        address = "" if self.client is None or self.config.proxy_headers else network_of(self.client[0])
        self._socket: Socket | None = self.config.guard.admit(address)
        self._draining = Draining(transport)
        self._late_s: float | None = self.loop.time() + REQUEST_S
        self._answered: RequestResponseCycle | None = None  # the one that is being answered
        self._is_asked_out = False  # whether nothing more is asked
        self._unfinished = 0  # bytes of the request that is not there whole
        if self._socket is None:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended; nothing is answered any more, of requests that came in a row either.

        uvicorn only tells the last of these, and the others would write to what is closed.
        """
        super().connection_lost(exc)
        self.pipeline.clear()
        if self._answered is not None:
            self._answered.disconnected = True
            self._answered.message_event.set()
        if self._socket is not None:
            self._socket.close()

    def data_received(self, data: bytes) -> None:
        """Whatever comes ends at most this connection."""
        if self._late_s is None:
            self._late_s = self.loop.time() + REQUEST_S
        for at in range(0, len(data), SLICE):
            part = data[at : at + SLICE]
            self._unfinished += len(part)
            try:
                super().data_received(part)
            except Exception:  # what it can be depends on three libraries
                self.transport.abort()
            if self._unfinished > MOST_REQUEST_BYTES:
                self.transport.abort()
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return

    def eof_received(self) -> bool | None:  # type: ignore[override]
        """Nothing more is asked: what was asked is answered first, but over TLS, which has no such end."""
        self._is_asked_out = True
        is_any_due = self._answered is not None and not self._answered.response_complete
        return is_any_due and self._late_s is None and self.scheme == "http"

    def on_response_complete(self) -> None:
        """The next one, or the end after the last."""
        super().on_response_complete()
        if self._is_asked_out and (self._answered is None or self._answered.response_complete):
            self.transport.close()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def on_message_begin(self) -> None:
        """A request begins, perhaps in the bytes that end another."""
        super().on_message_begin()
        if self._late_s is None:
            self._late_s = self.loop.time() + REQUEST_S

    def on_message_complete(self) -> None:
        """The request is there whole."""
        super().on_message_complete()
        self._late_s, self._unfinished = None, 0

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a WebSocket's, which is counted in its place."""
        super().handle_websocket_upgrade()
        after = self.transport.get_protocol()
        assert isinstance(after, GuardedWebSocket)
        after.counted, self._socket = self._socket, None

    def look(self, now_s: float) -> None:
        """Ends it if it is late."""
        if (self._late_s is not None and now_s > self._late_s) or self._draining.has_stalled(now_s):
            self.transport.abort()


class GuardedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It begins with a request that is there whole."""
        super().connection_made(transport)
        assert isinstance(self.config, GuardedConfig)
        self.counted: Socket | None = None
        self._bytes, self._pings = self.config.guard.bytes(), self.config.guard.messages()
        self._draining = Draining(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        super().connection_lost(exc)
        if self.counted is not None:
            self.counted.close()

    def data_received(self, data: bytes) -> None:
        """Whatever comes ends at most this connection; frames without a message count too."""
        if not self._bytes.take(len(data)):
            self.transport.abort()
            return
        size = SLICE if self.handshake_initiated else len(data)
        for at in range(0, len(data), size):
            try:
                super().data_received(data[at : at + size])
            except Exception:  # what it can be depends on two libraries
                self.transport.abort()
            if not self.handshake_initiated or self.queue.qsize() > MOST_WAITING:
                self.transport.abort()  # the request was there whole, and was none
            if self.transport.is_closing():
                return

    def handle_ping(self) -> None:
        """Answers, but not without end."""
        if self._pings.take():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """A part of a message, of which there are few."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self.transport.abort()
            return
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A message; a text that is no UTF-8 is told to be no text."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

    def look(self, now_s: float) -> None:
        """Ends it if nobody reads at its other end."""
        if self._draining.has_stalled(now_s):
            self.transport.abort()

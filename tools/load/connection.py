"""One WebSocket of a player, as lean as a load of a thousand needs it: bytes in, texts out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import OPEN
from websockets.typing import Subprotocol
from websockets.uri import WebSocketURI

from game.online.messages import MAX_SERVER_BYTES, PLAY, SUBPROTOCOL


class Connection(asyncio.Protocol):
    """A connection that reports when it opens, receives and ends."""

    def __init__(
        self, port: int, opened: Callable[[], None], heard: Callable[[bytes], None], lost: Callable[[], None]
    ) -> None:
        uri = WebSocketURI(secure=False, host="127.0.0.1", port=port, path=PLAY, query="")
        self._frames = ClientProtocol(uri, subprotocols=[Subprotocol(SUBPROTOCOL)], max_size=MAX_SERVER_BYTES)
        self._opened, self._heard, self._lost = opened, heard, lost
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the WebSocket."""
        self._transport = cast(asyncio.Transport, transport)
        self._frames.send_request(self._frames.connect())
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Takes apart what has come."""
        self._frames.receive_data(data)
        for event in self._frames.events_received():
            if isinstance(event, Response):
                if self._frames.handshake_exc is None:
                    self._opened()
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._heard(bytes(event.data))
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """Tells so."""
        self._lost()

    def send(self, text: bytes) -> None:
        """Sends a text, unless the server is ending the connection."""
        if self._frames.state is OPEN:
            self._frames.send_text(text)
            self._flush()

    def close(self) -> None:
        """Ends it without a word."""
        self._transport.abort()

    def _flush(self) -> None:
        data = b"".join(self._frames.data_to_send())
        if data:
            self._transport.write(data)
        if self._frames.close_expected():
            self._transport.close()

"""Requests and connections of no program of ours."""

import asyncio
import json
from contextlib import closing
from email.message import Message
from http.client import HTTPConnection
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from game.online.messages import PLAY, SUBPROTOCOL
from tests.server.tables import Server


def get(
    address: str, path: str, method: str = "GET", body: bytes | None = None, **headers: str
) -> tuple[int, Message, bytes]:
    """The status, headers and body of an answer; `_` in the name of a header is `-`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(HTTPConnection(address.removeprefix("http://"), timeout=20)) as connection:
        connection.request(method, path, body, named)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()


async def ask(
    server: Server, path: str, method: str = "GET", body: bytes | None = None, **headers: str
) -> tuple[int, Message, bytes]:
    """The same of a server in this process."""
    return await asyncio.to_thread(get, server.address, path, method, body, **headers)


def stranger(server: Server, **how: Any) -> connect:
    """A WebSocket that has said nothing."""
    usual: dict[str, Any] = {"subprotocols": [SUBPROTOCOL], "compression": None, "proxy": None}
    return connect(server.address.replace("http", "ws") + PLAY, **{**usual, "ping_interval": None, **how})


async def told(socket: ClientConnection) -> list[dict[str, Any]]:
    """What is told until a connection ends."""
    found = []
    try:
        async with asyncio.timeout(10):
            async for text in socket:
                found.append(json.loads(text))
    except ConnectionClosed:
        pass
    return found

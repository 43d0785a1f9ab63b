"""Connections of somebody who keeps to no program: raw bytes from any address of the loopback."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count

from game.online.messages import PLAY, SUBPROTOCOL

UPGRADE = (
    f"GET {PLAY} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n"
).encode()
WAIT_S = 30.0
_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)


class Addresses:
    """Addresses of the loopback, none of which the honest player has."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def fresh(self) -> str:
        """One that nobody has used."""
        number = next(self._numbers)
        return f"127.{1 + number // 62_500 % 200}.{number // 250 % 250}.{1 + number % 250}"


def framed(text: bytes) -> bytes:
    """A text as one frame of a client, whose mask is zeros."""
    length = len(text)
    if length < 126:
        head = bytes([0x81, 0x80 | length])
    elif length < 1 << 16:
        head = b"\x81\xfe" + length.to_bytes(2)
    else:
        head = b"\x81\xff" + length.to_bytes(8)
    return head + bytes(4) + text


def frames(data: bytes) -> tuple[list[bytes], bool]:
    """The texts within what a server has sent after its greeting, and whether it has said the end."""
    found, is_over = [], False
    while len(data) >= 2:
        length, at = data[1] & 127, 2
        if length == 126:
            length, at = int.from_bytes(data[2:4]), 4
        elif length == 127:
            length, at = int.from_bytes(data[2:10]), 10
        if data[0] & 15 == 1:
            found.append(data[at : at + length])
        is_over = is_over or data[0] & 15 == 8
        data = data[at + length :]
    return found, is_over


@asynccontextmanager
async def connected(
    port: int, source: str
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection from an address; it is dropped at the end.

    Raises:
        OSError: the server does not take it.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0), limit=1 << 22)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def said(port: int, source: str, *texts: bytes, wait_s: float = WAIT_S) -> list[bytes]:
    """Answers over a WebSocket to some frames until the server ends it, or as far as they have come."""
    data = b""
    with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
        async with asyncio.timeout(wait_s), connected(port, source) as (reader, writer):
            writer.write(UPGRADE)
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 101 " not in head:
                return []
            writer.write(b"".join(map(framed, texts)))
            while not frames(data)[1] and (more := await reader.read(1 << 16)):
                data += more
    return frames(data)[0]


async def answers(port: int, source: str, requests: Sequence[bytes]) -> list[tuple[int, bytes]]:
    """Status and body for each of some requests, one after the other, as far as they are answered."""
    found: list[tuple[int, bytes]] = []
    with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
        while len(found) < len(requests):
            async with asyncio.timeout(WAIT_S), connected(port, source) as (reader, writer):
                for request in requests[len(found) :]:
                    writer.write(request)
                    head = await reader.readuntil(b"\r\n\r\n")
                    length = _LENGTH.search(head)
                    body = await reader.readexactly(int(length[1])) if length else b""
                    found.append((int(head.split(b" ", 2)[1]), body))
                    if b"connection: close" in head.lower():
                        break
    return found


def request(method: str, path: bytes, body: bytes = b"", key: bytes = b"") -> bytes:
    """A request whose length is right, whatever else is not."""
    clean = re.sub(rb"[\x00-\x20\x7f-\xff]", b"", path)
    head = method.encode() + b" /" + clean + b" HTTP/1.1\r\nHost: x\r\n"
    if key:
        head += b"Authorization: Bearer " + re.sub(rb"[\x00-\x1f\x7f-\xff]", b"", key) + b"\r\n"
    if method == "POST":
        head += b"Content-Type: application/json\r\nContent-Length: %d\r\n" % len(body)
    return head + b"\r\n" + body

"""A piece of TCP between a player and a server on the loopback.

It can be slow, lose segments, be cut and be laid again, and be the end of TLS.
"""

from __future__ import annotations

import asyncio
import ssl
from contextlib import suppress
from random import Random

SEGMENT_BYTES = 1448
IN_TURN_S = 1e-5
"""So much apart, calls of a loop keep their order."""
RESENT_S = 0.2
"""How much later a lost segment comes, sent again, and all behind it: the least that Linux waits."""


class Wire:
    """What goes through it comes out as it went in, `delay_s` later each way, `lost` of it later still."""

    def __init__(
        self,
        port: int,
        delay_s: float = 0.0,
        lost: float = 0.0,
        seed: int = 0,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._target, self._delay_s, self._lost, self._random = port, delay_s, lost, Random(seed)
        self._tls = tls
        self.stalls = 0
        """How many segments were lost."""
        self._writers: list[asyncio.StreamWriter] = []
        self._dead: list[asyncio.StreamWriter] = []
        self.is_open = True
        """Whether a new connection comes through."""
        self._server: asyncio.Server
        self.address = ""

    async def __aenter__(self) -> Wire:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", 0, ssl=self._tls)
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.cut()
        self._server.close()

    def cut(self) -> None:
        """Ends all that goes through it, without a word."""
        for writer in (*self._writers, *self._dead):
            writer.transport.abort()
        self._writers.clear()

    def deaden(self) -> None:
        """Silently swallows everything sent from now on, except by new connections."""
        self._dead += self._writers
        self._writers.clear()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.is_open:
            writer.transport.abort()
            return
        there, back = await asyncio.open_connection("127.0.0.1", self._target)
        self._writers += [writer, back]
        await asyncio.gather(self._copy(reader, back), self._copy(there, writer), return_exceptions=True)

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop, due_s = asyncio.get_running_loop(), 0.0
        while data := await reader.read(SEGMENT_BYTES):
            if writer in self._dead:
                continue
            late_s = self._delay_s
            if self._random.random() < self._lost:
                self.stalls += 1
                late_s += RESENT_S
            due_s = max(due_s + IN_TURN_S, loop.time() + late_s)
            loop.call_at(due_s, _write, writer, data)
        loop.call_at(max(due_s + IN_TURN_S, loop.time() + self._delay_s), writer.close)


def _write(writer: asyncio.StreamWriter, data: bytes) -> None:
    with suppress(OSError, RuntimeError):
        writer.write(data)

"""Connections of TCP and what stands in their bytes: each ends at most itself, and the log says nothing."""

import asyncio
import logging
import socket
import struct

import pytest
from websockets.exceptions import InvalidStatus

from game.online.messages import PLAY
from game.server.connections import Connection
from game.server.serving import MAX_REQUEST_BYTES, REQUEST_S, STALLED_S, Draining, new_loop
from tests.server.strangers import stranger, told
from tests.server.tables import GENEROUS, HOST, Server, running

UPGRADE = (
    b"Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: patience.1\r\n"
)

pytestmark = pytest.mark.thorough
POST = b"POST /api/1/tournaments HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


async def said(server: Server, data: bytes, is_cut: bool = False) -> bytes:
    """All that is answered to some bytes until the server, or with `is_cut` we, end the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(data)
    try:
        if is_cut:
            await writer.drain()
            return b""
        async with asyncio.timeout(10):
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.transport.abort()


async def there(server: Server, count: int) -> None:
    """Waits until the server has so many connections."""
    async with asyncio.timeout(10):
        while len(server.worker.server_state.connections) != count:
            await asyncio.sleep(0)


LATER = b"GET / HTTP/1.1\r\nHost: x\r\nX: "
ODD = {
    "no HTTP": b"\x16\x03\x01" * 40,
    "a path of other letters": b"GET /\xff\xfe HTTP/1.1\r\n" + UPGRADE + b"\r\n",
    "too many headers": b"GET " + PLAY.encode() + b" HTTP/1.1\r\n" + UPGRADE + b"A: b\r\n" * 300 + b"\r\n",
    "a header without end": LATER + b"x" * (MAX_REQUEST_BYTES + 100),
    "a path without end": b"GET /" + b"x" * (MAX_REQUEST_BYTES + 100),
    "headers without end": LATER + b"x\r\nX: " * (MAX_REQUEST_BYTES // 5),
    "a body without end": POST + b"Content-Length: 999999999\r\n\r\n" + b"x" * (MAX_REQUEST_BYTES + 100),
    "a body that nobody wants": LATER + b"\r\nContent-Length: 99999999\r\n\r\n" + b"x" * 99_999,
    "an upgrade to something": LATER + b"\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n",
}


@pytest.fixture
def server(sqlite: str):
    return running(sqlite)


async def test_whatever_bytes_come_end_their_connection_alone(sqlite, caplog):
    caplog.set_level(logging.WARNING)
    async with running(sqlite) as server:
        _, anna, _ = await server.seated()
        for what, data in ODD.items():
            answer = await said(server, data)
            assert len(answer) < 8000, what
            assert b"Traceback" not in answer, what
        await said(
            server,
            POST + b"Authorization: Bearer " + HOST.encode() + b"\r\nContent-Length: 20\r\n\r\n{",
            True,
        )
        await there(server, 1)
        await anna.ping(1)
    assert caplog.records == []


MANY = b"GET /api/1/tournaments HTTP/1.1\r\nHost: x\r\n\r\n" * 20


@pytest.mark.parametrize("is_reset", [False, True])
@pytest.mark.parametrize("loop_factory", [new_loop, asyncio.new_event_loop])
def test_many_requests_at_once_and_a_half_close_are_answered_and_not_logged(
    sqlite, caplog, loop_factory, is_reset
):
    async def scene() -> None:
        async with running(sqlite) as server:
            for _ in range(10):
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(MANY)
                if is_reset:
                    await reader.readline()
                    linger = struct.pack("ii", 1, 0)
                    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                    writer.transport.abort()
                    continue
                writer.write_eof()
                async with asyncio.timeout(10):
                    assert (await reader.read()).count(b"HTTP/1.1 200 OK") == 20
                writer.close()
            await there(server, 0)

    with caplog.at_level(logging.WARNING), asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(scene())
    assert caplog.records == []


async def test_a_request_that_does_not_come_to_its_end_is_not_waited_for(server):
    _, anna, _ = await server.seated()
    silent = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(3)]
    silent[1][1].write(LATER)
    silent[2][1].write(POST + b"Content-Length: 20\r\n\r\n{")
    await there(server, 4)
    now_s = asyncio.get_running_loop().time()
    server.worker.look(now_s + REQUEST_S / 2)
    assert len(server.worker.server_state.connections) == 4
    server.worker.look(now_s + REQUEST_S + 5)
    await there(server, 1)
    await anna.ping(1)
    for _, writer in silent:
        writer.transport.abort()


async def test_of_too_many_connections_from_one_address_the_one_idle_longest_gives_way(sqlite):
    async with running(sqlite, limits=GENEROUS._replace(per_address=1)) as server:
        silent = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(4)]
        await there(server, 4)
        await server.made()
        assert await silent[0][0].read() == b""
        assert not silent[1][0].at_eof()
        for _, writer in silent:
            writer.transport.abort()


async def test_an_address_opens_so_many_connections_in_a_row(sqlite):
    async with running(sqlite, limits=GENEROUS._replace(per_address=1, requests_a_second=0)) as server:
        codes = []
        for _ in range(6):
            try:
                async with stranger(server):
                    codes.append(101)
            except InvalidStatus as refused:
                codes.append(refused.response.status_code)
        assert codes == [101] * 2 + [403] * 4


@pytest.mark.parametrize("origin", ["http://[", "//", "http://[::1"])
async def test_an_origin_that_is_none_is_a_foreign_one(origin, server):
    with pytest.raises(InvalidStatus) as refused:
        async with stranger(server, origin=origin):
            pass
    assert refused.value.response.status_code == 403
    answer = await said(
        server, POST + f"Origin: {origin}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{{}}".encode()
    )
    assert b"foreign_origin" in answer


async def test_frames_that_are_no_messages_end_their_connection(sqlite, caplog):
    caplog.set_level(logging.WARNING)
    async with running(sqlite) as server:
        async with stranger(server) as socket:  # a text that is no UTF-8
            socket.transport.write(b"\x81\x82\x00\x00\x00\x00\xff\xfe")
            assert [message["code"] for message in await told(socket)] == ["bad_message"]
        async with stranger(server) as socket:  # a message in parts without end
            socket.transport.write(b"\x01\x80\x00\x00\x00\x00" + b"\x00\x80\x00\x00\x00\x00" * 40)
            assert await told(socket) == []
        async with stranger(server) as socket:  # pings without end, none of whose answers is read
            socket.transport.write(b"\x89\xfd\x00\x00\x00\x00" + b"x" * 125)
            socket.transport.pause_reading()
            socket.transport.write((b"\x89\xfd\x00\x00\x00\x00" + b"x" * 125) * 4000)
            await there(server, 0)
    assert caplog.records == []


class Pipe:
    """A transport with so many bytes waiting."""

    waiting = 0

    def get_write_buffer_size(self) -> int:
        return self.waiting


def test_who_takes_nothing_for_long_has_stalled_and_who_takes_a_little_has_not():
    pipe, now_s = Pipe(), 1000.0
    draining = Draining(pipe)  # of which only the size is asked
    assert not draining.has_stalled(now_s)
    pipe.waiting = 100_000
    assert not draining.has_stalled(now_s + 60)
    for second in range(100):
        pipe.waiting -= 10
        assert not draining.has_stalled(now_s + 60 + second)
    assert not draining.has_stalled(now_s + 159 + STALLED_S)
    pipe.waiting += 50
    assert draining.has_stalled(now_s + 160 + STALLED_S)


async def test_what_waits_for_somebody_who_does_not_read_takes_little_memory():
    """Else 256 positions of a long game would wait for each connection."""
    reading, other = Connection(), Connection()
    for _ in range(20):
        text = "x" * 200_000
        for connection in (reading, other):
            connection.tell_text(text)
        assert await reading.to_send() == text
    assert (reading.is_ended, other.is_ended) == (False, True)
    assert await other.to_send() is None

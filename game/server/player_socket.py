"""A player's WebSocket: read message by message, answered in order, closed with a reason."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from game.browser.practice import PracticeTable
from game.codec import MessageError
from game.language import English
from game.online.messages import (
    SUBPROTOCOL,
    BeginRound,
    ClientMessage,
    DoAction,
    Hello,
    Look,
    Ping,
    Pong,
    Practise,
    Rejected,
    ServerMessage,
    Why,
    read_client_message,
)
from game.server.access import AccessControl, RequestRejected, TokenBucket, address_of
from game.server.connections import Connection
from game.server.database import DatabaseError, in_the_log
from game.server.live import refused
from game.server.service import Service

ENGLISH = English()
COMING = 4
"""So many connections are brought to their seats and games at a time: when a worker has died, hundreds come
at once, and those who play are answered between them."""


class PlayerSockets:
    """Connections of players."""

    def __init__(self, service: Service, admission: AccessControl) -> None:
        self._service, self._admission = service, admission
        self._coming = asyncio.Semaphore(COMING)

    async def play(self, socket: WebSocket) -> None:
        """Serves a player's connection from its first message to its end."""
        address, guard = address_of(socket), self._service.guard
        if not self._admission.is_own(socket) or SUBPROTOCOL not in socket.scope.get("subprotocols", ()):
            await self._turn_away(socket, "foreign_origin")
            return
        if not guard.requests.of(address).take() or not guard.enter(address):
            await self._turn_away(socket, "too_many")
            return
        connection = Connection(address)
        try:
            async with self._coming:
                await socket.accept(SUBPROTOCOL)
            sending = asyncio.create_task(_send(socket, connection))
            try:
                await self._talk(socket, connection)
            finally:
                self._service.hub.leave(connection)
                if not connection.is_ended:
                    connection.cut()
                await sending
        except WebSocketDisconnect:
            pass  # it went before it was greeted
        finally:
            guard.leave(address)

    async def _turn_away(self, socket: WebSocket, code: str) -> None:
        self._service.figures.refused(code)
        await socket.close()

    async def _talk(self, socket: WebSocket, connection: Connection) -> None:
        """Reads messages until the end or an invalid one."""
        messages = self._service.guard.messages()
        try:
            async with asyncio.timeout(self._service.guard.limits.hello_s):
                hello = await _heard(socket)
            if isinstance(hello, Practise):
                await self._practise(socket, hello, connection, messages)
                return
            if not isinstance(hello, Hello):
                raise MessageError("the first message is “hello”")
            with self._admission.guarded(socket):
                async with self._coming:
                    welcome = await self._service.attach(hello.tournament, hello.key, connection)
                connection.tell(welcome)
            while not connection.is_ended:
                asked = await _heard(socket)
                if not messages.take():
                    raise RequestRejected("too_fast")
                await self._answer(asked, connection)
        except WebSocketDisconnect:
            connection.cut()
        except TimeoutError:
            connection.end("bad_message", "the first message is “hello”")
        except MessageError as wrong:
            self._service.figures.refused("bad_message")
            connection.end("bad_message", str(wrong))
        except RequestRejected as no:
            self._service.figures.refused(no.code)
            connection.end(no.code, *no.parts)
        except DatabaseError as error:  # what was asked may count or not: the player comes back and sees
            self._service.trouble.tell(in_the_log(error))
            connection.end("failed")

    async def _practise(
        self, socket: WebSocket, asked: ClientMessage, connection: Connection, messages: TokenBucket
    ) -> None:
        """Serves a game that belongs to no seat."""
        table: PracticeTable | None = None
        told: list[ServerMessage]
        while not connection.is_ended:
            if isinstance(asked, Practise):
                async with self._coming:
                    table, told = await self._service.practices.begin(asked)
            elif isinstance(asked, Ping):
                told = [Pong(asked.sent, self._service.now())]
            else:
                assert table is not None, "it begins with a game"
                told = table.answer(asked)
            for message in told:
                connection.tell(message)
            asked = await _heard(socket)
            if not messages.take():
                raise RequestRejected("too_fast")

    async def _answer(self, asked: ClientMessage, connection: Connection) -> None:
        seat, live = connection.seat, self._service.live
        assert seat is not None, "it has said hello"
        match asked:
            case BeginRound(round=number):
                try:
                    async with self._coming:
                        position = await live.begin(seat, number)
                    live.tell(connection, position)
                    connection.rounds.add(number)
                except RequestRejected as no:
                    self._service.figures.refused(no.code)
                    connection.tell(refused(number, no))
            case DoAction(round=number, number=which, action=action):
                began = time.perf_counter()
                told = await live.do(seat, number, which, action)
                self._service.figures.answered(time.perf_counter() - began)
                if isinstance(told, Rejected):
                    self._service.figures.refused(told.code)
                live.tell(connection, told)
            case Look(round=number, language=code):
                language = connection.looks[number] = await self._service.languages.of(code)
                connection.tell(await self._service.joined(seat.tournament))
                if (table := await live.look(seat, number, language)) is not None:
                    connection.tell(table)
            case Why(round=number):
                connection.tell(await live.why(seat, asked, connection.looks.get(number, ENGLISH)))
            case Ping(sent=sent):
                connection.tell(Pong(sent, self._service.now()))
            case _:
                raise MessageError("“hello” comes once")


async def _heard(socket: WebSocket) -> ClientMessage:
    """Returns the next message."""
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    text = received.get("text")
    if text is None:
        raise MessageError("a message is a text frame")
    return read_client_message(text)


async def _send(socket: WebSocket, connection: Connection) -> None:
    """Sends queued messages in order, and closes after the last."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        while (text := await connection.to_send()) is not None:
            await socket.send_text(text)
    connection.is_ended = True
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.close()

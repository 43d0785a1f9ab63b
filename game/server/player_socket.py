"""A player's WebSocket: read message by message, answered in order, closed with a reason; and practice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect

from game.browser.practice import LATE, ROUND, PracticeTable, question
from game.codec import MessageError
from game.language import English
from game.online.messages import (
    BESIDE,
    MAX_CLIENT_BYTES,
    SUBPROTOCOL,
    BeginRound,
    ClientMessage,
    DoAction,
    Hello,
    HintWanted,
    Look,
    Ping,
    Pong,
    Practise,
    RecordRequest,
    Rejected,
    SetClock,
    Why,
    read_client_message,
)
from game.server.budgets import PLACE, AccessControl, RequestRejected, address_of, cost_of, its_turn
from game.server.connections import Connection
from game.server.database import DatabaseError, in_the_log
from game.server.seats import SeatRow
from game.server.service import Service
from game.server.workers import WorkerError
from game.solver.answer import Advice
from game.solver.hint_words import NOTHING


class Practising:
    """Practice by way of a connection, whether that has a seat or not."""

    def __init__(self, service: Service, connection: Connection, number: int = ROUND) -> None:
        """`number` stands in its messages in the place of a round's."""
        self._service, self._connection, self._number = service, connection, number
        self._table: PracticeTable | None = None
        self._thinking: asyncio.Task[None] | None = None

    def is_asked(self, asked: ClientMessage) -> bool:
        """Whether a message of a seat is about its practice."""
        if isinstance(asked, DoAction | Look | Why):
            return asked.round == self._number
        return isinstance(asked, Practise | SetClock | RecordRequest | HintWanted)

    async def answer(self, asked: ClientMessage) -> None:
        """Answers a message.

        Raises:
            MessageError: it cannot be asked of practice, or there is no such game.
        """
        if isinstance(asked, Practise):
            if self._thinking is not None:
                self._thinking.cancel()
            language = await self._service.languages.of(asked.language)
            async with self._service.replaying:
                begin = self._service.practices.begin
                self._table = await begin(asked, self._table, language, self._number)
                told = self._table.begun()
        elif self._table is None:
            raise MessageError("it begins with a game")
        elif isinstance(asked, HintWanted):
            told = []
            if self._thinking is None or self._thinking.done():
                self._thinking = asyncio.create_task(self._think(self._table))
        else:
            told = self._table.answer(asked)
        for message in told:
            self._connection.tell(message)

    def close(self) -> None:
        """Gives up a hint that is thought about."""
        if self._thinking is not None:
            self._thinking.cancel()

    async def _think(self, table: PracticeTable) -> None:
        """Tells a hint, unless the game went on meanwhile."""
        asked, entries = question(table.game), len(table.game.entries)
        advice: Sequence[Advice] | None = ()
        if asked is not None:
            try:
                advice = await self._service.worker.hint(asked)
            except WorkerError as error:
                self._service.throttled_log.tell(str(error))
                advice = None
        if len(table.game.entries) == entries and not self._connection.is_ended:
            for message in table.hint(advice or (), LATE if advice is None else NOTHING):
                self._connection.tell(message)


ENGLISH = English()
COMING = 4
"""So many connections are brought to their seats and games at a time: when a worker has died, hundreds come
at once, and those who play are answered between them."""
SEAT_COSTS: dict[type[ClientMessage], int] = {BeginRound: 4, Look: 2}
"""Of a seat's messages, those that cost more than one."""


class PlayerSockets:
    """Connections of players."""

    def __init__(self, service: Service, admission: AccessControl) -> None:
        self._service, self._admission = service, admission
        self._coming = asyncio.Semaphore(COMING)

    async def play(self, socket: WebSocket) -> None:
        """Serves a player's connection from its first message to its end."""
        address, rate_limiter = address_of(socket), self._service.rate_limiter
        try:
            if not self._admission.is_own(socket) or SUBPROTOCOL not in socket.scope.get("subprotocols", ()):
                raise RequestRejected("foreign_origin")
        except RequestRejected as no:
            await self._turn_away(socket, no.code)
            return
        connection = Connection(address)
        connection.place = rate_limiter.newcomers.take(address, partial(connection.end, "too_many"))
        try:
            if connection.place is None or not await its_turn(1, rate_limiter.openings.of(address)):
                await self._turn_away(socket, "too_many")
                return
            async with self._coming:
                await socket.accept(SUBPROTOCOL)
            sending = asyncio.create_task(_send(socket, connection))
            try:
                await self._talk(socket, connection)
            finally:
                self._service.connections.strangers.discard(connection)
                self._service.connections.leave(connection)
                if not connection.is_ended:
                    connection.cut()
                await sending
        except WebSocketDisconnect:
            pass  # it went before it was greeted
        finally:
            if connection.place is not None:
                connection.place.leave()

    async def _turn_away(self, socket: WebSocket, code: str) -> None:
        self._service.figures.refused(code)
        await socket.close()

    async def _talk(self, socket: WebSocket, connection: Connection) -> None:
        """Reads messages until the end or an invalid one."""
        with self._ending(connection):
            async with asyncio.timeout(self._service.rate_limiter.limits.hello_s):
                text = await _heard(socket)
            hello = None if len(text) > MAX_CLIENT_BYTES else read_client_message(text)
            if hello is None or isinstance(hello, Practise):
                await self._practise(socket, text, connection)
                return
            if not isinstance(hello, Hello):
                raise MessageError("the first message is “hello”")
            seat = await self._seated(socket, hello, connection)
            rate_limiter = self._service.rate_limiter
            messages = rate_limiter.of_seats.of(str(seat.id))
            practising = Practising(self._service, connection, BESIDE)
            waiting: asyncio.Queue[ClientMessage] = asyncio.Queue(rate_limiter.limits.messages)
            beside = asyncio.create_task(self._practise_beside(practising, connection, waiting))
            try:
                while not connection.is_ended:
                    asked = read_client_message(await _heard(socket))
                    is_beside = practising.is_asked(asked)
                    if not messages.take(SEAT_COSTS.get(type(asked), 1)) or (is_beside and waiting.full()):
                        raise RequestRejected("too_fast")
                    if is_beside:
                        waiting.put_nowait(asked)
                    else:
                        await self._answer(asked, connection)
            finally:
                beside.cancel()
                practising.close()

    async def _practise_beside(
        self, practising: Practising, connection: Connection, waiting: asyncio.Queue[ClientMessage]
    ) -> None:
        """Answers the practice of a seat; while that waits for its turn, a round can begin."""
        try:
            with self._ending(connection):
                while not connection.is_ended:
                    asked = await waiting.get()
                    if not await self._service.rate_limiter.afford(connection.address, cost_of("", asked)):
                        raise RequestRejected("too_fast")  # a page comes back to its seat by itself
                    await practising.answer(asked)
        finally:
            if not connection.is_ended:
                connection.cut()  # nobody would answer its practice any more

    @contextmanager
    def _ending(self, connection: Connection) -> Iterator[None]:
        """Ends a connection with the reason for which what is done for it fails."""
        try:
            yield
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
            self._service.throttled_log.tell(in_the_log(error))
            connection.end("failed")

    async def _seated(self, socket: WebSocket, hello: Hello, connection: Connection) -> SeatRow:
        """Brings a connection to its seat: it is no stranger's any more, and counts at no address."""
        if connection.place is not None:
            connection.place.use()  # it gives way after those that have said nothing yet
        with self._admission.guarded(socket):
            async with self._coming:
                welcome = await self._service.attach(hello.tournament, hello.key, connection)
        assert connection.seat is not None, "it was attached"
        if connection.seat.is_admitted:
            self._service.rate_limiter.keys.add(hello.key)
        for place in (connection.place, socket.scope.get(PLACE)):
            if place is not None:
                place.know()
        connection.tell(welcome)
        return connection.seat

    async def _practise(self, socket: WebSocket, text: str, connection: Connection) -> None:
        """Serves a game that belongs to no seat, from its first message on."""
        rate_limiter, messages = self._service.rate_limiter, self._service.rate_limiter.messages()
        place = rate_limiter.strangers.take(connection.address, partial(connection.end, "idle"))
        if place is None:
            raise RequestRejected("too_many")
        if connection.place is not None:
            connection.place.leave()
        connection.place = place
        self._service.connections.strangers.add(connection)
        used_s, loop = 0.0, asyncio.get_running_loop()
        practising = Practising(self._service, connection)
        try:
            while not connection.is_ended:
                if not messages.take():
                    raise RequestRejected("too_fast")
                asked = read_client_message(text) if len(text) <= MAX_CLIENT_BYTES else None
                if not await rate_limiter.afford(connection.address, cost_of(text, asked)):
                    raise RequestRejected("too_many")
                if connection.is_ended:
                    return
                if asked is None:  # as long as a game: parsed in its turn, beside everybody else
                    async with self._service.replaying:
                        asked = await asyncio.to_thread(read_client_message, text)
                if isinstance(asked, Ping):
                    connection.tell(Pong(asked.sent, self._service.now()))
                else:
                    place.use()
                    used_s = loop.time()
                    await practising.answer(asked)
                async with asyncio.timeout_at(used_s + rate_limiter.limits.idle_s):
                    text = await _heard(socket)
        except TimeoutError:
            connection.end("idle")
        finally:
            practising.close()

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
                    connection.tell(Rejected(number, None, no.code, no.parts, None))
            case DoAction(round=number, number=which, action=action):
                began = time.perf_counter()
                answer = await live.do(seat, number, which, action)
                self._service.figures.answered(time.perf_counter() - began)
                if isinstance(answer, Rejected):
                    self._service.figures.refused(answer.code)
                live.tell(connection, answer)
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


async def _heard(socket: WebSocket) -> str:
    """Returns the next message as text."""
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    text = received.get("text")
    if text is None:
        raise MessageError("a message is a text frame")
    return str(text)


async def _send(socket: WebSocket, connection: Connection) -> None:
    """Sends queued messages in order, and closes after the last."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        while (text := await connection.to_send()) is not None:
            await socket.send_text(text)
    connection.is_ended = True
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.close()

"""The web's side of the table server: routes of HTTP and of the WebSocket, and their limits.

Knows Starlette, bodies and frames; must not know rules nor the database: it asks the service. Nothing but a
code and its parts is told of what goes wrong.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from game.online.fields import MessageError, encoded
from game.online.messages import (
    API,
    MOST_BYTES_ASKED,
    PLAY,
    SUBPROTOCOL,
    Asked,
    Begin,
    Do,
    Hello,
    Join,
    NewTournament,
    Ping,
    Pong,
    Refusal,
    read_asked,
    read_body,
)
from game.server.database import DatabaseError, in_the_log
from game.server.hub import Connection
from game.server.keys import is_key
from game.server.limits import network_of
from game.server.live import refused
from game.server.pages.made import Kept
from game.server.refusing import Refuse
from game.server.service import Service

T = TypeVar("T")
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
KEPT_PROOFS = 3
"""Of large rounds each takes some ten megabytes."""
COMING = 4
"""So many connections are brought to their seats and games at a time: when a worker has died, hundreds come
at once, and those who play are answered between them."""
_ID = re.compile(r"[0-9a-f]{32}", re.ASCII)
_NUMBER = re.compile(r"[1-9]|10", re.ASCII)


class PageRoutes(NamedTuple):
    """What browsers are answered."""

    routes: Sequence[BaseRoute] = ()
    nowhere: Callable[[Request, int], Response] | None = None
    """The page for an address where nothing is, or one that is only read, by the status."""


def web_app(
    service: Service,
    pages: PageRoutes = PageRoutes(),  # noqa: B008 - it cannot be changed
    origins: Sequence[str] = (),
    keeps: bool = True,
) -> Starlette:
    """The application; `pages` are for browsers, `origins` others whose pages may ask too."""
    web = Web(service, origins)
    tournament = f"{API}/tournaments/{{id}}"
    number = f"{tournament}/rounds/{{number}}"
    routes: list[BaseRoute] = [
        Route(f"{API}/tournaments", web.answering(web.tournaments), methods=["GET"]),
        Route(f"{API}/tournaments", web.answering(web.make), methods=["POST"]),
        Route(tournament, web.answering(web.tournament), methods=["GET"]),
        Route(f"{tournament}/standings", web.answering(web.standings), methods=["GET"]),
        Route(f"{tournament}/seats", web.answering(web.join), methods=["POST"]),
        Route(number, web.answering(web.closed_round), methods=["GET"]),
        Route(f"{number}/open", web.answering(web.open_round), methods=["POST"]),
        Route(f"{number}/close", web.answering(web.close_round), methods=["POST"]),
        WebSocketRoute(PLAY, web.play),
        *pages.routes,
    ]

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await service.start(keeps)
        yield
        await service.close()

    async def nowhere(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if pages.nowhere is None or request.url.path.startswith(f"{API.rpartition('/')[0]}/"):
            found = _json(error.status_code, Refusal("no_such_address", ()))
        else:
            found = pages.nowhere(request, error.status_code)
        found.headers.update(error.headers or {})  # what it may be asked for by
        return found

    return Starlette(routes=routes, lifespan=lifespan, exception_handlers={404: nowhere, 405: nowhere})


class Web:
    """What is asked over the web, looked at before the service is asked."""

    def __init__(self, service: Service, origins: Sequence[str]) -> None:
        self._service, self._origins = service, {*origins}
        self._proofs: Kept[bytes] = Kept(KEPT_PROOFS, None, service.now)
        self._one_proof = asyncio.Lock()  # so that many of them leave the database to those who play
        self._coming = asyncio.Semaphore(COMING)

    # HTTP -----------------------------------------------------------------------------------------

    def answering(self, ask: Callable[[Request], Awaitable[Any]]) -> Callable[[Request], Awaitable[Response]]:
        """An endpoint that answers with a message as JSON, or with a refusal."""

        async def endpoint(request: Request) -> Response:
            try:
                if not self._service.guard.requests.of(address_of(request)).take():
                    raise Refuse("too_many")
                if request.method != "GET" and not self._is_own(request):
                    raise Refuse("foreign_origin")
                found = await ask(request)
                return found if isinstance(found, Response) else _json(200, found)
            except Refuse as no:
                return _json(no.status, Refusal(no.code, no.parts))
            except MessageError as wrong:
                return _json(400, Refusal("bad_message", (str(wrong)[:60],)))
            except DatabaseError as error:
                self._service.trouble.tell(in_the_log(error))
                return _json(503, Refusal("failed", ()))

        return endpoint

    async def tournaments(self, _: Request) -> Any:
        """`GET /tournaments`"""
        return await self._service.tournaments()

    async def tournament(self, request: Request) -> Any:
        """`GET /tournaments/<id>`"""
        return await self._service.tournament(tournament_id(request))

    async def standings(self, request: Request) -> Any:
        """`GET /tournaments/<id>/standings`"""
        return _answer(200, await self._service.standings_text(tournament_id(request)))

    async def closed_round(self, request: Request) -> Any:
        """`GET /tournaments/<id>/rounds/<n>`"""
        tournament, number = tournament_id(request), round_number(request)
        await self._service.expect_closed(tournament, number)

        async def proof() -> bytes:
            async with self._one_proof:
                found = await self._service.closed_round(tournament, number)
                return await asyncio.to_thread(lambda: encoded(found).encode())

        return _answer(200, await self._proofs.get((tournament, number), proof))

    async def make(self, request: Request) -> Any:
        """`POST /tournaments`"""
        await self._expect_host(request)
        return await self._service.make(await _body(request, NewTournament))

    async def open_round(self, request: Request) -> Any:
        """`POST /tournaments/<id>/rounds/<n>/open`"""
        await self._expect_host(request)
        return await self._service.open_round(tournament_id(request), round_number(request))

    async def close_round(self, request: Request) -> Any:
        """`POST /tournaments/<id>/rounds/<n>/close`"""
        await self._expect_host(request)
        return await self._service.close_round(tournament_id(request), round_number(request))

    async def join(self, request: Request) -> Any:
        """`POST /tournaments/<id>/seats`"""
        key, wanted = _key(request), await _body(request, Join)
        if not self._service.guard.seats.of(address_of(request)).take():
            raise Refuse("too_many")
        return await self._service.join(tournament_id(request), wanted.name, key)

    async def _expect_host(self, request: Request) -> None:
        with self._guarded(request):
            await self._service.expect_host(_key(request))

    @contextmanager
    def _guarded(self, connection: HTTPConnection) -> Iterator[None]:
        """Counts wrong keys; a right one is taken whatever others try from the same address."""
        try:
            yield
        except Refuse as no:
            is_guess = no.code == "unknown_key"
            if is_guess and not self._service.guard.wrong_keys.of(address_of(connection)).take():
                raise Refuse("too_many") from None
            raise

    def _is_own(self, connection: HTTPConnection) -> bool:
        """Whether a program asks, or a page of this server."""
        origin = connection.headers.get("origin")
        if origin is None or origin in self._origins:
            return True
        try:
            site = urlsplit(origin).netloc
        except ValueError:
            return False
        return bool(site) and site == connection.headers.get("host", "")

    # The WebSocket --------------------------------------------------------------------------------

    async def play(self, socket: WebSocket) -> None:
        """A player's connection, from its first message to its end."""
        address, guard = address_of(socket), self._service.guard
        if not self._is_own(socket) or SUBPROTOCOL not in socket.scope.get("subprotocols", ()):
            await socket.close()
            return
        if not guard.requests.of(address).take() or not guard.enter(address):
            await socket.close()
            return
        connection = Connection()
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

    async def _talk(self, socket: WebSocket, connection: Connection) -> None:
        """Hears what is said until it ends or is wrong."""
        messages = self._service.guard.messages()
        try:
            async with asyncio.timeout(self._service.guard.limits.hello_s):
                hello = await _heard(socket)
            if not isinstance(hello, Hello):
                raise MessageError("the first message is “hello”")
            with self._guarded(socket):
                async with self._coming:
                    welcome = await self._service.sit(hello.tournament, hello.key, connection)
                connection.tell(welcome)
            while not connection.is_ended:
                asked = await _heard(socket)
                if not messages.take():
                    raise Refuse("too_fast")
                await self._answer(asked, connection)
        except WebSocketDisconnect:
            connection.cut()
        except TimeoutError:
            connection.end("bad_message", "the first message is “hello”")
        except MessageError as wrong:
            connection.end("bad_message", str(wrong))
        except Refuse as no:
            connection.end(no.code, *no.parts)
        except DatabaseError as error:  # what was asked may count or not: the player comes back and sees
            self._service.trouble.tell(in_the_log(error))
            connection.end("failed")

    async def _answer(self, asked: Asked, connection: Connection) -> None:
        seat, live = connection.seat, self._service.live
        assert seat is not None, "it has said hello"
        match asked:
            case Begin(round=number):
                try:
                    async with self._coming:
                        position = await live.begin(seat, number)
                    connection.tell(position)
                    connection.rounds.add(number)
                except Refuse as no:
                    connection.tell(refused(number, no))
            case Do(round=number, number=which, action=action):
                connection.tell(await live.do(seat, number, which, action))
            case Ping(sent=sent):
                connection.tell(Pong(sent, self._service.now()))
            case _:
                raise MessageError("“hello” comes once")


async def _heard(socket: WebSocket) -> Asked:
    """The next message."""
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    text = received.get("text")
    if text is None:
        raise MessageError("a message is a text frame")
    return read_asked(text)


async def _send(socket: WebSocket, connection: Connection) -> None:
    """Sends what is told, in its order, and closes after the last."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        while (text := await connection.to_send()) is not None:
            await socket.send_text(text)
    connection.is_ended = True
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.close()


async def _body(request: Request, kind: type[T]) -> T:
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise MessageError("the body is no application/json")
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > MOST_BYTES_ASKED:
                raise MessageError(f"the body is larger than {MOST_BYTES_ASKED} bytes")
    except ClientDisconnect:
        raise MessageError("the body has no end") from None  # nobody hears it
    found: T = read_body(kind, data)
    return found


def _key(request: Request) -> str:
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not is_key(key):
        raise Refuse("unknown_key")
    return key


def tournament_id(request: Request) -> str:
    """The tournament that the path names.

    Raises:
        Refuse: there is none with such a name.
    """
    found = str(request.path_params["id"])
    if not _ID.fullmatch(found):
        raise Refuse("no_such_tournament")
    return found


def round_number(request: Request) -> int:
    """The round that the path names.

    Raises:
        Refuse: there is none with such a number.
    """
    found = str(request.path_params["number"])
    if not _NUMBER.fullmatch(found):
        raise Refuse("no_such_round")
    return int(found)


def address_of(connection: HTTPConnection) -> str:
    """Who asks, as far as limits tell people apart."""
    return "" if connection.client is None else network_of(connection.client.host)


def _json(status: int, message: Any) -> Response:
    return _answer(status, encoded(message))


def _answer(status: int, text: str | bytes) -> Response:
    return Response(text, status, HEADERS, "application/json")

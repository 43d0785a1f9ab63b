"""The table server over HTTP: its routes, the bodies of requests, and answers as JSON.

Errors are reported only by a code and its parts.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route, WebSocketRoute

from game.online.bodies import (
    Announce,
    Chosen,
    Extend,
    Join,
    NewTournament,
    RejectionBody,
    Rename,
    ServerTold,
    read_body,
)
from game.online.fields import MessageError, encoded
from game.online.messages import API, MAX_CLIENT_BYTES, MAX_PART, PLAY
from game.server.access import AccessControl, RequestRejected, address_of
from game.server.database import DatabaseError, in_the_log
from game.server.hosting import TAKE_BACK_MS
from game.server.news import EVERYTHING
from game.server.player_socket import PlayerSockets
from game.server.seats import is_key
from game.server.service import Service
from game.server.standing import TtlCache, results_csv
from game.server.watch import Watch
from game.tournament.tournament import ID

T = TypeVar("T")
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
KEPT_PROOFS = 3
"""Of large rounds each takes some ten megabytes."""
_NUMBER = re.compile(r"[1-9]|10", re.ASCII)
_SEAT = re.compile(r"[1-9][0-9]{0,14}", re.ASCII)


Handler = Callable[[Request], Awaitable[Any]]
"""What is asked: it returns a message, or the answer itself."""


class PageRoutes(NamedTuple):
    """What browsers are answered."""

    routes: Sequence[BaseRoute] = ()
    nowhere: Callable[[Request, int], Awaitable[Response]] | None = None
    """The page for an address where nothing is, or one that is only read, by the status."""


def web_app(
    service: Service,
    pages: PageRoutes = PageRoutes(),  # noqa: B008 - it cannot be changed
    origins: Sequence[str] = (),
    keeps: bool = True,
    address: Callable[[], str | None] = lambda: None,
) -> Starlette:
    """The application; `pages` are for browsers, `origins` others whose pages may ask too.

    `address` is where players reach the server.
    """
    admission = AccessControl(service.guard, origins)
    web, players = Web(service, admission, address), PlayerSockets(service, admission)
    routes: list[BaseRoute] = [
        *web.routes(),
        WebSocketRoute(PLAY, players.play),
        *Watch(service, web._expect_host).routes(web.answering),
        *pages.routes,
    ]

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await service.start(keeps)
        yield
        await service.close()

    async def nowhere(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        path = request.scope["path"].rstrip("/")
        if error.status_code == 404 and path != request.scope["path"] and _is_there(routes, path):
            return Response(None, 307, {**HEADERS, "Location": quote(path)})
        if pages.nowhere is None or request.url.path.startswith(f"{API.rpartition('/')[0]}/"):
            found = _json(error.status_code, RejectionBody("no_such_address", ()))
        else:
            found = await pages.nowhere(request, error.status_code)
        found.headers.update(error.headers or {})  # what it may be asked for by
        return found

    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={404: nowhere, 405: nowhere})
    app.router.redirect_slashes = False  # to what `Host` says, whoever sent that
    return app


class Web:
    """What is asked over HTTP, looked at before the service is asked."""

    def __init__(self, service: Service, admission: AccessControl, address: Callable[[], str | None]) -> None:
        self._service, self._admission, self._address = service, admission, address
        self._proofs: TtlCache[bytes] = TtlCache(KEPT_PROOFS, None, service.now)
        self._one_proof = asyncio.Lock()  # so that many of them leave the database to those who play
        service.news.hear(self._heard)

    def routes(self) -> list[Route]:
        """Where each of the questions is asked."""
        tournament = f"{API}/tournaments/{{id}}"
        number = f"{tournament}/rounds/{{number}}"

        def way(path: str, handler: Handler, method: str) -> Route:
            return Route(path, self.answering(handler), methods=[method])

        return [
            way(f"{API}/server", self.server, "GET"),
            way(f"{API}/tournaments", self.tournaments, "GET"),
            way(f"{API}/tournaments", self.make, "POST"),
            way(tournament, self.tournament, "GET"),
            way(f"{tournament}/standings", self.standings, "GET"),
            way(f"{tournament}/seats", self.join, "POST"),
            way(f"{tournament}/door", self.all_seats, "GET"),
            way(f"{tournament}/door/admit", self.admit, "POST"),
            way(f"{tournament}/door/refuse", self.send_away, "POST"),
            way(number, self.closed_round, "GET"),
            way(f"{number}/open", self.open_round, "POST"),
            way(f"{number}/close", self.close_round, "POST"),
            way(f"{number}/reopen", self.reopen_round, "POST"),
            way(f"{number}/extend", self.extend_round, "POST"),
            way(f"{number}/cancel", self.cancel_round, "POST"),
            way(f"{tournament}/seats/{{seat}}/rename", self.rename_seat, "POST"),
            way(f"{tournament}/seats/{{seat}}/remove", self.remove_seat, "POST"),
            way(f"{tournament}/seats/{{seat}}/ban", self.ban_seat, "POST"),
            way(f"{tournament}/seats/{{seat}}/erase", self.erase_seat, "POST"),
            way(f"{tournament}/announce", self.announce, "POST"),
            way(f"{tournament}/results", self.results, "GET"),
            way(f"{tournament}/records", self.records, "GET"),
            way(tournament, self.delete, "DELETE"),
        ]

    def answering(self, ask: Handler) -> Callable[[Request], Awaitable[Response]]:
        """An endpoint that answers with a message as JSON, or with a refusal."""

        async def endpoint(request: Request) -> Response:
            try:
                if not self._service.guard.requests.of(address_of(request)).take():
                    raise RequestRejected("too_many")
                if request.method != "GET" and not self._admission.is_own(request):
                    raise RequestRejected("foreign_origin")
                found = await ask(request)
                return found if isinstance(found, Response) else _json(200, found)
            except RequestRejected as no:
                self._service.figures.refused(no.code)
                return _json(no.status, RejectionBody(no.code, no.parts))
            except MessageError as wrong:
                self._service.figures.refused("bad_message")
                return _json(400, RejectionBody("bad_message", (str(wrong)[:MAX_PART],)))
            except DatabaseError as error:
                self._service.trouble.tell(in_the_log(error))
                return _json(503, RejectionBody("failed", ()))

        return endpoint

    def _heard(self, topic: str) -> None:
        """A proof that is kept has no name that was changed, and is none of a tournament that is deleted."""
        if topic.partition(" ")[0] in ("names", EVERYTHING):
            self._proofs.forget_all()

    async def server(self, request: Request) -> Any:
        """`GET /server`"""
        await self._expect_host(request)
        return ServerTold(self._address())

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
        """`POST /tournaments/<id>/rounds/<n>/open`; with `?beside=yes` what was open stays so."""
        hosting, beside = self._service.hosting, request.query_params.get("beside") == "yes"
        return await self._change(request, lambda of, number: hosting.open_round(of, number, beside))

    async def close_round(self, request: Request) -> Any:
        """`POST /tournaments/<id>/rounds/<n>/close`"""
        hosting = self._service.hosting
        return await self._change(request, lambda of, number: hosting.close_round(of, number, TAKE_BACK_MS))

    async def reopen_round(self, request: Request) -> Any:
        """`POST /tournaments/<id>/rounds/<n>/reopen`"""
        return await self._change(request, self._service.hosting.reopen_round)

    async def extend_round(self, request: Request) -> Any:
        """`POST /tournaments/<id>/rounds/<n>/extend`"""
        hosting, longer = self._service.hosting, await _body(request, Extend)
        return await self._change(
            request, lambda of, number: hosting.extend_round(of, number, longer.seconds)
        )

    async def cancel_round(self, request: Request) -> Any:
        """`POST /tournaments/<id>/rounds/<n>/cancel`"""
        return await self._change(request, self._service.hosting.cancel_round)

    async def _change(self, request: Request, change: Callable[[str, int], Awaitable[None]]) -> Any:
        """What a host does to a round."""
        await self._expect_host(request)
        tournament = tournament_id(request)
        await change(tournament, round_number(request))
        return await self._service.tournament(tournament)

    async def rename_seat(self, request: Request) -> Any:
        """`POST /tournaments/<id>/seats/<seat>/rename`"""
        await self._expect_host(request)
        tournament, seat, wanted = tournament_id(request), seat_number(request), await _body(request, Rename)
        await self._service.hosting.rename_seat(tournament, seat, wanted.name)
        return await self._service.all_seats(tournament)

    async def remove_seat(self, request: Request) -> Any:
        """`POST /tournaments/<id>/seats/<seat>/remove`"""
        await self._expect_host(request)
        tournament = tournament_id(request)
        await self._service.hosting.remove_seat(tournament, seat_number(request))
        return await self._service.all_seats(tournament)

    async def ban_seat(self, request: Request) -> Any:
        """`POST /tournaments/<id>/seats/<seat>/ban`"""
        await self._expect_host(request)
        tournament = tournament_id(request)
        await self._service.hosting.ban_seat(tournament, seat_number(request))
        return await self._service.all_seats(tournament)

    async def erase_seat(self, request: Request) -> Any:
        """`POST /tournaments/<id>/seats/<seat>/erase`"""
        await self._expect_host(request)
        tournament = tournament_id(request)
        await self._service.hosting.erase_seat(tournament, seat_number(request))
        return await self._service.all_seats(tournament)

    async def announce(self, request: Request) -> Any:
        """`POST /tournaments/<id>/announce`"""
        await self._expect_host(request)
        tournament, wanted = tournament_id(request), await _body(request, Announce)
        await self._service.hosting.announce(tournament, wanted.line.strip())
        return await self._service.tournament(tournament)

    async def results(self, request: Request) -> Any:
        """`GET /tournaments/<id>/results`: the standings as CSV."""
        found = results_csv(await self._service.standings(tournament_id(request)))
        return Response(found, headers=HEADERS, media_type="text/csv")

    async def records(self, request: Request) -> Any:
        """`GET /tournaments/<id>/records`: all that can be taken along, as one file."""
        await self._expect_host(request)
        async with self._one_proof:
            found = await self._service.records(tournament_id(request))
        return Response(found, headers=HEADERS, media_type="application/zip")

    async def delete(self, request: Request) -> Any:
        """`DELETE /tournaments/<id>`"""
        await self._expect_host(request)
        await self._service.hosting.delete(tournament_id(request))
        return await self._service.tournaments()

    async def join(self, request: Request) -> Any:
        """`POST /tournaments/<id>/seats`"""
        key, wanted = _key(request), await _body(request, Join)
        address = address_of(request)
        if not self._service.guard.seats.of(address).take():
            raise RequestRejected("too_many")
        return await self._service.join(tournament_id(request), wanted.name, key, wanted.secret, address)

    async def all_seats(self, request: Request) -> Any:
        """`GET /tournaments/<id>/door`"""
        await self._expect_host(request)
        return await self._service.all_seats(tournament_id(request))

    async def admit(self, request: Request) -> Any:
        """`POST /tournaments/<id>/door/admit`"""
        await self._expect_host(request)
        return await self._service.admit(tournament_id(request), (await _body(request, Chosen)).seats)

    async def send_away(self, request: Request) -> Any:
        """`POST /tournaments/<id>/door/refuse`"""
        await self._expect_host(request)
        return await self._service.send_away(tournament_id(request), (await _body(request, Chosen)).seats)

    async def _expect_host(self, request: Request) -> None:
        with self._admission.guarded(request):
            await self._service.expect_host(_key(request))


def _is_there(routes: Sequence[BaseRoute], path: str) -> bool:
    """Whether a page or an answer has this path."""
    asked = {"type": "http", "method": "GET", "path": path, "root_path": ""}
    return any(each.matches(asked)[0] is Match.FULL for each in routes)


async def _body(request: Request, kind: type[T]) -> T:
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise MessageError("the body is no application/json")
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > MAX_CLIENT_BYTES:
                raise MessageError(f"the body is larger than {MAX_CLIENT_BYTES} bytes")
    except ClientDisconnect:
        raise MessageError("the body has no end") from None  # nobody hears it
    found: T = read_body(kind, data)
    return found


def _key(request: Request) -> str:
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not is_key(key):
        raise RequestRejected("unknown_key")
    return key


def tournament_id(request: Request) -> str:
    """The tournament that the path names; raises RequestRejected if there is none with such a name."""
    return _named(request, "id", ID, "no_such_tournament")


def round_number(request: Request) -> int:
    """The round that the path names; raises RequestRejected if there is none with such a number."""
    return int(_named(request, "number", _NUMBER, "no_such_round"))


def seat_number(request: Request) -> int:
    """The seat that the path names; raises RequestRejected if there is none with such a number."""
    return int(_named(request, "seat", _SEAT, "no_such_seat"))


def _named(request: Request, part: str, form: re.Pattern[str], refusal: str) -> str:
    found = str(request.path_params[part])
    if not form.fullmatch(found):
        raise RequestRejected(refusal)
    return found


def _json(status: int, message: Any) -> Response:
    return _answer(status, encoded(message))


def _answer(status: int, text: str | bytes) -> Response:
    return Response(text, status, HEADERS, "application/json")

"""The table server over HTTP: its routes, the bodies of requests, and answers as JSON.

Errors are reported only by a code and its parts.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route, WebSocketRoute

from game.codec import MessageError, encoded
from game.language import column_separator
from game.online.bodies import (
    Announce,
    Chosen,
    Extend,
    HostKey,
    HostTicket,
    Join,
    NewTournament,
    RejectionBody,
    Rename,
    ServerTold,
    read_body,
)
from game.online.messages import API, MAX_CLIENT_BYTES, MAX_PART, PLAY
from game.server import rounds
from game.server.budgets import AccessControl, HostTickets, RequestRejected, address_of
from game.server.database import DatabaseError, in_the_log
from game.server.hosting import TAKE_BACK_MS
from game.server.pages.words import wanted_language
from game.server.player_socket import PlayerSockets
from game.server.seats import is_key
from game.server.service import Service
from game.server.standing import TtlCache, results_csv
from game.server.watch import health, is_of_this_machine, metrics
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
"""Request handler: it returns a message, or the response itself."""
Read = Callable[[Request], Any]
"""What a request names."""
Change = Callable[..., Awaitable[None]]


class PageRoutes(NamedTuple):
    """Routes of the pages for browsers."""

    routes: Sequence[BaseRoute]
    nowhere: Callable[[Request, int], Awaitable[Response]]
    """The page for an address where nothing is, or one that is only read, by the status."""


def web_app(
    service: Service,
    pages: PageRoutes,
    origins: Sequence[str] = (),
    keeps: bool = True,
    address: Callable[[], str | None] = lambda: None,
    addresses: Sequence[str] = (),
) -> Starlette:
    """The application; `pages` are for browsers, `origins` others whose pages may ask too.

    `address` is where players reach the server, `addresses` are those by which its pages are opened.
    """
    admission = AccessControl(service.rate_limiter, origins, addresses)
    web, players = Web(service, admission, address), PlayerSockets(service, admission)
    routes: list[BaseRoute] = [
        *web.routes(),
        WebSocketRoute(PLAY, players.play),
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
        if request.url.path.startswith(f"{API.rpartition('/')[0]}/"):
            found = _json(error.status_code, RejectionBody("no_such_address", ()))
        else:
            found = await pages.nowhere(request, error.status_code)
        found.headers.update(error.headers or {})  # what it may be asked for by
        return found

    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={404: nowhere, 405: nowhere})
    app.router.redirect_slashes = False  # to what `Host` says, whoever sent that
    return app


class Web:
    """HTTP interface: checks requests before it calls the service."""

    def __init__(self, service: Service, admission: AccessControl, address: Callable[[], str | None]) -> None:
        self._service, self._admission, self._address = service, admission, address
        self._proofs: TtlCache[bytes] = TtlCache(KEPT_PROOFS, None, service.now)
        self._tickets = HostTickets(service.now)
        self._one_proof = asyncio.Lock()  # so that many of them leave the database to those who play
        service.with_names.append(self._proofs)

    def routes(self) -> list[Route]:
        """Where each of the questions is asked."""
        service, hosting = self._service, self._service.hosting
        tournament = f"{API}/tournaments/{{id}}"
        number = f"{tournament}/rounds/{{number}}"

        def way(path: str, handler: Handler, method: str = "GET") -> Route:
            return Route(path, self.answering(handler), methods=[method])

        def host(path: str, handler: Handler, method: str = "POST") -> Route:
            return way(path, self._for_host(handler), method)

        def of_round(word: str, change: Change, *more: Read, body: type[Any] | None = None) -> Route:
            about = tournament_id, round_number, *more
            return host(f"{number}/{word}", asking(change, *about, body=body, then=service.tournament))

        def of_seat(word: str, change: Change, body: type[Any] | None = None) -> Route:
            path = f"{tournament}/seats/{{seat}}/{word}"
            return host(path, asking(change, tournament_id, seat_number, body=body, then=service.all_seats))

        def extend(wanted: str, at: int, longer: Extend) -> Awaitable[None]:
            return hosting.change_round(partial(rounds.extend_round, seconds=longer.seconds), wanted, at)

        def announce(wanted: str, said: Announce) -> Awaitable[None]:
            return hosting.announce(wanted, said.line.strip())

        to_all = asking(announce, tournament_id, body=Announce, then=service.tournament)
        delete = asking(hosting.delete, tournament_id, then=lambda _: service.tournaments())
        return [
            way("/healthz", self._for_watcher(health)),
            way("/metrics", self._for_watcher(metrics)),
            host(f"{API}/server", self._server, "GET"),
            host(f"{API}/host/ticket", self._ticket),
            way(f"{API}/host/key", self._key_for_ticket, "POST"),
            way(f"{API}/tournaments", asking(service.tournaments)),
            host(f"{API}/tournaments", asking(service.make, body=NewTournament)),
            way(tournament, asking(service.tournament, tournament_id)),
            way(f"{tournament}/standings", self._standings),
            way(f"{tournament}/seats", self._join, "POST"),
            host(f"{tournament}/door", asking(service.all_seats, tournament_id), "GET"),
            host(f"{tournament}/door/admit", asking(service.admit, tournament_id, body=Chosen)),
            host(f"{tournament}/door/refuse", asking(service.send_away, tournament_id, body=Chosen)),
            way(number, self._closed_round),
            way(f"{number}/highlights", asking(service.highlights, tournament_id, round_number)),
            of_round("open", service.open_round, _is_beside),
            of_round("close", lambda wanted, at: hosting.close_round(wanted, at, TAKE_BACK_MS)),
            of_round("reopen", partial(hosting.change_round, rounds.reopen_round)),
            of_round("extend", extend, body=Extend),
            of_round("cancel", hosting.cancel_round),
            of_seat("rename", lambda wanted, seat, new: hosting.rename_seat(wanted, seat, new.name), Rename),
            of_seat("remove", hosting.remove_seat),
            of_seat("ban", hosting.ban_seat),
            of_seat("erase", hosting.erase_seat),
            host(f"{tournament}/announce", to_all),
            host(f"{tournament}/rounds", asking(service.add_round, tournament_id)),
            host(f"{tournament}/next", asking(service.make_next, tournament_id)),
            way(f"{tournament}/results", self._results),
            host(f"{tournament}/records", self._records, "GET"),
            host(tournament, delete, "DELETE"),
        ]

    def answering(self, ask: Handler) -> Callable[[Request], Awaitable[Response]]:
        """An endpoint that answers with a message as JSON, or with a refusal."""

        async def endpoint(request: Request) -> Response:
            try:
                address, key = address_of(request), _bearer(request)
                if not await self._service.rate_limiter.expect_request(address, key):
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
                self._service.throttled_log.tell(in_the_log(error))
                return _json(503, RejectionBody("failed", ()))

        return endpoint

    # Questions -----------------------------------------------------------------------------------------

    async def _server(self, _: Request) -> Any:
        return ServerTold(self._address())

    async def _ticket(self, request: Request) -> Any:
        return HostTicket(self._tickets.give(_key(request)))

    async def _key_for_ticket(self, request: Request) -> Any:
        wanted = await _body(request, HostTicket)
        with self._admission.guarded(request):
            return HostKey(self._tickets.take(wanted.ticket))

    async def _standings(self, request: Request) -> Any:
        return _answer(200, await self._service.standings_text(tournament_id(request)))

    async def _results(self, request: Request) -> Any:
        table = await self._service.standings(tournament_id(request))
        chosen, accepted = request.query_params.get("language"), request.headers.get("accept-language", "")
        separator = column_separator(wanted_language(chosen, accepted))
        return Response(results_csv(table, separator), headers=HEADERS, media_type="text/csv")

    async def _records(self, request: Request) -> Any:
        async with self._one_proof:
            found = await self._service.records(tournament_id(request))
        return Response(found, headers=HEADERS, media_type="application/zip")

    async def _closed_round(self, request: Request) -> Any:
        tournament, number = tournament_id(request), round_number(request)
        await self._service.expect_closed(tournament, number)

        async def proof() -> bytes:
            async with self._one_proof:
                found = await self._service.closed_round(tournament, number)
                return await asyncio.to_thread(lambda: encoded(found).encode())

        return _answer(200, await self._proofs.get((tournament, number), proof))

    async def _join(self, request: Request) -> Any:
        key, wanted = _key(request), await _body(request, Join)
        address = address_of(request)
        if not self._service.rate_limiter.seats.of(address).take():
            raise RequestRejected("too_many")
        return await self._service.join(tournament_id(request), wanted.name, key, wanted.secret, address)

    def _for_host(self, handler: Handler) -> Handler:
        async def handled(request: Request) -> Any:
            await self._expect_host(request)
            return await handler(request)

        return handled

    def _for_watcher(self, ask: Callable[[Service], Awaitable[Response]]) -> Handler:
        """For programs on this machine, and hosts."""

        async def handled(request: Request) -> Any:
            if not is_of_this_machine(request):
                await self._expect_host(request)
            return await ask(self._service)

        return handled

    async def _expect_host(self, request: Request) -> None:
        """Raises RequestRejected unless the request has the host's key."""
        with self._admission.guarded(request):
            await self._service.expect_host(_key(request))
        self._service.rate_limiter.keys.add(_key(request))


def asking(
    ask: Callable[..., Awaitable[Any]],
    *named: Read,
    body: type[Any] | None = None,
    then: Callable[[str], Awaitable[Any]] | None = None,
) -> Handler:
    """A handler that asks about what the path names, and about the body of a type.

    It answers with what comes of it, or of what it asks `then` about the first that the path names.
    """

    async def handler(request: Request) -> Any:
        about = [read(request) for read in named]
        found = await ask(*about, *([] if body is None else [await _body(request, body)]))
        return found if then is None else await then(about[0])

    return handler


def _is_there(routes: Sequence[BaseRoute], path: str) -> bool:
    """Whether a page or an answer has this path."""
    asked = {"type": "http", "method": "GET", "path": path, "root_path": ""}
    return any(route.matches(asked)[0] is Match.FULL for route in routes)


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
    key = _bearer(request)
    if not is_key(key):
        raise RequestRejected("unknown_key")
    return key


def _bearer(request: Request) -> str:
    """The key that a request bears; empty if there is none."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    return key if scheme.lower() == "bearer" else ""


def tournament_id(request: Request) -> str:
    """The tournament that the path names; raises RequestRejected if there is none with such a name."""
    return _named(request, "id", ID, "no_such_tournament")


def round_number(request: Request) -> int:
    """The round that the path names; raises RequestRejected if there is none with such a number."""
    return int(_named(request, "number", _NUMBER, "no_such_round"))


def seat_number(request: Request) -> int:
    """The seat that the path names; raises RequestRejected if there is none with such a number."""
    return int(_named(request, "seat", _SEAT, "no_such_seat"))


def _is_beside(request: Request) -> bool:
    """Whether a round opens beside those that are open: they stay so."""
    return request.query_params.get("beside") == "yes"


def _named(request: Request, part: str, form: re.Pattern[str], refusal: str) -> str:
    found = str(request.path_params[part])
    if not form.fullmatch(found):
        raise RequestRejected(refusal)
    return found


def _json(status: int, message: Any) -> Response:
    return _answer(status, encoded(message))


def _answer(status: int, text: str | bytes) -> Response:
    return Response(text, status, HEADERS, "application/json")

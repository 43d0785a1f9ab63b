"""Pages for whoever holds a tournament: the screen in the room, the host's own page, and short addresses."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from game.rounds.hosted import CODE_LENGTH, short_code
from game.server.pages.files import HEADERS, Made, made
from game.server.service import Service
from game.server.web import tournament_id

Answering = Callable[[Callable[[Request], Awaitable[Made]]], Callable[[Request], Awaitable[Response]]]


def room_routes(
    service: Service,
    html: Callable[..., Made],
    reader: Callable[[Request], Awaitable[Any]],
    answering: Answering,
    address: Callable[[], str | None],
) -> list[BaseRoute]:
    """The routes; that of the short addresses stands behind all others.

    `address` tells where players reach the server.
    """

    def base(request: Request) -> str:
        return (address() or str(request.base_url)).rstrip("/")

    async def by_code(request: Request) -> Response:
        """`/<code>`: leads on to the tournament; what stands behind `#` is taken along by the browser."""
        code = str(request.path_params["code"]).upper()
        if len(code) == CODE_LENGTH:
            for each in (await service.tournaments()).tournaments:
                if short_code(each.id) == code:
                    return RedirectResponse(f"/tournaments/{each.id}/play", 303, HEADERS)
        raise HTTPException(404)

    async def screen(request: Request) -> Made:
        """`/tournaments/<id>/screen`: for a beamer."""
        told = await service.tournament(tournament_id(request))
        short = base(request).partition("://")[2]
        found = {"tournament": told, "address": short, "code": short_code(told.id)}
        return html("screen.html", await reader(request), **found)

    async def code(request: Request) -> Made:
        """`/tournaments/<id>/code.svg`: the square code that leads there."""
        import segno  # whoever serves without it has the address alone

        told = await service.tournament(tournament_id(request))
        picture = io.BytesIO()
        link = f"{base(request)}/{short_code(told.id)}"
        segno.make(link, error="m", micro=False).save(
            picture, "svg", dark="#1d2433", light="#fffefb", omitsize=True, xmldecl=False
        )
        return made(picture.getvalue(), "image/svg+xml")

    async def host(request: Request) -> Made:
        """`/host`: what a host does from a phone; the key never leaves the page but to ask."""
        return html("host.html", await reader(request))

    tournament = "/tournaments/{id}"
    return [
        Route("/host", answering(host), methods=["GET"]),
        Route(f"{tournament}/screen", answering(screen), methods=["GET"]),
        Route(f"{tournament}/code.svg", answering(code), methods=["GET"]),
        Route("/{code}", by_code, methods=["GET"]),
    ]

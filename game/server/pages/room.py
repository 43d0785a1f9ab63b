"""Short addresses of tournaments, for whoever has read one from the screen in the room."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from game.rounds.hosted import CODE_LENGTH, short_code
from game.server.pages.answers import HEADERS
from game.server.service import Service


def room_routes(service: Service) -> list[BaseRoute]:
    """The routes; they stand behind all others."""

    async def by_code(request: Request) -> Response:
        """`/<code>`: leads on to the tournament; what stands behind `#` is taken along by the browser."""
        code = str(request.path_params["code"]).upper()
        if len(code) == CODE_LENGTH:
            for each in (await service.tournaments()).tournaments:
                if short_code(each.id) == code:
                    return RedirectResponse(f"/tournaments/{each.id}/play", 303, HEADERS)
        raise HTTPException(404)

    return [Route("/{code}", by_code, methods=["GET"])]

"""Pages for whoever holds a tournament: the screen in the room, the host's own page, and short addresses."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from game.message import Message, msg, msg_n, msg_p
from game.online.bodies import RejectionBody
from game.rounds.asking import UNREACHABLE, refusal_words
from game.rounds.hosted import CODE_LENGTH, ROUND_STATES, short_code
from game.server.pages.files import HEADERS, Made, made
from game.server.service import Service
from game.server.web import tournament_id
from game.tournament.tournament import MAX_ROUNDS

REFUSALS = (
    *("no_deck", "not_open", "proof_is_out", "no_change", "name_taken", "common_clock", "name_refused"),
    *("not_admitted", "too_many", "full", "no_such_seat", "no_such_tournament", "stopping", "failed"),
)
HOST_TEXTS: dict[str, Message] = {
    "host": msg_p("a person", "Host"),
    "tournaments": msg_p("a page", "Tournaments"),
    "choose": msg_p("a button", "Open"),
    "at_table": msg("Players at the table: {count}"),
    "at_door": msg("At the door: {count}"),
    "rounds": msg_p("heading", "Rounds"),
    "round": msg("Round {number}"),
    **{f"is_{state}": words for state, words in ROUND_STATES.items()},
    "open": msg("Open round {number}"),
    "next": msg("Next: round {number}"),
    "close": msg("Close round {number}"),
    "reopen": msg("Open round {number} again"),
    "extend": msg("Ten minutes longer"),
    "cancel": msg("Cancel round {number}"),
    "lose": msg("Those who have not started round {number} lose it: {players}."),
    "cancels": msg("Round {number} would count nothing, and end for all who play it."),
    "records": msg("Records of round {number}"),
    "line": msg("A line to everybody"),
    "such": msg("Pizza, five minutes"),
    "tell": msg("Tell everybody"),
    "withdraw": msg("Take it back"),
    "seats": msg_p("a page", "Seats"),
    "robot": msg_p("a player", "robot"),
    "knocks": msg("is knocking"),
    "plays": msg("playing now"),
    "lacks": msg("has not started round {number}"),
    **{
        f"played_{count}": msg_n("{count} round played", "{count} rounds played", count)
        for count in range(MAX_ROUNDS + 1)
    },
    "connected": msg_p("a player", "connected"),
    "not_connected": msg("not connected"),
    "admit": msg("Let in"),
    "admit_all": msg("Let all in"),
    "refuse": msg("Send away"),
    "rename": msg_p("a button", "Rename"),
    "another": msg("Another name for {player}"),
    "remove": msg_p("a button", "Remove…"),
    "removes": msg("{player} would be removed, with all rounds, and could not come back on that device."),
    "ban": msg_p("a button", "Ban…"),
    "bans": msg(
        "{player} would be removed, with all rounds. Nobody with that name could come in again, nor anybody "
        "from the same address, if it is known: that may include others in the same home."
    ),
    "tournament": msg_p("kind of games", "Tournament"),
    "screen": msg("The room’s screen"),
    "csv": msg("Results as CSV"),
    "json": msg("Results as JSON"),
    "all": msg("All records as one file"),
    "delete": msg_p("a button", "Delete tournament…"),
    "deletes": msg("{name} would be deleted for ever, with everything played in it."),
    "others": msg("Other tournaments"),
    "done": msg_p("what a host did", "Done."),
    "away": UNREACHABLE,
    "refused": msg("The server refused: {code}."),
    **{
        f"no {code}": refusal_words(RejectionBody(code, ("{name}" if code == "name_taken" else "{reason}",)))
        for code in REFUSALS
    },
    "no unknown_key": msg("The server does not know this key."),
    "no time_is_up": msg("The common clock of that round has run out."),
}

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
        return html("host.html", await reader(request), texts=HOST_TEXTS)

    tournament = "/tournaments/{id}"
    return [
        Route("/host", answering(host), methods=["GET"]),
        Route(f"{tournament}/screen", answering(screen), methods=["GET"]),
        Route(f"{tournament}/code.svg", answering(code), methods=["GET"]),
        Route("/{code}", by_code, methods=["GET"]),
    ]

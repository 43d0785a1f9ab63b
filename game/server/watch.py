"""Monitoring of a server: `/healthz`, `/metrics`, garbage collection, and whether it is still needed."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from game.server import rounds
from game.server.budgets import Places
from game.server.clock import Now
from game.server.database import DatabaseError, in_the_log
from game.server.log import by_label, figure
from game.server.service import Service

CHECK_S = 0.5
MAX_CONNECTIONS = 5_000
"""Number of connections, ten kilobytes of garbage each, after which all is collected, whoever plays."""


class Garbage:
    """Controls garbage collection while people play."""

    def __init__(self, is_anybody_playing: Callable[[], bool], connections: Callable[[], int]) -> None:
        """`connections` returns how many there have been."""
        self._is_anybody_playing, self._connections = is_anybody_playing, connections
        self._searched_at = connections()
        self._is_left_out = False

    def look(self) -> None:
        """Exempts present objects while anybody plays; collects everything when nobody does."""
        is_playing, connections = self._is_anybody_playing(), self._connections()
        is_much = connections - self._searched_at > MAX_CONNECTIONS
        if self._is_left_out and (is_much or not is_playing):
            gc.unfreeze()
            gc.collect()
            self._searched_at = connections
        if is_playing:
            gc.freeze()
        self._is_left_out = is_playing

    async def keep_looking(self) -> None:
        """Runs `look` every half second, for ever."""
        while True:
            await asyncio.sleep(CHECK_S)
            self.look()


HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"
TOLD_BY_PROXIES = ("x-forwarded-for", "x-forwarded-proto", "forwarded")


ALONE_MS = 1_800_000


class Needed:
    """Whether a server started for a window is still needed."""

    def __init__(self, file: Path, sockets: Places, now: Now) -> None:
        self._file, self._sockets, self._now = file, sockets, now
        self._since, self._taken = now(), sockets.taken

    def look(self) -> bool:
        """Returns whether its file exists and somebody has come within half an hour."""
        sockets, now = self._sockets, self._now()
        if sockets.count or sockets.taken != self._taken:
            self._since, self._taken = now, sockets.taken
        return self._file.exists() and now - self._since < ALONE_MS


async def health(service: Service) -> Response:
    """`GET /healthz`: 200 while all is well, else 503"""
    decks = await _decks(service)
    is_well = decks is not None and not service.is_away()
    state = {"is_well": is_well, "database": decks is not None, "clock": not service.is_away()}
    text = json.dumps({**state, "decks": decks or {}})
    return Response(f"{text}\n", 200 if is_well else 503, HEADERS, "application/json")


async def metrics(service: Service) -> Response:
    """`GET /metrics`"""
    decks, figures, sockets = await _decks(service), service.figures, service.rate_limiter.sockets
    found = [
        figure("patience_database_up", "gauge", "Whether the database answers.", decks is not None),
        figure("patience_connections", "gauge", "Connections of TCP.", sockets.count),
        figure("patience_connections_total", "counter", "Connections there have been.", sockets.taken),
        figure("patience_players", "gauge", "Seats that are connected.", len(service.connections.seats)),
        figure("patience_games", "gauge", "Games that are being played.", service.live.played),
        figure("patience_actions_total", "counter", "Actions that were answered.", figures.actions),
        figures.latency(),
        by_label("patience_refusals_total", "counter", "What was refused.", "code", {**figures.refusals}),
        by_label("patience_decks", "gauge", "Proven decks that lie ready.", "draw", decks or {}),
    ]
    text = "".join([f"{line}\n" for metric in found for line in metric])
    return Response(text, 200, {**HEADERS, "Content-Type": PROMETHEUS})


async def _decks(service: Service) -> dict[str, int] | None:
    """Number of spare decks by draw; None if the database does not answer."""
    try:
        decks = await service.database.ask(rounds.spare_decks)
        return {str(draw): count for draw, count in decks.items()}
    except DatabaseError as error:
        service.throttled_log.tell(in_the_log(error))
        return None


def is_of_this_machine(request: Request) -> bool:
    """Whether a program on this machine sent a request, not through a proxy and under this machine's name."""
    if request.client is None or any(name in request.headers for name in TOLD_BY_PROXIES):
        return False
    host = request.headers.get("host", "").rpartition(":")[0] or request.headers.get("host", "")
    try:
        return ip_address(request.client.host).is_loopback and (
            host == "localhost" or ip_address(host.strip("[]")).is_loopback
        )
    except ValueError:
        return False

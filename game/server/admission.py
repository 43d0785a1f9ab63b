"""Who may ask the table server: pages of allowed origins, addresses within their limits, known keys.

Knows the heads of requests; must not know what is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from game.server.limits import Guard, network_of
from game.server.refusing import Refuse

HTTP_OF = {"http": "http", "ws": "http", "https": "https", "wss": "https"}
"""Schemes of a request, each with that of the pages that may ask."""


class Admission:
    """What is looked at before anything is answered."""

    def __init__(self, guard: Guard, origins: Sequence[str]) -> None:
        """`origins` are those of pages of others that may ask too."""
        self._guard, self._origins = guard, {*origins}

    @contextmanager
    def guarded(self, connection: HTTPConnection) -> Iterator[None]:
        """Counts wrong keys; a right one is taken whatever others try from the same address."""
        try:
            yield
        except Refuse as no:
            is_guess = no.code == "unknown_key"
            if is_guess and not self._guard.wrong_keys.of(address_of(connection)).take():
                raise Refuse("too_many") from None
            raise

    def is_own(self, connection: HTTPConnection) -> bool:
        """Whether a program asks, or a page of this server."""
        origin = connection.headers.get("origin")
        if origin is None or origin in self._origins:
            return True
        try:
            there = urlsplit(origin)
        except ValueError:
            return False
        here = HTTP_OF.get(connection.url.scheme), connection.headers.get("host", "")
        return bool(there.netloc) and (there.scheme, there.netloc) == here


def address_of(connection: HTTPConnection) -> str:
    """Who asks, as far as limits tell people apart."""
    return "" if connection.client is None else network_of(connection.client.host)

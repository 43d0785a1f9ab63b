"""Answers that are made once and given often: compressed, with a tag, kept for some time.

Knows bytes, tags and moments; must not know what the answers say.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Generic, NamedTuple, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from game.server.clock import Now

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Vary": "Accept-Encoding",
}
FRESH = "no-cache"
"""Of what may have changed: it is asked for again, by its tag."""
FOR_EVER = "public, max-age=31536000, immutable"
T = TypeVar("T")
LEVEL = 6
"""Of compression; higher ones cost more than they save."""


class Made(NamedTuple):
    """The body of an answer."""

    packed: bytes
    """By gzip."""
    tag: str
    kind: str


def made(body: bytes, kind: str) -> Made:
    """An answer of some bytes."""
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:24]}"'
    return Made(gzip.compress(body, LEVEL, mtime=0), tag, kind)


def answer(request: Request, found: Made, cache: str, status: int = 200) -> Response:
    """The response to a request, without a body where its asker has it already."""
    headers = {**HEADERS, "Cache-Control": cache, "ETag": found.tag}
    asked = [each.strip() for each in request.headers.get("if-none-match", "").split(",")]
    if status == 200 and found.tag in asked:
        return Response(None, 304, headers)
    takes = [each.strip().lower() for each in request.headers.get("accept-encoding", "").split(",")]
    if "gzip" in takes:
        return Response(found.packed, status, {**headers, "Content-Encoding": "gzip"}, found.kind)
    return Response(gzip.decompress(found.packed), status, headers, found.kind)


class Kept(Generic[T]):
    """The answers that were asked for last; who asks while one is made waits for the same one."""

    def __init__(self, most: int, fresh_ms: int | None, now: Now) -> None:
        """`fresh_ms` is how old one may be; None of what never changes."""
        self._most, self._fresh_ms, self._now = most, fresh_ms, now
        self._of: dict[Hashable, tuple[int, asyncio.Future[T]]] = {}

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """The answer of a name, made unless a fresh one is there.

        Raises:
            Whatever `make` raises; it is asked again the next time.
        """
        since, found = self._of.pop(key, (0, None))
        is_old = self._fresh_ms is not None and self._now() - since > self._fresh_ms
        if found is None or is_old or (found.done() and _has_failed(found)):
            since, found = self._now(), asyncio.ensure_future(make())
        self._of[key] = since, found  # the last one now
        while len(self._of) > self._most:
            del self._of[next(iter(self._of))]
        return await asyncio.shield(found)


def _has_failed(found: asyncio.Future[Any]) -> bool:
    return found.cancelled() or found.exception() is not None

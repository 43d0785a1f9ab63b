"""Answers to browsers: compressed, tagged, with the headers that keep them safe."""

from __future__ import annotations

import gzip
import hashlib
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Vary": "Accept-Encoding, Accept-Language",
}
FRESH = "no-cache"
"""Of what may have changed: it is asked for again, by its tag."""
FOR_EVER = "public, max-age=31536000, immutable"
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

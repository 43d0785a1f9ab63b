"""Rejections as exceptions, each with its code and HTTP status.

The codes are in docs/FORMATS.md, "The table server".
"""

from __future__ import annotations

from game.online.messages import MAX_PART

STATUS = {
    "bad_message": 400,
    "unknown_key": 401,
    "foreign_origin": 403,
    "link_needed": 403,
    "removed": 403,
    "no_such_tournament": 404,
    "no_such_round": 404,
    "no_such_seat": 404,
    "not_begun": 404,
    "not_closed": 404,
    "name_refused": 422,
    "too_many": 429,
    "failed": 503,
    "stopping": 503,
}
CONFLICT = 409
"""HTTP status of all other codes."""


class RequestRejected(Exception):  # noqa: N818 - what is raised is an answer
    """The request is rejected."""

    def __init__(self, code: str, *parts: str) -> None:
        super().__init__(code)
        self.code = code
        self.parts = tuple(part[:MAX_PART] for part in parts)[:4]

    @property
    def status(self) -> int:
        """HTTP status of the answer."""
        return STATUS.get(self.code, CONFLICT)

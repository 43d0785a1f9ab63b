"""What is made once and given to everybody who asks for some time.

Knows names and moments; must not know what is made.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Generic, TypeVar

from game.server.clock import Now

T = TypeVar("T")


class Kept(Generic[T]):
    """What was asked for last; who asks while one is made waits for the same one."""

    def __init__(self, most: int, fresh_ms: int | None, now: Now) -> None:
        """`fresh_ms` is how old one may be; None of what never changes."""
        self._most, self._fresh_ms, self._now = most, fresh_ms, now
        self._of: dict[Hashable, tuple[int, asyncio.Future[T]]] = {}

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """The one of a name, made unless a fresh one is there.

        Raises:
            Whatever `make` raises; it is asked again the next time.
        """
        since, found = self._of.pop(key, (0, None))
        is_old = self._fresh_ms is not None and self._now() - since > self._fresh_ms
        if found is None or (found.done() and (is_old or _has_failed(found))):
            since, found = self._now(), asyncio.ensure_future(make())
        self._of[key] = since, found  # the last one now
        while len(self._of) > self._most:
            del self._of[next(iter(self._of))]
        return await asyncio.shield(found)

    def forget(self, key: Hashable) -> None:
        """The one of a name is not given any more, even if it is being made."""
        self._of.pop(key, None)

    def forget_all(self) -> None:
        """The same of all."""
        self._of.clear()


def _has_failed(found: asyncio.Future[Any]) -> bool:
    return found.cancelled() or found.exception() is not None

"""Limits for each address and connection: so many at once, so many at first and so many a second.

Knows counts and moments; must not know what is limited. Full buckets are forgotten, so that many addresses
cost no memory.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from game.server.clock import Now

MOST_REMEMBERED = 10_000


class Limits(NamedTuple):
    """What one address, and one connection, may have."""

    per_address: int = 64
    """Connections at once, and seats taken in a row; four times as many requests in a row."""
    requests_a_second: float = 20
    seats_a_second: float = 0.5
    wrong_keys: int = 20
    """In a row; one more each three seconds."""
    messages: int = 80
    """On one connection in a row, and so many a second:"""
    messages_a_second: float = 20
    connections: int = 20_000
    hello_s: float = 10


class Bucket:
    """So many drops at first, refilled evenly; each taken one needs to be there.

    >>> now = [0]
    >>> bucket = Bucket(2, 1, lambda: now[0])
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    >>> now[0] = 1000
    >>> bucket.take(), bucket.take()
    (True, False)
    """

    __slots__ = ("_each_s", "_left", "_most", "_now", "_since")

    def __init__(self, most: float, each_s: float, now: Now) -> None:
        self._most, self._each_s, self._now = most, each_s, now
        self._left, self._since = most, now()

    def _refill(self) -> None:
        now = self._now()
        self._left = min(self._most, self._left + max(0, now - self._since) * self._each_s / 1000)
        self._since = now

    @property
    def is_full(self) -> bool:
        """Whether nothing was taken of late."""
        self._refill()
        return self._left >= self._most

    @property
    def is_empty(self) -> bool:
        """Whether nothing can be taken now."""
        self._refill()
        return self._left < 1

    def take(self) -> bool:
        """Takes one drop; False when there is none."""
        if self.is_empty:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each address."""

    def __init__(self, most: float, each_s: float, now: Now) -> None:
        self._most, self._each_s, self._now = most, each_s, now
        self._of: dict[str, Bucket] = {}

    def of(self, address: str) -> Bucket:
        """The bucket of an address."""
        if address not in self._of:
            if len(self._of) >= MOST_REMEMBERED:
                self._of = {each: bucket for each, bucket in self._of.items() if not bucket.is_full}
            if len(self._of) >= MOST_REMEMBERED:  # all of them are at it: the eldest is forgiven
                del self._of[next(iter(self._of))]
            self._of[address] = Bucket(self._most, self._each_s, self._now)
        return self._of[address]


class Guard:
    """All that is counted for each address."""

    def __init__(self, limits: Limits, now: Now) -> None:
        self.limits = limits
        self._now = now
        self._open: Counter[str] = Counter()
        self.requests = Buckets(4 * limits.per_address, limits.requests_a_second, now)
        self.seats = Buckets(limits.per_address, limits.seats_a_second, now)
        self.wrong_keys = Buckets(limits.wrong_keys, 1 / 3, now)

    def enter(self, address: str) -> bool:
        """Counts a connection; False when an address, or all together, have as many as they may."""
        if self._open[address] >= self.limits.per_address or self._open.total() >= self.limits.connections:
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """The connection has ended."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]

    def messages(self) -> Bucket:
        """A bucket for the messages of one connection."""
        return Bucket(self.limits.messages, self.limits.messages_a_second, self._now)

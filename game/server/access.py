"""Who may ask the table server and how often: origins, known keys, limits of addresses and connections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from game.server.clock import Now
from game.server.refusing import RequestRejected

MAX_REMEMBERED = 10_000
SOCKETS = 4
"""A browser has so many connections where a player's program has one."""
BYTES, BYTES_A_SECOND = 256 << 10, 32 << 10
"""Of all frames of one WebSocket in a row, and so many a second."""
IPV6_NETWORK = 64
"""Bits of an IPv6 address that tell people apart: whoever has one has all of its network."""


class Limits(NamedTuple):
    """What one address, and one connection, may have."""

    per_address: int = 64
    """Players at once, seats in a row; four times as many TCP connections, and requests in a row."""
    requests_a_second: float = 20
    """Connections of players are requests too."""
    seats_a_second: float = 0.5
    wrong_keys: int = 20
    """In a row; one more each three seconds."""
    messages: int = 80
    """On one connection in a row, and so many a second:"""
    messages_a_second: float = 20
    connections: int = 20_000
    """Of all addresses together."""
    hello_s: float = 10

    def seats_unasked(self, address: str) -> int:
        """So many seats of a tournament come in by themselves from an address, where any may; more knock.

        One, for who has one address is mostly one person; some at the machine of the server itself.
        """
        return max(8, self.per_address // 8) if is_here(address) else max(1, self.per_address // 64)


def is_here(address: str) -> bool:
    """Whether an address is that of the server's own machine."""
    try:
        return not address or ip_address(address).is_loopback
    except ValueError:
        return False


class TokenBucket:
    """So many drops at first, refilled evenly; each taken one needs to be there.

    >>> now = [0]
    >>> bucket = TokenBucket(2, 1, lambda: now[0])
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

    def take(self, count: int = 1) -> bool:
        """Takes so many drops; False when there are fewer, and then none is taken."""
        self._refill()
        if self._left < count:
            return False
        self._left -= count
        return True


class TokenBuckets:
    """A bucket for each address."""

    def __init__(self, most: float, each_s: float, now: Now) -> None:
        self._most, self._each_s, self._now = most, each_s, now
        self._of: dict[str, TokenBucket] = {}

    def of(self, address: str) -> TokenBucket:
        """The bucket of an address."""
        if address not in self._of:
            if len(self._of) >= MAX_REMEMBERED:
                self._of = {each: bucket for each, bucket in self._of.items() if not bucket.is_full}
            if len(self._of) >= MAX_REMEMBERED:  # all are at it: the eldest tenth is forgiven
                for each in [*self._of][: MAX_REMEMBERED // 10]:
                    del self._of[each]
            self._of[address] = TokenBucket(self._most, self._each_s, self._now)
        return self._of[address]


class Socket:
    """One connection of TCP among those that are counted."""

    __slots__ = ("_address", "_counted")

    def __init__(self, counted: Counter[str], address: str) -> None:
        self._counted: Counter[str] | None = counted
        self._address = address
        counted[address] += 1

    def close(self) -> None:
        """It has ended; nothing happens when it had already."""
        if self._counted is not None:
            self._counted[self._address] -= 1
            if not self._counted[self._address]:
                del self._counted[self._address]
            self._counted = None


class RateLimiter:
    """All that is counted for each address."""

    def __init__(self, limits: Limits, now: Now) -> None:
        self.limits = limits
        self._now = now
        self._open: Counter[str] = Counter()
        self._sockets: Counter[str] = Counter()
        self.admitted = 0
        """Connections of TCP there have been."""
        self.requests = TokenBuckets(4 * limits.per_address, limits.requests_a_second, now)
        self.seats = TokenBuckets(limits.per_address, limits.seats_a_second, now)
        self.wrong_keys = TokenBuckets(limits.wrong_keys, 1 / 3, now)

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

    def admit(self, address: str) -> Socket | None:
        """Counts a connection of TCP; None when there are enough. Without an address only all are counted."""
        if self._sockets.total() >= self.limits.connections:
            return None
        if address and self._sockets[address] >= SOCKETS * self.limits.per_address:
            return None
        self.admitted += 1
        return Socket(self._sockets, address)

    @property
    def connected(self) -> int:
        """Connections of TCP there are."""
        return self._sockets.total()

    def bytes(self) -> TokenBucket:
        """A bucket for the bytes of one WebSocket."""
        return TokenBucket(BYTES, BYTES_A_SECOND, self._now)

    def messages(self) -> TokenBucket:
        """A bucket for the messages of one connection."""
        return TokenBucket(self.limits.messages, self.limits.messages_a_second, self._now)


def network_of(address: str) -> str:
    """What limits count an address as.

    >>> network_of("192.168.1.20"), network_of("::ffff:192.168.1.20"), network_of("2001:db8:1:2:3::4%eth0")
    ('192.168.1.20', '192.168.1.20', '2001:db8:1:2::')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:60]
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    kept = 128 - IPV6_NETWORK
    return str(IPv6Address(int(found) >> kept << kept))


HTTP_OF = {"http": "http", "ws": "http", "https": "https", "wss": "https"}
"""Schemes of a request, each with that of the pages that may ask."""


class AccessControl:
    """What is looked at before anything is answered."""

    def __init__(self, guard: RateLimiter, origins: Sequence[str]) -> None:
        """`origins` are those of pages of others that may ask too."""
        self._guard, self._origins = guard, {*origins}

    @contextmanager
    def guarded(self, connection: HTTPConnection) -> Iterator[None]:
        """Counts wrong keys; a right one is taken whatever others try from the same address."""
        try:
            yield
        except RequestRejected as no:
            is_guess = no.code == "unknown_key"
            if is_guess and not self._guard.wrong_keys.of(address_of(connection)).take():
                raise RequestRejected("too_many") from None
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

"""Rejections as exceptions, and access control: origins, known keys, rate limits.

The codes are in docs/FORMATS.md, "The table server".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from game.online.messages import MAX_PART
from game.server.clock import Now

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


MAX_REMEMBERED = 10_000
SOCKETS = 4
"""Connections of a browser for each connection of a player's program."""
BYTES, BYTES_A_SECOND = 256 << 10, 32 << 10
"""Maximum bytes of one WebSocket's frames in a burst, and per second."""
IPV6_NETWORK = 64
"""Bits of an IPv6 address that identify a person, who has the whole network."""


class Limits(NamedTuple):
    """Limits for one address, and for one connection."""

    per_address: int = 64
    """Simultaneous players, seats in a row; four times as many TCP connections, and requests in a row."""
    requests_a_second: float = 20
    """Players' connections are requests too."""
    seats_a_second: float = 0.5
    wrong_keys: int = 20
    """Wrong keys in a row; one more every three seconds."""
    messages: int = 80
    """Messages on one connection in a burst, and per second."""
    messages_a_second: float = 20
    connections: int = 20_000
    """Connections of all addresses together."""
    hello_s: float = 10

    def seats_unasked(self, address: str) -> int:
        """Seats admitted from one address without knocking, if anyone may join; more on this machine."""
        return max(8, self.per_address // 8) if is_here(address) else max(1, self.per_address // 64)


def is_here(address: str) -> bool:
    """Whether an address is the server's own machine."""
    try:
        return not address or ip_address(address).is_loopback
    except ValueError:
        return False


class TokenBucket:
    """Token bucket: starts full, refills evenly.

    >>> now = [0]
    >>> bucket = TokenBucket(2, 1, lambda: now[0])
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    >>> now[0] = 1000
    >>> bucket.take(), bucket.take()
    (True, False)
    """

    __slots__ = ("_capacity", "_each_s", "_left", "_now", "_since")

    def __init__(self, capacity: float, each_s: float, now: Now) -> None:
        self._capacity, self._each_s, self._now = capacity, each_s, now
        self._left, self._since = capacity, now()

    def _refill(self) -> None:
        now = self._now()
        self._left = min(self._capacity, self._left + max(0, now - self._since) * self._each_s / 1000)
        self._since = now

    @property
    def is_full(self) -> bool:
        """Whether nothing was taken recently."""
        self._refill()
        return self._left >= self._capacity

    @property
    def is_empty(self) -> bool:
        """Whether nothing can be taken now."""
        self._refill()
        return self._left < 1

    def take(self, count: int = 1) -> bool:
        """Takes tokens; False, without taking any, if there are too few."""
        self._refill()
        if self._left < count:
            return False
        self._left -= count
        return True


class TokenBuckets:
    """A token bucket for each address."""

    def __init__(self, capacity: float, each_s: float, now: Now) -> None:
        self._capacity, self._each_s, self._now = capacity, each_s, now
        self._of: dict[str, TokenBucket] = {}

    def of(self, address: str) -> TokenBucket:
        """Returns the bucket of an address."""
        if address not in self._of:
            if len(self._of) >= MAX_REMEMBERED:
                self._of = {each: bucket for each, bucket in self._of.items() if not bucket.is_full}
            if len(self._of) >= MAX_REMEMBERED:  # all are at it: the eldest tenth is forgiven
                for each in [*self._of][: MAX_REMEMBERED // 10]:
                    del self._of[each]
            self._of[address] = TokenBucket(self._capacity, self._each_s, self._now)
        return self._of[address]


class Socket:
    """One counted TCP connection."""

    __slots__ = ("_address", "_counted")

    def __init__(self, counted: Counter[str], address: str) -> None:
        self._counted: Counter[str] | None = counted
        self._address = address
        counted[address] += 1

    def close(self) -> None:
        """Uncounts it, once."""
        if self._counted is not None:
            self._counted[self._address] -= 1
            if not self._counted[self._address]:
                del self._counted[self._address]
            self._counted = None


class RateLimiter:
    """Rate limits: all counts for each address."""

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
        """Counts a connection; False if an address, or all together, have reached their limit."""
        if self._open[address] >= self.limits.per_address or self._open.total() >= self.limits.connections:
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Uncounts a connection."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]

    def admit(self, address: str) -> Socket | None:
        """Counts a TCP connection; None if there are too many. Without an address only the total counts."""
        if self._sockets.total() >= self.limits.connections:
            return None
        if address and self._sockets[address] >= SOCKETS * self.limits.per_address:
            return None
        self.admitted += 1
        return Socket(self._sockets, address)

    @property
    def connected(self) -> int:
        """Number of TCP connections."""
        return self._sockets.total()

    def bytes(self) -> TokenBucket:
        """Returns a bucket for the bytes of one WebSocket."""
        return TokenBucket(BYTES, BYTES_A_SECOND, self._now)

    def messages(self) -> TokenBucket:
        """Returns a bucket for the messages of one connection."""
        return TokenBucket(self.limits.messages, self.limits.messages_a_second, self._now)


def network_of(address: str) -> str:
    """Returns the form of an address that limits count.

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
"""Schemes of a request, each with the scheme of pages that may send it."""


class AccessControl:
    """Checks made before any request is answered."""

    def __init__(self, guard: RateLimiter, origins: Sequence[str]) -> None:
        """`origins` are those of other pages that may send requests too."""
        self._guard, self._origins = guard, {*origins}

    @contextmanager
    def guarded(self, connection: HTTPConnection) -> Iterator[None]:
        """Counts wrong keys; a right one works whatever others try from the same address."""
        try:
            yield
        except RequestRejected as no:
            is_guess = no.code == "unknown_key"
            if is_guess and not self._guard.wrong_keys.of(address_of(connection)).take():
                raise RequestRejected("too_many") from None
            raise

    def is_own(self, connection: HTTPConnection) -> bool:
        """Whether the request comes from a program or from a page of this server."""
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
    """Returns the sender's address, as far as limits distinguish it."""
    return "" if connection.client is None else network_of(connection.client.host)

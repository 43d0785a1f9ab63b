"""Who may ask how much: rejections, origins, wrong keys, and budgets of an address, a seat, all strangers.

A connection is a stranger's until a right key makes its owner known; then it counts at no address.
"""

from __future__ import annotations

import asyncio
import math
import secrets
import socket
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from game.online.messages import (
    MAX_PART,
    ClientMessage,
    DoAction,
    HintWanted,
    Look,
    Practise,
    RecordRequest,
    SetClock,
)
from game.server.clock import Now

MAX_REMEMBERED = 10_000
SOCKETS = 4
"""Connections of a browser for each connection of a player's program."""
BYTES, BYTES_A_SECOND = 256 << 10, 32 << 10
"""Maximum bytes of one WebSocket's frames in a burst, and per second."""
MAX_WAIT_S = 4.0
"""Maximum wait for a turn, in seconds; what would have to wait longer is refused."""
PLACE = "patience.place"
"""Where a WebSocket's scope has the place of its TCP connection."""
IDLE_MS = 60_000
"""A stranger's game without a message for this long gives way to a newcomer's."""


class Limits(NamedTuple):
    """Limits for one address, and for one connection."""

    per_address: int = 64
    """Strangers at once, seats in a row; four times as many TCP connections, and requests in a row."""
    requests_a_second: float = 20
    seats_a_second: float = 0.5
    wrong_keys: int = 20
    """Wrong keys in a row; one more every three seconds."""
    messages: int = 80
    """Messages of one seat, or one stranger's connection, in a burst, and per second."""
    messages_a_second: float = 20
    strangers_work: float = 600
    """Units of work a second for all strangers together, twice as many in a row."""
    connections: int = 20_000
    """Connections of all addresses together."""
    hello_s: float = 10
    idle_s: float = 600
    """Time for which a stranger's game without a move is kept, in seconds."""

    def seats_unasked(self, address: str) -> int:
        """Seats admitted from one address without knocking, if anyone may join; more on this machine."""
        return max(8, self.per_address // 8) if is_here(address) else max(1, self.per_address // 64)

    @property
    def work(self) -> float:
        """Units of work in a row for the strangers of one address."""
        return 6 * self.per_address

    @property
    def work_a_second(self) -> float:
        """Units of work a second for the strangers of one address."""
        return 1.5 * self.per_address


def is_here(address: str) -> bool:
    """Whether an address is the server's own machine."""
    try:
        return not address or ip_address(address).is_loopback
    except ValueError:
        return False


ENTRIES_A_UNIT = 20
"""So many entries are replayed in a unit of work, half a millisecond."""
COSTS: Mapping[type[ClientMessage], float] = {
    **{DoAction: 2, Look: 2, SetClock: 2, RecordRequest: 5},
    HintWanted: 60,
}
"""Units of work of messages to a practice table that cost more than one."""


def cost_of(text: str, asked: ClientMessage | None) -> float:
    """Returns the units of work of a message to a practice table.

    One that is too long to be parsed at once (`asked` is None) costs by its quotation marks: an entry has
    two, however it is spelled.

    >>> cost_of("…", Look(1, "en")), cost_of('{"kind": "practise", "entries": ["1 stock", "2 stock"]}', None)
    (2, 1.25)
    """
    if asked is None:
        return 1 + text.count('"') / 2 / ENTRIES_A_UNIT
    return (
        1 + len(asked.entries) / ENTRIES_A_UNIT if isinstance(asked, Practise) else COSTS.get(type(asked), 1)
    )


class TokenBucket:
    """Token bucket: starts full, refills evenly.

    >>> now = [0]
    >>> bucket = TokenBucket(2, 1, lambda: now[0])
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    >>> now[0] = 1000
    >>> bucket.take(), bucket.take()
    (True, False)
    >>> bucket.owe(3)
    3.0
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

    def take(self, count: float = 1) -> bool:
        """Takes tokens; False, without taking any, if there are too few."""
        self._refill()
        if self._left < count:
            return False
        self._left -= count
        return True

    def owe(self, count: float) -> float:
        """Takes tokens that may not be there yet; returns the seconds until they are."""
        wait_s = self.wait_s(count)
        self._left -= count
        return wait_s

    def wait_s(self, count: float) -> float:
        """Seconds until so many tokens are there."""
        self._refill()
        missing = max(0.0, count - self._left)
        return missing / self._each_s if self._each_s else missing and math.inf


async def its_turn(count: float, *buckets: TokenBucket) -> bool:
    """Takes tokens of each bucket and waits until they are there; False, without any, if that takes long."""
    if max(bucket.wait_s(count) for bucket in buckets) > MAX_WAIT_S:
        return False
    if wait_s := max(bucket.owe(count) for bucket in buckets):
        await asyncio.sleep(wait_s)
    return True


class TokenBuckets:
    """A token bucket for each address, or whoever else there are many of."""

    def __init__(self, capacity: float, each_s: float, now: Now) -> None:
        self._capacity, self._each_s, self._now = capacity, each_s, now
        self._of: dict[str, TokenBucket] = {}

    def of(self, owner: str) -> TokenBucket:
        """Returns the bucket of an owner."""
        if owner not in self._of:
            if len(self._of) >= MAX_REMEMBERED:
                self._of = {address: bucket for address, bucket in self._of.items() if not bucket.is_full}
            if len(self._of) >= MAX_REMEMBERED:  # all are at it: the eldest tenth is forgiven
                for address in [*self._of][: MAX_REMEMBERED // 10]:
                    del self._of[address]
            self._of[owner] = TokenBucket(self._capacity, self._each_s, self._now)
        return self._of[owner]


class Place:
    """One counted connection: a stranger's until it is known."""

    __slots__ = ("_places", "address", "give_way", "used")

    def __init__(self, places: Places, address: str, give_way: Callable[[], None], used: int) -> None:
        self._places = places
        self.address, self.give_way = address, give_way
        self.used = used
        """When it was last used, in ms."""

    def use(self) -> None:
        """Notes that it is in use: of strangers, the one that was idle longest gives way."""
        self._places.used(self)

    def know(self) -> None:
        """Counts it at its address no more; it gives way to nobody."""
        self._places.known(self)

    def leave(self) -> None:
        """Uncounts it, once."""
        self._places.left(self)


class Places:
    """Counted connections; strangers give way to newcomers, those first that were idle longest."""

    def __init__(self, per_address: int, total: int, now: Now, idle_ms: int = 0) -> None:
        """Only who was idle for `idle_ms` gives way."""
        self._per_address, self._total, self._now, self._idle_ms = per_address, total, now, idle_ms
        self._strangers: dict[Place, None] = {}  # by their last use
        self._of: defaultdict[str, dict[Place, None]] = defaultdict(dict)
        self._all = set[Place]()
        self.taken = 0
        """Number of connections there have been."""

    @property
    def count(self) -> int:
        """Number of all connections."""
        return len(self._all)

    def take(self, address: str, give_way: Callable[[], None]) -> Place | None:
        """Counts a connection; None if there are too many and nobody gives way.

        Without an address only the total counts. `give_way` closes it.
        """
        there = self._of.get(address, {}) if address else {}
        if len(there) >= self._per_address and not self._gives_way(there):
            return None
        if self.count >= self._total and not self._gives_way(self._strangers):
            return None
        place = Place(self, address, give_way, self._now())
        self._all.add(place)
        self.taken += 1
        self._strangers[place] = self._of[address][place] = None
        return place

    def _gives_way(self, those: dict[Place, None]) -> bool:
        first = next(iter(those), None)
        if first is None or self._now() - first.used < self._idle_ms:
            return False
        first.leave()
        first.give_way()
        return True

    def used(self, place: Place) -> None:
        """Notes that a connection is in use."""
        place.used = self._now()
        for those in (self._strangers, self._of.get(place.address, {})):
            if place in those:
                del those[place]
                those[place] = None

    def known(self, place: Place) -> None:
        """Counts a connection at its address no more."""
        if place in self._strangers:
            del self._strangers[place], self._of[place.address][place]
            if not self._of[place.address]:
                del self._of[place.address]

    def left(self, place: Place) -> None:
        """Uncounts a connection."""
        self.known(place)
        self._all.discard(place)


class KnownKeys:
    """Keys that were right, as digests, each with a budget of its own for requests."""

    def __init__(self, buckets: TokenBuckets) -> None:
        self._buckets = buckets
        self._known: dict[bytes, None] = {}

    def add(self, key: str) -> None:
        """Remembers a right key, as the last of those that may be forgotten."""
        digest = _digest(key)
        self._known.pop(digest, None)
        if len(self._known) >= MAX_REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[digest] = None

    def of(self, key: str) -> TokenBucket | None:
        """Returns the budget of a key; None if it was never right here."""
        digest = _digest(key)
        return self._buckets.of(digest.hex()) if digest in self._known else None


def _digest(key: str) -> bytes:
    return sha256(key.encode()).digest()


class RateLimiter:
    """All budgets of a worker."""

    def __init__(self, limits: Limits, now: Now) -> None:
        self.limits = limits
        self._now = now
        many, each = limits.per_address, 4 * limits.per_address
        self.sockets = Places(SOCKETS * many, limits.connections, now)
        """Connections of TCP."""
        self.newcomers = Places(many, limits.connections, now)
        """Connections that have said nothing yet."""
        self.strangers = Places(max(1, 3 * many // 4), limits.connections, now, IDLE_MS)
        """Strangers' games: each address keeps a quarter of its places free for players."""
        self.openings = TokenBuckets(2 * many, limits.requests_a_second, now)
        self.requests = TokenBuckets(each, limits.requests_a_second, now)
        self.keys = KnownKeys(TokenBuckets(each, limits.requests_a_second, now))
        self.seats = TokenBuckets(many, limits.seats_a_second, now)
        self.wrong_keys = TokenBuckets(limits.wrong_keys, 1 / 3, now)
        self.of_seats = TokenBuckets(limits.messages, limits.messages_a_second, now)
        self._work = TokenBuckets(limits.work, limits.work_a_second, now)
        self._all_work = TokenBucket(2 * limits.strangers_work, limits.strangers_work, now)

    async def expect_request(self, address: str, key: str = "") -> bool:
        """Waits for the turn of a request; False if there are too many, of its key or else its address."""
        return await its_turn(1, self.keys.of(key) or self.requests.of(address))

    async def afford(self, address: str, cost: float) -> bool:
        """Waits until a stranger's work can be done; False if that takes too long."""
        return await its_turn(cost, self._work.of(address), self._all_work)

    def bytes(self) -> TokenBucket:
        """Returns a bucket for the bytes of one WebSocket."""
        return TokenBucket(BYTES, BYTES_A_SECOND, self._now)

    def messages(self) -> TokenBucket:
        """Returns a bucket for the messages of one connection."""
        return TokenBucket(self.limits.messages, self.limits.messages_a_second, self._now)


STATUS = {
    "bad_message": 400,
    "unknown_key": 401,
    "foreign_origin": 403,
    "unknown_host": 421,
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


TICKET_MS, MAX_TICKETS = 60_000, 8
IPV6_NETWORK = 64
"""Bits of an IPv6 address that identify a person, who has the whole network."""
HTTP_OF = {"http": "http", "ws": "http", "https": "https", "wss": "https"}
"""Schemes of a request, each with the scheme of pages that may send it."""


class AccessControl:
    """Checks made before any request is answered."""

    def __init__(
        self, rate_limiter: RateLimiter, origins: Sequence[str], addresses: Sequence[str] = ()
    ) -> None:
        """`origins` are those of other pages that may send requests too, `addresses` the server's own."""
        self._rate_limiter, self._origins = rate_limiter, {*origins}
        self._hosts = {"localhost", *machine_names(), *filter(None, map(host_in, addresses))}

    @contextmanager
    def guarded(self, connection: HTTPConnection) -> Iterator[None]:
        """Counts wrong keys; a right one works whatever others try from the same address."""
        try:
            yield
        except RequestRejected as no:
            is_guess = no.code == "unknown_key"
            if is_guess and not self._rate_limiter.wrong_keys.of(address_of(connection)).take():
                raise RequestRejected("too_many") from None
            raise

    def is_own(self, connection: HTTPConnection) -> bool:
        """Whether the request comes from a program or from a page of this server.

        Raises:
            RequestRejected: the page was opened at an address that is not known as this server's. Somebody
                else's name may lead here for a moment, so that their page passes for ours (DNS rebinding).
        """
        origin = connection.headers.get("origin")
        if origin is None or origin in self._origins:
            return True
        try:
            there = urlsplit(origin)
        except ValueError:
            return False
        host = connection.headers.get("host", "")
        if not there.netloc or (there.scheme, there.netloc) != (HTTP_OF.get(connection.url.scheme), host):
            return False
        if not self.is_known(host_in(host)):
            raise RequestRejected("unknown_host", host)
        return True

    def is_known(self, host: str) -> bool:
        """Whether a host is this server's: a name that it knows, or a number, which leads nowhere else."""
        try:
            ip_address(host)
        except ValueError:
            return host in self._hosts
        return True


class HostTickets:
    """Hands a host's key to a browser for a ticket that is good once, and for a minute."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._given: dict[str, tuple[int, str]] = {}

    def give(self, key: str) -> str:
        """Returns a new ticket for a key; of many only the latest are good."""
        ticket = secrets.token_hex(16)
        self._given[ticket] = self._now() + TICKET_MS, key
        while len(self._given) > MAX_TICKETS:
            del self._given[next(iter(self._given))]
        return ticket

    def take(self, ticket: str) -> str:
        """Returns the key; raises RequestRejected if the ticket is unknown, used or too old."""
        until, key = self._given.pop(ticket, (0, ""))
        if self._now() >= until:
            raise RequestRejected("unknown_key")
        return key


def host_in(address: str) -> str:
    """Returns the host of an address, in small letters; empty if it is none.

    >>> host_in("https://Rounds.example.org/"), host_in("[2001:db8::1]:8852"), host_in("http://[")
    ('rounds.example.org', '2001:db8::1', '')
    """
    try:
        return (urlsplit(address if "://" in address else f"//{address}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def machine_names() -> Iterator[str]:
    """Names by which the local network knows this machine."""
    name = socket.gethostname().lower().rstrip(".")
    if name:
        yield from (name, f"{name.partition('.')[0]}.local")


def address_of(connection: HTTPConnection) -> str:
    """Returns the sender's address, as far as limits distinguish it."""
    return "" if connection.client is None else network_of(connection.client.host)

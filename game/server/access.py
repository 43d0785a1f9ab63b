"""Rejections as exceptions, and access control: origins, wrong keys, addresses.

The codes are in docs/API.md.
"""

from __future__ import annotations

import secrets
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from game.online.messages import MAX_PART
from game.server.budgets import RateLimiter
from game.server.clock import Now

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

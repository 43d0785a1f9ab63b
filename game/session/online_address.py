"""The address of a table server as a person types or pastes it, perhaps with a tournament in it.

Knows how addresses are written; must not know what is found there.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from game.message import msg
from game.tournament.tournament import ID

USUAL_PORT = 8852
"""Of a server whose address names neither port nor protocol."""
MOST_LETTERS = 300
_HOST = re.compile(r"[0-9A-Za-z.\-_]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]+", re.ASCII)


class AddressError(ValueError):
    """This is no address; the text is a sentence for the player."""


class OnlineAddress(NamedTuple):
    """Where a server is, as `http://host:port`, and the tournament that a link leads to."""

    server: str
    tournament: str | None


def read_address(text: str) -> OnlineAddress:
    """What was typed or pasted.

    Raises:
        AddressError: it is no address.

    >>> read_address("example.org").server, read_address("https://example.org/t/" + "0a" * 16).tournament
    ('http://example.org:8852', '0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a')
    """
    text = "".join(text.split())
    if not text:
        raise AddressError(msg("Type the address that you were given, or paste the link."))
    has_protocol = "://" in text
    wrong = AddressError(msg("“{text}” is not the address of a server.", text=text[:60]))
    try:
        parts = urlsplit(text if has_protocol else f"http://{text}")
        host, port = parts.hostname or "", parts.port
        host.encode("idna")  # as it is looked up
    except ValueError:
        raise wrong from None
    if (
        len(text) > MOST_LETTERS
        or parts.scheme not in ("http", "https")
        or not _HOST.fullmatch(host)
        or "@" in parts.netloc
    ):
        raise wrong
    if port is None and not has_protocol:
        port = USUAL_PORT
    shown = f"[{host}]" if ":" in host else host
    server = f"{parts.scheme}://{shown}" + ("" if port is None else f":{port}")
    found = ID.search(parts.path + " " + parts.fragment)
    return OnlineAddress(server, None if found is None else found[0])


def secret_of(link: str) -> str:
    """The secret of a link that lets people in, empty where there is none.

    >>> secret_of("https://example.org/tournaments/" + "0a" * 16 + "#" + "1b" * 16)
    '1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b'
    """
    path, _, fragment = "".join(link.split()).partition("#")
    found = ID.search(fragment)
    return found[0] if found is not None and ID.search(path) else ""


def is_of_this_machine(server: str) -> bool:
    """Whether an address leads back to the machine where it is asked for.

    >>> is_of_this_machine("http://localhost:8852"), is_of_this_machine("http://192.168.1.20:8852")
    (True, False)
    """
    host = urlsplit(server).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"

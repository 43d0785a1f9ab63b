"""The player's keys and seats at table servers, in two private files.

For each server the key; for each seat the decks' commitments, and which round was started.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from game.storage.paths import ONLINE_SEATS
from game.storage.profile import PrivateFile

MAX_SEATS = 500
MAX_ROUNDS = 10
MAX_LETTERS = 300
LATEST_MS = 10**14
_ID = re.compile("[0-9a-f]{32}", re.ASCII)
_DIGEST = re.compile("[0-9a-f]{64}", re.ASCII)


class BegunRound(NamedTuple):
    """A round whose clock was running when it was noted, and its seat."""

    server: str
    tournament: str
    name: str
    """Name of the tournament."""
    player: str
    number: int
    until_ms: int
    """End of its time by this machine's clock, in ms since 1970 in UTC."""


@dataclass(frozen=True)
class _Seat:
    promised: Mapping[int, str] = field(default_factory=dict)
    begun: BegunRound | None = None


class OnlineSeats:
    """Seats, the last noted first; each window reads them again before it writes."""

    def __init__(self, folder: Path) -> None:
        """`folder` is the data folder; invalid content is set aside before it is overwritten."""
        self._file = PrivateFile(folder / ONLINE_SEATS)
        self._seats: dict[tuple[str, str], _Seat] = {}
        self._read()

    def promised(self, server: str, tournament: str) -> dict[int, str]:
        """The commitments of a tournament's rounds, as first seen."""
        return {**self._seat(server, tournament).promised}

    def begun(self, now: datetime) -> BegunRound | None:
        """The last started round whose clock is still running."""
        found, now_ms = (seat.begun for seat in self._seats.values()), now.timestamp() * 1000
        return next((begun for begun in found if begun is not None and now_ms < begun.until_ms), None)

    def note_promised(self, server: str, tournament: str, promised: Mapping[int, str]) -> None:
        """Stores commitments; known ones stay as they are; raises StorageError if they cannot be kept."""
        self._read()
        seat = self._seat(server, tournament)
        if not promised.keys() <= seat.promised.keys():
            self._put(server, tournament, replace(seat, promised={**promised, **seat.promised}))

    def note_begun(self, begun: BegunRound) -> None:
        """Records that the clock of a round is running; raises StorageError if it cannot be kept."""
        self._read()
        seat = self._seat(begun.server, begun.tournament)
        self._put(begun.server, begun.tournament, replace(seat, begun=begun))

    def note_over(self, server: str, tournament: str) -> None:
        """Records that no clock is running at a seat; raises StorageError if it cannot be kept."""
        self._read()
        seat = self._seat(server, tournament)
        if seat.begun is not None:
            self._put(server, tournament, replace(seat, begun=None))

    def _seat(self, server: str, tournament: str) -> _Seat:
        return self._seats.get((server, tournament)) or _Seat()

    def _put(self, server: str, tournament: str, seat: _Seat) -> None:
        place = server, tournament
        self._seats = dict([(place, seat), *(other for other in self._seats.items() if other[0] != place)])
        while len(self._seats) > MAX_SEATS:
            self._seats.popitem()
        self._file.write(seats=[_seat_written(*place, seat) for place, seat in self._seats.items()])

    def _read(self) -> None:
        found = self._file.read(lambda content: dict(map(_seat_read, content["seats"])))
        self._seats = self._seats if found is None else found


def _seat_written(server: str, tournament: str, seat: _Seat) -> dict[str, Any]:
    begun = seat.begun
    return {
        "address": server,
        "tournament": tournament,
        "promised": {str(number): digest for number, digest in seat.promised.items()},
        "begun": None
        if begun is None
        else {"name": begun.name, "player": begun.player, "round": begun.number, "until": begun.until_ms},
    }


def _seat_read(found: Any) -> tuple[tuple[str, str], _Seat]:
    """Parses a seat from the file; raises ValueError, TypeError or KeyError if it is not one."""
    server, tournament = _text(found["address"]), _text(found["tournament"], _ID)
    promised = {
        _whole(int(number), MAX_ROUNDS): _text(text, _DIGEST) for number, text in found["promised"].items()
    }
    begun_rounds, begun = found["begun"], None
    if begun_rounds is not None:
        name, player = _text(begun_rounds["name"]), _text(begun_rounds["player"])
        number, until_ms = _whole(begun_rounds["round"], MAX_ROUNDS), _whole(begun_rounds["until"], LATEST_MS)
        begun = BegunRound(server, tournament, name, player, number, until_ms)
    return (server, tournament), _Seat(promised, begun)


def _text(found: Any, form: re.Pattern[str] | None = None) -> str:
    if not isinstance(found, str) or len(found) > MAX_LETTERS or (form and not form.fullmatch(found)):
        raise ValueError("that is no such text")
    return found


def _whole(found: Any, maximum: int) -> int:
    if not isinstance(found, int) or not 1 <= found <= maximum:
        raise ValueError("that is no such number")
    return found


def known_server(folder: Path) -> str:
    """Returns the address of the last visited server that others can reach too, or nothing."""
    found = OnlineKeys(folder).servers
    return next((server for server in found if urlsplit(server).hostname not in OWN_MACHINE), "")


FILE = "online.json"
OWN_MACHINE = ("localhost", "127.0.0.1", "::1")
MAX_SERVERS = 1000
SEAT_OF = "/tournaments/"
"""Separator between a server's address and the tournament of an imported seat."""
_KEY = re.compile("[0-9a-f]{64}", re.ASCII)


class OnlineKeys:
    """Visited servers, the last first; each window reads them again before it writes."""

    def __init__(self, folder: Path) -> None:
        """`folder` is the data folder; invalid content is set aside before it is overwritten."""
        self._file = PrivateFile(folder / FILE)
        self.name = ""
        """Under which name the player joined last."""
        self._keys: dict[str, str] = {}
        self._read()

    @property
    def servers(self) -> tuple[str, ...]:
        """Addresses, the last visited first."""
        return tuple(address for address in self._keys if SEAT_OF not in address)

    def key_for(self, server: str, tournament: str = "") -> str:
        """Returns the key for a server; a new one is on disk before it is returned.

        A seat in `tournament` that was brought here has its own.

        Raises:
            StorageError: it cannot be written.
        """
        brought = self._keys.get(server + SEAT_OF + tournament)
        if brought is None and server not in self._keys:
            self._put_first(server, self.name)
        return brought or self._keys[server]

    def known(self, server: str, tournament: str) -> str:
        """Returns the key by which a seat would be asked for; empty if there is none yet."""
        return self._keys.get(server + SEAT_OF + tournament) or self._keys.get(server, "")

    def keep_seat(self, server: str, tournament: str, key: str) -> None:
        """Stores the key of a seat from another device, and keeps an earlier one beside it.

        Raises:
            StorageError: it cannot be kept.
        """
        place = server + SEAT_OF + tournament
        if self._keys.get(place, key) != key:
            self.keep_aside(server, tournament, self._keys[place])
        self._put_first(place, self.name, key)

    def keep_aside(self, server: str, tournament: str, key: str) -> None:
        """Stores the key of another seat, which is not used; raises StorageError if it cannot be kept."""
        self._put_first(f"{server}{SEAT_OF}{tournament}/{key[:16]}", self.name, key)

    def visited(self, server: str, name: str) -> None:
        """Notes the server and the name used last; raises StorageError if it cannot be kept."""
        if (self.name, next(iter(self.servers), None)) != (name, server):
            self._put_first(server, name)

    def _put_first(self, server: str, name: str, key: str = "") -> None:
        """Puts a server first and notes the name; what cannot be written down is not kept here either."""
        self._read()
        key = key or self._keys.get(server) or secrets.token_hex(32)
        others = [entry for entry in self._keys.items() if entry[0] != server]
        keys = dict([(server, key), *others][: MAX_SERVERS + 1])
        servers = [{"address": address, "key": key} for address, key in keys.items()]
        self._file.write(name=name, servers=servers)
        self._keys, self.name = keys, name

    def _read(self) -> None:
        found = self._file.read(_keys_read)
        if found is not None:
            self._keys, self.name = found


def _keys_read(content: Any) -> tuple[dict[str, str], str]:
    """Parses the keys by server and the name; raises ValueError, TypeError or KeyError if invalid."""
    servers = content["servers"]
    return {_text(server["address"]): _text(server["key"], _KEY) for server in servers}, str(content["name"])[
        :40
    ]

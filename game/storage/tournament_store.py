"""Tournaments on disk: a folder each, with a folder for each seat; and the player's seats at table servers.

A record is created once and never overwritten: if it exists, the round is played.

    <data folder>/tournaments/<id>/tournament
    <data folder>/tournaments/<id>/<seat>/player
    <data folder>/tournaments/<id>/<seat>/round-<n>.patience

What earlier versions kept besides (docs/FORMATS.md) stays as it is. Of servers two private files
are kept: for each server the key; for each seat the decks' commitments, and which round was started.
"""

from __future__ import annotations

import contextlib
import re
import secrets
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from game.message import msg
from game.storage.files import (
    ONLINE_SEATS,
    StorageError,
    make_folder,
    make_new_folder,
    names_in,
    path_exists,
    read_limited,
    replace_file,
)
from game.storage.journal import Journal
from game.storage.profile import PrivateFile

FOLDER = "tournaments"
LIMIT_BYTES = 1 << 20
_ID = re.compile(r"[0-9a-f]{32}", re.ASCII)
_SEAT = re.compile(r"[0-9]{2}", re.ASCII)
_ROUND = re.compile(r"round-([1-9][0-9]?)\.patience", re.ASCII)
_CLOSED = re.compile(rb"^closed ", re.MULTILINE)


class SeatFolder:
    """Folder of one player in a tournament."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def player(self) -> bytes:
        """The text about the player; raises StorageError if it cannot be read."""
        return read_limited(self.path / "player", LIMIT_BYTES)

    def record_path(self, round_number: int) -> Path:
        """Path of a round's record."""
        return self.path / f"round-{round_number}.patience"

    def rounds(self) -> list[int]:
        """Rounds that have a record, in order."""
        found = (_ROUND.fullmatch(name) for name in names_in(self.path))
        return sorted(int(match[1]) for match in found if match is not None)

    def record(self, round_number: int) -> bytes:
        """The record of a round; raises StorageError if it cannot be read."""
        return read_limited(self.record_path(round_number), LIMIT_BYTES)

    def begin(self, round_number: int, beginning: bytes) -> Journal:
        """Creates the journal of a round; raises StorageError if it was started before, or on failure."""
        return Journal(self.record_path(round_number), beginning)

    def put(self, round_number: int, data: bytes) -> None:
        """Writes the whole record of a robot's round, or replaces a broken journal.

        Raises:
            StorageError: it cannot be written; what was there is still there.
        """
        replace_file(self.record_path(round_number), data)


class TournamentFolder:
    """Folder of one tournament."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def id(self) -> str:
        """Name of the folder."""
        return self.path.name

    def text(self) -> bytes:
        """The tournament's own file; raises StorageError if it cannot be read."""
        return read_limited(self.path / "tournament", LIMIT_BYTES)

    @property
    def is_closed(self) -> bool:
        """Whether the log of an earlier version says that nobody plays on; raises StorageError."""
        path = self.path / "log"
        return path_exists(path) and _CLOSED.search(read_limited(path, LIMIT_BYTES)) is not None

    @property
    def changed_s(self) -> float:
        """Time of the last addition, in seconds since the epoch."""
        times = [0.0]
        for path in (self.path, *(seat.path for seat in self.seats())):
            with contextlib.suppress(OSError):
                times.append(path.stat().st_mtime)
        return max(times)

    def seats(self) -> list[SeatFolder]:
        """Seats in the order in which they were taken."""
        names = sorted(name for name in names_in(self.path) if _SEAT.fullmatch(name))
        return [SeatFolder(self.path / name) for name in names]


class TournamentStore:
    """All tournaments below one data folder."""

    def __init__(self, data_folder: Path) -> None:
        self._folder = data_folder / FOLDER

    def tournaments(self) -> list[TournamentFolder]:
        """Every tournament, last changed first."""
        names = [name for name in names_in(self._folder) if _ID.fullmatch(name)]
        found = [TournamentFolder(self._folder / name) for name in names if self._is_whole(name)]
        return sorted(found, key=lambda folder: (-folder.changed_s, folder.id))

    def _is_whole(self, name: str) -> bool:
        """Whether a folder was made to its end: its file is written last."""
        return path_exists(self._folder / name / "tournament")

    def add(self, id: str, text: bytes, players: Sequence[bytes]) -> TournamentFolder:
        """Creates a tournament with a seat for each player.

        Raises:
            StorageError: it exists, or cannot be written and is not there.
        """
        path = self._folder / id
        make_folder(self._folder)
        if not make_new_folder(path):
            raise StorageError(msg("it is here already"))
        try:
            for number, player in enumerate(players, 1):
                replace_file(path / f"{number:02d}" / "player", player)
            replace_file(path / "tournament", text)
        except StorageError:
            shutil.rmtree(path, ignore_errors=True)  # it was only just made
            raise
        return TournamentFolder(path)


MAX_SEATS = 500
MAX_ROUNDS = 10
MAX_LETTERS = 300
LATEST_MS = 10**14
_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
"""A commitment, or a key."""


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
        self._note(server, tournament, lambda seat: replace(seat, promised={**promised, **seat.promised}))

    def note_begun(self, begun: BegunRound) -> None:
        """Records that the clock of a round is running; raises StorageError if it cannot be kept."""
        self._note(begun.server, begun.tournament, lambda seat: replace(seat, begun=begun))

    def note_over(self, server: str, tournament: str) -> None:
        """Records that no clock is running at a seat; raises StorageError if it cannot be kept."""
        self._note(server, tournament, lambda seat: replace(seat, begun=None))

    def _seat(self, server: str, tournament: str) -> _Seat:
        return self._seats.get((server, tournament)) or _Seat()

    def _note(self, server: str, tournament: str, change: Callable[[_Seat], _Seat]) -> None:
        """Changes a seat, which comes first then, among those that are on disk by now."""
        self._read()
        place, before = (server, tournament), self._seat(server, tournament)
        if (seat := change(before)) == before:
            return
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
    keys = {_text(server["address"]): _text(server["key"], _DIGEST) for server in servers}
    return keys, str(content["name"])[:40]

"""A host's own table server on this machine: started beside the window, found again, queried, stopped.

All calls block: a window makes them in a thread.
"""

from __future__ import annotations

import hashlib
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar

from game.codec import MessageError
from game.message import Message, msg, msg_p
from game.online.bodies import AllSeats, AllStandings, HostTicket, NewTournament, ServerTold, Tournaments
from game.online.client import ServerRefused, ask_http
from game.online.messages import TournamentInfo
from game.rounds.asking import USUAL_PORT, trouble_words
from game.storage.files import (
    HOSTED,
    StorageError,
    lock,
    make_folder,
    open_lock,
    open_regular,
    read_limited,
    reason,
    replace_file,
)
from game.tournament.tournament import ID

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]
(FOLDER, FILE), LOG, KEY = HOSTED.parts, "hosted.log", "host-key"
BEGUN = "hosted.lock"
"""Locked while a server is being started."""
TAKEN = "rounds.sqlite3-lock"
"""Locked by a running server."""
PACKAGES = ("websockets", "starlette", "uvicorn", "httptools", "jinja2", "sqlalchemy", "aiosqlite", "segno")
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 4
STARTS_WITHIN_S, ENDS_WITHIN_S, POLL_S = 40.0, 10.0, 0.2
MAX_BYTES = 1000
ROUND_STATES: dict[str, Message] = {
    "waiting": msg("Not open yet"),
    "open": msg_p("a round", "Open"),
    "closing": msg("Closing: the deck is not shown yet"),
    "closed": msg_p("a round", "Closed"),
    "cancelled": msg("Cancelled: it does not count"),
}
_PROBES = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254", "2001:db8::1", "fd00::1")
"""Addresses on the way to the Internet (RFC 5737, 3849) first, then to home networks; those of IPv6 last."""
LOOPBACK = "127.0.0.1"
_KEY = re.compile(r"[0-9a-f]{64}", re.ASCII)
_BEGIN = "import sys; from game.cli import main; sys.exit(main())"


class HostingError(Exception):
    """The table server is not available; the message is a sentence for the player."""


def hosting_trouble(error: Exception) -> str:
    """Why a host's request has failed."""
    return str(error) if isinstance(error, HostingError) else trouble_words(error)


class Hosted(NamedTuple):
    """Information about the server that was started last."""

    port: int
    is_for_network: bool
    tournament: str
    """The tournament held there; empty until it is created."""

    @property
    def server(self) -> str:
        """Its address on this machine."""
        return f"http://127.0.0.1:{self.port}"


class Room(NamedTuple):
    """A host's view of a tournament; it shows no more cards than others see."""

    standings: AllStandings
    seats: AllSeats


def lacks_packages() -> bool:
    """Whether a package that a table server needs is missing; nothing is loaded."""
    return any(not any(Path(folder, name).is_dir() for folder in sys.path) for name in PACKAGES)


def short_code(tournament: str) -> str:
    """Returns four letters, hard to mistake, by which a server finds a tournament.

    >>> short_code("5a" * 16)
    'G2RV'
    """
    number = int(hashlib.sha256(tournament.encode()).hexdigest(), 16)
    return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(CODE_LENGTH))


def own_addresses() -> Sequence[str]:
    """Returns this machine's network addresses, the most likely first; nothing is sent."""
    found = [_address_towards(probe) for probe in _PROBES]
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    found.sort(key=lambda address: (":" in address, not ip_address(address).is_private))
    return list(dict.fromkeys(filter(_is_of_network, found)))


def own_address() -> str:
    """Returns this machine's address in its network, one of IPv6 if there is no other; nothing is sent."""
    return next(filter(_is_of_network, map(_address_towards, _PROBES)), LOOPBACK)


def _address_towards(probe: str) -> str:
    """Returns this machine's address on the way to another."""
    family = socket.AF_INET6 if ":" in probe else socket.AF_INET
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
        asked.connect((probe, 9))  # UDP connects without a word
        return str(asked.getsockname()[0])
    return LOOPBACK


def _is_of_network(address: str) -> bool:
    return not (ip_address(address).is_loopback or ip_address(address).is_link_local)


Run = Callable[[Sequence[str], Path], Callable[[], int | None]]
"""Starts the program with arguments and its output in a file; returns a handle on its exit code."""


def run_beside(words: Sequence[str], log: Path) -> Callable[[], int | None]:
    """Starts this program again so that it outlives the window."""
    command = [sys.executable] if hasattr(sys, "frozen") else [sys.executable, "-c", _BEGIN]
    nowhere = subprocess.DEVNULL
    with open_regular(log, "wb") as said:
        child = subprocess.Popen(
            [*command, *words],
            cwd=None if hasattr(sys, "frozen") else ROOT,
            stdin=nowhere,
            stdout=nowhere,
            stderr=said,
            start_new_session=True,  # what ends the window does not end it
        )
    return child.poll


class HostedServer:
    """A server described by a file in the player's folder; while the file is there it serves."""

    def __init__(self, folder: Path, run: Run = run_beside) -> None:
        self._folder, self._run = folder / FOLDER, run
        self.hosted = self._read()
        """The server that was started and not ended, also before a crash; None without one."""

    def _read(self) -> Hosted | None:
        try:
            found = json.loads(read_limited(self._folder / FILE, MAX_BYTES))
            hosted = Hosted(int(found["port"]), found["is_for_network"] is True, str(found["tournament"]))
        except (StorageError, ValueError, TypeError, KeyError):
            return None
        return hosted if ID.fullmatch(hosted.tournament) and 0 < hosted.port < 65_536 else None

    def _write(self, hosted: Hosted) -> None:
        self.hosted = hosted
        body = {"patience_hosted": 1, **hosted._asdict()}
        replace_file(self._folder / FILE, f"{json.dumps(body)}\n".encode())

    def host(self, wanted: NewTournament, is_for_network: bool) -> Hosted:
        """Starts a server and creates a tournament there; raises HostingError if either fails.

        What another window holds or is starting stays as it is, and is a reason to fail.
        """
        with self._begun() as begun:
            if not lock(begun) or self._read() is not None:
                raise HostingError(str(HELD))
            return self._host(wanted, is_for_network)

    def _host(self, wanted: NewTournament, is_for_network: bool) -> Hosted:
        try:
            self.end()  # what a window has left that died while it was starting one
            self._let_end()
            hosted = self._serve(Hosted(_free_port(USUAL_PORT, is_for_network), is_for_network, ""))
            made = self._ask_server("/tournaments", TournamentInfo, wanted)
            self._write(hosted._replace(tournament=made.id))
        except (HostingError, ServerRefused, OSError, MessageError) as error:
            self.end()
            if isinstance(error, StorageError):
                raise HostingError(str(error)) from error
            raise
        assert self.hosted is not None
        return self.hosted

    def resume(self) -> None:
        """Ensures that the file's server is running, at its old address if free; raises HostingError.

        While another part of the program, or another window, is starting it, nothing is done.
        """
        hosted = self._read()
        if hosted is None:
            raise HostingError(str(STOPPED))
        self.hosted = hosted
        if self._answers():
            return
        try:
            with self._begun() as begun:
                if lock(begun):
                    self._serve(hosted._replace(port=_free_port(hosted.port, hosted.is_for_network)))
        except StorageError as error:
            raise HostingError(str(error)) from error

    def _begun(self) -> IO[bytes]:
        """Opens the file that is locked while a server is being started; raises HostingError."""
        try:
            make_folder(self._folder)
            return open_lock(self._folder / BEGUN)
        except OSError as error:
            raise HostingError(NOT_STARTED.with_parts(reason=reason(error))) from error

    def _let_end(self) -> None:
        """Waits for a server without its file, such as one whose window died while it was starting."""
        until_s = time.monotonic() + ENDS_WITHIN_S
        with suppress(OSError), open_lock(self._folder / TAKEN) as taken:
            while not lock(taken) and time.monotonic() < until_s:
                time.sleep(POLL_S)

    def _serve(self, hosted: Hosted) -> Hosted:
        self._write(hosted)
        where = "0.0.0.0" if hosted.is_for_network else "127.0.0.1"
        words = ["serve", "--host", where, "--port", str(hosted.port), "--folder", str(self._folder)]
        log = self._folder / LOG
        ended = self._run([*words, "--while-there", str(self._folder / FILE)], log)
        until_s = time.monotonic() + STARTS_WITHIN_S
        while not self._answers():
            if ended() is not None or time.monotonic() > until_s:
                raise HostingError(NOT_STARTED.with_parts(reason=_last_line(log) or "…"))
            time.sleep(POLL_S)
        return hosted

    def _answers(self) -> bool:
        try:
            self._ask_server("/server", ServerTold)
        except (OSError, MessageError, ServerRefused):
            return False
        return True

    def _ask_server(self, path: str, kind: type[T], body: Any = None, method: str = "") -> T:
        assert self.hosted is not None
        return ask_http(self.hosted.server, path, kind, body, self.key, method)

    def ask(self, path: str, kind: type[T], body: Any = None, method: str = "") -> T:
        """Sends a host's request about the tournament and returns the answer; raises as `ask_http` does."""
        assert self.hosted is not None
        return self._ask_server(f"/tournaments/{self.hosted.tournament}{path}", kind, body, method)

    def ticket(self) -> str:
        """Returns what the host's page is opened with in the key's place; raises as `ask_http` does."""
        return self._ask_server("/host/ticket", HostTicket, None, "POST").ticket

    def room(self) -> Room:
        """Returns the tournament as its host sees it; raises as `ask_http` does.

        One that was made there since, another evening of the same people or a new one, takes its place.
        """
        assert self.hosted is not None
        newest = next(iter(self._ask_server("/tournaments", Tournaments).tournaments), None)
        standings = self.ask("/standings", AllStandings)
        if newest is not None and newest.made > standings.tournament.made:
            self._write(self.hosted._replace(tournament=newest.id))
            standings = self.ask("/standings", AllStandings)
        return Room(standings, self.ask("/door", AllSeats))

    @property
    def key(self) -> str:
        """The host's key; empty while there is none; raises OSError if what lies there is no key."""
        try:
            found = read_limited(self._folder / KEY, MAX_BYTES).decode("ascii", "replace").strip()
        except StorageError:
            raise OSError from None
        if not _KEY.fullmatch(found):
            raise OSError
        return found

    def end(self) -> None:
        """Stops it; everything played stays in its folder."""
        self.hosted = None
        with suppress(OSError):
            (self._folder / FILE).unlink()


def is_running(hosted: Hosted) -> bool:
    """Whether anything answers where the table server was started."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", hosted.port), 0.5):
        return True
    return False


def _free_port(wanted: int, is_for_network: bool) -> int:
    """Returns the wanted port, or any that is free."""
    for port in (wanted, 0):
        with socket.socket() as probe, suppress(OSError):
            if sys.platform != "win32":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("0.0.0.0" if is_for_network else "127.0.0.1", port))
            return int(probe.getsockname()[1])
    raise HostingError(str(NO_PORT))


STOPPED: Message = msg("The table server has stopped.")
HELD: Message = msg("A tournament is already hosted on this computer.")
NOT_STARTED = msg("The table server could not be started: {reason}")
NO_PORT: Message = msg(
    "This computer lets no program accept connections: nobody could reach a table server here."
)


def _last_line(log: Path) -> str:
    try:
        lines = read_limited(log, 100_000).decode("utf-8", "replace").split("\n")
    except StorageError:
        return ""
    return next((line.strip()[:200] for line in reversed(lines) if line.strip()), "")

"""Requests to a table server: addresses, background requests, rejections as sentences."""

from __future__ import annotations

import re
import socket
import ssl
import threading
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from ipaddress import ip_address
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from game.codec import MessageError
from game.message import Message, msg
from game.online.bodies import AllStandings, ClosedRound, RejectionBody, Tournaments
from game.online.client import ElsewhereError, ServerRefused, ask_http
from game.online.client import join as take_seat
from game.online.messages import TournamentInfo
from game.storage.files import StorageError, printable
from game.tournament.tournament import ID

T = TypeVar("T")
LIMIT_S = 120.0
"""Maximum time for a whole answer, even if its bytes keep coming."""


def in_background(ask: Callable[[], T], limit_s: float = LIMIT_S) -> Future[T]:
    """Sends a request in its own thread, which nothing waits for; it fails if that takes too long."""
    found: Future[T] = Future()

    def fail(error: Exception) -> None:
        with suppress(InvalidStateError):  # it was answered in time
            found.set_exception(error)

    def run() -> None:
        try:
            answer = ask()
        except Exception as error:  # whatever it is: it is told by who has asked
            fail(error)
        else:
            with suppress(InvalidStateError):  # it was given up
                found.set_result(answer)
        giving_up.cancel()

    giving_up = threading.Timer(limit_s, fail, (TimeoutError(),))
    giving_up.daemon = True
    giving_up.start()
    threading.Thread(target=run, name="asking", daemon=True).start()
    return found


class PendingRequest:
    """The background request of a screen, one at a time."""

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        """`failed` is told why there is no answer."""
        self._failed = failed
        self._asking: Future[Any] | None = None
        self._then: Callable[[Any], None] = lambda _: None

    @property
    def is_pending(self) -> bool:
        """Whether an answer is still to come."""
        return self._asking is not None

    def ask(self, ask: Callable[[], T], then: Callable[[T], None]) -> None:
        """Sends a request, unless one is pending; `then` gets the answer."""
        if self._asking is None:
            self._asking, self._then = in_background(ask), then

    def poll(self) -> None:
        """Passes the answer on if it has come."""
        asking = self._asking
        if asking is None or not asking.done():
            return
        self._asking = None
        if isinstance(error := asking.exception(), Exception):
            self._failed(error)
        else:
            self._then(asking.result())


UNREACHABLE = msg("The server cannot be reached.")
NO_ANSWER = msg("Something answers there, but not a game server.")
# Translators: {address} is that of a server.
ELSEWHERE = msg("That address leads to {address}. If you trust it, type that one.")
_CANNOT_BE_REACHED = {
    ssl.SSLCertVerificationError: msg("The server’s certificate cannot be trusted: nothing was sent to it."),
    ssl.SSLError: msg("No secure connection could be made: does the address begin with http:// instead?"),
    socket.gaierror: msg("No computer has that name: check the address."),
    ConnectionRefusedError: msg("Nothing answers at that address and port: is the server running?"),
    TimeoutError: msg("Nothing answers at that address."),
}
"""Sentences by kind of error, special ones first."""
CANNOT_KEEP = msg("Your key for this server cannot be saved: {reason}.")
NEEDS_PACKAGE = msg(
    "Rounds over a network need one more package: {command}",
    command="pip install websockets",  # where the program is installed there is no file that names it
)
LOST = msg("The connection is lost; the clock keeps running. Your moves are sent as soon as it is back.")
BACK = msg("The connection is back.")
BACK_AS_IT_IS = msg("The connection is back: the table now matches the server’s.")
TAKEN_OVER = msg("This seat is now being played from another window or computer.")
TOO_LATE = msg("That came too late: it does not count.")
NOT_TAKEN = msg("The server refused that move; it was undone.")
NOT_ADMITTED = msg("The host has not let you in yet.")
# Translators: {name} is the player's new one.
RENAMED = msg("The host has given you another name: {name}.")
# Translators: {line} is what the host of a tournament has typed for everybody.
HOST_SAYS = msg("The host says: {line}")
NOT_CLOSED = msg("The round is not closed yet.")
_SENTENCES = {
    "unknown_key": msg("The server does not know this seat."),
    "no_such_tournament": msg("There is no such tournament there."),
    "no_such_round": msg("There is no such round."),
    "full": msg("All seats are taken."),
    "link_needed": msg("You need the host’s secret link to get in: paste all of it as the server."),
    "door_full": msg("Too many players are waiting already. Try again once the host has let some in."),
    "not_admitted": NOT_ADMITTED,
    "sent_away": msg("The host has not let you in."),
    "no_such_seat": msg("There is no such seat."),
    "no_more_rounds": msg("A tournament has ten rounds at most."),
    "still_played": msg("A round is still being played."),
    "no_change": msg("Nothing has changed: it was like that already."),
    "proof_is_out": msg("The deck of that round is published: the round can no longer be changed."),
    "removed": msg("The host has removed you from this tournament."),
    "banned": msg("The host lets in nobody from your address."),
    "erased": msg("The host has erased this seat: it can no longer be played."),
    "deleted": msg("The host has deleted this tournament."),
    "not_open": msg("The round is not open."),
    "common_clock": msg("All clocks in that round run together, and it ends with them."),
    "not_started": msg("The countdown is not over yet."),
    "no_deck": msg("The server has no deck ready yet; try again in a moment."),
    "not_closed": NOT_CLOSED,
    "not_begun": msg("The round was not started."),
    "is_over": msg("The round is over."),
    "time_is_up": TOO_LATE,
    "too_fast": msg("That was faster than any hand can play."),
    "unknown_host": msg(
        "The server does not know this address as its own. Its operator has to start it with --address."
    ),
    "too_many": msg("Too many requests from here; try again in a moment."),
    "too_long": msg("No round can have that many moves."),
    "taken_over": TAKEN_OVER,
    "stopping": msg("The server is stopping; come back in a moment."),
    # A server of another version has other addresses.
    "no_such_address": msg("The server has a different version. Update the server or this program."),
    "failed": msg("The server could not save that; try again in a moment."),
    "illegal": NOT_TAKEN,
}
_WITH_PART = {
    "renamed": ("name", RENAMED),
    "name_refused": ("reason", msg("That name is not allowed there: {reason}.")),
    "name_taken": ("name", msg("The name is taken, or looks like {name}.")),
    "joined_already": ("name", msg("You have a seat there already, as {name}.")),
    "playing_another": ("number", msg("Your round {number} is still running.")),
    "no_deck": (
        "seconds",
        msg("The deck for this round is still being prepared; try again in about {seconds} s."),
    ),
}
"""Sentences with a value of the rejection, and what it is called in them."""


def refusal_words(refusal: RejectionBody) -> Message:
    """Returns the server's rejection as a sentence."""
    code, part = refusal.code, printable((*refusal.parts, "")[0], 60)
    if code in _WITH_PART and (part or code not in _SENTENCES):
        name, words = _WITH_PART[code]
        return words.with_parts(**{name: part})
    return _SENTENCES.get(code) or msg("The server refused: {code}.", code=code)


def trouble_words(error: Exception) -> Message:
    """Returns the failure of a request as a sentence."""
    if isinstance(error, ServerRefused):
        return refusal_words(error.refusal)
    if isinstance(error, StorageError):
        return CANNOT_KEEP.with_parts(reason=str(error))
    if isinstance(error, ModuleNotFoundError):
        return NEEDS_PACKAGE
    if isinstance(error, ElsewhereError):
        return ELSEWHERE.with_parts(address=printable(error.address, 60))
    for kind, words in _CANNOT_BE_REACHED.items():
        if isinstance(error, kind):
            return words
    return UNREACHABLE if isinstance(error, OSError) else NO_ANSWER


ANSWER_S = 10.0
"""Maximum time to wait for one answer."""


def connecting_refusal() -> Message | None:
    """Returns why this program can reach no server at all, as a sentence, or None."""
    try:
        import websockets  # noqa: F401 - it is loaded when somebody goes online
    except ImportError:
        return NEEDS_PACKAGE
    return None


def list_tournaments(server: str) -> Tournaments:
    """Returns the tournaments of a server; raises as `ask_http` does."""
    return ask_http(server, "/tournaments", Tournaments, timeout_s=ANSWER_S)


NOBODY = " "
"""Name that takes no new seat, and leads back to an existing one."""


class TakenSeat(NamedTuple):
    """A seat at a server, with its key and its player's name there."""

    server: str
    key: str
    tournament: TournamentInfo
    player: str


def join(server: str, tournament: str, name: str, key: str, secret: str = "") -> TakenSeat:
    """Takes the seat of a key, or returns to it; raises as `ask_http`."""
    try:
        info = take_seat(server, tournament, name, key, secret)
    except ServerRefused as refused:
        if name == NOBODY and refused.refusal.code in ("link_needed", "name_refused"):
            raise ServerRefused(RejectionBody("unknown_key", ())) from None
        if refused.refusal.code != "joined_already" or not refused.refusal.parts:
            raise
        name = refused.refusal.parts[0]
        info = take_seat(server, tournament, name, key, secret)
    return TakenSeat(server, key, info, name)


def table_of(server: str, tournament: str) -> AllStandings:
    """Returns the standings of a tournament; raises as `ask_http` does."""
    return ask_http(server, f"/tournaments/{tournament}/standings", AllStandings, timeout_s=ANSWER_S)


def closed_round(server: str, tournament: str, number: int) -> ClosedRound:
    """Returns everything that proves a closed round; raises as `ask_http` does."""
    found = ask_http(server, f"/tournaments/{tournament}/rounds/{number}", ClosedRound, timeout_s=60)
    if (found.tournament, found.round) != (tournament, number):
        raise MessageError("the answer is another round")
    return found


USUAL_PORT = 8852
"""Port of a server whose address names neither port nor protocol."""
MAX_LETTERS = 300
SCHEME = "patience:"
"""Scheme of a link that opens the installed program."""
_CODE = re.compile(r"/([0-9A-Za-z]{4})", re.ASCII)
_HOST = re.compile(r"[0-9A-Za-z.\-_]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]+", re.ASCII)
_SEAT = re.compile(r"seat=([0-9a-f]{64})", re.ASCII)


class AddressError(ValueError):
    """The text is not an address; the message is a sentence for the player."""


class OnlineAddress(NamedTuple):
    """Address of a server, as `http://host:port`, and the tournament that a link leads to."""

    server: str
    tournament: str | None
    secret: str = ""
    """Secret of a link that lets people in, or empty."""
    seat: str = ""
    """Key of a seat that a link brings from another device, or empty."""
    code: str = ""
    """Four letters of a short address, by which its server knows the tournament."""


def read_address(text: str) -> OnlineAddress:
    """Parses a typed or pasted address; raises AddressError if it is not one.

    >>> read_address("example.org").server, read_address("https://example.org/t/" + "0a" * 16).tournament
    ('http://example.org:8852', '0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a')
    >>> read_address("https://example.org/tournaments/" + "0a" * 16 + "#" + "1b" * 16).secret
    '1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b'
    >>> read_address("patience:http://192.168.1.20:8852/g2rv#" + "1b" * 16)[2:]
    ('1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b', '', 'G2RV')
    """
    text = "".join(text.split()).removeprefix(SCHEME)
    if text.startswith("//"):
        text = f"http:{text}"
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
        len(text) > MAX_LETTERS
        or parts.scheme not in ("http", "https")
        or not _HOST.fullmatch(host)
        or "@" in parts.netloc
    ):
        raise wrong
    if port is None and not has_protocol:
        port = USUAL_PORT
    at = f"[{host}]" if ":" in host else host
    server = f"{parts.scheme}://{at}" + ("" if port is None else f":{port}")
    tournament, behind = ID.search(parts.path), ID.search(parts.fragment)
    if code := _CODE.fullmatch(parts.path):
        return OnlineAddress(server, None, "" if behind is None else behind[0], code=code[1].upper())
    if tournament is None or behind is None:
        found = tournament or behind
        return OnlineAddress(server, None if found is None else found[0])
    if seat := _SEAT.fullmatch(parts.fragment):
        return OnlineAddress(server, tournament[0], seat=seat[1])
    return OnlineAddress(server, tournament[0], behind[0])


def is_of_this_machine(server: str) -> bool:
    """Whether an address belongs to this machine.

    >>> is_of_this_machine("http://localhost:8852"), is_of_this_machine("http://192.168.1.20:8852")
    (True, False)
    """
    host = urlsplit(server).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"

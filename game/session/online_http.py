"""What a table server is asked over HTTP. Each question waits, and is asked in a thread of its own.

Knows the addresses of docs/FORMATS.md; must not know who asks, nor how a round is played.
"""

from __future__ import annotations

from game.online.bodies import AllStandings, ClosedRound, Tournaments
from game.online.client import ServerRefused, ask_http
from game.online.client import join as take_seat
from game.online.fields import MessageError
from game.online.parts import TournamentTold
from game.session.online_words import NEEDS_PACKAGE

LIMIT_S = 10.0
"""So long one answer is waited for."""


def connecting_refusal() -> str | None:
    """Why no server can be reached from this program at all, as a sentence, or None."""
    try:
        import websockets  # noqa: F401 - it is loaded when somebody goes online
    except ImportError:
        return NEEDS_PACKAGE
    return None


def list_tournaments(server: str) -> Tournaments:
    """The tournaments of a server.

    Raises:
        ServerRefused, OSError, MessageError: see `ask_http`.
    """
    return ask_http(server, "/tournaments", Tournaments, timeout_s=LIMIT_S)


def join(server: str, tournament: str, name: str, key: str, secret: str = "") -> tuple[TournamentTold, str]:
    """Takes a seat, or comes back to one; returns the tournament, and the name of the seat.

    Raises:
        ServerRefused, OSError, MessageError: see `ask_http`.
    """
    try:
        told: TournamentTold = take_seat(server, tournament, name, key, secret)
    except ServerRefused as refused:
        if refused.refusal.code != "joined_already" or not refused.refusal.parts:
            raise
        name = refused.refusal.parts[0]
        told = take_seat(server, tournament, name, key, secret)
    return told, name


def table_of(server: str, tournament: str) -> AllStandings:
    """The table of a tournament.

    Raises:
        ServerRefused, OSError, MessageError: see `ask_http`.
    """
    return ask_http(server, f"/tournaments/{tournament}/standings", AllStandings, timeout_s=LIMIT_S)


def closed_round(server: str, tournament: str, number: int) -> ClosedRound:
    """All that proves a closed round.

    Raises:
        ServerRefused, OSError, MessageError: see `ask_http`.
    """
    found = ask_http(server, f"/tournaments/{tournament}/rounds/{number}", ClosedRound, timeout_s=60)
    if (found.tournament, found.round) != (tournament, number):
        raise MessageError("the answer is another round")
    return found

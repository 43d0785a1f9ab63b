"""A seat in a tournament over a network: what is known of the tournament, its table, and the round in play.

Knows the line and the session; must not know screens. `hear` is asked often and never waits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from game.message import Message
from game.online.client import ServerRefused, ask_http
from game.online.client import join as take_seat
from game.online.messages import (
    AllStandings,
    Asked,
    Begin,
    Changed,
    ClosedRound,
    Done,
    Ended,
    Place,
    Position,
    Refusal,
    Refused,
    RoundTold,
    Standings,
    Tournaments,
    TournamentTold,
)
from game.session.online_asking import Asking
from game.session.online_line import Connected, Failed, Lost, News, Over
from game.session.online_session import OnlineSession
from game.session.online_words import NEEDS_PACKAGE, refusal_words, trouble_words
from game.storage.library import Library

LIMIT_S = 10.0
"""So long one answer over HTTP is waited for, in its own thread."""


class Line(Protocol):
    """What a seat needs of a line."""

    def hear(self) -> list[News]:
        """All that has come since."""

    def send(self, connection: int, message: Asked) -> None:
        """Sends a message by this connection, or drops it."""

    def close(self) -> None:
        """Ends it."""

    @property
    def server_now_ms(self) -> float | None:
        """The server's time."""

    @property
    def delay_ms(self) -> int | None:
        """How long there and back takes."""


class OnlineSeat:
    """One player's seat."""

    def __init__(
        self,
        server: str,
        told: TournamentTold,
        player: str,
        line: Line,
        library: Library,
        now_ns: Callable[[], int],
        ask_table: Callable[[], AllStandings] | None = None,
    ) -> None:
        """`ask_table` fetches the whole table, in a thread; by default from the server."""
        self._ask_table = ask_table or (lambda: table_of(server, told.id))
        self._asking: Asking[AllStandings] | None = None
        self.server, self.tournament, self.player, self.line = server, told, player, line
        self._library, self._now_ns = library, now_ns
        self._connection = 0
        self.is_connected = False
        self.has_been_connected = False
        self.over: Message | None = None
        """Why no connection will come any more, as a sentence."""
        self.refused: Message | None = None
        """Why a round could not be begun, as a sentence; None again while it is tried."""
        self.running: int | None = None
        """The round that this seat is playing."""
        self.table: tuple[Place, ...] | None = None
        """The first places and one's own; None before it has come."""
        self.promised: dict[int, str] = {}
        """The commitment of each round as it was seen before the round was closed."""
        self.session: OnlineSession | None = None
        """The round at the table, played or over."""
        self._wanted: int | None = None  # the round that is being begun
        self._played: set[int] = set()  # rounds that have ended here, whatever the table says yet
        self._note_promises()

    # Asking --------------------------------------------------------------------------------------

    def begin(self, round_number: int) -> None:
        """Begins a round or comes back to it; later there is a `session`, or why it was `refused`."""
        self.session, self.refused, self._wanted = None, None, round_number
        if self.is_connected:
            self.send(Begin(round_number))

    @property
    def is_beginning(self) -> bool:
        """Whether a round is being begun."""
        return self._wanted is not None

    def send(self, message: Asked) -> None:
        """Sends a message by the present connection, or drops it."""
        self.line.send(self._connection, message)

    @property
    def server_now_ms(self) -> float:
        """The server's time, as well as it is known."""
        now = self.line.server_now_ms
        return self._now_ns() / 1e6 if now is None else now

    def leave_round(self) -> None:
        """Forgets the round at the table; its clock goes on."""
        self.session = self._wanted = None

    def close(self) -> None:
        """Ends the line."""
        self.line.close()

    # Hearing -------------------------------------------------------------------------------------

    def hear(self) -> bool:
        """Takes what has come; returns whether there was anything."""
        found = self.line.hear()
        for news in found:
            self._take(news)
        asking = self._asking
        if asking is None or not asking.is_answered:
            return bool(found)
        self._asking = None
        if asking.answer is not None:
            self.table, self.tournament = asking.answer.places, asking.answer.tournament
        return True

    def look_at_table(self) -> None:
        """Has the whole table fetched."""
        if self._asking is None:
            self._asking = Asking(self._ask_table)

    def _take(self, news: News) -> None:
        session = self.session
        match news:
            case Connected(number=number, welcome=welcome):
                self._connection, self.is_connected, self.has_been_connected = number, True, True
                self.tournament, self.player, self.running = (
                    welcome.tournament,
                    welcome.player,
                    welcome.running,
                )
                self.look_at_table()
                if self._wanted is not None:
                    self.send(Begin(self._wanted))
                elif session is not None and not session.game.is_over:
                    session.come_back()
            case Lost():
                self._lose()
            case Over(refusal=refusal):
                self._lose()
                self.over = refusal_words(refusal)
            case Failed(error=error):
                self._lose()
                self.over = trouble_words(error)
            case Position():
                self._take_position(news)
            case Refused(number=None) if self._wanted is not None:
                self._wanted, self.refused = None, refusal_words(Refusal(news.code, news.parts))
            case Changed(tournament=told):
                self.tournament = told
            case Standings():
                own = () if news.own is None or news.own in news.first else (news.own,)
                self.table = (*news.first, *own)
            case Done() if session is not None and session.round_number == news.round:
                session.take_done(news)
            case Refused() if session is not None and session.round_number == news.round:
                session.take_refused(news)
            case Ended() if session is not None and session.round_number == news.round:
                session.take_ended(news)
        if self.session is not None and self.session.game.is_over:
            self.running = None
            self._played.add(self.session.round_number)
        self._note_promises()

    def _note_promises(self) -> None:
        for each in self.tournament.rounds:
            if each.commitment is not None and each.state != "closed":
                self.promised.setdefault(each.number, each.commitment)

    def _lose(self) -> None:
        self.is_connected = False
        if self.session is not None:
            self.session.lost()

    def _take_position(self, position: Position) -> None:
        if self._wanted == position.round:
            self._wanted = None
            self.running = position.round if position.ending is None else None
            self.session = OnlineSession(
                position, self.send, lambda: self.server_now_ms, self._library, self._now_ns
            )
        elif self.session is not None and self.session.round_number == position.round:
            self.session.take_position(position)

    # What is due ---------------------------------------------------------------------------------

    @property
    def own(self) -> Place | None:
        """One's own place in the table."""
        return next((each for each in self.table or () if each.player == self.player), None)

    def is_played(self, round_number: int) -> bool:
        """Whether this seat has played a round to its end."""
        own = self.own
        if round_number in self._played:
            return True
        if own is None or round_number > len(own.rounds):
            return False
        score = own.rounds[round_number - 1]
        return score is not None and score.is_over

    @property
    def due(self) -> RoundTold | None:
        """The round to be begun or gone on with, or None."""
        rounds = self.tournament.rounds
        if self.running is not None:
            return next((each for each in rounds if each.number == self.running), None)
        if self.table is None:
            return None  # it is not known yet what was played
        return next(
            (each for each in rounds if each.state == "open" and not self.is_played(each.number)), None
        )


def connecting_refusal() -> str | None:
    """Why no server can be reached from this program at all, as a sentence, or None."""
    try:
        import websockets  # noqa: F401 - it is loaded when somebody goes online
    except ImportError:
        return NEEDS_PACKAGE
    return None


# Over HTTP: each of these waits, and is asked in a thread of its own ------------------------------------


def list_tournaments(server: str) -> Tournaments:
    """The tournaments of a server.

    Raises:
        ServerRefused, OSError, MessageError: see `ask_http`.
    """
    return ask_http(server, "/tournaments", Tournaments, timeout_s=LIMIT_S)


def join(server: str, tournament: str, name: str, key: str) -> tuple[TournamentTold, str]:
    """Takes a seat, or comes back to one; returns the tournament, and the name of the seat.

    Raises:
        ServerRefused, OSError, MessageError: see `ask_http`.
    """
    try:
        told: TournamentTold = take_seat(server, tournament, name, key)
    except ServerRefused as refused:
        if refused.refusal.code != "joined_already" or not refused.refusal.parts:
            raise
        name = refused.refusal.parts[0]
        told = take_seat(server, tournament, name, key)
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
    return ask_http(server, f"/tournaments/{tournament}/rounds/{number}", ClosedRound, timeout_s=60)

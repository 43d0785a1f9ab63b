"""A seat in a tournament over a network: what is known of the tournament, its table, and the round in play.

Knows the line and the session; must not know screens. `hear` is asked often and never waits.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Protocol

from game.message import Message
from game.online.bodies import AllStandings, Refusal
from game.online.guess import GuessError
from game.online.messages import Asked, Begin, Changed, Done, Ended, Position, Refused, Standings, Welcome
from game.online.parts import Place, RoundTold, TournamentTold
from game.rounds.asking import NO_ANSWER, RENAMED, Asking, refusal_words, table_of, trouble_words
from game.rounds.line import Connected, Failed, Lost, News, Over
from game.rounds.session import OnlineSession
from game.storage.files import StorageError
from game.storage.library import Library
from game.storage.online_seats import BegunRound, OnlineSeats


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
        utc_now: Callable[[], datetime],
        ask_table: Callable[[], AllStandings] | None = None,
    ) -> None:
        """`ask_table` fetches the whole table, in a thread; by default from the server."""
        self._ask_table = ask_table or (lambda: table_of(server, told.id))
        self._asking: Asking[AllStandings] | None = None
        self.server, self.tournament, self.player, self.line = server, told, player, line
        self._library, self._now_ns, self._utc_now = library, now_ns, utc_now
        self._kept = OnlineSeats(library.folder)
        self._connection = 0
        self.is_connected = False
        self.has_been_connected = False
        self.is_tried_again = False
        """Whether there is no connection, and one was tried for in vain or lost."""
        self.over: Message | None = None
        """Why no connection will come any more, as a sentence."""
        self.refused: Message | None = None
        """Why a round could not be begun, as a sentence; None again while it is tried."""
        self.is_early = False
        """Whether a round was asked for before all clocks have started."""
        self.led_to = 0
        """The last round to whose countdown the player was led."""
        self.is_admitted = True
        """Whether the host has let this seat in, as far as is known."""
        self.running: int | None = None
        """The round that this seat is playing."""
        self.table: tuple[Place, ...] | None = None
        """The first places and one's own; None before it has come."""
        self.promised = self._kept.promised(server, told.id)
        """The commitment of each round as it was seen first, here or in an earlier program."""
        self.session: OnlineSession | None = None
        """The round at the table, played or over."""
        self._wanted: int | None = None  # the round that is being begun
        self._played: set[int] = set()  # rounds that have ended here, whatever the table says yet
        self._may_be_begun = True  # whether it may be kept on disk that a clock runs
        self._said: Message | None = None
        self._is_older = False  # whether the table that is asked for may be from before what was told since
        self._note_promises()

    # Asking --------------------------------------------------------------------------------------

    def begin(self, round_number: int) -> None:
        """Begins a round or comes back to it; later there is a `session`, or why it was `refused`."""
        self.session, self.refused, self._wanted, self.is_early = None, None, round_number, False
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

    def until_start_s(self, round_number: int) -> float | None:
        """How long it is until all clocks start, below 0 when they have; None where each starts by itself."""
        starts = self.tournament.rounds[round_number - 1].starts
        return None if starts is None else (starts - self.server_now_ms) / 1000

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
            self.table = asking.answer.places
            if not self._is_older:
                self._follow(asking.answer.tournament)
        return True

    def take_said(self) -> Message | None:
        """What the host has done to this seat, as a sentence; asked once."""
        said, self._said = self._said, None
        return said

    def look_at_table(self) -> None:
        """Has the whole table fetched."""
        if self._asking is None:
            self._is_older, self._asking = False, Asking(self._ask_table)

    def _take(self, news: News) -> None:
        session = self.session
        match news:
            case Connected(number=number, welcome=welcome):
                self._connection, self.is_connected, self.has_been_connected = number, True, True
                self.is_tried_again = False
                if welcome.player != self.player:
                    self._said = RENAMED.with_parts(name=welcome.player)
                self.player, self.running = welcome.player, welcome.running
                self.is_admitted = welcome.is_admitted
                self._is_older = True
                self._follow(welcome.tournament)
                self.look_at_table()
                if self._wanted is not None:
                    self.send(Begin(self._wanted))
                elif session is not None and not session.game.is_over:
                    session.come_back()
            case Welcome(is_admitted=is_admitted, tournament=told):  # the host has let this seat in
                self.is_admitted = is_admitted
                self._follow(told)
                self.look_at_table()
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
            case Refused(number=None, code="not_started") if self._wanted is not None:
                self._wanted, self.is_early = None, True
            case Refused(number=None) if self._wanted is not None:
                self._wanted, self.refused = None, refusal_words(Refusal(news.code, news.parts))
            case Changed(tournament=told):
                self._is_older = True
                self._follow(told)
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
        if self.has_been_connected and self.running is None and self._may_be_begun:
            self._may_be_begun = False
            with suppress(StorageError):  # then its time is up once, too
                self._kept.note_over(self.server, self.tournament.id)
        self._note_promises()

    def _follow(self, told: TournamentTold) -> None:
        """Takes over how the tournament stands; what is no later state of the same one is passed over."""
        was = self.tournament
        if (told.id, told.game, len(told.rounds)) == (was.id, was.game, len(was.rounds)):
            self.tournament = told

    def _note_promises(self) -> None:
        known = len(self.promised)
        for each in self.tournament.rounds:
            if each.commitment is not None and each.state != "closed":
                self.promised.setdefault(each.number, each.commitment)
        if len(self.promised) > known:
            with suppress(StorageError):  # a later start does not claim to have seen it
                self._kept.note_promised(self.server, self.tournament.id, self.promised)

    def _note_begun(self, session: OnlineSession) -> None:
        """Keeps that a clock runs, so that the next start of the program leads there at once."""
        until_ms = self._utc_now().timestamp() * 1000 + session.left_ms
        told = self.tournament
        begun = BegunRound(
            self.server, told.id, told.name, self.player, session.round_number, round(until_ms)
        )
        self._may_be_begun = True
        with suppress(StorageError):  # it can be come back to by the list
            self._kept.note_begun(begun)

    def _lose(self) -> None:
        self.is_connected, self.is_tried_again = False, True
        if self.session is not None:
            self.session.lost()

    def _take_position(self, position: Position) -> None:
        if self._wanted == position.round:
            self._wanted = None
            try:
                if position.game != self.tournament.game:
                    raise GuessError("it is another game")
                self.session = OnlineSession(position, self.send, lambda: self.server_now_ms)
            except GuessError:
                self.refused = NO_ANSWER
                return
            self.running = position.round if position.ending is None else None
            if position.ending is None:
                self._note_begun(self.session)
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
        if self.table is None or not self.is_admitted:
            return None  # it is not known yet what was played
        return next(
            (each for each in rounds if each.state == "open" and not self.is_played(each.number)), None
        )

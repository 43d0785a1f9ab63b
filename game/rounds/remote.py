"""Referee at a table server, seen from a seat there: the tournament as known, and the round in play.

`poll` is called often and never waits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial

from game.message import Message, msg, msg_p, verbatim
from game.online.bodies import AllStandings, RejectionBody
from game.online.check import check_round
from game.online.messages import (
    ActionDone,
    BeginRound,
    ClientMessage,
    PlaceInfo,
    Rejected,
    RoundEnded,
    RoundScore,
    RoundState,
    Standings,
    TournamentChanged,
    TournamentInfo,
    Welcome,
)
from game.online.prediction import PredictionError
from game.play.replay import Rival
from game.rounds.asking import (
    HOST_SAYS,
    NO_ANSWER,
    RENAMED,
    PendingRequest,
    TakenSeat,
    closed_round,
    refusal_words,
    table_of,
    trouble_words,
)
from game.rounds.line import Connected, ConnectionEnded, Disconnected, News, ReconnectingClient
from game.rounds.port import WATCHED_LATER, Conditions, Proof, Referee, Turn
from game.rounds.session import RoundSession
from game.rules import find_variant
from game.rules.variant import Outcome
from game.storage.files import StorageError, printable
from game.storage.library import Library
from game.storage.tournament_store import BegunRound, OnlineSeats
from game.tournament.player import Player, PlayerError
from game.tournament.standings import StandingRow
from game.tournament.tournament import GAME, RoundResult

MAX_PLACES = 21
"""Maximum number of rows shown: the first twenty, and the player's own."""


class RemoteReferee(Referee):
    """Referee of a tournament at a server, for one player's seat."""

    session: RoundSession | None = None

    def __init__(
        self,
        seat: TakenSeat,
        client: ReconnectingClient,
        library: Library,
        now_ns: Callable[[], int],
        utc_now: Callable[[], datetime],
        ask_table: Callable[[], AllStandings] | None = None,
    ) -> None:
        """`ask_table` fetches the whole standings in a thread, by default from the server."""
        self.server, _, self.tournament, self.own_name = seat
        self.client = client
        self._ask_table = ask_table or (lambda: table_of(self.server, self.tournament.id))
        self._asking = PendingRequest(lambda _: None)  # without an answer the server's news have to do
        self._library, self._now_ns, self._utc_now = library, now_ns, utc_now
        self._kept = OnlineSeats(library.folder)
        self._connection = 0
        self.is_connected = False
        self.has_been_connected = False
        self.is_tried_again = False
        """Whether there is no connection, and one was tried for in vain or lost."""
        self.led_to = 0
        """The last round to whose countdown the player was led."""
        self.is_admitted = True
        """Whether the host has let this seat in, as far as is known."""
        self.running_round: int | None = None
        """The round that this seat is playing."""
        self.table: tuple[PlaceInfo, ...] | None = None
        """The first places and one's own; None before it has come."""
        self.promised = self._kept.promised(self.server, self.tournament.id)
        """The commitment of each round as it was seen first, here or in an earlier program."""
        self._wanted: int | None = None  # the round that is being begun
        self._played: set[int] = set()  # rounds that have ended here, whatever the table says yet
        self._may_be_begun = True  # whether it may be kept on disk that a clock runs
        self._said: Message | None = None
        self._is_older = False  # whether the table that is asked for may be from before what was told since
        self._note_promises()

    # Asking --------------------------------------------------------------------------------------

    def begin(self, turn: Turn) -> None:
        self.poll()
        self.session = self.refused = None
        self._wanted = self.round_number = turn.number
        if self.is_connected:
            self.send(BeginRound(turn.number))

    def send(self, message: ClientMessage) -> None:
        """Sends a message over the present connection, or drops it."""
        self.client.send(self._connection, message)

    @property
    def server_now_ms(self) -> float:
        """Estimate of the server's time."""
        now = self.client.server_now_ms
        return self._now_ns() / 1e6 if now is None else now

    def until_start_s(self, round_number: int) -> float | None:
        starts = self.tournament.rounds[round_number - 1].starts
        return None if starts is None else (starts - self.server_now_ms) / 1000

    def leave_round(self) -> None:
        self.session = self._wanted = None

    def close(self) -> None:
        self.client.close()

    # Hearing -------------------------------------------------------------------------------------

    def poll(self) -> bool:
        found = self.client.poll()
        for news in found:
            self._take(news)
        self._asking.poll()
        return bool(found)

    def take_said(self) -> Message | None:
        said, self._said = self._said, None
        return said

    def look_at_table(self) -> None:
        """Fetches the whole standings."""
        if not self._asking.is_pending:
            self._is_older = False
            self._asking.ask(self._ask_table, self._take_table)

    def _take_table(self, told: AllStandings) -> None:
        self.table = told.places
        if not self._is_older:
            self._follow(told.tournament)

    def _take(self, news: News) -> None:
        session = self.session
        match news:
            case Connected(number=number, welcome=welcome):
                self._connection, self.is_connected, self.has_been_connected = number, True, True
                self.is_tried_again = False
                if welcome.player != self.own_name:
                    self._said = RENAMED.with_parts(name=welcome.player)
                self.own_name, self.running_round = welcome.player, welcome.running
                self.is_admitted = welcome.is_admitted
                self._is_older = True
                self._follow(welcome.tournament)
                self.look_at_table()
                if self._wanted is not None:
                    self.send(BeginRound(self._wanted))
                elif session is not None and not session.is_ended:
                    session.come_back()
            case Welcome(is_admitted=is_admitted, tournament=told):  # the host has let this seat in
                self.is_admitted = is_admitted
                self._follow(told)
                self.look_at_table()
            case Disconnected():
                self._lose()
            case ConnectionEnded(error=error):
                self._lose()
                self.over = trouble_words(error)
            case RoundState():
                self._take_position(news)
            case Rejected(number=None, code="not_started") if self._wanted is not None:
                self.send(BeginRound(self._wanted))  # by a hair: the server's clock is known to some ms
            case Rejected(number=None) if self._wanted is not None:
                self._wanted, self.refused = None, refusal_words(RejectionBody(news.code, news.parts))
            case TournamentChanged(tournament=told):
                self._is_older = True
                self._follow(told)
            case Standings():
                own = () if news.own is None or news.own in news.first else (news.own,)
                self.table = (*news.first, *own)
            case ActionDone() | Rejected() | RoundEnded() if (
                session is not None and session.round_number == news.round
            ):
                session.take(news)
        if self.session is not None and self.session.is_ended:
            self.running_round = None
            self._played.add(self.session.round_number)
        if self.has_been_connected and self.running_round is None and self._may_be_begun:
            self._may_be_begun = False
            with suppress(StorageError):  # then its time is up once, too
                self._kept.note_over(self.server, self.tournament.id)
        self._note_promises()

    def _follow(self, info: TournamentInfo) -> None:
        """Updates the tournament; ignores a different or an older state."""
        was = self.tournament
        if (info.id, info.game) == (was.id, was.game) and len(info.rounds) >= len(was.rounds):
            self.tournament = info
            before = 0 if was.announced is None else was.announced.at
            if info.announced is not None and info.announced.at > before:
                self._said = HOST_SAYS.with_parts(line=info.announced.line)

    def _note_promises(self) -> None:
        known = len(self.promised)
        for told_round in self.tournament.rounds:
            if told_round.commitment is not None and told_round.state != "closed":
                self.promised.setdefault(told_round.number, told_round.commitment)
        if len(self.promised) > known:
            with suppress(StorageError):  # a later start does not claim to have seen it
                self._kept.note_promised(self.server, self.tournament.id, self.promised)

    def _note_begun(self, session: RoundSession) -> None:
        """Records that a clock is running, so that the next start leads there at once."""
        until_ms = self._utc_now().timestamp() * 1000 + session.left_ms
        info = self.tournament
        begun = BegunRound(
            self.server, info.id, info.name, self.own_name, session.round_number, round(until_ms)
        )
        self._may_be_begun = True
        with suppress(StorageError):  # it can be come back to by the list
            self._kept.note_begun(begun)

    def _lose(self) -> None:
        self.is_connected, self.is_tried_again = False, True
        if self.session is not None:
            self.session.lost()

    def _take_position(self, position: RoundState) -> None:
        if self._wanted == position.round:
            self._wanted = None
            try:
                if position.game != self.tournament.game:
                    raise PredictionError("it is another game")
                self.session = RoundSession(position, self.send, lambda: self.server_now_ms)
            except PredictionError:
                self.refused = NO_ANSWER
                return
            self.running_round = position.round if position.ending is None else None
            if position.ending is None:
                self._note_begun(self.session)
        elif self.session is not None and self.session.round_number == position.round:
            self.session.take(position)

    # What is due ---------------------------------------------------------------------------------

    @property
    def own(self) -> PlaceInfo | None:
        """This seat's row of the standings."""
        return next((place for place in self.table or () if place.player == self.own_name), None)

    def is_played(self, round_number: int) -> bool:
        """Whether this seat has finished a round."""
        own = self.own
        if round_number in self._played:
            return True
        if own is None or round_number > len(own.rounds):
            return False
        score = own.rounds[round_number - 1]
        return score is not None and score.is_over

    @property
    def running(self) -> Turn | None:
        number = self.running_round or 0
        is_known = self.is_connected and 0 < number <= len(self.tournament.rounds)
        return Turn(self.player, number) if is_known else None

    def due(self) -> Sequence[Turn]:
        if self.running_round is not None or not (self.is_connected and self.is_admitted):
            return ()
        if self.table is None:  # it is not known yet what was played
            return ()
        found = (told_round.number for told_round in self.tournament.rounds if told_round.state == "open")
        return [Turn(self.player, number) for number in found if not self.is_played(number)][:1]

    # What is played, and how it stands -----------------------------------------------------------

    @property
    def player(self) -> Message:
        return verbatim(self.own_name)

    @property
    def conditions(self) -> Conditions:
        info = self.tournament
        return Conditions(info.name, rules_told(info), len(info.rounds), info.players)

    def commitment(self, number: int) -> str | None:
        return self.tournament.rounds[number - 1].commitment

    @property
    def is_over(self) -> bool:
        return all(told_round.state in ("closed", "cancelled") for told_round in self.tournament.rounds)

    def standings(self, after_round: int) -> Sequence[StandingRow]:
        return [
            StandingRow(
                place.rank,
                _player(place),
                place.total,
                place.elapsed,
                place.home,
                tuple([_result(score) for score in place.rounds[:after_round]]),
                movement=None,
            )
            for place in (self.table or ())[:MAX_PLACES]
        ]

    def running_scores(self) -> Mapping[tuple[int, int], int]:
        return {
            (row, number): score.total
            for row, place in enumerate((self.table or ())[:MAX_PLACES])
            for number, score in enumerate(place.rounds)
            if score is not None and not score.is_over
        }

    def rivals(self) -> Sequence[Rival]:
        return [
            Rival(place.player, partial(_known, score.total))
            for place in (self.table or ())[:MAX_PLACES]
            if place.player != self.own_name
            and len(place.rounds) >= self.round_number > 0
            and (score := place.rounds[self.round_number - 1]) is not None
        ]

    def proof_refusal(self, number: int) -> Message | None:
        info = self.tournament.rounds[number - 1]
        if info.state == "closed" or info.deck is not None:
            return None
        if info.state == "cancelled":
            return msg("Round {number} was cancelled: it does not count.", number=number)
        return WATCHED_LATER.with_parts(number=number)

    def prove(self, number: int, asking: PendingRequest, then: Callable[[Proof], None]) -> None:
        server, tournament, promised = self.server, self.tournament.id, self.promised.get(number)

        def proved() -> Proof:
            closed = closed_round(server, tournament, number)
            return Proof(number, check_round(closed, promised), promised is not None)

        asking.ask(proved, then)

    @property
    def connection(self) -> tuple[str, str]:
        # Translators: the heading of how the connection to the server is.
        heading = msg_p("of a network", "Connection")
        if self.over is not None:
            return heading, msg_p("a connection", "ended")
        if not self.is_connected or (self.session is not None and not self.session.is_connected):
            return heading, msg_p("a connection", "lost")
        delay_ms = self.client.delay_ms
        if delay_ms is None:
            return heading, msg_p("a connection", "good")
        return heading, msg("{delay} ms", delay=(delay_ms + 9) // 10 * 10)


MINUTE_MS = 60_000


class LeftSeat:
    """The seat whose page was left last: stays connected and reports news of its rounds once."""

    def __init__(self, referee: RemoteReferee) -> None:
        self.referee = referee
        self._told = {("open", number) for number in self._open}

    @property
    def _open(self) -> list[int]:
        """The open rounds that were not played here."""
        referee = self.referee
        found = [info.number for info in referee.tournament.rounds if info.state == "open"]
        return [number for number in found if referee.is_admitted and not referee.is_played(number)]

    @property
    def is_over(self) -> bool:
        """Whether there will be no more news."""
        return self.referee.over is not None or self.referee.is_over

    def poll(self) -> Message | None:
        """Returns news: a round has opened or closes soon, or the host has a message."""
        referee = self.referee
        referee.poll()
        if self.is_over:
            return None
        for number in self._open:
            parts = {"number": number, "name": verbatim(printable(referee.tournament.name, 40))}
            closes = referee.tournament.rounds[number - 1].closes
            if (
                closes is not None
                and 0 < closes - referee.server_now_ms <= MINUTE_MS
                and self._is_new("last", number)
            ):
                return msg("Round {number} of {name} closes in a minute: press F9 to go there.", **parts)
            if self._is_new("open", number):
                return msg("Round {number} of {name} is open: press F9 to go there.", **parts)
        return referee.take_said()

    def _is_new(self, what: str, number: int) -> bool:
        """Whether news was not reported yet; a late report replaces the opening."""
        is_new = (what, number) not in self._told
        self._told |= {(what, number), ("open", number)}
        return is_new


def _known(score: int, _at_ms: int) -> int:
    """A score that is known now, whatever the time."""
    return score


def rules_told(info: TournamentInfo) -> GAME:
    """Converts the rules of a server's tournament."""
    name, *options = info.game.split(" ")
    found = find_variant(name, options)
    assert isinstance(found, GAME), "the form allows no other"
    return found


def _player(place: PlaceInfo) -> Player:
    try:
        return Player(place.player, place.kind)
    except PlayerError:  # a server of another kind than ours
        return Player("?")


def _result(score: RoundScore | None) -> RoundResult | None:
    if score is None or not score.is_over:
        return None
    return RoundResult(score.total, 0, score.home, score.elapsed, Outcome.ENDED)

"""Online rounds: choose a server and a name, choose a tournament, return to a running round.

For a round whose clock has run on the server is asked again and again: every second counts.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from game.message import Message, joined, msg, msg_n, msg_p, verbatim
from game.online.bodies import Tournaments
from game.online.client import ServerRefused
from game.online.messages import TournamentInfo
from game.play.phrases import minutes
from game.rounds.asking import MAX_LETTERS as MAX_ADDRESS
from game.rounds.asking import (
    NOBODY,
    NOT_CLOSED,
    AddressError,
    OnlineAddress,
    PendingRequest,
    TakenSeat,
    connecting_refusal,
    join,
    list_tournaments,
    read_address,
    trouble_words,
)
from game.rounds.hosted import HostedServer, HostingError, short_code
from game.rounds.line import ReconnectingClient
from game.rounds.port import Turn
from game.rounds.remote import RemoteReferee, rules_told
from game.storage.files import StorageError, printable
from game.storage.tournament_store import BegunRound, OnlineKeys
from game.tournament.player import MAX_LETTERS, PlayerError, new_player, tidied
from game.ui.drawing.words import BETWEEN_FACTS, date_shown
from game.ui.forms.file_list import FileList, FileRow
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.text_field import TextField
from game.ui.forms.widgets import Button
from game.ui.screen import Context
from game.ui.tournament.words import conditions, players_counted, tournament_help

POLL_S = 0.05
REFRESH_S = 5.0
"""Refresh interval of the open list of tournaments."""
CONNECTING = msg("Connecting to {server}…")


class OnlineScreen(FormScreen):
    """Asks for a server's address and a name."""

    def __init__(self, context: Context, link: str = "") -> None:
        """`link` is an address given to the program, optionally with a tournament."""
        super().__init__(context, msg_p("a page", "Online"))
        self.help = lambda: context.lay_over(tournament_help(context, is_online=True))
        self._keys = OnlineKeys(context.library.folder)
        self._request = PendingRequest(lambda error: self.refuse(trouble_words(error)))
        self.requests = [self._request]
        self._address = TextField(link or next(iter(self._keys.servers), ""), self.unsay, MAX_ADDRESS)
        self._name = TextField(usual_name(context, self._keys), self.unsay, MAX_LETTERS)
        self._address.edit.select_all()
        self.panel.rows = [
            FormRow(
                msg_p("a field", "Server"),
                msg("its address, or a link that was sent to you"),
                self._address,
                True,
            ),
            FormRow(msg("Your name"), msg("shown to others"), self._name, is_below=True),
        ]
        self.panel.buttons = [
            Button(msg_p("a button", "Connect"), "play", self.enter, is_strong=True),
            Button(msg_p("a button", "Help"), "help", self.help),
            Button(msg_p("a button", "Back"), "back", self.close),
        ]
        self.focus.begin_with(self._name if self._address.text and not self._name.text else self._address)

    def enter(self) -> None:
        if self._request.is_pending:
            return
        try:
            address = read_address(self._address.text)
            if not address.seat:
                new_player(self._name.text)
        except (AddressError, PlayerError) as error:
            self.refuse(str(error))
            return
        self._request.ask(
            lambda: list_tournaments(address.server), lambda listed: self._go_on(address, listed)
        )
        self.say(CONNECTING.with_parts(server=printable(address.server, 60)))

    def _go_on(self, asked: OnlineAddress, told: Tournaments) -> None:
        name, listed = tidied(self._name.text), told.tournaments
        if asked.code:
            found = (info.id for info in listed if short_code(info.first_evening) == asked.code)
            asked = asked._replace(tournament=next(found, None))
        try:
            self._keys.visited(asked.server, name or self._keys.name)
        except StorageError as error:
            self.refuse(trouble_words(error))
            return
        self.say("")
        self.context.lay_over(OnlineListScreen(self.context, asked, name, told))


class OnlineListScreen(FormScreen):
    """Tournaments of a server."""

    def __init__(
        self,
        context: Context,
        address: OnlineAddress,
        name: str,
        listed: Tournaments,
        ask: Callable[[], Tournaments] | None = None,
    ) -> None:
        """`ask` fetches the list again in a thread, by default from the server."""
        super().__init__(context, msg("Tournaments online"))
        self.help = lambda: context.lay_over(tournament_help(context, is_online=True))
        self._address, self._server, self._name = address, address.server, name
        self._told = listed.tournaments
        self._request = PendingRequest(lambda error: self.refuse(trouble_words(error)))
        self._ask = ask or (lambda: list_tournaments(address.server))
        self._looking = PendingRequest(self._put_trouble)  # whether the list is still so
        self.requests = [self._request, self._looking]
        self._looked_ns = context.now_ns()
        self._trouble = ""  # why the list is not as new as it should be
        rows = self._rows()
        nothing = [
            msg("There are no tournaments on this server yet."),
            msg("Once the host has created one, it appears here by itself."),
        ]
        self._list = FileList(rows, nothing, self.unsay, self.enter)
        self.panel.rows = [FormRow("", "", self._list, is_below=True, grows=True)]
        self._join = Button(msg_p("a button", "Join"), "play", self.enter, self._refusal, is_strong=True)
        self._others = [
            Button(msg_p("a button", "Help"), "help", self.help),
            Button(msg_p("a button", "Back"), "back", self.close),
        ]
        self.panel.buttons = [*([self._join] if rows else []), *self._others]
        ids = [tournament.id for tournament in self._told]
        if rows:
            self._list.chosen = ids.index(address.tournament) if address.tournament in ids else 0
        self._is_led_on = address.tournament in ids

    def _rows(self) -> list[FileRow]:
        return [
            FileRow(
                verbatim(printable(tournament.name, 40)),
                date_shown(tournament.made / 1000),
                _facts(tournament),
            )
            for tournament in self._told
        ]

    def _refusal(self) -> Message | None:
        return msg("Choose a tournament.") if self._list.chosen is None else None

    def enter(self) -> None:
        if self._request.is_pending or self._list.chosen is None:
            return
        server, info = self._server, self._told[self._list.chosen]
        secret, brought = self._address[2:4] if info.id == self._address.tournament else ("", "")
        keys = OnlineKeys(self.context.library.folder)
        own = keys.known(server, info.id)
        name = NOBODY if brought else self._name  # a seat that is brought here has its name
        self.say(msg_p("a connection", "Joining…"))
        if brought and own and own != brought:
            self._request.ask(
                lambda: (_own_seat(server, info.id, own), join(server, info.id, NOBODY, brought)),
                self._ask_which,
            )
            return
        self._request.ask(
            lambda: join(server, info.id, name, brought or keys.key_for(server, info.id), secret),
            self._sit_down,
        )

    def _ask_which(self, seats: tuple[TakenSeat | None, TakenSeat]) -> None:
        """Asks whether the seat of a link shall take the place of the one that is kept here."""
        own, other = seats
        if own is None or own.player == other.player:
            self._sit_down(other)
            return
        self.say(
            msg(
                "You sit here as {own}. Take the seat of {other} instead? Both keys are kept.",
                own=printable(own.player),
                other=printable(other.player),
            )
        )

        stay = msg("Stay as {own}", own=printable(own.player))
        self.put_buttons(
            [
                Button(stay, "play", lambda: self._sit_down(own, other), is_strong=True),
                Button(msg("Take the seat"), "restart", lambda: self._sit_down(other)),
                *self._others,
            ]
        )

    # The list, looked at again and again --------------------------------------------------------------

    @property
    def next_tick_s(self) -> float | None:
        if self._is_led_on:
            return POLL_S
        if (polls_s := super().next_tick_s) is not None:
            return polls_s
        return max(0.0, REFRESH_S - (self.context.now_ns() - self._looked_ns) / 1e9)

    def _look_again(self) -> None:
        is_due = self.context.now_ns() - self._looked_ns >= REFRESH_S * 1e9
        if is_due and not self._request.is_pending:
            self._looking.ask(self._ask, self._put)

    def _put_trouble(self, error: Exception) -> None:
        self._looked_ns, self._trouble = self.context.now_ns(), trouble_words(error)
        if not self.sentence:
            self.say(self._trouble)

    def _put(self, answer: Tournaments) -> None:
        """Updates the list; the selected tournament stays selected."""
        was, self._trouble, self._looked_ns = self._trouble, "", self.context.now_ns()
        if self.sentence == was:
            self.say("")
        listed = answer.tournaments
        if listed == self._told:
            return
        chosen = None if self._list.chosen is None else self._told[self._list.chosen].id
        had_rows, self._told = bool(self._told), tuple(listed)
        ids = [tournament.id for tournament in listed]
        self._list.renew(self._rows(), ids.index(chosen) if chosen in ids else 0 if ids else None)
        if bool(ids) != had_rows:
            self.put_buttons([*([self._join] if ids else []), *self._others])
        self.redraw()

    def on_tick(self) -> None:
        super().on_tick()
        if self._is_led_on:  # a link has said it all
            self._is_led_on = False
            self.enter()
        self._look_again()

    def _sit_down(self, seat: TakenSeat, left: TakenSeat | None = None) -> None:
        """Goes to a seat, once the key that was brought here is kept; it may be of one that is `left`."""
        keys = OnlineKeys(self.context.library.folder)
        try:
            if left is not None:
                keys.keep_aside(left.server, left.tournament.id, left.key)
            elif seat.key == self._address.seat:
                keys.keep_seat(seat.server, seat.tournament.id, seat.key)
        except StorageError as error:
            self.refuse(trouble_words(error))
            return
        self.context.navigation.tournament(seat_taken(self.context, seat))


def _own_seat(server: str, tournament: str, key: str) -> TakenSeat | None:
    """Returns the seat of a kept key, None where the server knows none."""
    try:
        return join(server, tournament, NOBODY, key)
    except ServerRefused as refused:
        if refused.refusal.code != "unknown_key":
            raise
        return None


def usual_name(context: Context, keys: OnlineKeys) -> str:
    """The name under which the player joined last, or is known at this machine; "" if there is none."""
    return keys.name or context.players.names[context.players.playing]


def held_here(context: Context, server: str, tournament: str) -> HostedServer | None:
    """The table server of this machine, if it holds this tournament."""
    own = HostedServer(context.library.machine)
    hosted = own.hosted
    return own if hosted is not None and (hosted.server, hosted.tournament) == (server, tournament) else None


def seat_taken(context: Context, seat: TakenSeat) -> RemoteReferee:
    """Returns the referee of a seat, with its connection.

    A host's own seat starts the table server again if that has died: its room is not on the screen.
    """
    own = held_here(context, seat.server, seat.tournament.id)

    def revive() -> None:
        if own is not None:
            with suppress(HostingError, OSError):
                own.resume()

    client = ReconnectingClient(seat.server, seat.tournament.id, seat.key, context.now_ns, revive=revive)
    return RemoteReferee(seat, client, context.library, context.now_ns, context.utc_now)


def _start_words(info: TournamentInfo, number: int, until_s: float) -> Message:
    """Time until all clocks start, or how much of it is gone."""
    if until_s > 0:
        count = -int(-until_s // 1)
        return msg_n(
            "round {number} starts in {count} second",
            "round {number} starts in {count} seconds",
            count,
            number=number,
        )
    limit_s = rules_told(info).limit
    return msg(
        "round {number} is running: {left} left of {limit}",
        number=number,
        left=minutes(max(0, limit_s + until_s)),
        limit=minutes(limit_s),
    )


def _facts(info: TournamentInfo) -> str:
    """Game, number of players, and the open or next round."""
    rules = rules_told(info)
    parts = [*conditions(rules, len(info.rounds))[1:], players_counted(info.players), next_words(info)]
    return joined(BETWEEN_FACTS, parts)


def next_words(
    info: TournamentInfo,
    is_played: Callable[[int], bool] = lambda _: False,
    until_start_s: Callable[[int], float | None] = lambda _: None,
) -> Message:
    """Which round can be played, or when the next one opens; `until_start_s` is the time until all clocks
    start.
    """
    for told_round in info.rounds:
        if told_round.state == "open" and not is_played(told_round.number):
            if (until_s := until_start_s(told_round.number)) is not None:
                return _start_words(info, told_round.number, until_s)
            if told_round.closes is None:
                return msg("round {number} is open", number=told_round.number)
            return msg(
                "round {number} is open until {moment}",
                number=told_round.number,
                moment=date_shown(told_round.closes / 1000),
            )
    waiting = next((told_round for told_round in info.rounds if told_round.state == "waiting"), None)
    if waiting is None:
        is_over = all(told_round.state in ("closed", "cancelled") for told_round in info.rounds)
        return msg_p("a tournament", "closed") if is_over else NOT_CLOSED
    if waiting.opens is None:
        return msg("the host opens round {number}", number=waiting.number)
    return msg(
        "round {number} opens {moment}", number=waiting.number, moment=date_shown(waiting.opens / 1000)
    )


RETRY_NS = 2_000_000_000
"""Delay before a failed request is repeated."""


class OnlineReturnScreen(FormScreen):
    """Asks the server for the seat at once, and resumes the round after the answer."""

    def __init__(
        self, context: Context, begun: BegunRound, ask: Callable[[], TakenSeat] | None = None
    ) -> None:
        """`ask` takes the seat again in a thread, by default at the server."""
        super().__init__(context, verbatim(printable(begun.name, 40)))
        self._begun, self._ask = begun, ask
        self._request = PendingRequest(self._fail)
        self.requests = [self._request]
        self._again_ns: int | None = None  # when it is asked again by itself
        self.panel.buttons = [
            Button(msg("Try again"), "restart", self.enter, self._refusal, is_strong=True),
            Button(msg_p("a button", "Back"), "back", self.close),
        ]
        self.enter()

    def _refusal(self) -> Message | None:
        return self._connecting if self._request.is_pending else None

    @property
    def _connecting(self) -> Message:
        return CONNECTING.with_parts(server=printable(self._begun.server, 60))

    def enter(self) -> None:
        if self._request.is_pending:
            return
        begun, keys = self._begun, OnlineKeys(self.context.library.folder)
        if refusal := connecting_refusal():
            self.panel.sentence = refusal
            return
        self._again_ns = None

        def ask() -> TakenSeat:
            key = keys.key_for(begun.server, begun.tournament)
            return join(begun.server, begun.tournament, begun.player, key)

        self._request.ask(self._ask or ask, self._come_back)
        if not self.sentence:
            self.panel.sentence = self._connecting

    @property
    def next_tick_s(self) -> float | None:
        if not self._request.is_pending and self._again_ns is not None:
            return max(0.0, (self._again_ns - self.context.now_ns()) / 1e9)
        return super().next_tick_s

    def on_tick(self) -> None:
        super().on_tick()
        is_due = self._again_ns is not None and self.context.now_ns() >= self._again_ns
        if is_due and not self._request.is_pending:
            self.enter()

    def _fail(self, error: Exception) -> None:
        if isinstance(error, OSError) and not isinstance(error, StorageError):
            self._again_ns = self.context.now_ns() + RETRY_NS
        self.say(trouble_words(error))

    def _come_back(self, taken: TakenSeat) -> None:
        seat = seat_taken(self.context, taken)
        self.context.navigation.come_back(seat, Turn(seat.player, self._begun.number))

"""A round online in play: what is done here is shown at once, sent, and confirmed or taken back.

Knows a guess, the seat's line and the server's clock; must not know how anything looks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from game.cards import Card, card
from game.message import Message, msg
from game.online.bodies import Refusal
from game.online.guess import Guess, GuessError, Pending
from game.online.messages import Asked, Begin, Do, Done, Ended, Position, Refused
from game.play.game import TIME_IS_UP, Action
from game.play.record import action_to_text
from game.rules.position import Move
from game.rules.variant import IllegalMove
from game.session.online_game import SeenGame
from game.session.online_words import BACK, BACK_AS_IT_IS, LOST, NO_ANSWER, NOT_TAKEN, TOO_LATE, refusal_words
from game.session.session import Session
from game.storage.library import Library


@dataclass
class Change:
    """What has changed at the table without the player's doing, since it was asked for last."""

    renamed: dict[int, Card] = field(default_factory=dict)
    """Cards of the deck by identity, each with the one that turned out to lie in its place."""
    named: list[Card] = field(default_factory=list)
    """The cards that the server has named, in their order."""
    played_out: int = 0
    """How many entries the server has added."""
    is_over: bool = False
    """Whether the round has just ended."""


class OnlineSession(Session):
    """One round over a network, being played by one person here."""

    def __init__(
        self,
        position: Position,
        send: Callable[[Asked], None],
        server_now_ms: Callable[[], float],
        library: Library,
        now_ns: Callable[[], int],
    ) -> None:
        """`send` reaches the server while there is a connection, and drops the message otherwise."""
        self.round_number = position.round
        self.guess = Guess(position)
        self._started = position.started
        self._server_now_ms, self._send = server_now_ms, send
        self._asked: deque[int] = deque()  # the numbers that were sent and are not answered
        self._dead = 0  # so many answers that come next are of actions after a refused one
        self._latest_ms = 0
        self.is_connected = True
        self._positions_due = 0
        self._change: Change | None = None
        seen = SeenGame(self.guess)
        super().__init__(seen, None, library, now_ns, 0)
        self._seen = seen

    # Time ----------------------------------------------------------------------------------------

    @property
    def elapsed_ms(self) -> int:
        """Play time used, by the server's clock; never beyond the limit, and it never goes back."""
        if self.game.is_over:
            return self.game.elapsed_ms
        assert self._limit_ms is not None, "every round has a limit"
        by_server = round(self._server_now_ms() - self._started)
        self._latest_ms = max(self._latest_ms, min(by_server, self._limit_ms), self.game.elapsed_ms)
        return self._latest_ms

    @property
    def left_ms(self) -> int:
        """Play time that is left, by the server's clock."""
        assert self._limit_ms is not None, "every round has a limit"
        return self._limit_ms - self.elapsed_ms

    @property
    def is_running(self) -> bool:
        """Whether the clock goes on, which nothing here stops."""
        return not self.game.is_over

    def start(self) -> None:
        """Does nothing: the clock is the server's."""

    def pause(self) -> None:
        """Does nothing: the clock goes on."""

    def write_clock(self, at_least_ms: int = 0) -> None:
        """Does nothing: the server keeps the time."""

    def end_if_time_is_up(self) -> bool:
        """Never ends it: the server does."""
        return False

    def next_play_out(self) -> Move | None:
        """None: the server plays a solved game out."""
        return None

    def _stop_clock_if_decided(self) -> None:
        """There is no clock here."""

    @property
    def waits(self) -> bool:
        """Whether anything is not confirmed yet."""
        return bool(self.guess.pending)

    @property
    def is_closing(self) -> bool:
        """Whether the round has ended here, by its player or its time, and the server has not said so."""
        limit = self._limit_ms
        return not self.game.is_over and (
            self.guess.game.is_over or (limit is not None and self.elapsed_ms >= limit)
        )

    # What the player does --------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Does one action at once, and sends it.

        Raises:
            IllegalMove: the rules refuse it; nothing has changed.
        """
        elapsed_ms = self.elapsed_ms
        if self._limit_ms is not None and elapsed_ms >= self._limit_ms:
            raise IllegalMove(TIME_IS_UP)
        done = self.guess.play(action, elapsed_ms)
        self._seen.follow()
        if self.is_connected:
            self._do(done)
        else:
            self.trouble = LOST

    def _do(self, done: Pending) -> None:
        self._asked.append(done.number)
        self._send(Do(self.round_number, done.number, action_to_text(self.guess.variant, done.action)))

    # What the server says --------------------------------------------------------------------------

    def lost(self) -> None:
        """The connection is lost; it comes back with a position."""
        if self.is_connected and not self.game.is_over:
            self.trouble = LOST
        self.is_connected = False
        self._asked.clear()
        self._dead = 0

    def come_back(self) -> None:
        """There is another connection: the server is asked how the round stands."""
        self._asked.clear()
        self._dead = self._positions_due = 0
        self._ask_how_it_stands()

    def _ask_how_it_stands(self) -> None:
        self._positions_due += 1
        self._send(Begin(self.round_number))

    def take_position(self, position: Position) -> None:
        """The server has said how the round stands; what it does not know is sent again."""
        if not self._positions_due:
            return  # each takes its time: a server that means harm sends more of them
        self._positions_due -= 1
        before = self.guess.pending
        was_over = self.game.is_over
        try:
            self.guess.adopt(position)
        except GuessError:
            try:
                self.guess = Guess(position)
            except GuessError:
                self.trouble = NO_ANSWER
                return
            self._seen.watch(self.guess)
        if position.started > self._started:  # the server was away, which nobody's clock counts
            self._latest_ms = 0
        self._started = position.started
        kept = self.guess.pending
        known = len(position.entries)
        is_as_it_was = [each for each in before if each.number > known] == list(kept)
        if not self.is_connected and not was_over:
            self.trouble = BACK if is_as_it_was else BACK_AS_IT_IS
        self.is_connected = True
        self._changed(was_over)
        for each in kept:
            self._do(each)

    def take_done(self, done: Done) -> None:
        """An action counts; the cards that it turned up are named."""
        if not self._answers(done.number):
            return
        was_over, before = self.game.is_over, self.guess.unnamed
        try:
            self.guess.confirm(done)
        except GuessError:
            self._resync()
            return
        change = self._changed(was_over)
        unnamed_now = self.guess.unnamed
        face_up = {each for pile in self.guess.game.position.piles for each in pile if each.face_up}
        if before - unnamed_now or done.shown:
            named = [card(each.card) for each in done.shown]
            change.named += [each for each in named if each in face_up]
        change.played_out += len(done.more)

    def take_refused(self, refused: Refused) -> None:
        """An action did not happen: it goes back, with all that was done after it."""
        if refused.number is None or not self._answers(refused.number):
            return
        was_over = self.game.is_over
        try:
            self.guess.refuse(refused.number)
        except GuessError:
            self._resync()
            return
        self._dead += len(self._asked)
        self._asked.clear()
        late, words = refused.code == "time_is_up", Refusal(refused.code, refused.parts)
        self.trouble = TOO_LATE if late else NOT_TAKEN if refused.code == "ahead" else refusal_words(words)
        self._changed(was_over)
        if refused.code in ("other_action", "ahead"):
            self._resync()

    def take_ended(self, ended: Ended) -> None:
        """The server has ended the round, because its time is up."""
        was_over = self.game.is_over
        if was_over:
            return
        try:
            self.guess.end(ended)
        except GuessError:
            self._resync()
            return
        self._dead += len(self._asked)
        self._asked.clear()
        self._changed(was_over)

    def take_change(self) -> Change | None:
        """What has changed without the player's doing; asked once."""
        change, self._change = self._change, None
        return change

    def _answers(self, number: int) -> bool:
        """Whether this answers an action that still stands."""
        if self._dead:
            self._dead -= 1
            return False
        if self._asked and self._asked[0] == number:
            self._asked.popleft()
            return True
        return False

    def _resync(self) -> None:
        self._dead += len(self._asked)
        self._asked.clear()
        self._ask_how_it_stands()

    def _changed(self, was_over: bool) -> Change:
        renamed = self._seen.follow()
        change = self._change = self._change or Change()
        before = {new.identity: old for old, new in change.renamed.items()}
        for identity, new in renamed.items():
            change.renamed[before.get(identity, identity)] = new
        change.is_over = change.is_over or (self.game.is_over and not was_over)
        return change

    # The end ---------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Leaves the table; the clock goes on."""

    def give_up(self) -> None:
        """Leaves the table; the clock goes on."""


def turned_words(cards: list[Card]) -> Message | None:
    """Which cards the server has named, as a player is told."""
    if not cards:
        return None
    if len(cards) == 1:
        return msg("{card} turned up", card=cards[0])
    return msg("{cards} turned up", cards=", ".join(each.sign for each in cards))

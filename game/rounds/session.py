"""A round over a network: actions are shown at once, sent to the referee, and confirmed or rolled back.

Its table shows the game of a prediction in which an unrevealed card is face down, so that no guessed card is
ever shown, announced or relied on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from game.cards import Card, card
from game.message import Message, msg
from game.online.bodies import RejectionBody
from game.online.messages import (
    ActionDone,
    BeginRound,
    ClientMessage,
    DoAction,
    Rejected,
    RoundEnded,
    RoundState,
)
from game.online.prediction import PendingAction, Prediction, PredictionError
from game.play.game import SOLVED, TIME_IS_UP, Action, Playable
from game.play.record import action_to_text
from game.rounds.asking import BACK, BACK_AS_IT_IS, LOST, NO_ANSWER, NOT_TAKEN, TOO_LATE, refusal_words
from game.rounds.referee import play_time_now
from game.rules.position import Move, Pile
from game.rules.position import Position as Cards
from game.rules.variant import IllegalMove, Outcome
from game.session.recorder import Recorder
from game.session.session import Session, Timekeeper


class SeenGame(Playable):
    """Follows a prediction; the same object for the whole round.

    When a game is solved its referee has played all cards home: they go there one by one, as the table shows
    them.
    """

    def __init__(self, prediction: Prediction) -> None:
        super().__init__(prediction.game.deal)
        self._prediction = prediction
        self._unshown = 0  # so many moves of the play-out are still to be shown
        self.follow()

    def follow(self) -> Mapping[int, Card]:
        """Takes over the present state of the prediction.

        Returns by identity the cards of the deck whose place another card has now, each with that card.
        """
        game = self._prediction.game
        was, now = self.deal.deck, game.deal.deck
        assert was is not None, "a round is dealt from a deck"
        assert now is not None
        renamed = {old.identity: new for old, new in zip(was, now, strict=True) if old is not new}
        self.deal, self._unshown = game.deal, 0
        self._entries = self.entries = [*game.entries]
        self._positions, self._moves = self._masked(game.positions()), game.moves()
        return renamed

    def show_one_by_one(self, count: int) -> None:
        """Holds the last moves back until the table asks for them."""
        self._unshown, self.entries = count, self._entries[: len(self._entries) - count]

    def _masked(self, positions: list[Cards]) -> list[Cards]:
        unrevealed = self._prediction.unrevealed
        if not unrevealed:
            return positions
        known: dict[int, Pile] = {}

        def masked(pile: Pile) -> Pile:
            if id(pile) not in known:
                is_touched = not unrevealed.isdisjoint(pile)
                known[id(pile)] = (
                    tuple([top.down if top in unrevealed else top for top in pile]) if is_touched else pile
                )
            return known[id(pile)]

        return [Cards(tuple(map(masked, cards.piles)), cards.counters) for cards in positions]

    def play(self, action: Action, at_ms: int) -> None:
        """Does one action on the prediction at once; the referee has yet to confirm it.

        Raises:
            IllegalMove: the rules refuse it, or the time is up; nothing has changed.
        """
        if self.is_solved:
            if action != self.next_play_out():
                raise IllegalMove(SOLVED)
            self.show_one_by_one(self._unshown - 1)
            return
        limit_ms = self.variant.limit_ms
        if limit_ms is not None and at_ms >= limit_ms:
            raise IllegalMove(TIME_IS_UP)
        self._prediction.play(action, at_ms)
        self.follow()

    @property
    def position(self) -> Cards:
        return self._positions[-1 - self._unshown]

    @property
    def elapsed_ms(self) -> int:
        return self._entries[-1].at_ms if self._entries else 0

    @property
    def outcome(self) -> Outcome:
        """Outcome of the round; None until the referee ends it."""
        return (
            Outcome.PLAYING if self._prediction.pending or self.is_solved else self._prediction.game.outcome
        )

    @property
    def is_over(self) -> bool:
        return self.outcome is not Outcome.PLAYING

    @property
    def is_solved(self) -> bool:
        """Whether a solved game, played out by its referee, is still being shown."""
        return self._unshown > 0

    @property
    def was_shown(self) -> bool:
        return False

    def next_play_out(self) -> Move | None:
        return self._moves[-self._unshown] if self._unshown else None

    def positions(self) -> list[Cards]:
        return self._positions[: len(self._positions) - self._unshown]

    def moves(self) -> list[Move]:
        return self._moves[: len(self._moves) - self._unshown]

    def undo_refusal(self) -> Message | None:
        return SOLVED if self.is_solved else self._prediction.game.undo_refusal()

    def end_refusal(self) -> Message | None:
        return SOLVED if self.is_solved else self._prediction.game.end_refusal()

    def redo_refusal(self) -> Message | None:
        return SOLVED if self.is_solved else self._prediction.game.redo_refusal()


@dataclass
class RefereeChange:
    """Changes at the table that the player did not make, since the last call."""

    renamed: dict[int, Card] = field(default_factory=dict)
    """Cards of the deck by identity, each with the card that turned out to be in its place."""
    named: list[Card] = field(default_factory=list)
    """The cards that the referee has revealed, in order."""
    is_over: bool = False
    """Whether the round has just ended."""


class RefereeTime(Timekeeper):
    """Play time by the referee's clock, which nothing here stops."""

    def __init__(self, game: SeenGame, now_ms: Callable[[], float], started: int) -> None:
        """`started` is the moment by the referee's clock at which the time started."""
        assert game.variant.limit_ms is not None, "every round has a limit"
        self._game, self._now_ms = game, now_ms
        self._limit_ms = game.variant.limit_ms
        self._started, self._latest_ms = started, 0

    @property
    def elapsed_ms(self) -> int:
        if not self.is_running:
            return self._game.elapsed_ms
        by_referee = play_time_now(self._game, self._started, self._now_ms())
        self._latest_ms = max(self._latest_ms, min(by_referee, self._limit_ms))
        return self._latest_ms

    def start_at(self, started: int) -> None:
        """Takes over the start of the time; it moves if a server was down."""
        if started > self._started:
            self._latest_ms = 0
        self._started = started

    @property
    def left_ms(self) -> int:
        """Play time left."""
        return self._limit_ms - self.elapsed_ms

    @property
    def is_running(self) -> bool:
        """Whether the round is neither over nor solved."""
        return not (self._game.is_over or self._game.is_solved)


class RoundSession(Session):
    """One round played by one person here before the referee at a server."""

    game: SeenGame
    _time: RefereeTime

    def __init__(
        self, position: RoundState, send: Callable[[ClientMessage], None], now_ms: Callable[[], float]
    ) -> None:
        """`send` reaches the referee while connected, and otherwise drops the message."""
        self.round_number = position.round
        self.prediction = Prediction(position)
        self._send = send
        self._asked: deque[int] = deque()  # the numbers that were sent and are not answered
        self._dead = 0  # so many answers that come next are of actions after a refused one
        self.is_connected = True
        self._positions_due = 0
        self._change: RefereeChange | None = None
        seen = SeenGame(self.prediction)
        super().__init__(seen, RefereeTime(seen, now_ms, position.started), Recorder(seen))

    @property
    def left_ms(self) -> int:
        """Play time left, by the referee's clock."""
        return self._time.left_ms

    @property
    def waits(self) -> bool:
        """Whether anything is unconfirmed."""
        return bool(self.prediction.pending)

    @property
    def is_ended(self) -> bool:
        """Whether the referee has ended the round, although a play-out may still be shown."""
        return not self.waits and self.prediction.game.is_over

    @property
    def is_closing(self) -> bool:
        """Whether the round has ended here, by its player or its time, but not yet at the referee."""
        return not self.is_ended and (self.prediction.game.is_over or self.left_ms <= 0)

    # What the player does --------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Does one action at once, and sends it; raises IllegalMove, with nothing changed, if refused."""
        is_shown = self.game.is_solved  # it was done, and is seen now
        self.game.play(action, self.elapsed_ms)
        if is_shown:
            return
        if self.is_connected:
            self._do(self.prediction.pending[-1])
        else:
            self.warning = LOST

    def _do(self, done: PendingAction) -> None:
        self._asked.append(done.number)
        self._send(
            DoAction(self.round_number, done.number, action_to_text(self.prediction.variant, done.action))
        )

    # What the referee says -------------------------------------------------------------------------

    def take(self, message: RoundState | ActionDone | Rejected | RoundEnded) -> None:
        """Takes a message about this round."""
        match message:
            case RoundState():
                self.take_position(message)
            case ActionDone():
                self.take_done(message)
            case Rejected():
                self.take_refused(message)
            case RoundEnded():
                self.take_ended(message)

    def lost(self) -> None:
        """Handles a lost connection, which comes back with a position."""
        if self.is_connected and not self.is_ended:
            self.warning = LOST
        self.is_connected = False
        self._asked.clear()
        self._dead = 0

    def come_back(self) -> None:
        """Asks the referee for the round's state over a new connection."""
        self._asked.clear()
        self._dead = self._positions_due = 0
        self._ask_how_it_stands()

    def _ask_how_it_stands(self) -> None:
        self._positions_due += 1
        self._send(BeginRound(self.round_number))

    def take_position(self, position: RoundState) -> None:
        """Takes the round's state; sends again what the referee does not know."""
        if not self._positions_due:
            return  # each takes its time: a server that means harm sends more of them
        self._positions_due -= 1
        before = self.prediction.pending
        was_over = self.game.is_over
        try:
            self.prediction.resync(position)
        except PredictionError:
            self.warning = NO_ANSWER
            return
        self._time.start_at(position.started)
        kept = self.prediction.pending
        known = len(position.entries)
        is_as_it_was = [action for action in before if action.number > known] == list(kept)
        if not self.is_connected and not was_over:
            self.warning = BACK if is_as_it_was else BACK_AS_IT_IS
        self.is_connected = True
        self._changed(was_over)
        for action in kept:
            self._do(action)

    def take_done(self, done: ActionDone) -> None:
        """Confirms an action and names the cards that it turned up."""
        if not self._answers(done.number):
            return
        was_over = self.game.is_over
        try:
            self.prediction.confirm(done)
        except PredictionError:
            self._resync()
            return
        change = self._changed(was_over)
        face_up = {shown for pile in self.prediction.game.position.piles for shown in pile if shown.face_up}
        named = (card(revealed.card) for revealed in done.shown)
        change.named += [shown_card for shown_card in named if shown_card in face_up]
        if done.more and self.is_ended:
            self.game.show_one_by_one(min(len(done.more), len(self.game.moves())))
            change.is_over = self.game.is_over

    def take_refused(self, refused: Rejected) -> None:
        """Rolls back a rejected action with everything done after it."""
        if refused.number is None or not self._answers(refused.number):
            return
        was_over = self.game.is_over
        try:
            self.prediction.roll_back(refused.number)
        except PredictionError:
            self._resync()
            return
        self._drop_asked()
        late, words = refused.code == "time_is_up", RejectionBody(refused.code, refused.parts)
        self.warning = TOO_LATE if late else NOT_TAKEN if refused.code == "ahead" else refusal_words(words)
        self._changed(was_over)
        if refused.code in ("other_action", "ahead"):
            self._resync()

    def take_ended(self, ended: RoundEnded) -> None:
        """Ends the round, because its time is up."""
        if self.is_ended:
            return
        try:
            self.prediction.end(ended)
        except PredictionError:
            self._resync()
            return
        self._drop_asked()
        self._changed(was_over=False)

    def take_change(self) -> RefereeChange | None:
        """Returns once what has changed without the player's doing."""
        change, self._change = self._change, None
        return change

    def _answers(self, number: int) -> bool:
        """Whether this answers an action that is still pending."""
        if self._dead:
            self._dead -= 1
            return False
        if self._asked and self._asked[0] == number:
            self._asked.popleft()
            return True
        return False

    def _drop_asked(self) -> None:
        """What was asked will be answered, which counts nothing any more."""
        self._dead += len(self._asked)
        self._asked.clear()

    def _resync(self) -> None:
        self._drop_asked()
        self._ask_how_it_stands()

    def _changed(self, was_over: bool) -> RefereeChange:
        renamed = self.game.follow()
        change = self._change = self._change or RefereeChange()
        before = {new.identity: old for old, new in change.renamed.items()}
        for identity, new in renamed.items():
            change.renamed[before.get(identity, identity)] = new
        change.is_over = change.is_over or (self.game.is_over and not was_over)
        return change


def turned_words(cards: list[Card]) -> Message | None:
    """Tells the player which cards the referee has revealed."""
    if not cards:
        return None
    if len(cards) == 1:
        return msg("{card} turned over", card=cards[0])
    return msg("{cards} turned over", cards=", ".join(turned.sign for turned in cards))

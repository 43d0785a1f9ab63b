"""A round over a network at the table of Rush: a card that is turned waits face down until it is named.

Knows the table and the seat; must not know sockets. What the server says is shown when it has come, and
takes nothing out of the hand that may stay there.
"""

from __future__ import annotations

from typing import cast

from game.message import joined, msg, msg_p, verbatim
from game.play.game import GameSnapshot, Playable
from game.play.phrases import tenths
from game.rounds.remote import OnlineSeat
from game.rounds.session import Change, OnlineSession, turned_words
from game.rules.position import STOCK, Position
from game.rules.rush import Rush
from game.rules.variant import PileKind
from game.storage.profile import Settings
from game.ui.drawing.theme import TEXT
from game.ui.forms.panel import Line, Panel
from game.ui.forms.widgets import Button
from game.ui.games.rush.practice import ENDINGS, LastSeconds, score_lines
from game.ui.games.rush.view import RushView
from game.ui.scene import Stage
from game.ui.table.assembly import played
from game.ui.table.bars import Weight
from game.ui.table.hand import Hand, Picked
from game.ui.table.part import Part
from game.ui.table.table import Table
from game.ui.table.view import Readings
from game.ui.tournament.played_once import PlayedOnce

WAITING_S, LISTENING_S = 0.02, 0.1
"""How often it is listened, while an answer is waited for and else."""
PLAY_OUT_GAP_S = 0.09
TURNING = msg("The card is still being turned over.")


def online_table(stage: Stage, seat: OnlineSeat) -> Table:
    """The table of the round that a seat has begun."""
    session = seat.session
    assert session is not None, "the round was begun"
    variant = cast(Rush, session.game.variant)
    connection = Connection(seat, session)
    table = Table(stage, session.game, OnlineView(variant, connection), session)
    hand = OnlineHand(table, session)
    occasion = OnlineRound(table, hand, variant, seat, session)
    table.bars.title, table.bars.subtitle = occasion.of, verbatim(seat.player)
    last = [LastSeconds(table, variant.limit_ms), Listening(table, hand, seat, session, connection)]
    return played(table, occasion, hand, last=last)


class Connection:
    """How the connection is, as the status line has it."""

    def __init__(self, seat: OnlineSeat, session: OnlineSession) -> None:
        self._seat, self._session = seat, session

    @property
    def told(self) -> tuple[str, str]:
        """A heading, and a word or the time there and back."""
        seat = self._seat
        # Translators: the heading of how the connection to the server is.
        heading = msg_p("of a network", "Connection")
        if seat.over is not None:
            return heading, msg_p("a connection", "ended")
        if not seat.is_connected or not self._session.is_connected:
            return heading, msg_p("a connection", "lost")
        delay_ms = seat.line.delay_ms
        if delay_ms is None:
            return heading, msg_p("a connection", "good")
        return heading, msg("{delay} ms", delay=(delay_ms + 9) // 10 * 10)


class OnlineView(RushView):
    """Tells of the connection before all else, and of no standstill while a card is still to be named."""

    def __init__(self, variant: Rush, connection: Connection) -> None:
        super().__init__(variant, always_tells_time=True)
        self._connection = connection

    def readings(self, game: GameSnapshot, settings: Settings) -> Readings:
        found = super().readings(game, settings)
        return found._replace(facts=[*found.facts, self._connection.told])  # the last one gives way last

    def standstill(self, game: Playable) -> str | None:
        tops = (pile[-1] for number, pile in enumerate(game.position.piles) if pile and number)
        return super().standstill(game) if all(each.face_up for each in tops) else None


class OnlineHand(Hand):
    """No card is picked up or aimed at that is not named yet."""

    def __init__(self, table: Table, session: OnlineSession) -> None:
        super().__init__(table)
        self._session = session

    def _is_unnamed(self, pile: int, index: int) -> bool:
        unnamed = self._session.guess.unnamed
        cards = self.table.game.position.piles[pile]
        return 0 <= index < len(cards) and cards[index].up in unnamed

    def click(self, pile: int, index: int) -> None:
        if self.table.kind(pile) is not PileKind.STOCK and self._is_unnamed(pile, index):
            self.table.refuse(TURNING)
        else:
            super().click(pile, index)

    def pick(self, pile: int, count: int, is_held: bool) -> bool:
        if self._is_unnamed(pile, len(self.table.game.position.piles[pile]) - count):
            self.table.refuse(TURNING)
            return False
        return super().pick(pile, count, is_held)

    def send_home(self, pile: int, index: int) -> None:
        if self._is_unnamed(pile, index):
            self.table.refuse(TURNING)
        else:
            super().send_home(pile, index)

    def picked_again(self, picked: Picked) -> None:
        """The table has changed beneath what is picked: where it may go is looked up anew."""
        position, variant = self.table.game.position, self.table.variant
        self.picked = picked._replace(targets=variant.targets(position, picked.pile, picked.count))


class Listening(Part):
    """Shows what the server says, and tells how the connection is."""

    def __init__(
        self, table: Table, hand: OnlineHand, seat: OnlineSeat, session: OnlineSession, connection: Connection
    ) -> None:
        self._table, self._hand, self._seat, self._session = table, hand, seat, session
        self._connection = connection
        self._told: tuple[str, str] | None = None
        self._is_over_told = False

    @property
    def wake_in_s(self) -> float | None:
        session = self._session
        return WAITING_S if session.waits or session.is_closing else LISTENING_S

    def awake(self) -> None:
        table, seat = self._table, self._seat
        before = table.game.position
        seat.hear()
        change = self._session.take_change()
        if change is not None:
            self._show(change, before)
        if seat.over is not None and not self._is_over_told:
            self._is_over_told = True
            table.say(seat.over, Weight.TROUBLE)
        if (said := seat.take_said()) is not None:
            table.say(said, Weight.TROUBLE)
        if (told := self._connection.told) != self._told:
            self._told = told
            table.bars_changed()

    def left(self) -> None:
        if self._seat.session is not None:  # not for the page of the tournament
            self._seat.close()

    def _show(self, change: Change, before: Position) -> None:
        table, hand = self._table, self._hand
        position, picked = table.game.position, hand.picked
        keeps = picked is None or _cards(before, picked) == _cards(position, picked)
        if not keeps:
            table.interrupt()
        table.spread.rename(change.renamed)
        table.spread.arrange(position, table.slots, self._delays_s(change), keeps_held=keeps)
        if keeps and picked is not None:
            hand.picked_again(picked)
        if change.named or position.piles != before.piles:
            table.sound("flip" if change.named else "place")
        if words := turned_words(change.named):
            table.status.say_unasked(words)
        if not table.game.is_over and (standstill := table.view.standstill(table.session.game)):
            table.status.say_unasked(standstill, Weight.STANDSTILL)
        table.bars_changed()
        if change.is_over:
            table.interrupt()
            table.say("")
            table.ended()

    def _delays_s(self, change: Change) -> dict[int, float]:
        """Of a solved game the cards go home one after the other."""
        game = self._session.game
        count = min(change.played_out, len(game.moves()))
        if not count:
            return {}
        line, moves = game.line()[-count - 1 :], game.moves()[-count:]
        return {
            at.piles[move.source][-1].identity: number * PLAY_OUT_GAP_S
            for number, (at, move) in enumerate(zip(line, moves, strict=False))
            if move != STOCK
        }


def _cards(position: Position, picked: Picked) -> object:
    return position.piles[picked.pile][-picked.count :]


class OnlineRound(PlayedOnce):
    """One round, played once, over a network."""

    def __init__(
        self, table: Table, hand: Hand, variant: Rush, seat: OnlineSeat, session: OnlineSession
    ) -> None:
        super().__init__(table, hand, variant)
        self._seat = seat
        self.of = msg(
            "Round {number} of {rounds}", number=session.round_number, rounds=len(seat.tournament.rounds)
        )

    @property
    def title(self) -> str:
        return joined(" — ", [self.of, verbatim(self._seat.player)])

    def go_back(self) -> None:
        """Leaves the table for the tournament; the clock goes on."""
        self._seat.leave_round()
        self._table.stage.routes.online(self._seat)

    def result_panel(self) -> Panel:
        game = self._table.game
        who = Line(verbatim(self._seat.player), "", TEXT, is_bold=True)
        lines = [who, *score_lines(self._variant, game), Line(msg("Time used"), tenths(game.elapsed_ms))]
        buttons = [Button(msg("Continue"), "play", self.go_back, is_strong=True)]
        return Panel(ENDINGS[game.outcome], lines, buttons)

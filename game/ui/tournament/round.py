"""A round at the table of Rush: no pause, no hint, no redo, no second try, and a running clock.

A card that the referee has still to name waits face down; what it says is shown when it has come, and takes
nothing out of the hand that may stay there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pygame

from game.message import Message, joined, msg, msg_p
from game.play.game import ControlAction, GameSnapshot, Playable
from game.play.phrases import tenths
from game.rounds.port import Referee, Turn
from game.rounds.session import RefereeChange, RoundSession, turned_words
from game.rules.position import Position
from game.rules.rush import Rush
from game.rules.variant import PileKind
from game.storage.profile import Settings
from game.ui.drawing.theme import QUIET, TEXT, WARNING
from game.ui.forms.panel import Panel, PanelLine
from game.ui.forms.widgets import Button
from game.ui.games.rush.practice import ENDINGS, LastSeconds, bonus_words, end, rush_key, score_lines
from game.ui.games.rush.view import RushView
from game.ui.screen import Context
from game.ui.table.assembly import played
from game.ui.table.bars import Weight
from game.ui.table.hand import CardController, Selection
from game.ui.table.part import Mode, Part
from game.ui.table.table import Table
from game.ui.table.view import BarValues

WAITING_S, LISTENING_S = 0.02, 0.1
"""Poll intervals, while an answer is due and otherwise."""
TURNING = msg("The card is still being turned over.")
LEFT_ALONE = msg(
    "Come back and play with the time that is left; when it runs out, the round is scored as it stands. It "
    "is not played again."
)
NO_PAUSE = msg("A round cannot be paused: its clock keeps running.")
NO_REDO = msg("There is no redo in a tournament round.")
NO_HINT = msg("There is no hint in a tournament round.")
NO_FILES = msg("A round is saved automatically; other files have to wait until it is over.")


def round_table(context: Context, referee: Referee) -> Table:
    """Table of a started round; its clock is running."""
    session = referee.session
    assert session is not None, "the round was begun"
    variant = cast(Rush, session.game.variant)
    table = Table(context, session.game, RoundView(variant, referee), session)
    hand = RoundHand(table, session)
    occasion = Round(table, hand, variant, referee, session)
    table.bars.title, table.bars.subtitle = occasion.of, referee.player
    # Nobody waits for cards to be dealt.
    last = [LastSeconds(table, variant.limit * 1000), Listening(table, hand, referee, session)]
    return played(table, occasion, hand, last=last)


class RoundView(RushView):
    """Shows the connection first, and no standstill while a card is unrevealed."""

    def __init__(self, variant: Rush, referee: Referee) -> None:
        super().__init__(variant, always_tells_time=True)
        self._referee = referee

    def readings(self, game: GameSnapshot, settings: Settings) -> BarValues:
        found, connection = super().readings(game, settings), self._referee.connection
        if connection is None:
            return found
        return found._replace(facts=[*found.facts, connection])  # the last one gives way last

    def standstill(self, game: Playable) -> Message | None:
        tops = (pile[-1] for number, pile in enumerate(game.position.piles) if pile and number)
        return super().standstill(game) if all(top.face_up for top in tops) else None


class RoundHand(CardController):
    """Unrevealed cards cannot be picked up or be targets."""

    def __init__(self, table: Table, session: RoundSession) -> None:
        super().__init__(table)
        self._session = session

    def _is_unrevealed(self, pile: int, index: int) -> bool:
        unrevealed = self._session.prediction.unrevealed
        cards = self.table.game.position.piles[pile]
        return 0 <= index < len(cards) and cards[index].up in unrevealed

    def click(self, pile: int, index: int) -> None:
        if self.table.kind(pile) is not PileKind.STOCK and self._is_unrevealed(pile, index):
            self.table.refuse(TURNING)
        else:
            super().click(pile, index)

    def pick(self, pile: int, count: int, is_held: bool) -> bool:
        if self._is_unrevealed(pile, len(self.table.game.position.piles[pile]) - count):
            self.table.refuse(TURNING)
            return False
        return super().pick(pile, count, is_held)

    def send_home(self, pile: int, index: int) -> None:
        if self._is_unrevealed(pile, index):
            self.table.refuse(TURNING)
        else:
            super().send_home(pile, index)

    def picked_again(self, picked: Selection) -> None:
        """Finds the targets of picked cards again after the table has changed."""
        position, variant = self.table.game.position, self.table.variant
        self.picked = picked._replace(targets=variant.targets(position, picked.pile, picked.count))


class Listening(Part):
    """Shows the referee's messages and the state of the connection."""

    def __init__(self, table: Table, hand: RoundHand, referee: Referee, session: RoundSession) -> None:
        self._table, self._hand, self._referee, self._session = table, hand, referee, session
        self._told: tuple[str, str] | None = None
        self._is_over_told = False

    @property
    def next_tick_s(self) -> float | None:
        session = self._session
        if session.waits or session.is_closing:
            return WAITING_S
        return None if self._referee.connection is None else LISTENING_S  # or when the clock is to be told

    def on_tick(self) -> None:
        table, referee = self._table, self._referee
        before = table.game.position
        referee.poll()
        change = self._session.take_change()
        if change is not None:
            self._show(change, before)
        if referee.over is not None and not self._is_over_told:
            self._is_over_told = True
            table.say(referee.over, Weight.TROUBLE)
        if (said := referee.take_said()) is not None:
            table.say(said, Weight.TROUBLE)
        if (told := referee.connection) != self._told:
            self._told = told
            table.bars_changed()

    def on_close(self) -> None:
        if self._referee.session is not None:  # not for the page of the tournament
            self._referee.close()

    def _show(self, change: RefereeChange, before: Position) -> None:
        table, hand = self._table, self._hand
        position, picked = table.game.position, hand.picked
        keeps = picked is None or _cards(before, picked) == _cards(position, picked)
        if change.renamed or position is not before:
            if not keeps:
                table.interrupt()
            table.spread.rename(change.renamed)
            table.spread.arrange(position, table.slots, keeps_held=keeps)
            if keeps and picked is not None:
                hand.picked_again(picked)
            if not table.game.is_over and (standstill := table.view.standstill(table.session.game)):
                table.status.say_unasked(standstill, Weight.STANDSTILL)
        if change.named or position.piles != before.piles:
            table.sound("flip" if change.named else "place")
        if words := turned_words(change.named):
            table.status.say_unasked(words)
        table.bars_changed()
        if change.is_over:
            table.interrupt()
            table.say("")
            table.ended()


def _cards(position: Position, picked: Selection) -> object:
    return position.piles[picked.pile][-picked.count :]


class Round(Mode):
    """A round played once."""

    def __init__(
        self, table: Table, hand: CardController, variant: Rush, referee: Referee, session: RoundSession
    ) -> None:
        self._table, self._hand, self._variant = table, hand, variant
        self._referee, self._number = referee, session.round_number
        self.of = msg("Round {number} of {rounds}", number=self._number, rounds=referee.conditions.rounds)

    @property
    def title(self) -> str:
        return joined(" — ", [self.of, self._referee.player])

    def go_back(self) -> None:
        """Leaves the table for the tournament; the clock keeps running."""
        self._referee.leave_round()
        self._table.context.navigation.tournament(self._referee, self._number)

    def buttons(self) -> Sequence[Button]:
        game = self._table.session.game
        return [
            Button(msg_p("a button", "Undo"), "undo", self.undo, game.undo_refusal),
            Button(msg_p("a button", "End"), "end", self.ask_end, game.end_refusal),
            Button(msg_p("a button", "Leave"), "home", self.escape, self._leave_refusal),
        ]

    def undo(self) -> None:
        self._table.go_through(ControlAction.UNDO)

    def redo(self) -> None:
        self._table.decline(NO_REDO)

    def pause(self) -> None:
        if not self._table.game.is_over:
            self._table.say(NO_PAUSE)

    def shortcut(self, key: int, modifiers: int) -> bool:
        command = modifiers & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if not command or key not in (pygame.K_s, pygame.K_o) or self._table.panel is not None:
            return False
        self._table.say(NO_FILES)
        return True

    def other_key(self, key: int, modifiers: int) -> None:
        if key == pygame.K_i and self._table.panel is None:
            self._table.decline(NO_HINT)
            return
        rush_key(self._table, self._hand, key, self.ask_end)

    def file_refusal(self) -> Message | None:
        return None if self._table.game.is_over else NO_FILES

    # Leaving -------------------------------------------------------------------------------------

    def _leave_refusal(self) -> Message | None:
        return (
            msg("The round is over: its result is about to be shown.") if self._table.game.is_over else None
        )

    def escape(self) -> None:
        if refusal := self._leave_refusal():
            self._table.say(refusal)
            return
        lines = [
            PanelLine(msg("The clock keeps running without you, even when the window is closed.")),
            PanelLine(LEFT_ALONE, "", QUIET),
        ]
        buttons = [
            Button(msg("Keep playing"), "play", self._table.close_panel, is_strong=True),
            Button(msg_p("a button", "Leave"), "home", self.go_back),
        ]
        self._table.show_panel(Panel(msg("Leave the table?"), lines, buttons))

    def can_close(self) -> bool:
        if self._table.game.is_over or self._table.panel is not None:
            return True
        self.escape()
        return False

    def ask_end(self) -> None:
        """Asks while the clock is running."""
        table = self._table
        bonus = self._variant.time_bonus(table.game.position, self._table.session.elapsed_ms)
        lines = [
            PanelLine(bonus_words(bonus)),
            PanelLine(msg("The clock keeps running meanwhile. A round is played only once."), "", QUIET),
        ]
        buttons = [
            Button(msg("Keep playing"), "play", table.close_panel, is_strong=True),
            Button(msg("End the round"), "end", lambda: end(table)),
        ]
        table.show_panel(Panel(msg("End this round?"), lines, buttons))

    # The end -------------------------------------------------------------------------------------

    def result_panel(self) -> Panel:
        game, unsaved = self._table.game, self._referee.unsaved
        who = PanelLine(self._referee.player, "", TEXT, is_bold=True)
        lines = [who, *score_lines(self._variant, game), PanelLine(msg("Time used"), tenths(game.elapsed_ms))]
        buttons = [Button(msg("Continue"), "play", self._continue, is_strong=True)]
        if unsaved is not None:
            lines += [
                PanelLine(unsaved, "", WARNING),
                PanelLine(msg("Free some space and press Try again; it counts here already."), "", QUIET),
            ]
            buttons.append(Button(msg("Try again"), "save", self._try_again))
        return Panel(ENDINGS[game.outcome], lines, buttons, hides_cards=self._next_here is not None)

    @property
    def _next_here(self) -> Turn | None:
        """The next player of this round on this machine, who should not see its cards."""
        due = self._referee.due()
        return due[0] if due and due[0].number == self._number else None

    def _try_again(self) -> None:
        self._referee.save()
        self._table.show_panel(self.result_panel())

    def _continue(self) -> None:
        turn = self._next_here
        if turn is None:
            self.go_back()
        else:
            self._referee.leave_round()
            self._table.context.navigation.ready(self._referee, turn)

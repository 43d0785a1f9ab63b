"""A round of a tournament at the table of Rush: no pause, no hint, no second try, and a clock that goes on.

Knows the table and the round's session; must not know standings or files.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pygame

from game.message import joined, msg, msg_p, verbatim
from game.play.game import Act
from game.play.phrases import tenths
from game.rules.rush import Rush
from game.session.local_tournament import LocalTournament
from game.session.round_session import RoundSession
from game.session.round_start import OpenRound
from game.ui.drawing.theme import QUIET, TEXT, WARNING
from game.ui.forms.panel import Line, Panel
from game.ui.forms.widgets import Button, Widget
from game.ui.games.rush.ending import ENDINGS, LastSeconds, bonus_words, score_lines
from game.ui.games.rush.keys import end, rush_key
from game.ui.games.rush.view import RushView
from game.ui.scene import Stage
from game.ui.table.assembly import played
from game.ui.table.hand import Hand
from game.ui.table.occasion import Occasion
from game.ui.table.table import Table

LEFT_ALONE = msg(
    "Come back and play with what is left of the time; when it is over, the round is scored as it stands. "
    "It is not played again."
)
NO_PAUSE = msg("A round cannot be paused: its clock goes on.")
NO_REDO = msg("There is no redo in a tournament round.")
NO_FILES = msg("A round is kept by itself; other files have to wait until it is over.")


def round_table(stage: Stage, local: LocalTournament, opened: OpenRound) -> Table:
    """The table of a round; its clock runs from now on."""
    session = RoundSession(local, opened, stage.library, stage.now_ns, stage.utc_now)
    variant = cast(Rush, session.game.variant)
    table = Table(stage, session, RushView(variant, always_tells_time=True))
    hand = Hand(table)
    occasion = Round(table, hand, variant, session)
    table.bars.title, table.bars.subtitle = occasion.of, verbatim(opened.seat.player.label)
    # Nobody waits for cards to be dealt.
    return played(table, occasion, hand, last=[LastSeconds(table, variant.limit_ms)])


class Round(Occasion):
    """One round, played once."""

    def __init__(self, table: Table, hand: Hand, variant: Rush, session: RoundSession) -> None:
        self._table, self._hand, self._variant = table, hand, variant
        self.session = session
        """The session with its seat and round."""
        rounds = session.local.tournament.rounds
        self.of = msg("Round {number} of {rounds}", number=session.opened.round_number, rounds=rounds)

    @property
    def title(self) -> str:
        return joined(" — ", [self.of, self.session.opened.seat.player.label])

    def buttons(self) -> Sequence[Button]:
        game = self._table.game
        return [
            Button(msg_p("a button", "Undo"), "undo", self.undo, game.undo_refusal),
            Button(msg_p("a button", "End"), "end", self.ask_end, game.end_refusal),
            Button(msg_p("a button", "Leave"), "home", self.escape, self._leave_refusal),
        ]

    def button_refused(self, button: Widget, refusal: str) -> None:
        self._table.say(refusal)
        self._table.sound("refuse")

    def undo(self) -> None:
        self._table.go_through(Act.UNDO)

    def redo(self) -> None:
        self._table.say(NO_REDO)
        self._table.sound("refuse")

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
        rush_key(self._table, self._hand, key, self.ask_end)

    def file_refusal(self) -> str | None:
        return None if self._table.game.is_over else NO_FILES

    def open_rules(self) -> None:
        self._table.stage.routes.rules(self._variant.name)  # the clock goes on

    # Leaving -------------------------------------------------------------------------------------

    def _leave_refusal(self) -> str | None:
        return (
            msg("The round is over: its result is about to be shown.") if self._table.game.is_over else None
        )

    def escape(self) -> None:
        if refusal := self._leave_refusal():
            self._table.say(refusal)
            return
        lines = [
            Line(msg("The clock goes on without you, also when the window is closed.")),
            Line(LEFT_ALONE, "", QUIET),
        ]
        buttons = [
            Button(msg("Play on"), "play", self._table.close_panel, is_strong=True),
            Button(msg_p("a button", "Leave"), "home", self._go_back),
        ]
        self._table.show_panel(Panel(msg("Leave the table?"), lines, buttons))

    def _go_back(self) -> None:
        local, number = self.session.local, self.session.opened.round_number
        self.session.leave()
        local.look_at_clock()
        self._table.stage.routes.tournament(local, number)

    def may_close(self) -> bool:
        if self._table.game.is_over or self._table.panel is not None:
            return True
        self.escape()
        return False

    # The end -------------------------------------------------------------------------------------

    def ask_end(self) -> None:
        """Asks, the clock running."""
        table = self._table
        bonus = self._variant.time_bonus(table.game.position, self.session.elapsed_ms)
        lines = [
            Line(bonus_words(bonus)),
            Line(msg("The clock goes on meanwhile. A round is played once."), "", QUIET),
        ]
        buttons = [
            Button(msg("Play on"), "play", table.close_panel, is_strong=True),
            Button(msg("End the round"), "end", lambda: end(table)),
        ]
        table.show_panel(Panel(msg("End this round?"), lines, buttons))

    def result_panel(self) -> Panel:
        game = self._table.game
        who = Line(verbatim(self.session.opened.seat.player.label), "", TEXT, is_bold=True)
        time = Line(msg("Time used"), tenths(game.elapsed_ms))
        lines = [who, *score_lines(self._variant, game), time]
        buttons = [Button(msg("Continue"), "play", self._continue, is_strong=True)]
        if self.session.unsaved is not None:
            lines += [
                Line(self.session.unsaved, "", WARNING),
                Line(msg("Make room and press Try again; it counts here already."), "", QUIET),
            ]
            buttons.append(Button(msg("Try again"), "save", self._try_again))
        return Panel(ENDINGS[game.outcome], lines, buttons, hides_cards=self._next_is_waiting)

    @property
    def _next_is_waiting(self) -> bool:
        """Whether somebody here has still to play this round, and should not see its cards."""
        due = self.session.local.state.due()
        return bool(due) and due[0][1] == self.session.opened.round_number

    def _try_again(self) -> None:
        self.session.save()
        self._table.show_panel(self.result_panel())

    def _continue(self) -> None:
        local = self.session.local
        if self._next_is_waiting:
            seat, number = local.state.due()[0]
            self._table.stage.routes.ready(local, seat, number)
        else:
            self._go_back()

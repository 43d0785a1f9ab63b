"""A round of a tournament at the table of Rush: no pause, no hint, no second try, and a clock that goes on.

Knows the table and the round's session; must not know standings or files.
"""

from __future__ import annotations

from typing import cast

import pygame

from game.play.phrases import tenths
from game.session.local_tournament import LocalTournament
from game.session.round_session import RoundSession
from game.session.round_start import OpenRound
from game.ui.drawing.theme import QUIET, TEXT, WARNING
from game.ui.forms.panel import Line, Panel
from game.ui.forms.widgets import Button
from game.ui.games.rush.rush_table import ENDINGS, RushTable
from game.ui.scene import Stage
from game.ui.table.bars import Bars

NO_PAUSE = "A round cannot be paused: its clock goes on."
NO_REDO = "There is no redo in a tournament round."
NO_FILES = "A round is kept by itself; other files have to wait until it is over."


def round_scene(stage: Stage, local: LocalTournament, opened: OpenRound) -> RoundScene:
    """The table of a round; its clock runs from now on."""
    session = RoundSession(local, opened, stage.library, stage.now_ns, stage.utc_now)
    return RoundScene(stage, session, is_fresh=False)  # nobody waits for cards to be dealt


class RoundScene(RushTable):
    """One round, played once."""

    @property
    def round(self) -> RoundSession:
        """The session with its seat and round."""
        return cast(RoundSession, self.session)

    @property
    def _of(self) -> str:
        return f"Round {self.round.opened.round_number} of {self.round.local.tournament.rounds}"

    @property
    def title(self) -> str:
        return f"{self._of} — {self.round.opened.seat.player.label}"

    def make_bars(self) -> Bars:
        buttons = [
            Button("Undo", "undo", self.undo, self.game.undo_refusal),
            Button("End", "end", self.ask_end, self.game.end_refusal),
            Button("Leave", "home", self.escape, self._leave_refusal),
        ]
        return self.rush_bars(self._of, self.round.opened.seat.player.label, buttons)

    # What there is not ---------------------------------------------------------------------------

    def pause(self) -> None:
        """Only says that there is none."""
        if not self.game.is_over:
            self.say(NO_PAUSE)

    def redo(self) -> None:
        """Only says that there is none."""
        self.say(NO_REDO)
        self.sound("refuse")

    def handle(self, event: pygame.event.Event) -> None:
        command = event.type == pygame.KEYDOWN and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if command and event.key in (pygame.K_s, pygame.K_o) and self.panel is None:
            self.say(NO_FILES)
        else:
            super().handle(event)

    def file_refusal(self) -> str | None:
        return None if self.game.is_over else NO_FILES

    def open_rules(self) -> None:
        """Shows the rules page over the table; the clock goes on."""
        self.stage.routes.rules(self.variant.name)

    # Leaving -------------------------------------------------------------------------------------

    def _leave_refusal(self) -> str | None:
        return "The round is over: its result is about to be shown." if self.game.is_over else None

    def escape(self) -> None:
        """Asks whether to leave, the clock running."""
        if refusal := self._leave_refusal():
            self.say(refusal)
            return
        lines = [
            Line("The clock goes on without you, also when the window is closed."),
            Line("Come back and play with what is left of the time; when it is over,", "", QUIET),
            Line("the round is scored as it stands. It is not played again.", "", QUIET),
        ]
        buttons = [
            Button("Play on", "play", lambda: self.show_panel(None), is_strong=True),
            Button("Leave", "home", self._go_back),
        ]
        self.show_panel(Panel("Leave the table?", lines, buttons))

    def _go_back(self) -> None:
        local, number = self.round.local, self.round.opened.round_number
        self.session.leave()
        local.look_at_clock()
        self.stage.routes.tournament(local, number)

    def may_close(self) -> bool:
        if self.game.is_over or self.panel is not None:
            return True
        self.escape()
        return False

    # The end -------------------------------------------------------------------------------------

    def ask_end(self) -> None:
        """Asks, the clock running."""
        bonus = self.rush.time_bonus(self.game.position, self.session.elapsed_ms)
        lines = [
            Line(f"Ending now adds a time bonus of about {bonus}."),
            Line("The clock goes on meanwhile. A round is played once.", "", QUIET),
        ]
        buttons = [
            Button("Play on", "play", lambda: self.show_panel(None), is_strong=True),
            Button("End the round", "end", self.end),
        ]
        self.show_panel(Panel("End this round?", lines, buttons))

    def result_panel(self) -> Panel:
        who = Line(self.round.opened.seat.player.label, "", TEXT, is_bold=True)
        lines = [who, *self.score_lines(), Line("Time used", tenths(self.game.elapsed_ms))]
        buttons = [Button("Continue", "play", self._continue, is_strong=True)]
        if self.round.unsaved is not None:
            lines += [
                Line(self.round.unsaved, "", WARNING),
                Line("Make room and press Try again; it counts here already.", "", QUIET),
            ]
            buttons.append(Button("Try again", "save", self._try_again))
        return Panel(ENDINGS[self.game.outcome], lines, buttons, hides_cards=self._next_is_waiting)

    @property
    def _next_is_waiting(self) -> bool:
        """Whether somebody here has still to play this round, and should not see its cards."""
        due = self.round.local.state.due()
        return bool(due) and due[0][1] == self.round.opened.round_number

    def _try_again(self) -> None:
        self.round.save()
        self.show_panel(self.result_panel())

    def _continue(self) -> None:
        local = self.round.local
        if self._next_is_waiting:
            seat, number = local.state.due()[0]
            self.stage.routes.ready(local, seat, number)
        else:
            self._go_back()

"""A round that is played once, at the table of Rush: no pause, no hint, no redo, and a clock that goes on.

Knows the table; must not know whose round it is, nor where it is kept.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.message import msg, msg_p
from game.play.game import Act
from game.rules.rush import Rush
from game.ui.drawing.theme import QUIET
from game.ui.forms.panel import Line, Panel
from game.ui.forms.widgets import Button, Widget
from game.ui.games.rush.practice import bonus_words, end, rush_key
from game.ui.table.hand import Hand
from game.ui.table.occasion import Occasion
from game.ui.table.table import Table

LEFT_ALONE = msg(
    "Come back and play with what is left of the time; when it is over, the round is scored as it stands. "
    "It is not played again."
)
NO_PAUSE = msg("A round cannot be paused: its clock goes on.")
NO_REDO = msg("There is no redo in a tournament round.")
NO_HINT = msg("There is no hint in a tournament round.")
NO_FILES = msg("A round is kept by itself; other files have to wait until it is over.")


class PlayedOnce(Occasion):
    """One round, played once; whose it is and what comes after it is told by who inherits."""

    def __init__(self, table: Table, hand: Hand, variant: Rush) -> None:
        self._table, self._hand, self._variant = table, hand, variant

    def go_back(self) -> None:
        """Leaves the table; the clock goes on."""
        raise NotImplementedError

    def buttons(self) -> Sequence[Button]:
        game = self._table.session.game
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
        if key == pygame.K_i and self._table.panel is None:
            self._table.say(NO_HINT)
            self._table.sound("refuse")
            return
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
            Button(msg_p("a button", "Leave"), "home", self.go_back),
        ]
        self._table.show_panel(Panel(msg("Leave the table?"), lines, buttons))

    def may_close(self) -> bool:
        if self._table.game.is_over or self._table.panel is not None:
            return True
        self.escape()
        return False

    def ask_end(self) -> None:
        """Asks, the clock running."""
        table = self._table
        bonus = self._variant.time_bonus(table.game.position, self._table.session.elapsed_ms)
        lines = [
            Line(bonus_words(bonus)),
            Line(msg("The clock goes on meanwhile. A round is played once."), "", QUIET),
        ]
        buttons = [
            Button(msg("Play on"), "play", table.close_panel, is_strong=True),
            Button(msg("End the round"), "end", lambda: end(table)),
        ]
        table.show_panel(Panel(msg("End this round?"), lines, buttons))

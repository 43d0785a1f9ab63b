"""The start of the clock after a pause: at once, after 3-2-1, or with the player's first click or key.

Knows the session's clock and the setting; must not know any one game. While it counts the cards stay
hidden; while it waits for a click they are seen.
"""

from __future__ import annotations

import pygame

from game.message import msg, msg_p
from game.storage.profile import COUNTDOWN, FIRST_CLICK
from game.ui.drawing.theme import QUIET
from game.ui.forms.panel import Line, Panel
from game.ui.forms.widgets import Button
from game.ui.table.clock_start import let_time_pass
from game.ui.table.part import Part
from game.ui.table.table import Table

COUNTED_S = 3
WAITS = msg("The clock starts with your first click or key.")
TOUCHES = (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN)


class AfterPause(Part):
    """Holds the clock of one table each time that its cards come back."""

    def __init__(self, table: Table, goes_on: bool) -> None:
        """`goes_on` when the game was begun earlier."""
        self._table = table
        self._is_due = goes_on
        self._waits = False  # for a click or a key
        self._counter: Panel | None = None
        self._goes = False  # whether the counter is being closed
        self._ends_ns = 0
        self._shown_s = 0

    @property
    def holds_clock(self) -> bool:
        return self._waits

    # When the cards come back -----------------------------------------------------------------------

    def covered(self) -> None:
        self._is_due = self._shows_cards_next and not self._table.is_dealing

    @property
    def _shows_cards_next(self) -> bool:
        """Whether no other panel hides the cards than that of the countdown."""
        return self._table.panel is None or self._table.panel is self._counter

    def arranged(self) -> None:
        if self._is_due and self._shows_cards_next:
            self._is_due = False
            self._begin()

    def panel_changed(self, hid: bool) -> None:
        if self._table.panel is not self._counter:
            self._counter = None
        if hid and self._table.panel is None and not (self._goes or self._table.is_dealing):
            self._begin()

    def _begin(self) -> None:
        table, begins = self._table, self._table.stage.settings.clock_begins
        holding = [
            part for part in table.parts.having("holds_clock") if part is not self and part.holds_clock
        ]
        if holding or table.game.is_over or table.game.is_frozen:
            return
        if begins == FIRST_CLICK:
            self._waits = True
            table.session.pause()
            table.status.say_unasked(WAITS)
        elif begins == COUNTDOWN:
            self._ends_ns = table.stage.now_ns() + COUNTED_S * 1_000_000_000
            self._count(COUNTED_S)

    # The first click ----------------------------------------------------------------------------------

    def take(self, event: pygame.event.Event) -> bool:
        if self._waits and event.type in TOUCHES and self._table.panel is None:
            self._release()
        return False

    def acting(self) -> None:
        self._release()

    def _release(self) -> None:
        if self._waits:
            self._waits = False
            if self._table.status.sentence == WAITS:
                self._table.say("")
            let_time_pass(self._table)

    # The countdown ------------------------------------------------------------------------------------

    @property
    def wake_in_s(self) -> float | None:
        if self._counter is None:
            return None
        left_s = (self._ends_ns - self._table.stage.now_ns()) / 1e9
        return max(0.0, left_s - (self._shown_s - 1)) + 0.001

    def awake(self) -> None:
        if self._counter is None:
            return
        left_s = -((self._table.stage.now_ns() - self._ends_ns) // 1_000_000_000)
        if left_s <= 0:
            self._go()
        elif left_s != self._shown_s:
            self._count(left_s)

    def ended(self) -> None:
        if self._counter is not None:
            self._go()

    def _count(self, left_s: int) -> None:
        self._shown_s = left_s
        now = Button(msg_p("a button", "Now"), "play", self._go, is_strong=True)
        lines = [Line(msg("The clock starts again."), "", QUIET)]
        self._counter = Panel(f"{left_s} …", lines, [now], hides_cards=True)
        self._table.show_panel(self._counter)
        self._table.sound("tick")

    def _go(self) -> None:
        """The cards are shown, and time passes."""
        self._goes, self._counter = True, None
        self._table.close_panel()
        self._goes = False

"""A game being played: its time passes while its cards are seen, and ends it; what is wrong is said.

Knows the session's clock and the status line; must not know any one game, nor how time is written.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.message import joined, msg
from game.play.clock import LONGEST_MS
from game.play.game import Action
from game.rules.position import Position
from game.ui.table.clock_start import let_time_pass
from game.ui.table.part import Part
from game.ui.table.table import Table
from game.ui.table.weight import Weight

AWAY = (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)


class Playing(Part):
    """The time of the game at this table, its standstill and its troubles."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._has_arrived = False

    def take(self, event: pygame.event.Event) -> bool:
        if event.type in AWAY:
            self._table.occasion.pause()
        return event.type in AWAY

    # Time passes while the cards are seen -------------------------------------------------------------

    def arranged(self) -> None:
        if not self._has_arrived:
            self._has_arrived = True
            self._tell_standstill()
        if self._table.panel is None:
            let_time_pass(self._table)

    def dealt(self) -> None:
        if not self._table.hides_cards:
            let_time_pass(self._table)

    def panel_changed(self, hid: bool) -> None:
        # Against a limit, whoever sees the cards can think.
        table = self._table
        if table.hides_cards or (table.panel is not None and not table.is_timed):
            table.session.pause()
        else:
            let_time_pass(table)

    def covered(self) -> None:
        self._table.session.pause()

    @property
    def wake_in_s(self) -> float | None:
        session = self._table.session
        elapsed_ms = session.elapsed_ms
        if not session.is_running or elapsed_ms == LONGEST_MS:
            return None
        return (1000 - elapsed_ms % 1000) / 1000 + 0.001

    def awake(self) -> None:
        table, session = self._table, self._table.session
        if session.is_running:
            session.write_clock()
            if session.end_if_time_is_up():
                table.interrupt()
                table.say("")  # of what was said last, nothing holds any more
                table.ended()
        if session.trouble is not None:
            table.say(joined(" ", filter(None, [session.trouble, self._standstill()])), Weight.TROUBLE)
            session.trouble = None
            table.bars_changed()  # they tell how much is not saved

    def facts(self) -> Sequence[tuple[str, str]]:
        unwritten = self._table.session.recorder.unwritten
        # Translators: a label; so many moves could not be written to the disk yet.
        return [(msg("Not saved"), str(unwritten))] if unwritten else []

    # Standstill ---------------------------------------------------------------------------------------

    def acted(self, action: Action, before: Position) -> None:
        self._tell_standstill()

    def _tell_standstill(self) -> None:
        if words := self._standstill():
            self._table.status.say_unasked(words, Weight.STANDSTILL)

    def _standstill(self) -> str:
        game = self._table.session.game
        return "" if game.is_over else self._table.view.standstill(game) or ""

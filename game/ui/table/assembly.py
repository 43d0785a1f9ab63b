"""Assembly of tables from parts: tables to play at, and tables to watch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import pygame

from game.play.game import GameSnapshot
from game.session.session import Session
from game.ui.forms.focus import Focus
from game.ui.screen import Context
from game.ui.table.finale import DealAnimation, Finale
from game.ui.table.hand import CardController
from game.ui.table.hints import Hints
from game.ui.table.keyboard import KeyboardInput, Questions
from game.ui.table.part import Mode, Part
from game.ui.table.playing import GameMonitor
from game.ui.table.pointer import ButtonLabel, PointerInput
from game.ui.table.practice import PracticeMode
from game.ui.table.rules_page import open_rules
from game.ui.table.shield import EndShield
from game.ui.table.table import Table
from game.ui.table.view import View

if TYPE_CHECKING:
    from game.play.summary import Totals
    from game.ui.drawing.charts import Chart


class SpectatorInput(Part):
    """Input of a spectator, who moves no cards."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._focus = table.bar_focus = Focus(
            lambda: table.bars.buttons, lambda button: table.figures.redraw(button.box), table.decline
        )

    def on_event(self, event: pygame.event.Event) -> bool:
        table = self._table
        if table.panel is not None:
            return False
        if event.type == pygame.KEYDOWN:
            table.is_stale = True
            self._key(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and table.hurry():
            table.is_stale = True
        elif event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.WINDOWLEAVE):
            return self._focus.handle(event)
        else:
            return False
        return True

    def _key(self, event: pygame.event.Event) -> None:
        mode = self._table.mode
        if event.key == pygame.K_ESCAPE:
            mode.escape()
        elif event.key == pygame.K_F1:
            open_rules(self._table)
        elif event.key == pygame.K_t:
            self._table.figures.tell()
        elif event.key == pygame.K_TAB or (event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)):
            self._focus.key(event.key, event.mod)
        else:
            mode.other_key(event.key, event.mod)


class SettingRow(NamedTuple):
    """A row on a page of settings: a switch, unless its values are `choices` with a word each."""

    label: str
    hint: str
    setting: str
    """Name of the setting in the profile."""
    choices: Mapping[Any, str] = {}


class GameTables(NamedTuple):
    """All that the window knows of one game; what is left out, the game does not have."""

    view: type[View[Any]]
    """View of the game, made with its variant."""
    practice: Callable[[Table, bool], Table]
    """Makes a table one of practice; says whether the cards are still to be dealt."""
    shown_parts: Callable[[Table], Sequence[Part]] = lambda _: ()
    """Parts of a table at which nobody plays, as in replays and small pictures."""
    hints: Callable[..., Hints] = Hints
    """Hints of a table; called as `Hints` is."""
    tutorial: Callable[[Context, Any], Table] | None = None
    """The table of the game's tutorial, from its beginning; called with the chosen variant."""
    settings: Sequence[SettingRow] = ()
    """Settings of this game alone."""
    charts: Callable[[Totals], list[Chart]] | None = None
    """Charts of its statistics besides those of every game."""

    def practised(self, context: Context, session: Session, is_fresh: bool) -> Table:
        """Table of a practice game; `is_fresh` when the cards are still to be dealt."""
        view = self.view(session.game.variant)
        return self.practice(Table(context, session.game, view, session), is_fresh)

    def spectator_table(self, context: Context, game: GameSnapshot, session: Session | None = None) -> Table:
        """Table to watch: for replays and small pictures, or with a session for demonstrations."""
        table = Table(context, game, self.view(game.variant), session)
        table.parts = self.shown_parts(table)
        return table


def played(
    table: Table,
    mode: Mode,
    hand: CardController,
    keyboard: KeyboardInput | None = None,
    last: Sequence[Part] = (),
    is_fresh: bool = False,
    advisers: Sequence[Part] = (),
) -> Table:
    """Table with input, a clock and an end; `last` are drawn on top, `advisers` beneath the dragged cards."""
    table.mode, keyboard = mode, keyboard or KeyboardInput(table, hand)
    table.parts = [
        *([DealAnimation(table)] if is_fresh else []),
        GameMonitor(table),
        Finale(table),
        *advisers,
        hand,
        keyboard,
        Questions(table, keyboard),
        PointerInput(table, hand),
        *last,
        ButtonLabel(table),
        EndShield(table),
    ]
    table.bars.buttons = mode.buttons()
    return table


def practised(
    table: Table,
    practice: PracticeMode,
    hand: CardController,
    keyboard: KeyboardInput | None = None,
    last: Sequence[Part] = (),
    is_fresh: bool = False,
) -> Table:
    """Table of a practice game."""
    practice.name_day()
    goes_on = not is_fresh and table.session.elapsed_ms > 0
    if table.view.is_timed:
        from game.ui.table.playing import ResumeDelay

        last = [*last, ResumeDelay(table, goes_on)]
    return played(table, practice, hand, keyboard, [*last, *practice.tips()], is_fresh, practice.parts())

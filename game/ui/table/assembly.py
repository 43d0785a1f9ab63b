"""Assembly of tables from parts: tables to play at, to watch, and at which the program plays by hints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import pygame

from game.message import Message, joined, msg, msg_p
from game.play.game import OVER, Action, ControlAction, GameSnapshot
from game.play.record import Record
from game.play.replay import Replay
from game.rules.position import STOCK, Move, Position
from game.rules.variant import Outcome, Variant
from game.session.session import Session
from game.ui.drawing.theme import QUIET
from game.ui.forms.focus import Focus
from game.ui.forms.panel import Panel, PanelLine
from game.ui.forms.widgets import Button
from game.ui.screen import Context
from game.ui.spoken import IS_PAUSED, PLAY_OR_PAUSE, PLAYS
from game.ui.table.finale import DealAnimation, Finale
from game.ui.table.hand import CardController
from game.ui.table.hints import Hints, Winnable
from game.ui.table.keyboard import KeyboardInput, Questions
from game.ui.table.part import Mode, Part
from game.ui.table.playing import EndShield, GameMonitor, ResumeDelay, go_through, open_rules, result_line
from game.ui.table.pointer import ButtonLabel, PointerInput, press_button
from game.ui.table.practice import PracticeMode
from game.ui.table.seen_and_heard import Places
from game.ui.table.table import Table
from game.ui.table.tutorial import Guide, Tutorial
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
    practice: type[PracticeMode] = PracticeMode
    """Practice, made with a hand of the game."""
    hand: Callable[[Table], CardController] = CardController
    keyboard: Callable[[Table, Any], KeyboardInput] = KeyboardInput
    places: Callable[[Table], Places] = lambda _: Places()
    shown_parts: Callable[[Table], Sequence[Part]] = lambda _: ()
    """Parts of a table at which nobody plays, as in replays and small pictures."""
    tutorial: Callable[[Any], Tutorial] | None = None
    """Tutorial of the game by the rules of a variant."""
    settings: Sequence[SettingRow] = ()
    """Settings of this game alone."""
    charts: Callable[[Totals], list[Chart]] | None = None
    """Charts of its statistics besides those of every game."""

    def table(self, context: Context, game: GameSnapshot, session: Session | None = None) -> Table:
        """Table of a game without any parts."""
        table = Table(context, game, self.view(game.variant), session)
        table.area.places = self.places(table)
        return table

    def practised(self, context: Context, session: Session, is_fresh: bool) -> Table:
        """Table of a practice game; `is_fresh` when the cards are still to be dealt."""
        table = self.table(context, session.game, session)
        hand = self.hand(table)
        mode = self.practice(table, hand, is_fresh)
        mode.name_day()
        own = [*mode.own_parts()]
        if table.view.is_timed:
            own.append(ResumeDelay(table, goes_on=not is_fresh and session.elapsed_ms > 0))
        keyboard = self.keyboard(table, hand)
        return played(table, mode, hand, keyboard, own, is_fresh, mode.parts())

    def taught(self, context: Context, variant: Variant) -> Table:
        """Table of the game's tutorial, from its beginning."""
        assert self.tutorial is not None
        tutorial = self.tutorial(variant)
        session = tutorial.session(context)
        table = self.table(context, session.game, session)
        hand = self.hand(table)
        guide = Guide(table, hand, session, tutorial)
        return played(table, guide, hand, self.keyboard(table, hand), [guide])

    def spectator_table(self, context: Context, game: GameSnapshot, session: Session | None = None) -> Table:
        """Table to watch: for replays and small pictures, or with a session for demonstrations."""
        table = self.table(context, game, session)
        table.parts = self.shown_parts(table)
        return table


def played(
    table: Table,
    mode: Mode,
    hand: CardController,
    keyboard: KeyboardInput,
    last: Sequence[Part] = (),
    is_fresh: bool = False,
    advisers: Sequence[Part] = (),
) -> Table:
    """Table with input, a clock and an end; `last` are drawn on top, `advisers` beneath the dragged cards."""
    table.mode = mode
    table.parts = [
        *([DealAnimation(table)] if is_fresh else []),
        GameMonitor(table),
        Finale(table),
        *advisers,
        hand,
        keyboard,
        Questions(table, keyboard),
        PointerInput(table, hand),
        *hand.beneath,
        *last,
        *hand.above,
        ButtonLabel(table),
        EndShield(table),
    ]
    table.bars.buttons = mode.buttons()
    return table


PAUSE_S = 1.5
"""Minimum time for which a move is shown and explained before it is made."""
THINK_S = 2.5
"""No longer than that better advice is waited for."""
STOCK_SHARE = 0.4
"""Share of that time for the stock."""
PACES = (1.0, 2.0, 4.0)
"""Speeds of the demonstration."""
GO_ON = msg_p("a replay", "Play")
BEGAN_HERE = msg("The demonstration began here.")


class Demonstration(Part, Mode):
    """Makes moves by hints, each after a look; the onlooker may pause, step, and choose its pace."""

    def __init__(self, table: Table, hints: Hints) -> None:
        self._table, self._hints = table, hints
        self._pace = PACES[0]
        self._is_playing = True
        self._made = 0  # how many of its moves have been made on the table
        self._steps_due = 0  # how many moves are wanted although it does not play
        self._move: Move | None = None  # the one that is shown
        self._looked_s = 0.0
        self._back_button = Button(msg("Step back"), "step_back", self.step_back, self.back_refusal)
        self._play_button = Button(
            msg_p("a button", "Pause"), "pause", self.toggle, self.on_refusal, is_strong=True
        )
        self._play_button.spoken_word = PLAY_OR_PAUSE
        self._on_button = Button(msg("Step forward"), "step_on", self.step_on, self.on_refusal)
        self._pace_button = Button("1×", None, self.faster)

    @property
    def _is_wanted(self) -> bool:
        """Whether a move is to be made."""
        return (self._is_playing or self._steps_due > 0) and not self._table.game.is_over

    @property
    def is_animating(self) -> bool:
        return self._is_wanted and (not self._hints.is_thinking or self._hints.move is not None)

    def update(self, step_s: float) -> None:
        table, hints = self._table, self._hints
        is_hurried = self._steps_due > 1  # who asks for the next move has seen enough of this one
        if is_hurried:
            table.cards.finish()
        has_settled = not (table.is_dealing or table.cards.is_flying or table.panel is not None)
        if not self._is_wanted or not has_settled or table.game.is_solved:
            return
        if not hints.is_thinking and hints.move is None:
            self._ask()
            return
        if hints.move != self._move:
            # A move that comes late is looked at, too.
            self._looked_s = min(self._looked_s, THINK_S - PAUSE_S)
            self._move = hints.move
        if self._move is not None:
            haste = 1 / STOCK_SHARE if self._move == STOCK else 1.0
            self._looked_s += step_s * self._pace * haste
            if is_hurried or self._looked_s >= (THINK_S if hints.is_thinking else PAUSE_S):
                self._make(self._move)

    def _ask(self) -> None:
        """Asks for a hint, or gives up where that has led to nothing."""
        self._move, self._looked_s = None, 0.0
        if self._hints.position is not self._table.game.position:
            self._hints.ask()
        if not self._hints.is_thinking and self._hints.move is None:
            self._give_up()

    def _give_up(self) -> None:
        """Ends the game if its rules allow, when there is nothing to do."""
        self._steps_due = 0
        if self._table.session.game.end_refusal() is None:
            self._table.act(ControlAction.END)
        else:
            self.pause()

    def _make(self, move: Move) -> None:
        self._steps_due = max(0, self._steps_due - 1)
        self._made += 1
        self._table.act(move)

    # What happens at the table --------------------------------------------------------------------

    def on_layout(self) -> None:
        if not self._is_playing:
            self._table.session.pause()

    def on_action(self, action: Action, before: Position) -> None:
        self._move = None

    # What the onlooker asks for -----------------------------------------------------------------------

    @property
    def title(self) -> str:
        return msg("Show me — {game}", game=self._table.variant.title)

    def buttons(self) -> Sequence[Button]:
        leave = Button(msg_p("a button", "Back"), "back", self._table.context.back)
        return [self._back_button, self._play_button, self._on_button, self._pace_button, leave]

    def back_refusal(self) -> Message | None:
        """Returns why no move of it can be undone, or None."""
        return self._table.session.game.undo_refusal() if self._made else BEGAN_HERE

    def on_refusal(self) -> Message | None:
        """Why no move can be made, or None."""
        return OVER if self._table.game.is_over else None

    def toggle(self) -> None:
        """Plays on, or pauses."""
        if self._is_playing:
            self.pause()
        elif not self._table.game.is_over:
            self._is_playing = True
            self._table.session.start()
            self._changed()
        self._table.context.narrate(PLAYS if self._is_playing else IS_PAUSED)

    def pause(self) -> None:
        self._is_playing, self._steps_due = False, 0
        self._table.session.pause()
        self._changed()

    def step_on(self) -> None:
        """Makes one move more than it is asked for already; then the one that is shown is made at once."""
        due = self._steps_due
        self.pause()
        self._steps_due = due + 1

    def step_back(self) -> None:
        """Takes one move back."""
        self.pause()
        self._made -= 1
        go_through(self._table, ControlAction.UNDO)

    def faster(self) -> None:
        """The next pace; after the fastest, the slowest again."""
        place = PACES.index(self._pace) + 1
        self._pace = PACES[place % len(PACES)]
        self._changed()

    def _changed(self) -> None:
        table, play = self._table, self._play_button
        play.word, play.icon = (msg_p("a button", "Pause"), "pause") if self._is_playing else (GO_ON, "play")
        self._pace_button.word = f"{self._pace:g}×"
        table.bars.lay_out(table.context.pictures, table.canvas.size)
        table.canvas.damage(table.bars.top)
        table.figures.changed()

    # Keys -----------------------------------------------------------------------------------------

    def escape(self) -> None:
        self._table.context.back()

    def other_key(self, key: int, modifiers: int) -> None:
        does = {
            pygame.K_SPACE: self._play_button,
            pygame.K_p: self._play_button,
            pygame.K_LEFT: self._back_button,
            pygame.K_RIGHT: self._on_button,
            **dict.fromkeys((pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS), self._pace_button),
        }
        if key in does:
            is_told = does[key] is not self._play_button  # whose state is told by itself
            if is_told and self._table.bar_focus is not None and does[key].refusal() is None:
                self._table.bar_focus.go_to(does[key])  # so that it is told what it says then
            press_button(self._table, does[key])

    # The end --------------------------------------------------------------------------------------

    def result_panel(self) -> Panel:
        game, title = self._table.game, msg("The demonstration is over")
        if game.outcome is Outcome.WON:
            title = msg("The demonstration is won")
        buttons = [
            Button(msg_p("a button", "Back"), "back", self._table.context.back, is_strong=True),
            Button(msg_p("a button", "Watch"), "eye", self.watch),
        ]
        lines = [result_line(game), PanelLine(msg("None of it is kept or counted."), "", QUIET)]
        return Panel(title, lines, buttons)

    def watch(self) -> None:
        """Shows the replay of the whole game."""
        self._table.context.navigation.go("replay", Replay(Record.of(self._table.session.game)))


def demonstrated(tables: GameTables, context: Context, session: Session) -> Table:
    """A table at which the program plays by its own hints, and the player looks on."""
    table = tables.spectator_table(context, session.game, session)
    hints = tables.practice.hints_class(table, Winnable(table, is_fresh=False), tells_all=True)
    table.mode = demonstration = Demonstration(table, hints)
    table.parts = [
        GameMonitor(table),
        Finale(table),
        hints,
        demonstration,
        *table.parts,
        SpectatorInput(table),
        EndShield(table),
    ]
    table.bars.buttons = table.mode.buttons()
    table.bars.subtitle = joined(" · ", [table.bars.subtitle, msg("how the program would play")])
    table.bars.gives_way = True
    return table

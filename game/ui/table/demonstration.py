"""Tables at which the program shows how to play, by its hints on a copy of a game."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.message import Message, joined, msg, msg_p, verbatim
from game.play.game import Action, ControlAction
from game.play.record import Record
from game.play.replay import Replay
from game.rules.position import STOCK, Move, Position
from game.rules.variant import Outcome
from game.session.session import Session
from game.ui.drawing.theme import GOLD, QUIET
from game.ui.forms.panel import Panel, PanelLine
from game.ui.forms.widgets import Button
from game.ui.screen import Context
from game.ui.spoken import IS_PAUSED, PLAY_OR_PAUSE, PLAYS
from game.ui.table.assembly import GameTables, SpectatorInput
from game.ui.table.finale import Finale
from game.ui.table.hints import Hints
from game.ui.table.line_search import Winnable
from game.ui.table.part import Mode, Part
from game.ui.table.playing import GameMonitor, go_through
from game.ui.table.pointer import press_button
from game.ui.table.shield import EndShield
from game.ui.table.table import Table

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


class DemoPlayer(Part):
    """Makes the moves of a demonstration, each after a look."""

    def __init__(self, table: Table, hints: Hints) -> None:
        self._table, self._hints = table, hints
        self.pace = PACES[0]
        self.is_playing = True
        self.made = 0
        """Number of its moves that have been made on the table."""
        self._steps_due = 0  # how many moves are wanted although it does not play
        self._move: Move | None = None  # the one that is shown
        self._looked_s = 0.0

    @property
    def _is_wanted(self) -> bool:
        """Whether a move is to be made."""
        return (self.is_playing or self._steps_due > 0) and not self._table.game.is_over

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
            self._looked_s += step_s * self.pace * haste
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
            self._table.mode.pause()

    def _make(self, move: Move) -> None:
        self._steps_due = max(0, self._steps_due - 1)
        self.made += 1
        self._table.act(move)

    # What the onlooker asks for -----------------------------------------------------------------------

    def play(self) -> None:
        """Goes on by itself."""
        self.is_playing = True
        self._table.session.start()
        self._table.figures.changed()

    def pause(self) -> None:
        """Pauses; the clock stops."""
        self.is_playing, self._steps_due = False, 0
        self._table.session.pause()
        self._table.figures.changed()

    def step_on(self) -> None:
        """Makes one move more than it is asked for already; then the one that is shown is made at once."""
        due = self._steps_due
        self.pause()
        self._steps_due = due + 1

    def step_back(self) -> None:
        """Takes one move back."""
        self.pause()
        self.made -= 1
        go_through(self._table, ControlAction.UNDO)

    # What happens at the table --------------------------------------------------------------------

    def on_layout(self) -> None:
        if not self.is_playing:
            self._table.session.pause()

    def on_action(self, action: Action, before: Position) -> None:
        self._move = None


class DemoMode(Mode):
    """Mode of a demonstration."""

    def __init__(self, table: Table, player: DemoPlayer) -> None:
        self._table, self.player = table, player
        self._back = Button(msg("Step back"), "step_back", self.step_back, self.back_refusal)
        self._play = Button(msg_p("a button", "Pause"), "pause", self.toggle, self.on_refusal, is_strong=True)
        self._play.spoken_word = PLAY_OR_PAUSE
        self._on = Button(msg("Step forward"), "step_on", self.step_on, self.on_refusal)
        self._pace = Button("1×", None, self.faster)

    @property
    def title(self) -> str:
        return msg("Show me — {game}", game=self._table.variant.title)

    def buttons(self) -> Sequence[Button]:
        leave = Button(msg_p("a button", "Back"), "back", self._table.context.back)
        return [self._back, self._play, self._on, self._pace, leave]

    def back_refusal(self) -> Message | None:
        """Returns why no move of it can be undone, or None."""
        return self._table.session.game.undo_refusal() if self.player.made else BEGAN_HERE

    def on_refusal(self) -> Message | None:
        """Why no move can be made, or None."""
        return msg("The game is over.") if self._table.game.is_over else None

    # Pace -----------------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Plays on, or pauses."""
        if self.player.is_playing:
            self.player.pause()
        elif not self._table.game.is_over:
            self.player.play()
        self._changed()
        self._table.context.narrate(PLAYS if self.player.is_playing else IS_PAUSED)

    def pause(self) -> None:
        self.player.pause()
        self._changed()

    def step_on(self) -> None:
        """Makes one move, and waits."""
        self.player.step_on()
        self._changed()

    def step_back(self) -> None:
        """Takes one move back, and waits."""
        self.player.step_back()
        self._changed()

    def faster(self) -> None:
        """The next pace; after the fastest, the slowest again."""
        place = PACES.index(self.player.pace) + 1
        self.player.pace = PACES[place % len(PACES)]
        self._changed()

    def _changed(self) -> None:
        table, is_playing = self._table, self.player.is_playing
        self._play.word, self._play.icon = (
            (msg_p("a button", "Pause"), "pause") if is_playing else (GO_ON, "play")
        )
        self._pace.word = f"{self.player.pace:g}×"
        table.bars.lay_out(table.context.pictures, table.canvas.size)
        table.canvas.damage(table.bars.top)
        table.figures.changed()

    # Keys -----------------------------------------------------------------------------------------

    def escape(self) -> None:
        self._table.context.back()

    def other_key(self, key: int, modifiers: int) -> None:
        does = {
            pygame.K_SPACE: self._play,
            pygame.K_p: self._play,
            pygame.K_LEFT: self._back,
            pygame.K_RIGHT: self._on,
            **dict.fromkeys((pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS), self._pace),
        }
        if key in does:
            is_told = does[key] is not self._play  # whose state is told by itself
            if is_told and self._table.bar_focus is not None and does[key].refusal() is None:
                self._table.bar_focus.go_to(does[key])  # so that it is told what it says then
            press_button(self._table, does[key])

    # The end --------------------------------------------------------------------------------------

    def result_panel(self) -> Panel:
        game, variant = self._table.game, self._table.variant
        result = PanelLine(
            verbatim(variant.unit.full).capitalised(), str(variant.result(game.position)), GOLD, is_bold=True
        )
        title = (
            msg("The demonstration is won")
            if game.outcome is Outcome.WON
            else msg("The demonstration is over")
        )
        buttons = [
            Button(msg_p("a button", "Back"), "back", self._table.context.back, is_strong=True),
            Button(msg_p("a button", "Watch"), "eye", self.watch),
        ]
        return Panel(title, [result, PanelLine(msg("None of it is kept or counted."), "", QUIET)], buttons)

    def watch(self) -> None:
        """Shows the replay of the whole game."""
        self._table.context.navigation.go("replay", Replay(Record.of(self._table.session.game)))


def demonstrated(tables: GameTables, context: Context, session: Session) -> Table:
    """A table at which the program plays by its own hints, and the player looks on."""
    table = tables.spectator_table(context, session.game, session)
    hints = tables.hints(table, Winnable(table, is_fresh=False), tells_all=True)
    player = DemoPlayer(table, hints)
    table.mode = DemoMode(table, player)
    table.parts = [
        GameMonitor(table),
        Finale(table),
        hints,
        player,
        *table.parts,
        SpectatorInput(table),
        EndShield(table),
    ]
    table.bars.buttons = table.mode.buttons()
    table.bars.subtitle = joined(" · ", [table.bars.subtitle, msg("how the program would play")])
    table.bars.gives_way = True
    return table

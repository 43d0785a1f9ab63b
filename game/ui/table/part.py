"""Parts of a table, whose hooks are its event handlers, called in order; and its mode, such as practice."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.message import Message, msg
from game.play.game import Action
from game.rules.position import Position
from game.ui.drawing.canvas import Picture
from game.ui.forms.panel import Panel
from game.ui.forms.widgets import Button, Widget


class Mode:
    """Requests that a player may make; by default none."""

    is_practice = False
    """Whether a player plays for themselves: with hints, pauses and a new game at any time."""

    @property
    def title(self) -> str:
        """Window title."""
        return msg("Patience Arcade")

    def buttons(self) -> Sequence[Button]:
        """The buttons of the bar."""
        return ()

    def undo(self) -> None:
        """Takes the last move back."""

    def redo(self) -> None:
        """Redoes what was undone."""

    def pause(self) -> None:
        """Hides the cards and stops the clock."""

    def escape(self) -> None:
        """Esc with nothing picked up."""
        self.pause()

    def click(self, pile: int, index: int) -> bool:
        """A click on a card while none is picked up; returns whether this has done what it means."""
        return False

    def correction(self, sentence: str) -> str:
        """Returns what is said instead of a refusal."""
        return sentence

    def home_key(self) -> bool:
        """The key that sends cards home; returns whether it means something else here."""
        return False

    def shortcut(self, key: int, modifiers: int) -> bool:
        """Handles a key before any panel; returns whether it was used."""
        return False

    def other_key(self, key: int, modifiers: int) -> None:
        """A key that means nothing at every table."""

    def means_otherwise(self, button: Widget) -> bool:
        """A disabled button of the bar was pressed; returns whether that does something else."""
        return False

    def result_panel(self) -> Panel:
        """Panel shown when the game is over."""
        raise NotImplementedError

    def file_refusal(self) -> Message | None:
        """Why a file dropped on the window cannot be taken now, as a sentence, or None."""
        return None

    def can_close(self) -> bool:
        """Whether the window may be closed at once; if not, the player has been asked something."""
        return True


class Part:
    """One behaviour of a table, which calls its parts' hooks in order; events go to the last part first.

    What only one part does is no hook: the part sets it in `table.asked`.
    """

    def on_layout(self) -> None:
        """The cards are in their slots, or on the way: after a new layout, and when the last one is dealt."""

    def on_event(self, event: pygame.event.Event) -> bool:
        """Handles an event; returns whether it was used."""
        return False

    # The game ------------------------------------------------------------------------------------

    def on_action(self, action: Action, before: Position) -> None:
        """An action was done here, and is shown."""

    def on_end(self) -> None:
        """The game has just come to its end."""

    # What lies over it ---------------------------------------------------------------------------

    def on_panel(self, hid: bool) -> None:
        """A panel was opened or closed; `hid` says whether the cards were hidden before."""

    def on_covered(self) -> None:
        """Another screen is laid over the table."""

    def on_close(self) -> None:
        """The table is left for good."""

    # Time ----------------------------------------------------------------------------------------

    @property
    def is_animating(self) -> bool:
        """Whether frames are wanted without further input."""
        return False

    @property
    def next_tick_s(self) -> float | None:
        """After which time `on_tick` wants to be called although nothing moves, or None."""
        return None

    def update(self, step_s: float) -> None:
        """Advances by a fixed step; not while the cards are hidden."""

    def on_tick(self) -> None:
        """Called in every frame before drawing, and at least after `next_tick_s`."""

    def on_first_frame(self) -> None:
        """Called once, in the first frame after the cards were drawn for the first time."""

    # Drawing -------------------------------------------------------------------------------------

    def draw_below(self) -> Sequence[Picture]:
        """Marks above the cards on the table and beneath those in the hand."""
        return ()

    def draw_above(self) -> Sequence[Picture]:
        """Draws above all cards, but not above a panel."""
        return ()

    def status_facts(self) -> Sequence[tuple[str, str]]:
        """Additional counts of the status line."""
        return ()

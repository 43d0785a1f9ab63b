"""Mode of a table, such as practice or a round: what is offered besides moving cards."""

from __future__ import annotations

from collections.abc import Sequence

from game.message import msg
from game.ui.forms.panel import Panel
from game.ui.forms.widgets import Button, Widget


class Mode:
    """Requests that a player may make; by default none."""

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

    def leave_window(self) -> None:
        """The player turns to another window."""
        self.pause()

    def escape(self) -> None:
        """Esc with nothing picked up."""
        self.pause()

    def home_key(self) -> bool:
        """The key that sends cards home; returns whether it means something else here."""
        return False

    def shortcut(self, key: int, modifiers: int) -> bool:
        """Handles a key before any panel; returns whether it was used."""
        return False

    def other_key(self, key: int, modifiers: int) -> None:
        """A key that means nothing at every table."""

    def open_rules(self) -> None:
        """Shows the rules of the game."""

    def button_refused(self, button: Widget, refusal: str) -> None:
        """A disabled button of the bar was pressed."""

    def result_panel(self) -> Panel:
        """Panel shown when the game is over."""
        raise NotImplementedError

    def file_refusal(self) -> str | None:
        """Why a file dropped on the window cannot be taken now, as a sentence, or None."""
        return None

    def can_close(self) -> bool:
        """Whether the window may be closed at once; if not, the player has been asked something."""
        return True

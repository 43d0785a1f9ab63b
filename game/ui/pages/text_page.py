"""A page of text over the present screen, with a folder of the program that can be opened from it.

Knows how a text, its buttons and the file manager go together; must not know what the text says.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.message import msg, msg_p
from game.storage.files import StorageError, make_folder
from game.ui.drawing.foreign import reason_shown, shown
from game.ui.forms.clipboard import copy_text
from game.ui.forms.form import FormScene
from game.ui.forms.form_panel import Row
from game.ui.forms.text_view import TextPart, TextView
from game.ui.forms.widgets import Button
from game.ui.scene import Stage
from game.ui.window.file_manager import Outcome

LOOK_S = 0.2
"""So often it is looked whether the file manager has failed."""
PATIENCE_NS = 10_000_000_000
"""After so long without a word it is there: some do not end before their window is closed."""


class TextPage(FormScene):
    """A text to be read; Enter presses the button that is meant most, Esc leads back."""

    def __init__(self, stage: Stage, heading: str, parts: Sequence[TextPart], size: str = "body") -> None:
        super().__init__(stage, heading)
        self.panel.rows = [Row("", "", TextView(parts, size), is_below=True, grows=True)]
        self._outcome: Outcome | None = None  # of what was opened
        self._folder = Path()
        self._until_ns = 0

    def enter(self) -> None:
        meant = next((button for button in self.pressables if button.is_strong), None)
        if meant is not None:
            meant.press()

    def copy(self, text: str) -> None:
        """Puts a text on the clipboard, and says so."""
        self.say(msg("Copied.") if copy_text(text) else msg("The clipboard cannot be reached."))

    def open_folder(self, folder: Path) -> None:
        """Has the file manager show a folder, which is made if it is not there."""
        self._folder = folder
        try:
            make_folder(folder)
        except StorageError as error:
            why = reason_shown(error)
            self.refuse(msg("There is no such folder, and it cannot be made: {why}.", why=why))
            return
        try:
            self._outcome = self.stage.show_folder(folder)
        except OSError:
            self._fail()
        else:
            self._until_ns = self.stage.now_ns() + PATIENCE_NS
            self.say(msg("The folder is being opened."))

    def _fail(self) -> None:
        self._outcome = None
        folder = shown(str(self._folder), 200)
        self.refuse(msg("No file manager could be opened. The folder is {folder}.", folder=folder))

    @property
    def wake_in_s(self) -> float | None:
        return None if self._outcome is None else LOOK_S

    def awake(self) -> None:
        if self._outcome is None:
            return
        code = self._outcome()
        if code:
            self._fail()
        elif code == 0 or self.stage.now_ns() >= self._until_ns:
            self._outcome = None


def back_button(page: TextPage) -> Button:
    """What leads back to the screen beneath."""
    return Button(msg_p("a button", "Back"), "back", page.close, is_strong=True)

"""A form that writes a file: its name is typed, and a file that is there already is replaced only when asked.

Knows the line, the button and the folder; must not know what is written.
"""

from __future__ import annotations

from pathlib import Path

from game.storage.files import make_folder
from game.storage.saved import is_taken, path_of, with_suffix
from game.ui.drawing.foreign import place_shown, shown
from game.ui.forms.controls import Press
from game.ui.forms.form import FormScene
from game.ui.forms.form_panel import Row
from game.ui.forms.text_line import TextLine
from game.ui.forms.widgets import Button
from game.ui.scene import Stage


class WriteForm(FormScene):
    """A line for the name, the button that writes, and Cancel. Enter writes, too."""

    def __init__(self, stage: Stage, heading: str, word: str, name: str) -> None:
        """`word` is what stands on the button, `name` what stands in the line at first."""
        super().__init__(stage, heading)
        self._folder = stage.saves_folder()
        self._word = word
        self._line = TextLine(name, self._changed)
        self._asked: Path | None = None  # the file that the next press replaces
        self.panel.rows = [Row("File name", f"in {place_shown(self._folder)}", self._line, is_below=True)]
        self._button = Button(word, "save", self.enter, is_strong=True)
        self.panel.buttons = [Press(self._button), Press(Button("Cancel", "close", self.close))]

    def free_path(self, suffix: str) -> Path | None:
        """The path to write to; None when the player must first say that its file is to be replaced.

        Raises:
            StorageError: what is typed is no path of a file.
        """
        path = with_suffix(path_of(self._line.text, self._folder), suffix)
        if path.parent == self._folder:
            make_folder(self._folder)
        if not is_taken(path) or path == self._asked:
            return path
        self._ask(path)
        # A key held down must not answer the question: only the line repeats keys.
        self._focus_on(self.controls.index(self.panel.buttons[0]), shows_ring=True)
        self.refuse(f"{shown(path.name)} is there already. Press Replace to replace it.")
        return None

    def _changed(self) -> None:
        self.say("")
        self._ask(None)

    def _ask(self, path: Path | None) -> None:
        if path != self._asked:
            self._asked = path
            self._button.word = self._word if path is None else "Replace"
            self.panel.lay_out(self.stage.pictures, self.canvas.size)
            self.redraw()

    def released(self) -> None:
        self._line.let_go()

"""A file to write, in a form: its name is typed, and another file is replaced only when asked.

Knows the field, the button and the folder; must not know what is written.
"""

from __future__ import annotations

from pathlib import Path

from game.message import msg, msg_p
from game.storage.files import make_folder
from game.storage.saved import is_taken, path_of, start_folder, with_suffix
from game.ui.drawing.foreign import place_shown, shown
from game.ui.forms.form import FormScene
from game.ui.forms.form_panel import Row
from game.ui.forms.text_field import TextField
from game.ui.forms.widgets import Button


class NewFile:
    """A field for the name, the button that writes, and Cancel. Enter writes, too."""

    def __init__(self, form: FormScene, word: str, name: str) -> None:
        """`word` is what stands on the button, `name` what stands in the field at first."""
        self._form, self._word = form, word
        self._folder = form.stage.saves_folder()
        self.field = TextField(name, self._changed)
        self._asked: Path | None = None  # the file that the next press replaces
        self._button = Button(word, "save", form.enter, is_strong=True)
        form.panel.rows = [
            Row(
                msg("File name"),
                msg("in {folder}", folder=place_shown(self._folder)),
                self.field,
                is_below=True,
            )
        ]
        folders = Button(msg("Folders…"), None, self._browse)
        form.panel.buttons = [self._button, folders, Button(msg("Cancel"), "close", form.close)]

    def set_name(self, name: str) -> None:
        """Writes another name into the field."""
        self.field.set_text(name)
        self._changed()

    def _browse(self) -> None:
        start, ends = start_folder(self.field.text, self._folder), (Path(self.field.text).suffix,)
        self._form.stage.routes.folders(start, ends, self._take, saves=True)

    def _take(self, path: Path) -> None:
        """A folder keeps the name that is typed; a file gives its own."""
        self.set_name(str(path / Path(self.field.text).name if path.is_dir() else path))
        self._form.go_to(self.field)  # Enter writes it

    def free_path(self, suffix: str) -> Path | None:
        """The path to write to; None when the player must first say that its file is to be replaced.

        Raises:
            StorageError: what is typed is no path of a file.
        """
        path = with_suffix(path_of(self.field.text, self._folder), suffix)
        if path.parent == self._folder:
            make_folder(self._folder)
        if not is_taken(path) or path == self._asked:
            return path
        self._ask(path)
        # A key held down must not answer the question: only the field repeats keys.
        self._form.go_to(self._button)
        # Translators: Replace is the button.
        told = msg("{file} is there already. Press Replace to replace it.", file=shown(path.name))
        self._form.refuse(told)
        return None

    def _changed(self) -> None:
        self._form.say("")
        self._ask(None)

    def _ask(self, path: Path | None) -> None:
        if path != self._asked:
            self._asked = path
            self._button.word = self._word if path is None else msg_p("a button", "Replace")
            self._form.lay_out()

"""A form that opens a file: one of a list, one whose name or path is typed, or one that is dropped.

Knows the list, the line and the folder; must not know what stands in the files.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from game.storage.files import StorageError
from game.storage.saved import path_of
from game.ui.drawing.foreign import place_shown, reason_shown
from game.ui.forms.file_list import FileRow
from game.ui.forms.form_panel import Row
from game.ui.forms.list_form import ListForm
from game.ui.forms.text_line import TextLine
from game.ui.scene import Stage


class OpenForm(ListForm):
    """A list of files, and a line for any other. What is typed takes the choice away."""

    def __init__(
        self, stage: Stage, heading: str, folder: Path, rows: Sequence[FileRow], nothing: str
    ) -> None:
        """`folder` is where a name is looked for."""
        super().__init__(stage, heading, rows, nothing)
        self._folder = folder
        self._line = TextLine("", self._changed)
        hint = f"in {place_shown(folder)}, or a whole path; a file can also be dropped here"
        self.panel.rows = [*self.panel.rows, Row("File", hint, self._line, is_below=True)]
        if not rows:
            self._focus = 1

    def name_of(self, index: int) -> str:
        """What the line says when a row is chosen."""
        raise NotImplementedError

    def open_file(self, path: Path) -> None:
        """What is done with a file."""
        raise NotImplementedError

    def typed_path(self, wanted: str) -> Path | None:
        """The path that is typed; None when that is said to be none. `wanted`: “a file”."""
        try:
            return path_of(self._line.text, self._folder)
        except StorageError as error:
            self.refuse(f"Choose {wanted}, or {reason_shown(error)}.")
            return None

    def take(self, path: Path) -> None:
        """A file was dropped on the window."""
        self._line.set_text(str(path))
        self._changed()
        self.open_file(path)

    def _chosen(self, index: int) -> None:
        self._line.set_text(self.name_of(index))
        super()._chosen(index)

    def _changed(self) -> None:
        self._list.chosen = None
        self._opening = None
        self.say("")
        self.redraw()

    def released(self) -> None:
        super().released()
        self._line.let_go()

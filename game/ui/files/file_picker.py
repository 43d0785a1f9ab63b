"""A file to open, in a form: one of a list, or one whose name or path is typed.

Knows the list, the field and the folder; must not know what stands in the files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from game.message import Message, msg
from game.storage.files import StorageError
from game.storage.saved import path_of, start_folder
from game.ui.drawing.foreign import place_shown, reason_shown
from game.ui.forms.file_list import FileList, FileRow
from game.ui.forms.form import FormScene
from game.ui.forms.form_panel import Row
from game.ui.forms.reading import ReadRow
from game.ui.forms.text_field import TextField
from game.ui.forms.widgets import Button


class FilePicker:
    """A list of files, and a field for any other. What is typed takes the choice away."""

    def __init__(
        self,
        form: FormScene,
        rows: Sequence[FileRow],
        nothing: str,
        name_of: Callable[[int], str],
        read_row: ReadRow,
        ends: tuple[str, ...],
        above: Sequence[Row] = (),
    ) -> None:
        """`name_of` tells what the field says when a row is chosen; `nothing` is said without rows.

        Files found in other folders have names that end with one of the `ends`; `above` are rows that
        stand above the list.
        """
        self.folders = Button(msg("Folders…"), None, lambda: self._browse(ends))
        self._form, self._name_of = form, name_of
        self._folder = form.stage.saves_folder()
        self.list = FileList(rows, nothing, self._chosen, form.enter)
        self.reading = form.read_rows(self.list, read_row)
        self._field = TextField("", self._typed)
        place = place_shown(self._folder)
        hint = msg("in {folder}, or a whole path; a file can also be dropped here", folder=place)
        form.panel.rows = [
            *above,
            Row("", "", self.list, is_below=True, grows=True),
            Row(msg("File"), hint, self._field, is_below=True),
        ]
        form.focus.begin_with(self.list if rows else self._field)

    def typed_path(self, wanted: Message) -> Path | None:
        """The path that is typed; None when that is said to be none.

        `wanted`, such as “Choose a file, or {reason}.”, says so.
        """
        try:
            return path_of(self._field.text, self._folder)
        except StorageError as error:
            self._form.refuse(wanted.with_parts(reason=reason_shown(error)))
            return None

    def write(self, path: Path) -> None:
        """Writes a path into the field, as if it were typed."""
        self._field.set_text(str(path))
        self._typed()

    def _browse(self, ends: tuple[str, ...]) -> None:
        start = start_folder(self._field.text, self._folder)
        self._form.stage.routes.folders(start, ends, self._take)

    def _take(self, path: Path) -> None:
        self.write(path)
        self._form.go_to(self._field)  # Enter opens it

    def _chosen(self, index: int) -> None:
        self._field.set_text(self._name_of(index))
        self._changed()

    def _typed(self) -> None:
        self.list.chosen = None
        self._changed()

    def _changed(self) -> None:
        self.reading.forget()
        self._form.say("")
        self._form.redraw()

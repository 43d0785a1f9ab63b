"""A file to open, in a form: one of a list, or one found by going through folders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from game.message import Message, msg, msg_p, verbatim
from game.play.slices import Slices
from game.storage.files import StorageError
from game.storage.saved import (
    SUFFIX,
    FolderEntry,
    listing,
    nearest_folder,
    path_of,
    places,
    recent,
    start_folder,
)
from game.ui.drawing.words import date_shown, place_shown, reason_shown, shown, size_shown
from game.ui.files.found_games import FoundGame
from game.ui.forms.controls import Choice
from game.ui.forms.file_list import FileList, FileRow, ReadRow
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import Row
from game.ui.forms.text_field import TextField
from game.ui.forms.widgets import Button
from game.ui.screen import Context


class FilePicker:
    """A list of files, and a field for any other; typing clears the choice."""

    def __init__(
        self,
        form: FormScreen,
        rows: Sequence[FileRow],
        nothing: str,
        name_of: Callable[[int], str],
        read_row: ReadRow,
        ends: tuple[str, ...],
        above: Sequence[Row] = (),
    ) -> None:
        """`name_of` gives the field's text for a chosen row; `nothing` is shown without rows.

        Files from other folders are those whose names have one of the `ends`; `above` are rows above the
        list.
        """
        self.folders = Button(msg("Folders…"), None, lambda: self._browse(ends))
        self._form, self._name_of = form, name_of
        self._folder = form.context.saves_folder()
        self.list = FileList(rows, nothing, self._chosen, form.enter)
        self.reading = form.read_rows(self.list, read_row)
        self._field = TextField("", self._typed)
        place = place_shown(self._folder)
        hint = msg("in {folder}, or a full path; a file can also be dropped here", folder=place)
        form.panel.rows = [
            *above,
            Row("", "", self.list, is_below=True, grows=True),
            Row(msg("File"), hint, self._field, is_below=True),
        ]
        form.focus.begin_with(self.list if rows else self._field)

    def typed_path(self, wanted: Message) -> Path | None:
        """The typed path, or None after saying `wanted`, such as “Choose a file, or {reason}.”"""
        try:
            return path_of(self._field.text, self._folder)
        except StorageError as error:
            self._form.refuse(wanted.with_parts(reason=reason_shown(error)))
            return None

    def take_field_away(self) -> None:
        """Removes the field: only listed files can be chosen."""
        self._form.panel.rows = self._form.panel.rows[:-1]
        self.list.chosen = 0 if self.list.rows else None

    def write(self, path: Path) -> None:
        """Writes a path into the field, as if it were typed."""
        self._field.set_text(str(path))
        self._typed()

    def _browse(self, ends: tuple[str, ...]) -> None:
        start, context = start_folder(self._field.text, self._folder), self._form.context
        context.lay_over(FoldersScreen(context, start, ends, self._take))

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


LATELY = msg_p("files used of late", "Recent")


class FoldersScreen(FormScreen):
    """Shows a folder at a time; typing filters it by name."""

    def __init__(
        self,
        context: Context,
        start: Path,
        ends: tuple[str, ...],
        taken: Callable[[Path], None],
        saves: bool = False,
    ) -> None:
        """`taken` is called with a file's path or, for saving, a folder's; files have one of the `ends`."""
        super().__init__(context, msg("Choose a folder") if saves else msg("Choose a file"))
        self._ends, self._taken, self._saves = ends, taken, saves
        self._places = places(context.saves_folder())
        self.folder: Path | None = nearest_folder(start)
        """The folder that is seen; None for the files used of late."""
        self._all: Sequence[FolderEntry] = ()
        self._found: Sequence[tuple[FolderEntry, FileRow]] = ()
        self._games: dict[Path, FoundGame] = {}
        self._list = FileList(
            [], msg("There is nothing of that kind here."), lambda _: self.redraw(), self.enter
        )
        self._search = TextField("", self._searched)
        self._head = Row(msg("Search"), "", self._search, is_below=True)
        words = [(word, str(folder)) for word, folder in self._places.items()]
        place = Choice([*words, (LATELY, LATELY)], self._place, self._go_to_place)
        self.panel.rows = [
            Row(msg("Places"), "", place),
            Row("", "", self._list, is_below=True, grows=True),
            self._head,
        ]
        here = [Button(msg("Save here"), "save", self._take_folder, self._no_folder, is_strong=True)]
        self.panel.buttons = [
            *(here if saves else [Button(msg("Choose"), "open", self.enter, is_strong=True)]),
            Button(msg_p("a button", "Up"), "back", self._go_up, self._no_way_up),
            Button(msg("Cancel"), "close", self.close),
        ]
        self.focus.begin_with(self._search)
        try:
            self._look()
        except StorageError as error:
            self.panel.sentence = msg("This folder cannot be read: {reason}.", reason=reason_shown(error))

    # Where one is --------------------------------------------------------------------------------

    def _place(self) -> str:
        return LATELY if self.folder is None else str(self.folder)

    def _go_to_place(self, place: str) -> None:
        self._go(None if place == LATELY else Path(place))

    def _go(self, folder: Path | None) -> None:
        before, self.folder = self.folder, folder
        self._search.set_text("")
        try:
            self._look()
        except StorageError as error:
            self.folder = before
            self.refuse(msg("This folder cannot be read: {reason}.", reason=reason_shown(error)))
            return
        self.say("")
        self.lay_out()

    def _go_up(self) -> None:
        if self.folder is not None:
            self._go(self.folder.parent)

    def _no_way_up(self) -> Message | None:
        is_top = self.folder is None or self.folder.parent == self.folder
        return msg("There is no folder above.") if is_top else None

    def _no_folder(self) -> Message | None:
        return msg("Choose a folder first.") if self.folder is None else None

    def _look(self) -> None:
        if self.folder is None:
            self._all = recent(self.context.profile, self._ends)
            self._head.hint = msg("among the files used recently")
        else:
            self._all = listing(self.folder, self._ends)
            self._head.hint = msg("in {folder}", folder=place_shown(self.folder))
        self._games.clear()
        self._show()

    def _searched(self) -> None:
        self.say("")
        self._show()
        self.lay_out()

    def _show(self) -> None:
        wanted = self._search.text.casefold().split()
        found = [e for e in self._all if all(word in e.path.name.casefold() for word in wanted)]
        self._found = [(entry, self._row(entry)) for entry in found]
        self._list.put([row for _, row in self._found], 0 if wanted and found else None)
        self.read_rows(self._list, self._read_row)  # what was being read is not to be seen any more

    def _row(self, entry: FolderEntry) -> FileRow:
        date = date_shown(entry.changed_s)
        if entry.is_folder:
            return FileRow(verbatim(f"{shown(entry.path.name)}/"), date, msg("Folder"))
        if entry.path.name.endswith(SUFFIX):
            game = self._games.setdefault(entry.path, FoundGame(entry.path.name, entry.changed_s, entry.path))
            return game.row
        return FileRow(verbatim(shown(entry.path.name)), date, size_shown(max(1024, entry.size_bytes)))

    def _read_row(self, index: int) -> Slices[None]:
        return self._games[self._found[index][0].path].reading()

    # What is chosen ------------------------------------------------------------------------------

    def enter(self) -> None:
        if self._list.chosen is not None:
            entry = self._found[self._list.chosen][0]
            if entry.is_folder:
                self._go(entry.path)
            else:
                self._take(entry.path)
        elif self._saves and self.folder is not None:
            self._take(self.folder)
        else:
            self.refuse(msg("Choose a file or a folder."))

    def _take_folder(self) -> None:
        if self.folder is not None:
            self._take(self.folder)

    def _take(self, path: Path) -> None:
        self.context.back()
        self._taken(path)

"""Forms that save a game, open one, and go through folders."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from game.message import Message, msg, msg_p, verbatim
from game.play.game import Game
from game.play.lines import FileError
from game.play.replay import Replay
from game.play.slices import Slices, between
from game.storage.files import StorageError, make_folder, printable, write_there
from game.storage.library import UnfinishedGame
from game.storage.saved import (
    SUFFIX,
    FolderEntry,
    SavedGame,
    default_name,
    is_taken,
    listing,
    nearest_folder,
    path_of,
    places,
    reading_replay,
    reading_saved,
    recent,
    remember,
    save,
    start_folder,
    with_suffix,
)
from game.ui.drawing.words import date_shown, place_shown, reason_shown, size_shown
from game.ui.files.games import Arrangement, Deleting, FoundGame, found_games
from game.ui.forms.controls import RadioGroup
from game.ui.forms.file_list import FileList, FileRow, ReadRow
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.text_field import TextField
from game.ui.forms.widgets import Button
from game.ui.screen import Context


class NewFile:
    """A field for the name, the button that writes, and Cancel. Enter writes, too."""

    def __init__(self, form: FormScreen, word: str, name: str) -> None:
        """`word` is the button's text, `name` the field's first content."""
        self._form, self._word = form, word
        self._folder = form.context.saves_folder()
        self.field = TextField(name, self._changed)
        self._asked: Path | None = None  # the file that the next press replaces
        self._button = Button(word, "save", form.enter, is_strong=True)
        form.panel.rows = [
            FormRow(
                msg("File name"),
                msg("in {folder}", folder=place_shown(self._folder)),
                self.field,
                is_below=True,
            )
        ]
        folders = Button(msg_p("a button", "Folders…"), None, self._browse)
        form.panel.buttons = [self._button, folders, Button(msg_p("a button", "Cancel"), "close", form.close)]

    def set_name(self, name: str) -> None:
        """Writes another name into the field."""
        self.field.set_text(name)
        self._changed()

    def _browse(self) -> None:
        start, ends = start_folder(self.field.text, self._folder), (Path(self.field.text).suffix,)
        context = self._form.context
        context.lay_over(FoldersScreen(context, start, ends, self._take, saves=True))

    def _take(self, path: Path) -> None:
        """A folder keeps the name that is typed; a file gives its own."""
        self.set_name(str(path / Path(self.field.text).name if path.is_dir() else path))
        self._form.go_to(self.field)  # Enter writes it

    def free_path(self, suffix: str) -> Path | None:
        """The path to write to; None if the player must first confirm that its file is replaced.

        Raises:
            StorageError: the typed text is no path of a file.
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
        sentence = msg("{file} already exists. Press Replace to replace it.", file=printable(path.name))
        self._form.refuse(sentence)
        return None

    def write(self, suffix: str, made: Callable[[], bytes]) -> None:
        """Writes what is made then, and goes back, unless the player must first confirm."""
        try:
            path = self.free_path(suffix)
            if path is None:
                return
            write_there(path, made())
        except (StorageError, FileError) as error:
            self._form.refuse(msg("The file cannot be written: {reason}.", reason=reason_shown(error)))
            return
        place = place_shown(path.parent)
        self._form.context.back(msg("Saved as {file}, in {folder}.", file=printable(path.name), folder=place))

    def _changed(self) -> None:
        self._form.say("")
        self._ask(None)

    def _ask(self, path: Path | None) -> None:
        if path != self._asked:
            self._asked = path
            self._button.word = self._word if path is None else msg_p("a button", "Replace")
            self._form.lay_out()


GONE = msg("there is nothing left to continue")


class SaveScreen(FormScreen):
    """Asks for the name of a file, and writes the game there."""

    def __init__(
        self, context: Context, game: Game, tags: Mapping[str, str], elapsed_ms: int | None = None
    ) -> None:
        """`elapsed_ms` is the play time, if it has advanced since the last action."""
        super().__init__(context, msg("Save this game"))
        name = default_name(game, tags)
        self._file = NewFile(self, msg_p("a button", "Save"), name)
        self._file.field.edit.select(0, len(Path(name).stem))
        self._game, self._tags = game, tags
        self._elapsed_ms = game.elapsed_ms if elapsed_ms is None else elapsed_ms

    def enter(self) -> None:
        try:
            path = self._file.free_path(SUFFIX)
            if path is None:
                return
            save(path, self._game, self._tags, self._elapsed_ms)
        except StorageError as error:
            self.refuse(msg("The game cannot be saved: {reason}.", reason=reason_shown(error)))
            return
        remember(self.context.profile, path)
        with suppress(StorageError):  # the game itself is saved
            self.context.profile.save()
        self.context.back(msg("Saved as {file}.", file=printable(path.name)))


class ResumeScreen(FormScreen):
    """Shows saved and unfinished games, and takes any path; a valid game is continued."""

    def __init__(self, context: Context, game: str = "") -> None:
        """With a `game`, shows only its unfinished games."""
        super().__init__(context, msg("Unfinished games") if game else msg("Open a game"))
        found = found_games(context.library, context.saves_folder())
        if game:
            found = [row for row in found if row.is_unfinished and row.game == game]
        self._arrangement = Arrangement(found, self._arranged)
        self._games = self._arrangement.shown
        self._picker = FilePicker(
            self,
            [game.row for game in self._games],
            msg("There are no saved games yet."),
            self._name_of,
            lambda index: self._games[index].reading(),
            (SUFFIX,),
            above=[FormRow(msg_p("a field", "Show"), "", self._arrangement)]
            if self._games and not game
            else [],
        )
        self._deleting = Deleting(self, lambda: self._chosen, self._arrangement.drop)
        go = context.navigation.go
        played = Button(msg_p("a button", "Played…"), "statistics", partial(go, "games_played"))
        cards = Button(msg_p("a button", "Cards…"), None, partial(go, "cards"))
        self.panel.buttons = [
            Button(msg_p("a button", "Resume"), "play", self.enter, is_strong=True),
            Button(msg_p("a button", "Watch"), "eye", self._watch),
            *([] if game else [played, cards]),
            *self._deleting.buttons(self._games),
            *([] if game else [self._picker.folders]),
            Button(msg_p("a button", "Cancel"), "close", self.close),
        ]
        if game:
            self._picker.take_field_away()

    def _arranged(self) -> None:
        self._picker.list.put([game.row for game in self._games])
        self._picker.reading.forget_rows()
        self.lay_out()

    def close(self) -> None:
        if not self._deleting.keep():
            super().close()

    def _name_of(self, index: int) -> str:
        chosen = self._games[index]
        return "" if chosen.is_unfinished else printable(chosen.path.name)

    # Going on ------------------------------------------------------------------------------------

    def take(self, path: Path) -> None:
        """A file was dropped on the window."""
        self._picker.write(path)
        self._open(path)

    def enter(self) -> None:
        path = self._path()
        if path is not None and self._is_unfinished:
            self._picker.reading.open(msg("This game"), self.context.library.reading(path), self._go_on)
        elif path is not None:
            self._open(path)

    @property
    def _chosen(self) -> FoundGame | None:
        chosen = self._picker.list.chosen
        return None if chosen is None else self._games[chosen]

    @property
    def _is_unfinished(self) -> bool:
        """Whether an unfinished game is chosen."""
        return self._chosen is not None and self._chosen.is_unfinished

    def _path(self) -> Path | None:
        """The file that is chosen or typed; None when that is said to be none."""
        if self._chosen is not None:
            return self._chosen.path
        path = self._picker.typed_path(msg("Choose a game, or {reason}."))
        if path is None:
            return None
        # The end of the name need not be typed.
        return path if os.path.lexists(path) else with_suffix(path)

    def _watch(self) -> None:
        path = self._path()
        if path is not None:
            is_unfinished = self._is_unfinished
            slices = self._replaying_unfinished(path) if is_unfinished else reading_replay(path)
            name = msg("This game") if is_unfinished else verbatim(printable(path.name, 60))
            self._picker.reading.open(name, slices, partial(self.context.navigation.go, "replay"))

    def _replaying_unfinished(self, path: Path) -> Slices[Replay]:
        """Reads an unfinished game up to where its file is damaged."""
        found = yield from between(0.0, 0.5, self.context.library.reading(path))
        if found is None:
            raise StorageError(GONE)
        return (yield from between(0.5, 1.0, Replay.slices(found.record)))

    def _open(self, path: Path) -> None:
        self._picker.reading.open(
            verbatim(printable(path.name, 60)),
            reading_saved(path),
            lambda saved: self._begin_from(saved, path),
        )

    def _begin_from(self, saved: SavedGame, path: Path) -> None:
        remember(self.context.profile, path)
        with suppress(StorageError):  # a game is opened even where nothing can be kept
            self.context.profile.save()
        self.context.navigation.table(self.context.sessions.open_file(saved))

    def _go_on(self, unfinished: UnfinishedGame | None) -> None:
        try:
            if unfinished is None:
                raise StorageError(GONE)
            session = self.context.sessions.resume(unfinished)
        except StorageError as error:
            self.refuse(msg("This game cannot be continued: {reason}.", reason=reason_shown(error)))
            return
        self.context.navigation.table(session)


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
        above: Sequence[FormRow] = (),
    ) -> None:
        """`name_of` gives the field's text for a chosen row; `nothing` is shown without rows.

        Files from other folders are those whose names have one of the `ends`; `above` are rows above the
        list.
        """
        self.folders = Button(msg_p("a button", "Folders…"), None, lambda: self._browse(ends))
        self._form, self._name_of = form, name_of
        self._folder = form.context.saves_folder()
        self.list = FileList(rows, nothing, self._chosen, form.enter)
        self.reading = form.read_rows(self.list, read_row)
        self._field = TextField("", self._typed)
        place = place_shown(self._folder)
        hint = msg("in {folder}, or a full path; a file can also be dropped here", folder=place)
        form.panel.rows = [
            *above,
            FormRow("", "", self.list, is_below=True, grows=True),
            FormRow(msg_p("a field", "File"), hint, self._field, is_below=True),
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
        self._head = FormRow(msg_p("a field", "Search"), "", self._search, is_below=True)
        words = [(word, str(folder)) for word, folder in self._places.items()]
        place = RadioGroup(
            [*words, (LATELY, LATELY)],
            lambda: LATELY if self.folder is None else str(self.folder),
            lambda place: self._go(None if place == LATELY else Path(place)),
        )
        self.panel.rows = [
            FormRow(msg_p("a field", "Places"), "", place),
            FormRow("", "", self._list, is_below=True, grows=True),
            self._head,
        ]
        here = [Button(msg("Save here"), "save", self._take_folder, self._no_folder, is_strong=True)]
        self.panel.buttons = [
            *(here if saves else [Button(msg_p("a button", "Choose"), "open", self.enter, is_strong=True)]),
            Button(msg_p("a button", "Up"), "back", self._go_up, self._no_way_up),
            Button(msg_p("a button", "Cancel"), "close", self.close),
        ]
        self.focus.begin_with(self._search)
        try:
            self._look()
        except StorageError as error:
            self.panel.sentence = msg("This folder cannot be read: {reason}.", reason=reason_shown(error))

    # Where one is --------------------------------------------------------------------------------

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
            return FileRow(
                verbatim(f"{printable(entry.path.name)}/"), date, msg_p("a kind of file", "Folder")
            )
        if entry.path.name.endswith(SUFFIX):
            game = self._games.setdefault(entry.path, FoundGame(entry.path.name, entry.changed_s, entry.path))
            return game.row
        return FileRow(verbatim(printable(entry.path.name)), date, size_shown(max(1024, entry.size_bytes)))

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

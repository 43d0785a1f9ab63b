"""Forms that save a game, open one, and go through folders."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from game.message import Message, msg, msg_p, verbatim
from game.play.game import Game
from game.play.replay import Replay
from game.play.slices import Slices, between
from game.storage.files import StorageError, make_folder, printable
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
from game.ui.files.games import GONE, FoundGame, GamesList, found_games
from game.ui.forms.controls import RadioGroup
from game.ui.forms.file_list import FileList, FileRow
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.text_field import TextField
from game.ui.forms.widgets import Button
from game.ui.screen import Context


class SaveScreen(FormScreen):
    """Asks for the name of a file, and writes the game there."""

    def __init__(self, context: Context, game: Game, tags: Mapping[str, str], elapsed_ms: int) -> None:
        """`elapsed_ms` is the play time, which may have advanced since the last action."""
        super().__init__(context, msg("Save this game"))
        self._game, self._tags, self._elapsed_ms = game, tags, elapsed_ms
        self._folder = context.saves_folder()
        name = default_name(game, tags)
        self._field = TextField(name, self._changed)
        self._field.edit.select(0, len(Path(name).stem))
        self._asked: Path | None = None  # the file that the next press replaces
        self._writes = Button(msg_p("a button", "Save"), "save", self.enter, is_strong=True)
        hint = msg("in {folder}", folder=place_shown(self._folder))
        self.panel.rows = [FormRow(msg("File name"), hint, self._field, is_below=True)]
        folders = Button(msg_p("a button", "Folders…"), None, self._browse)
        self.panel.buttons = [self._writes, folders, Button(msg_p("a button", "Cancel"), "close", self.close)]

    def _browse(self) -> None:
        start, ends = start_folder(self._field.text, self._folder), (Path(self._field.text).suffix,)
        self.context.lay_over(FoldersScreen(self.context, start, ends, self._take, saves=True))

    def _take(self, path: Path) -> None:
        """A folder keeps the name that is typed; a file gives its own."""
        self._field.set_text(str(path / Path(self._field.text).name if path.is_dir() else path))
        self._changed()
        self.go_to(self._field)  # Enter writes it

    def _changed(self) -> None:
        self.say("")
        self._ask(None)

    def _ask(self, path: Path | None) -> None:
        if path != self._asked:
            self._asked = path
            self._writes.word = msg_p("a button", "Save") if path is None else msg_p("a button", "Replace")
            self.lay_out()

    def enter(self) -> None:
        try:
            path = with_suffix(path_of(self._field.text, self._folder), SUFFIX)
            if path.parent == self._folder:
                make_folder(self._folder)
            if is_taken(path) and path != self._asked:
                self._ask(path)
                # A key held down must not answer the question: only the field repeats keys.
                self.go_to(self._writes)
                # Translators: Replace is the button.
                asked = msg("{file} already exists. Press Replace to replace it.", file=printable(path.name))
                self.refuse(asked)
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
        self._folder = context.saves_folder()
        self._games = GamesList(self, found, msg("There are no saved games yet."), self._chosen)
        self._field = TextField("", self._typed)
        place = place_shown(self._folder)
        hint = msg("in {folder}, or a full path; a file can also be dropped here", folder=place)
        file = FormRow(msg_p("a field", "File"), hint, self._field, is_below=True)
        self.panel.rows = self._games.rows[-1:] if game else [*self._games.rows, file]
        if game and found:
            self._games.list.chosen = 0
        elif not found:
            self.focus.begin_with(self._field)
        go = context.navigation.go
        played = Button(msg_p("a button", "Played…"), "statistics", partial(go, "games_played"))
        cards = Button(msg_p("a button", "Cards…"), None, partial(go, "cards"))
        self.panel.buttons = [
            Button(msg_p("a button", "Resume"), "play", self.enter, is_strong=True),
            Button(msg_p("a button", "Watch"), "eye", self._watch),
            *([] if game else [played, cards]),
            *self._games.delete_buttons,
            *([] if game else [Button(msg_p("a button", "Folders…"), None, self._browse)]),
            Button(msg_p("a button", "Cancel"), "close", self.close),
        ]

    def close(self) -> None:
        if not self._games.keep():
            super().close()

    # A choice, or a path ---------------------------------------------------------------------------

    def _chosen(self, game: FoundGame) -> None:
        self._field.set_text("" if game.is_unfinished else printable(game.path.name))

    def _typed(self) -> None:
        self._games.list.chosen = None
        self._games.unsay()

    def _put_path(self, path: Path) -> None:
        """Writes a path into the field, as if it were typed."""
        self._field.set_text(str(path))
        self._typed()

    def _browse(self) -> None:
        start = start_folder(self._field.text, self._folder)
        self.context.lay_over(FoldersScreen(self.context, start, (SUFFIX,), self._take))

    def _take(self, path: Path) -> None:
        self._put_path(path)
        self.go_to(self._field)  # Enter opens it

    # Going on ------------------------------------------------------------------------------------

    def take(self, path: Path) -> None:
        """A file was dropped on the window."""
        self._put_path(path)
        self._open(path)

    def enter(self) -> None:
        path = self._path()
        if path is not None and self._is_unfinished:
            self._games.reading.open(msg("This game"), self.context.library.reading(path), self._go_on)
        elif path is not None:
            self._open(path)

    @property
    def _is_unfinished(self) -> bool:
        return self._games.chosen is not None and self._games.chosen.is_unfinished

    def _path(self) -> Path | None:
        """The file that is chosen or typed; None when that is said to be none."""
        if self._games.chosen is not None:
            return self._games.chosen.path
        try:
            path = path_of(self._field.text, self._folder)
        except StorageError as error:
            self.refuse(msg("Choose a game, or {reason}.", reason=reason_shown(error)))
            return None
        # The end of the name need not be typed.
        return path if os.path.lexists(path) else with_suffix(path)

    def _watch(self) -> None:
        path, show = self._path(), partial(self.context.navigation.go, "replay")
        if path is not None and self._is_unfinished:
            self._games.reading.open(msg("This game"), self._replaying_unfinished(path), show)
        elif path is not None:
            self._games.open(path, reading_replay(path), show)

    def _replaying_unfinished(self, path: Path) -> Slices[Replay]:
        """Reads an unfinished game up to where its file is damaged."""
        found = yield from between(0.0, 0.5, self.context.library.reading(path))
        if found is None:
            raise StorageError(GONE)
        return (yield from between(0.5, 1.0, Replay.slices(found.record)))

    def _open(self, path: Path) -> None:
        self._games.open(path, reading_saved(path), lambda saved: self._begin_from(saved, path))

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
            game = self._games.setdefault(entry.path, FoundGame(entry.path, entry.changed_s))
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

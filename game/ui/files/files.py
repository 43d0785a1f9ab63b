"""Saving the game on the table as a file, and opening one: both forms."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from game.message import msg, msg_p, verbatim
from game.play.game import Game
from game.play.replay import Replay
from game.play.slices import Slices, between
from game.storage.files import StorageError, make_folder
from game.storage.library import UnfinishedGame
from game.storage.saved import (
    SUFFIX,
    SavedGame,
    default_name,
    is_taken,
    path_of,
    reading_replay,
    reading_saved,
    remember,
    save,
    start_folder,
    with_suffix,
)
from game.ui.drawing.words import place_shown, reason_shown, shown
from game.ui.files.file_picker import FilePicker, FoldersScreen
from game.ui.files.found_games import FoundGame, found_games
from game.ui.files.games import Arrangement, Deleting
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import Row
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


GONE = msg("there is nothing left to continue")


class SaveScreen(FormScreen):
    """Asks for the name of a file, and writes the game there."""

    def __init__(
        self, context: Context, game: Game, about: Mapping[str, str], elapsed_ms: int | None = None
    ) -> None:
        """`elapsed_ms` is the play time, if it has advanced since the last action."""
        super().__init__(context, msg("Save this game"))
        name = default_name(game, about)
        self._file = NewFile(self, msg_p("a button", "Save"), name)
        self._file.field.edit.select(0, len(Path(name).stem))
        self._game, self._about = game, about
        self._elapsed_ms = game.elapsed_ms if elapsed_ms is None else elapsed_ms

    def enter(self) -> None:
        try:
            path = self._file.free_path(SUFFIX)
            if path is None:
                return
            save(path, self._game, self._about, self._elapsed_ms)
        except StorageError as error:
            self.refuse(msg("The game cannot be saved: {reason}.", reason=reason_shown(error)))
            return
        remember(self.context.profile, path)
        with suppress(StorageError):  # the game itself is saved
            self.context.profile.save()
        self.context.back(msg("Saved as {file}.", file=shown(path.name)))


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
            [each.row for each in self._games],
            msg("There are no saved games yet."),
            self._name_of,
            lambda index: self._games[index].reading(),
            (SUFFIX,),
            above=[Row(msg("Show"), "", self._arrangement)] if self._games and not game else [],
        )
        self._deleting = Deleting(self, lambda: self._chosen, self._arrangement.drop)
        self.panel.buttons = [
            Button(msg("Resume"), "play", self.enter, is_strong=True),
            Button(msg("Watch"), "eye", self._watch),
            *([] if game else [Button(msg("Played…"), "statistics", context.navigation.games_played)]),
            *self._deleting.buttons(self._games),
            *([] if game else [self._picker.folders]),
            Button(msg("Cancel"), "close", self.close),
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
        return "" if chosen.is_unfinished else shown(chosen.path.name)

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
            name = msg("This game") if is_unfinished else verbatim(shown(path.name, 60))
            self._picker.reading.open(name, slices, self.context.navigation.replay)

    def _replaying_unfinished(self, path: Path) -> Slices[Replay]:
        """Reads an unfinished game up to where its file is damaged."""
        found = yield from between(0.0, 0.5, self.context.library.reading(path))
        if found is None:
            raise StorageError(GONE)
        return (yield from between(0.5, 1.0, Replay.slices(found.record)))

    def _open(self, path: Path) -> None:
        self._picker.reading.open(
            verbatim(shown(path.name, 60)), reading_saved(path), lambda saved: self._begin_from(saved, path)
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
            session = self.context.sessions.go_on(unfinished)
        except StorageError as error:
            self.refuse(msg("This game cannot be continued: {reason}.", reason=reason_shown(error)))
            return
        self.context.navigation.table(session)

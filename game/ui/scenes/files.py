"""Saving the game on the table as a file, and going on with one: both forms.

Knows what the player may type, choose or drop; must not know any one game, nor how files
are read and written. Until a file has proved to hold, the game on the table is left alone.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from game.play.game import Game
from game.play.record import RecordError
from game.storage.files import StorageError
from game.storage.library import Unfinished
from game.storage.saved import SUFFIX, default_name, read_record_file, read_saved, save, with_suffix
from game.ui.controls import Press
from game.ui.found_games import found_games, reason_shown, shown
from game.ui.scene import Stage
from game.ui.scenes.open_form import OpenForm
from game.ui.scenes.write_form import WriteForm
from game.ui.widgets import Button


class SaveScene(WriteForm):
    """Asks for the name of a file, and writes the game there."""

    def __init__(
        self, stage: Stage, game: Game, about: Mapping[str, str], elapsed_ms: int | None = None
    ) -> None:
        """`elapsed_ms` is the play time used, if it has gone on after the last action."""
        name = default_name(game, about)
        super().__init__(stage, "Save this game", "Save", name)
        self._line.edit.select(0, len(Path(name).stem))
        self._game, self._about = game, about
        self._elapsed_ms = game.elapsed_ms if elapsed_ms is None else elapsed_ms

    def enter(self) -> None:
        try:
            path = self.free_path(SUFFIX)
            if path is None:
                return
            save(path, self._game, self._about, self._elapsed_ms)
        except StorageError as error:
            self.refuse(f"The game cannot be saved: {reason_shown(error)}.")
            return
        self.stage.back(f"Saved as {shown(path.name)}.")


class ResumeScene(OpenForm):
    """Shows saved and unfinished games, and takes any path; what holds is gone on with."""

    turns_everywhere = True

    def __init__(self, stage: Stage) -> None:
        folder = stage.saves_folder()
        self._games = found_games(stage.library, folder)
        rows = [each.row for each in self._games]
        super().__init__(stage, "Open a game", folder, rows, "There are no saved games yet.")
        self.panel.buttons = [
            Press(Button("Resume", "play", self._resume, is_strong=True)),
            Press(Button("Watch", "eye", self._watch)),
            Press(Button("Played…", "statistics", self._open_played)),
            Press(Button("Cancel", "close", self.close)),
        ]

    def name_of(self, index: int) -> str:
        chosen = self._games[index]
        return "" if chosen.unfinished is not None else shown(chosen.path.name)

    def read_row(self, index: int) -> None:
        self._games[index].read()

    # Going on ------------------------------------------------------------------------------------

    def enter(self) -> None:
        self._resume()

    def _resume(self) -> None:
        unfinished = self._unfinished
        if unfinished is not None:
            self._go_on(unfinished)
        elif (path := self._path()) is not None:
            self.open_file(path)

    @property
    def _unfinished(self) -> Unfinished | None:
        """The unfinished game that is chosen, if one is."""
        return None if self._list.chosen is None else self._games[self._list.chosen].unfinished

    def _path(self) -> Path | None:
        """The file that is chosen or typed; None when that is said to be none."""
        if self._list.chosen is not None:
            return self._games[self._list.chosen].path
        path = self.typed_path("a game")
        if path is None:
            return None
        # The end of the name need not be typed.
        return path if os.path.lexists(path) else with_suffix(path)

    def _watch(self) -> None:
        path = None if self._unfinished is not None else self._path()
        try:
            if self._unfinished is not None:
                self.stage.routes.replay(self._unfinished.record)
            elif path is not None:
                self.stage.routes.replay(read_record_file(path))
        except (StorageError, RecordError) as error:
            self._refuse(path, error)

    def _open_played(self) -> None:
        self.stage.routes.games_played()

    def open_file(self, path: Path) -> None:
        try:
            saved = read_saved(path)
        except (StorageError, RecordError) as error:
            self._refuse(path, error)
            return
        self.stage.routes.table(self.stage.sessions.open_file(saved))

    def _refuse(self, path: Path | None, error: Exception) -> None:
        self.refuse_file("This game" if path is None else shown(path.name, 60), error)

    def _go_on(self, unfinished: Unfinished) -> None:
        try:
            session = self.stage.sessions.go_on(unfinished)
        except StorageError as error:
            self.refuse(f"This game cannot be gone on with: {reason_shown(error)}.")
            return
        self.stage.routes.table(session)

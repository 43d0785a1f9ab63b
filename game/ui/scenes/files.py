"""Saving the game on the table as a file, and going on with one: both forms.

Knows what the player may type, choose or drop; must not know any one game, nor how files
are read and written. Until a file has proved to hold, the game on the table is left alone.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pygame

from game.play.game import Game
from game.play.record import RecordError
from game.storage.files import StorageError
from game.storage.library import Unfinished
from game.storage.saved import default_name, is_taken, path_of, read_saved, save, with_suffix
from game.ui.controls import Press
from game.ui.file_list import FileList
from game.ui.form_panel import Row
from game.ui.found_games import found_games, reason_shown, shown
from game.ui.scene import Stage
from game.ui.scenes.form import FormScene
from game.ui.scenes.games import GamesScene, read_kept
from game.ui.scenes.replay import watch
from game.ui.tables import go_on, start
from game.ui.text_line import TextLine
from game.ui.theme import DOUBLE_CLICK_MS
from game.ui.widgets import Button


def _place(folder: Path) -> str:
    """The end of a folder's path, enough to find it: `Documents/Patience Arcade`."""
    return shown(os.sep.join(folder.parts[-2:]), 60)


class SaveScene(FormScene):
    """Asks for the name of a file, and writes the game there."""

    def __init__(
        self, stage: Stage, game: Game, about: Mapping[str, str], elapsed_ms: int | None = None
    ) -> None:
        """`elapsed_ms` is the play time used, if it has gone on after the last action."""
        super().__init__(stage, "Save this game")
        self._game, self._about = game, about
        self._elapsed_ms = game.elapsed_ms if elapsed_ms is None else elapsed_ms
        self._folder = stage.saves_folder()
        name = default_name(game, about)
        self._line = TextLine(name, self._changed)
        self._line.edit.select(0, len(Path(name).stem))
        self._asked: Path | None = None  # the file that the next press replaces
        self.panel.rows = [Row("File name", f"in {_place(self._folder)}", self._line, is_below=True)]
        self._button = Button("Save", "save", self._save, is_strong=True)
        self.panel.buttons = [Press(self._button), Press(Button("Cancel", "close", self.close))]

    def _changed(self) -> None:
        self.say("")
        self._ask(None)

    def _ask(self, path: Path | None) -> None:
        if path != self._asked:
            self._asked = path
            self._button.word = "Save" if path is None else "Replace"
            self.panel.lay_out(self.stage.pictures, self.canvas.size)
            self.redraw()

    def enter(self) -> None:
        self._save()

    def released(self) -> None:
        self._line.let_go()

    def _save(self) -> None:
        try:
            path = with_suffix(path_of(self._line.text, self._folder))
            if is_taken(path) and path != self._asked:
                self._ask(path)
                # A key held down must not answer the question: only the line repeats keys.
                self._focus_on(self.controls.index(self.panel.buttons[0]), shows_ring=True)
                self.refuse(f"{shown(path.name)} is there already. Press Replace to replace it.")
                return
            save(path, self._game, self._about, self._elapsed_ms)
        except StorageError as error:
            self.refuse(f"The game cannot be saved: {reason_shown(error)}.")
            return
        self.stage.back(f"Saved as {shown(path.name)}.")


class ResumeScene(FormScene):
    """Shows saved and unfinished games, and takes any path; what holds is gone on with."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, "Open a game")
        self._folder = stage.saves_folder()
        self._games = found_games(stage.library, self._folder)
        self._line = TextLine("", self._changed)
        nothing = "There are no saved games yet."
        self._list = FileList([each.row for each in self._games], nothing, self._chosen)
        hint = f"in {_place(self._folder)}, or a whole path; a file can also be dropped here"
        self.panel.rows = [
            Row("", "", self._list, is_below=True, grows=True),
            Row("File", hint, self._line, is_below=True),
        ]
        self.panel.buttons = [
            Press(Button("Resume", "play", self._resume, is_strong=True)),
            Press(Button("Watch", "eye", self._watch)),
            Press(Button("Played…", "statistics", self._open_played)),
            Press(Button("Cancel", "close", self.close)),
        ]
        self._pressed: tuple[int, int] | None = None  # the row pressed last, and until when again counts
        if not self._games:
            self._focus = 1

    # Choosing ------------------------------------------------------------------------------------

    def _chosen(self, index: int) -> None:
        chosen = self._games[index]
        self._line.set_text("" if chosen.unfinished is not None else shown(chosen.path.name))
        self.say("")
        self.redraw()

    def _changed(self) -> None:
        self._list.chosen = None
        self.say("")
        self.redraw()

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEWHEEL:
            self._list.turn(event.y)
            self._list.hover(self._at)
            self.redraw(self._list)
        else:
            super().handle(event)

    def _press(self, event: pygame.event.Event) -> None:
        super()._press(event)
        index, now_ns = self._list.chosen, self.stage.now_ns()
        if index is None or not self._list.holds_row(index, event.pos):
            self._pressed = None
        elif self._pressed is not None and self._pressed[0] == index and now_ns < self._pressed[1]:
            self._resume()
        else:
            self._pressed = (index, now_ns + DOUBLE_CLICK_MS * 1_000_000)

    def released(self) -> None:
        self._list.let_go()
        self._line.let_go()

    # Reading what is in view ---------------------------------------------------------------------

    def _next_unread(self) -> int | None:
        return next((index for index in self._list.in_view if self._list.rows[index].facts is None), None)

    @property
    def wake_in_s(self) -> float | None:
        return None if self._next_unread() is None else 0.0

    def awake(self) -> None:
        index = self._next_unread()
        if index is not None:
            self._games[index].read()
            self.redraw(self._list)

    # Going on ------------------------------------------------------------------------------------

    def enter(self) -> None:
        self._resume()

    def take(self, path: Path) -> None:
        """A file was dropped on the window."""
        self._line.set_text(str(path))
        self._changed()
        self._resume_file(path)

    def _resume(self) -> None:
        unfinished = self._unfinished
        if unfinished is not None:
            self._go_on(unfinished)
        elif (path := self._path()) is not None:
            self._resume_file(path)

    @property
    def _unfinished(self) -> Unfinished | None:
        """The unfinished game that is chosen, if one is."""
        return None if self._list.chosen is None else self._games[self._list.chosen].unfinished

    def _path(self) -> Path | None:
        """The file that is chosen or typed; None when that is said to be none."""
        if self._list.chosen is not None:
            return self._games[self._list.chosen].path
        try:
            path = path_of(self._line.text, self._folder)
        except StorageError as error:
            self.refuse(f"Choose a game, or {reason_shown(error)}.")
            return None
        # The end of the name need not be typed.
        return path if os.path.lexists(path) else with_suffix(path)

    def _watch(self) -> None:
        path = None if self._unfinished is not None else self._path()
        try:
            if self._unfinished is not None:
                watch(self.stage, self._unfinished.record)
            elif path is not None:
                watch(self.stage, read_kept(path))
        except (StorageError, RecordError) as error:
            self._refuse_file(path, error)

    def _open_played(self) -> None:
        self.stage.open(GamesScene(self.stage))

    def _resume_file(self, path: Path) -> None:
        try:
            saved = read_saved(path)
        except (StorageError, RecordError) as error:
            self._refuse_file(path, error)
            return
        scene = start(self.stage, saved.game, saved.about, is_fresh=False, elapsed_ms=saved.elapsed_ms)
        self.stage.go_to(scene)

    def _refuse_file(self, path: Path | None, error: Exception) -> None:
        line = isinstance(error, RecordError) and error.line is not None
        name = "This game" if path is None else shown(path.name, 60)
        self.refuse(f"{name}{', ' if line else ': '}{reason_shown(error)}.")

    def _go_on(self, unfinished: Unfinished) -> None:
        try:
            scene = go_on(self.stage, unfinished)
        except StorageError as error:
            self.refuse(f"This game cannot be gone on with: {reason_shown(error)}.")
            return
        self.stage.go_to(scene)

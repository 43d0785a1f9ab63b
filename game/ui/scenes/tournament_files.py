"""Tournaments and results as files: handing them out, and taking in what others have played.

Knows what may be chosen, typed or dropped; must not know what stands in the files. Until a
file has proved to hold, nothing is changed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pygame

from game.storage.files import StorageError, read_limited
from game.storage.saved import is_taken, path_of, saved_files, with_suffix
from game.storage.shelf import write_shared
from game.tournament.lines import FileError
from game.tournament.results_file import LIMIT_BYTES, tournament_of
from game.tournament.tournament import Tournament
from game.tournament.tournament_file import read_tournament, tournament_text
from game.ui.controls import Press
from game.ui.desk import Desk
from game.ui.file_list import FileList, FileRow
from game.ui.form_panel import Row
from game.ui.found_games import reason_shown, shown
from game.ui.scene import Stage
from game.ui.scenes.form import FormScene
from game.ui.scenes.tournament_new import NewTournamentScene
from game.ui.text_line import TextLine
from game.ui.theme import DOUBLE_CLICK_MS
from game.ui.tournament_words import conditions, many
from game.ui.widgets import Button

TOURNAMENT, RESULTS = ".tournament", ".results"
SUFFIXES = (TOURNAMENT, RESULTS)


def _place(folder: Path) -> str:
    return shown(os.sep.join(folder.parts[-2:]), 60)


def _file_name(*words: str) -> str:
    """A name that every system takes, made of words."""
    return " ".join(re.sub(r"[^\w .()-]+", "-", each) for each in words).strip(" .-") or "tournament"


class ExportScene(FormScene):
    """Writes the tournament, or a player's results, as a file for others."""

    def __init__(self, stage: Stage, desk: Desk) -> None:
        super().__init__(stage, "Export")
        tournament = desk.tournament
        self._folder = stage.saves_folder()
        self._written: list[tuple[str, Callable[[], bytes]]] = [
            (_file_name(tournament.name) + TOURNAMENT, lambda: tournament_text(tournament).encode())
        ]
        deals = "Its deals stand in the file: whoever reads it can see the cards before playing."
        rows = [FileRow("The tournament, for players elsewhere", "", deals)]
        for seat in desk.book.seats:
            if seat.records:
                name = _file_name(tournament.name, "-", seat.player.label) + RESULTS
                self._written.append((name, lambda seat=seat: desk.results_of(seat)))  # type: ignore[misc]
                told = f"{len(seat.records)} of {many(tournament.rounds, 'round')}, as they were played"
                rows.append(FileRow(f"Results of {seat.player.label}", "", told))
        self._list = FileList(rows, "", self._chosen)
        self._list.chosen = 0
        self._line = TextLine(self._written[0][0], self._changed)
        self._asked: Path | None = None  # the file that the next press replaces
        self.panel.rows = [
            Row("", "", self._list, is_below=True, grows=True),
            Row("File name", f"in {_place(self._folder)}", self._line, is_below=True),
        ]
        self._button = Button("Export", "save", self._export, is_strong=True)
        self.panel.buttons = [Press(self._button), Press(Button("Cancel", "close", self.close))]

    def _chosen(self, index: int) -> None:
        self._line.set_text(self._written[index][0])
        self._changed()

    def _changed(self) -> None:
        self.say("")
        self._ask(None)
        self.redraw()

    def _ask(self, path: Path | None) -> None:
        if path != self._asked:
            self._asked = path
            self._button.word = "Export" if path is None else "Replace"
            self.panel.lay_out(self.stage.pictures, self.canvas.size)
            self.redraw()

    def released(self) -> None:
        self._list.let_go()
        self._line.let_go()

    def enter(self) -> None:
        self._export()

    def _export(self) -> None:
        name, write = self._written[self._list.chosen or 0]
        try:
            path = with_suffix(path_of(self._line.text, self._folder), name[name.rindex(".") :])
            if is_taken(path) and path != self._asked:
                self._ask(path)
                self._focus_on(self.controls.index(self.panel.buttons[0]), shows_ring=True)
                self.refuse(f"{shown(path.name)} is there already. Press Replace to replace it.")
                return
            write_shared(path, write())
        except (StorageError, FileError) as error:
            self.refuse(f"It cannot be written: {reason_shown(error)}.")
            return
        self.stage.back(f"Written: {shown(path.name)}, in {_place(path.parent)}.")


class ImportScene(FormScene):
    """Takes in a tournament, or what somebody elsewhere has played."""

    def __init__(self, stage: Stage, desk: Desk | None = None) -> None:
        """`desk` is the tournament that is open, if one is."""
        super().__init__(stage, "Import")
        self._desk = desk
        self._folder = stage.saves_folder()
        self._files = saved_files(self._folder, SUFFIXES)
        rows = [FileRow(shown(file.path.name), _date(file.changed_s)) for file in self._files]
        nothing = "There are no tournaments or results in this folder."
        self._list = FileList(rows, nothing, self._chosen)
        self._line = TextLine("", self._changed)
        hint = f"in {_place(self._folder)}, or a whole path; a file can also be dropped here"
        self.panel.rows = [
            Row("", "", self._list, is_below=True, grows=True),
            Row("File", hint, self._line, is_below=True),
        ]
        self.panel.buttons = [
            Press(Button("Import", "open", self._import, is_strong=True)),
            Press(Button("Cancel", "close", self.close)),
        ]
        self._pressed: tuple[int, int] | None = None  # the row pressed last, and until when again counts
        if not self._files:
            self._focus = 1

    # Choosing ------------------------------------------------------------------------------------

    def _chosen(self, index: int) -> None:
        self._line.set_text(shown(self._files[index].path.name))
        self.say("")
        self.redraw()

    def _changed(self) -> None:
        self._list.chosen = None
        self.say("")
        self.redraw()

    def _press(self, event: pygame.event.Event) -> None:
        super()._press(event)
        index, now_ns = self._list.chosen, self.stage.now_ns()
        if index is None or not self._list.holds_row(index, event.pos):
            self._pressed = None
        elif self._pressed is not None and self._pressed[0] == index and now_ns < self._pressed[1]:
            self._import()
        else:
            self._pressed = (index, now_ns + DOUBLE_CLICK_MS * 1_000_000)

    def released(self) -> None:
        self._list.let_go()
        self._line.let_go()

    def enter(self) -> None:
        self._import()

    # Reading what is in view ---------------------------------------------------------------------

    def _next_unread(self) -> int | None:
        return next((index for index in self._list.in_view if self._list.rows[index].facts is None), None)

    @property
    def wake_in_s(self) -> float | None:
        return None if self._next_unread() is None else 0.0

    def awake(self) -> None:
        index = self._next_unread()
        if index is None:
            return
        row = self._list.rows[index]
        try:
            row.facts = self._facts(read_limited(self._files[index].path, LIMIT_BYTES))
        except (StorageError, FileError) as error:
            row.facts, row.is_bad = reason_shown(error), True
        self.redraw(self._list)

    def _facts(self, data: bytes) -> str:
        if _is_tournament(data):
            tournament = read_tournament(data)
            return f"{shown(tournament.name)}  ·  {conditions(tournament)}"
        desk = self._desk_of(data)
        who = data.split(b"\n", 3)[2].decode(errors="replace").removeprefix("player ")
        of = "a tournament that is not here" if desk is None else desk.tournament.name
        return shown(f"Results of {who.removeprefix('person ')}  ·  {of}", 200)

    # Taking in -----------------------------------------------------------------------------------

    def take(self, path: Path) -> None:
        """A file was dropped on the window."""
        self._line.set_text(str(path))
        self._changed()
        self._import_file(path)

    def _import(self) -> None:
        if self._list.chosen is not None:
            self._import_file(self._files[self._list.chosen].path)
            return
        try:
            path = path_of(self._line.text, self._folder)
        except StorageError as error:
            self.refuse(f"Choose a file, or {reason_shown(error)}.")
            return
        # The end of the name need not be typed.
        ways = [path, *(with_suffix(path, suffix) for suffix in SUFFIXES)]
        self._import_file(next((each for each in ways if os.path.lexists(each)), path))

    def _import_file(self, path: Path) -> None:
        try:
            data = read_limited(path, LIMIT_BYTES)
            if _is_tournament(data):
                self._take_tournament(read_tournament(data))
            else:
                self._take_results(data)
        except (StorageError, FileError) as error:
            has_line = isinstance(error, FileError) and error.line is not None
            self.refuse(f"{shown(path.name, 60)}{', ' if has_line else ': '}{reason_shown(error)}.")

    def _take_tournament(self, tournament: Tournament) -> None:
        if self.stage.shelf.find(tournament.id) is not None:
            raise StorageError("this tournament is here already")
        self.stage.open(NewTournamentScene(self.stage, tournament))

    def _take_results(self, data: bytes) -> None:
        from game.ui.scenes.tournament_page import TournamentScene

        desk = self._desk_of(data)
        if desk is None:
            raise FileError(2, "these are results of a tournament that is not here; import that first")
        entry = desk.take_results(data)
        scene = TournamentScene(self.stage, desk, max(entry.results))
        scene.sentence = f"Results of {entry.player.label}: {many(len(entry.results), 'round')} taken in."
        self.stage.go_to(scene)

    def _desk_of(self, data: bytes) -> Desk | None:
        """The desk of the tournament that results are of."""
        wanted = tournament_of(data)
        if self._desk is not None and self._desk.tournament.id == wanted:
            return self._desk
        folder = self.stage.shelf.find(wanted)
        return None if folder is None else Desk(folder, self.stage.library, self.stage.utc_now)


def _is_tournament(data: bytes) -> bool:
    return data.startswith(b"patience tournament ")


def _date(changed_s: float) -> str:
    return datetime.fromtimestamp(changed_s).strftime("%Y-%m-%d  %H:%M")

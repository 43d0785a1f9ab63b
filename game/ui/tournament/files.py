"""Tournaments and results as files: handing them out, and taking in what others have played.

Knows what may be chosen, typed or dropped; must not know what stands in the files. Until a
file has proved to hold, nothing is changed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

from game.message import joined, msg, msg_n, msg_p, verbatim
from game.play.lines import FileError
from game.rounds.local import LocalTournament
from game.storage.files import StorageError, read_limited, write_there
from game.storage.saved import saved_files, with_suffix
from game.tournament.results_file import LIMIT_BYTES, tournament_of
from game.tournament.tournament import Tournament, read_tournament, tournament_text
from game.ui.drawing.foreign import date_shown, place_shown, reason_shown, shown
from game.ui.drawing.words import BETWEEN_FACTS
from game.ui.files.file_picker import FilePicker
from game.ui.files.new_file import NewFile
from game.ui.forms.file_list import FileList, FileRow
from game.ui.forms.form import FormScene
from game.ui.forms.form_panel import Row
from game.ui.forms.reading import fault
from game.ui.forms.widgets import Button
from game.ui.scene import Stage
from game.ui.tournament.words import conditions

TOURNAMENT, RESULTS = ".tournament", ".results"
SUFFIXES = (TOURNAMENT, RESULTS)


def _file_name(*words: str) -> str:
    """A name that every system takes, made of words."""
    return " ".join(re.sub(r"[^\w .()-]+", "-", each) for each in words).strip(" .-") or "tournament"


class ExportScene(FormScene):
    """Writes the tournament, or a player's results, as a file for others."""

    def __init__(self, stage: Stage, local: LocalTournament) -> None:
        super().__init__(stage, msg_p("page", "Export"))
        tournament = local.tournament
        self._written: list[tuple[str, Callable[[], bytes]]] = [
            (_file_name(tournament.name) + TOURNAMENT, lambda: tournament_text(tournament).encode())
        ]
        deals = msg("Whoever reads the file can see the cards before playing.")
        rows = [FileRow(msg("The tournament, for players elsewhere"), "", deals)]
        for seat in local.state.seats:
            if seat.records:
                name = _file_name(tournament.name, "-", seat.player.label) + RESULTS
                self._written.append((name, lambda seat=seat: local.results_of(seat)))  # type: ignore[misc]
                told = msg_n(
                    "{played} of {count} round, as they were played",
                    "{played} of {count} rounds, as they were played",
                    tournament.rounds,
                    played=len(seat.records),
                )
                rows.append(FileRow(msg("Results of {player}", player=seat.player.label), "", told))
        self._file = NewFile(self, msg_p("a button", "Export"), self._written[0][0])
        self._list = FileList(rows, "", self._chosen, self.enter)
        self._list.chosen = 0
        self.panel.rows = [Row("", "", self._list, is_below=True, grows=True), *self.panel.rows]

    def _chosen(self, index: int) -> None:
        self._file.set_name(self._written[index][0])
        self.redraw()

    def enter(self) -> None:
        name, write = self._written[self._list.chosen or 0]
        try:
            path = self._file.free_path(name[name.rindex(".") :])
            if path is None:
                return
            write_there(path, write())
        except (StorageError, FileError) as error:
            self.refuse(msg("It cannot be written: {reason}.", reason=reason_shown(error)))
            return
        place = place_shown(path.parent)
        self.stage.back(msg("Written: {file}, in {folder}.", file=shown(path.name), folder=place))


class ImportScene(FormScene):
    """Takes in a tournament, or what somebody elsewhere has played."""

    def __init__(self, stage: Stage, local: LocalTournament | None = None) -> None:
        """`local` is the tournament that is open, if one is."""
        super().__init__(stage, msg_p("page", "Import"))
        self._local = local
        self._files = saved_files(stage.saves_folder(), SUFFIXES)
        self._picker = FilePicker(
            self,
            [FileRow(verbatim(shown(file.path.name)), date_shown(file.changed_s)) for file in self._files],
            msg("There are no tournaments or results in this folder."),
            lambda index: shown(self._files[index].path.name),
            self._read_row,
            SUFFIXES,
        )
        self.panel.buttons = [
            Button(msg_p("a button", "Import"), "open", self.enter, is_strong=True),
            self._picker.folders,
            Button(msg("Cancel"), "close", self.close),
        ]

    # Reading what is in view ---------------------------------------------------------------------

    def _read_row(self, index: int) -> None:
        row = self._picker.list.rows[index]
        try:
            row.facts = self._facts(read_limited(self._files[index].path, LIMIT_BYTES))
        except (StorageError, FileError) as error:
            row.facts, row.is_bad = reason_shown(error), True

    def _facts(self, data: bytes) -> str:
        if _is_tournament(data):
            tournament = read_tournament(data)
            return joined(BETWEEN_FACTS, [verbatim(shown(tournament.name)), *conditions(tournament)])
        local = self._local_of(data)
        who = data.split(b"\n", 3)[2].decode(errors="replace").removeprefix("player ")
        whose = msg("Results of {player}", player=shown(who.removeprefix("person ")))
        if local is None:
            return joined(BETWEEN_FACTS, [whose, msg("a tournament that is not here")])
        return joined(BETWEEN_FACTS, [whose, verbatim(shown(local.tournament.name))])

    # Taking in -----------------------------------------------------------------------------------

    def take(self, path: Path) -> None:
        """A file was dropped on the window."""
        self._picker.write(path)
        self._open(path)

    def enter(self) -> None:
        chosen = self._picker.list.chosen
        if chosen is not None:
            self._open(self._files[chosen].path)
            return
        path = self._picker.typed_path(msg("Choose a file, or {reason}."))
        if path is None:
            return
        # The end of the name need not be typed.
        ways = [path, *(with_suffix(path, suffix) for suffix in SUFFIXES)]
        self._open(next((each for each in ways if os.path.lexists(each)), path))

    def _open(self, path: Path) -> None:
        try:
            data = read_limited(path, LIMIT_BYTES)
            if _is_tournament(data):
                self._take_tournament(read_tournament(data))
            else:
                self._take_results(data)
        except (StorageError, FileError) as error:
            self.refuse(fault(shown(path.name, 60), error))

    def _take_tournament(self, tournament: Tournament) -> None:
        if self.stage.tournament_store.find(tournament.id) is not None:
            raise StorageError(msg("this tournament is here already"))
        self.stage.routes.new_tournament(tournament)

    def _take_results(self, data: bytes) -> None:
        local = self._local_of(data)
        if local is None:
            raise FileError(2, msg("these are results of a tournament that is not here; import that first"))
        entry = local.take_results(data)
        said = msg_n(
            "Results of {player}: {count} round taken in.",
            "Results of {player}: {count} rounds taken in.",
            len(entry.results),
            player=entry.player.label,
        )
        self.stage.routes.tournament(local, max(entry.results), said)

    def _local_of(self, data: bytes) -> LocalTournament | None:
        """The tournament that results are of, if it is here."""
        wanted = tournament_of(data)
        if self._local is not None and self._local.tournament.id == wanted:
            return self._local
        folder = self.stage.tournament_store.find(wanted)
        return None if folder is None else LocalTournament(folder, self.stage.library, self.stage.utc_now)


def _is_tournament(data: bytes) -> bool:
    return data.startswith(b"patience tournament ")

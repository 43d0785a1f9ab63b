"""Tournaments on this machine: the list, and their files: export, import, and removal of imports.

Until a file has proved to hold, nothing is changed. What is taken out was asked for twice, and is kept
aside.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from game.message import Message, joined, msg, msg_n, msg_p, verbatim
from game.play.lines import FileError
from game.rounds.decks import LAID_BY
from game.rounds.local import LocalTournament
from game.storage.files import StorageError, read_limited
from game.storage.saved import saved_files, with_suffix
from game.tournament.results_file import LIMIT_BYTES, tournament_of
from game.tournament.state import Seat
from game.tournament.tournament import GAME, Tournament, TournamentError, read_tournament, tournament_text
from game.ui.drawing.words import BETWEEN_FACTS, date_shown, reason_shown, shown
from game.ui.files.files import FilePicker, NewFile
from game.ui.forms.file_list import FileList, FileRow, fault
from game.ui.forms.form import FormRow, FormScreen
from game.ui.forms.widgets import Button
from game.ui.screen import Context
from game.ui.tournament.new import NewTournamentScreen, begin_quick, why_not
from game.ui.tournament.words import conditions, players_counted, tournament_help, winners

QUICK = msg("Three rounds against three robots, now")
UNREADABLE = msg("A tournament that cannot be read")
INVITATION = (
    msg("Everybody plays the same deals once, against the clock."),
    msg("At one computer, against robots, with friends by file, or online."),
)


class TournamentsScreen(FormScreen):
    """List of tournaments, last played first."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, msg_p("a page", "Tournaments"))
        self.help = lambda: context.lay_over(tournament_help(context))
        self._folders = context.tournament_store.tournaments()
        context.decks.seek(GAME(), LAID_BY)
        self._locals: dict[int, LocalTournament] = {}
        rows = [FileRow("…", date_shown(folder.changed_s)) for folder in self._folders]
        self._list = FileList(rows, INVITATION, self.unsay, self.enter)
        self.read_rows(self._list, self._read_row)
        quick = Button(QUICK, "robot", self._begin_quick, is_strong=not self._folders)
        self.panel.rows = [
            FormRow("", "", self._list, is_below=True, grows=True),
            FormRow("", "", quick, is_below=True),
        ]
        opens = [Button(msg_p("a button", "Open"), "play", self._open, self._refusal, is_strong=True)]
        self.panel.buttons = [
            *(opens if self._folders else []),
            Button(msg_p("a button", "New"), "new", lambda: context.lay_over(NewTournamentScreen(context))),
            Button(msg_p("a button", "Host…"), "trophy", context.navigation.host),
            Button(msg_p("a button", "Online…"), "network", context.navigation.online_connect),
            Button(msg_p("a button", "Import…"), "open", lambda: context.lay_over(ImportScreen(context))),
            *(
                [Button(msg_p("a button", "Remove…"), "delete", self._remove, self._refusal)]
                if self._folders
                else []
            ),
            Button(msg_p("a button", "Help"), "help", self.help, shows_word=False),
            Button(msg_p("a button", "Back"), "back", self.close, shows_word=False),
        ]
        if self._folders:
            self._list.chosen = 0
        else:
            self.focus.begin_with(quick)

    def _refusal(self) -> Message | None:
        return msg("Choose a tournament, or start a new one.") if self._list.chosen is None else None

    # Reading what is in view ---------------------------------------------------------------------

    def _read_row(self, index: int) -> None:
        row = self._list.rows[index]
        try:
            local = self._local(index)
        except (StorageError, FileError) as error:
            row.name, row.facts, row.is_bad = UNREADABLE, reason_shown(error), True
        else:
            row.name, row.facts = verbatim(local.tournament.name), _facts(local)

    def _local(self, index: int) -> LocalTournament:
        """Returns a tournament, replayed once: with many rounds that takes a moment."""
        if index not in self._locals:
            self._locals[index] = LocalTournament(
                self._folders[index], self.context.library, self.context.utc_now
            )
        return self._locals[index]

    def on_covered(self) -> None:
        super().on_covered()
        self._locals.clear()  # what lies over the list may change them
        for row in self._list.rows:
            row.facts = None

    # What the buttons do -------------------------------------------------------------------------

    def _begin_quick(self) -> None:
        try:
            begin_quick(self.context)
        except (StorageError, TournamentError) as error:
            self.refuse(why_not(error))

    def enter(self) -> None:
        if self._list.chosen is None:
            self._begin_quick()
        else:
            self._open()

    def _chosen_tournament(self) -> LocalTournament | None:
        """Returns the selected tournament; None, with a sentence, if there is none."""
        if self._list.chosen is None:
            return None
        try:
            local = self._local(self._list.chosen)
        except (StorageError, FileError) as error:
            self.refuse(msg("This tournament cannot be opened: {reason}.", reason=reason_shown(error)))
            return None
        local.look_at_clock()  # some of the time of a running round has passed since
        return local

    def _open(self) -> None:
        if (local := self._chosen_tournament()) is not None:
            self.context.navigation.local_tournament(local, local.state.complete_rounds)

    def _remove(self) -> None:
        if (local := self._chosen_tournament()) is not None:
            self.context.lay_over(RemoveScreen(self.context, local))


def last_local_tournament(context: Context) -> LocalTournament:
    """Returns the tournament played last.

    Raises:
        StorageError: it cannot be read.
        FileError: it does not hold.
    """
    folder = next(iter(context.tournament_store.tournaments()), None)
    if folder is None:
        raise StorageError(msg("it is no longer there"))
    return LocalTournament(folder, context.library, context.utc_now)


def _facts(local: LocalTournament) -> str:
    state = local.state
    parts = [
        *conditions(state.tournament.game, state.tournament.rounds)[1:],
        players_counted(len(state.seats)),
    ]
    if state.running is not None:
        seat, number = state.running
        parts.append(msg("round {number} of {player} is running", number=number, player=seat.player.label))
    elif state.is_closed:
        parts.append(msg_p("a tournament", "closed"))
    elif state.is_over:
        parts.append(winners(state.standings(state.tournament.rounds)))
    else:
        seat, number = (*state.due(), *state.robots_due())[0]
        parts.append(msg("round {number}: {player} is next", number=number, player=seat.player.label))
    return joined(BETWEEN_FACTS, parts)


TOURNAMENT, RESULTS = ".tournament", ".results"
SUFFIXES = (TOURNAMENT, RESULTS)


def file_name(*words: str) -> str:
    """Makes a file name valid on every system from words."""
    return " ".join(re.sub(r"[^\w .()-]+", "-", word) for word in words).strip(" .-") or "tournament"


class ExportScreen(FormScreen):
    """Writes the tournament, or a player's results, to a file for others."""

    def __init__(self, context: Context, local: LocalTournament) -> None:
        super().__init__(context, msg_p("page", "Export"))
        tournament = local.tournament
        self._written: list[tuple[str, Callable[[], bytes]]] = [
            (file_name(tournament.name) + TOURNAMENT, lambda: tournament_text(tournament).encode())
        ]
        deals = msg("Anyone with this file can see the cards before playing.")
        rows = [FileRow(msg("The tournament, for players elsewhere"), "", deals)]
        for seat in local.state.seats:
            if seat.records:
                name = file_name(tournament.name, "-", seat.player.label) + RESULTS
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
        self.panel.rows = [FormRow("", "", self._list, is_below=True, grows=True), *self.panel.rows]

    def _chosen(self, index: int) -> None:
        self._file.set_name(self._written[index][0])
        self.redraw()

    def enter(self) -> None:
        name, write = self._written[self._list.chosen or 0]
        self._file.write(name[name.rindex(".") :], write)


class ImportScreen(FormScreen):
    """Imports a tournament, or the results of a player elsewhere."""

    def __init__(self, context: Context, local: LocalTournament | None = None) -> None:
        """`local` is the open tournament, if any."""
        super().__init__(context, msg_p("page", "Import"))
        self._local = local
        self._files = saved_files(context.saves_folder(), SUFFIXES)
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
            Button(msg_p("a button", "Cancel"), "close", self.close),
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
            return joined(
                BETWEEN_FACTS,
                [verbatim(shown(tournament.name)), *conditions(tournament.game, tournament.rounds)],
            )
        local = self._local_of(data)
        who = data.split(b"\n", 3)[2].decode(errors="replace").removeprefix("player ")
        whose = msg("Results of {player}", player=shown(who.removeprefix("person ")))
        if local is None:
            return joined(BETWEEN_FACTS, [whose, msg("a tournament that is not here")])
        return joined(BETWEEN_FACTS, [whose, verbatim(shown(local.tournament.name))])

    # Taking in -----------------------------------------------------------------------------------

    def take(self, path: Path) -> None:
        """Handles a file dropped on the window."""
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
        self._open(next((way for way in ways if os.path.lexists(way)), path))

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
        if self.context.tournament_store.find(tournament.id) is not None:
            raise StorageError(msg("this tournament is here already"))
        self.context.lay_over(NewTournamentScreen(self.context, tournament))

    def _take_results(self, data: bytes) -> None:
        local = self._local_of(data)
        if local is None:
            raise FileError(2, msg("these are results of a tournament that is not here; import that first"))
        entry = local.take_results(data)
        said = msg_n(
            "Results of {player}: {count} round imported.",
            "Results of {player}: {count} rounds imported.",
            len(entry.results),
            player=entry.player.label,
        )
        self.context.navigation.local_tournament(local, max(entry.results), said)

    def _local_of(self, data: bytes) -> LocalTournament | None:
        """Returns the tournament of results, if it is here."""
        wanted = tournament_of(data)
        if self._local is not None and self._local.tournament.id == wanted:
            return self._local
        folder = self.context.tournament_store.find(wanted)
        return None if folder is None else LocalTournament(folder, self.context.library, self.context.utc_now)


def _is_tournament(data: bytes) -> bool:
    return data.startswith(b"patience tournament ")


NOTHING = msg("Players here who have started stay, and so do their results.")


@dataclass(frozen=True)
class Removal:
    """One thing that can be removed: its row, question, button and action."""

    name: str
    facts: str
    question: str
    word: str
    do: Callable[[], None]


class RemoveScreen(FormScreen):
    """List of what can be removed; the first press asks, the second does it."""

    def __init__(self, context: Context, local: LocalTournament) -> None:
        super().__init__(context, msg_p("page", "Remove"))
        self._removals = removals(context, local)
        rows = [FileRow(removal.name, "", removal.facts) for removal in self._removals]
        self._list = FileList(rows, NOTHING, self._chosen, self.enter)
        self.panel.rows = [FormRow("", "", self._list, is_below=True, grows=True)]
        self._asked: Removal | None = None  # what the next press does
        self._button = Button(msg_p("a button", "Remove…"), "delete", self._press_button, self._refusal)
        self._back = Button(msg_p("a button", "Back"), "back", self.close, is_strong=True)
        self.panel.buttons = [self._button, self._back]
        self.focus.begin_with(self._list if rows else self._back)

    def _refusal(self) -> Message | None:
        return msg("Choose what to remove.") if self._list.chosen is None else None

    def _chosen(self, _: int) -> None:
        self._ask(None)
        self.say("")
        self.redraw()

    def _ask(self, removal: Removal | None) -> None:
        if removal is not self._asked:
            self._asked = removal
            self._button.word = msg_p("a button", "Remove…") if removal is None else removal.word
            self.lay_out()

    def enter(self) -> None:
        if (refusal := self._refusal()) is not None:
            self.refuse(refusal)
        else:
            self._press_button()

    def _press_button(self) -> None:
        assert self._list.chosen is not None
        removal = self._removals[self._list.chosen]
        if removal is not self._asked:
            self._ask(removal)
            # Whoever goes on pressing Enter, or the list, must not answer the question.
            self.go_to(self._back)
            self.refuse(msg("{question} Press {button}.", question=removal.question, button=removal.word))
            return
        try:
            removal.do()
        except (StorageError, FileError) as error:
            self._ask(None)
            self.refuse(msg("It cannot be removed: {reason}.", reason=reason_shown(error)))
            return
        self.context.back(msg("{what}: done.", what=removal.name))


def removals(context: Context, local: LocalTournament) -> list[Removal]:
    """Everything that can be removed now."""
    seats = local.seats
    found = []
    if not local.state.is_over and seats.close_refusal() is None:
        found.append(
            Removal(
                msg("Close “{tournament}”", tournament=local.tournament.name),
                msg("Nobody here plays on. What was started stays."),
                msg("Rounds that nobody here has started will not be played."),
                msg("Close it"),
                lambda: seats.close(context.utc_now()),
            )
        )
    for seat in local.state.seats:
        if seats.removal_refusal(seat) is None:
            found.append(_of_seat(local, seat))
        if not seat.is_here:
            found += [_of_round(local, seat, number) for number in _rounds(seat)]
    return found


def _rounds(seat: Seat) -> list[int]:
    return sorted({*seat.results, *seat.spoilt, *seat.unproven})


def _of_seat(local: LocalTournament, seat: Seat) -> Removal:
    label, count = seat.player.label, len(_rounds(seat))
    if seat.is_here:
        facts = msg("plays here, and has not started")
    else:
        facts = msg_n("{count} round from files", "{count} rounds from files", count)
    return Removal(
        msg("{player}, as a player", player=label),
        facts,
        msg("{player} leaves the tournament; files are kept aside.", player=label),
        msg("Remove it"),
        lambda: local.seats.remove(seat),
    )


def _of_round(local: LocalTournament, seat: Seat, number: int) -> Removal:
    result = seat.results.get(number)
    total = msg("it does not count yet") if result is None else msg("total {points}", points=result.total)
    return Removal(
        msg("Round {number} of {player}", number=number, player=seat.player.label),
        joined(BETWEEN_FACTS, [msg("from a file"), total]),
        msg("It no longer counts; its record is kept aside."),
        msg("Remove it"),
        lambda: local.seats.remove_round(seat, number),
    )

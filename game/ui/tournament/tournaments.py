"""List of the tournaments on this machine."""

from __future__ import annotations

from functools import partial

from game.message import Message, joined, msg, msg_p, verbatim
from game.play.lines import FileError
from game.rounds.local import LocalTournament
from game.storage.files import StorageError
from game.tournament.tournament import TournamentError
from game.ui.drawing.words import BETWEEN_FACTS, date_shown, reason_shown
from game.ui.forms.file_list import FileList, FileRow
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.widgets import Button
from game.ui.screen import Context
from game.ui.tournament.new import NewTournamentScreen, begin_quick, why_not
from game.ui.tournament.words import FRIENDS, conditions, players_counted, tournament_help, winners

QUICK = msg("Three rounds against three robots, now")
UNREADABLE = msg("A tournament that cannot be read")
INVITATION = (
    msg("Everybody plays the same deals once, against the clock."),
    msg("At one computer, against robots, or with friends elsewhere in a browser."),
)


class TournamentsScreen(FormScreen):
    """List of tournaments, last played first."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, msg_p("a page", "Tournaments"))
        self.help = lambda: context.lay_over(tournament_help(context))
        self._folders = context.tournament_store.tournaments()
        self._locals: dict[int, LocalTournament] = {}
        rows = [FileRow("…", date_shown(folder.changed_s)) for folder in self._folders]
        self._list = FileList(rows, INVITATION, self.unsay, self.enter)
        self.read_rows(self._list, self._read_row)
        quick = Button(QUICK, "robot", self._begin_quick, is_strong=not self._folders)
        self.panel.rows = [
            FormRow("", "", self._list, is_below=True, grows=True),
            FormRow("", FRIENDS, quick, is_below=True),
        ]
        opens = [Button(msg_p("a button", "Open"), "play", self._open, self._refusal, is_strong=True)]
        self.panel.buttons = [
            *(opens if self._folders else []),
            Button(msg_p("a button", "New"), "new", lambda: context.lay_over(NewTournamentScreen(context))),
            Button(msg_p("a button", "Host…"), "trophy", context.navigation.host),
            Button(msg_p("a button", "Online…"), "network", partial(context.navigation.go, "online_connect")),
            Button(msg_p("a button", "Help"), "help", self.help).alone(),
            Button(msg_p("a button", "Back"), "back", self.close).alone(),
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
                self._folders[index], self.context.library, self.context.round_clock
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

    def _open(self) -> None:
        if self._list.chosen is None:
            return
        try:
            local = self._local(self._list.chosen)
        except (StorageError, FileError) as error:
            self.refuse(msg("This tournament cannot be opened: {reason}.", reason=reason_shown(error)))
            return
        local.look_at_clock()  # some of the time of a running round has passed since
        self.context.navigation.local_tournament(local, local.state.complete_rounds)


def last_local_tournament(context: Context) -> LocalTournament:
    """Returns the tournament played last.

    Raises:
        StorageError: it cannot be read.
        FileError: it does not hold.
    """
    folder = next(iter(context.tournament_store.tournaments()), None)
    if folder is None:
        raise StorageError(msg("it is no longer there"))
    return LocalTournament(folder, context.library, context.round_clock)


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

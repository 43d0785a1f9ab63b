"""The players of this machine: who plays, a new one, another name."""

from __future__ import annotations

from collections.abc import Callable

from game.message import msg, msg_n, msg_p, verbatim
from game.storage.files import StorageError
from game.storage.library import Library
from game.storage.profile import MAX_LETTERS, MAX_PLAYERS
from game.tournament.player import name_refusal, tidied
from game.ui.forms.file_list import FileList, FileRow
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import Row
from game.ui.forms.text_field import TextField
from game.ui.forms.widgets import Button
from game.ui.home.strips import name_of
from game.ui.screen import Context


class PlayersScreen(FormScreen):
    """Everybody who plays here; each has games, statistics and settings of their own."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, msg("Players"))
        self._players = context.players
        self._list = FileList([], "", self.unsay, self.enter)
        self._name = TextField("", lambda: self.say(""), MAX_LETTERS)
        self.panel.rows = [
            Row("", "", self._list, is_below=True, grows=True),
            Row(
                msg("Name"),
                msg("of a new player, or a new name for who is chosen"),
                self._name,
                is_below=True,
            ),
        ]
        self.panel.buttons = [
            Button(msg("Play"), "play", self.enter, is_strong=True),
            # Translators: A button: another player of this computer.
            Button(msg("Add player"), "new", self._add),
            Button(msg("Rename"), "text", self._rename),
            Button(msg_p("a button", "Back"), "back", self.close),
        ]
        self._fill(self._players.playing)
        self.focus.begin_with(self._list)

    def _fill(self, chosen: str) -> None:
        players = self._players
        rows = []
        for number in players.names:
            left = len(Library(players.folder_of(number)).unfinished_files())
            facts = msg_n("{count} unfinished", "{count} unfinished", left) if left else verbatim("–")
            plays = msg("playing now") if number == players.playing else ""
            rows.append(FileRow(name_of(players, number), plays, facts))
        self._list.put(rows, [*players.names].index(chosen))

    @property
    def _number(self) -> str:
        return [*self._players.names][self._list.chosen or 0]

    def enter(self) -> None:
        """Has the chosen player play."""
        if self._number == self._players.playing:
            self.close()
        else:
            self.context.play_as(self._number)

    def _new_name(self, but: str = "") -> str | None:
        """The typed name; None, with a sentence, if it is not allowed."""
        name = tidied(self._name.text)
        refusal = name_refusal(name, MAX_LETTERS)
        if refusal is None and name in [each for key, each in self._players.names.items() if key != but]:
            refusal = msg("Somebody here is called so already.")
        if refusal is not None:
            self.refuse(refusal.capitalised())
            return None
        return name

    def _add(self) -> None:
        if len(self._players.names) >= MAX_PLAYERS:
            self.refuse(msg("More players than {count} have no room here.", count=MAX_PLAYERS))
        elif (name := self._new_name()) is not None:
            self._keep(lambda: self._players.add(name))

    def _rename(self) -> None:
        number = self._number
        if (name := self._new_name(number)) is not None:
            self._keep(lambda: self._players.rename(number, name))

    def _keep(self, change: Callable[[], str]) -> None:
        """Makes a change, and shows the player whose number it returns."""
        try:
            number = change()
        except StorageError as error:
            self.refuse(msg("The names cannot be saved: {reason}.", reason=str(error)))
            return
        self._name.set_text("")
        self._fill(number)
        self.lay_out()

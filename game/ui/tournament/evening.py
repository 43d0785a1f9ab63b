"""Rarer actions of a host: a message to everybody, each round, all records as a file, and a phone.

What loses something is done at the second press.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pygame

from game.message import Message, joined, msg, msg_p, verbatim
from game.online.bodies import Announce, Extend, Tournaments
from game.online.messages import RoundInfo, TournamentInfo
from game.rounds.asking import PendingRequest, trouble_words
from game.rounds.hosted import ROUND_STATES, HostedServer, Room
from game.storage.files import StorageError
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.words import reason_shown, shown
from game.ui.files.files import NewFile
from game.ui.forms.file_list import FileList, FileRow, TextPart, TextView
from game.ui.forms.form import FormRow, FormScreen
from game.ui.forms.text_field import TextField
from game.ui.forms.widgets import Button, Widget
from game.ui.screen import Context
from game.ui.spoken import WidgetDescription
from game.ui.tournament.room_look import code_picture
from game.ui.tournament.room_state import RoomState

MAX_LINE = 120
LONGER_S = 600
ZIP = ".zip"


class EveningScreen(FormScreen):
    """Each round, a message to everybody, records, the host's phone, and the end of it all."""

    def __init__(
        self, context: Context, server: HostedServer, room: Room, addresses: Sequence[str] = ()
    ) -> None:
        """`addresses` are those of this machine, the one shown first."""
        self._told = room.standings.tournament
        super().__init__(context, verbatim(shown(self._told.name, 40)))
        self._server, self._request = server, PendingRequest(self._fail)
        self.requests = [self._request]
        assert server.hosted is not None
        self._state = RoomState(server.hosted, addresses, context.now_ns)
        self._state.room = room
        said = self._told.announced
        self._line = TextField("" if said is None else said.line, self.redraw, MAX_LINE)
        self._list = FileList(self._rows(), [], self._choose, self.enter)
        ids = [each.number for each in self._told.rounds if each.state in ("open", "closing", "waiting")]
        self._list.chosen = ids[0] - 1 if ids else 0
        self._main = Button("", "play", self._change, self._refusal)
        tell = Button(msg("Tell everybody"), "text", self._announce)
        save = Button(msg_p("a button", "Save records…"), "save", self._save_records, self._records_refusal)
        phone = Button(msg_p("a button", "Show code…"), "eye", self._go_to_phone, self._phone_refusal)
        longer = Button(msg("Ten minutes longer"), "restart", self._extend, self._longer_refusal)
        delete = Button(msg_p("a button", "Delete tournament…"), "delete", self._delete)
        self.panel.rows = [
            FormRow(msg("A line to everybody"), msg("until the next round opens"), self._line, True),
            FormRow("", "", tell),
            FormRow("", "", self._list, is_below=True, grows=True),
            FormRow(msg("Time to start the round"), "", longer),
            FormRow(msg("All records as one file"), "", save),
            FormRow(msg("Hold the evening from a phone"), "", phone),
            FormRow(msg("Everything played in it"), "", delete),
        ]
        self.panel.buttons = [
            self._main,
            Button(msg_p("a button", "Cancel round…"), "delete", self._cancel, self._refusal),
            Button(msg_p("a button", "Back"), "back", self.close),
        ]
        self._name_main()

    @property
    def _round(self) -> RoundInfo:
        return self._told.rounds[self._list.chosen or 0]

    def _rows(self) -> list[FileRow]:
        return [
            FileRow(msg("Round {number}", number=each.number), "", ROUND_STATES[each.state])
            for each in self._told.rounds
        ]

    def _choose(self, _: int) -> None:
        self._name_main()
        self.say("")
        self.lay_out()

    def _name_main(self) -> None:
        words = {"open": msg("Close round {number}"), "closing": msg("Open round {number} again")}
        state, number = self._round.state, self._round.number
        self._main.word = words.get(state, msg("Open round {number}")).with_parts(number=number)

    def _refusal(self) -> Message | None:
        is_over = self._round.state in ("closed", "cancelled")
        return msg("That round is over, and its deck is shown.") if is_over else None

    def _longer_refusal(self) -> Message | None:
        told = self._round
        if told.state != "open":
            return msg("The round is not open.")
        if told.starts is not None:
            return msg("All clocks in that round run together, and it ends with them.")
        return msg("That round stays open until you close it.") if told.closes is None else None

    def enter(self) -> None:
        if self._line.edit.text and self.focus.widget is self._line:
            self._announce()
        elif self._refusal() is None:
            self._change()

    # What is done ------------------------------------------------------------------------------------

    def _ask(self, path: str, body: Any = None) -> None:
        self._request.ask(lambda: self._server.ask(path, TournamentInfo, body, "POST"), self._show)

    def _fail(self, error: Exception) -> None:
        self.refuse(trouble_words(error))

    def _announce(self) -> None:
        self._ask("/announce", Announce("".join(self._line.edit.text.split("\n"))[:MAX_LINE]))

    def _change(self) -> None:
        """Opens, closes or reopens a round."""
        told, loses = self._round, None
        closes = [each.number for each in self._told.rounds if each.state == "open"]
        if told.state == "open" or (told.state == "waiting" and closes):
            loses = self._state.loss_words(closes[-1])
        does = {"open": "close", "closing": "reopen"}.get(told.state, "open")
        if loses is None or self._is_sure(does, loses):
            self._ask(f"/rounds/{told.number}/{does}")

    def _extend(self) -> None:
        self._ask(f"/rounds/{self._round.number}/extend", Extend(LONGER_S))

    def _cancel(self) -> None:
        number = self._round.number
        words = msg("Round {number} would count nothing, and end for all who play it.", number=number)
        if self._is_sure("cancel", words):
            self._ask(f"/rounds/{number}/cancel")

    def _delete(self) -> None:
        """Deletes the tournament, and stops the table server that was there for it."""
        name = verbatim(shown(self._told.name, 40))
        if self._is_sure(
            "delete", msg("{name} would be deleted for ever, with everything played in it.", name=name)
        ):
            self._request.ask(
                lambda: self._server.ask("", Tournaments, None, "DELETE"), lambda _: self._end()
            )

    def _end(self) -> None:
        self._server.end()
        self.context.navigation.home(msg("The tournament is deleted, and the table server has stopped."))

    def _is_sure(self, does: str, loses: Message) -> bool:
        words = joined(" ", [loses, msg("Press again to do it.")])
        return self.is_sure((does, self._round.number), words)

    def _show(self, told: TournamentInfo) -> None:
        self._told, was = told, self._told
        if told.announced != was.announced:
            said = told.announced
            self.say(
                msg("The message has been withdrawn.") if said is None else msg("Everybody has been told.")
            )
        else:
            self.say("")
        self._list.renew(self._rows(), self._list.chosen)
        self._name_main()
        self.lay_out()

    # Where else one goes -----------------------------------------------------------------------------

    def _records_refusal(self) -> Message | None:
        if any(each.state == "closed" for each in self._told.rounds):
            return None
        return msg("No round is closed yet: there is no record to take along.")

    def _save_records(self) -> None:
        self.context.lay_over(RecordsScreen(self.context, self._server, self._told.name))

    def _phone_refusal(self) -> Message | None:
        if self._state.hosted.is_for_network:
            return None
        return msg("Only this computer reaches the table server.")

    def _go_to_phone(self) -> None:
        key = self._server.key
        link = f"http://{self._state.address}/host#{key}/{self._state.hosted.tournament}"
        self.context.lay_over(PhoneScreen(self.context, link))


class RecordsScreen(FormScreen):
    """Writes everything played, with its proof, as one file."""

    def __init__(self, context: Context, server: HostedServer, name: str) -> None:
        super().__init__(context, msg("All records as one file"))
        self._server, self._request = server, PendingRequest(lambda error: self.refuse(trouble_words(error)))
        self.requests = [self._request]
        self._file = NewFile(self, msg_p("a button", "Save"), _file_name(name) + ZIP)
        parts = [
            TextPart(
                "",
                [
                    msg(
                        "Results as a table, every game as a file that this program opens, and what "
                        "proves each round."
                    ),
                    msg("Anybody can check it: check-round, and the name of the file."),
                ],
            )
        ]
        self.panel.rows = [*self.panel.rows, FormRow("", "", TextView(parts), is_below=True, grows=True)]

    def enter(self) -> None:
        try:
            if self._file.free_path(ZIP) is not None:
                self._request.ask(lambda: self._server.ask("/records", bytes, method="GET"), self._save)
        except StorageError as error:
            self.refuse(msg("It cannot be written: {reason}.", reason=reason_shown(error)))

    def _save(self, data: bytes) -> None:
        self._file.write(ZIP, lambda: data)


class _Code(Widget):
    """A square code."""

    def __init__(self, link: str) -> None:
        self._link = link

    @property
    def spoken(self) -> WidgetDescription:
        return WidgetDescription("", msg("A square code"))

    def width(self, pictures: Pictures) -> int:
        return pictures.px(200)

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        side = int(min(self.box.width, self.box.height))
        picture = code_picture(pictures, self._link, side)
        at = self.box.centre.x - picture.get_width() / 2, self.box.centre.y - picture.get_height() / 2
        surface.blit(picture, (round(at[0]), round(at[1])))


class PhoneScreen(FormScreen):
    """The host's page on a phone, by a square code."""

    def __init__(self, context: Context, link: str) -> None:
        super().__init__(context, msg("Hold the evening from a phone"))
        self.panel.rows = [FormRow("", "", _Code(link), is_below=True, grows=True)]
        self.panel.buttons = [Button(msg_p("a button", "Back"), "back", self.close, is_strong=True)]
        self.panel.sentence = msg("Anyone who scans this can do everything you can: let nobody else see it.")


def _file_name(words: str) -> str:
    """Makes a file name valid on every system from words."""
    return re.sub(r"[^\w .()-]+", "-", words).strip(" .-") or "tournament"

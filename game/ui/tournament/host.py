"""Hosting a tournament: its rules, who can reach it, its seats, and missing packages."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from game.message import Message, joined, msg, msg_n, msg_p, verbatim
from game.online.bodies import AllSeats, Chosen, NewTournament, Rename, SeatTold
from game.play.phrases import minutes
from game.rounds.asking import PendingRequest
from game.rounds.hosted import HostedServer, HostingError, hosting_trouble
from game.tournament.player import MAX_LETTERS, ROBOT_NAMES, name_refusal, tidied
from game.tournament.tournament import MAX_NAME_LETTERS
from game.ui.drawing.words import BETWEEN_FACTS, shown
from game.ui.forms.controls import FormValues, Switch
from game.ui.forms.file_list import FileList, FileRow, TextPart, TextView
from game.ui.forms.form import FormRow, FormScreen
from game.ui.forms.text_field import TextField
from game.ui.forms.widgets import Button
from game.ui.pages.text_page import TextPage, back_button
from game.ui.screen import Context
from game.ui.tournament.new import USUAL_RULES, rule_rows, todays_name
from game.ui.tournament.room_state import STARTING
from game.ui.tournament.words import tournament_help

ELSEWHERE = msg(
    "To play along somewhere else, “{button}” is all you need.", button=msg_p("a button", "Online…")
)
POLL_S, RETRY_NS = 0.1, 2_000_000_000
USUAL_ROBOTS = 2
LASTING_S = range(0, 3601, 300)
"""How long a round may stay open to new starts; 0 until its host closes it."""
QUICK = ("regular", "beginner")
"""Robots that play on any machine."""
REQUIREMENTS = Path(__file__).resolve().parents[3] / "requirements-server.txt"


class HostScreen(FormScreen):
    """Form for a tournament for the room; every field has a default."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, msg("Host a tournament"))
        self.help = lambda: context.lay_over(tournament_help(context, is_online=True))
        self._name = TextField(todays_name(context), self.unsay, MAX_NAME_LETTERS)
        self._name.edit.select_all()
        self._chosen = FormValues(
            self.unsay,
            **USUAL_RULES,
            robots=USUAL_ROBOTS,
            seats="open",
            start="common",
            lasts=0,
        )
        self._all_rows = self._rows()
        self.panel.rows = self._all_rows[:-1]
        self.panel.buttons = [
            Button(msg_p("a button", "Continue"), "play", self.enter, is_strong=True),
            Button(msg_p("a button", "Help"), "help", self.help),
            Button(msg_p("a button", "Cancel"), "close", self.close),
        ]

    def _rows(self) -> list[FormRow]:
        doors = [
            (msg_p("who may come in", "Anyone"), "open"),
            (msg("Those I let in"), "admit"),
            (msg("Those with the code"), "link"),
        ]
        robots = range(len(ROBOT_NAMES) + 1)
        chosen = self._chosen
        return [
            *rule_rows(self._name, chosen),
            FormRow(
                msg_p("a field", "Robots"), msg("they play along, unranked"), chosen.stepper("robots", robots)
            ),
            FormRow(msg("Who may come in"), "", chosen.choice("seats", doors), True),
            FormRow(
                msg("All clocks start together"),
                msg("after a countdown; otherwise each on its own"),
                Switch(lambda: chosen["start"] == "common", self._start_together),
            ),
            FormRow(
                msg("Rounds stay open"),
                msg("how long players may start them"),
                chosen.stepper(
                    "lasts",
                    LASTING_S,
                    lambda lasts_s: minutes(lasts_s) if lasts_s else msg("until I close them"),
                ),
            ),
        ]

    def _start_together(self, are_together: bool) -> None:
        """A round with clocks of their own can be open for a time; else it ends with the common clock."""
        self._chosen.put("start", "common" if are_together else "own")
        self.panel.rows = self._all_rows[:-1] if are_together else self._all_rows
        self.lay_out()

    def enter(self) -> None:
        name = tidied(self._name.text)
        refusal = name_refusal(name, MAX_NAME_LETTERS)
        if refusal is not None:
            self.refuse(refusal)
            return
        chosen = self._chosen
        strengths = tuple([QUICK[index % len(QUICK)] for index in range(chosen["robots"])])
        wanted = NewTournament(
            name,
            chosen["draw"],
            chosen["limit"],
            chosen["rounds"],
            None,
            None,
            chosen["lasts"] or None if chosen["start"] == "own" else None,
            strengths,
            False,
            chosen["seats"],
            chosen["start"],
        )
        server = HostedServer(self.context.library.machine)
        self.context.lay_over(ReachScreen(self.context, wanted, server))


class ReachScreen(FormScreen):
    """Asks once who can reach the table server, and starts it."""

    def __init__(self, context: Context, wanted: NewTournament, server: HostedServer) -> None:
        parts = [
            TextPart(
                "",
                [
                    msg(
                        "To let friends join with a phone or another computer, this computer answers every "
                        "device on the same network, such as your Wi-Fi, for as long as the evening lasts. "
                        "They see names, scores and what anybody at the table sees, and nothing else on "
                        "this computer."
                    ),
                    msg("If a firewall asks, allow it. Nothing is sent to the Internet."),
                ],
            )
        ]
        super().__init__(context, msg("Who can reach it?"))
        self.panel.rows = [FormRow("", "", TextView(parts), is_below=True, grows=True)]
        self._wanted, self._server = wanted, server
        self._starting = PendingRequest(self._fail)
        self.requests = [self._starting]
        self.panel.buttons = [
            Button(msg("This network"), "network", lambda: self._start(True), is_strong=True),
            Button(msg("Only this computer"), "lock", lambda: self._start(False)),
            Button(msg_p("a button", "Back"), "back", self.close),
        ]

    def enter(self) -> None:
        self._start(True)

    def _start(self, is_for_network: bool) -> None:
        if not self._starting.is_pending:
            wanted, server = self._wanted, self._server
            self._starting.ask(
                lambda: server.host(wanted, is_for_network), lambda _: self.context.navigation.room()
            )
            self.say(STARTING)

    def close(self) -> None:
        if not self._starting.is_pending:
            super().close()

    def _fail(self, error: Exception) -> None:
        self.refuse(hosting_trouble(error))


def missing_page(context: Context, is_online: bool = False) -> TextPage:
    """Page about packages needed for hosting, or for online rounds."""
    what = f'-r "{REQUIREMENTS}"' if REQUIREMENTS.is_file() else '"patience-arcade[server]"'
    what = "websockets" if is_online else what
    about = msg(
        "Friends connect to a small server that this program starts on your computer. The part for it is "
        "free and still has to be downloaded, once, from where the program itself came from."
    )
    if is_online:
        about = msg(
            "To play at a server elsewhere this program needs one more part. It is free and has still to be "
            "fetched, once, from where the program itself came from."
        )
    command = verbatim(f'"{sys.executable}" -m pip install {what}')
    if hasattr(sys, "frozen"):
        paragraphs: list[str] = [
            msg("This package of the program lacks the part that friends connect to."),
            msg("Install the program from its source, as README.md describes, to host on this computer."),
        ]
    else:
        paragraphs = [
            about,
            msg("Close the program, type this line into a terminal, and start the program again:"),
            command,
            *([] if is_online else [ELSEWHERE]),
        ]
    page = TextPage(context, msg("One part is missing"), [TextPart("", paragraphs)])
    copies = [] if hasattr(sys, "frozen") else [Button(msg("Copy line"), "copy", lambda: page.copy(command))]
    page.panel.buttons = [back_button(page), *copies]
    return page


class SeatsScreen(FormScreen):
    """Seats of the tournament held here: admit, rename or remove."""

    def __init__(self, context: Context, server: HostedServer) -> None:
        super().__init__(context, msg_p("a page", "Seats"))
        self._server = server
        self._seats: list[SeatTold] = []
        self._again_ns = 0
        self._is_lost = False  # whether the server has to be started again
        self._request = PendingRequest(self._fail)
        self.requests = [self._request]
        self._list = FileList([], [msg("Nobody is here yet.")], self._choose, self.enter)
        self._name = TextField("", self.redraw, MAX_LETTERS)
        self.panel.rows = [
            FormRow("", "", self._list, is_below=True, grows=True),
            FormRow(msg_p("a field", "Name"), msg("of the chosen seat"), self._name),
        ]
        self.panel.buttons = [
            Button(msg("Let in"), "check", self._let_in, self._let_in_refusal, is_strong=True),
            Button(msg_p("a button", "Rename"), "text", self._rename, self._refusal),
            Button(msg_p("a button", "Remove…"), "delete", self._remove, self._refusal),
            Button(msg_p("a button", "Ban…"), "lock", self._ban, self._refusal),
            Button(msg_p("a button", "Back"), "back", self.close),
        ]
        self._ask("/door")

    @property
    def _seat(self) -> SeatTold | None:
        return None if self._list.chosen is None else self._seats[self._list.chosen]

    def _refusal(self) -> Message | None:
        return msg("Choose a seat.") if self._seat is None else None

    def _let_in_refusal(self) -> Message | None:
        seat = self._seat
        if seat is None:
            return msg("Choose a seat.")
        return msg("That seat has been let in.") if seat.is_admitted else None

    def _choose(self, index: int) -> None:
        self._name.edit.text = self._seats[index].player
        self.say("")
        self.redraw()

    def _ask(self, path: str, body: Any = None, method: str = "") -> None:
        is_lost = self._is_lost

        def asked() -> AllSeats:
            if is_lost:
                self._server.resume()
            return self._server.ask(path, AllSeats, body, method)

        self._request.ask(asked, self._show)

    def _let_in(self) -> None:
        assert self._seat is not None
        self._ask("/door/admit", Chosen((self._seat.seat,)))

    def _rename(self) -> None:
        assert self._seat is not None
        self._ask(f"/seats/{self._seat.seat}/rename", Rename(tidied(self._name.text)))

    def _remove(self) -> None:
        """Asks once; a player who is still knocking is sent away."""
        seat = self._seat
        assert seat is not None
        words = msg("{player} would be removed, with all rounds: press again to do it.")
        if not self._is_sure("remove", seat, words):
            return
        if seat.is_admitted:
            self._ask(f"/seats/{seat.seat}/remove", method="POST")
        else:
            self._ask("/door/refuse", Chosen((seat.seat,)))

    def _ban(self) -> None:
        """Asks once, because it may keep others out too."""
        seat = self._seat
        assert seat is not None
        words = msg(
            "{player} would be removed, and nobody could come in from the same address any more; that may "
            "include others in the same home. Press again to do it."
        )
        if self._is_sure("ban", seat, words):
            self._ask(f"/seats/{seat.seat}/ban", method="POST")

    def _is_sure(self, does: str, seat: SeatTold, words: Message) -> bool:
        return self.is_sure((does, seat.seat), words.with_parts(player=verbatim(shown(seat.player, 40))))

    def enter(self) -> None:
        if self._let_in_refusal() is None:
            self._let_in()

    @property
    def next_tick_s(self) -> float | None:
        return POLL_S

    def on_tick(self) -> None:
        super().on_tick()
        if not self._request.is_pending and self.context.now_ns() >= self._again_ns:
            self._ask("/door")

    def _fail(self, error: Exception) -> None:
        self._again_ns = self.context.now_ns() + RETRY_NS
        self._is_lost = isinstance(error, OSError | HostingError)
        self.refuse(STARTING if isinstance(error, OSError) else hosting_trouble(error))

    def _show(self, told: AllSeats) -> None:
        self._again_ns = self.context.now_ns() + RETRY_NS
        if self._is_lost:
            self._is_lost = False
            self.say("")
        seats = [seat for seat in told.seats if not seat.is_removed]
        if seats == self._seats:
            return
        was, self._seats, self.asked_for = self._seat, seats, None
        ids = [seat.seat for seat in seats]
        chosen = ids.index(was.seat) if was is not None and was.seat in ids else None
        self._list.renew(
            [FileRow(verbatim(shown(seat.player, 40)), "", _facts(seat)) for seat in seats], chosen
        )
        self.redraw()


def _facts(seat: SeatTold) -> str:
    """State of a seat."""
    first = (
        msg("is knocking")
        if not seat.is_admitted
        else msg_p("a player", "robot")
        if seat.kind != "person"
        else None
    )
    played = sum(each == "over" for each in seat.rounds)
    parts = [first] if first is not None else []
    parts.append(msg_n("{count} round played", "{count} rounds played", played))
    if "playing" in seat.rounds:
        parts.append(msg("playing now"))
    elif seat.kind == "person" and not seat.is_connected:
        parts.append(msg("not connected"))
    return joined(BETWEEN_FACTS, parts)

"""Hosting a tournament: its rules, who can reach it, and missing packages."""

from __future__ import annotations

import sys
from pathlib import Path

from game.message import msg, msg_p, verbatim
from game.online.bodies import NewTournament
from game.play.phrases import minutes
from game.rounds.asking import PendingRequest, connecting_refusal
from game.rounds.hosted import HostedServer, hosting_trouble
from game.tournament.player import ROBOT_NAMES, name_refusal, tidied
from game.tournament.tournament import MAX_NAME_LETTERS
from game.ui.forms.controls import FormValues, Switch
from game.ui.forms.file_list import TextPart, TextView
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.text_field import TextField
from game.ui.forms.widgets import Button
from game.ui.pages.text_page import TextPage, back_button
from game.ui.screen import Context, Screen
from game.ui.tournament.connect import OnlineScreen
from game.ui.tournament.hosted import STARTING
from game.ui.tournament.new import USUAL_RULES, rule_rows, todays_name
from game.ui.tournament.words import tournament_help

ELSEWHERE = msg(
    "To play along somewhere else, “{button}” is all you need.", button=msg_p("a button", "Online…")
)
USUAL_ROBOTS = 2
LASTING_S = range(0, 3601, 300)
"""Choices of how long a round accepts new starts, in seconds; 0 until its host closes it."""
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
                        "While the evening lasts, devices on your network can reach this computer. They "
                        "see names, scores and tables, and nothing else on it."
                    ),
                    msg("If a firewall asks, allow it. Nothing is sent to the Internet."),
                ],
            )
        ]
        super().__init__(context, msg("Who can reach it?"))
        self.panel.rows = [FormRow("", "", TextView(parts), is_below=True, grows=True)]
        self._wanted, self._server = wanted, server
        self._starting = PendingRequest(lambda error: self.refuse(hosting_trouble(error)))
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
                lambda: server.host(wanted, is_for_network), lambda _: self.context.navigation.hosted()
            )
            self.say(STARTING)

    def close(self) -> None:
        if not self._starting.is_pending:
            super().close()


def connect_page(context: Context, link: str = "") -> Screen:
    """Asks for a server, or says what is missing; `link` was given to the program."""
    return (
        OnlineScreen(context, link) if connecting_refusal() is None else missing_page(context, is_online=True)
    )


def missing_page(context: Context, is_online: bool = False) -> TextPage:
    """Page about packages needed for hosting, or for online rounds."""
    what = f'-r "{REQUIREMENTS}"' if REQUIREMENTS.is_file() else '"patience-arcade[server]"'
    what = "websockets" if is_online else what
    about = msg(
        "Friends connect to a small server on your computer. It needs a free package, downloaded once "
        "from where the program came from."
    )
    if is_online:
        about = msg(
            "To play at a server elsewhere, the program needs a free package, downloaded once from where "
            "the program came from."
        )
    command = verbatim(f'"{sys.executable}" -m pip install {what}')
    if hasattr(sys, "frozen"):
        paragraphs: list[str] = [
            msg("This edition of the program has no server for friends."),
            msg("Install the program from its source, as README.md describes, to host on this computer."),
        ]
    else:
        paragraphs = [
            about,
            msg("Close the program, type this line into a terminal, and start the program again:"),
            command,
            *([] if is_online else [ELSEWHERE]),
        ]
    page = TextPage(context, msg("A package is missing"), [TextPart("", paragraphs)])
    copies = [] if hasattr(sys, "frozen") else [Button(msg("Copy line"), "copy", lambda: page.copy(command))]
    page.panel.buttons = [back_button(page), *copies]
    return page

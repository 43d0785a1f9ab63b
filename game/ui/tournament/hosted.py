"""Small page of a tournament that is hosted here: how friends get in, who is here, and the ways to all else.

The browser does what a host does (`/host`), and shows the room what everybody sees (`/screen`).
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.message import joined, msg, msg_p, verbatim
from game.online.bodies import AllSeats, Chosen
from game.online.client import ServerRefused
from game.play.phrases import listed
from game.rounds.asking import NOBODY, PendingRequest, TakenSeat, join, trouble_words
from game.rounds.hosted import (
    ROUND_STATES,
    STOPPED,
    HostedServer,
    Room,
    hosting_trouble,
    own_addresses,
)
from game.rounds.hosted import short_code as code_of
from game.storage.files import printable
from game.storage.tournament_store import OnlineKeys
from game.tournament.player import MAX_LETTERS, PERSON, PlayerError, new_player
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import FACE, GOLD, INK, QUIET, RGB, TEXT
from game.ui.drawing.words import BETWEEN_FACTS, fitting
from game.ui.forms.file_list import TextPart, TextView
from game.ui.forms.form import FormScreen
from game.ui.forms.form_panel import FormRow
from game.ui.forms.text_field import TextField
from game.ui.forms.widgets import Button, Widget
from game.ui.pages.text_page import TextPage, back_button
from game.ui.screen import Context
from game.ui.spoken import WidgetDescription
from game.ui.tournament.connect import seat_taken, usual_name
from game.ui.window.desktop import Outcome

ASK_NS, OPENING_NS = 1_000_000_000, 10_000_000_000
"""Interval between requests to the server, and time after which a silent browser counts as open, in ns."""
POLL_S = 0.1
CODE_LINES, WORD_LINES = 7, 4
"""Height of the square code, and of the words alone, in lines of a form."""
QUIET_SQUARES = 4
"""Empty margin around a square code, as its specification requires."""
STARTING = msg("The table server is starting.")


class HostedScreen(FormScreen):
    """Link, code and square code, who is here, and *Host page*, *Room screen*, *Play here*, *End*."""

    def __init__(
        self, context: Context, server: HostedServer, addresses: Sequence[str] | None = None
    ) -> None:
        """`addresses` are this machine's network addresses, the likely one first."""
        super().__init__(context, msg("Host a tournament"))
        assert server.hosted is not None
        self._server, self.hosted = server, server.hosted
        """The server as it is known; it may have ended since."""
        self._addresses = list(own_addresses() if addresses is None else addresses)
        self._room: Room | None = None
        self._own = ""
        """Name at the seat that this window has there; empty without one."""
        self._heard_ns, self._trouble = 0, ""
        self._asking = PendingRequest(self._say_trouble)
        self._doing = PendingRequest(lambda error: self.refuse(trouble_words(error)))
        self._asking.ask(self._begin, self._hear)
        self._opened: tuple[Outcome, str, int] | None = None  # a page that is being opened, and until when
        self._is_leaving = False  # whether it was asked what becomes of the server
        self._code = _WayIn(self, self.is_for_network)
        self._here = TextView([TextPart("", [STARTING])])
        self.panel.rows = [
            FormRow("", "", self._code, is_below=True),
            FormRow("", "", self._here, is_below=True, grows=True),
        ]
        self._host = Button(msg("Host page"), "trophy", self.open_host_page, is_strong=True)
        self._screen = Button(msg("Room screen"), "eye", self._open_room_screen)
        self._play = Button(msg("Play here"), "play", self._go_and_play)
        self._give_up = Button(msg("Give up your seat…"), "delete", self._leave_seat)
        self._next = Button(msg("Another address"), "network", self._next_address)
        self._others = [
            Button(msg_p("a button", "End…"), "end", self._end),
            Button(msg_p("a button", "Home"), "home", self.close),
        ]
        self.panel.buttons = self._usual
        self.focus.begin_with(self._host)

    @property
    def _usual(self) -> list[Button]:
        has_more = self.hosted.is_for_network and len(self._addresses) > 1
        own = [self._give_up] if self._own else []
        return [
            self._host,
            self._screen,
            self._play,
            *own,
            *([self._next] if has_more else []),
            *self._others,
        ]

    # What is known -----------------------------------------------------------------------------------

    @property
    def is_for_network(self) -> bool:
        """Whether others than this computer reach the server."""
        return self.hosted.is_for_network and bool(self._addresses)

    @property
    def address(self) -> str:
        """Address for friends."""
        host = self._addresses[0] if self.is_for_network else "127.0.0.1"
        return f"{f'[{host}]' if ':' in host else host}:{self.hosted.port}"

    @property
    def code(self) -> str:
        """Short code that leads to the tournament, also to another evening of its series."""
        info = None if self._room is None else self._room.standings.tournament
        return code_of(self.hosted.tournament if info is None else info.first_evening)

    @property
    def link(self) -> str:
        """Content of the square code."""
        secret = None if self._room is None else self._room.seats.secret
        return f"http://{self.address}/{self.code}" + (f"#{secret}" if secret else "")

    def _begin(self) -> Room:
        self._server.resume()
        room = self._server.room()
        self._own = self._whose()
        return room

    def _whose(self) -> str:
        """Whose seat this window has there; empty without one."""
        hosted = self._server.hosted
        assert hosted is not None
        key = OnlineKeys(self.context.library.folder).known(hosted.server, hosted.tournament)
        try:
            return join(hosted.server, hosted.tournament, NOBODY, key).player if key else ""
        except ServerRefused:
            return ""

    def _hear(self, room: Room) -> None:
        if self.sentence and self.sentence == self._trouble:
            self.say("")
        was, self._trouble = self._room, ""
        self.hosted = self._server.hosted or self.hosted
        self._room, self._heard_ns = room, self.context.now_ns()
        if was is not None and (was.standings.tournament, was.seats.seats) == (
            room.standings.tournament,
            room.seats.seats,
        ):
            return
        self.panel.heading = verbatim(printable(room.standings.tournament.name, 40))
        self._here.parts = _parts(room)
        self._play.word = msg("To your seat") if self._own else msg("Play here")
        if not self._is_leaving:
            self.put_buttons(self._usual)
        self.lay_out()

    def _say_trouble(self, error: Exception) -> None:
        self._heard_ns = self.context.now_ns()
        words = STARTING if isinstance(error, OSError) else hosting_trouble(error)
        if words != self._trouble:  # the next question begins it again
            self._trouble = words
            self.refuse(words)

    @property
    def next_tick_s(self) -> float | None:
        return POLL_S

    def on_tick(self) -> None:
        self._doing.poll()
        self._look_at_browser()
        if self._asking.is_pending:
            self._asking.poll()
        elif self.context.now_ns() - self._heard_ns >= ASK_NS:
            self._asking.ask(self._begin if self._trouble else self._server.room, self._hear)

    # The browser -------------------------------------------------------------------------------------

    def open_host_page(self) -> None:
        """Opens `/host` with a ticket for the host's key, which itself stands on no command line."""
        page = f"{self.hosted.server}/host"
        self._doing.ask(
            self._server.ticket, lambda ticket: self._open(page, f"#{ticket}/{self.hosted.tournament}")
        )

    def _open_room_screen(self) -> None:
        self._open(f"{self.hosted.server}/tournaments/{self.hosted.tournament}/screen")

    def _open(self, page: str, ticket: str = "") -> None:
        try:
            outcome = self.context.show_folder(page + ticket)
        except OSError:
            self._say_address(page)
            return
        self._opened = outcome, page, self.context.now_ns() + OPENING_NS
        self.say(msg("The page is being opened in your browser."))

    def _look_at_browser(self) -> None:
        if self._opened is None:
            return
        outcome, page, until_ns = self._opened
        code = outcome()
        if code is not None or self.context.now_ns() >= until_ns:
            self._opened = None
            if code:
                self._say_address(page)

    def _say_address(self, page: str) -> None:
        """Without a browser here: what is typed into one."""
        key = self._server.key if page.endswith("/host") else ""
        words = [
            msg("No browser could be opened. Type this address into one:"),
            verbatim(page),
            *([msg("It asks for the host’s key:"), verbatim(key)] if key else []),
        ]
        found = TextPage(self.context, msg("No browser"), [TextPart("", words)])
        line = f"{page}#{key}/{self.hosted.tournament}" if key else page
        copy = Button(msg("Copy line"), "copy", lambda: found.copy(verbatim(line)))
        found.panel.buttons = [back_button(found), copy]
        self.context.lay_over(found)

    # What the buttons do -----------------------------------------------------------------------------

    def _next_address(self) -> None:
        self._addresses.append(self._addresses.pop(0))
        self.redraw()

    def _go_and_play(self) -> None:
        secret = "" if self._room is None else self._room.seats.secret or ""
        form = PlayHereScreen(self.context, self._server, secret)
        if self._own:
            form.sit_down(self._own)
        self.context.lay_over(form)

    def _leave_seat(self) -> None:
        words = msg("{player} loses this seat, with all rounds. Press again to confirm.")
        if not self.is_sure("seat", words.with_parts(player=verbatim(printable(self._own, 40)))):
            return
        own = self._own

        def leave() -> AllSeats:
            found: AllSeats = self._server.ask("/door", AllSeats)
            for seat in found.seats:
                if seat.player == own:  # its key and its name are free again
                    self._server.ask(f"/seats/{seat.seat}/remove", AllSeats, None, "POST")
                    self._server.ask(f"/seats/{seat.seat}/erase", AllSeats, None, "POST")
            return found

        def left(_: AllSeats) -> None:
            self._own, self._room = "", None
            self.context.program.leave_seat(None)
            self.say(msg("The seat is free again."))

        self._doing.ask(leave, left)

    def _end(self) -> None:
        words = msg(
            "End the evening? The table server stops, and nobody can play on. What was played is kept "
            "on this computer. Press again to confirm."
        )
        if self.is_sure("end", words):
            self._server.end()
            self.context.navigation.home(STOPPED)

    def enter(self) -> None:
        self.open_host_page()

    def close(self) -> None:
        if self._is_leaving:
            self._stay()
            return
        back = msg("Host a tournament")
        self.context.navigation.home(
            msg("The table server keeps running: “{button}” leads back to it.", button=back)
        )

    def may_end(self) -> bool:
        """Asks about the table server; whoever closes the window again leaves it running."""
        if self._server.hosted is None or self._is_leaving:
            return True
        self._is_leaving = True

        def end() -> None:
            self._server.end()
            self.context.quit()

        self.put_buttons(
            [
                Button(msg("Close the window"), "check", self.context.quit, is_strong=True),
                Button(msg("End it"), "end", end),
                Button(msg_p("a button", "Cancel"), "close", self._stay),
            ]
        )
        words = msg(
            "Close the window? The table server keeps running for your friends: “{button}” leads back. "
            "It stops after half an hour without players.",
            button=msg("Host a tournament"),
        )
        self.say(words)
        return False

    def _stay(self) -> None:
        self._is_leaving = False
        self.put_buttons(self._usual)
        self.say("")


class PlayHereScreen(FormScreen):
    """Asks the host's name, and takes a seat for them, who see there what any player sees."""

    def __init__(self, context: Context, server: HostedServer, secret: str) -> None:
        super().__init__(context, msg("Play here"))
        self._server, self._secret = server, secret
        self._keys = OnlineKeys(context.library.folder)
        self._request = PendingRequest(lambda error: self.refuse(trouble_words(error)))
        self.requests = [self._request]
        self._name = TextField(usual_name(context, self._keys), self.unsay, MAX_LETTERS)
        self._name.edit.select_all()
        self.panel.rows = [FormRow(msg("Your name"), msg("shown to others"), self._name, is_below=True)]
        self.panel.buttons = [
            Button(msg_p("a button", "Play"), "play", self.enter, is_strong=True),
            Button(msg_p("a button", "Back"), "back", self.close),
        ]

    def enter(self) -> None:
        try:
            self.sit_down(new_player(self._name.text).name)
        except PlayerError as error:
            self.refuse(str(error))

    def sit_down(self, name: str) -> None:
        """Takes the seat, or goes back to it."""
        hosted = self._server.hosted
        assert hosted is not None

        def sit_down() -> TakenSeat:
            key = self._keys.key_for(hosted.server, hosted.tournament)
            taken = join(hosted.server, hosted.tournament, name, key, self._secret)
            seats = self._server.ask("/door", AllSeats).seats
            mine = [seat.seat for seat in seats if seat.player == taken.player and not seat.is_admitted]
            if mine:  # hosts need not knock at their own door
                self._server.ask("/door/admit", AllSeats, Chosen(tuple(mine)))
            return taken

        self._request.ask(
            sit_down, lambda taken: self.context.navigation.tournament(seat_taken(self.context, taken))
        )


def _parts(room: Room) -> list[TextPart]:
    """Who is here, who waits to be let in, and how the rounds stand."""
    seats = [seat for seat in room.seats.seats if not seat.is_removed]
    people = [seat for seat in seats if seat.is_admitted and seat.kind == PERSON]
    here = sum(seat.is_connected for seat in people)
    rounds = room.standings.tournament.rounds
    running = next((info for info in rounds if info.state in ("open", "closing")), None)
    running = running or next((info for info in rounds if info.state == "waiting"), None) or rounds[-1]
    state = joined(BETWEEN_FACTS, [msg("Round {number}", number=running.number), ROUND_STATES[running.state]])
    counted = msg("{here} of {count} here", here=here, count=len(people))
    groups = [
        (joined(BETWEEN_FACTS, [counted, state]), [seat for seat in people if seat.is_connected]),
        (msg("Not here"), [seat for seat in people if not seat.is_connected]),
        (msg("Waiting to be let in"), [seat for seat in seats if not seat.is_admitted]),
        (msg_p("a field", "Robots"), [seat for seat in seats if seat.kind != PERSON]),
    ]
    return [
        TextPart(word, [listed([verbatim(printable(seat.player, 40)) for seat in group])] if group else [])
        for place, (word, group) in enumerate(groups)
        if group or not place
    ]


class _WayIn(Widget):
    """Square code, address and code; on this computer alone the address, for nobody can scan it."""

    def __init__(self, screen: HostedScreen, is_for_network: bool) -> None:
        self._screen, self.lines = screen, CODE_LINES if is_for_network else WORD_LINES

    @property
    def spoken(self) -> WidgetDescription:
        return WidgetDescription("", verbatim(self._screen.link))

    def width(self, pictures: Pictures) -> int:
        return pictures.px(300)

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        box, screen = self.box, self._screen
        heading = msg("Only this computer reaches it:")
        if screen.is_for_network:
            heading = msg("Scan to play along")
            picture = code_picture(pictures, screen.link, int(min(box.height, box.width / 2)))
            surface.blit(picture, (round(box.x), round(box.centre.y - picture.get_height() / 2)))
            left = picture.get_width() + pictures.px(18)
            box = box._replace(x=box.x + left, width=box.width - left)
        lines: list[tuple[str, str, RGB, bool]] = [
            (heading, "body", QUIET, False),
            (verbatim(screen.address), "title", TEXT, True),
            (verbatim("/" + screen.code), "title", GOLD, True),
        ]
        texts = [_line(pictures, box, *line) for line in lines]
        y = box.centre.y - sum(text.get_height() for text in texts) / 2
        for text in texts:
            surface.blit(text, (round(box.x), round(y)))
            y += text.get_height()


def _line(pictures: Pictures, box: Box, words: str, size: str, colour: RGB, is_bold: bool) -> pygame.Surface:
    """A line as large as fits."""
    if pictures.text_width(words, size, is_bold) > box.width:
        size = "large" if size == "title" else size
    return pictures.text(fitting(words, pictures, box.width, size, is_bold), size, colour, is_bold)


def code_picture(pictures: Pictures, link: str, side: int) -> pygame.Surface:
    """Square code of a link, dark on light, with a maximum width."""

    def make() -> pygame.Surface:
        import segno  # whoever hosts has it

        matrix = segno.make(link, error="m", micro=False).matrix
        squares = len(matrix) + 2 * QUIET_SQUARES
        picture = pygame.Surface((squares, squares))
        picture.fill(FACE)
        for y, row in enumerate(matrix):
            for x, is_dark in enumerate(row):
                if is_dark:
                    picture.set_at((x + QUIET_SQUARES, y + QUIET_SQUARES), INK)
        return pygame.transform.scale_by(picture, max(1, side // squares))

    return pictures.made(("code", link, side), make)


def hosted_here(context: Context) -> HostedScreen | None:
    """Returns the page of a tournament started here and not ended, if any."""
    server = HostedServer(context.library.machine)
    return None if server.hosted is None else HostedScreen(context, server)

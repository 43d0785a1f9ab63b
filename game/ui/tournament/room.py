"""The room's screen: code and address, who is here, the race, the podium; beneath it the host's buttons.

What a host is told of a tournament has no card of a round that runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pygame

from game.cards import standard_pack
from game.message import joined, msg, msg_n, msg_p, verbatim
from game.online.bodies import AllSeats, Chosen, SeatTold
from game.online.messages import RoundInfo, TournamentInfo
from game.play.phrases import listed, minutes
from game.rounds.asking import BackgroundRequest, join, trouble_words
from game.rounds.hosted import (
    HostedServer,
    HostingError,
    HostsServer,
    Room,
    own_addresses,
    short_code,
)
from game.rounds.remote import rules_told
from game.storage.files import StorageError
from game.storage.online_seats import OnlineKeys
from game.tournament.player import Player
from game.tournament.standings import StandingRow
from game.ui.cards.motion import Cascade, CascadeStyle
from game.ui.drawing.canvas import draw_panel, fill_rounded
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import BUTTON, GOLD, QUIET, RGB, SPEEDS, TEXT, WARNING
from game.ui.drawing.words import BETWEEN_FACTS, fitting, shown, text_within, wrapped
from game.ui.forms.focus import ButtonScreen
from game.ui.forms.widgets import Button, row_of
from game.ui.games.rush.view import rush_card_size
from game.ui.screen import Context
from game.ui.tournament.connect import CANNOT_KEEP, seat_taken
from game.ui.tournament.race import Race, code_picture, draw_lines, draw_names, lanes_of
from game.ui.tournament.standings import Podium
from game.ui.tournament.words import conditions, winners

ASK_NS = 1_000_000_000
LOOK_S = 0.1
LAST_S = 10
LEFT_SHARE = 0.66
"""Of the width: the race; the rest is for code and totals."""
FINGERPRINT = 12
STARTING = msg("The table server is started …")
MANNER = CascadeStyle()


class Question(NamedTuple):
    """What is asked before something is lost."""

    words: str
    word: str
    """Of the button that does it."""
    answer: Callable[[], None]


class RoomScreen(ButtonScreen):
    """A tournament held at this machine, for all who are in the room."""

    def __init__(self, context: Context, server: HostsServer, addresses: Sequence[str] | None = None) -> None:
        """`addresses` are those of this machine in its networks."""
        super().__init__(context)
        assert server.hosted is not None
        self._server, self._hosted = server, server.hosted
        self._addresses = list(own_addresses() if addresses is None else addresses)
        self._room: Room | None = None
        self._heard_ns = 0  # when the room was told of last
        self._trouble = ""  # why what is seen may be old
        self._asking: BackgroundRequest[Room] | None = BackgroundRequest(self._begin)
        self._doing: BackgroundRequest[Any] | None = None
        self._then: Callable[[Any], None] = lambda _: None
        self._question: Question | None = None
        self._race = Race()
        self._cascade: Cascade | None = None
        self._ticked = 0
        self._main = Button("", "play", self._press_main, is_strong=True)
        self._admit = Button(msg("Let in"), "check", self._let_in)
        self._others = [
            Button(msg("Play, too"), "play", self._play),
            Button(msg_p("a button", "Seats…"), "eye", self._go_to_seats),
            Button(msg("Another address"), "network", self._next_address),
            Button(msg("Full screen"), "fullscreen", context.toggle_full_screen, shows_word=False),
            Button(msg_p("a button", "End…"), "end", self._ask_end),
        ]
        self._yes = Button("", "check", self._answer_yes, is_strong=True)
        self._no = Button(msg("Cancel"), "close", self._answer_no)

    def _begin(self) -> Room:
        self._server.go_on()
        return self._server.room()

    # What is known -----------------------------------------------------------------------------------

    @property
    def _told(self) -> TournamentInfo | None:
        return None if self._room is None else self._room.standings.tournament

    @property
    def _open(self) -> RoundInfo | None:
        """The round that is open, or is being closed."""
        rounds = self._told.rounds if self._told is not None else ()
        return next((each for each in reversed(rounds) if each.state in ("open", "closing")), None)

    @property
    def _waiting(self) -> RoundInfo | None:
        rounds = self._told.rounds if self._told is not None else ()
        return next((each for each in rounds if each.state == "waiting"), None)

    @property
    def _closed(self) -> RoundInfo | None:
        """The round that was closed last."""
        rounds = self._told.rounds if self._told is not None else ()
        return next((each for each in reversed(rounds) if each.state == "closed"), None)

    @property
    def _is_over(self) -> bool:
        told = self._told
        return told is not None and all(each.state in ("closed", "cancelled") for each in told.rounds)

    @property
    def _seats(self) -> Sequence[SeatTold]:
        return [] if self._room is None else [seat for seat in self._room.seats.seats if not seat.is_removed]

    @property
    def _knocking(self) -> list[SeatTold]:
        return [seat for seat in self._seats if not seat.is_admitted]

    @property
    def _server_now_ms(self) -> float:
        assert self._room is not None
        return self._room.standings.now + (self.context.now_ns() - self._heard_ns) / 1e6

    @property
    def clock_s(self) -> float | None:
        """Above 0 what is left of the round for all, below 0 how long it is until their clocks start."""
        told, opened = self._told, self._open
        if told is None or opened is None or opened.starts is None:
            return None
        until_s = (opened.starts - self._server_now_ms) / 1000
        return -until_s if until_s > 0 else max(0.0, rules_told(told).limit + until_s)

    @property
    def link(self) -> str:
        """What the square code says."""
        secret = "" if self._room is None or self._room.seats.secret is None else self._room.seats.secret
        return f"http://{self.address}/{short_code(self._hosted.tournament)}" + (
            f"#{secret}" if secret else ""
        )

    @property
    def address(self) -> str:
        """Where friends reach the server."""
        is_here = not self._hosted.is_for_network or not self._addresses
        return f"{'127.0.0.1' if is_here else self._addresses[0]}:{self._hosted.port}"

    # Buttons -------------------------------------------------------------------------------------------

    @property
    def buttons(self) -> list[Button]:
        if self._question is not None:
            return [self._yes, self._no]
        found = [self._main] if self._main.word else []
        if self._knocking:
            found.append(self._admit)
        without = [] if self._hosted.is_for_network and len(self._addresses) > 1 else [self._others[2]]
        return [*found, *(each for each in self._others if each not in without)]

    def _name_buttons(self) -> None:
        opened, waiting, count = self._open, self._waiting, len(self._knocking)
        self._main.word, self._main.icon = "", "play"
        if opened is not None and opened.state == "open":
            self._main.word = msg("Close round {number}", number=opened.number)
            self._main.icon = "lock"
        elif opened is None and waiting is not None:
            self._main.word = msg("Open round {number}", number=waiting.number)
        self._admit.word = msg_n("Let {count} in", "Let {count} in", count)

    def _do(self, ask: Callable[[], Any], then: Callable[[Any], None] = lambda _: None) -> None:
        """Asks the server for something, in a thread; one thing at a time."""
        if self._doing is None:
            self._doing, self._then = BackgroundRequest(ask), then

    def _change(self, what: str, number: int) -> None:
        path = f"/tournaments/{self._hosted.tournament}/rounds/{number}/{what}"
        self._do(lambda: self._server.ask(path, TournamentInfo, method="POST"), lambda _: self.say(""))

    def _press_main(self) -> None:
        opened, waiting = self._open, self._waiting
        if opened is None and waiting is not None:
            self._change("open", waiting.number)
        elif opened is not None:
            lose = self._not_begun(opened.number)
            if not lose:
                self._change("close", opened.number)
                return
            words = msg(
                "Round {number} is lost to those who have not begun it: {players}.",
                number=opened.number,
                players=listed([verbatim(shown(name, 40)) for name in lose[:6]]),
            )
            self._put_question(words, self._main.word, lambda: self._change("close", opened.number))

    def _not_begun(self, number: int) -> list[str]:
        """The people who would lose a round."""
        return [
            seat.player
            for seat in self._seats
            if seat.kind == "person"
            and seat.is_admitted
            and (number > len(seat.rounds) or seat.rounds[number - 1] is None)
        ]

    def _let_in(self) -> None:
        chosen = Chosen(tuple([seat.seat for seat in self._knocking][:100]))
        path = f"/tournaments/{self._hosted.tournament}/door/admit"
        self._do(lambda: self._server.ask(path, AllSeats, chosen))

    def _next_address(self) -> None:
        self._addresses.append(self._addresses.pop(0))
        self.redraw()

    def _go_to_seats(self) -> None:
        self.context.navigation.host_seats(self._server)

    def _play(self) -> None:
        """Takes a seat of the host's own: what is told there is what any player is told."""
        keys, server = OnlineKeys(self.context.library.folder), self._hosted.server
        name = keys.name or self.context.pictures.language.say(msg("Host"))
        try:
            keys.visited(server, name)
            key = keys.key_for(server)
        except StorageError as error:
            self.refuse(CANNOT_KEEP.with_parts(reason=str(error)))
            return
        secret = "" if self._room is None else self._room.seats.secret or ""
        self._do(
            lambda: join(server, self._hosted.tournament, name, key, secret),
            lambda found: self.context.navigation.tournament(seat_taken(self.context, server, key, *found)),
        )

    def _ask_end(self) -> None:
        words = msg(
            "End the evening? The table server stops, and nobody can play on. What was played is kept "
            "on this computer."
        )
        self._put_question(words, msg("End it"), self._end)

    def _end(self) -> None:
        self._server.end()
        self.context.navigation.home(msg("The table server has stopped."))

    def _put_question(self, words: str, word: str, answer: Callable[[], None]) -> None:
        self._question = Question(words, word, answer)
        self._yes.word = word
        self.focus.go_to(None)
        self.lay_out()
        self.say(words)

    def _answer_yes(self) -> None:
        question, self._question = self._question, None
        self.sentence = ""
        self.lay_out()
        self.redraw()
        if question is not None:
            question.answer()

    def _answer_no(self) -> None:
        self._question = None
        self.lay_out()
        self.say("")

    def escape(self) -> None:
        if self._cascade is not None:
            self._end_cascade()
        elif self._question is not None:
            self._answer_no()
        else:
            self.context.navigation.home(msg("The table server runs on: Tournaments, Host leads back to it."))

    # Time ----------------------------------------------------------------------------------------------

    @property
    def next_tick_s(self) -> float | None:
        return LOOK_S

    @property
    def is_animating(self) -> bool:
        return self._race.is_moving or self._cascade is not None

    def on_tick(self) -> None:
        self._look_at_done()
        asking = self._asking
        if asking is not None and asking.is_answered:
            self._asking = None
            if asking.answer is not None:
                self._hear(asking.answer)
            else:
                self._say_trouble(asking.error)
            self._heard_ns = self.context.now_ns()
        elif asking is None and self.context.now_ns() - self._heard_ns >= ASK_NS:
            ask = self._begin if self._trouble else self._server.room
            self._asking = BackgroundRequest(ask)
        if self.clock_s is not None:
            self._tick()

    def _look_at_done(self) -> None:
        doing = self._doing
        if doing is None or not doing.is_answered:
            return
        self._doing = None
        if doing.error is not None:
            self.refuse(trouble_words(doing.error))
        else:
            self._heard_ns -= ASK_NS  # what has come of it is asked for at once
            self._then(doing.answer)

    def _say_trouble(self, error: Exception | None) -> None:
        words = str(error) if isinstance(error, HostingError) else trouble_words(error or OSError())
        if words != self._trouble:
            self._trouble = words
            self.refuse(words)

    def _hear(self, room: Room) -> None:
        if self.sentence and self.sentence == self._trouble:
            self.sentence = ""
        was_over, was, self._trouble = self._is_over, self._room, ""
        self._hosted = self._server.hosted or self._hosted
        self._room, self._heard_ns = room, self.context.now_ns()
        of = self._open or self._closed
        lanes = [] if of is None else lanes_of(room.standings.places, of.number)
        self._race.put(lanes, self._speed > 0 and of is not None)
        if was is not None and was.seats.seats != room.seats.seats and of is None:
            self.context.sounds.play("place", self.context.now_ns())
        self._name_buttons()
        self.lay_out()
        self.redraw()
        if was is not None and self._is_over and not was_over:
            self._celebrate()

    @property
    def _speed(self) -> float:
        settings = self.context.settings
        return 0.0 if settings.reduced_motion else SPEEDS[settings.speed]

    def _tick(self) -> None:
        """Each second of the clock is shown; the last ones, and those before the start, are heard."""
        left = self.clock_s
        assert left is not None
        second = int(left) if left > 0 else -int(left)
        if second != self._ticked:
            self._ticked = second
            if (left < 0 and second <= 3) or 0 < left <= LAST_S:
                self.context.sounds.play("tick", self.context.now_ns())
            self.redraw()

    def _celebrate(self) -> None:
        assert self._room is not None
        first = self._room.standings.places[:1]
        self.context.sounds.play("win", self.context.now_ns())
        if not self._speed or not first or first[0].kind != "person":
            return
        pictures, (width, _) = self.context.pictures, self.canvas.size
        pictures.set_card_size(*rush_card_size(pictures, self.canvas.size))
        pack = [card.up for card in standard_pack()]
        size = pictures.card_width, pictures.card_height
        left = width * LEFT_SHARE / 2 - 2 * size[0]
        homes = [Box(left + suit * size[0], pictures.px(60), *size) for suit in range(4)]
        springing = [(pack[13 * suit + rank], homes[suit]) for rank in range(12, -1, -1) for suit in range(4)]
        self.draw(0.0)
        self._cascade = Cascade(pictures, self.canvas, springing, self._speed, MANNER)

    def _end_cascade(self) -> None:
        self._cascade = None
        self.redraw()

    def update(self, step_s: float) -> None:
        if self._race.is_moving:
            self._race.update(step_s)
            self.redraw()
        if self._cascade is not None:
            self._cascade.update(step_s)
            self.is_stale = True
            if not self._cascade.is_moving:
                self._end_cascade()

    def draw(self, alpha: float) -> None:
        if self._cascade is None or self.canvas.is_damaged:
            super().draw(alpha)
        if self._cascade is not None:
            self._cascade.stamp()
            self.is_stale = False

    def resize(self, canvas: Any) -> None:
        self._cascade = None
        super().resize(canvas)

    def handle(self, event: pygame.event.Event) -> None:
        if self._cascade is not None and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._end_cascade()
            return
        super().handle(event)

    # Looks ---------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return verbatim(shown(self._told.name, 40)) if self._told is not None else msg("Host a tournament")

    @property
    def facts(self) -> str:
        """Which round it is, and what is played."""
        told = self._told
        if told is None:
            return STARTING
        of, rules, rounds = self._open or self._closed, rules_told(told), len(told.rounds)
        first = [msg("Round {number} of {rounds}", number=of.number, rounds=rounds)] if of is not None else []
        return joined(BETWEEN_FACTS, [*first, *conditions(rules, rounds)[: 3 if of is not None else 4]])

    @property
    def next_words(self) -> str:
        """What comes next."""
        if self._is_over:
            return winners(self._rows)
        opened, waiting, here = self._open, self._waiting, len(self._seats) - len(self._knocking)
        if opened is not None:
            digits = (opened.commitment or "")[:FINGERPRINT]
            grouped = " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))
            return msg(
                "Deck fixed before the round: {digits}. It is shown to everybody when it is over.",
                digits=grouped,
            )
        if waiting is None:
            return ""
        at_table = msg_n("{count} at the table", "{count} at the table", here)
        lacks = waiting.commitment is None
        next_is = (
            msg("a deck for round {number} is looked for", number=waiting.number)
            if lacks
            else msg("round {number} begins when the host says so", number=waiting.number)
        )
        return joined(BETWEEN_FACTS, [at_table, next_is])

    @property
    def _rows(self) -> list[StandingRow]:
        places = [] if self._room is None else self._room.standings.places
        return [
            StandingRow(
                each.rank, Player(each.player, each.kind), each.total, each.elapsed, each.home, (), None
            )
            for each in places
        ]

    @property
    def spoken_lines(self) -> Sequence[str]:
        lanes = [
            joined(" ", [verbatim(lane.name), verbatim("–" if lane.score is None else str(lane.score))])
            for lane in self._race.lanes
        ]
        names = [verbatim(seat.player) for seat in self._seats]
        return [self.facts, self.next_words, verbatim(self.link), *(lanes or names)]

    def lay_out(self) -> None:
        pictures, (width, height) = self.context.pictures, self.canvas.size
        rows: list[list[Button]] = [[]]
        for button in self.buttons:
            wide = sum(each.width(pictures) + pictures.px(10) for each in [*rows[-1], button])
            if rows[-1] and wide > width - pictures.px(24):
                rows.append([])
            rows[-1].append(button)
        pitch = pictures.px(54)
        self._bottom = height - pitch * len(rows) - pictures.px(8)
        for index, row in enumerate(rows):
            row_of(row, pictures, width / 2, self._bottom + index * pitch + pictures.px(4), pictures.px(46))

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        px, (width, _) = self.context.pictures.px, self.canvas.size
        edge = px(32)
        left = Box(edge, px(24), width * LEFT_SHARE - edge - px(20), self._bottom - px(30))
        self._paint_left(surface, left)
        right = Box(width * LEFT_SHARE, px(24), width * (1 - LEFT_SHARE) - edge, self._bottom - px(36))
        self._paint_right(surface, right)

    def _write(
        self,
        surface: pygame.Surface,
        words: str,
        size: str,
        colour: RGB,
        at: tuple[float, float],
        room: float,
        bold: bool = False,
    ) -> int:
        """Writes a line; returns how high it is."""
        pictures = self.context.pictures
        text = text_within(words, pictures, room, size, colour, bold)
        surface.blit(text, (round(at[0]), round(at[1])))
        return text.get_height()

    def _paint_left(self, surface: pygame.Surface, room: Box) -> None:
        pictures, px = self.context.pictures, self.context.pictures.px
        clock = self._paint_clock(surface, room)
        words = room.width - clock - px(20)
        y = room.y + self._write(surface, self.title, "title", TEXT, (room.x, room.y), words, True)
        y += self._write(surface, self.facts, "body", QUIET, (room.x, y), words) + px(10)
        y = self._paint_bar(surface, room, y)
        said, colour = (self.sentence, WARNING) if self.sentence else (self.next_words, QUIET)
        lines = wrapped(said, pictures, room.width, "body")[:3]
        line = pictures.font("body").get_height()
        below = room.y + room.height - line * len(lines)
        for index, each in enumerate(lines):
            self._write(surface, each, "body", colour, (room.x, below + index * line), room.width)
        middle = Box(room.x, y + px(8), room.width, below - y - px(20))
        if self._is_over:
            Podium(self._rows).draw(surface, pictures, middle)
        elif self._race.lanes:
            self._race.draw(surface, pictures, middle, self.context.settings.table)
        else:
            seats = [(seat.player, seat.kind != "person", seat.is_admitted) for seat in self._seats]
            draw_names(surface, pictures, middle, seats)

    def _paint_clock(self, surface: pygame.Surface, room: Box) -> int:
        """Paints the clock of all; returns how wide it is."""
        left = self.clock_s
        if left is None:
            return 0
        words = minutes(left) if left >= 0 else verbatim(str(-int(left) + 1))
        colour = GOLD if left < 0 else WARNING if left <= LAST_S else TEXT
        text = self.context.pictures.text(words, "huge", colour, True)
        px = self.context.pictures.px
        text = pygame.transform.smoothscale_by(text, px(92) / text.get_height())
        surface.blit(text, (round(room.x + room.width - text.get_width()), round(room.y - px(8))))
        return text.get_width()

    def _paint_bar(self, surface: pygame.Surface, room: Box, y: float) -> float:
        left, told, px = self.clock_s, self._told, self.context.pictures.px
        if left is None or told is None:
            return y
        bar = Box(room.x, max(y, room.y + px(84)), room.width, px(8))
        fill_rounded(surface, bar, BUTTON, px(4))
        share = 1.0 if left < 0 else left / rules_told(told).limit
        if share * bar.width >= px(8):
            fill_rounded(surface, bar._replace(width=bar.width * share), (*GOLD, 255), px(4))
        return bar.y + bar.height + px(8)

    def _paint_right(self, surface: pygame.Surface, room: Box) -> None:
        pictures, px, table = self.context.pictures, self.context.pictures.px, self.context.settings.table
        totals = self._closed is not None
        side = min(room.width - px(40), room.height * (0.45 if totals else 0.62))
        picture = code_picture(pictures, self.link, int(side))
        large = self._address_size(self.address, room)[1]
        code = self._address_size("/0000", room)[1]
        high = px(24) + picture.get_height() + large + code + px(44)
        draw_panel(surface, room._replace(height=high), pictures, table)
        y = room.y + px(14)
        heading = fitting(msg("Scan to play along"), pictures, room.width - px(24), "body")
        words = pictures.text(heading, "body", QUIET)
        surface.blit(words, (round(room.centre.x - words.get_width() / 2), round(y)))
        y += words.get_height() + px(8)
        surface.blit(picture, (round(room.centre.x - picture.get_width() / 2), round(y)))
        y += picture.get_height() + px(10)
        y += self._address_line(surface, verbatim(self.address), TEXT, room, y)
        self._address_line(surface, verbatim("/" + short_code(self._hosted.tournament)), GOLD, room, y)
        if totals and room.height - high > px(80):
            self._paint_totals(
                surface, room._replace(y=room.y + high + px(12), height=room.height - high - px(12))
            )

    def _paint_totals(self, surface: pygame.Surface, room: Box) -> None:
        pictures, px, closed = self.context.pictures, self.context.pictures.px, self._closed
        assert self._room is not None
        assert closed is not None
        draw_panel(surface, room, pictures, self.context.settings.table)
        heading = msg("after round {number}", number=closed.number).capitalised()
        y = room.y + px(12)
        y += self._write(surface, heading, "body", TEXT, (room.x + px(18), y), room.width - px(36), True)
        lines = [
            (
                joined("  ", [verbatim(str(each.rank or "–")), verbatim(shown(each.player, 40))]),
                str(each.total),
            )
            for each in self._room.standings.places
        ]
        inner = Box(room.x + px(18), y + px(6), room.width - px(36), room.y + room.height - y - px(14))
        draw_lines(surface, pictures, inner, lines, "body")

    def _address_size(self, words: str, room: Box) -> tuple[int, int]:
        """As large as there is room for: it is read from the other end of the room."""
        pictures = self.context.pictures
        wide, high = pictures.font("title", True).size(words)
        share = min(1.0, (room.width - pictures.px(28)) / wide)
        return round(wide * share), round(high * share)

    def _address_line(self, surface: pygame.Surface, words: str, colour: RGB, room: Box, y: float) -> int:
        pictures, size = self.context.pictures, self._address_size(words, room)
        text = pygame.transform.smoothscale(pictures.text(words, "title", colour, True), size)
        surface.blit(text, (round(room.centre.x - size[0] / 2), round(y)))
        return size[1]


def room_of(context: Context) -> RoomScreen | None:
    """The room of a tournament that was begun here and not ended, if there is one."""
    server = HostedServer(context.library.folder)
    return None if server.hosted is None else RoomScreen(context, server)

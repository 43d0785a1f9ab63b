"""State of a tournament held on this machine, and the painting of the room's screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.message import Message, joined, msg, msg_n, verbatim
from game.online.bodies import SeatTold
from game.online.messages import RoundInfo, TournamentInfo
from game.play.phrases import listed, minutes
from game.rounds.hosted import Hosted, Room, short_code
from game.rounds.remote import rules_told
from game.tournament.player import Player
from game.tournament.standings import StandingRow
from game.ui.drawing.canvas import draw_panel, fill_rounded
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import BUTTON, GOLD, QUIET, RGB, TEXT, WARNING
from game.ui.drawing.words import BETWEEN_FACTS, date_shown, fitting, shown, text_within, wrapped
from game.ui.screen import Context
from game.ui.tournament.race import Race, code_picture, draw_lines, draw_names
from game.ui.tournament.standings import Podium
from game.ui.tournament.words import conditions, winners

LAST_S = 10
FINGERPRINT = 12
STARTING = msg("Starting the table server …")


def _listed_names(names: Sequence[str]) -> str:
    """Lists players' names, only the first of many."""
    return listed([verbatim(shown(name, 40)) for name in names[:6]])


class RoomState:
    """A host's view of a tournament, without cards of a running round, and what follows from it."""

    def __init__(self, hosted: Hosted, addresses: Sequence[str], now_ns: Callable[[], int]) -> None:
        """`addresses` are this machine's network addresses, the likely one first."""
        self.hosted, self.addresses, self._now_ns = hosted, list(addresses), now_ns
        self.room: Room | None = None
        self.heard_ns = 0
        """When the room was told of last."""

    @property
    def told(self) -> TournamentInfo | None:
        return None if self.room is None else self.room.standings.tournament

    @property
    def open(self) -> RoundInfo | None:
        """The round that is open or closing."""
        rounds = self.told.rounds if self.told is not None else ()
        return next((each for each in reversed(rounds) if each.state in ("open", "closing")), None)

    @property
    def waiting(self) -> RoundInfo | None:
        rounds = self.told.rounds if self.told is not None else ()
        return next((each for each in rounds if each.state == "waiting"), None)

    @property
    def closed(self) -> RoundInfo | None:
        """The round closed last."""
        rounds = self.told.rounds if self.told is not None else ()
        return next((each for each in reversed(rounds) if each.state == "closed"), None)

    @property
    def is_over(self) -> bool:
        told = self.told
        return told is not None and all(each.state in ("closed", "cancelled") for each in told.rounds)

    @property
    def seats(self) -> Sequence[SeatTold]:
        return [] if self.room is None else [seat for seat in self.room.seats.seats if not seat.is_removed]

    @property
    def knocking(self) -> list[SeatTold]:
        return [seat for seat in self.seats if not seat.is_admitted]

    @property
    def server_now_ms(self) -> float:
        assert self.room is not None
        return self.room.standings.now + (self._now_ns() - self.heard_ns) / 1e6

    @property
    def clock_s(self) -> float | None:
        """Seconds left in the round for all if positive, until their clocks start if negative."""
        told, opened = self.told, self.open
        if told is None or opened is None or opened.starts is None:
            return None
        until_s = (opened.starts - self.server_now_ms) / 1000
        return -until_s if until_s > 0 else max(0.0, rules_told(told).limit + until_s)

    @property
    def link(self) -> str:
        """Content of the square code."""
        secret = "" if self.room is None or self.room.seats.secret is None else self.room.seats.secret
        return f"http://{self.address}/{short_code(self.hosted.tournament)}" + (
            f"#{secret}" if secret else ""
        )

    @property
    def address(self) -> str:
        """Address for friends."""
        is_here = not self.hosted.is_for_network or not self.addresses
        return f"{'127.0.0.1' if is_here else self.addresses[0]}:{self.hosted.port}"

    def not_begun(self, number: int) -> list[str]:
        """People who would lose a round."""
        return [
            seat.player
            for seat in self.seats
            if seat.kind == "person"
            and seat.is_admitted
            and (number > len(seat.rounds) or seat.rounds[number - 1] is None)
        ]

    def loss_words(self, number: int) -> Message | None:
        """Sentence about who would lose a round if it were closed now."""
        lose = self.not_begun(number)
        if not lose:
            return None
        return msg(
            "Those who have not started round {number} lose it: {players}.",
            number=number,
            players=_listed_names(lose),
        )

    @property
    def title(self) -> str:
        """Name of the tournament."""
        return verbatim(shown(self.told.name, 40)) if self.told is not None else msg("Host a tournament")

    @property
    def facts(self) -> str:
        """Round and game."""
        told = self.told
        if told is None:
            return STARTING
        of, rules, rounds = self.open or self.closed, rules_told(told), len(told.rounds)
        first = [msg("Round {number} of {rounds}", number=of.number, rounds=rounds)] if of is not None else []
        return joined(BETWEEN_FACTS, [*first, *conditions(rules, rounds)[: 3 if of is not None else 4]])

    @property
    def next_words(self) -> str:
        """What comes next."""
        if self.is_over:
            return winners(self.rows)
        opened, waiting, here = self.open, self.waiting, len(self.seats) - len(self.knocking)
        if opened is not None:
            digits = (opened.commitment or "")[:FINGERPRINT]
            grouped = " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))
            fixed = msg(
                "Deck fixed before the round: {digits}. It is shown to everybody when the round is over.",
                digits=grouped,
            )
            then = (
                msg("Then the winners.")
                if waiting is None
                else msg("Then round {number}.", number=waiting.number)
            )
            parts = [fixed, then]
            if opened.state == "open" and opened.closes is not None and opened.starts is None:
                until = date_shown(opened.closes / 1000)
                parts.insert(0, msg("It can be started until {moment}.", moment=until))
            return joined(" ", parts)
        if waiting is None:
            return ""
        at_table = msg_n("{count} at the table", "{count} at the table", here)
        lacks = waiting.commitment is None
        next_is = (
            msg("looking for a deck for round {number}", number=waiting.number)
            if lacks
            else msg("round {number} begins when the host says so", number=waiting.number)
        )
        return joined(BETWEEN_FACTS, [at_table, next_is])

    @property
    def rows(self) -> list[StandingRow]:
        places = [] if self.room is None else self.room.standings.places
        return [
            StandingRow(
                each.rank, Player(each.player, each.kind), each.total, each.elapsed, each.home, (), None
            )
            for each in places
        ]


class RoomPicture:
    """Painting of the room's screen."""

    def __init__(self, context: Context, state: RoomState, race: Race) -> None:
        self._context, self._state, self._race = context, state, race

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
        """Writes a line; returns its height."""
        pictures = self._context.pictures
        text = text_within(words, pictures, room, size, colour, bold)
        surface.blit(text, (round(at[0]), round(at[1])))
        return text.get_height()

    def _paint_said(self, surface: pygame.Surface, room: Box, sentence: str) -> float:
        """Paints sentences, the host's message and who is knocking; returns where they begin."""
        state, told = self._state, self._state.told
        said: list[tuple[str, str, RGB]] = [
            (sentence, "body", WARNING) if sentence else (state.next_words, "body", QUIET)
        ]
        if told is not None and told.announced is not None:
            said.insert(0, (verbatim(shown(told.announced.line, 120)), "large", GOLD))
        if state.knocking and self._race.lanes:  # else all names stand there
            names = _listed_names([seat.player for seat in state.knocking])
            words = msg_n(
                "{players} is knocking", "{players} are knocking", len(state.knocking), players=names
            )
            said.insert(0, (words, "body", GOLD))
        y = room.y + room.height
        for text, size, colour in reversed(said):
            for line in reversed(wrapped(text, self._context.pictures, room.width, size)[:3]):
                y -= self._context.pictures.font(size).get_height()
                self._write(surface, line, size, colour, (room.x, y), room.width)
        return y

    def paint_left(self, surface: pygame.Surface, room: Box, sentence: str) -> None:
        """Paints the present stage, and `sentence` if any."""
        pictures, px = self._context.pictures, self._context.pictures.px
        clock = self._paint_clock(surface, room)
        words = room.width - clock - px(20)
        y = room.y + self._write(surface, self._state.title, "title", TEXT, (room.x, room.y), words, True)
        y += self._write(surface, self._state.facts, "body", QUIET, (room.x, y), words) + px(10)
        y = self._paint_bar(surface, room, y)
        below = self._paint_said(surface, room, sentence)
        middle = Box(room.x, y + px(8), room.width, below - y - px(20))
        if self._state.is_over:
            Podium(self._state.rows).draw(surface, pictures, middle)
        elif self._race.lanes:
            self._race.draw(surface, pictures, middle, self._context.table)
        else:
            seats = [(seat.player, seat.kind != "person", seat.is_admitted) for seat in self._state.seats]
            draw_names(surface, pictures, middle, seats)

    def _paint_clock(self, surface: pygame.Surface, room: Box) -> int:
        """Paints the common clock; returns its width."""
        left = self._state.clock_s
        if left is None:
            return 0
        words = minutes(left) if left >= 0 else verbatim(str(-int(left) + 1))
        colour = GOLD if left < 0 else WARNING if left <= LAST_S else TEXT
        text = self._context.pictures.text(words, "huge", colour, True)
        px = self._context.pictures.px
        text = pygame.transform.smoothscale_by(text, px(92) / text.get_height())
        surface.blit(text, (round(room.x + room.width - text.get_width()), round(room.y - px(8))))
        return text.get_width()

    def _paint_bar(self, surface: pygame.Surface, room: Box, y: float) -> float:
        left, told, px = self._state.clock_s, self._state.told, self._context.pictures.px
        if left is None or told is None:
            return y
        bar = Box(room.x, max(y, room.y + px(84)), room.width, px(8))
        fill_rounded(surface, bar, BUTTON, px(4))
        share = 1.0 if left < 0 else left / rules_told(told).limit
        if share * bar.width >= px(8):
            fill_rounded(surface, bar._replace(width=bar.width * share), (*GOLD, 255), px(4))
        return bar.y + bar.height + px(8)

    def paint_right(self, surface: pygame.Surface, room: Box) -> None:
        """Paints the code, the address and the totals; in the end totals alone, for nobody comes any more."""
        pictures, px, table = self._context.pictures, self._context.pictures.px, self._context.table
        totals = self._state.closed is not None
        if totals and self._state.is_over:
            self._paint_totals(surface, room)
            return
        side = min(room.width - px(40), room.height * (0.45 if totals else 0.62))
        picture = code_picture(pictures, self._state.link, int(side))
        large = self._address_size(self._state.address, room)[1]
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
        y += self._address_line(surface, verbatim(self._state.address), TEXT, room, y)
        self._address_line(surface, verbatim("/" + short_code(self._state.hosted.tournament)), GOLD, room, y)
        if totals and room.height - high > px(80):
            self._paint_totals(
                surface, room._replace(y=room.y + high + px(12), height=room.height - high - px(12))
            )

    def _paint_totals(self, surface: pygame.Surface, room: Box) -> None:
        pictures, px, closed = self._context.pictures, self._context.pictures.px, self._state.closed
        assert self._state.room is not None
        assert closed is not None
        draw_panel(surface, room, pictures, self._context.table)
        heading = msg("after round {number}", number=closed.number).capitalised()
        y = room.y + px(12)
        y += self._write(surface, heading, "body", TEXT, (room.x + px(18), y), room.width - px(36), True)
        lines = [
            (
                joined("  ", [verbatim(str(each.rank or "–")), verbatim(shown(each.player, 40))]),
                str(each.total),
            )
            for each in self._state.room.standings.places
        ]
        inner = Box(room.x + px(18), y + px(6), room.width - px(36), room.y + room.height - y - px(14))
        large = len(lines) * (pictures.font("large").get_height() + px(4)) <= inner.height
        draw_lines(surface, pictures, inner, lines, "large" if large else "body")

    def _address_size(self, words: str, room: Box) -> tuple[int, int]:
        """Largest text size that fits: it is read from across the room."""
        pictures = self._context.pictures
        wide, high = pictures.font("title", True).size(words)
        share = min(1.0, (room.width - pictures.px(28)) / wide)
        return round(wide * share), round(high * share)

    def _address_line(self, surface: pygame.Surface, words: str, colour: RGB, room: Box, y: float) -> int:
        pictures, size = self._context.pictures, self._address_size(words, room)
        text = pygame.transform.smoothscale(pictures.text(words, "title", colour, True), size)
        surface.blit(text, (round(room.centre.x - size[0] / 2), round(y)))
        return size[1]

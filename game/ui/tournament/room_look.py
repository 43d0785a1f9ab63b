"""Painting of the room's screen: state of the tournament, players, the race in lanes, and the square code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import pygame

from game.message import Message, joined, msg, msg_n, msg_p, verbatim
from game.online.bodies import SeatTold
from game.online.messages import PlaceInfo, RoundInfo, TournamentInfo
from game.play.phrases import listed, minutes
from game.rounds.hosted import Hosted, Room, short_code
from game.rounds.remote import rules_told
from game.tournament.player import Player
from game.tournament.standings import StandingRow
from game.ui.drawing.canvas import draw_panel, fill_rounded
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import BUTTON, FACE, GOLD, INK, QUIET, RGB, TEXT, WARNING
from game.ui.drawing.words import BETWEEN_FACTS, date_shown, fitting, shown, text_within, wrapped
from game.ui.screen import Context
from game.ui.tournament.standings import Podium
from game.ui.tournament.words import conditions, winners

LAST_S = 10
FINGERPRINT = 12
STARTING = msg("Starting the table server…")


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
        said: list[tuple[str, str, RGB]] = [(state.next_words, "body", QUIET)]
        if sentence or state.is_over:
            said = [(sentence, "body", WARNING) if sentence else (state.next_words, "large", GOLD)]
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


CARDS = 52
MIN_PX, MAX_PX, GAP_PX = 26, 64, 8
"""Minimum and maximum height of a lane, and gap between lanes."""
PASSING_S = 0.35
QUIET_SQUARES = 4
"""Empty margin around a square code, as its specification requires."""
SIZES = ("large", "body", "small")
NAME_SIZES = ("title", *SIZES)


class Lane(NamedTuple):
    """A player's progress in a round."""

    name: str
    is_robot: bool
    score: int | None
    """None if the round was not started."""
    home: int
    is_over: bool


def lanes_of(places: Sequence[PlaceInfo], number: int) -> list[Lane]:
    """Players in a round's order, those who have not started last."""
    found = []
    for place in places:
        score = place.rounds[number - 1] if number <= len(place.rounds) else None
        is_robot = place.kind != "person"
        if score is None:
            found.append(Lane(place.player, is_robot, None, 0, False))
        else:
            found.append(Lane(place.player, is_robot, score.total, score.home, score.is_over))
    return sorted(found, key=lambda lane: (lane.score is None, -(lane.score or 0), -lane.home, lane.name))


class Race:
    """Lanes in order; overtaking lanes glide."""

    def __init__(self) -> None:
        self.lanes: Sequence[Lane] = ()
        self._at: dict[str, float] = {}

    def put(self, lanes: Sequence[Lane], may_glide: bool) -> bool:
        """Reorders the lanes; returns whether anything has changed."""
        has_changed, self.lanes = list(lanes) != list(self.lanes), lanes
        wanted = self._wanted()
        self._at = {name: self._at.get(name, at) if may_glide else at for name, at in wanted.items()}
        return has_changed

    def _wanted(self) -> Mapping[str, float]:
        return {lane.name: float(index) for index, lane in enumerate(self.lanes)}

    @property
    def is_moving(self) -> bool:
        """Whether a lane is moving."""
        return self._at != self._wanted()

    def update(self, step_s: float) -> None:
        """Moves the lanes; a long way takes no longer than a short one."""
        for name, wanted in self._wanted().items():
            way = wanted - self._at[name]
            step = max(1.0, abs(way)) * step_s / PASSING_S
            self._at[name] = wanted if abs(way) <= step else self._at[name] + (step if way > 0 else -step)

    def draw(self, surface: pygame.Surface, pictures: Pictures, room: Box, table: str) -> None:
        """Draws them in as many columns as needed."""
        px, count = pictures.px, len(self.lanes)
        columns = next((each for each in range(1, 5) if -(-count // each) * px(MIN_PX + 4) <= room.height), 4)
        rows = max(1, -(-count // columns))
        pitch = min(px(MAX_PX + GAP_PX), room.height / rows)
        gap = min(px(GAP_PX), pitch * 0.15)
        width = (room.width - (columns - 1) * px(GAP_PX)) / columns
        for index, lane in sorted(enumerate(self.lanes), key=lambda numbered: -numbered[0]):
            at = self._at[lane.name]
            column, row = divmod(at, rows) if at == int(at) else (index // rows, at - index // rows * rows)
            x = room.x + column * (width + px(GAP_PX))
            y = min(max(room.y, room.y + row * pitch), room.y + room.height - pitch)
            self._draw_lane(surface, pictures, Box(x, y, width, pitch - gap), index + 1, lane, table)

    def _draw_lane(
        self, surface: pygame.Surface, pictures: Pictures, box: Box, rank: int, lane: Lane, table: str
    ) -> None:
        px = pictures.px
        draw_panel(surface, box, pictures, table)
        if lane.home:
            fill = (*GOLD, 70) if rank == 1 else BUTTON
            fill_rounded(
                surface, box._replace(width=max(px(16), box.width * lane.home / CARDS)), fill, px(10)
            )
        size = next((size_ for size_ in SIZES if pictures.font(size_).get_height() <= box.height), SIZES[-1])
        right = box.x + box.width - px(14)
        score = "–" if lane.score is None else str(lane.score)
        right = _put(surface, pictures, score, size, TEXT, True, box, right=right) - px(18)
        if lane.score is not None and box.width > px(380):
            at_home = msg_n("{count} home", "{count} home", lane.home)
            right = min(right, box.x + box.width * 0.8)
            right = _put(surface, pictures, at_home, _below(size), QUIET, False, box, right=right) - px(12)
        left = box.x + px(14)
        if lane.score is not None:
            _put(surface, pictures, str(rank), size, TEXT, True, box, left=left)
        left += pictures.text_width("00", size, True) + px(12)
        robot = msg_p("a player", "robot") if lane.is_robot and box.width > px(240) else ""
        kept = pictures.text_width(robot, "small") + px(8) if robot else 0
        colour = QUIET if lane.score is None else TEXT
        name = text_within(verbatim(lane.name), pictures, max(px(20), right - left - kept), size, colour)
        surface.blit(name, (round(left), round(box.centre.y - name.get_height() / 2)))
        left += name.get_width() + px(8)
        if robot:
            _put(surface, pictures, robot, "small", QUIET, False, box, left=left)


def _below(size: str) -> str:
    return SIZES[min(SIZES.index(size) + 1, len(SIZES) - 1)]


def _put(
    surface: pygame.Surface,
    pictures: Pictures,
    words: str,
    size: str,
    colour: tuple[int, int, int],
    bold: bool,
    box: Box,
    left: float | None = None,
    right: float = 0.0,
) -> float:
    """Writes words into a lane from either side; returns where they end."""
    text = pictures.text(words, size, colour, bold)
    x = right - text.get_width() if left is None else left
    surface.blit(text, (round(x), round(box.centre.y - text.get_height() / 2)))
    return x if left is None else x + text.get_width()


def draw_names(
    surface: pygame.Surface, pictures: Pictures, room: Box, seats: Sequence[tuple[str, bool, bool]]
) -> None:
    """Draws the players, as large as they fit, and whether each is a robot or only knocks."""
    notes = [
        msg_p("a player", "robot") if is_robot else "" if is_admitted else msg("is knocking")
        for _, is_robot, is_admitted in seats
    ]
    names = [name for name, _, _ in seats]
    for size in NAME_SIZES:
        boxes = _name_boxes(pictures, room, names, notes, size)
        if len(boxes) == len(seats):
            break
    for (name, _, is_admitted), note, box in zip(seats, notes, boxes, strict=False):
        px = pictures.px
        fill_rounded(surface, box, BUTTON, px(12))
        text = fitting(verbatim(name), pictures, room.width - px(40), size)
        _put(surface, pictures, text, size, TEXT if is_admitted else WARNING, False, box, left=box.x + px(16))
        if note:
            _put(surface, pictures, note, "small", QUIET, False, box, right=box.x + box.width - px(16))


def _name_boxes(
    pictures: Pictures, room: Box, names: Sequence[str], notes: Sequence[str], size: str
) -> list[Box]:
    """Where names stand, as many as there is room for."""
    px, x, y = pictures.px, room.x, room.y
    height, found = pictures.font(size).get_height() + px(18), list[Box]()
    for name, note in zip(names, notes, strict=True):
        width = pictures.text_width(fitting(verbatim(name), pictures, room.width - px(40), size), size) + px(
            32
        )
        width += pictures.text_width(note, "small") + px(8) if note else 0
        if x > room.x and x + width > room.x + room.width:
            x, y = room.x, y + height + px(10)
        if y + height > room.y + room.height:
            break
        found.append(Box(x, y, width, height))
        x += width + px(10)
    return found


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


def draw_lines(
    surface: pygame.Surface, pictures: Pictures, room: Box, lines: Sequence[tuple[str, str]], size: str
) -> None:
    """Draws lines with a word at the left and a figure at the right, as many as fit.

    There are two columns where one has no room for all lines, unless their words would be cut.
    """
    px, height = pictures.px, pictures.font(size).get_height() + pictures.px(4)
    rows = max(1, int(room.height / height))
    widths = (
        pictures.text_width(word, size) + pictures.text_width(figure, size, True) for word, figure in lines
    )
    is_double = len(lines) > rows and 2 * (max(widths) + px(10)) + px(24) <= room.width
    columns = 2 if is_double else 1
    width = (room.width - (columns - 1) * px(24)) / columns
    for index, (word, figure) in enumerate(lines[: rows * columns]):
        column, row = divmod(index, rows)
        line = Box(room.x + column * (width + px(24)), room.y + row * height, width, height)
        right = _put(surface, pictures, figure, size, TEXT, True, line, right=line.x + width)
        word = fitting(word, pictures, right - line.x - px(10), size)
        _put(surface, pictures, word, size, TEXT, False, line, left=line.x)

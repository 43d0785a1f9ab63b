"""Painting of the room's screen: players, the race in lanes, totals, and the square code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

import pygame

from game.message import joined, msg, msg_n, msg_p, verbatim
from game.online.messages import PlaceInfo
from game.play.phrases import minutes
from game.rounds.hosted import short_code
from game.rounds.remote import rules_told
from game.ui.drawing.canvas import draw_panel, fill_rounded
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import BUTTON, FACE, GOLD, INK, QUIET, RGB, TEXT, WARNING
from game.ui.drawing.words import fitting, shown, text_within, wrapped
from game.ui.screen import Context
from game.ui.tournament.room_state import RoomState, listed_names
from game.ui.tournament.standings import Podium

LAST_S = 10
PODIUM_PX, LANE_PX, CODE_PX = 330, 52, 363
"""Heights where letters are large, and the page as high as it needs to be."""


class Seat(NamedTuple):
    """A player before the first round."""

    name: str
    is_robot: bool
    is_admitted: bool


class RoomPicture:
    """Painting of the room's screen."""

    def __init__(self, context: Context, state: RoomState, race: Race) -> None:
        self._context, self._state, self._race = context, state, race
        self.is_large = False
        """Whether letters are larger than usual: then words are put into lines and not made smaller."""

    def left_px(self, width: float, sentence: str) -> float:
        """The height of the present stage at a width, with large letters."""
        px, lanes = self._context.pictures.px, len(self._race.lanes)
        clock = self._clock()
        words = self._head_px(width, clock)
        head = sum(self._lines_px(*line, words) for line in self._head) + px(10)
        if clock is not None:
            head = max(head, px(84)) + px(16)
        middle = px(PODIUM_PX) if self._state.is_over else lanes * px(LANE_PX) or self._names_px(width)
        said = sum(self._lines_px(text, size, False, width) for text, size, _ in self._said(sentence))
        return head + middle + said + px(28)

    @property
    def _seats(self) -> list[Seat]:
        return [Seat(seat.player, seat.kind != "person", seat.is_admitted) for seat in self._state.seats]

    def _names_px(self, width: float) -> float:
        room = Box(0, 0, width, inf)
        boxes = _name_boxes(self._context.pictures, room, *_names_and_notes(self._seats), "title")
        return boxes[-1].y + boxes[-1].height if boxes else 0

    def right_px(self) -> float:
        """The height of code and totals, with large letters."""
        pictures, px, room = self._context.pictures, self._context.pictures.px, self._state.room
        code = 0 if self._shows_totals_alone else px(CODE_PX + 76) + 2 * pictures.font("title").get_height()
        if room is None or self._state.closed is None:
            return code
        return code + px(80) + len(room.standings.places) * (pictures.font("large").get_height() + px(4))

    @property
    def _shows_totals_alone(self) -> bool:
        return self._state.closed is not None and self._state.is_over

    def _lines_px(self, words: str, size: str, bold: bool, room_px: float) -> int:
        pictures = self._context.pictures
        return len(wrapped(words, pictures, room_px, size, bold)) * pictures.font(size, bold).get_height()

    @property
    def _head(self) -> list[tuple[str, str, bool]]:
        """Title and facts, with their size, and whether they are bold."""
        return [(self._state.title, "title", True), (self._state.facts, "body", False)]

    def _head_px(self, width: float, clock: pygame.Surface | None) -> float:
        """The room for title and facts beside the clock."""
        return width - (0 if clock is None else clock.get_width()) - self._context.pictures.px(20)

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
        """Writes a line, or more if letters are large; returns their height."""
        pictures, height = self._context.pictures, 0
        for line in wrapped(words, pictures, room, size, bold) if self.is_large else [words]:
            text = text_within(line, pictures, room, size, colour, bold)
            surface.blit(text, (round(at[0]), round(at[1] + height)))
            height += text.get_height()
        return height

    def _said(self, sentence: str) -> list[tuple[str, str, RGB]]:
        """Sentences, the host's message and who is knocking, with size and colour."""
        state, told = self._state, self._state.told
        said: list[tuple[str, str, RGB]] = [(state.next_words, "body", QUIET)]
        if sentence or state.is_over:
            said = [(sentence, "body", WARNING) if sentence else (state.next_words, "large", GOLD)]
        if told is not None and told.announced is not None:
            said.insert(0, (verbatim(shown(told.announced.line, 120)), "large", GOLD))
        if state.knocking and self._race.lanes:  # else all names stand there
            names = listed_names([seat.player for seat in state.knocking])
            words = msg_n(
                "{players} is knocking", "{players} are knocking", len(state.knocking), players=names
            )
            said.insert(0, (words, "body", GOLD))
        return said

    def _paint_said(self, surface: pygame.Surface, room: Box, sentence: str) -> float:
        """Paints what is said at the end of a room; returns where it begins."""
        y, most = room.y + room.height, None if self.is_large else 3
        for text, size, colour in reversed(self._said(sentence)):
            for line in reversed(wrapped(text, self._context.pictures, room.width, size)[:most]):
                y -= self._context.pictures.font(size).get_height()
                self._write(surface, line, size, colour, (room.x, y), room.width)
        return y

    def paint_left(self, surface: pygame.Surface, room: Box, sentence: str) -> None:
        """Paints the present stage, and `sentence` if any."""
        pictures, px = self._context.pictures, self._context.pictures.px
        if (clock := self._clock()) is not None:
            right = room.x + room.width
            surface.blit(clock, (round(right - clock.get_width()), round(room.y - px(8))))
        words, y = self._head_px(room.width, clock), room.y
        for (text, size, bold), colour in zip(self._head, (TEXT, QUIET), strict=True):
            y += self._write(surface, text, size, colour, (room.x, y), words, bold)
        y = self._paint_bar(surface, room, y + px(10))
        below = self._paint_said(surface, room, sentence)
        middle = Box(room.x, y + px(8), room.width, below - y - px(20))
        if self._state.is_over:
            Podium(self._state.rows).draw(surface, pictures, middle)
        elif self._race.lanes:
            self._race.draw(surface, pictures, middle, self._context.table)
        else:
            draw_names(surface, pictures, middle, self._seats)

    def _clock(self) -> pygame.Surface | None:
        """The common clock."""
        left = self._state.clock_s
        if left is None:
            return None
        words = minutes(left) if left >= 0 else verbatim(str(-int(left) + 1))
        colour = GOLD if left < 0 else WARNING if left <= LAST_S else TEXT
        text = self._context.pictures.text(words, "huge", colour, True)
        return pygame.transform.smoothscale_by(text, self._context.pictures.px(92) / text.get_height())

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
        if self._shows_totals_alone:
            self._paint_totals(surface, room)
            return
        high = px(CODE_PX) if self.is_large else room.height * (0.45 if totals else 0.62)
        side = min(room.width - px(40), high)
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


def draw_names(surface: pygame.Surface, pictures: Pictures, room: Box, seats: Sequence[Seat]) -> None:
    """Draws the players, as large as they fit, and whether each is a robot or only knocks."""
    names, notes = _names_and_notes(seats)
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


def _names_and_notes(seats: Sequence[Seat]) -> tuple[list[str], list[str]]:
    notes = [
        msg_p("a player", "robot") if is_robot else "" if is_admitted else msg("is knocking")
        for _, is_robot, is_admitted in seats
    ]
    return [name for name, _, _ in seats], notes


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

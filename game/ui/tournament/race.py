"""Parts of the room's screen: players, the race in lanes that overtake each other, and the square code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pygame

from game.message import msg, msg_n, verbatim
from game.online.messages import PlaceInfo
from game.ui.drawing.canvas import draw_panel, fill_rounded
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import BUTTON, FACE, GOLD, INK, QUIET, TEXT, WARNING
from game.ui.drawing.words import fitting, text_within

CARDS = 52
MIN_PX, MAX_PX, GAP_PX = 26, 64, 8
"""Minimum and maximum height of a lane, and gap between lanes."""
PASSING_S = 0.35
QUIET_SQUARES = 4
"""Empty margin around a square code, as its specification requires."""
SIZES = ("large", "body", "small")
NAME_SIZES = ("title", "large", "body")


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
        robot = msg("robot") if lane.is_robot and box.width > px(240) else ""
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
        msg("robot") if is_robot else "" if is_admitted else msg("is knocking")
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
    """Draws lines with a word at the left and a figure at the right, as many as fit."""
    y = room.y
    for word, figure in lines:
        height = pictures.font(size).get_height() + pictures.px(4)
        if y + height > room.y + room.height:
            return
        line = Box(room.x, y, room.width, height)
        right = _put(surface, pictures, figure, size, TEXT, True, line, right=room.x + room.width)
        word = fitting(word, pictures, right - room.x - pictures.px(10), size)
        _put(surface, pictures, word, size, TEXT, False, line, left=room.x)
        y += height

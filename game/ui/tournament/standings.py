"""Drawn standings: a table that drops columns when there is no room, and a podium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

import pygame

from game.message import joined, msg, msg_n, msg_p
from game.play.phrases import tenths
from game.tournament.standings import StandingRow, placed
from game.tournament.tournament import RoundResult
from game.ui.drawing.badges import BadgePictures
from game.ui.drawing.canvas import fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import BLACK, BUTTON, GOLD, INK, QUIET, RGB, TEXT, WARNING
from game.ui.drawing.words import fitting
from game.ui.forms.tree import Node, Size
from game.ui.forms.widgets import NOWHERE, Button, Widget
from game.ui.spoken import FigureTable

ROW_PX = 36
GAP_PX = 22
PAD_PX = 14
MIN_NAME_PX = 120
LEAST_ROW = 0.8
"""Least height of a row, in heights of small letters."""
BADGE_PX, BADGE_GAP_PX = 24, 8
RISEN: RGB = (0x8F, 0xD6, 0xA0)
MEDALS: tuple[RGB, ...] = (GOLD, (0xC9, 0xD2, 0xD6), (0xCE, 0x8E, 0x58))
NONE = "–"
HEADINGS = {
    "score": msg_p("heading of figures", "Score"),
    "bonus": msg_p("heading of figures", "Bonus"),
    "total": msg_p("heading of figures", "Total"),
    # Translators: cards on the foundations.
    "home": msg_p("heading of figures", "Home"),
    "time": msg_p("heading of figures", "Time"),
}
SUM = msg_p("heading of figures", "Overall")
PLAYER = msg_p("heading of figures", "Player")


@dataclass(frozen=True)
class Column:
    """A figure for each player beneath a heading."""

    heading: str
    cells: tuple[str, ...]
    is_strong: bool = False
    may_go: bool = False  # left out where there is no room


def round_columns(found: Sequence[StandingRow]) -> list[Column]:
    """Figures of the last round in `found`, and the sum so far."""

    def cells(figure: str) -> tuple[str, ...]:
        return tuple(_figure(row.results[-1], figure) for row in found)

    sums = tuple(str(row.total) for row in found)
    columns = [Column(heading, cells(figure)) for figure, heading in HEADINGS.items()]
    return [*columns, Column(SUM, sums, is_strong=True)]


def sum_columns(found: Sequence[StandingRow], running: Mapping[tuple[int, int], int] = {}) -> list[Column]:
    """Totals of every round, and the sums.

    `running` has, by line and round, both from 0 on, the score so far of rounds that are being played.
    """
    rounds = max((len(row.results) for row in found), default=0)

    def cell(row: int, number: int) -> str:
        if (row, number) in running:
            return f"({running[row, number]})"
        results = found[row].results
        return _figure(results[number] if number < len(results) else None, "total")

    columns = [
        Column(
            # Translators: heading of a column: R for round.
            msg_p("heading of figures", "R{number}", number=number + 1),
            tuple(cell(row, number) for row in range(len(found))),
            may_go=True,
        )
        for number in range(rounds)
    ]
    homes = tuple(str(row.home) if row.played else NONE for row in found)
    times = tuple(tenths(row.elapsed_ms) if row.elapsed_ms else NONE for row in found)
    columns += [Column(HEADINGS["home"], homes), Column(HEADINGS["time"], times)]
    return [*columns, Column(SUM, tuple(str(row.total) for row in found), is_strong=True)]


def _figure(result: RoundResult | None, figure: str) -> str:
    if result is None:
        return NONE
    return tenths(result.elapsed_ms) if figure == "time" else str(getattr(result, figure))


class StandingsTable(Node):
    """Standings in a box, below the podium if there is one."""

    def __init__(
        self, found: Sequence[StandingRow], columns: Sequence[Column], shows_movement: bool, own: str = ""
    ) -> None:
        """`own` is the name of this machine's player, if there are many."""
        self.tools: Sequence[Sequence[Button]] = ()
        """Buttons for the games of each line, at its end."""
        self.found, self.columns, self.shows_movement = placed(found), columns, shows_movement
        self._own = own
        self.is_large = False
        """Whether letters are larger than usual: then none gets smaller, and nothing is left out."""
        self.podium: Podium | None = None
        """Shown where there is room for it above the table."""
        self.podium_box: Box | None = None
        self._lines = NOWHERE
        self._size = "body"
        self._row_px = 0.0
        self._is_double = False  # whether figures stand below the names
        self.places: list[tuple[Column, float]] = []  # each column and its right edge
        self._name_x = self.name_room = self._figures_x = 0.0
        self._badges: BadgePictures

    @property
    def told(self) -> list[str]:
        """A line for each player, best first."""
        lines: list[str] = []
        for row, standing in enumerate(self.found):
            there = [one for one in self.columns if one.cells[row] != NONE]
            figures = joined(", ", [joined(" ", [one.heading, one.cells[row]]) for one in there])
            parts = {"player": self._name(standing), "figures": figures}
            if standing.rank is None:
                lines.append(msg("{player}: {figures}", **parts))
            else:
                lines.append(msg("{rank}. {player}: {figures}", rank=standing.rank, **parts))
        return lines

    @cached_property
    def figures(self) -> FigureTable:
        """The same as a table: a row for each player, headed by the name."""
        rows = [
            [
                self._name(standing)
                if standing.rank is None
                else joined(". ", [str(standing.rank), self._name(standing)]),
                *(column.cells[row].replace(NONE, "") for column in self.columns),
            ]
            for row, standing in enumerate(self.found)
        ]
        return FigureTable([PLAYER, *(column.heading for column in self.columns)], rows, self.told)

    def _name(self, standing: StandingRow) -> str:
        label = standing.player.label
        return msg("{name} (you)", name=label) if standing.player.name == self._own else label

    def measure(self, pictures: Pictures, width: float) -> Size:
        if self.is_large:
            tried, edge = copy(self), pictures.px(PAD_PX + 34)
            high = tried._fit_large(pictures, Box(0, 0, width, 0))
            return width + max(0, edge - tried._figures_x), high
        return 0, self._high(pictures, pictures.font("small").get_height() * LEAST_ROW)

    def _high(self, pictures: Pictures, row_px: float) -> int:
        return round(row_px * (len(self.found) + 1)) + 2 * pictures.px(8)

    def _whole(self, pictures: Pictures, width: float) -> float:
        """The height that is useful for the table."""
        return self.size(pictures, width)[1] if self.is_large else self._high(pictures, pictures.px(ROW_PX))

    def most(self, pictures: Pictures, width: float) -> float:
        podium = 0 if self.podium is None else pictures.px(MAX_PODIUM_PX + BELOW_PODIUM_PX)
        return self._whole(pictures, width) + podium

    def place(self, pictures: Pictures, box: Box) -> None:
        px, below = pictures.px, pictures.px(BELOW_PODIUM_PX)
        self.box = box
        free = box.height - self._whole(pictures, box.width) - below
        self.podium_box = None
        if self.podium is not None and free >= px(MIN_PODIUM_PX):
            high = min(int(free), px(MAX_PODIUM_PX))
            self.podium_box = box._replace(height=high)
            box = box._replace(y=box.y + high + below, height=box.height - high - below)
        if self.is_large:
            self._fit_large(pictures, box)
        else:
            self._fit_small(pictures, box)
        self._place_tools(pictures)

    def _fit_small(self, pictures: Pictures, box: Box) -> None:
        """Places columns in a box in which rows may be low, names short, and columns left out."""
        px, self._is_double = pictures.px, False
        self._row_px = min(px(ROW_PX), (box.height - 2 * px(8)) / (len(self.found) + 1))
        self._size = "body" if self._row_px >= pictures.font("body").get_height() else "small"
        self._lines = box._replace(height=self._high(pictures, self._row_px))
        columns = list(self.columns)
        self._fit(pictures, columns)
        while self.name_room < px(MIN_NAME_PX) and (self._size == "body" or _drop(columns)):
            self._size = "small"
            self._fit(pictures, columns)

    def _fit_large(self, pictures: Pictures, box: Box) -> float:
        """Places columns, below the names where there is no room beside them; returns the height."""
        self._size, self._row_px, self._lines, self._is_double = "body", pictures.px(ROW_PX), box, False
        self._fit(pictures, self.columns)
        self._is_double = self.name_room < pictures.px(MIN_NAME_PX)
        self._row_px += self._lower_px(pictures) * 2
        self._lines = box._replace(height=self._high(pictures, self._row_px))
        self._fit(pictures, self.columns)
        return self._lines.height

    @property
    def widgets(self) -> list[Widget]:
        return [button for row in self.tools for button in row]

    def _lower_px(self, pictures: Pictures) -> float:
        """Returns the distance of names above the middle of their row, and of figures below it, in pixels."""
        return pictures.font(self._size).get_height() / 2 if self._is_double else 0.0

    def _fit(self, pictures: Pictures, columns: Sequence[Column]) -> None:
        px = pictures.px
        left = self._lines.x + px(PAD_PX) + px(34) + (px(44) if self.shows_movement else 0)
        side = round(min(px(BADGE_PX), self._row_px * 0.84))
        self._badges = BadgePictures(pictures, [row.player.name for row in self.found], side)
        left += side + px(BADGE_GAP_PX)
        right = self._lines.x + self._lines.width - px(PAD_PX) - self._tools_px(pictures)
        gap = px(GAP_PX if self._size == "body" else GAP_PX * 0.7)
        self.places = []
        for column in reversed(columns):
            self.places.append((column, right))
            cells = [pictures.text_width(cell, self._size, column.is_strong) for cell in column.cells]
            right -= max([pictures.text_width(column.heading, "small"), *cells]) + gap
        self._figures_x = right
        if self._is_double:
            right = self.places[0][1]
        self._name_x, self.name_room = left, right - left

    def _tools_px(self, pictures: Pictures) -> int:
        """The width that the buttons at the ends of rows take."""
        most, side = max(map(len, self.tools), default=0), self._tool_px(pictures)
        return most * (side + pictures.px(4)) + (pictures.px(10) if most else 0)

    def _tool_px(self, pictures: Pictures) -> int:
        return min(pictures.px(34), int(self._row_px) - 2)

    def _place_tools(self, pictures: Pictures) -> None:
        side, gap = self._tool_px(pictures), pictures.px(4)
        end = self._lines.x + self._lines.width - pictures.px(PAD_PX) + gap
        y = self._lines.y + pictures.px(8) + (self._row_px - side) / 2
        for buttons in self.tools:
            y += self._row_px
            x = end - max(map(len, self.tools)) * (side + gap)
            for button in buttons:
                button.box = Box(round(x), round(y), side, side)
                x += side + gap

    # Drawing -------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect) -> None:
        px = pictures.px
        if self.podium is not None and self.podium_box is not None:
            self.podium.draw(surface, pictures, self.podium_box)
        fill_rounded(surface, self._lines, (0, 0, 0, 70), px(12))
        outline(surface, self._lines, pictures.line, px(12), px(1))
        middle = self._lines.y + px(8) + self._row_px / 2
        lower = self._lower_px(pictures)
        player = pictures.text(PLAYER, "small", QUIET)
        self._write(surface, player, self._name_x, middle - lower)
        for column, right in self.places:
            heading = pictures.text(column.heading, "small", QUIET)
            self._write(surface, heading, right - heading.get_width(), middle + lower)
        for index, standing in enumerate(self.found):
            middle += self._row_px
            self._draw_row(surface, pictures, index, standing, middle)
        for button in self.widgets:
            button.draw(surface, pictures)

    def _draw_row(
        self, surface: pygame.Surface, pictures: Pictures, index: int, standing: StandingRow, middle: float
    ) -> None:
        px, is_first = pictures.px, standing.rank == 1
        if index % 2 == 0:
            height = self._row_px
            band = Box(self._lines.x + px(6), middle - height / 2, self._lines.width - px(12), height)
            fill_rounded(surface, band, BUTTON, px(6))
        lower = self._lower_px(pictures)
        if standing.rank is not None:
            self._draw_rank(surface, pictures, standing.rank, middle)
        if self.shows_movement:
            self._draw_movement(surface, pictures, standing.movement, middle)
        name = pictures.text(
            fitting(self._name(standing), pictures, self.name_room, self._size),
            self._size,
            GOLD if is_first else TEXT,
            is_first,
        )
        badge = self._badges[standing.player.name]
        self._write(surface, badge, self._name_x - badge.get_width() - px(BADGE_GAP_PX), middle - lower)
        self._write(surface, name, self._name_x, middle - lower)
        for column, right in self.places:
            colour = GOLD if is_first and column.is_strong else TEXT if column.is_strong else QUIET
            words = pictures.text(column.cells[index], self._size, colour, column.is_strong)
            self._write(surface, words, right - words.get_width(), middle + lower)

    def _draw_rank(self, surface: pygame.Surface, pictures: Pictures, rank: int, middle: float) -> None:
        px = pictures.px
        centre = (round(self._lines.x + px(PAD_PX) + px(11)), round(middle))
        colour: RGB = QUIET
        if rank <= len(MEDALS):
            side = round(min(px(24), self._row_px * 0.84))
            medal = Box(centre[0] - side // 2, centre[1] - side // 2, side, side)
            fill_rounded(surface, medal, (*MEDALS[rank - 1], 255), side // 2)
            colour = BLACK
        words = pictures.text(str(rank), "small", colour, True)
        surface.blit(words, words.get_rect(center=centre))

    def _draw_movement(
        self, surface: pygame.Surface, pictures: Pictures, movement: int | None, middle: float
    ) -> None:
        px = pictures.px
        x = self._lines.x + px(PAD_PX) + px(34)
        if not movement:
            dash = pictures.text("=" if movement == 0 else "", "small", QUIET)
            self._write(surface, dash, x, middle)
            return
        up = 1 if movement > 0 else -1
        colour = RISEN if up > 0 else WARNING
        half = px(5)
        points = [
            (x, middle + up * half * 0.8),
            (x + 2 * half, middle + up * half * 0.8),
            (x + half, middle - up * half),
        ]
        pygame.draw.polygon(surface, colour, points)
        words = pictures.text(str(abs(movement)), "small", colour, True)
        self._write(surface, words, x + 2 * half + px(4), middle)

    @staticmethod
    def _write(surface: pygame.Surface, words: pygame.Surface, x: float, middle: float) -> None:
        surface.blit(words, (round(x), round(middle - words.get_height() / 2)))


def _drop(columns: list[Column]) -> bool:
    """Drops all optional columns; returns whether there were any."""
    kept = [column for column in columns if not column.may_go]
    has_dropped = len(kept) < len(columns)
    columns[:] = kept
    return has_dropped


STEPS = ((1, 0.78), (0, 1.0), (2, 0.6))
"""Place and height of each step, from left to right."""
MIN_RISE = 0.35
"""Height of a step before it rises, so that its medal fits."""
MAX_NAMES = 3
MIN_PODIUM_PX = 190
MAX_PODIUM_PX = 330
BELOW_PODIUM_PX = 18
WIDEST_PX = 760
SIGNS_PX = 44


class Podium:
    """Up to three steps; equal ranks share a step."""

    def __init__(self, found: Sequence[StandingRow], risen: float) -> None:
        """It has `risen` from 0 to 1."""
        self.risen = risen
        self._names = [row.player.name for row in found]
        first = [row for row in found if row.rank is not None and row.rank <= len(STEPS)]
        groups = [list(group) for _, group in groupby(first, lambda standing: standing.rank)]
        self._steps = groups[: len(STEPS)]

    def draw(self, surface: pygame.Surface, pictures: Pictures, room: Box) -> None:
        """Draws it at the bottom of a room."""
        px = pictures.px
        width = min(room.width, px(WIDEST_PX)) / len(STEPS)
        left = room.centre.x - width * len(STEPS) / 2
        above = 2.4 * pictures.font("large", True).get_height() + px(10)
        for column, (place, share) in enumerate(STEPS):
            if place < len(self._steps):
                late = min(1.0, max(0.0, 2 * self.risen - (len(STEPS) - 1 - place) / 2))
                height = (room.height - above) * share * (MIN_RISE + (1 - MIN_RISE) * (1 - (1 - late) ** 3))
                step = Box(
                    left + column * width + px(5), room.y + room.height - height, width - px(10), height
                )
                self._draw_step(surface, pictures, step, self._steps[place])

    def _draw_step(
        self, surface: pygame.Surface, pictures: Pictures, step: Box, group: Sequence[StandingRow]
    ) -> None:
        px, rank = pictures.px, group[0].rank or 1
        colour = MEDALS[rank - 1]
        fill_rounded(surface, step, (*colour, 34), px(10))
        outline(surface, step, (*colour, 150), px(10), px(1.5))
        side = min(px(SIGNS_PX), round(step.height * 0.5))
        medal = Box(step.centre.x - side / 2, step.y + min(px(16), step.height * 0.12), side, side)
        fill_rounded(surface, medal, (*colour, 255), side // 2)
        self._centred(surface, pictures, str(rank), "large", INK, medal.centre.x, medal.centre.y)
        total = pictures.text(str(group[0].total), "large", TEXT, True)
        if medal.y + side + total.get_height() + px(8) <= step.y + step.height:
            surface.blit(total, total.get_rect(midtop=(round(step.centre.x), round(medal.y + side + px(4)))))
        names: list[tuple[str, str]] = [(row.player.label, row.player.name) for row in group]
        if len(names) > MAX_NAMES:
            others = len(names) - MAX_NAMES + 1
            # Translators: under the names of players who share a place.
            names = [*names[: MAX_NAMES - 1], (msg_n("and {count} more", "and {count} more", others), "")]
        room = step.width - px(BADGE_PX + BADGE_GAP_PX)
        is_larger = rank == 1 and len(names) == 1 and pictures.text_width(names[0][0], "large", True) <= room
        size = "large" if is_larger else "body"
        badges = BadgePictures(pictures, self._names, px(BADGE_PX))
        y = step.y - px(8)
        for label, name in reversed(names):
            line = max(pictures.font(size, True).get_height(), px(BADGE_PX) + px(2))
            y -= line
            ink = GOLD if rank == 1 else TEXT if len(names) == 1 else QUIET
            words = pictures.text(fitting(label, pictures, room, size, True), size, ink, True)
            parts = [badges[name], words] if name else [words]
            x = (
                step.centre.x
                - (sum(part.get_width() for part in parts) + px(BADGE_GAP_PX) * (len(parts) - 1)) / 2
            )
            for part in parts:
                surface.blit(part, (round(x), round(y + (line - part.get_height()) / 2)))
                x += part.get_width() + px(BADGE_GAP_PX)

    @staticmethod
    def _centred(
        surface: pygame.Surface, pictures: Pictures, words: str, size: str, colour: RGB, x: float, y: float
    ) -> None:
        text = pictures.text(words, size, colour, True)
        surface.blit(text, text.get_rect(center=(round(x), round(y))))

"""The board of the statistics: figures in a column at the left, charts in the room beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import pygame

from game.message import Message, labelled, msg, msg_p, number, verbatim
from game.play.phrases import minutes
from game.play.played import StatsCategory, variant_compared
from game.play.summary import BONUS, Totals, weighted_sum
from game.rules import VARIANTS
from game.rules.variant import Variant
from game.ui.drawing.canvas import fill_rounded
from game.ui.drawing.charts import GAMES, GROUND, Chart, distribution_chart, draw_chart, over_time
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import QUIET, TEXT
from game.ui.drawing.words import fitting
from game.ui.forms.tree import Node, Size
from game.ui.games.tables import game_tables, view_class
from game.ui.spoken import FigureTable

KINDS = {
    StatsCategory.COUNTED: msg_p("kind of games", "Counted"),
    StatsCategory.REPLAYED: msg_p("kind of games", "Repeated deal"),
    StatsCategory.LATE: msg_p("kind of games", "Daily, late"),
    StatsCategory.SHOWN: msg_p("kind of games", "Solution shown"),
    StatsCategory.GIVEN: msg_p("kind of games", "Custom position"),
    StatsCategory.TOURNAMENT: msg_p("kind of games", "Tournament"),
    StatsCategory.TAKEN_OVER: msg_p("kind of games", "Started elsewhere"),
    StatsCategory.TOO_FAST: msg_p("kind of games", "Too fast for a hand"),
}
"""Names of the categories."""


def set_words(name: str, options: str) -> str:
    """Describes the options of a record."""
    return view_class(name).words_of(variant_compared(name, options), options=options)


NOTHING = "–"
"""Placeholder where there is no figure; it is not read aloud."""


def figures(totals: Totals) -> list[tuple[str, str]]:
    """Lines of words and value, in groups separated by an empty line."""
    variant = VARIANTS[totals.variant]
    share = "" if totals.won_share is None else f"  ({100 * totals.won_share:.0f} %)"
    lines: list[tuple[str, str]] = [
        (msg_p("number of games", "Played"), str(totals.played)),
        (verbatim(variant.success).capitalised(), f"{totals.won}{share}"),
        (msg_p("number of games", "Abandoned"), str(totals.left)),
        ("", ""),
        (msg("Current streak"), str(totals.streak)),
        (msg("Longest streak"), str(totals.longest_streak)),
        (msg("Longest losing streak"), str(totals.longest_drought)),
        ("", ""),
        (_best(variant), NOTHING if totals.best is None else number(totals.best)),
        (msg_p("heading of figures", "Average"), _rounded(totals.mean)),
        (msg_p("heading of figures", "Median"), _rounded(totals.median)),
        (msg("Average time"), NOTHING if totals.mean_s is None else minutes(totals.mean_s)),
    ]
    return lines + _more(totals)


def charts(totals: Totals) -> list[Chart]:
    """Charts of games with the same options, most important first; of one game none that counts games."""
    if not totals.values:
        return []
    unit, own = VARIANTS[totals.variant].unit.full, game_tables(totals.variant).charts
    shown = [
        over_time(msg("Results over time"), unit, totals.results),
        distribution_chart(unit, totals.values),
        *(own(totals) if own is not None else ()),
    ]
    return [chart for chart in shown if chart.up != GAMES or sum(totals.values.values()) > 1]


def _best(variant: type[Variant]) -> Message:
    if variant.is_lower_better:
        # Translators: the best result where few are good; {things} are such as “stacks”, and may be left out.
        return variant.unit.fewest
    return msg_p("result", "Best")


def _more(totals: Totals) -> list[tuple[str, str]]:
    """Figures that only some games have."""
    points = weighted_sum(totals.values)
    if BONUS in totals.figures and points:
        return [(msg("Time bonus"), f"{100 * totals.sum_of(BONUS) / points:.0f} %")]
    if totals.above_par:
        mean = weighted_sum(totals.above_par) / sum(totals.above_par.values())
        return [(msg("Average above the minimum"), _rounded(mean))]
    return []


def _rounded(value: float | None) -> str:
    return NOTHING if value is None else number(value, digits=1)


FIGURES_PX = 250
GAP_PX = 10
PAD_PX = 14
LINE_SHARE = 1.5
CHART_PX, LONE_CHART_PX = 120, 280
"""Height that a chart needs, beside the figures and below them."""
BESIDE_PX = 700
"""From this width on charts stand beside the figures, else below them."""
MIN_GAP_PX = 6
"""Minimum gap between words and their figure."""
NO_RESULT = msg("None of these games has a result yet.")


def chart_boxes(room: Box, count: int, gap_px: float) -> list[Box]:
    """Boxes of `count` charts: two to a row, the first of an odd number across the whole room.

    >>> [tuple(map(round, box)) for box in chart_boxes(Box(0, 0, 210, 110), 3, 10)]
    [(0, 0, 210, 50), (0, 60, 100, 50), (110, 60, 100, 50)]
    """
    rows = (count + 1) // 2
    high = (room.height - (rows - 1) * gap_px) / max(1, rows)
    wide = (room.width - gap_px) / 2
    boxes = []
    for index in range(count):
        place = index + count % 2  # the first of an odd number takes two places
        row, column = divmod(place, 2)
        box = Box(room.x + column * (wide + gap_px), room.y + row * (high + gap_px), wide, high)
        boxes.append(box._replace(x=room.x, width=room.width) if count % 2 and index == 0 else box)
    return boxes


def rows_of_one(room: Box, count: int, gap_px: float) -> list[Box]:
    """Boxes of `count` charts one below the other."""
    high = (room.height - (count - 1) * gap_px) / max(1, count)
    return [room._replace(y=room.y + number * (high + gap_px), height=high) for number in range(count)]


class Board(Node):
    """Figures and charts of the chosen games."""

    grows = 1.0

    def __init__(self, felt: Callable[[], pygame.Surface], totals: Totals) -> None:
        """`felt` gives the whole table beneath it."""
        self._felt, self._totals = felt, totals
        self._picture: pygame.Surface | None = None

    @cached_property
    def told(self) -> Sequence[str]:
        """Figures, one per line, then the charts, for a listener."""
        return [*self.figures.lines, *(chart.told for chart in charts(self._totals))]

    @cached_property
    def figures(self) -> FigureTable:
        """The figures as a table of two columns."""
        found = [(words, value) for words, value in figures(self._totals) if words and value != NOTHING]
        return FigureTable((), found, [labelled(words, value) for words, value in found])

    def measure(self, pictures: Pictures, width: float) -> Size:
        px, count = pictures.px, len(charts(self._totals))
        if width >= px(BESIDE_PX):
            return 0, max(self._figures_height(pictures, 1), (count + 1) // 2 * px(CHART_PX))
        return 0, self._figures_height(pictures, LINE_SHARE) + count * px(LONE_CHART_PX)

    def place(self, pictures: Pictures, box: Box) -> None:
        box = Box(*map(round, box))
        if box != self.box:
            self.box, self._picture = box, None

    def paint(self, surface: pygame.Surface, pictures: Pictures, area: pygame.Rect) -> None:
        if self._picture is None:
            self._picture = self._drawn(pictures)
        surface.blit(self._picture, (self.box.x, self.box.y))

    def _drawn(self, pictures: Pictures) -> pygame.Surface:
        px, felt = pictures.px, self._felt()
        # Letters are sharp only on a ground that is opaque.
        picture = felt.subsurface(pygame.Rect(self.box).clip(felt.get_rect())).convert()
        size = picture.get_size()
        shown = charts(self._totals)
        if size[0] >= px(BESIDE_PX):
            column = Box(0, 0, self._figures_width(pictures, size[0]), size[1])
            left = column.width + px(GAP_PX)
            room = Box(left, 0, size[0] - left, size[1])
            boxes = chart_boxes(room, len(shown), px(GAP_PX))
        else:
            column = Box(0, 0, size[0], self._figures_height(pictures, LINE_SHARE))
            room = Box(0, column.height + px(GAP_PX), size[0], size[1] - column.height - px(GAP_PX))
            boxes = rows_of_one(room, len(shown), px(GAP_PX))
        fill_rounded(picture, column, GROUND, px(10))
        self._draw_figures(picture, pictures, column)
        for box, chart in zip(boxes, shown, strict=True):
            draw_chart(picture, pictures, box, chart)
        if not shown:
            words = pictures.text(NO_RESULT, "body", TEXT)
            at = room.centre.x - words.get_width() / 2, room.centre.y - words.get_height() / 2
            picture.blit(words, (round(at[0]), round(at[1])))
        return picture

    def _figures_width(self, pictures: Pictures, room_px: float) -> int:
        """Width of the column of figures: wider for long words, as long as charts fit."""
        px = pictures.px
        widths = [
            pictures.text_width(words) + pictures.text_width(value, bold=True)
            for words, value in figures(self._totals)
        ]
        return max(px(FIGURES_PX), min(max(widths) + px(MIN_GAP_PX) + 2 * px(PAD_PX), round(room_px * 0.4)))

    def _figures_height(self, pictures: Pictures, share: float) -> float:
        """Height of the figures with so many heights of a line from one to the next."""
        return 2 * pictures.px(PAD_PX) + share * self._steps * pictures.font("body").get_height()

    @property
    def _steps(self) -> float:
        """Number of lines; an empty one counts half."""
        lines = figures(self._totals)
        return max(1.0, len(lines) - sum(not words for words, _ in lines) / 2)

    def _draw_figures(self, picture: pygame.Surface, pictures: Pictures, column: Box) -> None:
        pad, line_px = pictures.px(PAD_PX), pictures.font("body").get_height()
        # Comfortable where there is room, closer together where there is not.
        step = min(line_px * LINE_SHARE, (column.height - 2 * pad) / self._steps)
        y = column.y + pad
        for words, value in figures(self._totals):
            if not words:
                y += step / 2
                continue
            figure = pictures.text(value, "body", TEXT, True)
            name_room = column.width - 2 * pad - figure.get_width() - pictures.px(MIN_GAP_PX)
            name = pictures.text(fitting(words, pictures, name_room, "body"), "body", QUIET)
            picture.blit(name, (round(column.x + pad), round(y)))
            picture.blit(figure, (round(column.x + column.width - pad - figure.get_width()), round(y)))
            y += step

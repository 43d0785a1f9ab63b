"""Charts, bars or a curve with axes, legible at every size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

import pygame

from game.message import Message, joined, labelled, msg, msg_p, number
from game.play.summary import SMOOTHED_OVER, Series, distribution, moving_mean, round_step
from game.ui.drawing.canvas import fill_rounded
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, INK, QUIET, RGB, TEXT
from game.ui.drawing.words import shortened


class Axis(NamedTuple):
    """A linear scale from `low` at `start_px` to `high` at `end_px`."""

    low: float
    high: float
    start_px: float
    end_px: float

    def place(self, value: float) -> float:
        """Position of a value, in pixels.

        >>> Axis(0, 10, 100, 0).place(5)
        50.0
        """
        return self.start_px + (value - self.low) * (self.end_px - self.start_px) / (self.high - self.low)


def ticks(low: float, high: float, max_count: int) -> list[int]:
    """Round numbers, evenly spaced, from at most `low` to at least `high`; at least two.

    There are about `max_count`, never more than `max_count` + 1 if `max_count` ≥ 2.

    >>> ticks(0, 1833, 5)
    [0, 500, 1000, 1500, 2000]
    >>> ticks(3, 3, 4)
    [3, 4]
    """
    step = round_step((high - low) / max(1, max_count - 1))
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return [step * index for index in range(first, last + 1)]


def reaching(values: Sequence[float], max_count: int, from_zero: bool) -> list[int]:
    """Ticks of an axis that fit all values; for bars also their base, 0."""
    low, high = min(values), max(values)
    # A curve that keeps to the upper half of the axis may leave the lower one out.
    if from_zero or 0 < low < high / 2 or high - low < 2:
        low = min(0, low)
    return ticks(low, high, max_count)


def stride(count: int, room_px: float, widest_px: float, gap_px: float) -> int:
    """Interval of labels that can be written in `room_px` without touching.

    >>> stride(10, 400, 30, 10), stride(20, 400, 30, 10), stride(200, 400, 30, 10)
    (1, 2, 20)
    """
    return round_step((widest_px + gap_px) * count / max(1.0, room_px))


def tick_text(value: float) -> Message:
    """Formats a number for an axis.

    >>> tick_text(-40), tick_text(12000)
    ('−40', '12,000')
    """
    return number(round(value))


@dataclass(frozen=True)
class Bars:
    """A bar for each of a few values; with `edges` the labels are between the bars, one more than bars."""

    title: str
    across: str  # what stands along the horizontal axis
    up: str  # the unit of the bars
    labels: Sequence[str]
    heights: Sequence[float]
    has_edges: bool = False
    is_named: bool = False  # the labels are names, none of which may be left out

    @property
    def told(self) -> Message:
        """Description for a listener: each bar with its height."""
        names = [joined("–", pair) for pair in pairwise(self.labels)] if self.has_edges else self.labels
        bars = zip(names, map(tick_text, self.heights), strict=True)
        return labelled(self.title, joined(", ", [labelled(*bar) for bar in bars if bar[1] != "0"]))


@dataclass(frozen=True)
class Curve:
    """A value for each game in order, and a smooth line through them.

    If a point stands for several games, `spans` has their least and greatest value.
    """

    title: str
    across: str
    up: str
    values: Sequence[float]
    smooth: Sequence[float]
    value_name: str
    smooth_name: str
    games_a_point: int = 1
    spans: Sequence[tuple[float, float]] = ()

    @property
    def told(self) -> Message:
        """Description for a listener: minimum, maximum, and the end of the line."""
        ends = joined("–", [tick_text(min(self.values)), tick_text(max(self.values))])
        last = labelled(self.smooth_name, tick_text(self.smooth[-1]))
        return labelled(self.title, joined(", ", [labelled(self.value_name, ends), last]))


Chart = Bars | Curve


GROUND = (0, 0, 0, 60)
PAD_PX = 12
TICK_PX = 46
"""Approximate distance of ticks on the upright axis."""
UPRIGHT_PX = 52
"""Approximate width of the upright axis's figures."""
WIDEST_BAR_PX = 72
LOSS: RGB = (0xE0, 0x83, 0x6A)
"""Colour of bars below zero."""


def draw_chart(surface: pygame.Surface, pictures: Pictures, box: Box, chart: Chart) -> None:
    """Draws a chart in its box."""
    _Drawing(surface, pictures, box).draw(chart)


class _Drawing:
    """One chart being drawn."""

    def __init__(self, surface: pygame.Surface, pictures: Pictures, box: Box) -> None:
        self._surface, self._pictures, self._box = surface, pictures, box
        self._line_px = pictures.font("small").get_height()

    def draw(self, chart: Chart) -> None:
        px = self._pictures.px
        fill_rounded(self._surface, self._box, GROUND, px(10))
        self._title(chart.title)
        heading_px = px(PAD_PX) + self._pictures.font("body", True).get_height()
        if isinstance(chart, Bars):
            rows = self._rows_of_names(chart)
            self._bars(chart, self._plot_below(heading_px, rows), rows)
        else:
            self._curve(chart, self._plot_below(heading_px))

    def _rows_of_names(self, chart: Bars) -> int:
        """Number of rows for the labels: two if they are names that do not fit in one."""
        px = self._pictures.px
        widest = max(self._pictures.text_width(label, "small") for label in chart.labels)
        room_px = self._box.width - 2 * px(PAD_PX) - px(UPRIGHT_PX)
        return 2 if chart.is_named and len(chart.labels) * (widest + px(8)) > room_px else 1

    def _title(self, words: str) -> None:
        pad = self._pictures.px(PAD_PX)
        words = shortened(words, self._pictures, self._box.width - 2 * pad)
        title = self._pictures.text(words, "body", TEXT, True)
        self._surface.blit(title, (self._box.x + pad, self._box.y + round(pad * 0.7)))

    def _plot_below(self, heading_px: int, rows: int = 1) -> Box:
        """Area of bars or curve, between the unit of the upright axis and the words below."""
        px, box = self._pictures.px, self._box
        top = box.y + heading_px + 1.5 * self._line_px + px(6)
        bottom = box.y + box.height - (rows + 1) * self._line_px - px(12)
        return Box(box.x + px(PAD_PX), top, box.width - 2 * px(PAD_PX), bottom - top)

    # Axes ----------------------------------------------------------------------------------------

    def _upright(self, plot: Box, values: Sequence[float], unit: str, from_zero: bool) -> tuple[Axis, Box]:
        """Draws the upright axis with ticks and unit; returns it, and the room to its right."""
        px = self._pictures.px
        marks = reaching(values, max(2, round(plot.height / px(TICK_PX))), from_zero)
        texts = [tick_text(mark) for mark in marks]
        wide = max(self._pictures.text_width(text, "small") for text in texts) + px(8)
        room = Box(plot.x + wide, plot.y, plot.width - wide - px(10), plot.height)
        axis = Axis(marks[0], marks[-1], plot.y + plot.height, plot.y)
        for mark, text in zip(marks, texts, strict=True):
            y = round(axis.place(mark))
            strong = mark == 0 or mark == marks[0]
            self._level(room, y, 110 if strong else 34)
            self._words(text, room.x - px(8), y - self._line_px / 2, QUIET, align=1.0)
        self._words(unit, plot.x, plot.y - 1.5 * self._line_px - px(2), QUIET)
        return axis, room

    def _level(self, room: Box, y: int, strength: int) -> None:
        line = pygame.Surface((round(room.width), self._pictures.px(1)), pygame.SRCALPHA)
        line.fill((255, 255, 255, strength))
        self._surface.blit(line, (round(room.x), y))

    def _across(
        self,
        room: Box,
        places: Sequence[float],
        labels: Sequence[str],
        unit: str,
        counts: bool = False,
        rows: int = 1,
    ) -> None:
        """Writes labels below the plot, as many as fit, and their name.

        Labels that count from 1 are thinned to round numbers. With two `rows` they alternate, and none is
        left out.
        """
        px = self._pictures.px
        y = room.y + room.height + px(4)
        widest = max(self._pictures.text_width(label, "small") for label in labels)
        gaps = max(1, len(places) - 1)
        every = stride(gaps, abs(places[-1] - places[0]) or room.width, widest, px(8))
        every = every if rows == 1 else 1
        first = every - 1 if counts else 0
        for index, (place, label) in list(enumerate(zip(places, labels, strict=True)))[first::every]:
            half = self._pictures.text_width(label, "small") / 2
            inside = min(place, self._box.x + self._box.width - px(4) - half)
            self._words(label, inside, y + index % rows * self._line_px, QUIET, align=0.5)
        self._words(unit, room.x + room.width / 2, y + rows * self._line_px, QUIET, align=0.5)

    def _words(self, words: str, x: float, y: float, colour: RGB, align: float = 0.0) -> None:
        """Writes a small line of text; `align` is the share of its width left of x."""
        text = self._pictures.text(words, "small", colour)
        self._surface.blit(text, (round(x - align * text.get_width()), round(y)))

    # Bars ----------------------------------------------------------------------------------------

    def _bars(self, chart: Bars, plot: Box, rows: int) -> None:
        axis, room = self._upright(plot, chart.heights, chart.up, from_zero=True)
        count, px = len(chart.heights), self._pictures.px
        step = room.width / count
        edges = [room.x + index * step for index in range(count + 1)]
        middles = [edge + step / 2 for edge in edges[:-1]]
        thick = min(step - px(2), step * 0.94 if chart.has_edges else min(px(WIDEST_BAR_PX), step * 0.62))
        for middle, height in zip(middles, chart.heights, strict=True):
            top, foot = sorted((round(axis.place(height)), round(axis.place(0))))
            bar = pygame.Rect(round(middle - thick / 2), top, max(1, round(thick)), max(0, foot - top))
            pygame.draw.rect(self._surface, GOLD if height >= 0 else LOSS, bar)
            self._figure(middle, step, height, bar, plot)
        self._across(room, edges if chart.has_edges else middles, chart.labels, chart.across, rows=rows)

    def _figure(self, middle: float, step: float, height: float, bar: pygame.Rect, plot: Box) -> None:
        """Writes a bar's height beyond its end, or within it if there is no room."""
        text = tick_text(height)
        if not round(height) or self._pictures.text_width(text, "small") > step:
            return
        beyond, within = bar.top - self._line_px, bar.top
        if height < 0:
            beyond, within = bar.bottom, bar.bottom - self._line_px
        if plot.y - self._line_px * 0.3 <= beyond <= plot.y + plot.height - self._line_px:
            self._words(text, middle, beyond, TEXT, align=0.5)
        elif bar.height > self._line_px:
            self._words(text, middle, within, INK, align=0.5)

    # Curves --------------------------------------------------------------------------------------

    def _curve(self, chart: Curve, plot: Box) -> None:
        reached = [end for span in chart.spans for end in span] or chart.values
        axis, room = self._upright(plot, reached, chart.up, from_zero=False)
        px, count = self._pictures.px, len(chart.values)
        inset = px(6)
        across = Axis(1, max(2, count), room.x + inset, room.x + room.width - inset)
        xs = [across.place(index + 1) for index in range(count)]
        if chart.spans:
            self._spans(chart, xs, axis)
        else:
            dot = max(2.0, px(1.6), min(px(3.5), 0.3 * room.width / count))
            for x, value in zip(xs, chart.values, strict=True):
                pygame.draw.aacircle(self._surface, QUIET, (round(x), round(axis.place(value))), dot)
        points = [(x, axis.place(value)) for x, value in zip(xs, chart.smooth, strict=True)]
        for start, end in pairwise(points):
            pygame.draw.aaline(self._surface, GOLD, start, end, px(2.5))
        labels = [str((index + 1) * chart.games_a_point) for index in range(count)]
        self._across(room, xs, labels, chart.across, counts=True)
        self._legend(chart, plot)

    def _spans(self, chart: Curve, xs: Sequence[float], axis: Axis) -> None:
        """Draws the range of values of each point."""
        for x, (low, high) in zip(xs, chart.spans, strict=True):
            start, end = (round(x), round(axis.place(high))), (round(x), round(axis.place(low)))
            pygame.draw.line(self._surface, QUIET, start, end)

    def _legend(self, chart: Curve, plot: Box) -> None:
        """Draws the legend, at the right above the plot."""
        px = self._pictures.px
        x, y = plot.x + plot.width, plot.y - 1.5 * self._line_px - px(2)
        least = plot.x + self._pictures.text_width(chart.up, "small") + px(10)
        for name, colour in ((chart.smooth_name, GOLD), (chart.value_name, QUIET)):
            x -= self._pictures.text_width(name, "small")
            if x - px(12) < least:
                return
            self._words(name, x, y, colour)
            pygame.draw.aacircle(self._surface, colour, (x - px(9), y + self._line_px / 2), px(3.5))
            x -= px(30)


GAMES = msg_p("unit of a chart", "games")


def over_time(title: str, unit: str, series: Series) -> Curve:
    """Values of games and their moving average; for very many games, ranges and averages."""
    across, values, each = msg("latest game on the right"), series.means, msg("each game")
    spans: list[tuple[float, float]] = []
    if series.games_a_point > 1:
        each, spans = msg("lowest to highest"), [(point.low, point.high) for point in series.points]
    over = ceil(SMOOTHED_OVER / series.games_a_point)
    smooth = moving_mean(values, over)
    mean = msg("average of the last {count} games", count=over * series.games_a_point)
    return Curve(title, across, unit, values, smooth, each, mean, series.games_a_point, spans)


def distribution_chart(unit: str, values: Mapping[int, int]) -> Bars:
    """Number of games by result."""
    bins = distribution(values)
    labels, heights = [tick_text(interval.low) for interval in bins], [interval.games for interval in bins]
    has_edges = bins[0].low < bins[0].high
    if has_edges:
        labels.append(tick_text(bins[-1].high + 1))
    return Bars(msg_p("a chart", "Distribution"), unit, GAMES, labels, heights, has_edges)

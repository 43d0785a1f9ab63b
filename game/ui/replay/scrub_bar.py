"""The bar of a replay on which one jumps to any moment: its curves, its marks, the place one is at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.ui.drawing.canvas import Picture, fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, INK, QUIET, RGB, TEXT, WARNING

GROUND = (0x04, 0x12, 0x0D, 190)
COLOURS: tuple[RGB, ...] = (GOLD, (0x8F, 0xC7, 0xF2))
"""Colours of the first and second curve."""
PAD_PX = 10
"""Beside the first moment and the last, so that both can be pointed at."""
MIN_SPAN_MS = 1


@dataclass(frozen=True)
class ReplayCurve:
    """Points of one replay to draw; times in ms of the bar, in order."""

    points: Sequence[tuple[int, int]]  # time and value, which stays until the next
    undos: Sequence[int]
    landmarks: Sequence[int]
    name: str = ""


class ScrubBar:
    """A track as long as the replay."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self.box = Box(0, 0, 0, 0)
        self._curves: Sequence[ReplayCurve] = ()
        self._end_ms = 0
        self._ground: pygame.Surface | None = None

    def show(self, curves: Sequence[ReplayCurve], end_ms: int) -> None:
        """Sets the curves and the total length."""
        self._curves, self._end_ms, self._ground = curves, end_ms, None

    def place(self, box: Box) -> None:
        """Gives it its box."""
        box = Box(*map(round, box))
        if box != self.box:
            self.box, self._ground = box, None

    # Where times are ------------------------------------------------------------------------------

    @property
    def _inner(self) -> Box:
        pad = self._pictures.px(PAD_PX)
        return self.box._replace(x=self.box.x + pad, width=max(1, self.box.width - 2 * pad))

    def x_of(self, at_ms: float) -> float:
        """Where a time is on the screen."""
        return self._inner.x + self._inner.width * min(1.0, at_ms / max(MIN_SPAN_MS, self._end_ms))

    def time_at(self, x: float) -> float:
        """The time that is meant by a point; beyond the ends it is the first or the last."""
        share = (x - self._inner.x) / self._inner.width
        return min(1.0, max(0.0, share)) * self._end_ms

    # Drawing --------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Draws its still parts."""
        if self._ground is None:
            self._ground = self._drawn()
        surface.blit(self._ground, self.box[:2])

    def _drawn(self) -> pygame.Surface:
        px, box = self._pictures.px, self.box
        ground = pygame.Surface((int(box.width), int(box.height)), pygame.SRCALPHA)
        inside = box._replace(x=0, y=0)
        fill_rounded(ground, inside, GROUND, px(7))
        top, bottom = px(9), int(box.height) - px(8)
        most = max([1, *(value for curve in self._curves for _, value in curve.points)])
        for curve, colour in zip(self._curves, COLOURS, strict=False):
            self._draw_curve(ground, curve, colour, (top, bottom), most)
        for curve, colour in zip(self._curves, COLOURS, strict=False):
            self._draw_marks(ground, curve, colour)
        outline(ground, inside, self._pictures.line, px(7), px(1))
        x = px(PAD_PX)
        for curve, colour in zip(self._curves, COLOURS, strict=False):
            name = self._pictures.text(curve.name, "small", colour, True)
            if curve.name and x + name.get_width() < box.width:
                ground.blit(name, (x, px(4)))
                x += name.get_width() + px(14)
        return ground

    def _draw_curve(
        self, ground: pygame.Surface, curve: ReplayCurve, colour: RGB, span: tuple[int, int], most: int
    ) -> None:
        top, bottom = span
        line: list[tuple[float, float]] = []
        for at_ms, value in curve.points:
            x, y = self.x_of(at_ms) - self.box.x, bottom - (bottom - top) * max(0, value) / most
            if line:
                line.append((x, line[-1][1]))
            line.append((x, y))
        line.append((self.x_of(self._end_ms) - self.box.x, line[-1][1]))
        area = pygame.Surface(ground.get_size(), pygame.SRCALPHA)
        pygame.draw.polygon(area, (*colour, 46), [(line[0][0], bottom), *line, (line[-1][0], bottom)])
        ground.blit(area, (0, 0))
        pygame.draw.lines(ground, colour, False, line, self._pictures.px(1.6))

    def _draw_marks(self, ground: pygame.Surface, curve: ReplayCurve, colour: RGB) -> None:
        px, height = self._pictures.px, ground.get_height()
        for x in self._columns(curve.undos):
            pygame.draw.rect(ground, WARNING, (x - px(2) // 2, height - px(9), px(2), px(8)))
        size = px(4)
        for x in self._columns(curve.landmarks):
            y = px(7)
            corners = [(x, y - size), (x + size, y), (x, y + size), (x - size, y)]
            pygame.draw.polygon(ground, INK, [(a, b + px(1)) for a, b in corners])
            pygame.draw.polygon(ground, colour, corners)

    def _columns(self, times_ms: Sequence[int]) -> list[int]:
        """Where on the track times are, each place once; there may be very many."""
        left, scale = self._inner.x - self.box.x, self._inner.width / max(MIN_SPAN_MS, self._end_ms)
        return sorted({round(left + at_ms * scale) for at_ms in times_ms})

    def needle(self, at_ms: float) -> Picture:
        """The place one is at."""
        px, height = self._pictures.px, int(self.box.height)

        def make() -> pygame.Surface:
            wide = 2 * px(6) + 1
            needle = pygame.Surface((wide, height), pygame.SRCALPHA)
            middle, thick = wide // 2, px(2)
            pygame.draw.rect(needle, (*INK, 200), (middle - thick // 2 - 1, 0, thick + 2, height))
            pygame.draw.rect(needle, TEXT, (middle - thick // 2, 0, thick, height))
            for radius, colour in ((px(6), INK), (px(5), TEXT)):
                pygame.draw.circle(needle, colour, (middle, height - px(7)), radius)
            return needle

        picture = self._pictures.made(("needle", height), make)
        return picture, (round(self.x_of(at_ms)) - picture.get_width() // 2, round(self.box.y))

    def label(self, x: float, words: str) -> list[Picture]:
        """Text beside the pointer, and a line at its place."""
        px, inner = self._pictures.px, self._inner
        said = self._pictures.language.say(words)
        text = self._pictures.text(said, "small", TEXT)
        pad = px(7)
        width, height = text.get_width() + 2 * pad, text.get_height() + px(4)

        def make() -> pygame.Surface:
            pill = pygame.Surface((width, height), pygame.SRCALPHA)
            fill_rounded(pill, Box(0, 0, width, height), (*INK, 240), px(6))
            pill.blit(text, (pad, px(2)))
            return pill

        def line() -> pygame.Surface:
            drawn = pygame.Surface((px(1), int(self.box.height)), pygame.SRCALPHA)
            drawn.fill((*QUIET, 150))
            return drawn

        at = min(max(x, inner.x), inner.x + inner.width)
        left = at + px(8)
        if left + width > self.box.x + self.box.width:
            left = at - px(8) - width
        left = max(self.box.x, min(left, self.box.x + self.box.width - width))
        y = self.box.y + (self.box.height - height) / 2
        return [
            (self._pictures.made(("pointed", self.box.height), line), (round(at), round(self.box.y))),
            (self._pictures.made(("pointed at", said), make), (round(left), round(y))),
        ]

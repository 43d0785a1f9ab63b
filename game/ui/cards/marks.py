"""Temporary marks over the table: hint paths, marks of places and of the cursor, callouts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import pygame

from game.ui.drawing.canvas import Picture, fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import GOLD_LINE, Pictures
from game.ui.drawing.theme import (
    GOLD,
    HINT_S,
    INK,
    QUIET,
    SHARP_OUTLINE,
    TEXT,
    panel_colour,
)
from game.ui.drawing.words import wrapped

EMPTY_LINE = (255, 255, 255, 150)
EMPTY_FILL = (0, 0, 0, 26)
SYMBOL_ALPHA = 180
"""Alpha of icons, for a contrast of 3 to any felt; words are drawn as quietly as they can be read."""


class Marks:
    """Makes the pictures of marks for cards of the present size."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures

    def target(self, box: Box, is_best: bool) -> Picture:
        """A place where the picked cards may go; the one that would be taken stands out more."""
        return self._frame(box, GOLD_LINE, self._fill(44 if is_best else 18), 4 if is_best else 2)

    def selection(self, box: Box) -> Picture:
        """Cards chosen by a click."""
        return self._frame(box, GOLD_LINE, self._fill(34), 3)

    def _fill(self, alpha: int) -> tuple[int, ...]:
        """A tint, except on four colours: their blue can be read on an untinted card alone."""
        return (*GOLD, 0 if self._pictures.choice.four_colours else alpha)

    def cursor(self, box: Box) -> list[Picture]:
        """The keyboard's cursor: gold outside the card and dark inside, so that it is seen on any ground."""
        px = self._pictures.px
        nothing = (0, 0, 0, 0)
        return [
            self._frame(box.grown(px(1)), (*INK, 255), nothing, 4, has_edge=False),
            self._frame(box.grown(px(4)), (*GOLD, 255), nothing, 4, has_edge=False),
        ]

    def _frame(
        self, box: Box, line: tuple[int, ...], fill: tuple[int, ...], thick: int, has_edge: bool = True
    ) -> Picture:
        margin = self._pictures.margin
        size = round(box.width), round(box.height)
        picture = self._pictures.frame(*size, line, fill, thick, has_edge)
        return picture, (round(box.x) - margin, round(box.y) - margin)

    def paint_empty(self, surface: pygame.Surface, box: Box, symbol: tuple[str, str]) -> None:
        """Draws an empty pile: a thin outline, and quietly its symbol."""
        line = SHARP_OUTLINE if self._pictures.choice.high_contrast else EMPTY_LINE
        frame, corner = self._frame(box, line, EMPTY_FILL, 2, has_edge=False)
        picture = self._pictures.made(("empty", frame.get_size(), symbol), lambda: self._empty(frame, symbol))
        surface.blit(picture, corner)

    def _empty(self, frame: pygame.Surface, symbol: tuple[str, str]) -> pygame.Surface:
        kind, name = symbol
        if not kind:
            return frame
        if kind == "icon":
            size_px = round(self._pictures.card_width * 0.42)
            drawn = self._pictures.icon(name, size_px, (255, 255, 255)).copy()
            if not self._pictures.choice.high_contrast:
                drawn.fill((255, 255, 255, SYMBOL_ALPHA), special_flags=pygame.BLEND_RGBA_MULT)
        else:
            drawn = self._word(name, frame)
        picture = frame.copy()
        picture.blit(drawn, drawn.get_rect(center=picture.get_rect().center))
        return picture

    def _word(self, word: str, frame: pygame.Surface) -> pygame.Surface:
        """A word in the largest letters for which a frame has room."""
        pictures, margins = self._pictures, 2 * self._pictures.margin
        width, height = 0.9 * (frame.get_width() - margins), frame.get_height() - margins
        sizes = ("large", "body", "small")
        words = [pictures.text(word, size, QUIET, True) for size in sizes]
        return next(
            (picture for picture in words if picture.get_width() <= width and picture.get_height() <= height),
            words[-1],
        )


GROW_S = 0.3
"""Duration of the path's growth from the cards to their place."""
FADE_S, FAINT, LEVELS = 0.4, 0.3, 10
"""Duration of the path's fading, its strength afterwards, and the number of steps."""
DOT_PX = 11
STEP_PX = 20


class HintPath:
    """The suggestion shown, if any: its cards and place stay marked, its path fades."""

    def __init__(self, pictures: Pictures, marks: Marks) -> None:
        self._pictures = pictures
        self._marks = marks
        self._from: Box | None = None
        self._to: Box | None = None
        self._left_s = 0.0
        self._grows = True
        self.top_px = 0.0
        """The path bends no higher than this."""

    @property
    def is_shown(self) -> bool:
        """Whether there is a suggestion on the table."""
        return self._to is not None

    @property
    def is_moving(self) -> bool:
        """Whether its path is being drawn, or fades."""
        return self.is_shown and self._left_s > 0

    def show(self, cards: Box | None, place: Box, grows: bool = True) -> None:
        """Shows the way from some cards, if any, to a place; without growing it is there at once."""
        self._left_s, self._grows = HINT_S, grows
        self.move_to(cards, place)

    def move_to(self, cards: Box | None, place: Box) -> None:
        """Moves the suggestion with its cards and place."""
        self._from, self._to = cards, place

    def clear(self) -> None:
        """Takes the suggestion away."""
        self._to = None

    def update(self, step_s: float) -> None:
        """Lets time pass."""
        self._left_s = max(0.0, self._left_s - step_s)

    def pictures(self) -> list[Picture]:
        """Pictures to draw now."""
        if self._to is None:
            return []
        place = self._marks.target(self._to, is_best=True)
        if self._from is None:
            return [place]
        share = min(1.0, (HINT_S - self._left_s) / GROW_S) if self._grows else 1.0
        cards = self._marks.selection(self._from)
        return [cards, *self._path(self._from, self._to, share), *([place] if share == 1.0 else [])]

    def _path(self, cards: Box, place: Box, share: float) -> list[Picture]:
        start, end = cards.centre, place.centre
        length = math.dist(start, end)
        count = max(2, round(length / self._pictures.px(STEP_PX)))
        rest = min(1.0, self._left_s / FADE_S)
        level = math.ceil(LEVELS * (FAINT + (1 - FAINT) * rest))
        dot = self._pictures.made(("hint dot", level), lambda: self._dot(level / LEVELS))
        rise = min(length / 5, 2.0 * self._pictures.card_width)
        rise = max(0.0, min(rise, (start.y + end.y) / 2 - dot.get_height() / 2 - self.top_px))
        dots = []
        for number in range(int(count * share) + 1):
            at = number / count
            x = start.x + (end.x - start.x) * at
            y = start.y + (end.y - start.y) * at - rise * 4 * at * (1 - at)
            corner = (
                round(x - dot.get_width() / 2),
                max(math.ceil(self.top_px), round(y - dot.get_height() / 2)),
            )
            dots.append((dot, corner))
        return dots

    def _dot(self, strength: float) -> pygame.Surface:
        size = self._pictures.px(DOT_PX)
        large = pygame.Surface((4 * size, 4 * size), pygame.SRCALPHA)
        centre = (2 * size, 2 * size)
        pygame.draw.circle(large, (*INK, 200), centre, 2 * size)
        pygame.draw.circle(large, GOLD, centre, round(1.6 * size))
        small = pygame.transform.smoothscale(large, (size, size))
        small.fill((255, 255, 255, round(255 * strength)), special_flags=pygame.BLEND_RGBA_MULT)
        return small


WIDTH_PX = 300
PAD_PX = 12
TIP_PX = 12
RADIUS_PX = 10
NOWHERE = Box(0, 0, 0, 0)
STEPS = 12
"""Number of steps into which the room is divided to find a free place."""


class Callout:
    """Draws the callouts of one table; the one that was drawn last is kept."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._last: tuple[object, Picture] | None = None
        self.box = NOWHERE
        """Where it stands."""

    def picture(
        self,
        sentence: str,
        beneath: str,
        target: Box,
        room: Box,
        cards: Sequence[Box],
        table: str,
    ) -> Picture:
        """Callout for a target, within a room and where it covers as few `cards` as possible.

        `beneath` is a quiet line under the sentence; `table` is the table's colour.
        """
        px, pictures = self._pictures.px, self._pictures
        below = pictures.text_width(beneath, "small")
        width = min(max(px(WIDTH_PX), below + 4 * px(PAD_PX)), round(room.width) - 2 * px(PAD_PX))
        lines = wrapped(sentence, pictures, width - 2 * px(PAD_PX))
        key = sentence, beneath, target, room, tuple(cards), table, px(1000), lines[0]
        if self._last is None or self._last[0] != key:
            body, small = pictures.font("body"), pictures.font("small")
            height = 2 * px(PAD_PX) + len(lines) * body.get_height() + px(4) + small.get_height()
            self.box, side = self._place(width, height, target, room, cards)
            self._last = key, self._drawn(lines, beneath, self.box, side, target, table)
        return self._last[1]

    def _place(
        self, width: int, height: int, target: Box, room: Box, cards: Sequence[Box]
    ) -> tuple[Box, tuple[int, int]]:
        """Its place, and the direction of its tip: (0, 0) if it is too far away."""
        gap, best, least = self._pictures.px(TIP_PX), None, 0.0
        for box, side in self._places(Box(0, 0, width, height), target, room):
            covered = sum(box.overlap(card) for card in cards) + 1000 * box.overlap(target.grown(gap - 1))
            if side == (0, 0):
                covered += math.dist(box.centre, target.centre)
            if best is None or covered < least - 1:
                best, least = (box, side), covered
            if side != (0, 0) and covered == 0:
                break
        assert best is not None
        return best

    def _places(self, size: Box, target: Box, room: Box) -> Iterator[tuple[Box, tuple[int, int]]]:
        """Possible places: beneath, above and beside its target, or anywhere in the room."""
        gap = self._pictures.px(TIP_PX)
        for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            for share in (0.5, 0.12, 0.88, 0.0, 1.0):
                x = target.x + target.width * share - size.width * share
                y = target.y + target.height * share - size.height * share
                if dy:
                    y = target.y + target.height + gap if dy < 0 else target.y - gap - size.height
                else:
                    x = target.x + target.width + gap if dx < 0 else target.x - gap - size.width
                yield _moved_into(size._replace(x=x, y=y), room), (dx, dy)
        for down in range(STEPS + 1):
            for across in range(STEPS + 1):
                x = room.x + (room.width - size.width) * across / STEPS
                y = room.y + (room.height - size.height) * down / STEPS
                yield size._replace(x=round(x), y=round(y)), (0, 0)

    def _drawn(
        self, lines: Sequence[str], beneath: str, box: Box, side: tuple[int, int], target: Box, table: str
    ) -> Picture:
        pictures, tip = self._pictures, self._pictures.px(TIP_PX)
        surface = pygame.Surface((round(box.width) + 2 * tip, round(box.height) + 2 * tip), pygame.SRCALPHA)
        inner = Box(tip, tip, round(box.width), round(box.height))
        radius = pictures.px(RADIUS_PX)
        fill_rounded(surface, inner, (*panel_colour(table)[:3], 255), radius)
        outline(surface, inner, (*GOLD, 255), radius, max(1, pictures.px(2)))
        corner = round(box.x) - tip, round(box.y) - tip
        if side != (0, 0):
            pygame.draw.polygon(surface, GOLD, self._tip(inner, side, target, corner))
        pad = pictures.px(PAD_PX)
        y = tip + pad
        for line in lines:
            surface.blit(pictures.text(line, "body", TEXT), (tip + pad, y))
            y += pictures.font("body").get_height()
        surface.blit(pictures.text(beneath, "small", QUIET), (tip + pad, y + pictures.px(4)))
        return surface, corner

    def _tip(
        self, inner: Box, side: tuple[int, int], target: Box, corner: tuple[int, int]
    ) -> list[tuple[float, float]]:
        """The three corners of the tip, at the edge that faces the target."""
        tip, (dx, dy) = self._pictures.px(TIP_PX), side
        edge = 2 * tip
        centre = target.centre
        if dy:
            x = min(max(centre.x - corner[0], inner.x + edge), inner.x + inner.width - edge)
            y = inner.y if dy < 0 else inner.y + inner.height
            return [(x - tip, y), (x + tip, y), (x, y + dy * (tip - 1))]
        y = min(max(centre.y - corner[1], inner.y + edge), inner.y + inner.height - edge)
        x = inner.x if dx < 0 else inner.x + inner.width
        return [(x, y - tip), (x, y + tip), (x + dx * (tip - 1), y)]


def _moved_into(box: Box, room: Box) -> Box:
    """Moves a box as little as possible to fit into a room."""
    x = max(room.x, min(box.x, room.x + room.width - box.width))
    y = max(room.y, min(box.y, room.y + room.height - box.height))
    return box._replace(x=x, y=y)

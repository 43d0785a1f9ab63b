"""A callout on the table: a sentence in a small panel whose tip touches the card that it is about."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import pygame

from game.ui.drawing.canvas import Picture, fill_rounded, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, QUIET, TEXT, panel_colour
from game.ui.drawing.words import wrapped

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
        self.close, self.skip = NOWHERE, NOWHERE
        """Where a press closes it, and where one skips all that are still to come."""

    def picture(
        self,
        sentence: str,
        beneath: str,
        target: Box,
        room: Box,
        cards: Sequence[Box],
        table: str,
        free: Sequence[Box] = (),
        skip: str = "",
    ) -> Picture:
        """Callout for a target, within a room and where it covers as few `cards` as possible.

        `beneath` is a quiet line under the sentence; `table` is the table's colour. `free` is covered only if
        there is no other room. With words to `skip` it can be closed.
        """
        px, pictures = self._pictures.px, self._pictures
        below = pictures.text_width(beneath, "small") + pictures.text_width(skip, "small", True)
        width = min(max(px(WIDTH_PX), below + 4 * px(PAD_PX)), round(room.width) - 2 * px(PAD_PX))
        lines = wrapped(sentence, pictures, width - (4 if skip else 2) * px(PAD_PX))
        key = sentence, beneath, target, room, tuple(cards), tuple(free), table, px(1000), lines[0], skip
        if self._last is None or self._last[0] != key:
            body, small = pictures.font("body"), pictures.font("small")
            height = 2 * px(PAD_PX) + len(lines) * body.get_height() + px(4) + small.get_height()
            self.box, side = self._place(width, height, target, room, cards, free)
            picture = self._drawn(lines, beneath, self.box, side, target, table)
            if skip:
                self._draw_ways_out(picture, skip)
            self._last = key, picture
        return self._last[1]

    def _place(
        self, width: int, height: int, target: Box, room: Box, cards: Sequence[Box], free: Sequence[Box]
    ) -> tuple[Box, tuple[int, int]]:
        """Its place, and the direction of its tip: (0, 0) if it is too far away."""
        gap, best, least = self._pictures.px(TIP_PX), None, 0.0
        for box, side in self._places(Box(0, 0, width, height), target, room):
            hidden = sum(box.overlap(card) for card in free) + box.overlap(target.grown(gap - 1))
            covered = sum(box.overlap(card) for card in cards) + 1000 * hidden
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

    def _draw_ways_out(self, picture: Picture, skip: str) -> None:
        """A cross in the upper corner, and words in the lower one."""
        pictures, (surface, corner) = self._pictures, picture
        pad, box = pictures.px(PAD_PX), self.box
        words, cross = pictures.text(skip, "small", GOLD, True), pictures.icon("close", pictures.px(16), TEXT)
        right, bottom = box.x + box.width - pad, box.y + box.height - pad
        self.skip = Box(right - words.get_width(), bottom - words.get_height(), *words.get_size()).grown(
            pad / 2
        )
        self.close = Box(right - cross.get_width(), box.y + pad, *cross.get_size()).grown(pad / 2)
        for part, at in ((words, self.skip), (cross, self.close)):
            surface.blit(part, (round(at.x + pad / 2 - corner[0]), round(at.y + pad / 2 - corner[1])))

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

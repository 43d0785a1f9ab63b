"""A grid of stacks, three to a row, and its scrolling: the part in view, its motion, and the bar and map."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import ceil
from typing import NamedTuple

import pygame

from game.ui.cards.sprite import ease_out
from game.ui.drawing.canvas import Picture, fill_rounded, outline
from game.ui.drawing.layout import CARD_RATIO, MIN_CARD_PX, Box, Point
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, INK, RGB, TEXT

ACROSS = 3
ROWS = 3
MAX_ROWS = 18
"""All cards of a pack, each a stack of its own, fill no more."""
GAP = 0.11
"""Between two stacks, in card widths."""
ROW_GAP = 0.16
"""Between two rows at least: a stack of the whole pack rises into it."""
BAR_GAP = 0.16
DECK_RISES = 0.06
"""Additional height of a full deck, in card widths."""
SIDE = 0.2
"""Least free width at both sides of the whole, in card widths."""


class Grid(NamedTuple):
    """The places of one window; all lengths in pixels."""

    rows: int  # in view
    card_width: int
    card_height: int
    pitch_x: float
    pitch_y: int  # from row to row, whole so that rows keep their looks while they scroll
    view: Box  # what is to be seen of the grid, its gaps included
    track: Box  # of the scroll bar
    deck: Point

    def place(self, stack: int, offset_rows: float) -> Point:
        """Corner of a stack for a number of rows above the view."""
        row, column = divmod(stack, ACROSS)
        x = self.view.x + column * self.pitch_x + (self.pitch_x - self.card_width) / 2
        first_y = self.view.y + (self.pitch_y - self.card_height) // 2
        return Point(round(x), first_y + row * self.pitch_y - round(offset_rows * self.pitch_y))


def rows_that_fit(room: Box, bar_px: float, least_card_px: float) -> int:
    """Number of rows in a room with cards of a minimum width; at least three, and no more than fill it."""
    least = max(MIN_CARD_PX, ceil(least_card_px))
    if _width_by_width(room, bar_px) < least:
        return ROWS
    return min(MAX_ROWS, max(ROWS, int(room.height / (least * (CARD_RATIO + ROW_GAP)))))


def _width_by_width(room: Box, bar_px: float) -> float:
    return (room.width - bar_px) / (ACROSS * (1 + GAP) + 2 * BAR_GAP + 1 + 2 * SIDE)


def _card_width(room: Box, rows: int, bar_px: float) -> int:
    by_height = room.height / rows / (CARD_RATIO + ROW_GAP)
    return max(MIN_CARD_PX, int(min(by_height, _width_by_width(room, bar_px))))


def lay_out_grid(room: Box, rows: int, bar_px: float, deck_left: bool) -> Grid:
    """The grid in a room: as large as fits, the scroll bar and the deck beside it."""
    width = _card_width(room, rows, bar_px)
    height = round(width * CARD_RATIO)
    pitch_x = width * (1 + GAP)
    pitch_y = max(height, min(int(room.height / rows), round(height + 2 * GAP * width)))
    grid_width, bar_gap = ACROSS * pitch_x, width * BAR_GAP
    whole = grid_width + bar_gap + bar_px + bar_gap + width
    left = room.x + (room.width - whole) / 2
    top = round(room.y + (room.height - rows * pitch_y) / 2)
    if deck_left:
        deck_x, bar_x = left, left + width + bar_gap
        view_x = bar_x + bar_px + bar_gap
    else:
        view_x, bar_x = left, left + grid_width + bar_gap
        deck_x = bar_x + bar_px + bar_gap
    inset = (pitch_y - height) // 2
    return Grid(
        rows,
        width,
        height,
        pitch_x,
        pitch_y,
        Box(round(view_x), top, round(grid_width), rows * pitch_y),
        Box(round(bar_x), top + inset, round(bar_px), rows * pitch_y - 2 * inset),
        Point(round(deck_x), top + inset + round(DECK_RISES * width)),
    )


SCROLL_S = 0.26
"""Duration of a glide."""


class Scroll:
    """A view on rows.

    >>> scroll = Scroll(view_rows=3)
    >>> scroll.set_rows(5)
    >>> scroll.show(4)
    >>> scroll.finish()
    >>> scroll.offset
    2.0
    """

    def __init__(self, view_rows: int) -> None:
        self.view_rows = view_rows
        self.rows = view_rows
        self.offset = 0.0  # the rows above the view
        self._from = 0.0
        self._to = 0.0
        self._duration_s = SCROLL_S
        self._passed_s = SCROLL_S

    @property
    def furthest(self) -> int:
        """The largest offset there is room for."""
        return max(0, self.rows - self.view_rows)

    @property
    def is_moving(self) -> bool:
        """Whether it glides."""
        return self._passed_s < self._duration_s

    @property
    def target(self) -> float:
        """Where it will come to rest."""
        return self._to if self.is_moving else self.offset

    def set_rows(self, rows: int) -> None:
        """Sets the number of rows; the view stays until it glides or jumps."""
        self.rows = max(rows, self.view_rows)

    def glide_to(self, offset: float, speed: float = 1.0) -> None:
        """Sets out for an offset, as near as there is room; `speed` is the factor of durations, 0 none."""
        offset = min(max(0.0, offset), float(self.furthest))
        if offset == self.target and self.is_moving:
            return
        if offset == self.offset or not speed:
            self.jump_to(offset)
            return
        self._from, self._to = self.offset, offset
        self._duration_s, self._passed_s = SCROLL_S * speed, 0.0

    def jump_to(self, offset: float) -> None:
        """Is there at once."""
        self.offset = self._to = min(max(0.0, offset), float(self.furthest))
        self.stop()

    def stop(self) -> None:
        """Stops here."""
        self._passed_s = self._duration_s

    def finish(self) -> None:
        """Ends a glide at its target."""
        self.jump_to(self.target)

    def offset_to_show(self, row: int) -> float:
        """Offset nearest to the target that shows a whole row."""
        return min(max(self.target, row + 1.0 - self.view_rows), float(row))

    def show(self, row: int, speed: float = 1.0) -> None:
        """Brings a row into view, moving no further than needed."""
        self.glide_to(self.offset_to_show(row), speed)

    def step(self, step_s: float) -> None:
        """Advances a glide."""
        if not self.is_moving:
            return
        self._passed_s += step_s
        share = min(1.0, self._passed_s / self._duration_s)
        self.offset = self._from + (self._to - self._from) * ease_out(share)

    # The thumb of a scroll bar -------------------------------------------------------------------

    def thumb(self, track_px: float, min_px: float) -> tuple[float, float]:
        """Where the thumb begins on its track, and its length."""
        length = max(min(min_px, track_px), track_px * self.view_rows / self.rows)
        share = min(1.0, self.offset / self.furthest) if self.furthest else 0.0
        return (track_px - length) * share, length

    def offset_of_thumb(self, start_px: float, track_px: float, min_px: float) -> float:
        """The offset at which the thumb begins there."""
        free_px = track_px - self.thumb(track_px, min_px)[1]
        return start_px / free_px * self.furthest if free_px > 0 else 0.0


BAR_PX = 34
MIN_THUMB_PX = 36
TRACK = (0, 0, 0, 70)
THUMB = (255, 255, 255, 34)
THUMB_HOT = (255, 255, 255, 62)
DOT: RGB = (0xA9, 0xC0, 0xB4)


class ScrollBar:
    """Draws a scroll's rows, and moves it by the pointer."""

    def __init__(self, scroll: Scroll, pictures: Pictures) -> None:
        self._scroll = scroll
        self._pictures = pictures
        self.track = Box(0, 0, 0, 0)
        self.stacks = 0
        self.lit: Collection[int] = ()  # the stacks that are marked, from 0
        self._grip_px: float | None = None
        self.is_hot = False

    @property
    def is_grabbed(self) -> bool:
        """Whether the thumb is in the hand."""
        return self._grip_px is not None

    @property
    def thumb(self) -> Box:
        """Where the thumb is."""
        start, length = self._scroll.thumb(self.track.height, self._min_px)
        return self.track._replace(y=self.track.y + start, height=length)

    @property
    def _min_px(self) -> float:
        return self._pictures.px(MIN_THUMB_PX)

    # The pointer ---------------------------------------------------------------------------------

    def press(self, at: tuple[float, float], speed: float) -> bool:
        """Takes hold of the thumb, or scrolls a page towards the pointer; False beside the bar."""
        if not self._scroll.furthest or not self.track.contains(at):
            return False
        thumb = self.thumb
        if thumb.contains(at):
            self._scroll.stop()
            self._grip_px = at[1] - thumb.y
        else:
            pages = -1 if at[1] < thumb.y else 1
            self._scroll.glide_to(self._scroll.target + pages * self._scroll.view_rows, speed)
        return True

    def move(self, at: tuple[float, float]) -> bool:
        """Moves what is held, or lights up; returns whether anything of it has changed."""
        if self._grip_px is not None:
            start = at[1] - self._grip_px - self.track.y
            self._scroll.jump_to(self._scroll.offset_of_thumb(start, self.track.height, self._min_px))
            return True
        was_hot, self.is_hot = self.is_hot, bool(self._scroll.furthest) and self.thumb.contains(at)
        return was_hot != self.is_hot

    def release(self, speed: float) -> bool:
        """Lets the thumb go, which comes to rest at a whole row; False when it was not held."""
        if self._grip_px is None:
            return False
        self._grip_px = None
        self._scroll.glide_to(round(self._scroll.offset), speed)
        return True

    # Drawing -------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface) -> None:
        """Draws all of it; nothing until there is something to scroll."""
        if not self._scroll.furthest:
            return
        surface.blit(self._ground(self.track, TRACK, 0), self.track[:2])
        is_lit = self.is_hot or self.is_grabbed
        thumb = Box(*map(round, self.thumb))
        fill, line = (THUMB_HOT, 210) if is_lit else (THUMB, 130)
        surface.blit(self._ground(thumb, fill, line), thumb[:2])
        for stack in range(self.stacks):
            colour = GOLD if stack in self.lit else DOT
            pygame.draw.rect(surface, colour, pygame.Rect(self._dot(stack)), border_radius=2)

    def _ground(self, box: Box, fill: tuple[int, ...], line: int) -> pygame.Surface:
        def make() -> pygame.Surface:
            ground = pygame.Surface((box.width, box.height), pygame.SRCALPHA)
            inside, radius = box._replace(x=0, y=0), self._pictures.px(8)
            fill_rounded(ground, inside, fill, radius)
            if line:
                outline(ground, inside, (*TEXT, line), radius, self._pictures.px(1.5))
            return ground

        return self._pictures.made(("scroll bar", box.width, box.height, fill, line), make)

    def _dot(self, stack: int) -> Box:
        row, column = divmod(stack, ACROSS)
        row_px = self.track.height / self._scroll.rows
        width = self.track.width / (ACROSS + 2)
        height = min(width * 1.4, row_px * 0.7)
        gap = width / 2
        x = self.track.centre.x + (column - 1) * (width + gap) - width / 2
        return Box(
            round(x), round(self.track.y + (row + 0.5) * row_px - height / 2), round(width), round(height)
        )


SINGLE = (0xE4, 0xE2, 0xDA, 255)


class EdgeMarks:
    """Makes badges and arrows, and knows where the arrows are."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._arrows: list[tuple[Box, int]] = []

    def badge(self, count: int) -> pygame.Surface:
        """Number of cards in a stack; a single card needs little ink."""
        pictures = self._pictures

        def make() -> pygame.Surface:
            text = pictures.text(str(count), "small", TEXT if count > 1 else INK, count > 1)
            height = text.get_height() + pictures.px(2)
            width = max(height, text.get_width() + pictures.px(12))
            badge = _pill((width, height), (*INK, 235) if count > 1 else SINGLE)
            badge.blit(text, text.get_rect(center=badge.get_rect().center))
            return badge

        return pictures.made(("badge", count), make)

    @property
    def boxes(self) -> list[Box]:
        """Where the arrows are that were drawn last."""
        return [box for box, _ in self._arrows]

    def arrow_at(self, at: tuple[float, float]) -> int | None:
        """The pile that an arrow at this point leads to, or None."""
        return next((pile for box, pile in self._arrows if box.contains(at)), None)

    def arrows(self, targets: Sequence[tuple[int, Box, str]], view: Box) -> list[Picture]:
        """Arrows at the upper or lower edge of the view towards places beyond it, each with its words."""
        self._arrows = []
        drawn = []
        for pile, box, words in targets:
            is_above = box.centre.y < view.centre.y
            picture = self._arrow(words, is_above)
            width, height = picture.get_size()
            inset = self._pictures.px(6)
            x = round(min(max(view.x, box.centre.x - width / 2), view.x + view.width - width))
            y = round(view.y + inset if is_above else view.y + view.height - height - inset)
            self._arrows.append((Box(x, y, width, height), pile))
            drawn.append((picture, (x, y)))
        return drawn

    def _arrow(self, words: str, is_above: bool) -> pygame.Surface:
        pictures = self._pictures

        def make() -> pygame.Surface:
            text = pictures.text(words, "small", INK, True)
            tip, pad = pictures.px(12), pictures.px(10)
            height = text.get_height() + pictures.px(8)
            arrow = _pill((text.get_width() + tip + 3 * pad, height), (*GOLD, 245))
            middle, left = height / 2, pad
            up = -1 if is_above else 1
            points = [
                (left, -up * tip * 0.4),
                (left + tip, -up * tip * 0.4),
                (left + tip / 2, up * tip * 0.45),
            ]
            pygame.draw.polygon(arrow, INK, [(x, middle + y) for x, y in points])
            arrow.blit(text, (left + tip + pad, (height - text.get_height()) // 2))
            return arrow

        return pictures.made(("edge", words, is_above), make)


def _pill(size: tuple[int, int], colour: tuple[int, ...]) -> pygame.Surface:
    width, height = size
    large = pygame.Surface((2 * width, 2 * height), pygame.SRCALPHA)
    large.fill((*colour[:3], 0))
    pygame.draw.rect(large, colour, large.get_rect(), border_radius=height)
    return pygame.transform.smoothscale(large, size)

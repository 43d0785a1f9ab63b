"""The surface that is shown: what is still, repainted where it was damaged, pictures that move over it, and
rectangles with round corners.

Repainting only what changed is what keeps
a dragged card cheap in a window of any size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

import pygame

from game.message import verbatim
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD, INK, TEXT, panel_colour

Paint = Callable[[pygame.Surface, pygame.Rect], None]
Picture = tuple[pygame.Surface, tuple[int, int]]
"""A picture and its upper left corner; its content never changes."""
MAX_LET_GO_PIXELS = 4_000_000
AHEAD_PX = 32
"""Margin kept around moving pictures for the next frame."""


class Canvas:
    """Draws what is still, and moving pictures over it, into one surface of the window.

    What is still is painted on the surface itself. Only where pictures move, it is kept on a layer aside,
    from which it is brought back when they have gone.
    """

    def __init__(self, surface: pygame.Surface, window_size: tuple[int, int] | None = None) -> None:
        self.surface = surface
        self.size = surface.get_size()
        self.window_size = window_size or self.size  # of the window in which it is seen, as a part or in part
        self._parts: list[tuple[Canvas, pygame.Rect]] = []
        self._whole = surface.get_rect()
        self._aside: pygame.Surface | None = None  # what is still, as far as `_kept` reaches
        self._kept = pygame.Rect(0, 0, 0, 0)  # outside of it nothing moves
        self._damaged: list[pygame.Rect] = [self._whole.copy()]
        self._shown: list[Picture] = []  # the moving pictures that were drawn last
        self._covered: list[pygame.Rect] = []  # and where
        self._joined: tuple[int, list[pygame.Rect]] | None = None  # the same from one of them on
        self._changed: list[pygame.Rect] = []
        self._has_let_go = False  # of the layer aside, while moving pictures are there

    def part(self, area: tuple[int, int, int, int]) -> Canvas:
        """Returns a canvas within this one, drawn after it; it receives damage and reports changes."""
        rect = pygame.Rect(area).clip(self._whole)
        part = Canvas(self.surface.subsurface(rect), self.window_size)
        self._parts.append((part, rect))
        return part

    def damage(self, area: tuple[float, float, float, float] | pygame.Rect | None = None) -> None:
        """Marks `area`, or everything, to be repainted."""
        if area is None:
            self._damaged = [self._whole.copy()]
            return
        if isinstance(area, pygame.Rect):
            rect = area.clip(self._whole)
        else:
            x, y, width, height = area  # fractions, of whose pixels all are meant that they touch
            rect = pygame.Rect(int(x), int(y), int(width) + 2, int(height) + 2).clip(self._whole)
        if rect.width and rect.height:
            _add(self._damaged, rect)

    def stamp(self, picture: pygame.Surface, corner: tuple[int, int]) -> None:
        """Draws a picture that stays until its place is damaged."""
        rect = picture.get_rect(topleft=corner).clip(self._whole)
        if rect.colliderect(self._kept):
            self._keep(rect).blit(picture, corner)
        _add(self._changed, self.surface.blit(picture, corner))

    @property
    def can_let_go(self) -> bool:
        """Whether there is a layer aside that is not larger than what can be made again at once."""
        return self._aside is not None and self.size[0] * self.size[1] <= MAX_LET_GO_PIXELS

    def let_go(self) -> None:
        """Lets go of the layer aside, which is as large as the window, until something moves."""
        self._aside, self._kept.size = None, (0, 0)
        self._has_let_go = bool(self._shown)

    @property
    def is_damaged(self) -> bool:
        """Whether something waits to be painted."""
        return bool(self._damaged)

    @property
    def is_new(self) -> bool:
        """Whether all of it waits to be painted."""
        return self._damaged == [self._whole]

    @property
    def moving(self) -> list[Picture]:
        """The moving pictures as they were drawn last."""
        return self._shown

    def take_changed(self) -> list[pygame.Rect]:
        """Returns where the surface has changed since the last call."""
        changed, self._changed = self._changed, []
        for part, place in self._parts:
            changed += [rect.move(place.topleft) for rect in part.take_changed()]
        return changed

    def compose(self, paint: Paint, moving: Iterable[Picture]) -> None:
        """Brings the surface up to date; `paint` draws still things within a rectangle.

        The lowest moving pictures that are the same as the last time are left as they are.
        """
        pictures = list(moving)
        if self._has_let_go and (
            pictures != self._shown or any(rect.collidelist(self._covered) >= 0 for rect in self._damaged)
        ):  # what is still is painted again wherever something moved over it
            for rect in self._covered_from(0):
                _add(self._damaged, rect)
            self._shown, self._covered, self._joined, self._has_let_go = [], [], None, False
        if self._whole in self._damaged:
            self._kept.size, self._has_let_go = (0, 0), False
            self._shown, self._covered, self._joined, self._damaged = [], [], None, [self._whole]
        same = _common_length(self._shown, pictures)
        restored = self._covered_from(same)
        for rect in self._damaged:
            if rect.colliderect(self._kept):
                _paint_within(self._keep(rect), rect, paint)
                _add(restored, rect)
            else:
                _paint_within(self.surface, rect, paint)
                self._tell(rect)
        self._damaged = []
        for rect in restored:
            self._restore(rect, pictures[:same])
            self._tell(rect)
        self._draw(pictures, same)

    def repaint(self, paint: Paint) -> None:
        """Repaints damage; moving pictures stay as drawn last."""
        self.compose(paint, self._shown)

    def _draw(self, pictures: list[Picture], same: int) -> None:
        """Draws moving pictures, the lowest of which are there already."""
        new = pictures[same:]
        self._shown, self._covered[same:] = (
            pictures,
            [pygame.Rect(corner, picture.get_size()) for picture, corner in new],
        )
        self._joined = None
        joined = self._covered_from(same)
        for rect in joined:
            self._keep(rect)
            _add(self._changed, rect)
        self.surface.fblits(new)
        self._joined = same, joined

    def _covered_from(self, which: int) -> list[pygame.Rect]:
        """Where the moving pictures were drawn, from the one of a number on."""
        if self._joined is not None and self._joined[0] == which:
            return [*self._joined[1]]
        found = (rect.clip(self._whole) for rect in _joined(self._covered[which:]))
        return [rect for rect in found if rect.width and rect.height]

    def _keep(self, rect: pygame.Rect) -> pygame.Surface:
        """The layer aside, after what is still in `rect` was put there; nothing moves there that was not."""
        if self._aside is None:
            self._aside = layer_for(self.surface)
        kept = self._kept
        if not kept.contains(rect):
            whole = (rect if not kept.width else kept.union(rect)).inflate(2 * AHEAD_PX, 2 * AHEAD_PX)
            self._kept = whole = whole.clip(self._whole)
            for strip in _around(kept, whole):
                self._aside.blit(self.surface, strip, strip)
        return self._aside

    def _tell(self, rect: pygame.Rect) -> None:
        """Reports repainted areas; sub-canvases repaint their own."""
        _add(self._changed, rect)
        for part, place in self._parts:
            common = rect.clip(place)
            if common.width and common.height:
                part.damage(common.move(-place.x, -place.y))

    def _restore(self, rect: pygame.Rect, same: list[Picture]) -> None:
        assert self._aside is not None
        self.surface.blit(self._aside, rect, rect)
        touched = [
            piece for piece, place in zip(same, self._covered, strict=False) if place.colliderect(rect)
        ]
        if touched:
            self.surface.set_clip(rect)
            self.surface.fblits(touched)
            self.surface.set_clip(None)


def clipped(pictures: Iterable[Picture], box: tuple[float, float, float, float]) -> list[Picture]:
    """Clips pictures to a box."""
    area, seen = pygame.Rect(box), []
    for picture, corner in pictures:
        place = picture.get_rect(topleft=corner)
        if area.contains(place):
            seen.append((picture, corner))
        elif area.colliderect(place):
            part = place.clip(area)
            seen.append((picture.subsurface(part.move(-corner[0], -corner[1])), part.topleft))
    return seen


def tiled(picture: pygame.Surface, box: tuple[float, float, float, float]) -> list[Picture]:
    """A picture again and again, side by side, as far as a box reaches."""
    x, y, width, height = map(round, box)
    across, down = range(x, x + width, picture.get_width()), range(y, y + height, picture.get_height())
    return clipped([(picture, (left, top)) for top in down for left in across], box)


def _common_length(some: list[Picture], others: list[Picture]) -> int:
    """Number of equal pictures at the beginning of both lists."""
    pairs = enumerate(zip(some, others, strict=False))
    different = (i for i, ((a, at), (b, to)) in pairs if a is not b or at != to)
    return next(different, min(len(some), len(others)))


def layer_for(surface: pygame.Surface) -> pygame.Surface:
    """A surface to copy from that is a little wider, so that its rows begin at uneven addresses.

    SDL copies evenly placed rows past the processor's cache. For the small areas under a card
    that takes ten times as long.
    """
    width, height = surface.get_size()
    return pygame.Surface((width + (1 if (width + 1) % 4 else 2), height), 0, surface)


def _paint_within(surface: pygame.Surface, rect: pygame.Rect, paint: Paint) -> None:
    surface.set_clip(rect)
    paint(surface, rect)
    surface.set_clip(None)


def _around(inner: pygame.Rect, outer: pygame.Rect) -> Iterator[pygame.Rect]:
    """Parts of a rectangle outside another within it: strips above, below, left and right."""
    if not inner.width:
        yield outer
        return
    yield pygame.Rect(outer.left, outer.top, outer.width, inner.top - outer.top)
    yield pygame.Rect(outer.left, inner.bottom, outer.width, outer.bottom - inner.bottom)
    yield pygame.Rect(outer.left, inner.top, inner.left - outer.left, inner.height)
    yield pygame.Rect(inner.right, inner.top, outer.right - inner.right, inner.height)


def _joined(rects: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """A few rectangles that hold all of these and hardly more."""
    if len(rects) > 2:
        # The cards of a run: they all overlap.
        whole = rects[0].unionall(rects[1:])
        if whole.width * whole.height <= sum([rect.width * rect.height for rect in rects]):
            return [whole]
    found: list[pygame.Rect] = []
    for rect in rects:
        _add(found, rect)
    return found


def _add(rects: list[pygame.Rect], new: pygame.Rect) -> None:
    """Adds a rectangle, joined with one it overlaps when the joint one is hardly larger."""
    for index, rect in enumerate(rects):
        joint = rect.union(new)
        if joint.width * joint.height <= 1.15 * (rect.width * rect.height + new.width * new.height):
            rects[index] = joint
            return
    rects.append(new)


KEPT_PIXELS = 64_000
"""Rounded rectangles up to the size of a button at 4K are drawn anew in every frame, so they are kept."""


def draw_panel(surface: pygame.Surface, box: Box, pictures: Pictures, table: str) -> None:
    """Draws the ground of a panel on a table of a colour."""
    draw_ground(surface, box, pictures, panel_colour(table), pictures.line, 1)


def draw_ground(
    surface: pygame.Surface,
    box: Box,
    pictures: Pictures,
    fill: Sequence[int],
    edge: Sequence[int],
    edge_px: float,
) -> None:
    """Draws a ground with an edge, so many design pixels wide; it is kept, however large it is."""
    size, radius = (int(box.width), int(box.height)), pictures.px(14)

    def drawn() -> pygame.Surface:
        ground = pygame.Surface(size, pygame.SRCALPHA)
        fill_rounded(ground, Box(0, 0, *size), fill, radius)
        outline(ground, Box(0, 0, *size), edge, radius, pictures.px(edge_px))
        return ground

    key = "ground", size, pictures.unit, tuple(fill), tuple(edge), edge_px
    surface.blit(pictures.small_tables.get(key, drawn), (box.x, box.y))


def draw_day(
    surface: pygame.Surface,
    pictures: Pictures,
    corner: tuple[float, float],
    radius: float,
    number: int,
    is_done: bool,
    is_today: bool,
) -> None:
    """Draws a day as a circle with its number, filled when its deal was finished."""
    radius = round(radius)
    circle = Box(*corner, 2 * radius, 2 * radius)
    if is_done:
        fill_rounded(surface, circle, GOLD, radius)
    elif is_today:
        outline(surface, circle, (*GOLD, 255), radius, pictures.px(2))
    else:
        outline(surface, circle, pictures.line, radius, pictures.px(1))
    words = pictures.text(verbatim(str(number)), "body", INK if is_done else TEXT, is_done)
    x, y = corner[0] + radius - words.get_width() / 2, corner[1] + radius - words.get_height() / 2
    surface.blit(words, (round(x), round(y)))


def fill_rounded(surface: pygame.Surface, box: Box, colour: Sequence[int], radius: int) -> None:
    """Fills a rectangle with round corners, blended with what is beneath."""
    surface.blit(_rounded(box, colour, radius, 0), (round(box.x), round(box.y)))


def outline(surface: pygame.Surface, box: Box, colour: Sequence[int], radius: int, thickness: int) -> None:
    """Draws the outline of a rectangle with round corners."""
    surface.blit(_rounded(box, colour, radius, thickness), (round(box.x), round(box.y)))


def _rounded(box: Box, colour: Sequence[int], radius: int, thickness: int) -> pygame.Surface:
    size = round(box.width), round(box.height)
    make = _kept if size[0] * size[1] <= KEPT_PIXELS else _made
    return make(size, tuple(colour), radius, thickness)


@lru_cache(maxsize=48)
def _kept(size: tuple[int, int], colour: tuple[int, ...], radius: int, thickness: int) -> pygame.Surface:
    return _made(size, colour, radius, thickness)


def _made(size: tuple[int, int], colour: tuple[int, ...], radius: int, thickness: int) -> pygame.Surface:
    picture = pygame.Surface(size, pygame.SRCALPHA)
    area = picture.get_rect()
    radius = min(radius, area.width // 2, area.height // 2)
    # Transparent, but of the colour, so that the edges do not darken when the corners are scaled down.
    picture.fill((*colour[:3], 0))
    pygame.draw.rect(picture, colour, area, thickness, radius)
    corner = min(max(radius, thickness) + 1, area.width // 2, area.height // 2)
    fine = pygame.Surface((8 * corner, 8 * corner), pygame.SRCALPHA)
    fine.fill((*colour[:3], 0))
    pygame.draw.rect(fine, colour, fine.get_rect(), 4 * thickness, 4 * radius)
    smooth = pygame.transform.smoothscale(fine, (2 * corner, 2 * corner))
    for right in (0, 1):
        for low in (0, 1):
            place = pygame.Rect(right * (area.width - corner), low * (area.height - corner), corner, corner)
            picture.fill((*colour[:3], 0), place)
            picture.blit(smooth, place, (right * corner, low * corner, corner, corner))
    return picture

"""The surface that is shown: a still layer, repainted where it was damaged, and what moves over it.

Knows rectangles of pixels; must not know cards, games or time. Repainting only what
changed is what keeps a dragged card cheap in a window of any size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

Paint = Callable[[pygame.Surface, pygame.Rect], None]
Picture = tuple[pygame.Surface, tuple[int, int]]
"""A picture and where its upper left corner is drawn. What it shows never changes."""


class Canvas:
    """Draws a still layer and moving pictures into one surface of the window."""

    def __init__(self, surface: pygame.Surface) -> None:
        self.surface = surface
        self.still = _layer_for(surface)
        self.size = surface.get_size()
        self.window_size = self.size  # of the whole that this is a part of
        self._parts: list[tuple[Canvas, pygame.Rect]] = []
        self._whole = surface.get_rect()
        self._damaged: list[pygame.Rect] = [self._whole.copy()]
        self._shown: list[Picture] = []  # the moving pictures that were drawn last
        self._covered: list[pygame.Rect] = []  # and where
        self._changed: list[pygame.Rect] = []

    def part(self, area: tuple[int, int, int, int]) -> Canvas:
        """A canvas of its own within this one, drawn after it; it learns of damage, and tells of changes."""
        rect = pygame.Rect(area).clip(self._whole)
        part = Canvas(self.surface.subsurface(rect))
        part.window_size = self.window_size
        self._parts.append((part, rect))
        return part

    def damage(self, area: tuple[float, float, float, float] | pygame.Rect | None = None) -> None:
        """Has the still layer painted anew in `area`, or everywhere."""
        if area is None:
            self._damaged = [self._whole.copy()]
            return
        x, y, width, height = area
        rect = pygame.Rect(int(x), int(y), int(width) + 2, int(height) + 2).clip(self._whole)
        if rect.width and rect.height:
            _add(self._damaged, rect)

    def stamp(self, picture: pygame.Surface, corner: tuple[int, int]) -> None:
        """Draws a picture that stays until its place is damaged."""
        self.still.blit(picture, corner)
        _add(self._changed, self.surface.blit(picture, corner))

    @property
    def is_damaged(self) -> bool:
        """Whether the still layer waits to be painted."""
        return bool(self._damaged)

    def take_changed(self) -> list[pygame.Rect]:
        """Where the surface differs from what it was when this was asked last."""
        changed, self._changed = self._changed, []
        for part, place in self._parts:
            changed += [rect.move(place.topleft) for rect in part.take_changed()]
        return changed

    def compose(self, paint: Paint, moving: Iterable[Picture]) -> None:
        """Brings the surface up to date; `paint` draws the still layer within a rectangle.

        The lowest moving pictures that are the same as the last time are left as they are.
        """
        pictures = list(moving)
        kept = _common_length(self._shown, pictures)
        restored: list[pygame.Rect] = []
        for rect in self._covered[kept:]:
            _add(restored, rect)
        for rect in self._damaged:
            self.still.set_clip(rect)
            paint(self.still, rect)
            _add(restored, rect)
        self.still.set_clip(None)
        self._damaged = []
        for rect in restored:
            self._restore(rect, pictures[:kept])
            self._damage_parts(rect)
        drawn = [self.surface.blit(picture, corner) for picture, corner in pictures[kept:]]
        self._shown, self._covered[kept:] = pictures, drawn
        for rect in (*restored, *drawn):
            if rect.width:
                _add(self._changed, rect)

    def _damage_parts(self, rect: pygame.Rect) -> None:
        """What was drawn over parts of this canvas is theirs to draw again."""
        for part, place in self._parts:
            common = rect.clip(place)
            if common.width and common.height:
                part.damage(common.move(-place.x, -place.y))

    def _restore(self, rect: pygame.Rect, kept: list[Picture]) -> None:
        self.surface.blit(self.still, rect, rect)
        touched = [each for each, place in zip(kept, self._covered, strict=False) if place.colliderect(rect)]
        if touched:
            self.surface.set_clip(rect)
            self.surface.fblits(touched)
            self.surface.set_clip(None)


def clipped(pictures: Iterable[Picture], box: tuple[float, float, float, float]) -> list[Picture]:
    """What a box leaves of some pictures."""
    area, seen = pygame.Rect(box), []
    for picture, corner in pictures:
        place = picture.get_rect(topleft=corner)
        if area.contains(place):
            seen.append((picture, corner))
        elif area.colliderect(place):
            part = place.clip(area)
            seen.append((picture.subsurface(part.move(-corner[0], -corner[1])), part.topleft))
    return seen


def _common_length(some: list[Picture], others: list[Picture]) -> int:
    """How many pictures at the beginning of both lists are the same at the same place."""
    pairs = enumerate(zip(some, others, strict=False))
    different = (i for i, ((a, at), (b, to)) in pairs if a is not b or at != to)
    return next(different, min(len(some), len(others)))


def _layer_for(surface: pygame.Surface) -> pygame.Surface:
    """A surface to copy from that is a little wider, so that its rows begin at uneven addresses.

    SDL copies evenly placed rows past the processor's cache. For the small areas under a card
    that takes ten times as long.
    """
    width, height = surface.get_size()
    return pygame.Surface((width + (1 if (width + 1) % 4 else 2), height), 0, surface)


def _add(rects: list[pygame.Rect], new: pygame.Rect) -> None:
    """Adds a rectangle, joined with one it overlaps when the joint one is hardly larger."""
    for index, rect in enumerate(rects):
        joint = rect.union(new)
        if joint.width * joint.height <= 1.15 * (rect.width * rect.height + new.width * new.height):
            rects[index] = joint
            return
    rects.append(new)

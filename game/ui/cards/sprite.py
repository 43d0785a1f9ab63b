"""A card as it is seen: its place, turn and shake, glides, springs and flips, its drag, and its drawing.

Motion is pure numbers but for the pictures of the cascade after a win: seconds, pixels and degrees. A card's
path in the cascade depends only on its number there, so that it looks the same in every run.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from game.cards import Card
from game.ui.drawing.canvas import Canvas, Picture
from game.ui.drawing.layout import Box, Point
from game.ui.drawing.pictures import GOLD_LINE, TILT_STEP, Pictures
from game.ui.drawing.theme import FLIP_S, MOVE_S, SHAKE_PX, SHAKE_S, TILT_LIMIT

STIFFNESS = 70.0
"""The spring's angular frequency per second: from 2,000 px/s it is within 2 px after 80 ms."""
SOFTEST = 52.0


def ease_out(share: float) -> float:
    """Cubic ease-out of a share of time from 0 to 1."""
    return 1.0 - (1.0 - share) ** 3


def glide_s(distance_px: float, card_width_px: float) -> float:
    """Duration of a glide: longer with distance, measured in cards, within its bounds."""
    shortest, longest = MOVE_S
    return shortest + (longest - shortest) * min(1.0, distance_px / (card_width_px * 8))


class Glide:
    """A glide from one point to another, started after `delay_s`."""

    def __init__(
        self, from_x: float, from_y: float, to_x: float, to_y: float, duration_s: float, delay_s: float = 0.0
    ) -> None:
        self.from_x, self.from_y, self.to_x, self.to_y = from_x, from_y, to_x, to_y
        self.duration_s, self.delay_s, self.passed_s = duration_s, delay_s, 0.0

    def step(self, step_s: float) -> tuple[float, float, bool]:
        """Advances; returns x, y and whether it has arrived."""
        self.passed_s += step_s
        share = (self.passed_s - self.delay_s) / self.duration_s if self.duration_s else 1.0
        if share >= 1.0:
            return self.to_x, self.to_y, True
        eased = ease_out(max(0.0, share))
        return (
            self.from_x + (self.to_x - self.from_x) * eased,
            self.from_y + (self.to_y - self.from_y) * eased,
            False,
        )


@lru_cache(maxsize=64)
def spring_shares(stiffness: float, step_s: float) -> tuple[float, float, float, float]:
    """Shares in which one step of a critically damped spring mixes distance and speed.

    With distance d and speed v, afterwards d' = (1 + ks) e d + s e v and v' = (1 − ks) e v − k²s e d, where k
    is the stiffness, s the step and e = exp(−ks).
    """
    turn, decay = stiffness * step_s, math.exp(-stiffness * step_s)
    return (1 + turn) * decay, step_s * decay, stiffness * turn * decay, (1 - turn) * decay


class Spring:
    """A critically damped spring towards a point that may move: no overshoot, and exact for any time step."""

    def __init__(self, x: float, y: float, vx: float = 0.0, vy: float = 0.0) -> None:
        self.x, self.y, self.vx, self.vy = x, y, vx, vy

    def step(self, to_x: float, to_y: float, step_s: float, stiffness: float = STIFFNESS) -> None:
        """Advances towards (to_x, to_y)."""
        stays, glides, pulls, keeps = spring_shares(stiffness, step_s)
        away, speed = self.x - to_x, self.vx
        self.x = to_x + stays * away + glides * speed
        self.vx = keeps * speed - pulls * away
        away, speed = self.y - to_y, self.vy
        self.y = to_y + stays * away + glides * speed
        self.vy = keeps * speed - pulls * away

    def is_still(self, to_x: float, to_y: float) -> bool:
        """Whether nothing is left to see of the motion."""
        near = abs(self.x - to_x) + abs(self.y - to_y) < 0.3
        return near and abs(self.vx) + abs(self.vy) < 4


@lru_cache(maxsize=64)
def trailing_stiffness(index: int) -> float:
    """The spring of the `index`-th card of a held run, so that a run trails card by card."""
    return max(SOFTEST, STIFFNESS - 2.2 * index)


def tilt_for(speed_x: float, card_width_px: float) -> float:
    """The angle towards which a held card leans at a horizontal speed in px/s."""
    tilt = -speed_x / card_width_px * 0.9
    return -TILT_LIMIT if tilt < -TILT_LIMIT else TILT_LIMIT if tilt > TILT_LIMIT else tilt


class Flip:
    """A card turning over: `width_share` falls to 0 and rises again, `is_past_half` gives its side."""

    def __init__(self, delay_s: float = 0.0, duration_s: float = FLIP_S) -> None:
        self.delay_s, self.duration_s, self.passed_s = delay_s, duration_s, 0.0

    def step(self, step_s: float) -> bool:
        """Advances; returns whether it is done."""
        self.passed_s += step_s
        return self.passed_s >= self.delay_s + self.duration_s

    @property
    def share(self) -> float:
        """Share of the turn done, 0 to 1."""
        passed = (self.passed_s - self.delay_s) / self.duration_s if self.duration_s else 1.0
        return min(1.0, max(0.0, passed))

    @property
    def width_share(self) -> float:
        """Apparent width of the card, 0 to 1."""
        return abs(math.cos(math.pi * self.share))

    @property
    def is_past_half(self) -> bool:
        """Whether the new side is the one to be seen."""
        return self.share >= 0.5


BOUNCE = 0.8


class CascadeStyle(NamedTuple):
    """Timing and speeds of a game's springing cards; lengths are in widths and heights of a card."""

    gap_s: float = 0.03
    """From one card to the next."""
    together: int = 1
    """Number of cards that start at once."""
    slowest: float = 4.0
    """The least speed aside, in widths of a card per second."""
    spread: float = 6.0
    """Speed of the fastest relative to the slowest."""
    rise: float = 2.0
    """The greatest speed upwards at first, in heights of a card per second."""
    gravity: float = 20.0
    """In heights of a card per second, per second."""


class _Flyer:
    def __init__(self, card: Card, x: float, y: float, vx: float, vy: float) -> None:
        self.card, self.x, self.y, self.vx, self.vy = card, x, y, vx, vy


class Cascade:
    """Cards launched one after the other."""

    def __init__(
        self,
        pictures: Pictures,
        canvas: Canvas,
        cards: Sequence[tuple[Card, Box]],
        factor: float,
        manner: CascadeStyle,
        is_gilded: bool = False,
    ) -> None:
        """`cards` with their places, in order of launch; `factor` stretches the time between them.

        After a perfect game the cards are gilded: each has a golden frame.
        """
        self._pictures = pictures
        self._canvas = canvas
        self._waiting = list(cards)[::-1]
        self._manner, self._is_gilded = manner, is_gilded
        self._gap_s = manner.gap_s * factor
        self._wait_s = 0.0
        self._launched = 0
        self._flyers: list[_Flyer] = []

    @property
    def is_moving(self) -> bool:
        """Whether a card is still to be seen flying."""
        return bool(self._waiting or self._flyers)

    def update(self, step_s: float) -> None:
        """Advances every card by a fixed step."""
        self._wait_s -= step_s
        if self._wait_s <= 0 and self._waiting:
            self._wait_s = self._gap_s
            for _ in range(min(self._manner.together, len(self._waiting))):
                self._launch()
        floor = self._canvas.size[1] - self._pictures.card_height
        width = self._pictures.card_width
        for flyer in self._flyers:
            flyer.vy += self._manner.gravity * self._pictures.card_height * step_s
            flyer.x += flyer.vx * step_s
            flyer.y += flyer.vy * step_s
            if flyer.y > floor:
                flyer.y = floor
                flyer.vy = -BOUNCE * flyer.vy
        self._flyers = [flyer for flyer in self._flyers if -width < flyer.x < self._canvas.size[0]]

    def _launch(self) -> None:
        card, box = self._waiting.pop()
        # Golden-ratio steps spread the speeds evenly without chance.
        spread = (self._launched * 0.618034) % 1.0
        leftward = -1 if (self._launched * 7) % 3 else 1
        manner = self._manner
        speed = (manner.slowest + manner.spread * spread) * self._pictures.card_width * leftward
        self._launched += 1
        self._flyers.append(
            _Flyer(card, box.x, box.y, speed, -manner.rise * self._pictures.card_height * spread)
        )

    def stamp(self) -> None:
        """Draws the flying cards on the canvas, where they stay until it is damaged."""
        pictures = self._pictures
        margin, size = pictures.margin, (pictures.card_width, pictures.card_height)
        for flyer in self._flyers:
            corner = round(flyer.x) - margin, round(flyer.y) - margin
            self._canvas.stamp(pictures.card(flyer.card), corner)
            if self._is_gilded:
                self._canvas.stamp(pictures.frame(*size, GOLD_LINE, (0, 0, 0, 0), 4), corner)


class Sprite:
    """One card on screen; at rest it belongs to the still layer."""

    def __init__(self, card: Card, place: Point) -> None:
        self.card = card
        self.shown = card
        self.rest = place
        self.body = Spring(*place)
        self.before: tuple[float, float] = place  # where it was one step ago, for drawing between steps
        self.tilt = 0.0
        self.glide: Glide | None = None
        self.flip: Flip | None = None
        self.shake_s = 0.0
        self.held_at: int | None = None  # its place in the held run
        self.order = 0  # later flights are drawn above earlier ones
        self.raised_px = 0.0  # how far it is drawn above its place

    @property
    def is_still(self) -> bool:
        """Whether it is in its place and at rest."""
        return self.glide is None and self.flip is None and self.held_at is None and self.shake_s <= 0

    @property
    def waits(self) -> bool:
        """Whether it waits in its old place for its flight."""
        return self.glide is not None and self.glide.passed_s <= self.glide.delay_s

    def seen_at(self, alpha: float) -> tuple[float, float]:
        """Where it is drawn at the share `alpha` of the way between the last two steps."""
        (x, y), now = self.before, self.body
        return x + (now.x - x) * alpha, y + (now.y - y) * alpha

    def launch(self, card_width_px: float, speed: float, delay_s: float) -> None:
        """Starts towards its place; `speed` is a factor of all durations."""
        x, y = self.body.x, self.body.y
        distance = math.hypot(self.rest.x - x, self.rest.y - y)
        duration_s = glide_s(distance, card_width_px) * speed
        self.glide = Glide(x, y, self.rest.x, self.rest.y, duration_s, delay_s * speed)
        self.tilt = 0.0

    def step(self, step_s: float) -> None:
        """Advances its flight, its turn and its shaking; in the hand it is the hand that moves it."""
        if self.glide is not None:
            self.body.x, self.body.y, arrived = self.glide.step(step_s)
            if arrived:
                self.glide = None
        if self.flip is not None:
            done = self.flip.step(step_s)
            if self.flip.is_past_half:
                self.shown = self.card
            if done:
                self.flip = None
        self.shake_s = max(0.0, self.shake_s - step_s)

    def shift(self, dy: float) -> None:
        """Moves its place, and itself unless it is in the hand."""
        self.rest = Point(self.rest.x, self.rest.y + dy)
        if self.glide is not None:
            self.glide.from_y += dy
            self.glide.to_y += dy
        if self.held_at is None:
            self.body.y += dy
            x, y = self.before
            self.before = x, y + dy

    def settle(self) -> None:
        """Ends all motion at once, at its place and on its true side."""
        self.glide = self.flip = self.held_at = None
        self.shake_s = 0.0
        self.tilt = 0.0
        self.shown = self.card
        self.body = Spring(*self.rest)
        self.before = self.rest


class SpriteLook:
    """Look of the cards of one table."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self.badges: Mapping[int, pygame.Surface] = {}
        """A small picture over the lower edge of some cards, by their identity."""

    def _sizes(self) -> tuple[int, int, int]:
        return self._pictures.margin, self._pictures.card_width, self._pictures.card_height

    def whole_box(self, place: Point) -> Box:
        """All that a card lying at a place may touch, its shadow too."""
        margin, width, height = self._sizes()
        return Box(place.x, place.y, width, height).grown(margin + 1)

    # Cards at rest ----------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, area: pygame.Rect, resting: Sequence[Sprite]) -> None:
        """Draws the resting cards of a pile that touch `area`, those wholly covered left out."""
        margin, width, height = self._sizes()
        width, height = width + 2 * margin, height + 2 * margin
        for sprite, above in zip(resting, (*resting[1:], None), strict=False):
            if above is not None and above.rest == sprite.rest:
                continue
            x, y = sprite.rest
            corner = round(x) - margin, round(y - sprite.raised_px) - margin
            if area.colliderect(*corner, width, height):
                card = self._pictures.card(sprite.shown)
                surface.blit(card, corner, self._strip(sprite, above))
                if self.badges:
                    surface.blits(self._badge(sprite, (card, corner)))

    def _strip(self, sprite: Sprite, above: Sprite | None) -> pygame.Rect | None:
        """The part of a resting card's picture that shows beneath the next one; None is all of it."""
        if above is None or above.rest.x != sprite.rest.x or above.rest.y < sprite.rest.y:
            return None
        if sprite.raised_px or above.raised_px:
            return None
        margin, width, _ = self._sizes()
        corners = round(0.045 * width) + 2  # the next card is round there
        shows = round(above.rest.y) - round(sprite.rest.y) + corners
        return pygame.Rect(0, 0, width + 2 * margin, margin + shows)

    # Cards on their way -----------------------------------------------------------------------

    def moving(self, sprites: Sequence[Sprite], alpha: float) -> list[Picture]:
        """Flying cards, lowest first."""
        found: list[Picture] = []
        waiting: Picture | None = None
        for sprite, above in zip(sprites, (*sprites[1:], None), strict=False):
            if above is not None and _is_covered(sprite, above):
                continue
            picture = self._picture(sprite, alpha)
            if sprite.waits and picture == waiting:
                continue  # of the cards still to be dealt one is enough
            waiting = picture if sprite.waits else None
            found += (picture, *self._badge(sprite, picture))
        return found

    def held(self, sprites: Sequence[Sprite], alpha: float) -> list[Picture]:
        """Dragged cards, lowest first.

        A long run is most of a frame's cost: of a card straight beneath the next one, only the visible part
        is drawn.
        """
        found: list[Picture] = []
        pictures, straight, badges = self._pictures, TILT_STEP / 2, self.badges
        card_width, card_height = pictures.card_width, pictures.card_height
        aside, corners = 0.03 * card_width, 2 * pictures.margin + 0.08 * card_width
        for sprite, above in zip(sprites, (*sprites[1:], None), strict=False):
            if above is not None and sprite.rest == above.rest and _is_covered(sprite, above):
                continue
            (x, y), body, tilt = sprite.before, sprite.body, sprite.tilt
            surface = pictures.held_card(sprite.shown, tilt)
            width, height = surface.get_size()
            x, y = x + (body.x - x) * alpha, y + (body.y - y) * alpha
            corner = round(x + (card_width - width) / 2), round(y + (card_height - height) / 2)
            if above is not None and -straight < tilt < straight and -straight < above.tilt < straight:
                over = above.body
                if -aside <= over.x - body.x <= aside:
                    shows = round(over.y - body.y + corners) + 2
                    if shows < height:
                        surface = surface.subsurface((0, 0, width, max(shows, 0)))
            found.append((surface, corner))
            if badges:
                found += self._badge(sprite, (surface, corner))
        return found

    def _picture(self, sprite: Sprite, alpha: float) -> Picture:
        margin, width, height = self._sizes()
        x, y = sprite.seen_at(alpha)
        if sprite.shake_s > 0:
            share = sprite.shake_s / SHAKE_S
            x += SHAKE_PX * self._pictures.unit * share * math.sin(share * 5 * math.pi)
        if sprite.flip is not None and 0 < sprite.flip.share < 1:
            picture = self._pictures.turning_card(sprite.shown, sprite.flip.width_share)
        else:
            return self._pictures.card(sprite.shown), (round(x) - margin, round(y) - margin)
        centre_x, centre_y = x + width / 2, y + height / 2
        half_width, half_height = picture.get_width() / 2, picture.get_height() / 2
        return picture, (round(centre_x - half_width), round(centre_y - half_height))

    # Badges -----------------------------------------------------------------------------------

    def badge(self, sprite: Sprite) -> list[Picture]:
        """Badge on a card, to be drawn again above a mark."""
        return self._badge(sprite, self._picture(sprite, 1.0)) if self.badges else []

    def _badge(self, sprite: Sprite, picture: Picture) -> list[Picture]:
        """Returns the badge, if any, to be laid over a card that is drawn as `picture`."""
        badge = self.badges.get(sprite.card.identity)
        if badge is None or not sprite.shown.face_up:
            return []
        surface, (x, y) = picture
        drawn = self._pictures.card(sprite.shown)
        margin = self._pictures.margin
        taller = surface.get_height() - drawn.get_height()
        if surface.get_width() < drawn.get_width():  # the card is turning over
            return []
        bottom = y + surface.get_height() - margin - taller // 2
        left = x + (surface.get_width() - badge.get_width()) // 2
        hangs = min(round(self._pictures.card_width * 0.045), badge.get_height() // 2)
        return [(badge, (left, bottom - badge.get_height() + hangs))]


def _is_covered(sprite: Sprite, above: Sprite) -> bool:
    """Whether a moving card is wholly beneath another that moves with it."""
    if sprite.rest != above.rest or sprite.tilt != above.tilt or sprite.body != above.body:
        return False
    return sprite.flip is None and above.flip is None


class DraggedCards:
    """Cards held by the pointer, and the spot by which it holds them."""

    def __init__(self) -> None:
        self._pointer = Point(0, 0)
        self._grip = Point(0, 0)
        self._step = 0.0  # from one card to the next
        self._count = 1

    def take(self, run: Sequence[Sprite], pointer: tuple[float, float], grip: tuple[float, float]) -> None:
        """Takes cards into the hand, lowest first, held at `grip` from the corner of the first."""
        self._count = len(run)
        self._step = run[1].rest.y - run[0].rest.y if len(run) > 1 else 0.0
        self._pointer, self._grip = Point(*pointer), Point(*grip)
        for index, sprite in enumerate(run):
            sprite.glide = sprite.flip = None
            sprite.shown = sprite.card
            sprite.held_at = index if self._step else 0  # a squared pile moves as one

    def scale(self, factor: float) -> None:
        """The cards changed their size; they are held at the same spot of them."""
        self._grip = Point(self._grip.x * factor, self._grip.y * factor)
        self._step *= factor

    def follow(self, pointer: tuple[float, float]) -> None:
        """The pointer has come to a point."""
        self._pointer = Point(*pointer)

    def target(self, index: int) -> Point:
        """Where the corner of a card of the run is drawn to."""
        return Point(self._pointer.x - self._grip.x, self._pointer.y - self._grip.y + index * self._step)

    def pull(self, held: Sequence[Sprite], step_s: float, card_width_px: float, may_tilt: bool) -> None:
        """Advances held cards by a step, each towards its target."""
        (x, y), eased, step_px = self.target(0), min(1.0, 16 * step_s), self._step
        for sprite in held:
            index, body = sprite.held_at or 0, sprite.body
            body.step(x, y + index * step_px, step_s, trailing_stiffness(index))
            if may_tilt:
                # A long run is heavy: it leans less.
                lean = tilt_for(body.vx, card_width_px) / self._count
                sprite.tilt += (lean - sprite.tilt) * eased

    def has_caught_up(self, sprite: Sprite) -> bool:
        """Whether a card is in the hand and hangs still and straight where the pointer holds it."""
        if sprite.held_at is None:
            return False
        return sprite.body.is_still(*self.target(sprite.held_at)) and abs(sprite.tilt) < 0.5

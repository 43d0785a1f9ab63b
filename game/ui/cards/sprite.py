"""One card as it is seen: where it lies, how it flies, turns over, shakes, or leans in the hand.

Knows its place, its side and its motion; must not know piles, other cards, pictures or rules.
"""

from __future__ import annotations

import math

from game.cards import Card
from game.ui.cards.motion import Flip, Glide, Spring, glide_s
from game.ui.drawing.layout import Point


class Sprite:
    """One card as it is seen. At rest it belongs to the still layer."""

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
        """Whether it lies at its place and does nothing."""
        return self.glide is None and self.flip is None and self.held_at is None and self.shake_s <= 0

    @property
    def waits(self) -> bool:
        """Whether it lies where it was until its flight begins."""
        return self.glide is not None and self.glide.passed_s <= self.glide.delay_s

    def seen_at(self, alpha: float) -> tuple[float, float]:
        """Where it is drawn at the share `alpha` of the way between the last two steps."""
        (x, y), now = self.before, self.body
        return x + (now.x - x) * alpha, y + (now.y - y) * alpha

    def launch(self, card_width_px: float, speed: float, delay_s: float) -> None:
        """Sets out for its place from where it is; `speed` is a factor of all durations."""
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

"""The cards in the hand: where they hang from the pointer, how they trail and lean.

Knows sprites and the pointer; must not know piles, pictures, gestures or rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.ui.cards.motion import Shares, spring_shares, tilt_for, trailing_stiffness
from game.ui.cards.sprite import Sprite
from game.ui.drawing.layout import Point


class HeldRun:
    """What the pointer holds, and by which spot; each card knows its place in the run."""

    def __init__(self) -> None:
        self._pointer = Point(0, 0)
        self._grip = Point(0, 0)
        self._step = 0.0  # from one card to the next
        self._count = 1
        self._shares: list[Shares] = []  # by place in the run, of a step of so many seconds:
        self._shares_s = 0.0

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
        if step_s != self._shares_s or len(self._shares) < self._count:
            self._shares_s = step_s
            self._shares = [spring_shares(trailing_stiffness(i), step_s) for i in range(self._count)]
        shares = self._shares
        for sprite in held:
            index, body = sprite.held_at or 0, sprite.body
            body.advance(x, y + index * step_px, shares[index])
            if may_tilt:
                # A long run is heavy: it leans less.
                lean = tilt_for(body.vx, card_width_px) / self._count
                sprite.tilt += (lean - sprite.tilt) * eased

    def has_caught_up(self, sprite: Sprite) -> bool:
        """Whether a card is in the hand and hangs still and straight where the pointer holds it."""
        if sprite.held_at is None:
            return False
        return sprite.body.is_still(*self.target(sprite.held_at)) and abs(sprite.tilt) < 0.5

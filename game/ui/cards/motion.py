"""How a card moves: glides, the spring that holds it, flips and tilts. Pure numbers.

Knows time steps and pixels; must not know pygame, cards or rules. Time is in seconds,
lengths in pixels, angles in degrees.
"""

from __future__ import annotations

import math
from functools import lru_cache

from game.ui.drawing.theme import FLIP_S, MOVE_S, TILT_LIMIT

STIFFNESS = 70.0
"""The spring's angular frequency per second: from 2,000 px/s it is within 2 px after 80 ms."""
SOFTEST = 52.0


def ease_out(share: float) -> float:
    """Cubic ease-out of a share of time from 0 to 1."""
    return 1.0 - (1.0 - share) ** 3


def glide_s(distance_px: float, card_width_px: float) -> float:
    """How long a glide takes: longer with distance, measured in cards, within its bounds."""
    shortest, longest = MOVE_S
    return shortest + (longest - shortest) * min(1.0, distance_px / (card_width_px * 8))


class Glide:
    """A way from one point to another, begun after `delay_s`."""

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


Shares = tuple[float, float, float, float]


@lru_cache(maxsize=64)
def spring_shares(stiffness: float, step_s: float) -> Shares:
    """What a step makes of a critically damped spring: distance and speed are mixed in these shares.

    With distance d and speed v, afterwards d' = (1 + ks) e d + s e v and v' = (1 − ks) e v − k²s e d,
    where k is the stiffness, s the step and e = exp(−ks).
    """
    turn, decay = stiffness * step_s, math.exp(-stiffness * step_s)
    return (1 + turn) * decay, step_s * decay, stiffness * turn * decay, (1 - turn) * decay


class Spring:
    """A critically damped spring towards a point that may move; exact for any time step.

    Critically damped, it follows a pointer and stops with it without swinging over.
    """

    def __init__(self, x: float, y: float, vx: float = 0.0, vy: float = 0.0) -> None:
        self.x, self.y, self.vx, self.vy = x, y, vx, vy

    def step(self, to_x: float, to_y: float, step_s: float, stiffness: float = STIFFNESS) -> None:
        """Advances towards (to_x, to_y)."""
        self.advance(to_x, to_y, spring_shares(stiffness, step_s))

    def advance(self, to_x: float, to_y: float, shares: Shares) -> None:
        """The same with what a step makes of the spring known already, see `spring_shares`."""
        stays, glides, pulls, keeps = shares
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
    """A card turning over: `width_share` falls to 0 and rises again, `is_past_half` tells its side."""

    def __init__(self, delay_s: float = 0.0, duration_s: float = FLIP_S) -> None:
        self.delay_s, self.duration_s, self.passed_s = delay_s, duration_s, 0.0

    def step(self, step_s: float) -> bool:
        """Advances; returns whether it is done."""
        self.passed_s += step_s
        return self.passed_s >= self.delay_s + self.duration_s

    @property
    def share(self) -> float:
        """How much of the turn is done, 0 to 1."""
        passed = (self.passed_s - self.delay_s) / self.duration_s if self.duration_s else 1.0
        return min(1.0, max(0.0, passed))

    @property
    def width_share(self) -> float:
        """How wide the card looks, 0 to 1."""
        return abs(math.cos(math.pi * self.share))

    @property
    def is_past_half(self) -> bool:
        """Whether the new side is the one to be seen."""
        return self.share >= 0.5

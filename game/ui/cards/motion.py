"""Motion of cards: glides, the spring that holds them, flips and tilts, and the cascade after a win.

Pure numbers but for the cascade's pictures: seconds, pixels and degrees. A card's path in the cascade depends
only on its number there, so that it looks the same in every run.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from game.cards import Card
from game.ui.drawing.canvas import Canvas
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import GOLD_LINE, Pictures
from game.ui.drawing.theme import FLIP_S, MOVE_S, TILT_LIMIT

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


Shares = tuple[float, float, float, float]


@lru_cache(maxsize=64)
def spring_shares(stiffness: float, step_s: float) -> Shares:
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

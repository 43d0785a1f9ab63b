"""The cards that spring from the foundations after a win, leaving their trails. Short, and skippable.

Knows pictures and gravity; must not know games. A card's way depends on its number in the
cascade alone, so a cascade looks the same from run to run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.cards import Card
from game.ui.drawing.canvas import Canvas
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import GOLD_LINE, Pictures

BOUNCE = 0.8


class CascadeStyle(NamedTuple):
    """How the cards of a game spring, each as wide and high as a card is."""

    gap_s: float = 0.03
    """From one card to the next."""
    together: int = 1
    """So many cards set out at once."""
    slowest: float = 4.0
    """The least speed aside, in widths of a card per second."""
    spread: float = 6.0
    """So much faster is the fastest."""
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

        Of a perfect game the cards are gilded: each has a golden frame.
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
        for each in self._flyers:
            each.vy += self._manner.gravity * self._pictures.card_height * step_s
            each.x += each.vx * step_s
            each.y += each.vy * step_s
            if each.y > floor:
                each.y = floor
                each.vy = -BOUNCE * each.vy
        self._flyers = [each for each in self._flyers if -width < each.x < self._canvas.size[0]]

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
        for each in self._flyers:
            corner = round(each.x) - margin, round(each.y) - margin
            self._canvas.stamp(pictures.card(each.card), corner)
            if self._is_gilded:
                self._canvas.stamp(pictures.frame(*size, GOLD_LINE, (0, 0, 0, 0), 4), corner)

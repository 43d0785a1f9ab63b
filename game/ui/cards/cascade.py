"""The cards that spring from the foundations after a win, leaving their trails. Short, and skippable.

Knows pictures and gravity; must not know games. A card's way depends on its number in the
cascade alone, so a cascade looks the same from run to run.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.cards import Card
from game.ui.drawing.canvas import Canvas
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures

LAUNCH_GAP_S = 0.03
GRAVITY = 20.0  # card heights per second, per second
BOUNCE = 0.8


class _Flyer:
    def __init__(self, card: Card, x: float, y: float, vx: float, vy: float) -> None:
        self.card, self.x, self.y, self.vx, self.vy = card, x, y, vx, vy


class Cascade:
    """Cards launched one after the other."""

    def __init__(
        self, pictures: Pictures, canvas: Canvas, cards: Sequence[tuple[Card, Box]], factor: float
    ) -> None:
        """`cards` with their places, in order of launch; `factor` stretches the time between them."""
        self._pictures = pictures
        self._canvas = canvas
        self._waiting = list(cards)[::-1]
        self._gap_s = LAUNCH_GAP_S * factor
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
            self._launch()
        floor = self._canvas.size[1] - self._pictures.card_height
        width = self._pictures.card_width
        for each in self._flyers:
            each.vy += GRAVITY * self._pictures.card_height * step_s
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
        speed = (4.0 + 6.0 * spread) * self._pictures.card_width * leftward
        self._launched += 1
        self._flyers.append(_Flyer(card, box.x, box.y, speed, -2.0 * self._pictures.card_height * spread))

    def stamp(self) -> None:
        """Draws the flying cards on the canvas, where they stay until it is damaged."""
        margin = self._pictures.margin
        for each in self._flyers:
            self._canvas.stamp(
                self._pictures.card(each.card), (round(each.x) - margin, round(each.y) - margin)
            )

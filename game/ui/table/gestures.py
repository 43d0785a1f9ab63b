"""From presses and motions of a pointer to gestures: click, double click, drag and drop.

Knows distances and times; must not know what lies under the pointer, nor pygame.
"""

from __future__ import annotations

import math
from enum import Enum, auto
from typing import NamedTuple

from game.ui.drawing.theme import DOUBLE_CLICK_MS, DOUBLE_CLICK_PX, DRAG_PX

At = tuple[float, float]


class Gesture(Enum):
    """What the pointer has done."""

    PRESS = auto()
    CLICK = auto()
    DOUBLE_CLICK = auto()
    DRAG = auto()  # the drag has begun; where it was pressed comes with it
    MOVE = auto()  # while dragging
    DROP = auto()


class Gestured(NamedTuple):
    """A gesture, where it happened, and where the button went down."""

    gesture: Gesture
    at: At
    pressed_at: At


class Pointer:
    """Follows one button of one pointer."""

    def __init__(self, pixel_ratio: float = 1.0) -> None:
        self.pixel_ratio = pixel_ratio
        self._pressed_at: At | None = None
        self._is_dragging = False
        self._is_second = False
        self._last_press: tuple[At, int] | None = None

    @property
    def is_dragging(self) -> bool:
        """Whether a drag is under way."""
        return self._is_dragging

    def press(self, at: At, now_ns: int) -> Gestured:
        """The button goes down; a second press close by and soon is a double click."""
        last = self._last_press
        self._is_second = (
            last is not None
            and (now_ns - last[1]) <= DOUBLE_CLICK_MS * 1_000_000
            and math.dist(at, last[0]) <= DOUBLE_CLICK_PX * self.pixel_ratio
        )
        self._last_press = None if self._is_second else (at, now_ns)
        self._pressed_at, self._is_dragging = at, False
        return Gestured(Gesture.DOUBLE_CLICK if self._is_second else Gesture.PRESS, at, at)

    def move(self, at: At) -> Gestured | None:
        """The pointer moves; beyond the threshold a press becomes a drag."""
        if self._pressed_at is None:
            return None
        if self._is_dragging:
            return Gestured(Gesture.MOVE, at, self._pressed_at)
        if self._is_second or math.dist(at, self._pressed_at) < DRAG_PX * self.pixel_ratio:
            return None
        self._is_dragging = True
        self._last_press = None
        return Gestured(Gesture.DRAG, at, self._pressed_at)

    def release(self, at: At) -> Gestured | None:
        """The button goes up: a drop, or a click unless it was the second press of two."""
        pressed_at, self._pressed_at = self._pressed_at, None
        was_dragging, self._is_dragging = self._is_dragging, False
        if pressed_at is None or (self._is_second and not was_dragging):
            return None
        return Gestured(Gesture.DROP if was_dragging else Gesture.CLICK, at, pressed_at)

    def cancel(self) -> None:
        """Forgets the press and any drag."""
        self._pressed_at, self._is_dragging = None, False

    def forget_last_press(self) -> None:
        """The next press is a first one, whatever came before."""
        self._last_press = None

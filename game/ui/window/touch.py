"""Fingers on the window, as what a pointer does: tap, drag, long press, two fingers that scroll.

A finger that touches is not yet a press: it may stay, and is the right button then; it may move, and drags
from where it was; a second one may come, and both scroll.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from enum import Enum, auto

import pygame

from game.ui.window.window import LOST

At = tuple[float, float]
SLIP_PX = 12
"""A finger that went no farther has tapped, or stays."""
HOLD_NS, RING_NS = 400_000_000, 120_000_000
"""Time after which a finger that stays is the right button, and after which a ring shows that."""
NOTCH_PX = 40
"""Way of two fingers that is a notch of the wheel."""
RIGHT = 3


class State(Enum):
    """State of the gesture that the fingers make."""

    NONE = auto()
    WAITS = auto()
    DRAGS = auto()
    HOLDS = auto()  # the right button is down
    SCROLLS = auto()
    IS_DEAD = auto()  # until all of them are up


class Touch:
    """Follows all fingers."""

    def __init__(self, now_ns: Callable[[], int]) -> None:
        self._now_ns = now_ns
        self._state = State.NONE
        self._fingers: dict[int, At] = {}
        self._start: At = (0.0, 0.0)
        self._since_ns = 0
        self._rest = [0.0, 0.0]  # way of two fingers that is no notch yet
        self.holds = False
        """Whether a finger that stays is the right button here."""
        self.pixel_ratio = 1.0

    def events(self, event: pygame.event.Event) -> Iterator[pygame.event.Event]:
        """Yields the events that a pointer would have sent."""
        if event.type == pygame.FINGERDOWN:
            yield from self._down(event)
        elif event.type == pygame.FINGERMOTION and event.finger_id in self._fingers:
            yield from self._move(event)
        elif event.type == pygame.FINGERUP and self._fingers.pop(event.finger_id, None) is not None:
            yield from self._up(event.pos)

    def _down(self, event: pygame.event.Event) -> Iterator[pygame.event.Event]:
        if event.finger_id in self._fingers:  # its end was not told
            yield from self.lose()
            self._fingers.clear()
        is_first = not self._fingers
        self._fingers[event.finger_id] = event.pos
        if is_first:
            self._state, self._start, self._since_ns = State.WAITS, event.pos, self._now_ns()
        elif self._state is State.WAITS:
            self._state, self._rest = State.SCROLLS, [0.0, 0.0]
        elif self._state is not State.SCROLLS:
            yield from self.lose()

    def _move(self, event: pygame.event.Event) -> Iterator[pygame.event.Event]:
        before, self._fingers[event.finger_id] = self._fingers[event.finger_id], event.pos
        if self._state is State.SCROLLS:
            way = (event.pos[0] - before[0], event.pos[1] - before[1])
            yield from self._scroll(way)
            return
        if self._state is State.WAITS and math.dist(event.pos, self._start) > SLIP_PX * self.pixel_ratio:
            self._state = State.DRAGS
            yield _press(self._start)
        if self._state is State.DRAGS:
            moved = {"pos": event.pos, "rel": (0, 0), "buttons": (1, 0, 0), "touch": True}
            yield pygame.event.Event(pygame.MOUSEMOTION, moved)

    def _scroll(self, way: At) -> Iterator[pygame.event.Event]:
        notch = NOTCH_PX * self.pixel_ratio * max(1, len(self._fingers))  # each of them moves
        across, up = (rest + part for rest, part in zip(self._rest, way, strict=True))
        steps = [math.trunc(across / notch), math.trunc(up / notch)]
        self._rest = [across - steps[0] * notch, up - steps[1] * notch]
        if any(steps):
            x, y = -steps[0], steps[1]
            scrolled = {"x": x, "y": y, "precise_x": float(x), "precise_y": float(y), "flipped": False}
            yield pygame.event.Event(pygame.MOUSEWHEEL, {**scrolled, "touch": True})

    def _up(self, at: At) -> Iterator[pygame.event.Event]:
        state = self._state
        if not self._fingers:
            self._state = State.NONE
        if state is State.WAITS:
            yield _press(self._start)
            yield _release(self._start)
        elif state is State.DRAGS:
            yield _release(at)
        elif state is State.HOLDS:
            yield _release(self._start, RIGHT)
        if not self._fingers:
            yield pygame.event.Event(pygame.WINDOWLEAVE)  # nothing is pointed at any more

    def lose(self) -> Iterator[pygame.event.Event]:
        """Lets go without any effect of what a finger holds: another one came, or the window is left."""
        if self._state in (State.DRAGS, State.HOLDS):
            yield pygame.event.Event(LOST)
        self._state = State.IS_DEAD if self._fingers else State.NONE

    # A finger that stays -----------------------------------------------------------------------------

    @property
    def ring(self) -> tuple[At, float] | None:
        """Where a ring is drawn around a finger that stays, and how much of it, up to 1."""
        stays_ns = self._now_ns() - self._since_ns
        if self._state is not State.WAITS or not self.holds or stays_ns < RING_NS:
            return None
        return self._start, min(1.0, stays_ns / HOLD_NS)

    @property
    def next_tick_s(self) -> float | None:
        """Time until a ring appears or is full, or None."""
        if self._state is not State.WAITS or not self.holds:
            return None
        stays_ns = self._now_ns() - self._since_ns
        return max(0, (RING_NS if stays_ns < RING_NS else HOLD_NS) - stays_ns) / 1e9

    def held(self) -> Iterator[pygame.event.Event]:
        """The press of the right button that is due because a finger stays, if any."""
        if self._state is State.WAITS and self.holds and self._now_ns() - self._since_ns >= HOLD_NS:
            self._state = State.HOLDS
            yield _press(self._start, RIGHT)


def _press(at: At, button: int = 1) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button, touch=True)


def _release(at: At, button: int = 1) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=button, touch=True)

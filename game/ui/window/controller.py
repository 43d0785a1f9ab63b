"""Game controllers as the keys that the program knows, and rumble; fingers as what a pointer does.

Nothing is to be set up: SDL knows the devices and says when one is plugged in. Letters are those of its
lowest button, A, the right one, B, the left one, X, and the upper one, Y, whatever is printed on them.

A finger that touches is not yet a press: it may stay, and is the right button then; it may move, and drags
from where it was; a second one may come, and both scroll.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from enum import Enum, auto
from typing import TYPE_CHECKING

import pygame

from game.ui.window.window import LOST

if TYPE_CHECKING:
    from pygame._sdl2.controller import Controller


BACKWARDS = -1
"""The left trigger, as the Tab key with Shift."""
KEYS: Mapping[int, int] = {
    pygame.CONTROLLER_BUTTON_A: pygame.K_SPACE,
    pygame.CONTROLLER_BUTTON_B: pygame.K_ESCAPE,
    pygame.CONTROLLER_BUTTON_X: pygame.K_h,
    pygame.CONTROLLER_BUTTON_Y: pygame.K_i,
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: pygame.K_u,
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: pygame.K_d,
    pygame.CONTROLLER_BUTTON_START: pygame.K_RETURN,
    pygame.CONTROLLER_BUTTON_BACK: pygame.K_F1,
    pygame.CONTROLLER_BUTTON_LEFTSTICK: pygame.K_r,
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: pygame.K_LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: pygame.K_RIGHT,
    pygame.CONTROLLER_BUTTON_DPAD_UP: pygame.K_UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: pygame.K_DOWN,
}
"""The key of each button, unless the screen has another."""
STICKS = {
    pygame.CONTROLLER_AXIS_LEFTX: (pygame.K_LEFT, pygame.K_RIGHT),
    pygame.CONTROLLER_AXIS_LEFTY: (pygame.K_UP, pygame.K_DOWN),
    pygame.CONTROLLER_AXIS_RIGHTX: (pygame.K_HOME, pygame.K_END),
    pygame.CONTROLLER_AXIS_RIGHTY: (pygame.K_PAGEUP, pygame.K_PAGEDOWN),
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: (0, BACKWARDS),
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: (0, pygame.K_TAB),
}
"""Keys of both ends of each axis."""
REPEATED = frozenset(
    (*(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN), pygame.K_PAGEUP, pygame.K_PAGEDOWN)
)
"""Keys that are pressed again and again while a stick or the cross is held."""
FULL = 32767
PUSHED, FREE = 0.6, 0.4
"""Shares of an axis's way from which on it is a key, and below which it is none any more."""
POLL_S, SEARCH_S, AWAY_S = 0.012, 3.0, 0.25
"""Intervals at which controllers are asked, looked for, and asked while another window has the keyboard.

SDL itself would ask a thousand times a second.
"""
REPEAT_NS = 400_000_000, 110_000_000
"""Delay until a held direction is repeated, and interval of repetition."""
RUMBLE = 0.25, 0.5, 120
"""Strength of both motors, and milliseconds."""


class Controllers:
    """All controllers that are plugged in; each of them may be used."""

    def __init__(self, now_ns: Callable[[], int]) -> None:
        self._now_ns = now_ns
        self._devices: dict[int, Controller] = {}
        self._down: dict[int, int] = {}  # the key of each button that is down
        self._pushed: dict[int, int] = {}  # the key of each axis that is pushed
        self._held: tuple[int, int] | None = None  # the key that is held, and when it is repeated
        self.stick = [0.0, 0.0]
        """Where a left stick points, right and down, each from −1 to 1."""

        self._look: Callable[[], None] = lambda: None

    def begin(self, look: Callable[[], None] | None) -> None:
        """Has SDL look for controllers, now and later; `look` has it ask them, if it does not by itself."""
        self._look = look or self._look
        with suppress(ImportError, pygame.error):
            from pygame._sdl2 import controller  # takes 15 ms, so not before the first frame

            controller.init()

    def look(self) -> None:
        """Asks all controllers; what they have to say are events."""
        self._look()

    def wait(self, wait: Callable[[float], bool], timeout_s: float, is_away: bool) -> bool:
        """Waits for input of any kind; `wait` waits for that of pointer and keyboard."""
        poll_s = SEARCH_S if not self._devices else AWAY_S if is_away else POLL_S
        while timeout_s > poll_s:
            if wait(poll_s):
                return True
            self._look()
            timeout_s -= poll_s
        return wait(timeout_s)

    def keys(self, event: pygame.event.Event, own: Mapping[int, int]) -> list[pygame.event.Event]:
        """Presses and releases of keys that an event means; a screen has its `own` keys for some buttons."""
        if event.type == pygame.CONTROLLERDEVICEADDED:
            self._add(event.device_index)
        elif event.type == pygame.CONTROLLERDEVICEREMOVED:
            self._devices.pop(event.instance_id, None)
            return self._let_go()
        elif event.type == pygame.CONTROLLERBUTTONUP:
            return self._release(self._down.pop(event.button, 0))
        elif event.type == pygame.CONTROLLERBUTTONDOWN:
            self._down[event.button] = key = own.get(event.button, KEYS.get(event.button, 0))
            return self._press(key)
        else:
            return self._push(event.axis, event.value / FULL)
        return []

    def _add(self, index: int) -> None:
        from pygame._sdl2.controller import Controller  # begun already, or there would be none

        with suppress(pygame.error):  # it is gone again
            device = Controller(index)
            self._devices[device.id] = device

    def _push(self, axis: int, value: float) -> list[pygame.event.Event]:
        """Presses a key once an axis is far from its middle; only a stick that came back does it again."""
        if axis in (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY):
            self.stick[axis - pygame.CONTROLLER_AXIS_LEFTX] = value
        before, ends = self._pushed.get(axis, 0), STICKS.get(axis, (0, 0))
        key = ends[value > 0] if abs(value) >= PUSHED else 0 if abs(value) < FREE else before
        if key == before:
            return []
        self._pushed[axis] = key
        return [*self._release(before), *self._press(key)]

    def _press(self, key: int) -> list[pygame.event.Event]:
        if key in REPEATED:
            self._held = key, self._now_ns() + REPEAT_NS[0]
        return [pressed(key)] if key else []

    def _release(self, key: int) -> list[pygame.event.Event]:
        if self._held is not None and self._held[0] == key:
            self._held = None
        return [pressed(key, pygame.KEYUP)] if key else []

    def _let_go(self) -> list[pygame.event.Event]:
        """Releases of all keys that are held: nobody else will tell them."""
        self.stick = [0.0, 0.0]
        released = [
            event for key in (*self._down.values(), *self._pushed.values()) for event in self._release(key)
        ]
        self._down.clear()
        self._pushed.clear()
        return released

    # A held direction ------------------------------------------------------------------------------

    @property
    def next_tick_s(self) -> float | None:
        """Time until what is held is repeated, or None."""
        return None if self._held is None else max(0.0, (self._held[1] - self._now_ns()) / 1e9)

    def repeated(self) -> list[pygame.event.Event]:
        """The press that is due because a direction is held, if any."""
        if self._held is None or self._now_ns() < self._held[1]:
            return []
        self._held = self._held[0], self._now_ns() + REPEAT_NS[1]
        return [pressed(self._held[0])]

    def rumble(self) -> None:
        """Answers a refusal in the hand, where a device can."""
        for device in self._devices.values():
            device.rumble(*RUMBLE)


def pressed(key: int, kind: int = pygame.KEYDOWN) -> pygame.event.Event:
    """A press of a key that writes nothing, or its release."""
    held = pygame.KMOD_LSHIFT if key == BACKWARDS else 0
    key = pygame.K_TAB if key == BACKWARDS else key
    return pygame.event.Event(kind, key=key, mod=held, unicode="", scancode=0)


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

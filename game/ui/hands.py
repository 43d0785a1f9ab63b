"""The player's hands: pointer, keys, controllers and fingers, all as what pointer and keys send."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pygame

from game.ui.drawing.pictures import Hand
from game.ui.screen import Context, Screen
from game.ui.window.window import Window

if TYPE_CHECKING:
    from game.ui.window.controller import Controllers, Touch

CONTROLLER_EVENTS = frozenset(
    (
        *(pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP, pygame.CONTROLLERAXISMOTION),
        *(pygame.CONTROLLERDEVICEADDED, pygame.CONTROLLERDEVICEREMOVED),
    )
)
FINGER_EVENTS = frozenset((pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP))
USUAL = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEWHEEL)
"""Input events of pointer and keyboard."""
LEAVES = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)


PRESSES = {
    pygame.KEYDOWN: (pygame.KEYUP, "key"),
    pygame.MOUSEBUTTONDOWN: (pygame.MOUSEBUTTONUP, "button"),
    pygame.FINGERDOWN: (pygame.FINGERUP, "finger_id"),
}
"""Press events, each with its release event and the attribute that identifies what is pressed."""
RELEASES = dict(PRESSES.values())


class Hands:
    """Translates input; each kind of device costs nothing until it is there."""

    def __init__(self, window: Window, context: Context, screen: Callable[[], Screen]) -> None:
        """`screen` is the one on top."""
        self._window, self._context, self._screen = window, context, screen
        self.controllers: Controllers | None = None
        """The controllers, once they were looked for."""
        self._touch: Touch | None = None
        self._held: set[tuple[int, object]] = set()  # the event that releases it, and which it is
        context.program.holds_anything = lambda: bool(self._held)

    def begin(self) -> None:
        """Looks for controllers from now on."""
        from game.ui.window.controller import Controllers  # not before the first frame

        self.controllers = controllers = Controllers(self._context.now_ns)
        controllers.begin(self._window.take_over_controllers())

        def rumble() -> None:
            if self._context.pictures.hand is Hand.CONTROLLER:
                controllers.rumble()

        self._context.program.rumble = rumble

    def wait(self, timeout_s: float, is_away: bool) -> bool:
        """Waits for input; returns whether there is some. `is_away` while another window has the keyboard."""
        if self.controllers is None:
            return self._window.wait(timeout_s)
        return self.controllers.wait(self._window.wait, timeout_s, is_away)

    @property
    def next_tick_s(self) -> float | None:
        """Time until something that is held means something new, or None."""
        ticks = [hand.next_tick_s for hand in (self.controllers, self._touch) if hand is not None]
        return min((tick for tick in ticks if tick is not None), default=None)

    def meant(self) -> Iterator[pygame.event.Event]:
        """The input since the last call, as of pointer and keys; a press is held from its handling on."""
        for event in self._meant():
            yield event
            if event.type in LEAVES:
                self._held.clear()  # what is released elsewhere is not told here
            elif event.type in PRESSES:
                released, which = PRESSES[event.type]
                self._held.add((released, getattr(event, which)))
            elif event.type in RELEASES:
                self._held.discard((event.type, getattr(event, RELEASES[event.type])))

    def _meant(self) -> Iterator[pygame.event.Event]:
        pictures = self._context.pictures
        if self.controllers is not None:
            self.controllers.look()
        for event in self._window.events():
            if event.type in CONTROLLER_EVENTS:
                yield from self._by_controller(event)
            elif event.type in FINGER_EVENTS:
                yield from self._by_finger(event)
            elif not getattr(event, "touch", False):  # of a finger SDL makes a pointer, too
                if event.type in LEAVES and self._touch is not None:
                    yield from self._touch.lose()
                pictures.hand = Hand.USUAL if event.type in USUAL else pictures.hand
                yield event
        if self.controllers is not None:
            yield from self.controllers.repeated()
        if self._touch is not None:
            yield from self._touch.held()

    def _by_controller(self, event: pygame.event.Event) -> Iterator[pygame.event.Event]:
        if self.controllers is None:
            self.begin()
        assert self.controllers is not None
        screen = self._screen()
        keys = self.controllers.keys(event, screen.pad_keys)
        if event.type == pygame.CONTROLLERAXISMOTION and screen.stick_points:
            screen.on_stick(*self.controllers.stick)
            keys = [way for way in keys if event.axis > pygame.CONTROLLER_AXIS_LEFTY]
        if keys and event.type != pygame.CONTROLLERDEVICEREMOVED:
            self._context.pictures.hand = Hand.CONTROLLER
        presses = event.type == pygame.CONTROLLERBUTTONDOWN and event.button == pygame.CONTROLLER_BUTTON_A
        if not (presses and screen.write_by_wheel()):
            yield from keys

    def _by_finger(self, event: pygame.event.Event) -> Iterator[pygame.event.Event]:
        if self._touch is None:
            from game.ui.window.controller import Touch  # few have such a window

            self._touch = touch = Touch(self._context.now_ns)
            self._context.program.held_finger = lambda: touch.ring
        self._touch.pixel_ratio = self._window.pixel_ratio
        self._touch.holds = self._screen().takes_right_button
        yield from self._touch.events(event)
        yield event  # that a finger is down is known at once, what it means only later
        if event.type == pygame.FINGERUP:
            # Not before, or what is touched would move away under the finger.
            self._context.pictures.hand = Hand.FINGER
            if (box := self._screen().field_box) is not None:
                self._window.ask_keyboard(box)

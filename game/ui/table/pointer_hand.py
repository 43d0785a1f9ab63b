"""The whole game by pointer: presses, clicks, drags and drops become moves of the table.

Knows the table's gestures; must not know rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.rules.variant import PileKind
from game.ui.table.gestures import At, Gesture, Gestured, Pointer

if TYPE_CHECKING:
    from game.ui.forms.widgets import Button
    from game.ui.table.table import TableScene

MIDDLE, RIGHT = 2, 3
"""Buttons as pygame counts them."""


class PointerHand:
    """Plays a table by pointer."""

    def __init__(self, table: TableScene) -> None:
        self._table = table
        self._pointer = Pointer()

    @property
    def is_dragging(self) -> bool:
        """Whether a drag is under way."""
        return self._pointer.is_dragging

    def cancel(self) -> None:
        """Forgets the press and any drag."""
        self._pointer.cancel()

    def forget_last_press(self) -> None:
        """The next press is a first one, whatever came before."""
        self._pointer.forget_last_press()

    def handle(self, event: pygame.event.Event) -> None:
        """Takes an event of the pointer."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (MIDDLE, RIGHT):
            self._press_other(event.pos, event.button)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == RIGHT:
            self._table.right_release()
        elif event.type == pygame.MOUSEMOTION:
            self._hover(event.pos)
            self._gesture(self._pointer.move(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._gesture(self._pointer.release(event.pos))

    def _press(self, at: At) -> None:
        self._table.is_stale = True
        self._table.keyboard.hide()
        if self._table.hurry():
            return
        if self._table.picked is not None and self._table.picked.is_held:
            self._table.drop_picked()  # the release was lost with the window's attention
        for button in self._table.bars.buttons:
            if button.box.contains(at):
                self._press_button(button)
                return
        self._table.spread.finish()
        self._pointer.pixel_ratio = self._table.stage.pixel_ratio()
        self._gesture(self._pointer.press(at, self._table.stage.now_ns()))

    def _press_button(self, button: Button) -> None:
        refusal = button.refusal()
        if refusal is not None:
            self._table.button_refused(button, refusal)
        else:
            button.press()

    def _press_other(self, at: At, button: int) -> None:
        self._table.is_stale = True
        self._table.keyboard.hide()
        if self._table.hurry() or self._pointer.is_dragging:
            return
        self._table.spread.finish()
        if button == RIGHT:
            self._table.drop_picked()
        place = self._table.place_at(at)
        if place is not None:
            press = self._table.right_click if button == RIGHT else self._table.middle_click
            press(*place)

    def _hover(self, at: At) -> None:
        buttons, has_changed = self._table.bars.buttons, False
        for button in buttons:
            is_hot = button.box.contains(at) and not self._pointer.is_dragging
            if is_hot != button.is_hot:
                button.is_hot, has_changed = is_hot, True
                self._table.canvas.damage(button.box)
                self._table.is_stale = True
        if has_changed:
            refusal = next((button.refusal() for button in buttons if button.is_hot), None)
            if refusal is None:
                self._table.end_aside()
            else:
                self._table.say_aside(refusal)
        self._table.hover(at)

    def _gesture(self, done: Gestured | None) -> None:
        if done is None:
            return
        self._table.is_stale = True
        if done.gesture in (Gesture.MOVE, Gesture.DROP):
            self._table.spread.follow(done.at)
            if done.gesture is Gesture.DROP:
                self._drop()
            return
        place = self._table.place_at(done.pressed_at)
        match done.gesture:
            case Gesture.DOUBLE_CLICK if place is not None:
                self._table.double_click(*place)
            case Gesture.CLICK if place is not None:
                self._table.click(*place)
            case Gesture.CLICK:
                self._table.drop_picked()
            case Gesture.DRAG if place is not None:
                self._begin_drag(done, *place)

    def _begin_drag(self, done: Gestured, pile: int, index: int) -> None:
        self._table.picked = None
        if index < 0:
            return
        count = len(self._table.game.position.piles[pile]) - index
        if self._table.kind(pile) is PileKind.STOCK or not self._table.pick(pile, count, is_held=True):
            return
        box = self._table.spread.place_of(pile, index)
        grip = (done.pressed_at[0] - box.x, done.pressed_at[1] - box.y)
        self._table.hold(pile, count, done.at, grip)

    def _drop(self) -> None:
        picked = self._table.picked
        if picked is None:
            return
        target = self._table.best_pile(picked.targets)
        if target is None:
            others = [pile for pile in range(len(self._table.slots)) if pile != picked.pile]
            target = self._table.best_pile(others)
            home = self._table.best_pile([picked.pile])
            if target is None or home is not None:
                self._table.drop_picked()
                return
        self._table.drop_on(target)

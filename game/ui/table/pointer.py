"""The pointer at the table: presses, clicks, drags and drops are handed to the hand, buttons are pressed."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from game.message import joined, verbatim
from game.rules.variant import PileKind
from game.ui.drawing.canvas import Picture
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import GOLD
from game.ui.forms.focus import Focus
from game.ui.forms.panel import KEY_WORDS
from game.ui.forms.widgets import Button, Widget, label_of
from game.ui.table.hand import At, CardController, Gesture, Gestured, Pointer
from game.ui.table.part import Part
from game.ui.table.table import Table

SLIP_PX = 12
"""Cards that were carried no farther were clicked, by a hand that slipped; so was the stock."""
HARDLY = 0.25
"""Cards that were carried no farther, in widths of a card, and lie again where they lay, were clicked too."""
RING_PX = 44
"""Radius of the ring around a finger that stays."""
LIFTED = 1.1
"""Heights of a card that a finger is below the upper edge of the first card it carries."""
MIDDLE, RIGHT = 2, 3
"""Buttons as pygame counts them."""


def press_button(table: Table, button: Widget) -> None:
    """Presses a button of the bar, or says why that is not possible."""
    refusal = button.refusal()
    if refusal is None:
        button.press()
    elif not table.mode.means_otherwise(button):
        table.decline(refusal)


class PointerInput(Part):
    """Plays a table by pointer."""

    def __init__(self, table: Table, hand: CardController) -> None:
        self._table, self._hand = table, hand
        self._pointer = Pointer()
        self._is_finger = False  # whether what is pressed is pressed by a finger
        table.asked.interrupt = self._interrupt
        self._focus = Focus(lambda: table.bars.buttons, lambda button: table.figures.redraw(button.box))

    @property
    def is_dragging(self) -> bool:
        """Whether a drag is under way."""
        return self._pointer.is_dragging

    def _interrupt(self) -> None:
        self._hand.put_back()
        self._table.cards.lift(None)
        self._pointer.cancel()

    @property
    def is_animating(self) -> bool:
        return self._table.context.program.held_finger() is not None

    def draw_above(self) -> Sequence[Picture]:
        held = self._table.context.program.held_finger()
        return [] if held is None else [ring(self._table.context.pictures, *held)]

    def on_event(self, event: pygame.event.Event) -> bool:
        if self._table.panel is not None:
            return False
        if event.type == pygame.MOUSEWHEEL and not self.is_dragging:
            self._pointer.cancel()  # what was pressed is no longer under the pointer
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._is_finger = getattr(event, "touch", False)
            self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (MIDDLE, RIGHT):
            self._press_other(event.pos, event.button)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == RIGHT:
            self._hand.right_release()
        elif event.type == pygame.MOUSEMOTION:
            self._hover(event.pos)
            self._gesture(self._pointer.move(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._gesture(self._pointer.release(event.pos))
        elif event.type == pygame.WINDOWLEAVE:
            self._focus.point(None)
            return False
        else:
            return False
        return True

    def _press(self, at: At) -> None:
        table, picked = self._table, self._hand.picked
        table.is_stale = True
        table.pointed()
        if table.hurry():
            return
        if picked is not None and picked.is_held:
            table.asked.interrupt()  # the release was lost with the window's attention
        button = self._focus.at(at)
        if button is not None:
            press_button(table, button)
            return
        table.cards.finish()
        self._pointer.pixel_ratio = table.context.program.window.pixel_ratio
        self._gesture(self._pointer.press(at, table.context.now_ns()))

    def _press_other(self, at: At, button: int) -> None:
        table = self._table
        table.is_stale = True
        table.pointed()
        if table.hurry() or self._pointer.is_dragging:
            return
        table.cards.finish()
        if button == RIGHT:
            table.asked.interrupt()
        place = self._hand.pile_at(at)
        if place is not None:
            press = self._hand.right_click if button == RIGHT else self._hand.middle_click
            press(*place)

    def _hover(self, at: At) -> None:
        before = self._focus.widget
        self._focus.point(None if self._pointer.is_dragging else at)
        hot = self._focus.widget
        if hot is not before:
            refusal = None if hot is None else hot.refusal()
            if refusal is None:
                self._table.status.end_aside()
            else:
                self._table.status.say_aside(refusal)
        self._hand.on_hover(at, self._pointer.is_dragging)

    def _gesture(self, done: Gestured | None) -> None:
        if done is None:
            return
        self._table.is_stale = True
        if done.gesture in (Gesture.MOVE, Gesture.DROP):
            self._table.cards.follow(done.at)
            if done.gesture is Gesture.DROP and self._is_click(done.pressed_at):
                self._mean(done._replace(gesture=Gesture.CLICK))
            return
        self._mean(done)

    def _is_click(self, pressed_at: At) -> bool:
        """Drops the cards; returns whether that was meant as a click: a slip, or hardly moved and back."""
        hand, width = self._hand, self._table.context.pictures.card_width
        is_slip = self._pointer.has_stayed(SLIP_PX * self._table.context.program.window.pixel_ratio)
        if hand.picked is None:
            place = hand.pile_at(pressed_at)
            return is_slip and place is not None and self._table.view.kind(place[0]) is PileKind.STOCK
        if is_slip and hand.best_pile([hand.picked.pile]) is not None:
            hand.put_back()
            return True
        return hand.drop() and self._pointer.has_stayed(width * HARDLY)

    def _mean(self, done: Gestured) -> None:
        """Has a press or a click do what is meant by it."""
        place, hand = self._hand.pile_at(done.pressed_at), self._hand
        hand.is_second_click = True
        match done.gesture:
            case Gesture.DOUBLE_CLICK if place is not None:
                hand.double_click(*place)
            case Gesture.CLICK if place is not None:
                if hand.picked is not None or not self._table.mode.click(*place):
                    hand.click(*place)
            case Gesture.CLICK:
                hand.put_back()
            case Gesture.DRAG if place is not None:
                self._begin_drag(done, *place)
        if not hand.is_second_click:
            self._pointer.forget_last_press()

    def _begin_drag(self, done: Gestured, pile: int, index: int) -> None:
        table, hand = self._table, self._hand
        hand.picked = None
        if index < 0:
            return
        count = len(table.game.position.piles[pile]) - index
        if table.view.kind(pile) is PileKind.STOCK or not hand.pick(pile, count, is_held=True):
            return
        box = table.cards.place_of(pile, index)
        grip = (done.pressed_at[0] - box.x, done.pressed_at[1] - box.y)
        if self._is_finger:  # which would hide what it carries
            grip = (grip[0], max(grip[1], table.context.pictures.card_height * LIFTED))
        is_alone = hand.picked is not None and hand.picked.is_alone
        table.cards.hold(pile, count, done.at, grip, is_alone)


def ring(pictures: Pictures, at: At, share: float) -> Picture:
    """The part of a ring around a finger that stays; once it is whole, the right button is pressed."""
    size = pictures.px(2 * RING_PX)
    picture = pygame.Surface((size, size), pygame.SRCALPHA)
    begin, end = math.pi * (0.5 - 2 * share), math.pi * 0.5
    pygame.draw.arc(picture, (*GOLD, 255), picture.get_rect(), begin, end, pictures.px(6))
    return picture, (round(at[0] - size / 2), round(at[1] - size / 2))


WAIT_S = 0.4
"""Time the pointer must rest on a button before its label appears."""
KEYS = {"undo": "U", "redo": "R", "hint": "I", "end": "E", "shuffle": "S", "menu": "Esc"}
"""The keys of the bar's buttons, by their icons."""


class ButtonLabel(Part):
    """Name and key of a bar's button, shown below it while the pointer rests there."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._button: Button | None = None
        self._since_ns = 0
        self.shown = ""
        """Label that is shown now."""

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            buttons = [button for button in self._table.bars.buttons if button.box.contains(event.pos)]
            self._rest_on(buttons[0] if buttons and self._table.panel is None else None)
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN, pygame.WINDOWLEAVE):
            self._rest_on(None)
        return False

    def _rest_on(self, button: Button | None) -> None:
        if button is not self._button:
            self._button, self._since_ns = button, self._table.context.now_ns()
            self._table.is_stale = self._table.is_stale or bool(self.shown)
            self.shown = ""

    @property
    def next_tick_s(self) -> float | None:
        if self._button is None or self.shown:
            return None
        return max(0.0, WAIT_S - (self._table.context.now_ns() - self._since_ns) / 1e9) + 0.001

    def on_tick(self) -> None:
        if self._button is None or self.shown or self._table.context.now_ns() - self._since_ns < WAIT_S * 1e9:
            return
        key = KEYS.get(self._button.icon or "", "")
        named = [KEY_WORDS.get(key) or verbatim(key)] if key else []
        self.shown = joined("  ·  ", [self._button.word, *named])
        self._table.is_stale = True

    def draw_above(self) -> Sequence[Picture]:
        table, button = self._table, self._button
        if not self.shown or button is None or table.panel is not None:
            return ()
        context = table.context
        return [label_of(button, context.pictures, context.table, table.canvas.size, self.shown)]

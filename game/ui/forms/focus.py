"""The focus, and screens of buttons: which widget pointer and keys act on; drop-downs below a button."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import pygame

from game.message import msg
from game.ui.drawing.canvas import Canvas, Picture, fill_rounded
from game.ui.drawing.layout import Box, next_box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import panel_colour
from game.ui.forms.tree import GROUND, Ground, Node
from game.ui.forms.widgets import NOWHERE, At, Button, Widget, icon_label
from game.ui.screen import Context, Screen
from game.ui.spoken import Role, ScreenDescription, WidgetDescription

PAD_PX, GAP_PX = 10, 6


class DropDown:
    """Drop-down that a button has opened below itself; it covers what is there, and moves nothing."""

    def __init__(self, anchor: Button, content: Node, table: str) -> None:
        """`table` is the colour of the felt."""
        self.anchor = anchor
        self.node = Ground(content, (PAD_PX, PAD_PX), colour=(*panel_colour(table), 255))

    def place(self, pictures: Pictures, room: Box) -> None:
        """Places it below its button, or above where there is more room; always within the room."""
        gap, at = pictures.px(GAP_PX), self.anchor.box
        width, height = self.node.size(pictures, room.width - 2 * gap)
        below = at.y + at.height + gap
        y = below if below + height <= room.y + room.height else max(room.y + gap, at.y - gap - height)
        left = at.x if at.x + width + gap <= room.x + room.width else at.x + at.width - width
        self.node.place(pictures, Box(max(room.x + gap, left), y, width, height))


AnyWidget = TypeVar("AnyWidget", bound=Widget)
ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
PRESS = (*ENTER, pygame.K_SPACE)


def drawn_order(widgets: Sequence[AnyWidget]) -> list[AnyWidget]:
    """Row by row, each from the left."""
    return sorted(widgets, key=lambda widget: (round(widget.box.centre.y), widget.box.x))


Step = Callable[[Sequence[Widget], int, int], int]
"""From the widgets, the index of one of them and an arrow key to the index of the next."""


def stop_of(widget: Widget) -> Widget:
    """The widget at which the Tab key stops for it."""
    return widget.part_of or widget


def stops_among(widgets: Sequence[Widget]) -> list[Widget]:
    """The widgets at which the Tab key stops."""
    return [widget for widget in widgets if widget.part_of is None]


def by_place(widgets: Sequence[Widget], index: int, key: int) -> int:
    """To the nearest widget in the direction of the arrow; right and left first through a stop's parts."""
    across, down = ARROWS[key]
    stop, beside = stop_of(widgets[index]), index + across
    if across and 0 <= beside < len(widgets) and stop_of(widgets[beside]) is stop:
        return beside
    if not across:
        return next_box([widget.box for widget in widgets], index, across, down)
    stops = stops_among(widgets)
    there = stops[next_box([widget.box for widget in stops], stops.index(stop), across, down)]
    return index if there is stop else widgets.index(there)


def in_line(widgets: Sequence[Widget], index: int, key: int) -> int:
    """To the one before with the left and the upper arrow, else to the one after, and round again."""
    return (index + sum(ARROWS[key])) % len(widgets)


class Focus:
    """Moves among widgets; if it follows the pointer, the focused widget is the hot one."""

    def __init__(
        self,
        widgets: Callable[[], Sequence[Widget]],
        changed: Callable[[Widget], None] = lambda _: None,
        refused: Callable[[str], None] | None = None,
        *,
        step: Step = by_place,
        stays: bool = False,
        follows_pointer: bool = True,
        pressing: Callable[[Widget], None] = lambda _: None,
    ) -> None:
        """`widgets` are in the order of the Tab key; `changed` is called with those that look different.

        `refused` is told why a disabled widget cannot be pressed; without it the widget says so itself. With
        `stays` one of them always has the focus, at first the first. `pressing` is called before a press.
        """
        self._widgets, self._changed, self._refused, self._step = widgets, changed, refused, step
        self._stays, self._follows_pointer, self._pressing = stays, follows_pointer, pressing
        self._widget: Widget | None = None

    @property
    def widget(self) -> Widget | None:
        """The focused widget."""
        widgets = self._widgets()
        if self._widget in widgets:
            return self._widget
        return widgets[0] if self._stays else None

    @property
    def spoken(self) -> WidgetDescription | None:
        """Describes the focused widget, with its place among the others."""
        widget, widgets = self.widget, self._widgets()
        if widget is None:
            return None
        stops, stop = stops_among(widgets), stop_of(widget)
        parts = tuple(part.spoken for part in widgets if stop_of(part) is stop)
        which = (stops.index(stop) + 1, len(stops))
        return widget.spoken._replace(place=which, parts=parts if len(parts) > 1 else ())

    def begin_with(self, widget: Widget | None) -> None:
        """Gives it to a widget before anything is to be seen."""
        self._widget = widget
        if widget is not None and self._follows_pointer:
            widget.is_hot = True

    def go_to(self, widget: Widget | None) -> None:
        """Gives it to a widget, or to none."""
        before = self._widget or self.widget  # what is gone is not lit when it comes back
        if widget is before:
            return
        self._widget = widget
        for touched in (before, widget):
            if touched is not None:
                if self._follows_pointer:
                    touched.is_hot = touched is widget
                touched.focus(touched is widget)
                self._changed(touched)

    def at(self, at: At) -> Widget | None:
        """Widget at a point, or the one whose area contains it."""
        widgets = self._widgets()
        areas = [(other.box, other) for other in widgets] + [(other.area, other) for other in widgets]
        return next((widget for area, widget in areas if area.contains(at)), None)

    # Input ---------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> bool:
        """Takes an event; returns whether it had a use for it."""
        if event.type == pygame.MOUSEMOTION:
            self.point(event.pos)
        elif event.type == pygame.WINDOWLEAVE:
            self.point(None)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.point(event.pos)
            if (under := self.at(event.pos)) is not None:
                self.press(under, event.pos)
        elif event.type == pygame.KEYDOWN:
            return self.key(event.key, event.mod)
        else:
            return False
        return True

    def point(self, at: At | None) -> None:
        """Follows the pointer; None when that has left the window."""
        if not self._follows_pointer:
            for widget in self._widgets():
                if widget.on_hover(at):
                    self._changed(widget)
            return
        under = None if at is None else self.at(at)
        if under is not None or not self._stays:
            self.go_to(under)

    def press(self, widget: Widget, at: At | None = None) -> None:
        """Presses a widget, with the pointer when that is `at` a point."""
        refusal = None if self._refused is None else widget.refusal()
        if self._refused is not None and refusal is not None:
            self._refused(refusal)
            return
        self._pressing(widget)
        if at is None:
            widget.press()
        else:
            widget.press_at(at)

    def key(self, key: int, modifiers: int) -> bool:
        """Takes a key; returns whether it had a use for it."""
        widgets, widget = self._widgets(), self.widget
        index = None if widget is None else widgets.index(widget)
        if key in PRESS and widget is not None:
            self.press(widget)
        elif key == pygame.K_TAB:
            stops, step = stops_among(widgets), -1 if modifiers & pygame.KMOD_SHIFT else 1
            first = 0 if step > 0 else len(stops) - 1
            self.go_to(stops[first if widget is None else (stops.index(stop_of(widget)) + step) % len(stops)])
        elif key in ARROWS:
            self.go_to(widgets[0 if index is None else self._step(widgets, index, key)])
        elif key in (pygame.K_HOME, pygame.K_END):
            self.go_to(widgets[0 if key == pygame.K_HOME else -1])
        else:
            return False
        return True


class ButtonScreen(Screen):
    """Buttons on the felt. Enter presses the one that has the focus, or the one that is meant most.

    It is measured, placed, painted, walked through and read aloud by its `tree`.
    """

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.sentence = ""
        self.help: Callable[[], None] | None = None
        """Opens the help page on F1, where there is one."""
        self.focus = Focus(lambda: self.walk, self._redraw_button, self.refuse, pressing=self._close_menu_of)
        self.dropped: DropDown | None = None
        """Drop-down that a button has opened, if any."""
        self.foot: Node | None = None
        """The last of its tree, if it stays in sight where the page is higher than the window."""
        self._root: Node | None = None
        self._of_root: tuple[Node, list[Button]] | None = None  # a tree and its buttons

    # What a screen gives --------------------------------------------------------------------------

    def tree(self) -> Node:
        """All that is seen, made anew."""
        raise NotImplementedError

    @property
    def root(self) -> Node:
        """All that is seen, as it was made last."""
        if self._root is None:
            self._root = self.tree()
        return self._root

    @property
    def buttons(self) -> Sequence[Button]:
        """All buttons."""
        if self._of_root is None or self._of_root[0] is not self.root:
            found = [widget for widget in self.root.widgets if isinstance(widget, Button)]
            self._of_root = self.root, found
        return self._of_root[1]

    @property
    def walk(self) -> Sequence[Button]:
        """The buttons in the order of the Tab key, which is the drawn one."""
        if self.dropped is not None:
            return [widget for widget in self.dropped.node.widgets if isinstance(widget, Button)]
        return self.buttons

    @property
    def pressables(self) -> Sequence[Button]:
        return self.buttons if self.dropped is None else self.walk

    @property
    def spoken(self) -> ScreenDescription:
        focus, button = self.focus.spoken, self.default_button()
        if focus is None and button is not None:
            focus = WidgetDescription(msg("Enter: {button}", button=button.spoken.name), role=Role.BUTTON)
        return ScreenDescription(self.title, self.spoken_lines, focus)

    @property
    def spoken_lines(self) -> Sequence[str]:
        """Content besides its buttons, for a player who only hears it."""
        return ()

    def default_button(self) -> Button | None:
        """The button that Enter presses where none has the focus."""
        return next((button for button in self.buttons if button.is_strong), self.buttons[0])

    def lay_out(self) -> None:
        """Places everything; the unit is set already."""
        pictures, box = self.context.pictures, self.column(self.canvas.size)
        self.root.place(pictures, box)
        if self.foot is not None and self.foot_px:  # as wide as the window, though the page may be wider
            seen = self.column(self.canvas.window_size)
            high = self.foot.size(pictures, seen.width)[1]
            self.foot.place(pictures, seen._replace(y=box.y + box.height - high, height=high))
        if self.dropped is not None:
            self.dropped.place(self.context.pictures, Box(0, 0, *self.canvas.size))

    def column(self, size: tuple[int, int]) -> Box:
        """The part of a page of that size in which the tree stands."""
        return Box(0, 0, *size)

    def escape(self) -> None:
        """Handles Esc."""
        self.context.back()

    # Changes --------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Makes the tree anew, because what it shows is other now."""
        self._root = self.tree()
        self.lay_out()
        self.redraw()

    def drop(self, anchor: Button, content: Node) -> None:
        """Opens something below a button; pressed again, the button closes it."""
        was_open = self.dropped is not None and self.dropped.anchor is anchor
        self.lift()
        if not was_open:
            self.dropped = DropDown(anchor, content, self.context.table)
            self.lay_out()
            self.focus.go_to(self.walk[0])
            self.redraw()

    def lift(self) -> None:
        """Closes what a button has opened; that button has the focus again."""
        if self.dropped is not None:
            anchor, self.dropped = self.dropped.anchor, None
            self.focus.go_to(anchor)
            self.redraw()

    def _close_menu_of(self, widget: Widget) -> None:
        if widget.closes_menu:
            self.lift()

    # Looks ---------------------------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        self.context.narrate(sentence)
        self.sentence = sentence
        self.changed()

    def _redraw_button(self, button: Widget) -> None:
        self.redraw(button.box if button.area == NOWHERE else button.box.union(button.area))

    def page_size(self, size: tuple[int, int]) -> tuple[int, int]:
        pictures = self.context.pictures
        pictures.set_unit(self.context.scaled_unit(size))
        column = self.column(size)
        width, height = self.root.size(pictures, column.width)
        page = (
            max(size[0], round(size[0] - column.width + width)),
            max(size[1], round(size[1] - column.height + height)),
        )
        self.foot_px = 0
        if self.foot is not None and page != size:
            high = self.foot.size(pictures, column.width)[1] + size[1] - column.y - column.height
            self.foot_px = round(high + pictures.px(GAP_PX)) if 2 * high < size[1] else 0
        return page

    @property
    def focused_box(self) -> Box | None:
        return None if self.focus.widget is None else self.focus.widget.box

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        self._root = self.tree()
        self.lay_out()
        self.redraw()

    def moving(self) -> list[Picture]:
        return icon_label(self.focus.widget, self.context.pictures, self.context.table, self.canvas.size)

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        super().paint(surface, area)
        pictures = self.context.pictures
        if self.foot_px:
            foot = Box(0, self.canvas.size[1] - self.foot_px, self.canvas.size[0], self.foot_px)
            fill_rounded(surface, foot, GROUND, 0)
        self.root.paint(surface, pictures, area)
        if self.dropped is not None and area.colliderect(self.dropped.node.box):
            self.dropped.node.paint(surface, pictures, area)

    # Input ---------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        if self.dropped is not None and self._is_beside(event):
            self.lift()
        elif event.type != pygame.KEYDOWN:
            self.focus.handle(event)
        elif event.key == pygame.K_ESCAPE:
            self.escape()
        elif event.key == pygame.K_F1 and self.help is not None:
            self.help()
        elif event.key in PRESS and self.focus.widget is None:
            if (button := self.default_button()) is not None:
                self.focus.press(button)
        else:
            self.focus.key(event.key, event.mod)

    def _is_beside(self, event: pygame.event.Event) -> bool:
        """Whether an event closes what is open: a press beside it, or Esc."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self.dropped is not None and not self.dropped.node.box.contains(event.pos)
        return bool(event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE)

    def on_covered(self) -> None:
        self.dropped = None
        super().on_covered()

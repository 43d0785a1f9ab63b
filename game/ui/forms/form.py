"""A form: its panel on the felt, handled by pointer and keyboard; and the files that it reads meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import pygame

from game.message import joined, msg, verbatim
from game.play.record import RecordError
from game.play.slices import SlicedTask, Slices
from game.storage.files import StorageError
from game.ui.drawing.canvas import Canvas, Picture, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import DOUBLE_CLICK_MS, GOLD, TEXT
from game.ui.forms.file_list import FileList, TextView, fault
from game.ui.forms.focus import ENTER, PRESS, Focus
from game.ui.forms.form_panel import FormPanel
from game.ui.forms.text_field import TextField
from game.ui.forms.widgets import RING_PX, At, Button, Widget, icon_label
from game.ui.screen import PROGRAM, Context, Screen
from game.ui.spoken import ScreenDescription

if TYPE_CHECKING:
    from game.rounds.asking import PendingRequest

POLL_S = 0.05
"""Poll interval while an answer is due."""


T = TypeVar("T")

ReadRow = Callable[[int], Slices[None] | None]
"""Reads what the row of an index says, in slices if that takes long."""


class Opening(NamedTuple):
    """A file being read, and the action that follows."""

    name: str
    work: SlicedTask[Any]
    then: Callable[[Any], None]


class FileLoader:
    """Reads a little at a time, so that the form stays alive; a file to open comes before the rows."""

    def __init__(self, form: FormScreen, listed: FileList, read_row: ReadRow) -> None:
        self._form, self._list, self._read_row = form, listed, read_row
        self._rows: dict[int, SlicedTask[None]] = {}  # rows that are being read
        self._opening: Opening | None = None

    def open(self, name: str, slices: Slices[T], then: Callable[[T], None]) -> None:
        """Reads a file called `name` with progress, then passes on the result."""
        self._opening = Opening(name, SlicedTask(slices), then)
        self._go_on_opening(self._opening)

    def stop(self) -> bool:
        """Stops opening a file; returns whether one was being opened."""
        if self._opening is None:
            return False
        self._form.say(msg("{name} was not opened.", name=self._opening.name))
        self._opening = None
        return True

    def forget(self) -> None:
        """Cancels the opening because something else was chosen."""
        self._opening = None

    def forget_rows(self) -> None:
        """Drops pending rows because the list has changed."""
        self.forget()
        self._rows.clear()

    @property
    def _next_unread(self) -> int | None:
        return next((index for index in self._list.in_view if self._list.rows[index].facts is None), None)

    @property
    def is_waiting(self) -> bool:
        """Whether there is more to read."""
        return self._opening is not None or self._next_unread is not None

    def run_slice(self) -> None:
        """Reads as long as a frame allows."""
        if self._opening is not None:
            self._go_on_opening(self._opening)
        elif (index := self._next_unread) is not None and self._is_read(index):
            self._form.redraw(self._list.box)

    def _is_read(self, index: int) -> bool:
        if index not in self._rows:
            slices = self._read_row(index)
            if slices is None:
                return True
            self._rows[index] = SlicedTask(slices)
        if self._rows[index].run_slice(self._form.context.now_ns):
            del self._rows[index]
            return True
        return False

    def _go_on_opening(self, opening: Opening) -> None:
        try:
            if opening.work.run_slice(self._form.context.now_ns):
                self._opening = None
                self._form.say("")
                opening.then(opening.work.result)
            else:
                percent = opening.work.percent
                self._form.say(
                    msg("Loading {name}: {percent}. Esc stops it.", name=opening.name, percent=percent)
                )
        except (StorageError, RecordError) as error:
            self._opening = None
            self._form.refuse(fault(opening.name, error))


class FormScreen(Screen):
    """A panel on the felt: rows, a sentence if need be, and buttons."""

    reading: FileLoader | None = None
    """Files being read while the form is open, if any."""
    requests: Sequence[PendingRequest] = ()
    """Requests that the form makes in the background."""
    asked_for: object = None
    """Action that the next press confirms, because its loss was asked about and nothing was said since."""

    def __init__(self, context: Context, heading: str) -> None:
        super().__init__(context)
        self.panel = FormPanel(heading)
        self.help: Callable[[], None] | None = None
        """Opens the help page on F1, where there is one."""
        self.focus = Focus(
            lambda: self.panel.widgets,
            self._redraw,
            self.refuse,
            step=self._step,
            stays=True,
            follows_pointer=False,
        )
        # Until a key is used, the pointer is all one needs to see.
        self._shows_ring = context.is_heard
        self._at: At | None = None
        self._pressed: tuple[Widget, int] | None = None  # what was pressed last, and until when again counts

    @property
    def title(self) -> str:
        return joined(" — ", [self.panel.heading, PROGRAM])

    @property
    def pressables(self) -> Sequence[Button]:
        return [button for widget in self.panel.widgets for button in widget.buttons]

    @property
    def sentence(self) -> str:
        """The sentence above the buttons."""
        return self.panel.sentence

    @property
    def spoken(self) -> ScreenDescription:
        widget = self._focused
        # Before a key was used nothing is seen to be chosen, either.
        has_keyboard = self._shows_ring or widget.is_edited or widget.takes_arrows
        read = [
            line for row in self.panel.rows if isinstance(row.widget, TextView) for line in row.widget.told
        ]
        focus = self.panel.spoken(widget) if has_keyboard else None
        return ScreenDescription(self.panel.heading, read, focus, brief=1)

    @property
    def is_typed_into(self) -> bool:
        return any(widget.is_edited for widget in self.panel.widgets)

    @property
    def field_box(self) -> Box | None:
        return self._focused.box if isinstance(self._focused, TextField) else None

    def let_go(self) -> None:
        for widget in self.panel.widgets:
            widget.release()

    def write_by_wheel(self) -> bool:
        field = self._focused
        if isinstance(field, TextField):
            from game.ui.forms.text_field import LetterWheel  # few write so

            self.context.lay_over(LetterWheel(self.context, field, self.panel.spoken(field).name))
        return isinstance(field, TextField)

    def close(self) -> None:
        """Handles Esc."""
        if self.reading is None or not self.reading.stop():
            self.context.back()

    def enter(self) -> None:
        """Handles Enter if the widget has no use for it."""

    def say(self, sentence: str) -> None:
        """Shows a sentence above the buttons."""
        self.context.narrate(sentence)
        self.asked_for = None
        if sentence != self.panel.sentence:
            self.panel.sentence = sentence
            if self.panel.reflows:
                self.lay_out()
            self.redraw()

    def is_sure(self, does: object, words: str) -> bool:
        """Whether a press is the second of what loses something; else `words` say what would be lost."""
        if self.asked_for == does:
            self.asked_for = None
            return True
        self.refuse(words)
        self.asked_for = does
        return False

    def unsay(self, _: object = None) -> None:
        """Takes back what was said, when something else is typed or chosen."""
        self.say("")
        self.redraw()

    def _redraw(self, widget: Widget) -> None:
        self.redraw(widget.ring(self.context.pictures))

    def read_rows(self, listed: FileList, read_row: ReadRow) -> FileLoader:
        """Has the rows of a list read when they come into view, and the files that are opened."""
        self.reading = FileLoader(self, listed, read_row)
        return self.reading

    def lay_out(self) -> None:
        """Lays everything out again, because a word or a widget has changed."""
        self.panel.changed()
        self.panel.lay_out(self.context.pictures, self.canvas.size, self.canvas.window_size)
        self.redraw()

    def put_buttons(self, buttons: Sequence[Widget]) -> None:
        """Other buttons take the place of these; the focus stays at its place."""
        index = self.panel.widgets.index(self._focused)
        self.panel.buttons = buttons
        self.lay_out()
        self.go_to(self.panel.widgets[min(index, len(self.panel.widgets) - 1)], self._shows_ring)

    def page_size(self, size: tuple[int, int]) -> tuple[int, int]:
        context = self.context
        if self.panel.reflows != context.is_large:
            self.panel.reflows = context.is_large
            self.panel.changed()
        context.pictures.set_unit(context.scaled_unit(size))
        page = self.panel.page_size(context.pictures, size)
        self.foot_px = self.panel.foot_px
        return page

    @property
    def focused_box(self) -> Box | None:
        return self._focused.box if self._shows_ring else None

    @property
    def sentence_box(self) -> Box | None:
        return self.panel.sentence_box

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        self.panel.lay_out(self.context.pictures, canvas.size, canvas.window_size)
        self.redraw()
        self._focused.focus(True)  # also of the keyboard, when it is seen again

    # Input ---------------------------------------------------------------------------------------

    @property
    def _focused(self) -> Widget:
        assert self.focus.widget is not None
        return self.focus.widget

    def go_to(self, widget: Widget, shows_ring: bool = True) -> None:
        """Gives a widget the focus, and has that seen."""
        self._redraw(self._focused)
        self._shows_ring = shows_ring
        self.focus.go_to(widget)
        self._redraw(widget)

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.WINDOWLEAVE:
            self._point(None)
        elif event.type == pygame.MOUSEMOTION:
            self._point(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._point(event.pos)
            self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._point(event.pos)
            self.let_go()
        elif event.type == pygame.MOUSEWHEEL:
            self._turn(event.y)
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.TEXTINPUT:
            self._write(event.text)

    def _point(self, at: At | None) -> None:
        self._at = at
        self.focus.point(at)

    def _press(self, at: At) -> None:
        widget, now_ns = self.focus.at(at), self.context.now_ns()
        if widget is None:
            return
        self.go_to(widget, shows_ring=False)
        is_again = self._pressed is not None and self._pressed[0] is widget and now_ns < self._pressed[1]
        if is_again and widget.press_twice(at):
            self._pressed = None
        else:
            self._pressed = widget, now_ns + DOUBLE_CLICK_MS * 1_000_000
            self.focus.press(widget, at)
        self._redraw(widget)

    def _turn(self, steps: int) -> None:
        """A list, wherever the pointer is; else what is under it."""
        turned = next((row.widget for row in self.panel.rows if row.grows and row.widget.takes_arrows), None)
        if turned is None and self._at is not None:
            turned = self.focus.at(self._at)
        if turned is not None:
            turned.turn(steps)
            turned.on_hover(self._at)
            self._redraw(turned)

    def _write(self, text: str) -> None:
        if text.isspace() and not self._focused.is_edited:
            return  # it has pressed something
        self._go_to_field()
        replaced = self._focused.edit.selected if isinstance(self._focused, TextField) else ""
        self._focused.write(text)
        if replaced and self.context.is_heard:
            # Translators: read aloud: a letter was typed over this text, which was selected.
            self.context.narrate(msg("{text} replaced", text=verbatim(replaced)))
        self._redraw(self._focused)

    def _go_to_field(self) -> None:
        """Sends typing to the text field, wherever the keyboard is."""
        fields = [widget for widget in self.panel.widgets if widget.is_edited]
        if fields and not self._focused.is_edited:
            self.go_to(fields[0])

    def _key(self, event: pygame.event.Event) -> None:
        pastes = event.key == pygame.K_v and event.mod & pygame.KMOD_CTRL
        if event.key == pygame.K_BACKSPACE or pastes:
            self._go_to_field()
        widget = self._focused
        if event.key == pygame.K_ESCAPE:
            self.close()
        elif event.key == pygame.K_F1 and self.help is not None:
            self.help()
        elif not (self._shows_ring or widget.is_edited or widget.takes_arrows):
            self.go_to(widget)  # nobody should change what they do not see to be chosen
        elif self._takes(widget, event):
            self._redraw(widget)
        elif event.key in ENTER and not widget.takes_enter:
            self.enter()
        elif event.key in PRESS and not widget.takes_enter:
            pass  # the space is typed
        elif self.focus.key(event.key, event.mod):
            self.go_to(self._focused)

    def _takes(self, widget: Widget, event: pygame.event.Event) -> bool:
        """Whether a widget has a use for a key; up and down lead out of most."""
        leads_out = event.key in (pygame.K_UP, pygame.K_DOWN, pygame.K_TAB) and not widget.takes_arrows
        if leads_out or not widget.key(event):
            return False
        self._shows_ring = self._shows_ring or widget.takes_arrows
        return True

    def _step(self, widgets: Sequence[Widget], index: int, key: int) -> int:
        """Up and down go from row to row, and past all the buttons at once."""
        rows = len(widgets) - len(self.panel.buttons)
        steps = {
            pygame.K_LEFT: index - 1,
            pygame.K_RIGHT: index + 1,
            pygame.K_DOWN: index + 1 if index < rows else 0,
            pygame.K_UP: min(index, rows) - 1,
        }
        return steps[key] % len(widgets)

    # Time and drawing ------------------------------------------------------------------------------

    @property
    def next_tick_s(self) -> float | None:
        if self.reading is not None and self.reading.is_waiting:
            return 0.0
        return POLL_S if any(request.is_pending for request in self.requests) else None

    def on_tick(self) -> None:
        if self.reading is not None:
            self.reading.run_slice()
        for request in self.requests:
            request.poll()

    def moving(self) -> list[Picture]:
        hot = next((widget for widget in self.pressables if widget.is_hot), None)
        table, pictures = self.context.table, self.context.pictures
        named = hot or (self._focused if self._shows_ring else None)
        return icon_label(named, pictures, table, self.canvas.size, self.foot_px)

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        super().paint(surface, area)
        self.panel.paint(surface, self.context.pictures, area, self.context.table)
        if self._shows_ring or self._focused.is_edited:
            self._paint_ring(surface, self._focused)

    def _paint_ring(self, surface: pygame.Surface, widget: Widget) -> None:
        px, edited = self.context.pictures.px, widget.is_edited
        ring, radius = widget.ring(self.context.pictures), px(7 if edited else 7 + RING_PX)
        outline(surface, ring, (*(GOLD if edited else TEXT), 255), radius, px(2))

    def on_covered(self) -> None:
        self.panel.changed()  # what is chosen over it may change its words
        self._focused.focus(False)

    def on_close(self) -> None:
        self._focused.focus(False)

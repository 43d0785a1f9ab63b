"""A form: a panel of rows, a sentence and buttons on the felt, and its handling by pointer and keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from game.message import joined
from game.ui.drawing.canvas import Canvas, draw_panel, outline
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import DOUBLE_CLICK_MS, GOLD, QUIET, RGB, TEXT, WARNING
from game.ui.drawing.words import fitting, wrapped
from game.ui.forms.file_list import FileList, FileLoader, ReadRow
from game.ui.forms.focus import ENTER, PRESS, Focus
from game.ui.forms.text_field import TextField
from game.ui.forms.widgets import NOWHERE, RING_PX, At, Button, Widget, button_rows, icon_label, row_of
from game.ui.screen import PROGRAM, Context, Screen
from game.ui.spoken import ScreenDescription, WidgetDescription

if TYPE_CHECKING:
    from game.rounds.asking import PendingRequest

POLL_S = 0.05
"""Poll interval while an answer is due."""


class FormScreen(Screen):
    """A panel on the felt: rows, a sentence if need be, and buttons."""

    reading: FileLoader | None = None
    """Files being read while the form is open, if any."""
    requests: Sequence[PendingRequest] = ()
    """What the form asks for in the background."""
    asked_for: object = None
    """What is done at the next press, because its loss was asked about and nothing was said since."""

    def __init__(self, context: Context, heading: str) -> None:
        super().__init__(context)
        self.panel = FormPanel(heading)
        self.help: Callable[[], None] | None = None
        """What F1 opens, where there is a page about it."""
        self.focus = Focus(
            lambda: self.panel.widgets,
            self.redraw,
            self.refuse,
            step=self._step,
            stays=True,
            follows_pointer=False,
        )
        self._ground: pygame.Surface | None = None  # the panel without its widgets
        self._shows_ring = context.is_heard  # until a key is used, the pointer is all one needs to see
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
        return ScreenDescription(self.panel.heading, (), self.panel.spoken(widget) if has_keyboard else None)

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
            from game.ui.forms.wheel import LetterWheel  # few write so

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

    def redraw(self, widget: Widget | None = None) -> None:
        """Marks a widget, or everything, to be redrawn."""
        if widget is None:
            self.canvas.damage()
            self._ground = None
        else:
            self.canvas.damage(widget.ring(self.context.pictures).grown(2))
        self.is_stale = True

    def read_rows(self, listed: FileList, read_row: ReadRow) -> FileLoader:
        """Has the rows of a list read when they come into view, and the files that are opened."""
        self.reading = FileLoader(
            listed, read_row, self.context.now_ns, self.say, self.refuse, lambda: self.redraw(listed)
        )
        return self.reading

    def lay_out(self) -> None:
        """Lays everything out again, because a word or a widget has changed."""
        self.panel.lay_out(self.context.pictures, self.canvas.size)
        self.redraw()

    def put_buttons(self, buttons: Sequence[Widget]) -> None:
        """Other buttons take the place of these; the focus stays at its place."""
        index = self.panel.widgets.index(self._focused)
        self.panel.buttons = buttons
        self.lay_out()
        self.go_to(self.panel.widgets[min(index, len(self.panel.widgets) - 1)], self._shows_ring)

    def page_size(self, size: tuple[int, int]) -> tuple[int, int]:
        context = self.context
        self.panel.reflows = context.is_large
        context.pictures.set_unit(context.scaled_unit(size))
        width = max(size[0], self.panel.needed(context.pictures, size[0])[0] * self.panel.reflows)
        return width, max(size[1], self.panel.needed(context.pictures, width)[1])

    @property
    def focused_box(self) -> Box | None:
        return self._focused.box if self._shows_ring else None

    @property
    def sentence_box(self) -> Box | None:
        return self.panel.sentence_box

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        self.context.pictures.set_unit(self.context.scaled_unit(canvas.window_size))
        self.lay_out()
        self._focused.focus(True)  # also of the keyboard, when it is seen again

    # Input ---------------------------------------------------------------------------------------

    @property
    def _focused(self) -> Widget:
        assert self.focus.widget is not None
        return self.focus.widget

    def go_to(self, widget: Widget, shows_ring: bool = True) -> None:
        """Gives a widget the focus, and has that seen."""
        self.redraw(self._focused)
        self._shows_ring = shows_ring
        self.focus.go_to(widget)
        self.redraw(widget)

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
            for widget in self.panel.widgets:
                widget.release()
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
        self.redraw(widget)

    def _turn(self, steps: int) -> None:
        """A list, wherever the pointer is; else what is under it."""
        turned = next((row.widget for row in self.panel.rows if row.grows and row.widget.takes_arrows), None)
        if turned is None and self._at is not None:
            turned = self.focus.at(self._at)
        if turned is not None:
            turned.turn(steps)
            turned.on_hover(self._at)
            self.redraw(turned)

    def _write(self, text: str) -> None:
        if text.isspace() and not self._focused.is_edited:
            return  # it has pressed something
        self._go_to_field()
        self._focused.write(text)
        self.redraw(self._focused)

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
            self.redraw(widget)
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
        rows = len(self.panel.rows)
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

    def draw(self, alpha: float) -> None:
        hot = next((widget for widget in self.pressables if widget.is_hot), None)
        table, pictures = self.context.table, self.context.pictures
        named = hot or (self._focused if self._shows_ring else None)
        self.canvas.compose(self._paint, icon_label(named, pictures, table, self.canvas.size))
        self.is_stale = False

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        pictures = self.context.pictures
        felt = pictures.felt(self.canvas.size, self.context.table)
        if self._ground is None:
            self._ground = self.panel.picture(pictures, felt, self.context.table)
        if not pygame.Rect(self.panel.box).contains(area):
            surface.blit(felt, area, area)
        surface.blit(self._ground, self.panel.box[:2])
        for widget in self.panel.widgets:
            if area.colliderect(widget.box):
                widget.draw(surface, pictures)
        if self._shows_ring or self._focused.is_edited:
            self._paint_ring(surface, self._focused)

    def _paint_ring(self, surface: pygame.Surface, widget: Widget) -> None:
        px, edited = self.context.pictures.px, widget.is_edited
        ring, radius = widget.ring(self.context.pictures), px(7 if edited else 7 + RING_PX)
        outline(surface, ring, (*(GOLD if edited else TEXT), 255), radius, px(2))

    def on_covered(self) -> None:
        self._focused.focus(False)

    def on_close(self) -> None:
        self._focused.focus(False)


WIDTH_PX = 640
HEIGHT_PX = 38
ROW_PX = 54
PAD_PX = 28
MIN_PAD_PX = 12
BUTTON_PX = 42
BELOW_PX = 32
"""Additional height of a row whose widget is below its name."""
LINE_PX = HEIGHT_PX + 6
"""Additional height of a row for each further line of its widget."""
GROWN_PX = (120, 4000)
"""The least and the largest height of a row that takes the room there is: that of the window."""
MIN_ROW_PX = 46
"""Height of a row at a larger scale; it gives way to the smallest windows only at the usual one."""


@dataclass
class FormRow:
    """A widget with its name, and a line that explains it."""

    label: str
    hint: str
    widget: Widget
    is_below: bool = False  # the widget stands below the name, as wide as the row
    grows: bool = False  # the row takes the room that the others leave
    box: Box = NOWHERE
    stacked_px: int = 0  # so much higher it is because its widget has no room beside its name

    @property
    def more_px(self) -> int:
        """Height beyond that of a row of one line, in design pixels."""
        return BELOW_PX * self.is_below + LINE_PX * (self.widget.lines - 1)


class FormPanel:
    """Heading, rows, sentence and buttons, in the middle of the window."""

    def __init__(self, heading: str) -> None:
        self.heading = heading
        self.rows: Sequence[FormRow] = ()
        self.buttons: Sequence[Widget] = ()
        self._wordless: list[Button] = []  # those whose word gave way to their icon
        self.reflows = False
        """Whether rows and buttons that are too wide go below each other, as at a larger scale."""
        self.sentence = ""
        self.sentence_colour: RGB = WARNING
        self.box = NOWHERE
        self.sentence_box = NOWHERE
        self._heading_y = 0.0

    @property
    def widgets(self) -> list[Widget]:
        """All widgets in the order of the Tab key."""
        return [*(row.widget for row in self.rows), *self.buttons]

    def spoken(self, widget: Widget) -> WidgetDescription:
        """Describes a widget with the name and hint of its row."""
        row = next((row for row in self.rows if row.widget is widget), None)
        widgets = self.widgets
        spoken = widget.spoken._replace(place=(widgets.index(widget) + 1, len(widgets)))
        return spoken if row is None else spoken._replace(name=row.label or spoken.name, more=row.hint)

    # Layout --------------------------------------------------------------------------------------

    def needed(self, pictures: Pictures, width_px: int) -> tuple[int, int]:
        """The size of a window of that width or more in which nothing is cut."""
        px = pictures.px
        inner = self._break(pictures, width_px)
        buttons = self._button_rows(pictures, inner)
        gap = px(10)
        across = [
            *(_row_width(row, pictures) for row in self.rows),
            *(sum(widget.width(pictures) + gap for widget in row) - gap for row in buttons),
        ]
        widest = min(max(across), px(WIDTH_PX - 2 * PAD_PX)) + 2 * px(PAD_PX) + px(16)
        row_px = px(MIN_ROW_PX) if self.reflows else pictures.button_px(HEIGHT_PX)
        rows = sum(px(GROWN_PX[0]) if row.grows else row_px + _more(row, pictures) for row in self.rows)
        return widest, self._fixed_px(pictures, len(buttons), inner) + 2 * px(MIN_PAD_PX) + rows + px(8)

    def _break(self, pictures: Pictures, width_px: int) -> int:
        """Breaks what is too wide for a window into lines; returns the width of a row there."""
        inner = min(width_px - pictures.px(16), pictures.px(WIDTH_PX)) - 2 * pictures.px(PAD_PX)
        for row in self.rows:
            row.stacked_px = 0
            row.widget.break_lines(pictures, inner - _beside(row, pictures))
            if self.reflows and _row_width(row, pictures) > inner:
                row.widget.break_lines(pictures, inner)
                row.stacked_px = _stacked_height(row, pictures, inner)
        return inner

    def _button_rows(self, pictures: Pictures, room_px: float) -> list[list[Widget]]:
        """The buttons, in several rows where they reflow and have no room in one."""
        return button_rows(self.buttons, pictures, room_px) if self.reflows else [[*self.buttons]]

    def _fixed_px(self, pictures: Pictures, row_count: int, inner: int) -> int:
        """Height above and below the rows, which are so wide."""
        px = pictures.px
        heading = pictures.font("large", True).get_height() + px(12)
        buttons = row_count * (px(10) + pictures.button_px(BUTTON_PX))
        return heading + px(8) + self._sentence_px(pictures, inner) + buttons

    def _sentence_px(self, pictures: Pictures, room_px: float) -> int:
        """The height of the sentence, or of two small lines if that is more."""
        lines = self._sentence_lines(pictures, room_px)
        return max(
            2 * pictures.font("small").get_height(),
            sum(pictures.font(size).get_height() for _, size in lines),
        )

    def lay_out(self, pictures: Pictures, size: tuple[int, int]) -> None:
        """Places everything in a window."""
        px = pictures.px
        pad, row_height = px(PAD_PX), px(ROW_PX)
        heading = pictures.font("large", True).get_height() + px(12)
        width = min(size[0] - px(16), px(WIDTH_PX))
        sentence = self._sentence_px(pictures, width - 2 * pad)
        rows = self._button_rows(pictures, self._break(pictures, size[0]))
        fixed = self._fixed_px(pictures, len(rows), width - 2 * pad)
        growing = [row for row in self.rows if row.grows]
        count = len(self.rows) - len(growing)
        fixed += sum(_more(row, pictures) for row in self.rows if not row.grows)
        fixed += sum(px(GROWN_PX[0]) for row in growing)
        room = size[1] - px(8)
        if 2 * pad + fixed + count * row_height > room:  # only in windows below the smallest
            pad = px(MIN_PAD_PX)
            row_height = max(pictures.button_px(HEIGHT_PX), (room - 2 * pad - fixed) // max(1, count))
        grown = max(0, min(px(GROWN_PX[1] - GROWN_PX[0]), room - 2 * pad - fixed - count * row_height))
        useful = max((row.widget.max_height(pictures, width - 2 * pad) for row in growing), default=0.0)
        grown = round(min(grown, max(0.0, useful + px(6) - px(GROWN_PX[0]))))
        height = 2 * pad + fixed + count * row_height + len(growing) * grown
        self.box = Box((size[0] - width) // 2, max(0, (size[1] - height) // 2), width, height)
        left, inner = self.box.x + pad, width - 2 * pad
        self._heading_y = self.box.y + pad
        y = self._heading_y + heading
        for row in self.rows:
            high = px(GROWN_PX[0]) + grown if row.grows else row_height + _more(row, pictures)
            row.box = Box(left, y, inner, high)
            _place(row, pictures)
            y += high
        self.sentence_box = Box(left, y + px(8), inner, sentence)
        self._choose_words(pictures, inner)
        y = self.sentence_box.y + sentence + px(10)
        for buttons in rows:
            row_of(buttons, pictures, self.box.centre.x, y, pictures.button_px(BUTTON_PX))
            y += px(10) + pictures.button_px(BUTTON_PX)

    def _choose_words(self, pictures: Pictures, room_px: float) -> None:
        """Words of buttons give way to icons where there is no room, the last ones first."""
        for button in self._wordless:
            button.shows_word = True
        self._wordless.clear()
        gap = pictures.px(10)
        for widget in () if self.reflows else reversed(self.buttons):
            if sum(each.width(pictures) + gap for each in self.buttons) - gap <= room_px:
                return
            if isinstance(widget, Button) and widget.icon and widget.shows_word and not widget.is_strong:
                widget.shows_word = False
                self._wordless.append(widget)

    # Drawing -------------------------------------------------------------------------------------

    def picture(self, pictures: Pictures, felt: pygame.Surface, table: str) -> pygame.Surface:
        """All that no widget draws, on the felt of a table of a colour."""
        box = self.box
        surface = felt.subsurface(pygame.Rect(box).clip(felt.get_rect())).convert()
        draw_panel(surface, Box(0, 0, box.width, box.height), pictures, table)
        _blit_centred(surface, pictures.text(self.heading, "large", GOLD, True), self._heading_y - box.y)
        for row in self.rows:
            self._paint_label(surface, pictures, row)
        y = self.sentence_box.y - box.y
        for line, size in self._sentence_lines(pictures, self.sentence_box.width):
            _blit_centred(surface, pictures.text(line, size, self.sentence_colour), y)
            y += pictures.font(size).get_height()
        return surface

    def _sentence_lines(self, pictures: Pictures, room_px: float) -> list[tuple[str, str]]:
        """The lines of the sentence and the size of their letters; where all reflows it may have many."""
        if self.reflows:
            return [(line, "body") for line in wrapped(self.sentence, pictures, room_px)]
        for size, most in (("body", 1), ("small", 2)):
            lines = wrapped(self.sentence, pictures, room_px, size)
            if len(lines) <= most:
                break
        return [(line, size) for line in lines[:2]]

    def _paint_label(self, surface: pygame.Surface, pictures: Pictures, row: FormRow) -> None:
        label, high = pictures.text(row.label, "body", TEXT), pictures.font("small").get_height()
        x, room = row.box.x - self.box.x, row.box.width
        if row.stacked_px:
            y = round(row.box.y - self.box.y + pictures.px(6))
            for number, line in enumerate(_hint_lines(row, pictures, room)):
                surface.blit(pictures.text(line, "small", QUIET), (x, y + label.get_height() + number * high))
        elif row.is_below:
            y = round(row.widget.box.y - self.box.y - label.get_height() - pictures.px(6))
            right = x + label.get_width() + pictures.px(10)
            hint_y = y + pictures.font("body").get_ascent() - pictures.font("small").get_ascent()
            lines = wrapped(row.hint, pictures, x + room - right, "small")
            if len(lines) * high > row.widget.box.y - row.box.y:
                lines = [fitting(row.hint, pictures, x + room - right, "small")]
            for above, line in enumerate(reversed(lines)):
                surface.blit(pictures.text(line, "small", QUIET), (right, hint_y - above * high))
        else:
            y = round(row.box.centre.y - (label.get_height() + (high if row.hint else 0)) / 2 - self.box.y)
            hint = fitting(row.hint, pictures, room, "small")
            surface.blit(pictures.text(hint, "small", QUIET), (x, y + label.get_height()))
        surface.blit(label, (x, y))


def _place(row: FormRow, pictures: Pictures) -> None:
    width = row.widget.width(pictures)
    lines = row.widget.lines - 1
    height = pictures.button_px(HEIGHT_PX) + lines * (pictures.button_px(HEIGHT_PX) + pictures.px(6))
    row.widget.area = row.box if row.widget.takes_area else NOWHERE
    if row.is_below:
        top = 0 if row.grows else row.box.height - height - pictures.px(6)
        row.widget.place(
            pictures, row.box._replace(y=row.box.y + top, height=row.box.height - top - pictures.px(6))
        )
        return
    x, y = row.box.x + row.box.width - width, row.box.centre.y - height / 2
    if row.stacked_px:
        x, y = row.box.x, row.box.y + row.box.height - height - pictures.px(6)
    row.widget.place(pictures, Box(round(x), round(y), width, height))


def _more(row: FormRow, pictures: Pictures) -> int:
    """Height beyond that of a row of one line, in pixels."""
    return (pictures.px(row.more_px) if row.more_px else 0) + row.stacked_px


def _row_width(row: FormRow, pictures: Pictures) -> int:
    """The width that a row needs."""
    if row.stacked_px:
        return max(pictures.text_width(row.label), row.widget.width(pictures))
    if row.is_below:
        label, hint = pictures.text_width(row.label), pictures.text_width(row.hint, "small")
        return max(label + pictures.px(10) + hint, row.widget.width(pictures))
    return _beside(row, pictures) + row.widget.width(pictures)


def _hint_lines(row: FormRow, pictures: Pictures, room_px: float) -> list[str]:
    return wrapped(row.hint, pictures, room_px, "small") if row.hint else []


def _stacked_height(row: FormRow, pictures: Pictures, room_px: float) -> int:
    """Height of the name and the explanation above the widget of a row."""
    lines = len(_hint_lines(row, pictures, room_px))
    return pictures.font("body").get_height() + lines * pictures.font("small").get_height() + pictures.px(8)


def _beside(row: FormRow, pictures: Pictures) -> int:
    """Width that a row needs beside its widget."""
    if row.is_below:
        return 0
    return max(pictures.text_width(row.label), pictures.text_width(row.hint, "small")) + pictures.px(12)


def _blit_centred(surface: pygame.Surface, words: pygame.Surface, y: float) -> None:
    surface.blit(words, (round((surface.get_width() - words.get_width()) / 2), round(y)))

"""What all forms share: a panel of rows, the way through them by keyboard, and pygame_gui beneath.

Knows controls and where they stand; must not know what they change. pygame_gui is loaded
when a form first opens. Nothing is drawn while nothing changes.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.ui.drawing.canvas import Canvas
from game.ui.drawing.theme import GOLD, TEXT, unit_for
from game.ui.forms.controls import RING_PX, Control
from game.ui.forms.form_panel import FormPanel
from game.ui.forms.widgets import outline
from game.ui.scene import Scene, Stage

if TYPE_CHECKING:
    from game.ui.forms.gui import Gui


class FormScene(Scene):
    """A panel on the felt: rows, a sentence if need be, and buttons."""

    def __init__(self, stage: Stage, heading: str) -> None:
        super().__init__(stage)
        self.panel = FormPanel(heading)
        self._gui: Gui | None = None
        self._ground: pygame.Surface | None = None  # the panel without its controls
        self._focus = 0
        self._shows_ring = False  # until a key is used, the pointer is all one needs to see
        self._at: tuple[float, float] = (-1, -1)

    @property
    def title(self) -> str:
        return f"{self.panel.heading} — Patience Arcade"

    @property
    def controls(self) -> list[Control]:
        """All controls in the order of the Tab key."""
        return self.panel.controls

    def close(self) -> None:
        """What Esc does."""
        self.stage.back()

    def say(self, sentence: str) -> None:
        """Shows a sentence above the buttons."""
        if sentence != self.panel.sentence:
            self.panel.sentence = sentence
            self.redraw()

    def refuse(self, sentence: str) -> None:
        """Says why something cannot be."""
        self.stage.sounds.play("refuse", self.stage.now_ns())
        self.say(sentence)

    def redraw(self, control: Control | None = None) -> None:
        """Has a control drawn anew, or everything."""
        if control is None:
            self.canvas.damage()
            self._ground = None
        else:
            self.canvas.damage(control.ring(self.stage.pictures).grown(2))
        self.is_stale = True

    # Layout --------------------------------------------------------------------------------------

    def resize(self, canvas: Canvas) -> None:
        from game.ui.forms.gui import Gui

        super().resize(canvas)
        pictures = self.stage.pictures
        pictures.set_unit(unit_for(canvas.size))
        self.panel.lay_out(pictures, canvas.size)
        self._close_gui()
        self._gui = Gui(canvas.size, pictures)
        for control in self.controls:
            control.build(self._gui, pictures)
        self.controls[self._focus].focus(True)
        self.redraw()

    # Input ---------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        assert self._gui is not None
        if event.type == pygame.MOUSEMOTION:
            self._point(event.pos)
        elif event.type == pygame.WINDOWLEAVE:
            self._point((-1, -1))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._point(event.pos)
            self._press(event)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._point(event.pos)
            self._gui.process_events(event)
            self._redraw_changed(lambda control: control.box.contains(event.pos))
            self.released()
        elif event.type == pygame.MOUSEWHEEL and (under := self._control_at(self._at)) is not None:
            under.turn(event.y)
            self.redraw(under)
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.TEXTINPUT:
            self._text(event)

    def _text(self, event: pygame.event.Event) -> None:
        if event.text.isspace() and not self.controls[self._focus].takes_spaces:
            return  # it has pressed something
        self._go_to_line()
        self.controls[self._focus].write(event)
        self.redraw(self.controls[self._focus])

    def released(self) -> None:
        """The pointer's button was let go: what was being dragged has its value now."""

    def _point(self, at: tuple[float, float]) -> None:
        assert self._gui is not None
        self._at = at
        self._gui.point(at)
        self._redraw_changed(lambda control: control.hover(at))

    def _redraw_changed(self, has_changed: Callable[[Control], bool]) -> None:
        for control in self.controls:
            if has_changed(control):
                self.redraw(control)

    def _control_at(self, at: tuple[float, float]) -> Control | None:
        for control in self.controls:
            if control.box.contains(at):
                return control
        for row in self.panel.rows:
            if row.control.takes_row and row.box.contains(at):
                return row.control
        return None

    def _press(self, event: pygame.event.Event) -> None:
        control = self._control_at(event.pos)
        if control is None:
            return
        self._focus_on(self.controls.index(control), shows_ring=False)
        control.press(event.pos)
        if self._gui is not None:  # the press may have closed the form
            self._gui.process_events(event)
            self.redraw(control)

    def _go_to_line(self) -> None:
        """What is typed is meant for the line to type in, wherever the keyboard is."""
        lines = [index for index, control in enumerate(self.controls) if control.is_edited]
        if lines and self._focus not in lines:
            self._focus_on(lines[0], shows_ring=True)

    def _key(self, event: pygame.event.Event) -> None:
        pastes = event.key == pygame.K_v and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if event.key == pygame.K_BACKSPACE or pastes:
            self._go_to_line()
        focus, count, rows = self._focus, len(self.controls), len(self.panel.rows)
        control = self.controls[focus]
        if event.key == pygame.K_ESCAPE:
            self.close()
            return
        back = event.mod & pygame.KMOD_SHIFT
        steps = {
            pygame.K_TAB: focus + (-1 if back else 1),
            pygame.K_DOWN: focus + 1 if focus < rows else 0,
            pygame.K_UP: (focus if focus < rows else rows) - 1,
        }
        if not self._shows_ring and not control.is_edited and not control.takes_arrows:
            # Nobody should change what they do not see to be chosen.
            self._focus_on(focus, shows_ring=True)
        elif control.takes_arrows and control.key(event):
            self._focus_on(focus, shows_ring=True)
        elif event.key in steps:
            self._focus_on(steps[event.key] % count, shows_ring=True)
        elif control.key(event):
            self.redraw(control)
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._focus_on((focus + (1 if event.key == pygame.K_RIGHT else -1)) % count, shows_ring=True)
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.enter()

    def enter(self) -> None:
        """The Enter key where the control itself has no use for it."""

    def _focus_on(self, index: int, shows_ring: bool) -> None:
        before = self.controls[self._focus]
        if index != self._focus:
            before.focus(False)
            self._focus = index
            self.controls[index].focus(True)
        self._shows_ring = shows_ring
        self.redraw(before)
        self.redraw(self.controls[index])

    # Time and drawing ------------------------------------------------------------------------------

    def update(self, step_s: float) -> None:
        if self._gui is not None:
            self._gui.advance(self.stage.now_ns())
            self._redraw_changed(lambda control: control.poll())

    def draw(self, alpha: float) -> None:
        self.canvas.compose(self._paint, [])
        self.is_stale = False

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        assert self._gui is not None
        pictures = self.stage.pictures
        felt = pictures.felt(self.canvas.size, self.stage.settings.table)
        if self._ground is None:
            self._ground = self.panel.picture(pictures, felt, self.stage.settings.table)
        if not pygame.Rect(self.panel.box).contains(area):
            surface.blit(felt, area, area)
        surface.blit(self._ground, self.panel.box[:2])
        for control in self.controls:
            if area.colliderect(control.box):
                control.draw(surface, pictures)
        self._gui.draw_ui(surface)
        focused = self.controls[self._focus]
        if self._shows_ring or focused.is_edited:
            self._paint_ring(surface, focused)

    def _paint_ring(self, surface: pygame.Surface, control: Control) -> None:
        pictures, px = self.stage.pictures, self.stage.pictures.px
        ring, edited = control.ring(pictures), control.is_edited
        outline(surface, ring, (*(GOLD if edited else TEXT), 255), px(7 if edited else 7 + RING_PX), px(2))

    def leave(self) -> None:
        self._close_gui()

    def _close_gui(self) -> None:
        if self._gui is not None:
            self._gui.close()
            self._gui = None
            for control in self.controls:
                control.forget_gui()
            # Elements and their manager hold each other, and together they have 5 to 20 MB.
            gc.collect()

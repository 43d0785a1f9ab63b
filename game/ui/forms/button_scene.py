"""A screen of buttons: pressed, pointed at and gone through by keys; what is around them is the scene's own.

Knows boxes and buttons; must not know what they do.
"""

from __future__ import annotations

import pygame

from game.ui.drawing.canvas import Canvas
from game.ui.drawing.layout import next_box
from game.ui.drawing.theme import unit_for
from game.ui.forms.widgets import Button
from game.ui.scene import Scene, Stage

DIRECTIONS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}


class ButtonScene(Scene):
    """Buttons on the felt. Enter presses the one that is chosen, or the one that is meant most."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.sentence = ""
        self.chosen: Button | None = None

    # What a scene gives --------------------------------------------------------------------------

    @property
    def buttons(self) -> list[Button]:
        """All buttons in the order of the Tab key."""
        raise NotImplementedError

    def lay_out(self) -> None:
        """Places everything; the unit is set already."""
        raise NotImplementedError

    def paint(self, surface: pygame.Surface) -> None:
        """Draws what is not a button."""
        raise NotImplementedError

    def escape(self) -> None:
        """What Esc does."""
        self.stage.back()

    def other_key(self, key: int) -> None:
        """A key of this scene alone."""

    # Looks ---------------------------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        self.sentence = sentence
        self.redraw()

    def redraw(self) -> None:
        """Has everything drawn anew."""
        self.canvas.damage()
        self.is_stale = True

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        self.stage.pictures.set_unit(unit_for(canvas.size))
        self.lay_out()
        self.redraw()

    def draw(self, alpha: float) -> None:
        self.canvas.compose(self._paint, [])
        self.is_stale = False

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        felt = self.stage.pictures.felt(self.canvas.size, self.stage.settings.table)
        surface.blit(felt, area, area)
        self.paint(surface)
        for button in self.buttons:
            button.is_hot = button is self.chosen
            button.draw(surface, self.stage.pictures)

    # Input ---------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            self._choose(self._at(event.pos))
        elif event.type == pygame.WINDOWLEAVE:
            self._choose(None)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            button = self._at(event.pos)
            if button is not None:
                self._press(button)
        elif event.type == pygame.KEYDOWN:
            self._key(event.key, event.mod)

    def _at(self, at: tuple[float, float]) -> Button | None:
        return next((button for button in self.buttons if button.box.contains(at)), None)

    def _choose(self, button: Button | None) -> None:
        if button is not self.chosen:
            self.chosen = button
            self.redraw()

    def _press(self, button: Button) -> None:
        refusal = button.refusal()
        if refusal is None:
            button.press()
        else:
            self.stage.sounds.play("refuse", self.stage.now_ns())
            self.say(refusal)

    def _key(self, key: int, modifiers: int) -> None:
        buttons = self.buttons
        at = buttons.index(self.chosen) if self.chosen in buttons else None
        if key == pygame.K_ESCAPE:
            self.escape()
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            strong = next((button for button in buttons if button.is_strong), buttons[0])
            self._press(strong if at is None else buttons[at])
        elif key == pygame.K_TAB:
            step = -1 if modifiers & pygame.KMOD_SHIFT else 1
            first = 0 if step > 0 else len(buttons) - 1
            self._choose(buttons[first if at is None else (at + step) % len(buttons)])
        elif key in DIRECTIONS:
            boxes = [button.box for button in buttons]
            self._choose(buttons[0 if at is None else next_box(boxes, at, *DIRECTIONS[key])])
        else:
            self.other_key(key)

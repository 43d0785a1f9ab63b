"""A screen of buttons: pressed, pointed at and gone through by keys; what is around them is the scene's own.

Knows boxes and buttons; must not know what they do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.message import msg
from game.ui.drawing.canvas import Canvas, Picture
from game.ui.drawing.layout import Box
from game.ui.forms.focus import PRESS, Focus
from game.ui.forms.widgets import Button
from game.ui.scene import Scene, Stage
from game.ui.spoken import Spoken


class ButtonScene(Scene):
    """Buttons on the felt. Enter presses the one that has the focus, or the one that is meant most."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.sentence = ""
        self.help: Callable[[], None] | None = None
        """What F1 opens, where there is a page about it."""
        self.focus = Focus(lambda: self.buttons, lambda button: self.redraw(button.box), self.refuse)

    # What a scene gives --------------------------------------------------------------------------

    @property
    def buttons(self) -> Sequence[Button]:
        """All buttons in the order of the Tab key."""
        raise NotImplementedError

    @property
    def pressables(self) -> Sequence[Button]:
        return self.buttons

    @property
    def spoken(self) -> Spoken:
        widget, meant = self.focus.widget, self.meant()
        lines = [*self.spoken_lines]
        if widget is None and meant is not None:
            lines.append(msg("Enter: {button}", button=meant.spoken.name))
        return Spoken(self.title, lines, None if widget is None else widget.spoken)

    @property
    def spoken_lines(self) -> Sequence[str]:
        """What it shows besides its buttons, for a player who only hears it."""
        return ()

    def meant(self) -> Button | None:
        """The button that Enter presses where none has the focus."""
        return next((button for button in self.buttons if button.is_strong), self.buttons[0])

    def lay_out(self) -> None:
        """Places everything; the unit is set already."""
        raise NotImplementedError

    def paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draws what is not a button, as far as it lies in an area."""
        raise NotImplementedError

    def moving(self) -> list[Picture]:
        """What lies over it, with its corner."""
        return []

    def escape(self) -> None:
        """What Esc does."""
        self.stage.back()

    # Looks ---------------------------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        self.stage.narrate(sentence)
        self.sentence = sentence
        self.redraw()

    def refuse(self, sentence: str) -> None:
        """Says why something cannot be."""
        self.stage.sounds.play("refuse", self.stage.now_ns())
        self.say(sentence)

    def redraw(self, box: Box | None = None) -> None:
        """Has a box drawn anew, or everything."""
        self.canvas.damage(None if box is None else box.grown(2))
        self.is_stale = True

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        self.stage.pictures.set_unit(self.stage.unit_within(canvas.size))
        self.lay_out()
        self.redraw()

    def draw(self, alpha: float) -> None:
        self.canvas.compose(self._paint, self.moving())
        self.is_stale = False

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        felt = self.stage.pictures.felt(self.canvas.size, self.stage.settings.table)
        surface.blit(felt, area, area)
        self.paint(surface, area)
        for button in self.buttons:
            if area.colliderect(button.box):
                button.draw(surface, self.stage.pictures)

    # Input ---------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        if event.type != pygame.KEYDOWN:
            self.focus.handle(event)
        elif event.key == pygame.K_ESCAPE:
            self.escape()
        elif event.key == pygame.K_F1 and self.help is not None:
            self.help()
        elif event.key in PRESS and self.focus.widget is None:
            if (meant := self.meant()) is not None:
                self.focus.press(meant)
        else:
            self.focus.key(event.key, event.mod)

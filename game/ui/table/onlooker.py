"""One who looks on at a table: the buttons of its bar are pressed, by pointer or by key.

Knows the bar and the occasion's keys; must not know any one game. No card is ever in a hand here.
"""

from __future__ import annotations

import pygame

from game.ui.forms.focus import Focus
from game.ui.forms.widgets import Widget
from game.ui.table.part import Part
from game.ui.table.table import Table


class Onlooker(Part):
    """The hands of one who moves no cards."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._focus = Focus(lambda: table.bars.buttons, self._redraw, self._refused)

    def take(self, event: pygame.event.Event) -> bool:
        table = self._table
        if table.panel is not None:
            return False
        if event.type == pygame.KEYDOWN:
            table.is_stale = True
            self._key(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and table.hurry():
            table.is_stale = True
        elif event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.WINDOWLEAVE):
            return self._focus.handle(event)
        else:
            return False
        return True

    def _key(self, event: pygame.event.Event) -> None:
        occasion = self._table.occasion
        if event.key == pygame.K_ESCAPE:
            occasion.escape()
        elif event.key == pygame.K_F1:
            occasion.open_rules()
        elif event.key == pygame.K_t:
            self._table.say(self._table.bars.told)
        elif event.key == pygame.K_TAB or (event.key in (pygame.K_RETURN, pygame.K_KP_ENTER)):
            self._focus.key(event.key, event.mod)
        else:
            occasion.other_key(event.key, event.mod)

    def _redraw(self, button: Widget) -> None:
        self._table.canvas.damage(button.box)
        self._table.is_stale = True

    def _refused(self, refusal: str) -> None:
        self._table.say(refusal)
        self._table.sound("refuse")

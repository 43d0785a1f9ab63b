"""Fans that take room from each other as they grow, and the notice that stands beside them.

Knows where fans stand; must not know input, nor why a fan has grown.
"""

from __future__ import annotations

import pygame

from game.play.game import Action
from game.rules.position import Position
from game.ui.games.three_shuffles.notice import Notice
from game.ui.games.three_shuffles.view import ThreeShufflesView
from game.ui.table.part import Part
from game.ui.table.table import Table


class FanPlaces(Part):
    """Brings the fans to their places whenever the position has changed."""

    def __init__(self, table: Table, view: ThreeShufflesView) -> None:
        self._table, self._view = table, view
        self._notice = Notice(table.stage.pictures)

    def shows(self, before: Position, action: Action) -> bool:
        table = self._table
        slots = self._view.lay_out(table.space, table.game.position).slots
        if slots != table.slots:
            table.slots = slots
            table.canvas.damage()
        else:
            table.canvas.damage(self._view.notice_box(table.space, table.game.position))
        return False

    def dealt(self) -> None:
        self._table.canvas.damage()  # empty fans are closed from now on

    def paint_beside(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        table = self._table
        box = self._view.notice_box(table.space, table.game.position)
        if area.colliderect(box):
            self._notice.paint(surface, box, self._view.variant, table.game.position)

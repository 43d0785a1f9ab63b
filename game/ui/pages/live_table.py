"""A small table in a form that shows what a setting does; pressed, it plays a move, and then takes it back.

Knows a table and a box of the form; must not know which settings there are.
"""

from __future__ import annotations

from copy import copy

import pygame

from game.message import msg
from game.play.deal import deal_number
from game.play.game import Act, Game
from game.rules import find_variant
from game.rules.position import STOCK, Move
from game.ui.drawing.canvas import Canvas
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.shapes import outline
from game.ui.drawing.theme import OUTLINE
from game.ui.forms.widgets import NOWHERE, Widget
from game.ui.games.small_table import SHOWN_DEAL
from game.ui.games.tables import looked_on
from game.ui.scene import Stage
from game.ui.spoken import Focused
from game.ui.table.table import Table

LEAST_HEIGHT_PX = 400
"""A table is laid out at least so high, and shown smaller: its words take no more room than at a real one."""


class LiveTable(Widget):
    """A table of a game, with everything as it is set."""

    takes_area = True

    def __init__(self, stage: Stage, name: str) -> None:
        """`name` is that of the game."""
        self._stage = stage
        self.name = name
        self._table: Table | None = None
        self._game: Game | None = None
        self._surface: pygame.Surface | None = None
        self._picture: pygame.Surface | None = None
        self._is_played = False  # whether the move that a press shows has been made

    @property
    def spoken(self) -> Focused:
        return Focused(
            "", msg("a small table of {game}; Enter plays a move there", game=find_variant(self.name).title)
        )

    def width(self, pictures: Pictures) -> int:
        return pictures.px(300)

    # The table -----------------------------------------------------------------------------------

    def show(self, name: str) -> None:
        """Shows the table of another game from now on."""
        if name != self.name:
            self.name, self._table, self._is_played = name, None, False

    def place(self, pictures: Pictures, box: Box) -> None:
        """Lays the table out with the settings as they are now."""
        self.box = Box(*map(round, box))
        self._picture = None
        if self.box.width <= 0 or self.box.height <= 0:
            return
        factor = max(1.0, LEAST_HEIGHT_PX / self.box.height)
        size = round(self.box.width * factor), round(self.box.height * factor)
        if self._table is None:
            self._table = self._new_table()
        its_pictures = self._table.stage.pictures
        its_pictures.choose_cards(pictures.choice)
        its_pictures.language = pictures.language
        self._surface = pygame.Surface(size)
        self._table.hurry()
        self._table.resize(Canvas(self._surface))

    def _new_table(self) -> Table:
        game = self._game = Game(deal_number(find_variant(self.name), SHOWN_DEAL))
        stage = copy(self._stage)
        stage.pictures = stage.pictures.another()
        table = looked_on(stage, game)
        for move in table.view.tile_moves:
            game.play(move, 0)
        table.bars.buttons = ()
        return table

    def press(self) -> None:
        """Has a move seen, or taken back if it was seen last."""
        table, game = self._table, self._game
        if table is None or game is None or self.box == NOWHERE:
            return
        table.hurry()
        before = game.position
        action = Act.UNDO if self._is_played else _first_move(game)
        self._is_played = not self._is_played
        game.play(action, 0)
        table.show(before, action)
        self._picture = None

    # Time and drawing ----------------------------------------------------------------------------

    @property
    def is_moving(self) -> bool:
        """Whether a card is on its way there."""
        return self._table is not None and self._table.is_moving

    def update(self, step_s: float) -> None:
        """Advances the cards on their way."""
        if self._table is not None:
            self._table.update(step_s)
            self._picture = None

    def draw(self, surface: pygame.Surface, pictures: Pictures) -> None:
        if self._table is None or self._surface is None:
            return
        if self._picture is None:
            self._table.draw(1.0)
            size = int(self.box.width), int(self.box.height)
            self._picture = pygame.transform.smoothscale(self._surface, size)
        surface.blit(self._picture, self.box[:2])
        outline(surface, self.box, OUTLINE, pictures.px(3), pictures.px(1))


def _first_move(game: Game) -> Move:
    """A move of cards that lie on the table, if there is one."""
    moves = game.variant.legal_moves(game.position)
    return next((move for move in moves if move != STOCK), moves[0])

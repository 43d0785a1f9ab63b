"""What a table of Golf looks like: seven columns above, the stock and the foundation below.

Knows Golf and geometry; must not know input, nor what practice offers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from game.play.game import GameSnapshot
from game.rules.position import Position
from game.storage.profile import Settings
from game.ui.drawing.layout import Slot, card_size, columns_across
from game.ui.drawing.theme import TEXT
from game.ui.table.assembly import GameTables
from game.ui.table.bars import Field
from game.ui.table.view import EVERYWHERE, BarValues, Layout, Page, Space, View
from tests.golf.rules import COLUMNS, STOCK_PILE, Golf

ROWS = 3.4
"""Card heights that the room is divided into."""
EDGE_PX = 12


class GolfView(View[Golf]):
    """A table of Golf."""

    tagline: ClassVar = "Up or down by one, until the columns are empty."
    tile_options: ClassVar = (("Kings end it", "around=no"), ("Around the corner", "around=yes"))
    page: ClassVar = Page(
        ("Play off all 35 cards of the columns.",),
        ("The last card of a column goes to the foundation, one higher or one lower, of any suit.",),
        (("Drag, double-click, H", "plays a card off"), ("Click the stock, D", "turns a card"), *EVERYWHERE),
    )

    def fields(self) -> Sequence[Field]:
        return [Field("Left", "35")]

    def options_words(self) -> str:
        return "around the corner" if self.variant.around else ""

    def readings(self, game: GameSnapshot, settings: Settings) -> BarValues:
        stock = len(game.position.piles[STOCK_PILE])
        return BarValues([(str(self.variant.result(game.position)), TEXT)], [("Stock", str(stock))])

    def lay_out(self, space: Space, position: Position) -> Layout:
        edge = space.pictures.px(EDGE_PX)
        inner = space.room._replace(x=space.room.x + edge, width=space.room.width - 2 * edge)
        width, height = card_size(inner, len(COLUMNS), ROWS)
        xs = columns_across(inner, len(COLUMNS), width)
        below = round(inner.y + inner.height - height - edge)
        columns = [Slot(x, inner.y + edge, "down", below - inner.y - 2 * edge) for x in xs]
        return Layout((width, height), [Slot(xs[0], below), Slot(xs[3], below), *columns])


GOLF = GameTables(GolfView)

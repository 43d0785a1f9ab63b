"""What a table of FreeCell looks like: cells and foundations above, the columns below them.

It offers no tutorial, no settings, no options, no limit, no chart of its own.
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
from tests.freecell.rules import COLUMNS, FreeCell

ROWS = 3.4
"""Card heights that the room is divided into."""
EDGE_PX = 12


class FreeCellView(View[FreeCell]):
    """A table of FreeCell."""

    tagline: ClassVar = "Four cells, and every card in sight."
    page: ClassVar = Page(
        ("Bring all cards home.",),
        ("Columns are built down in alternating colours; a cell holds one card.",),
        (("Drag, double-click, H", "sends a card home"), *EVERYWHERE),
    )

    def fields(self) -> Sequence[Field]:
        return [Field("Home", "52")]

    def readings(self, game: GameSnapshot, settings: Settings) -> BarValues:
        return BarValues([(str(self.variant.home(game.position)), TEXT)], [])

    def lay_out(self, space: Space, position: Position) -> Layout:
        edge = space.pictures.px(EDGE_PX)
        inner = space.room._replace(x=space.room.x + edge, width=space.room.width - 2 * edge)
        width, height = card_size(inner, len(COLUMNS), ROWS)
        xs = columns_across(inner, len(COLUMNS), width)
        top = inner.y + edge
        below = top + height + edge
        above = [Slot(x, top) for x in (*xs[4:], *xs[:4])]
        columns = [Slot(x, below, "down", inner.y + inner.height - below - edge) for x in xs]
        return Layout((width, height), [*above, *columns])


FREECELL = GameTables(FreeCellView)

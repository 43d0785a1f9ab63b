"""Two games that the program does not know: Golf has a stock and options, FreeCell cells and neither.

Each is rules and a table, all that one must write to add a game; `registered` does what naming them in the
two tables of games would do.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from game.rules import VARIANTS
from game.ui.games.tables import TABLES
from tests.freecell.rules import FreeCell
from tests.freecell.table import FREECELL
from tests.golf.rules import Golf
from tests.golf.table import GOLF

FOREIGN = (Golf, FreeCell)


@contextmanager
def registered() -> Iterator[None]:
    """Both are games of the program for as long as this lasts."""
    VARIANTS.update({variant.name: variant for variant in FOREIGN})
    TABLES.update({Golf.name: lambda: GOLF, FreeCell.name: lambda: FREECELL})
    try:
        yield
    finally:
        for variant in FOREIGN:
            del VARIANTS[variant.name], TABLES[variant.name]

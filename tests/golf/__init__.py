"""Golf, a fifth game that the program does not know: the proof of what one must write to add a game.

`rules` and `table` are all of it; `registered` does what naming it in the two tables of games would do.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from game.rules import VARIANTS
from game.ui.games.tables import TABLES
from tests.golf.rules import Golf
from tests.golf.table import GOLF


@contextmanager
def registered() -> Iterator[None]:
    """Golf is one of the games for as long as this lasts."""
    VARIANTS[Golf.name], TABLES[Golf.name] = Golf, lambda: GOLF
    try:
        yield
    finally:
        del VARIANTS[Golf.name], TABLES[Golf.name]

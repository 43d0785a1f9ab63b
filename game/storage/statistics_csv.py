"""The statistics as a table for other programs: CSV, one line a game.

Knows games and the names of columns; must not know the database.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from game.play.played import PlayedGame
from game.rules import VARIANTS
from game.storage.files import write_there

COLUMNS = (
    *("order", "started", "game", "options", "deal", "kind", "outcome", "won", "result"),
    *("cards_home", "play_time_ms", "moves", "par"),
)
"""What every game has; `kind` says whether it counts, or why it is told apart."""
UNIT = "unit"
"""The last column, behind the figures that only some games have: what the result is counted in."""


def csv_text(games: Iterable[PlayedGame]) -> str:
    """All games, with their names of columns in the first line."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    figures = {name: column for each in VARIANTS.values() for name, column in each.figure_columns.items()}
    writer.writerow([*COLUMNS, *figures.values(), UNIT])
    for game in games:
        result = game.result
        writer.writerow(
            [
                *(game.order, _harmless(game.started), game.variant, game.options, game.number),
                *(game.kind.value, result.outcome.value, int(result.is_won), result.value),
                *(result.home, result.elapsed_ms, result.moves, game.par),
                *(result.figures.get(name) for name in figures),
                VARIANTS[game.variant].unit.full if game.variant in VARIANTS else "",
            ]
        )
    return text.getvalue()


def _harmless(text: str) -> str:
    """Foreign text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def write_csv(path: Path, games: Iterable[PlayedGame]) -> None:
    """Writes the table to a new file or in the place of a regular one, as a whole.

    Raises:
        StorageError: it cannot be written.
    """
    write_there(path, csv_text(games).encode())

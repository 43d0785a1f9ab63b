"""When the play time of a table passes: while its cards are seen, and no part of it holds the clock.

Knows the session's clock and what stops it; must not know why a part holds it.
"""

from __future__ import annotations

from game.ui.table.table import Table


def let_time_pass(table: Table) -> None:
    """Has play time pass from now on, unless something at the table stops it."""
    is_hidden = table.is_dealing or (table.panel is not None and (table.hides_cards or not table.is_timed))
    if not is_hidden and not any(part.holds_clock for part in table.parts.having("holds_clock")):
        table.session.start()

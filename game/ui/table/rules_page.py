"""The rules of a game as they are at one table: goal, rules, controls and strategy."""

from __future__ import annotations

from game.play.played import compared_by
from game.ui.table.table import Table
from game.ui.table.view import SeenPage


def seen_page(table: Table) -> SeenPage:
    """Goal, rules, controls and strategy at this table."""
    return table.view.page.seen(_options(table))


def open_rules(table: Table) -> None:
    """Shows the rules of the game at this table; the clock of a round goes on."""
    table.context.navigation.go("rules", table.variant, _options(table))


def _options(table: Table) -> frozenset[str]:
    """Options of the rules and of the table (see `Page.seen`)."""
    options = compared_by(table.variant, table.session.tags if table.is_played else {}).split()
    mirrored = ("mirrored",) if table.context.settings.left_handed else ()
    practice = ("practice",) if table.mode.is_practice else ()
    return frozenset((*options, *mirrored, *practice))

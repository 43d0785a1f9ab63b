"""The tables of all games: one entry a game, imported when it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.play.game import GameSnapshot
from game.session.session import Session
from game.ui.screen import Context
from game.ui.table.assembly import GameTables
from game.ui.table.table import Table
from game.ui.table.view import View


def _rush() -> GameTables:
    from game.ui.games.rush.practice import RUSH

    return RUSH


def _spider() -> GameTables:
    from game.ui.games.spider.practice import SPIDER

    return SPIDER


def _one_three_back() -> GameTables:
    from game.ui.games.one_three_back.practice import ONE_THREE_BACK

    return ONE_THREE_BACK


def _three_shuffles() -> GameTables:
    from game.ui.games.three_shuffles.practice import THREE_SHUFFLES

    return THREE_SHUFFLES


TABLES: dict[str, Callable[[], GameTables]] = {
    "rush": _rush,
    "spider": _spider,
    "one-three-back": _one_three_back,
    "three-shuffles": _three_shuffles,
}
"""The tables of each game, by the game's name."""


def view_class(name: str) -> type[View[Any]]:
    """Returns the view of a game by name."""
    return TABLES[name]().view


def table_of(context: Context, session: Session, is_fresh: bool = False) -> Table:
    """The table at which a session is played; `is_fresh` when the cards are still to be dealt."""
    return TABLES[session.game.variant.name]().practice(context, session, is_fresh)


def looked_on(context: Context, game: GameSnapshot) -> Table:
    """A table that shows a game, and at which nothing can be done."""
    return TABLES[game.variant.name]().looked_on(context, game, None)


def demonstration_of(context: Context, session: Session) -> Table:
    """A table at which the program plays a session's game on, as the player looks on."""
    from game.ui.table.demonstration import demonstrated

    return demonstrated(TABLES[session.game.variant.name](), context, session)

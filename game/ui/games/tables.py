"""The table at which a session is played: one entry a game, imported when it is first needed.

Knows how a session and its table come together; must not know any one game.
"""

from __future__ import annotations

from collections.abc import Callable

from game.session.session import Session
from game.ui.scene import Stage
from game.ui.table.table import TableScene


def _rush() -> type[TableScene]:
    from game.ui.games.rush.rush import RushScene

    return RushScene


def _spider() -> type[TableScene]:
    from game.ui.games.spider.spider import SpiderScene

    return SpiderScene


def _one_three_back() -> type[TableScene]:
    from game.ui.games.one_three_back.one_three_back import OneThreeBackScene

    return OneThreeBackScene


def _three_shuffles() -> type[TableScene]:
    from game.ui.games.three_shuffles.three_shuffles import ThreeShufflesScene

    return ThreeShufflesScene


TABLES: dict[str, Callable[[], type[TableScene]]] = {
    "rush": _rush,
    "spider": _spider,
    "one-three-back": _one_three_back,
    "three-shuffles": _three_shuffles,
}
"""The table of each game, by the game's name."""


def scene_class(name: str) -> type[TableScene]:
    """The table scene of the game called `name`."""
    return TABLES[name]()


def table_of(stage: Stage, session: Session, is_fresh: bool = False) -> TableScene:
    """The table of a session; `is_fresh` when the cards are still to be dealt."""
    return scene_class(session.game.variant.name)(stage, session, is_fresh)

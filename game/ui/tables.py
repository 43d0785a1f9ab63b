"""The table at which a session is played.

Knows how a session and its scene come together; must not know any one game. The scene of a
game is the module of its name in `scenes`, found when it is first needed.
"""

from __future__ import annotations

from importlib import import_module

from game.session.session import Session
from game.ui.scene import Stage
from game.ui.table import TableScene


def scene_class(name: str) -> type[TableScene]:
    """The table scene of the game called `name`."""
    module = import_module(f"game.ui.scenes.{name.replace('-', '_')}")
    scene: type[TableScene] = module.SCENE
    return scene


def table_of(stage: Stage, session: Session, is_fresh: bool = False) -> TableScene:
    """The table of a session; `is_fresh` when the cards are still to be dealt."""
    return scene_class(session.game.variant.name)(stage, session, is_fresh)

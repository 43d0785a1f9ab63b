"""Session down at a table: a new deal, the same deal again, or an unfinished game.

Knows how a game, its journal and its scene come together; must not know any one game.
The scene of a game is the module of its name in `scenes`, found when it is first needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module

from game.play.deal import Deal, deal_number
from game.play.game import Game
from game.rules.variant import Variant
from game.session.session import Session
from game.storage.files import StorageError
from game.storage.library import Unfinished
from game.ui.scene import Stage
from game.ui.table import TableScene


def scene_class(name: str) -> type[TableScene]:
    """The table scene of the game called `name`."""
    module = import_module(f"game.ui.scenes.{name.replace('-', '_')}")
    scene: type[TableScene] = module.SCENE
    return scene


def new_game(stage: Stage, variant: Variant, number: int | None = None, is_first: bool = False) -> TableScene:
    """A fresh game of a deal number, marked if it was played before, or of the next deal.

    When it is the first thing the program shows, nobody waits for the statistics to be read:
    whether the deal was known shows when the game is counted.
    """
    if number is None:
        table = start(stage, Game(deal_number(variant, stage.dealer.number(variant))), {}, is_fresh=True)
        table.session.trouble, stage.dealer.trouble = table.session.trouble or stage.dealer.trouble, None
        return table
    deal = deal_number(variant, number)
    with suppress(StorageError):
        if not is_first and stage.library.statistics.was_played(deal):
            return same_deal(stage, deal)
    return start(stage, Game(deal), {}, is_fresh=True)


def same_deal(stage: Stage, deal: Deal) -> TableScene:
    """The same deal once more, marked as played again."""
    return start(stage, Game(deal), {"replayed": "yes"}, is_fresh=True)


def start(
    stage: Stage, game: Game, about: Mapping[str, str], is_fresh: bool, elapsed_ms: int = 0
) -> TableScene:
    """A table with its own new journal; when that cannot be written, the game goes on unsaved.

    The play time goes on from `elapsed_ms`, or from the last action if that is later.

    Raises:
        SealedError: the deal must not be seen.
    """
    stage.check_seen(game.deal)
    now = stage.utc_now()
    about = {"started": now.strftime("%Y-%m-%dT%H:%M:%SZ"), **about}
    journal, trouble = None, None
    try:
        journal = stage.library.begin(game, about, f"{game.variant.name}-{now.strftime('%Y%m%d-%H%M%S')}")
        if elapsed_ms > game.elapsed_ms:
            journal.note(stage.library.clock_line(elapsed_ms))
    except StorageError as error:
        trouble = f"This game is not saved: {error}."
    session = Session(game, journal, stage.library, stage.now_ns, max(elapsed_ms, game.elapsed_ms))
    session.about, session.trouble = about, trouble
    return scene_class(game.variant.name)(stage, session, is_fresh)


def go_on(stage: Stage, unfinished: Unfinished) -> TableScene:
    """An unfinished game at the position and time where it was left.

    Raises:
        StorageError: it is being played in another window.
        SealedError: the deal must not be seen.
    """
    stage.check_seen(unfinished.record.deal)
    game, journal, trouble = stage.library.go_on(unfinished)
    session = Session(game, journal, stage.library, stage.now_ns, unfinished.elapsed_ms)
    session.about, session.trouble = unfinished.record.about, trouble
    return scene_class(game.variant.name)(stage, session, is_fresh=False)

"""Code that runs inside a measured child to find leaks: very many games, one after the other.

`sessions FIRST GAMES` plays without a window, `tables FIRST GAMES` at the tables of the window; both
print what is held after the first games, and how much more after all of them. Whoever starts it gives
it a data folder of its own.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import psutil

from game.play.game import ControlAction
from game.rules import VARIANTS, find_variant
from game.rules.variant import Variant
from game.session.session import Session
from game.storage.files import data_folder
from game.ui.app import App
from game.ui.games.tables import table_of
from game.ui.table.table import Table
from game.ui.window.services import Services
from game.ui.window.window import Window
from tools.bench.display import WINDOW_SIZE

ACTIONS = 12
FRAMES = 3
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)


class Held(NamedTuple):
    """Resources that the process holds."""

    mb: float
    objects: int
    handles: int


def held() -> Held:
    """Returns the resources that are held now, after a garbage collection."""
    gc.collect()
    process = psutil.Process()
    handles = len(process.open_files()) + threading.active_count()
    return Held(process.memory_info().rss / 1e6, len(gc.get_objects()), handles)


class World:
    """A clock of days and nanoseconds that goes on with each game, and chance that can be had again."""

    def __init__(self) -> None:
        self.chance = random.Random(1)
        self.games = 0

    def now_ns(self) -> int:
        """Some seconds for each game."""
        return self.games * 10_000_000_000

    def utc_now(self) -> datetime:
        """A minute for each game."""
        return BEGUN + timedelta(minutes=self.games)


def sessions(app: App, world: World) -> Iterator[None]:
    """Games without a window: played a little, and ended or given up; yields after each."""
    for variant in _variants():
        session = app.context.sessions.deal(variant, world.games)
        session.start()
        for _ in range(ACTIONS):
            moves = variant.legal_moves(session.game.position)
            if not moves or session.game.is_over:
                break
            session.act(world.chance.choice(moves))
        _leave(session)
        yield


def _leave(session: Session) -> None:
    if session.game.end_refusal() is None:
        session.act(ControlAction.END)
        session.leave()
    else:
        session.abandon()


def tables(app: App, world: World) -> Iterator[None]:
    """The same at the tables of the window, which are shown, played at, and left for another."""
    for variant in _variants():
        table = table_of(app.context, app.context.sessions.deal(variant, world.games), is_fresh=True)
        app.go_to(table)
        for _ in range(ACTIONS):
            moves = variant.legal_moves(table.game.position)
            if not moves or table.game.is_over:
                break
            table.act(world.chance.choice(moves))
            _frames(app, table)
        if table.session.game.end_refusal() is None:
            table.act(ControlAction.END)
        _frames(app, table)
        table.session.abandon()
        yield


def _frames(app: App, table: Table) -> None:
    for _ in range(FRAMES):
        table.on_tick()
        table.update(1 / 120)
        table.draw(0.5)
        app.window.show(table.canvas.take_changed())


def _variants() -> Iterator[Variant]:
    while True:
        yield from map(find_variant, VARIANTS)


PLAYED: dict[str, Callable[[App, World], Iterator[None]]] = {"sessions": sessions, "tables": tables}


def soak(what: str, first: int, count: int) -> None:
    """Plays, and prints what was held after the first games, and what more after all of them."""
    world = World()
    services = Services(now_ns=world.now_ns, utc_now=world.utc_now)
    app = App(Window(WINDOW_SIZE, "Patience Arcade"), data_folder(), services)
    app.go_home()
    before = held()
    for _ in PLAYED[what](app, world):
        world.games += 1
        if world.games == first:
            before = held()
        if world.games == count:
            break
    after = held()
    told = {
        "first_mb": before.mb,
        "more_mb": after.mb - before.mb,
        "more_objects": after.objects - before.objects,
        "more_handles": after.handles - before.handles,
    }
    print("soak " + json.dumps(told), flush=True)
    app.window.close()


if __name__ == "__main__":
    soak(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))

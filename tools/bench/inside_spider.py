"""Frames of Spider drawn without a player, inside a measured child.

Knows the window's screens; see `bench.inside`, which starts it.
"""

from __future__ import annotations

import json
import time

from game.rules import find_variant
from game.rules.position import STOCK
from game.storage.files import data_folder
from game.ui.app import STEP_S, App
from game.ui.games.tables import table_of
from game.ui.table.hand import CardController
from game.ui.table.table import Table
from game.ui.window.window import Window
from tools.bench.spider import DEAL, REDRAW, ROW

DEALS = 12
REDRAWS = 300
STEPS = 2  # of the simulation in a frame at 60 a second


def spider(size: tuple[int, int]) -> None:
    """Prints the real size of the window and the CPU milliseconds of every frame."""
    app = App(Window(size, "Patience Arcade"), data_folder())
    variant = find_variant("spider")
    costs: dict[str, list[float]] = {DEAL: [], ROW: [], REDRAW: []}
    for number in range(DEALS):
        screen = table_of(app.context, app.context.sessions.deal(variant, number), is_fresh=True)
        app.go_to(screen)
        hand = next(part for part in screen.parts if isinstance(part, CardController))
        if not number:
            while app.context.pictures.load_next():
                pass
        dealt = _flight_ms(app, screen)
        rows: list[float] = []
        while screen.variant.stock_refusal(screen.game.position) is None:
            hand.move(STOCK)
            rows += _flight_ms(app, screen)
        if number:  # the first one warms up
            costs[DEAL] += dealt
            costs[ROW] += rows
    for _ in range(REDRAWS):
        screen.canvas.damage()
        costs[REDRAW].append(_frame_ms(app, screen, steps=0))
    told = {"size": app.window.surface.get_size(), "costs_ms": costs}
    print("spider " + json.dumps(told), flush=True)
    app.window.close()


def _flight_ms(app: App, screen: Table) -> list[float]:
    found = []
    while screen.is_animating:
        found.append(_frame_ms(app, screen, STEPS))
    return found


def _frame_ms(app: App, screen: Table, steps: int) -> float:
    started_ns = time.process_time_ns()
    for _ in range(steps):
        screen.update(STEP_S)
    screen.draw(0.5)
    app.window.show(screen.canvas.take_changed())
    return (time.process_time_ns() - started_ns) / 1e6

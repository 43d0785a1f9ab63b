"""Frames of Spider drawn without a player, inside a measured child.

Knows the window's scenes; see `bench.inside`, which starts it.
"""

from __future__ import annotations

import json
import time

from game.rules import find_variant
from game.rules.position import STOCK
from game.storage.places import data_folder
from game.ui.app import STEP_S, App
from game.ui.games.tables import table_of
from game.ui.table.hand import Hand
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
        scene = table_of(app.stage, app.stage.sessions.deal(variant, number), is_fresh=True)
        app.go_to(scene)
        hand = next(part for part in scene.parts if isinstance(part, Hand))
        if not number:
            while app.stage.pictures.load_next():
                pass
        dealt = _flight_ms(app, scene)
        rows: list[float] = []
        while scene.variant.stock_refusal(scene.game.position) is None:
            hand.move(STOCK)
            rows += _flight_ms(app, scene)
        if number:  # the first one warms up
            costs[DEAL] += dealt
            costs[ROW] += rows
    for _ in range(REDRAWS):
        scene.canvas.damage()
        costs[REDRAW].append(_frame_ms(app, scene, steps=0))
    told = {"size": app.window.surface.get_size(), "costs_ms": costs}
    print("spider " + json.dumps(told), flush=True)
    app.window.close()


def _flight_ms(app: App, scene: Table) -> list[float]:
    found = []
    while scene.is_moving:
        found.append(_frame_ms(app, scene, STEPS))
    return found


def _frame_ms(app: App, scene: Table, steps: int) -> float:
    started_ns = time.process_time_ns()
    for _ in range(steps):
        scene.update(STEP_S)
    scene.draw(0.5)
    app.window.show(scene.canvas.take_changed())
    return (time.process_time_ns() - started_ns) / 1e6

"""Latency of a held card: from the pointer's motion to the first pixel that has changed.

Measured on a screen of its own, beside a bare window that draws one picture at the pointer.
"""

from __future__ import annotations

import json
import time

from tools.bench.display import virtual_display
from tools.bench.figures import Figure, percentile
from tools.bench.program import INSIDE, programs
from tools.bench.x11 import Area, Display, screen

MOVES = 60
FAR_PX = 60
REST_S = 0.25
"""After which a card hangs still again."""
GOAL_MS = 2.0


def measure() -> list[Figure]:
    """Holds a card, and then a bare picture, and moves each to and fro, with a rest after each move."""
    found, medians = [], []
    for what, child in (("held card", "held"), ("a bare picture at the pointer", "bare")):
        with virtual_display() as environment, programs((*INSIDE, child), on=environment) as (program,):
            told = json.loads(program.line("held "))
            with screen(environment["DISPLAY"]) as seen:
                costs_ms = [1000 * answer_s for answer_s in _answers_s(seen, told["at"], told["area"])]
        medians.append(percentile(costs_ms, 0.5))
        goal = GOAL_MS if child == "held" else None
        found.append(Figure(f"pointer to first changed pixel, {what}, median", medians[-1], "ms", goal))
        found.append(Figure(f"pointer to first changed pixel, {what}, p90", percentile(costs_ms, 0.9), "ms"))
    return [*found, Figure("held card beside a bare picture", medians[0] / medians[1], "×")]


def _answers_s(seen: Display, at: tuple[int, int], area: Area) -> list[float]:
    """Drags what is at a point to and fro, and watches an area around it."""
    x, y = at
    seen.move(x, y)
    time.sleep(REST_S)
    seen.press(True)
    time.sleep(REST_S)
    for step in (10, 20, 0):
        seen.move(x + step, y)
        time.sleep(REST_S)
    found = []
    for move in range(MOVES):
        found.append(seen.answer_s(x + (FAR_PX if move % 2 == 0 else 0), y, area))
        time.sleep(REST_S)
    seen.press(False)
    return found

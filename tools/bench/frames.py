"""Cost of a frame by the size of the window: everything redrawn, and a dragged run."""

from __future__ import annotations

import json
from statistics import fmean

from tools.bench.figures import Figure, percentile
from tools.bench.program import INSIDE, programs

SIZES = ((1280, 800), (1920, 1080), (3840, 2160))
DRAG_GOALS_MS = {(1920, 1080): 0.3, (3840, 2160): 1.0}
DRAG = "13-card drag"
BARE_DRAG = "the same pictures blitted bare"
LAST_SECONDS = "13-card drag in the last ten seconds"
GOAL_LAST_SECONDS = 1.3
REDRAW = "full redraw, 52 cards"
ONE_COPY = "the window copied once, and shown"
GOAL_BESIDE_BARE = 1.25
BESIDE = ((DRAG, BARE_DRAG, GOAL_BESIDE_BARE), (REDRAW, ONE_COPY, None))
"""Measurements, each with the one that it is compared with and the goal of their ratio, if any."""


def measure() -> list[Figure]:
    """Draws frames in a child for each size; CPU time of motion, drawing and showing."""
    found = []
    for size in SIZES:
        with programs((*INSIDE, "frames", *map(str, size))) as (program,):
            told = json.loads(program.line("frames "))
        shown, costs = "×".join(map(str, told["size"])), told["costs_ms"]
        for what, costs_ms in costs.items():
            goal = DRAG_GOALS_MS.get(size) if what == DRAG else None
            found.append(Figure(f"{what}, {shown}, median", percentile(costs_ms, 0.5), "ms", goal))
            found.append(Figure(f"{what}, {shown}, p99", percentile(costs_ms, 0.99), "ms"))
        for what, floor, goal in BESIDE:
            times = percentile(costs[what], 0.5) / percentile(costs[floor], 0.5)
            found.append(Figure(f"{what}, {shown}, beside {floor}", times, "×", goal))
        (late, usual) = (fmean(told["last_seconds_ms"][what]) for what in (LAST_SECONDS, DRAG))
        words = f"{LAST_SECONDS}, {shown}, mean, beside an ordinary one"
        found.append(Figure(words, late / usual, "×", GOAL_LAST_SECONDS))
    return found

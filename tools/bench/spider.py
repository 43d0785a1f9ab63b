"""Cost of the largest table: Spider with all 104 cards redrawn, its deal and its rows in flight."""

from __future__ import annotations

import json

from tools.bench.figures import Figure, percentile
from tools.bench.program import INSIDE, programs

SIZES = ((1280, 800), (1920, 1080), (3840, 2160))
MEASURED_FOR = (1920, 1080)
REDRAW = "full redraw, 104 cards"
DEAL = "deal of 54 cards"
ROW = "row of ten"
GOAL_REDRAW_MS = 1.5
GOAL_FRAME_MS = 8.3


def measure() -> list[Figure]:
    """Deals and redraws in a child for each size; CPU time of motion, drawing and showing."""
    found = []
    for size in SIZES:
        with programs((*INSIDE, "spider", *map(str, size))) as (program,):
            told = json.loads(program.line("spider "))
        shown = "×".join(map(str, told["size"]))
        for what, costs_ms in told["costs_ms"].items():
            has_goal = size == MEASURED_FOR
            redraw_goal = GOAL_REDRAW_MS if has_goal and what == REDRAW else None
            frame_goal = GOAL_FRAME_MS if has_goal and what != REDRAW else None
            found.append(Figure(f"{what}, {shown}, median", percentile(costs_ms, 0.5), "ms", redraw_goal))
            found.append(Figure(f"{what}, {shown}, p99", percentile(costs_ms, 0.99), "ms", frame_goal))
    return found

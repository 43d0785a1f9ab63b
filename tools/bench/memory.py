"""Memory that the program holds at a table of 1280×800, once all pictures are loaded."""

from __future__ import annotations

import time

from tools.bench.figures import Figure
from tools.bench.launch import TABLE
from tools.bench.program import INSIDE, MAIN, programs

SETTLE_S = 5.0
GOAL_MB = 54.0
GOAL_ALL_MB = 60.0


def measure() -> list[Figure]:
    """Runs the program at a table, at its home screen, and at a table where a form was opened and left."""
    with programs(TABLE, (MAIN,), (*INSIDE, "form")) as (table, home, form):
        for measure in (table, home, form):
            measure.wait_for_first_frame()
        form.line("form left")
        time.sleep(SETTLE_S)
        return [
            Figure("resident at the table, 1280×800", table.memory_mb(), "MB", GOAL_MB),
            Figure("all processes, no hint asked", table.memory_of_all_mb(), "MB", GOAL_ALL_MB),
            Figure("resident on the home screen", home.memory_mb(), "MB"),
            Figure("resident after a form was opened and left", form.memory_mb(), "MB"),
        ]

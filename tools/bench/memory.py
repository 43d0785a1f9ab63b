"""How much memory the program holds at a table of 1280×800, once all pictures are loaded."""

from __future__ import annotations

import time

from tools.bench.figures import Figure
from tools.bench.launch import TABLE
from tools.bench.program import MAIN, programs

SETTLE_S = 5.0
GOAL_MB = 60.0


def measure() -> list[Figure]:
    """Runs the program at a table and at its home screen."""
    with programs(TABLE, (MAIN,)) as (table, home):
        table.wait_for_first_frame()
        home.wait_for_first_frame()
        time.sleep(SETTLE_S)
        return [
            Figure("resident at the table, 1280×800", table.memory_mb(), "MB", GOAL_MB),
            Figure("resident on the home screen", home.memory_mb(), "MB"),
        ]

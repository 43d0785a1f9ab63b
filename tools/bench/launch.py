"""How long it takes from the command to cards on the screen, with everything warm."""

from __future__ import annotations

from statistics import median

from tools.bench.figures import Figure
from tools.bench.program import MAIN, programs

TABLE = (MAIN, "play", "rush", "--deal", "7")
STARTS = 9
GOAL_S = 0.35


def measure() -> list[Figure]:
    """Starts the program again and again, the first start not counted."""
    starts = []
    for _ in range(1 + STARTS):
        with programs(TABLE) as (program,):
            starts.append(program.wait_for_first_frame())
    seconds, cpu_seconds = zip(*starts[1:], strict=True)
    return [
        Figure("command to first cards", median(seconds), "s", GOAL_S),
        Figure("the slowest start", max(seconds), "s"),
        Figure("CPU time of a start", median(cpu_seconds), "s"),
    ]

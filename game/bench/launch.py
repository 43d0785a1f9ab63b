"""How long it takes from the command to cards on the screen, with everything warm."""

from __future__ import annotations

from statistics import median

from game.bench.figures import Figure
from game.bench.program import MAIN, programs

TABLE = (MAIN, "play", "rush", "--deal", "7")
STARTS = 9
GOAL_S = 0.35


def measure() -> list[Figure]:
    """Starts the program again and again, the first start not counted."""
    seconds = []
    for _ in range(1 + STARTS):
        with programs(TABLE) as (program,):
            seconds.append(program.first_frame_s())
    warm = seconds[1:]
    return [
        Figure(f"command to first cards, median of {STARTS}", median(warm), "s", GOAL_S),
        Figure("slowest of them", max(warm), "s"),
    ]

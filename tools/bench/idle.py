"""Cost of the program while nobody does anything: at home, paused, with the clock running.

Knows which programs are watched, among them a bare window that wakes as often as the clock.
"""

from __future__ import annotations

import time

from tools.bench.figures import Figure
from tools.bench.program import INSIDE, MAIN, programs

SETTLE_S = 9.0
"""Until the cards are dealt, all pictures loaded and the sound device closed again."""
WATCHED_S = 12.0
GOAL_STILL = 0.05
GOAL_RUNNING = 0.1
BARE = "a bare window, other digits every second"


def measure() -> list[Figure]:
    """Watches three programs at once; idle ones do not disturb each other."""
    goals: dict[str, float | None] = {
        "home screen": GOAL_STILL,
        "paused at the table": GOAL_STILL,
        "at the table, clock running": GOAL_RUNNING,
        BARE: None,
    }
    children = (MAIN,), (*INSIDE, "paused"), (*INSIDE, "running"), (*INSIDE, "digits")
    with programs(*children) as running:
        for program in running:
            program.wait_for_first_frame()
        time.sleep(SETTLE_S)
        before = [(program.cpu_s(), time.monotonic()) for program in running]
        time.sleep(WATCHED_S)
        shares = [
            100 * (program.cpu_s() - cpu_s) / (time.monotonic() - at_s)
            for program, (cpu_s, at_s) in zip(running, before, strict=True)
        ]
    return [
        Figure(f"{what}, {WATCHED_S:.0f} s", share, "% CPU", goal)
        for (what, goal), share in zip(goals.items(), shares, strict=True)
    ] + [Figure(f"the clock running, beside {BARE}", shares[2] / shares[3], "×")]

"""Cost of a visit to the home screen, from a table until it is shown: the first and each later one; and
the number of functions that are called from there to the settings, and for a switch there.
"""

from __future__ import annotations

import json

from tools.bench.figures import Figure, percentile
from tools.bench.program import INSIDE, programs

SIZES = ((1280, 800), (3840, 2160))
GOAL_MS = 30.0
GOALS = (4000, 1500)


def measure() -> list[Figure]:
    """Goes home again and again in a child for each size; CPU time until the screen is shown."""
    found = []
    for size in SIZES:
        with programs((*INSIDE, "home", *map(str, size))) as (program,):
            told = json.loads(program.line("home "))
        shown, (first_ms, *later_ms) = "×".join(map(str, told["size"])), told["visits_ms"]
        found.append(Figure(f"first visit, {shown}", first_ms, "ms"))
        found.append(Figure(f"each later visit, {shown}, median", percentile(later_ms, 0.5), "ms", GOAL_MS))
    # Of the largest window: how many they are does not depend on its size.
    for what, calls, most in zip(("home to settings", "a switch there"), told["calls"], GOALS, strict=True):
        found.append(Figure(f"{what}, functions called", calls, "calls", most))
    return found

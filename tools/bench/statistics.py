"""Cost of the statistics after years of play: their screen, counting anew, a step while nothing moves."""

from __future__ import annotations

import json

from tools.bench.figures import Figure, percentile
from tools.bench.program import Program, programs

INSIDE = ("-m", "tools.bench.inside_statistics")
GAMES = (20_000, 100_000)
REBUILT = 400
GOAL_OPEN_MS = 50.0
GOAL_STEP_MS = 8.0
GOAL_GAME_MS = 1.2


def measure() -> list[Figure]:
    """Makes a data folder of that many games in a child process, and measures it there in CPU time."""
    found = []
    with programs((*INSIDE, "rebuild", str(REBUILT))) as (program,):
        told = json.loads(program.line("rebuild "))
        found += [
            Figure("counting anew, a game", told["game_ms"], "ms", GOAL_GAME_MS),
            Figure("actions in such a game, mean", told["actions"], "actions"),
        ]
    for games in GAMES:
        with programs((*INSIDE, "open", str(games))) as (program,):
            found += _of_many(program, f"{games:,} games")
    return found


def _of_many(program: Program, title: str) -> list[Figure]:
    told = json.loads(program.line("open "))
    return [
        Figure(f"{title}: the screen opened", told["open_ms"], "ms", GOAL_OPEN_MS),
        Figure(f"{title}: the screen opened again, median", percentile(told["again_ms"], 0.5), "ms"),
        Figure(f"{title}: all that is done while it is shown first", told["reading_ms"], "ms"),
        Figure(f"{title}: a step while nothing moves, longest", max(told["steps_ms"]), "ms", GOAL_STEP_MS),
        Figure(f"{title}: these steps after a start", sum(told["steps_ms"]), "ms"),
    ]

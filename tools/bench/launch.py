"""Time from the command to cards on the screen, with everything warm, beside an empty window."""

from __future__ import annotations

from statistics import median

from tools.bench.figures import Figure
from tools.bench.program import MAIN, programs

TABLE = (MAIN, "play", "rush", "--deal", "7")
BARE = (
    "-c",
    """
import os, time
import pygame
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
pygame.display.init()
window = pygame.Window("Bare", (1280, 800), resizable=True, allow_high_dpi=True)
window.get_surface().fill((31, 92, 67))
window.flip()
print(f"first frame {time.monotonic_ns()} {time.process_time_ns()}", flush=True)
time.sleep(60)
""",
)
"""Baseline: an empty window, the least that every program of pygame takes."""
GOAL_HOME_CPU_S = 0.36
GOAL_HOME_BESIDE_BARE = 2.57
"""0.36 s beside 0.14 s."""
STARTS = 9
GOAL_S = 0.35
GOAL_CPU_S = 0.16
GOAL_BESIDE_BARE = 2.46
"""0.16 s beside 0.065 s: the two measured on a quiet machine."""


def measure() -> list[Figure]:
    """Starts a table, the home screen and an empty window in turn, again and again, the first not counted."""
    rounds = [[_start(command) for command in (TABLE, (MAIN,), BARE)] for _ in range(1 + STARTS)]
    table, home, bare = zip(*rounds[1:], strict=True)
    seconds, cpu_s = zip(*table, strict=True)
    home_cpu_s, bare_cpu_s = (median(used_s for _, used_s in starts) for starts in (home, bare))
    return [
        Figure("command to first cards", median(seconds), "s", GOAL_S),
        Figure("the slowest start", max(seconds), "s"),
        Figure("CPU time of a start", median(cpu_s), "s", GOAL_CPU_S),
        Figure("the same at the home screen, for the first time", home_cpu_s, "s", GOAL_HOME_CPU_S),
        Figure("the same of bare pygame with an empty window", bare_cpu_s, "s"),
        Figure("a start beside an empty window", median(cpu_s) / bare_cpu_s, "×", GOAL_BESIDE_BARE),
        Figure("the home screen beside one", home_cpu_s / bare_cpu_s, "×", GOAL_HOME_BESIDE_BARE),
    ]


def _start(arguments: tuple[str, ...]) -> tuple[float, float]:
    with programs(arguments) as (program,):
        return program.wait_for_first_frame()

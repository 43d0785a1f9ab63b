"""Whether anything grows with the games that are played in one run of the program."""

from __future__ import annotations

import json

from tools.bench.figures import Figure
from tools.bench.program import programs

INSIDE = ("-m", "tools.bench.inside_soak")
GAMES = 10_000
TABLES = 200
FIRST = 100
"""After so many games all that is loaded late and kept for good is there."""
GOAL_MB = 1.0


def measure() -> list[Figure]:
    """Plays games in a child, at the floor of the sessions and at the tables of the window."""
    found = []
    for what, games in (("sessions", GAMES), ("tables", TABLES)):
        with programs((*INSIDE, what, str(FIRST), str(games))) as (program,):
            told = json.loads(program.line("soak "))
        title = f"{games:,} games at the {what}"
        found += [
            Figure(f"{title}: resident after the first {FIRST}", told["first_mb"], "MB"),
            Figure(f"{title}: more at the end", told["more_mb"], "MB", GOAL_MB),
            Figure(f"{title}: more objects at the end", told["more_objects"], "objects"),
            Figure(f"{title}: more open files and threads", told["more_handles"], "of them", 0),
        ]
    return found

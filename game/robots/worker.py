"""The solver's process with robots in it: it answers what the solver's own does, and plays.

    {"id": 4, "ask": "robot", "game": "rush", "options": "draw=3 limit=300", "deal": 48213,
     "strength": "regular", "seed": "evening 1 Cog", "about": {"player": "Cog", "robot": "regular"}}
    {"id": 4, "record": "patience 1…", "is_last": true}

Knows robots and text; must not know who asks or why.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.play.deal import deal_number
from game.play.record import record_text
from game.rules.variant import Variant
from game.solver.worker import Told, main


def played(variant: Variant, question: Told) -> Iterator[Told]:
    """The record of a robot's game."""
    from game.robots.playing import play
    from game.robots.roster import ROBOTS  # loads numba: hints of other games do without robots

    robot = ROBOTS.get(question["strength"])
    if robot is None:
        yield {"error": f"no robot is called {question['strength'][:20]}", "is_last": True}
        return
    game = play(robot, deal_number(variant, question["deal"]), question["seed"])
    yield {"record": record_text(game, question["about"]), "is_last": True}


if __name__ == "__main__":
    main({"robot": played})

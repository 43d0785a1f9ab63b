"""Solver process with robots: answers what the solver's own process does, and plays games.

{"id": 4, "ask": "robot", "game": "rush", "options": "draw=3 limit=300", "seconds": 60, "deal": 48213,
 "strength": "regular", "seed": "evening 1 Cog", "about": {"player": "Cog", "robot": "regular"}}
{"id": 4, "answer": "played", "record": "patience 1…"}
"""

from __future__ import annotations

from collections.abc import Iterator

from game.play.deal import deal_deck, deal_number
from game.play.record import record_text
from game.solver.service.messages import RequestFailed, RobotRequest, RobotResponse
from game.solver.service.worker import main


def played(question: RobotRequest) -> Iterator[RobotResponse | RequestFailed]:
    """Record of a robot's game."""
    from game.robots.robot import play
    from game.robots.thinker import ROBOTS  # loads numba: hints of other games do without robots

    robot = ROBOTS.get(question.strength)
    if robot is None:
        yield RequestFailed(f"no robot is called {question.strength[:20]}")
        return
    variant, deal = question.variant, question.deal
    dealt = deal_number(variant, deal) if isinstance(deal, int) else deal_deck(variant, deal, None)
    game = play(robot, dealt, question.seed)
    yield RobotResponse(record_text(game, question.about))


if __name__ == "__main__":
    main({RobotRequest: played})

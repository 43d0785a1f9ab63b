"""Which robots there are: their strengths, weakest first, and the names they sit down with.

Knows the robots; must not know where they play.
"""

from __future__ import annotations

from game.robots.greedy import Beginner, Regular
from game.robots.robot import Robot
from game.robots.thinker import Expert, Master
from game.tournament.player import Player

ROBOTS: dict[str, Robot] = {robot.strength: robot for robot in (Beginner(), Regular(), Expert(), Master())}
"""By strength, the weakest first."""

SEVEN = (
    *(Player("Pip", "robot beginner"), Player("Widget", "robot beginner")),
    *(Player("Cog", "robot regular"), Player("Ratchet", "robot regular")),
    *(Player("Bolt", "robot expert"), Player("Piston", "robot expert")),
    Player("Dynamo", "robot master"),
)
"""Who sits at a full table with one person."""

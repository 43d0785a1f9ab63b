"""The robots by their strengths, the weakest first.

Knows the robots, and loads the solver for them: not in the window's process.
"""

from __future__ import annotations

from game.robots.cast import STRENGTHS
from game.robots.greedy import Beginner, Regular
from game.robots.robot import Robot
from game.robots.thinker import Expert, Master

ROBOTS: dict[str, Robot] = dict(zip(STRENGTHS, (Beginner(), Regular(), Expert(), Master()), strict=True))

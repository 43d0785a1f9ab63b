"""The contract of a robot: from what it sees to what it does, and how long it takes for that.

Knows views and actions; must not know a table, nor any one robot.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random
from typing import ClassVar, NamedTuple

from game.play.game import Action
from game.robots.view import View
from game.rules.position import STOCK
from game.rules.rush import FOUNDATIONS


class Span(NamedTuple):
    """A time between two bounds, in seconds; most often near the shorter."""

    shortest_s: float
    longest_s: float

    def drawn_ms(self, random: Random) -> int:
        """One such time, in ms."""
        low, high = self.shortest_s, self.longest_s
        return round(1000 * random.triangular(low, high, low + (high - low) / 4))


@dataclass(frozen=True)
class Pace:
    """How long a robot takes: to look and think, and for each gesture."""

    think: Span
    tap: Span
    carry: Span
    go_home: Span

    def gesture_ms(self, action: Action, random: Random) -> int:
        """The time of a gesture, in ms."""
        if action == STOCK:
            return self.tap.drawn_ms(random)
        if isinstance(action, tuple) and action.target in FOUNDATIONS:
            return self.go_home.drawn_ms(random)
        return self.carry.drawn_ms(random)


@dataclass(frozen=True)
class Robot(ABC):
    """A player without a memory: the same view and the same chance, the same plan."""

    strength: ClassVar[str]
    """One word, in a record and in a tournament."""
    pace: ClassVar[Pace]

    @abstractmethod
    def plan(self, view: View, random: Random) -> tuple[Action, ...]:
        """What to do next, at least one action, each legal after those before it.

        Only the last may show a card that was not seen; then the robot looks again.
        """

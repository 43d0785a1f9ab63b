"""A game as it stood at a step of a replay: everything can be asked of it, and nothing can be done."""

from __future__ import annotations

from game.play.game import GameSnapshot
from game.play.replay import Replay
from game.rules.position import Position
from game.rules.variant import Outcome


class ReplaySnapshot(GameSnapshot):
    """The game of a replay at one of its steps."""

    def __init__(self, replay: Replay) -> None:
        """At the deal."""
        super().__init__(replay.record.deal)
        self.replay = replay
        self.step = 0
        self.at_ms = 0  # play time, which goes on between two steps

    @property
    def position(self) -> Position:
        return self.replay.position(self.step)

    @property
    def elapsed_ms(self) -> int:
        return min(self.at_ms, self.replay.elapsed_ms)

    @property
    def outcome(self) -> Outcome:
        return self.replay.outcome_at(self.step)

    @property
    def is_over(self) -> bool:
        return True  # nothing is being played, whatever the outcome

    @property
    def is_frozen(self) -> bool:
        return False

    @property
    def time_bonus(self) -> int:
        return self.replay.time_bonus if self.step == self.replay.last else 0

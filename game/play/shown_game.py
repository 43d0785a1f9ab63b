"""A game that stands where a replay is shown: it can be asked anything, and nothing can be done in it.

Knows replays; must not know who is looking on, or when.
"""

from __future__ import annotations

from game.message import msg
from game.play.game import Action, Game
from game.play.replay import Replay
from game.rules.position import Position
from game.rules.variant import Outcome

NOTHING_MOVES = msg("This is a replay: nothing can be moved.")


class ShownGame(Game):
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
    def is_frozen(self) -> bool:
        return False

    @property
    def outcome(self) -> Outcome:
        return self.replay.outcome_at(self.step)

    @property
    def is_over(self) -> bool:
        return True  # nothing is being played, whatever the outcome

    @property
    def time_bonus(self) -> int:
        return self.replay.time_bonus if self.step == self.replay.last else 0

    def refusal(self, action: Action, at_ms: int) -> str:
        return NOTHING_MOVES

    def undo_refusal(self) -> str:
        return NOTHING_MOVES

    def redo_refusal(self) -> str:
        return NOTHING_MOVES

    def end_refusal(self) -> str:
        return NOTHING_MOVES

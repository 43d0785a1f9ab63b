"""A guided game in play: a session in which only the move that is asked for can be made.

Nothing of it is written and nothing counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.message import msg
from game.play.game import Action, Game
from game.rules.position import Move
from game.rules.variant import IllegalMove
from game.session.play_time import PlayTime
from game.session.recorder import Recorder
from game.session.session import Session

ASKED_FIRST = msg("That could be done, too, but please make the move that is shown first.")


class GuidedSession(Session):
    """One guided game; after its last move the game may be played on."""

    def __init__(self, game: Game, now_ns: Callable[[], int], moves: Sequence[Move]) -> None:
        super().__init__(game, PlayTime(game, now_ns, 0), Recorder(game))
        self._moves = moves
        self.made = 0
        """How many of the moves were made."""

    @property
    def asked(self) -> Move | None:
        """The move that is asked for, or None when all were made."""
        return self._moves[self.made] if self.made < len(self._moves) else None

    def act(self, action: Action) -> None:
        """Does the action that is asked for.

        Raises:
            IllegalMove: the rules refuse it, or another is asked for; nothing has changed.
        """
        asked, game = self.asked, self.game
        if asked is None:
            super().act(action)
            return
        if action != asked:
            illegal = game.variant.refusal(game.position, action) if isinstance(action, Move) else None
            raise IllegalMove(illegal or ASKED_FIRST)
        super().act(action)
        self.made += 1

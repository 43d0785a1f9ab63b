"""A line that wins, played to the player from where the game stands; it can be stopped and stepped.

Knows the playback of a record; must not know how the line was found.
"""

from __future__ import annotations

from game.message import msg
from game.play.record import Record
from game.play.replay import Replay
from game.ui.drawing.canvas import Canvas
from game.ui.forms.widgets import Button
from game.ui.replay.playback import Playback
from game.ui.scene import Stage


class WinningLine(Playback):
    """The rest of a game as the solver plays it."""

    def __init__(self, stage: Stage, record: Record, first: int, heading: str) -> None:
        """`first` is the step from which on the line is the solver's."""
        super().__init__(stage, [Replay(record)], skips_pauses=True)
        self._heading, self._first = heading, first
        self._is_begun = False

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        if not self._is_begun:
            self._is_begun = True
            self.player.playhead.go_to_index(self._first)
            self.player.toggle()  # it begins to play at once

    @property
    def title(self) -> str:
        return self._heading

    def own_buttons(self) -> list[Button]:
        return [Button(msg("Back to the game"), "back", self.stage.back)]

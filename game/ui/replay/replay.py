"""A game played back from its record, and played on from any of its moments.

Knows one replay and how a game is begun from it; must not know any one game, nor where
records lie.
"""

from __future__ import annotations

from game.message import msg
from game.play.game import Game
from game.play.played import Kind, kind_told
from game.play.replay import Replay
from game.rules.variant import Outcome
from game.ui.forms.widgets import Button
from game.ui.replay.playback import Playback
from game.ui.scene import Stage

NOT_ONES_OWN = {
    Kind.TOURNAMENT: msg("A tournament's game cannot be played on."),
    Kind.ROBOT: msg("A robot's game cannot be played on."),
}
"""What a record may tell of itself, and why then nobody goes on from it."""


class ReplayScene(Playback):
    """One game."""

    def __init__(self, stage: Stage, replay: Replay) -> None:
        super().__init__(stage, [replay], skips_pauses=True)
        self.replay = replay

    @property
    def title(self) -> str:
        return msg("Replay — {game}", game=self.replay.variant.title)

    def own_buttons(self) -> list[Button]:
        return [
            Button(msg("Play from here"), "new", self.play_from_here, self.play_from_here_refusal),
            *super().own_buttons(),
        ]

    def play_from_here_refusal(self) -> str | None:
        """Why no game can go on from here, as a sentence, or None."""
        replay, step = self.player.replays[0], self.player.playhead.steps[0]
        kind = kind_told(Game(replay.record.deal), replay.record.about)
        if kind in NOT_ONES_OWN:
            return NOT_ONES_OWN[kind]
        if replay.variant.plays_itself_out(replay.position(step)):
            return msg("From here on the cards play themselves out.")
        if replay.outcome_at(step) is not Outcome.PLAYING:
            return msg("The game is over here: go back to an earlier moment.")
        return None

    def play_from_here(self) -> None:
        """Begins a game of one's own with all that was played up to here."""
        session = self.stage.sessions.from_replay(self.replay, self.player.playhead.steps[0])
        self.stage.routes.table(session)

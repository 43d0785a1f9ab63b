"""Replays as screens: one game, two games of a deal side by side, and a winning line from where a game
stands.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.message import msg, verbatim
from game.play.game import Game
from game.play.played import StatsCategory, kind_told
from game.play.record import Record, RecordError
from game.play.replay import Replay
from game.rules.variant import Outcome
from game.ui.drawing.canvas import Canvas
from game.ui.drawing.layout import Box
from game.ui.drawing.words import shown
from game.ui.forms.widgets import Button
from game.ui.replay.playback import Playback
from game.ui.replay.scrub_bar import COLOURS
from game.ui.screen import Context

NOT_ONES_OWN = {
    StatsCategory.TOURNAMENT: msg("A tournament's game cannot be played on."),
    StatsCategory.ROBOT: msg("A robot's game cannot be played on."),
}
"""What a record may tell of itself, and why then nobody goes on from it."""


class ReplayScreen(Playback):
    """One game."""

    def __init__(self, context: Context, replay: Replay) -> None:
        super().__init__(context, [replay], skips_pauses=True)
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
        if replay.variant.is_auto_finishing(replay.position(step)):
            return msg("From here on the cards play themselves out.")
        if replay.outcome_at(step) is not Outcome.PLAYING:
            return msg("The game is over here: go back to an earlier moment.")
        return None

    def play_from_here(self) -> None:
        """Begins a game of one's own with all that was played up to here."""
        session = self.context.sessions.from_replay(self.replay, self.player.playhead.steps[0])
        self.context.navigation.table(session)


MIN_WIDE = 1.1
"""In a room that is not so much wider than high, one table stands above the other."""
GAP_PX = 4


class SideBySideScreen(Playback):
    """Two tables, each under the name of its player in the colour of the curve."""

    def __init__(self, context: Context, replays: Sequence[Replay], names: Sequence[str]) -> None:
        super().__init__(context, replays, names)
        for shown_table, name, colour in zip(self.player.tables, names, COLOURS, strict=True):
            bars = shown_table.table.bars
            bars.title, bars.subtitle, bars.title_colour = name, bars.title, colour

    @property
    def title(self) -> str:
        one, other = self.player.names
        return msg(
            "{one} and {other} — {game}", one=one, other=other, game=self.player.replays[0].variant.title
        )

    def table_boxes(self) -> list[Box]:
        room, gap = self.room, self.context.pictures.px(GAP_PX)
        if room.width >= MIN_WIDE * room.height:
            width = (room.width - gap) // 2
            return [room._replace(width=width), room._replace(x=room.x + width + gap, width=width)]
        height = (room.height - gap) // 2
        return [room._replace(height=height), room._replace(y=room.y + height + gap, height=height)]


def side_by_side(
    context: Context, replays: tuple[Replay, Replay], names: tuple[str, str]
) -> SideBySideScreen:
    """Two replays beside each other, each under its name.

    Raises:
        RecordError: the games are not of the same deal.
    """
    if not replays[0].is_of_same_deal(replays[1]):
        raise RecordError(None, msg("these are games of different deals or rules"))
    return SideBySideScreen(context, replays, [verbatim(shown(name, 44)) for name in names])


class WinningLine(Playback):
    """The rest of a game as the solver plays it."""

    def __init__(self, context: Context, record: Record, first: int, heading: str) -> None:
        """`first` is the step from which on the line is the solver's."""
        super().__init__(context, [Replay(record)], skips_pauses=True)
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
        return [Button(msg("Back to the game"), "back", self.context.back)]

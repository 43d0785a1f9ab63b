"""Two games of one deal beside each other, on one clock: who was ahead when.

Knows two replays and their names; must not know any one game, nor where records lie.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.message import msg, verbatim
from game.play.record import RecordError
from game.play.replay import Replay
from game.ui.drawing.foreign import shown
from game.ui.drawing.layout import Box
from game.ui.replay.playback import Playback
from game.ui.replay.scrub_bar import COLOURS
from game.ui.scene import Stage

LEAST_WIDE = 1.1
"""In a room that is not so much wider than high, one table stands above the other."""
GAP_PX = 4


class SideBySideScene(Playback):
    """Two tables, each under the name of its player in the colour of the curve."""

    def __init__(self, stage: Stage, replays: Sequence[Replay], names: Sequence[str]) -> None:
        super().__init__(stage, replays, names)
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
        room, gap = self.room, self.stage.pictures.px(GAP_PX)
        if room.width >= LEAST_WIDE * room.height:
            width = (room.width - gap) // 2
            return [room._replace(width=width), room._replace(x=room.x + width + gap, width=width)]
        height = (room.height - gap) // 2
        return [room._replace(height=height), room._replace(y=room.y + height + gap, height=height)]


def side_by_side(stage: Stage, replays: tuple[Replay, Replay], names: tuple[str, str]) -> SideBySideScene:
    """Two replays beside each other, each under its name.

    Raises:
        RecordError: the games are not of the same deal.
    """
    if not replays[0].is_of_same_deal(replays[1]):
        raise RecordError(None, msg("these are games of different deals or rules"))
    return SideBySideScene(stage, replays, [verbatim(shown(name, 44)) for name in names])

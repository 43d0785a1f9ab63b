"""Looking on: one or more tables that show replays on one clock, and the bar that plays and jumps.

Knows where tables and bar stand; must not know any one game, where the replays come from, nor
what is pressed (`playback_hand`).
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.message import msg
from game.play.replay import Replay
from game.ui.drawing.canvas import Canvas
from game.ui.drawing.layout import Box
from game.ui.forms.widgets import Button
from game.ui.replay.playback_hand import PlaybackHand
from game.ui.replay.player import Player
from game.ui.replay.player_bar import ground_colour
from game.ui.scene import Scene, Stage
from game.ui.spoken import Spoken


class Playback(Scene):
    """Tables above, the bar below."""

    def __init__(
        self, stage: Stage, replays: Sequence[Replay], names: Sequence[str] = (), skips_pauses: bool = False
    ) -> None:
        """`names` stand at the curves; `skips_pauses` leaves long pauses out from the beginning.

        Raises:
            SealedError: one of the deals must not be seen.
        """
        super().__init__(stage)
        for replay in replays:
            stage.check_seen(replay.record.deal)
        self.player = Player(stage, replays, names, skips_pauses, self.own_buttons(), self._redraw_bar)
        self.hand = PlaybackHand(self.player, self.table_boxes)

    # What a scene gives ---------------------------------------------------------------------------

    def own_buttons(self) -> list[Button]:
        """The buttons at the right."""
        return [Button(msg("Back"), "back", self.stage.back)]

    def table_boxes(self) -> list[Box]:
        """Where the tables stand above the bar."""
        return [self.room]

    @property
    def room(self) -> Box:
        """What of the window lies above the bar."""
        return Box(0, 0, self.canvas.size[0], self.player.bar.box.y)

    @property
    def pressables(self) -> list[Button]:
        return self.player.bar.buttons

    @property
    def spoken(self) -> Spoken:
        widget = self.hand.focus.widget
        return Spoken(self.title, (), None if widget is None else widget.spoken)

    # Layout ---------------------------------------------------------------------------------------

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        self.stage.pictures.set_unit(self.stage.unit_within(canvas.size))
        (width, height), bar = canvas.size, self.player.bar
        bar.lay_out(Box(0, height - bar.height_px, width, bar.height_px))
        for which, (table, box) in enumerate(zip(self.player.tables, self.table_boxes(), strict=True)):
            x, y, wide, high = map(round, box)
            table.resize(canvas.part((x, y, wide, high)))
            self.player.tell(which)
        self.player.fill_scrub()
        self.hand.forget_pointer()

    def _redraw_bar(self) -> None:
        bar = self.player.bar
        if bar.box.width:
            bar.lay_out(bar.box)
            self.canvas.damage(bar.box)

    # Input, time and drawing ------------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        self.player.say(sentence)
        self.is_stale = True

    def handle(self, event: pygame.event.Event) -> None:
        self.hand.handle(event)
        self.is_stale = True

    @property
    def is_moving(self) -> bool:
        return self.player.playhead.is_playing or any(each.table.is_moving for each in self.player.tables)

    def update(self, step_s: float) -> None:
        if self.player.playhead.is_playing:
            self.player.playhead.advance(step_s * 1000)
            self.player.follow(is_animated=True)
        for each in self.player.tables:
            each.table.update(step_s)

    def draw(self, alpha: float) -> None:
        playhead, x = self.player.playhead, self.hand.scrub_x
        pointed = None if x is None else (x, self.player.pointed_words(x))
        moving = self.player.bar.moving(playhead.at_ms, playhead.played_ms, pointed)
        self.canvas.compose(self._paint, moving)
        for each in self.player.tables:
            each.table.bars_changed()
            each.table.draw(alpha)
        self.is_stale = False

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        surface.fill(ground_colour(self.stage.settings.table), area)  # what shows between two tables
        if area.colliderect(self.player.bar.box):
            self.player.bar.paint(surface, self.stage.settings.table)

    def covered(self) -> None:
        self.player.playhead.pause()
        self.player.follow()

    def leave(self) -> None:
        for each in self.player.tables:
            each.table.leave()

"""Replays as screens: one game, two games of a deal, or a winning line, on one clock, played and searched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import pygame

from game.message import Message, msg, verbatim
from game.play.game import Game
from game.play.played import StatsCategory, kind_told
from game.play.record import Record, RecordError
from game.play.replay import Replay
from game.rules.variant import Outcome
from game.ui.drawing.canvas import Canvas
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import USUAL_SCALE
from game.ui.drawing.words import shown
from game.ui.forms.focus import Focus
from game.ui.forms.widgets import Button
from game.ui.replay.player import ReplayPlayer, ground_colour
from game.ui.replay.scrub_bar import COLOURS
from game.ui.screen import Context, Screen
from game.ui.spoken import ScreenDescription

FAR = 10
"""Steps at a time with Shift."""
FASTER = (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS)
SLOWER = (pygame.K_MINUS, pygame.K_KP_MINUS)


class PlaybackHand:
    """Input of a spectator."""

    def __init__(self, player: ReplayPlayer, table_boxes: Callable[[], Sequence[Box]]) -> None:
        """`table_boxes` returns the places of the tables."""
        self._player, self._table_boxes = player, table_boxes
        self.focus = Focus(lambda: player.bar.buttons, lambda _: player.redraw_bar(), player.refuse)
        self._at: tuple[float, float] = (-1, -1)
        self.scrub_x: float | None = None  # where the pointer is on the scrub bar, if it is
        self._is_scrubbing = False
        self._plays_after = False  # whether it goes on when the scrub bar is let go

    def handle(self, event: pygame.event.Event) -> None:
        """Takes one event."""
        if event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.MOUSEMOTION:
            self._at = event.pos
            self._point(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._at = event.pos
            self._press(event)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._release(event)
        elif event.type == pygame.MOUSEWHEEL:
            self._wheel(event)
        elif event.type in (pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST):
            self.forget_pointer()
            if event.type == pygame.WINDOWFOCUSLOST:
                self._let_go()
        elif event.type in (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN):
            self._player.playhead.pause()
            self._player.follow()

    def forget_pointer(self) -> None:
        """Nobody knows where the pointer is."""
        self.focus.point(None)
        self.scrub_x = None

    # The pointer ----------------------------------------------------------------------------------

    def _point(self, event: pygame.event.Event) -> None:
        player, scrub = self._player, self._player.bar.scrub
        if self._is_scrubbing:
            self.scrub_x = event.pos[0]
            player.seek(scrub.time_at(event.pos[0]))
            return
        self.scrub_x = event.pos[0] if scrub.box.contains(event.pos) else None
        self.focus.point(event.pos)
        self._pass_on(event)

    def _press(self, event: pygame.event.Event) -> None:
        player, scrub = self._player, self._player.bar.scrub
        button = self.focus.at(event.pos)
        if button is not None:
            self.focus.press(button)
        elif scrub.box.contains(event.pos):
            self._plays_after = player.playhead.is_playing or (self._is_scrubbing and self._plays_after)
            self._is_scrubbing, self.scrub_x = True, event.pos[0]
            player.playhead.pause()
            player.seek(scrub.time_at(event.pos[0]))
        else:
            self._pass_on(event)

    def _release(self, event: pygame.event.Event) -> None:
        if self._is_scrubbing:
            self._let_go()
            self.scrub_x = event.pos[0] if self._player.bar.scrub.box.contains(event.pos) else None
        else:
            self._pass_on(event)

    def _let_go(self) -> None:
        if self._is_scrubbing:
            self._is_scrubbing = False
            if self._plays_after and not self._player.playhead.is_at_end:
                self._player.playhead.play()
            self._player.follow()

    def _wheel(self, event: pygame.event.Event) -> None:
        if self._is_scrubbing:
            return
        if self.scrub_x is None and any(table.scrolls for table in self._player.tables):
            self._pass_on(event)
        elif event.y:
            self._player.step(-event.y)

    def _pass_on(self, event: pygame.event.Event) -> None:
        """Hands an event of the pointer to the table it is on, if that scrolls."""
        x, y = self._at
        for table, box in zip(self._player.tables, self._table_boxes(), strict=True):
            # What was grabbed on one table may be let go anywhere.
            if table.scrolls and (box.contains((x, y)) or event.type == pygame.MOUSEBUTTONUP):
                told = {**event.dict, "pos": (x - round(box.x), y - round(box.y))}
                table.handle(pygame.event.Event(event.type, told))

    # Keys -----------------------------------------------------------------------------------------

    def _key(self, event: pygame.event.Event) -> None:
        player, far = self._player, FAR if event.mod & pygame.KMOD_SHIFT else 1
        if event.key == pygame.K_SPACE:
            player.toggle()
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            player.step(far if event.key == pygame.K_RIGHT else -far)
        elif event.key in (pygame.K_HOME, pygame.K_END):
            player.go_to_end(is_last=event.key == pygame.K_END)
        elif event.key in FASTER or event.unicode == "+":
            player.faster(1)
        elif event.key in SLOWER:
            player.faster(-1)
        elif event.key == pygame.K_s:
            player.toggle_pauses()
        elif event.key == pygame.K_ESCAPE:
            player.context.back()
        else:
            self.focus.key(event.key, event.mod)


class Playback(Screen):
    """Tables above, the bar below."""

    least_px: ClassVar[tuple[int, int]] = (560, 400)
    """Design pixels that its layout needs."""

    def __init__(
        self,
        context: Context,
        replays: Sequence[Replay],
        names: Sequence[str] = (),
        skips_pauses: bool = False,
    ) -> None:
        """`names` label the curves; `skips_pauses` skips long pauses from the start.

        Raises:
            SealedError: one of the deals must not be seen.
        """
        super().__init__(context)
        for replay in replays:
            context.check_seen(replay.record.deal)
        self.player = ReplayPlayer(
            context, replays, names, skips_pauses, self.own_buttons(), self._redraw_bar
        )
        self.hand = PlaybackHand(self.player, self.table_boxes)

    # What a screen gives ---------------------------------------------------------------------------

    def own_buttons(self) -> list[Button]:
        """The buttons at the right."""
        return [Button(msg("Back"), "back", self.context.back)]

    def table_boxes(self) -> list[Box]:
        """Places of the tables above the bar."""
        return [self.room]

    @property
    def room(self) -> Box:
        """Part of the window above the bar."""
        return Box(0, 0, self.canvas.size[0], self.player.bar.box.y)

    @property
    def pressables(self) -> list[Button]:
        return self.player.bar.buttons

    @property
    def spoken(self) -> ScreenDescription:
        return ScreenDescription(self.title, (), self.hand.focus.spoken)

    # Layout ---------------------------------------------------------------------------------------

    def page_size(self, size: tuple[int, int]) -> tuple[int, int]:
        return self.context.page_size(size, self.least_px)

    @property
    def focused_box(self) -> Box | None:
        widget = self.hand.focus.widget
        return None if widget is None else widget.box

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        self.context.pictures.set_unit(self.context.scaled_unit(canvas.window_size))
        (width, height), bar = canvas.size, self.player.bar
        bar.reflows = self.context.settings.scale > USUAL_SCALE
        bar_height = bar.height_px(width)
        bar.lay_out(Box(0, height - bar_height, width, bar_height))
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
    def is_animating(self) -> bool:
        return self.player.playhead.is_playing or any(view.table.is_animating for view in self.player.tables)

    def update(self, step_s: float) -> None:
        if self.player.playhead.is_playing:
            self.player.playhead.advance(step_s * 1000)
            self.player.follow(is_animated=True)
        for view in self.player.tables:
            view.table.update(step_s)

    def draw(self, alpha: float) -> None:
        playhead, x = self.player.playhead, self.hand.scrub_x
        pointed = None if x is None else (x, self.player.pointed_words(x))
        moving = self.player.bar.moving(playhead.at_ms, playhead.played_ms, pointed)
        self.canvas.compose(self._paint, moving)
        for view in self.player.tables:
            view.table.bars_changed()
            view.table.draw(alpha)
        self.is_stale = False

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        surface.fill(ground_colour(self.context.table), area)  # what shows between two tables
        if area.colliderect(self.player.bar.box):
            self.player.bar.paint(surface, self.context.table)

    def on_covered(self) -> None:
        self.player.playhead.pause()
        self.player.follow()

    def on_close(self) -> None:
        for view in self.player.tables:
            view.table.on_close()


NOT_ONES_OWN = {
    StatsCategory.TOURNAMENT: msg("A tournament's game cannot be continued."),
    StatsCategory.ROBOT: msg("A robot's game cannot be continued."),
}
"""Keys of records that cannot be continued, with the reasons."""


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

    def play_from_here_refusal(self) -> Message | None:
        """Returns why no game can continue from here, as a sentence, or None."""
        replay, step = self.player.replays[0], self.player.playhead.steps[0]
        kind = kind_told(Game(replay.record.deal), replay.record.about)
        if kind in NOT_ONES_OWN:
            return NOT_ONES_OWN[kind]
        if replay.variant.is_auto_finishing(replay.position(step)):
            return msg("From here on the cards go home by themselves.")
        if replay.outcome_at(step) is not Outcome.PLAYING:
            return msg("The game is over here: go back to an earlier moment.")
        return None

    def play_from_here(self) -> None:
        """Starts an independent game with everything played up to here."""
        session = self.context.sessions.from_replay(self.replay, self.player.playhead.steps[0])
        self.context.navigation.table(session)


MIN_WIDE = 1.1
"""Ratio of width to height below which two tables are stacked."""
GAP_PX = 4


class SideBySideScreen(Playback):
    """Two tables, each under the name of its player in the colour of the curve."""

    least_px = (560, 760)

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
    """Two replays beside each other, under their names; raises RecordError if their deals differ."""
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

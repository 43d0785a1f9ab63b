"""Replays as screens: one game, two games of a deal, or a winning line, on one clock, played and searched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pygame

from game.message import Message, joined, labelled, msg, msg_p, verbatim
from game.play.game import Game
from game.play.phrases import hours
from game.play.played import StatsCategory, kind_told
from game.play.record import Record, RecordError
from game.play.replay import MAX_PAUSE_MS, Playhead, Replay, Timeline
from game.rules.options import Landmark
from game.rules.variant import Outcome
from game.storage.files import printable
from game.ui.drawing.canvas import Canvas
from game.ui.drawing.layout import Box
from game.ui.forms.focus import Focus
from game.ui.forms.widgets import Button
from game.ui.replay.player import COLOURS, PlayButton, PlayerBar, ReplayCurve, ShownTable, ground_colour
from game.ui.screen import Context, Screen
from game.ui.spoken import IS_PAUSED, PLAY_OR_PAUSE, PLAYS, Role, ScreenDescription
from game.ui.table.last_minute import BestGame, Race

FAR = 10
"""Steps at a time with Shift."""
FASTER = (pygame.K_PLUS, pygame.K_EQUALS, pygame.K_KP_PLUS)
SLOWER = (pygame.K_MINUS, pygame.K_KP_MINUS)


class PlaybackHand:
    """Input of a spectator."""

    def __init__(self, player: Playback) -> None:
        self._player = player
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
        for table, box in zip(self._player.tables, self._player.table_boxes(), strict=True):
            # What was grabbed on one table may be let go anywhere.
            if table.scrolls and (box.contains((x, y)) or event.type == pygame.MOUSEBUTTONUP):
                moved = {**event.dict, "pos": (x - round(box.x), y - round(box.y))}
                table.handle(pygame.event.Event(event.type, moved))

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
            self._press_by_key(player.rate_buttons[1])
        elif event.key in SLOWER:
            self._press_by_key(player.rate_buttons[0])
        elif event.key == pygame.K_s:
            self._press_by_key(player.pauses_button)
        elif event.key in (pygame.K_a, pygame.K_t):
            player.answer(is_time=event.key == pygame.K_t)
        elif event.key == pygame.K_ESCAPE:
            player.context.back()
        else:
            self.focus.key(event.key, event.mod)

    def _press_by_key(self, button: Button) -> None:
        """Presses a button, which gets the focus, so that it is told what it says then."""
        self.focus.go_to(button)
        button.press()


MAX_POINTS = 1500
"""A curve is drawn through no more points than a screen can show."""
NEAR_PX = 5
"""Distance within which the pointer is on a landmark."""
KEYS_TOLD = msg("Space plays and pauses, ← and → step, + and − change the speed.")
ENDS = {
    Outcome.WON: msg_p("how it ended", "won"),
    Outcome.LOST: msg_p("how it ended", "lost"),
    Outcome.ENDED: msg("ended by the player"),
    Outcome.TIMEOUT: msg("time is up"),
    Outcome.OVER: msg_p("how it ended", "over"),
}


class Playback(Screen):
    """Tables above, the bar below."""

    min_px = (560, 450)  # in large letters, so that cards can be read and *Play* is seen

    pad_keys: ClassVar = {
        pygame.CONTROLLER_BUTTON_X: pygame.K_RETURN,
        pygame.CONTROLLER_BUTTON_Y: pygame.K_s,
        pygame.CONTROLLER_BUTTON_LEFTSHOULDER: pygame.K_MINUS,
        pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: pygame.K_PLUS,
        pygame.CONTROLLER_BUTTON_START: pygame.K_ESCAPE,
    }

    def __init__(
        self,
        context: Context,
        replays: Sequence[Replay],
        names: Sequence[str] = (),
        skips_pauses: bool = False,
    ) -> None:
        """`names` label the curves; `skips_pauses` skips long pauses from the start."""
        super().__init__(context)
        self.replays, self.names = replays, names or [""] * len(replays)
        self.tables = [ShownTable(context, replay) for replay in replays]
        self.skips_pauses = skips_pauses
        self.playhead = Playhead(self._timeline())
        self._values = [_values(replay) for replay in replays]
        self.play_button = PlayButton(PlayButton.words[0], "play", self.toggle, is_strong=True)
        self.play_button.spoken_word = PLAY_OR_PAUSE
        self.rate_buttons = [
            Button(sign, None, press, about=msg_p("of a replay", "Speed"))
            for sign, press in (("−", lambda: self.faster(-1)), ("+", lambda: self.faster(1)))
        ]
        # Translators: The long pauses of the player are left out.
        words, is_chosen = msg("Skip pauses"), lambda: self.skips_pauses
        self.pauses_button = Button(words, "speed", self.toggle_pauses, is_chosen=is_chosen, role=Role.CHECK)
        self.bar = PlayerBar(context.pictures, self._groups(self.own_buttons()))
        self.bar.scrub.end_text = hours(max(replay.elapsed_ms for replay in replays) / 1000)
        self._enabled: list[bool] = []  # which buttons could be pressed when they were drawn last
        self.hand = PlaybackHand(self)
        self.redraw_bar()

    def _groups(self, own_buttons: Sequence[Button]) -> list[Sequence[Button]]:
        return [
            [
                Button(msg("Step back"), "step_back", lambda: self.step(-1)).alone(),
                self.play_button,
                Button(msg("Step forward"), "step_on", lambda: self.step(1)).alone(),
            ],
            self.rate_buttons,
            [self.pauses_button],
            own_buttons,
        ]

    # Playing --------------------------------------------------------------------------------------

    def _timeline(self) -> Timeline:
        return Timeline(self.replays, MAX_PAUSE_MS if self.skips_pauses else None)

    def toggle(self) -> None:
        """Plays, or pauses."""
        if self.playhead.is_playing:
            self.playhead.pause()
        else:
            self.playhead.play()
        self.follow()
        self.context.narrate(PLAYS if self.playhead.is_playing else IS_PAUSED)

    def step(self, count: int) -> None:
        """Moves by a number of entries, forward or back."""
        self.playhead.step(count)
        self.follow(is_animated=abs(count) == 1)

    def seek(self, at_ms: float) -> None:
        """Jumps to a time."""
        self.playhead.seek(at_ms)
        self.follow()

    def go_to_end(self, is_last: bool) -> None:
        """Jumps to the last entry, or to the deal."""
        self.playhead.go_to_index(self.playhead.timeline.last if is_last else 0)
        self.follow()

    def faster(self, by: int) -> None:
        """The next rate, or the one before."""
        self.playhead.faster(by)
        self.redraw_bar()

    def toggle_pauses(self) -> None:
        """Leaves long pauses out, or in."""
        self.skips_pauses = not self.skips_pauses
        self.playhead.change_timeline(self._timeline())
        self.fill_scrub()
        self.follow()
        self.redraw_bar()

    def follow(self, is_animated: bool = False) -> None:
        """Brings the tables to where the playhead is."""
        playhead = self.playhead
        played_ms, rate = playhead.played_ms, playhead.rate if playhead.is_playing else 1.0
        for which, (table, step) in enumerate(zip(self.tables, playhead.steps, strict=True)):
            if step != table.game.step:
                table.show(step, rate, is_animated)
                self.tell(which)
                self._redraw_if_buttons_changed()
            table.game.at_ms = played_ms
        plays, pauses = PlayButton.words
        word, icon = (pauses, "pause") if playhead.is_playing else (plays, "play")
        if word != self.play_button.word:
            self.play_button.word, self.play_button.icon = word, icon
            self.redraw_bar()

    def _redraw_if_buttons_changed(self) -> None:
        enabled = [button.refusal() is None for button in self.bar.buttons]
        if enabled != self._enabled:
            self._enabled = enabled
            self.redraw_bar()

    # Words ----------------------------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        """Puts a sentence into the status line of the first table, until the next step."""
        if sentence:
            self.tables[0].table.say(sentence)
        self.is_stale = True

    def tell(self, which: int) -> None:
        """Shows a step at a table: its number, the event, and finally the outcome."""
        replay, step = self.replays[which], self.tables[which].game.step
        words: list[str] = [msg("{count} of {all}", count=step, all=replay.last)]
        if step:
            words.append(replay.words(step))
        elif len(self.replays) == 1 and not self.context.is_heard:  # who listens has been told
            words.append(KEYS_TOLD)
        if step == replay.last and replay.outcome in ENDS:
            words.append(ENDS[replay.outcome])
            if replay.time_bonus:
                words.append(msg("{total} with the time bonus", total=replay.total))
        self.tables[which].table.say(joined("  ·  ", words))

    def answer(self, is_time: bool) -> None:
        """Tells the time and the figures of what is seen, or the tables."""
        from game.play.heard_words import overview  # few need it

        sentences = []
        for name, replay, view in zip(self.names, self.replays, self.tables, strict=True):
            position = replay.position(view.game.step)
            words = view.table.bars.told if is_time else overview(replay.variant, position)
            sentences.append(labelled(name, words) if name else words)
        self.tables[0].table.status.say(joined(". ", sentences), aloud=False)
        self.context.narrate(joined(". ", sentences), passes=is_time)
        self.is_stale = True

    def pointed_words(self, x: float) -> str:
        """Describes a point of the scrub bar: time and event, or a landmark's name."""
        timeline, scrub = self.playhead.timeline, self.bar.scrub
        at_ms = scrub.time_at(x)
        near_ms = abs(scrub.time_at(x + self.context.pictures.px(NEAR_PX)) - scrub.time_at(x))
        words = [hours(timeline.played_ms(at_ms) / 1000)]
        found = self._landmark_near(at_ms, near_ms)
        if found is not None:
            words.append(found.name)
        steps = timeline.steps(timeline.index_at(at_ms))
        if len(self.replays) > 1:
            values = (replay.value(step) for replay, step in zip(self.replays, steps, strict=True))
            words += [verbatim(f"{name} {value}") for name, value in zip(self.names, values, strict=True)]
        elif found is None:
            words.append(self.replays[0].words(steps[0]))
        return joined("  ·  ", filter(None, words))

    def _landmark_near(self, at_ms: float, near_ms: float) -> Landmark | None:
        timeline = self.playhead.timeline
        for which, replay in enumerate(self.replays):
            for step, found in replay.landmarks:
                if abs(timeline.shown_ms(which, step) - at_ms) <= near_ms:
                    return found
        return None

    def fill_scrub(self) -> None:
        """Brings the curves of the scrub bar up to date."""
        timeline = self.playhead.timeline
        curves = [
            ReplayCurve(
                [(timeline.shown_ms(which, step), value) for step, value in self._values[which]],
                [timeline.shown_ms(which, step) for step in replay.undos],
                [timeline.shown_ms(which, step) for step, _ in replay.landmarks],
                name,
            )
            for which, (replay, name) in enumerate(zip(self.replays, self.names, strict=True))
        ]
        self.bar.scrub.show(curves, timeline.end_ms)

    def redraw_bar(self) -> None:
        """Has the bar drawn again."""
        self.bar.show_rate(self.playhead.rate)
        for button in self.rate_buttons:
            button.spoken_word = joined(" ", [button.word, self.bar.rate_words])
        if self.bar.box.width:
            self.canvas.damage(self.bar.box)

    # What a screen gives ---------------------------------------------------------------------------

    def own_buttons(self) -> list[Button]:
        """The buttons at the right."""
        return [Button(msg_p("a button", "Back"), "back", self.context.back)]

    def table_boxes(self) -> list[Box]:
        """Places of the tables above the bar."""
        return [self.room]

    @property
    def room(self) -> Box:
        """Part of the window above the bar."""
        return Box(0, 0, self.canvas.size[0], self.bar.box.y)

    @property
    def pressables(self) -> list[Button]:
        return self.bar.buttons

    @property
    def spoken(self) -> ScreenDescription:
        return ScreenDescription(self.title, (KEYS_TOLD,), self.hand.focus.spoken)

    # Layout ---------------------------------------------------------------------------------------

    @property
    def focused_box(self) -> Box | None:
        widget = self.hand.focus.widget
        return None if widget is None else widget.box

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        self.context.pictures.set_unit(self.context.scaled_unit(canvas.window_size))
        self.bar.lay_out(canvas.size, self.context.is_large)
        for which, (table, box) in enumerate(zip(self.tables, self.table_boxes(), strict=True)):
            x, y, wide, high = map(round, box)
            table.resize(canvas.part((x, y, wide, high)))
            self.tell(which)
        self.fill_scrub()
        self.hand.forget_pointer()

    # Input, time and drawing ------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        self.hand.handle(event)
        self.is_stale = True

    @property
    def is_animating(self) -> bool:
        return self.playhead.is_playing or any(view.table.is_animating for view in self.tables)

    def on_tick(self) -> None:
        for view in self.tables:
            view.table.on_tick()
            self.is_stale |= view.table.is_stale

    def update(self, step_s: float) -> None:
        if self.playhead.is_playing:
            self.playhead.advance(step_s * 1000)
            self.follow(is_animated=True)
        for view in self.tables:
            view.table.update(step_s)

    def draw(self, alpha: float) -> None:
        playhead, x = self.playhead, self.hand.scrub_x
        pointed = None if x is None else (x, self.pointed_words(x))
        moving = self.bar.moving(playhead.at_ms, playhead.played_ms, pointed)
        self.canvas.compose(self._paint, moving)
        for view in self.tables:
            view.table.figures.changed()
            view.table.draw(alpha)
        self.is_stale = False

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        surface.fill(ground_colour(self.context.table), area)  # what shows between two tables
        if area.colliderect(self.bar.box):
            self.bar.paint(surface, self.context.table)

    def on_covered(self) -> None:
        self.playhead.pause()
        self.follow()

    def on_close(self) -> None:
        for view in self.tables:
            view.table.on_close()


def _values(replay: Replay) -> list[tuple[int, int]]:
    """Steps and their values, as many as a curve can show; the last among them."""
    stride = max(1, replay.last // MAX_POINTS)
    steps = [*range(0, replay.last, stride), replay.last]
    return [(step, replay.value(step)) for step in steps]


NOT_ONES_OWN = {
    StatsCategory.TOURNAMENT: msg("A tournament game cannot be continued."),
    StatsCategory.ROBOT: msg("A robot game cannot be continued."),
}
"""Keys of records that cannot be continued, with the reasons."""


class ReplayScreen(Playback):
    """One game."""

    def __init__(self, context: Context, replay: Replay) -> None:
        super().__init__(context, [replay], skips_pauses=True)
        self.replay, table, tags = replay, self.tables[0].table, replay.record.tags
        if (
            replay.variant.limit_ms is not None
            and kind_told(Game(replay.record.deal), tags) not in NOT_ONES_OWN
        ):
            best = BestGame(context, replay.variant, lambda: tags)
            race = Race(table, lambda: best.rivals, lambda: best.is_other(replay.record), msg("This game"))
            race.on_first_frame()  # the rival is read already
            table.parts = [*table.parts, race]

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
        replay, step = self.replays[0], self.playhead.steps[0]
        kind = kind_told(Game(replay.record.deal), replay.record.tags)
        if kind in NOT_ONES_OWN:
            return NOT_ONES_OWN[kind]
        if replay.variant.is_auto_finishing(replay.position(step)):
            return msg("From here on the cards go home by themselves.")
        if replay.outcome_at(step) is not Outcome.PLAYING:
            return msg("The game is over here: go back to an earlier moment.")
        return None

    def play_from_here(self) -> None:
        """Starts an independent game with everything played up to here."""
        session = self.context.sessions.from_replay(self.replay, self.playhead.steps[0])
        self.context.navigation.table(session)


MIN_WIDE = 1.1
"""Ratio of width to height below which two tables are stacked."""
GAP_PX = 4


class SideBySideScreen(Playback):
    """Two tables, each under the name of its player in the colour of the curve."""

    min_px = (560, 760)

    def __init__(self, context: Context, replays: Sequence[Replay], names: Sequence[str]) -> None:
        super().__init__(context, replays, names)
        for shown_table, name, colour in zip(self.tables, names, COLOURS, strict=True):
            bars = shown_table.table.bars
            bars.title, bars.subtitle, bars.title_colour = name, bars.title, colour

    @property
    def title(self) -> str:
        one, other = self.names
        return msg("{one} and {other} — {game}", one=one, other=other, game=self.replays[0].variant.title)

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
    return SideBySideScreen(context, replays, [verbatim(printable(name, 44)) for name in names])


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
            self.playhead.go_to_index(self._first)
            self.toggle()  # it begins to play at once

    @property
    def title(self) -> str:
        return self._heading

    def own_buttons(self) -> list[Button]:
        return [Button(msg("Back to the game"), "back", self.context.back)]

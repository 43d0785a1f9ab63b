"""Looking on: one or more tables that show replays on one clock, and the bar that plays and jumps.

Knows the tables and the playhead; must not know any one game, where the replays come from,
nor what is pressed (`playback_hand`).
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.play.phrases import hours
from game.play.playhead import Playhead
from game.play.replay import Replay
from game.play.timeline import LONGEST_PAUSE_MS, Timeline
from game.rules.variant import Outcome
from game.rules.words import Landmark
from game.ui.drawing.canvas import Canvas
from game.ui.drawing.layout import Box
from game.ui.drawing.theme import unit_for
from game.ui.forms.widgets import Button
from game.ui.replay.playback_hand import PlaybackHand
from game.ui.replay.player_bar import PLAY_WORDS, PlayerBar, ground_colour
from game.ui.replay.scrub_bar import Curve
from game.ui.replay.watched_table import watched_table
from game.ui.scene import Scene, Stage

MOST_POINTS = 1500
"""A curve is drawn through no more points than a screen can show."""
NEAR_PX = 5
"""So near to a landmark the pointer is on it."""
KEYS_TOLD = "Space plays and pauses, ← and → step, + and − change the pace."
ENDS = {
    Outcome.WON: "won",
    Outcome.LOST: "lost",
    Outcome.ENDED: "ended by the player",
    Outcome.TIMEOUT: "the time is up",
    Outcome.OVER: "over",
}


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
        self.replays = replays
        self.names = names or [""] * len(replays)
        self.tables = [watched_table(stage, replay) for replay in replays]
        self.skips_pauses = skips_pauses
        self.playhead = Playhead(self._timeline())
        self._values = [_values(replay) for replay in replays]
        self._play_button = Button(PLAY_WORDS[0], "play", self.toggle, is_strong=True)
        self.bar = PlayerBar(stage.pictures, self._groups(), rate_group=1)
        self.hand = PlaybackHand(self)
        self._enabled: list[bool] = []  # which buttons could be pressed when they were drawn last

    def _groups(self) -> list[list[Button]]:
        return [
            [
                Button("Step back", "step_back", lambda: self.step(-1), shows_word=False),
                self._play_button,
                Button("Step on", "step_on", lambda: self.step(1), shows_word=False),
            ],
            [Button("−", None, lambda: self.faster(-1)), Button("+", None, lambda: self.faster(1))],
            [Button("Skip pauses", "speed", self.toggle_pauses, is_chosen=lambda: self.skips_pauses)],
            self.own_buttons(),
        ]

    # What a scene gives ---------------------------------------------------------------------------

    def own_buttons(self) -> list[Button]:
        """The buttons at the right."""
        return [Button("Back", "back", self.stage.back)]

    def table_boxes(self) -> list[Box]:
        """Where the tables stand above the bar."""
        return [self.room]

    @property
    def room(self) -> Box:
        """What of the window lies above the bar."""
        return Box(0, 0, self.canvas.size[0], self.bar.box.y)

    # Playing --------------------------------------------------------------------------------------

    def _timeline(self) -> Timeline:
        return Timeline(self.replays, LONGEST_PAUSE_MS if self.skips_pauses else None)

    def toggle(self) -> None:
        """Plays, or pauses."""
        if self.playhead.is_playing:
            self.playhead.pause()
        else:
            self.playhead.play()
        self.follow()

    def step(self, count: int) -> None:
        """Goes so many entries on, or back."""
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
        self._fill_scrub()
        self.follow()
        self.redraw_bar()

    def follow(self, is_animated: bool = False) -> None:
        """Brings the tables to where the playhead is."""
        playhead = self.playhead
        played_ms, rate = playhead.played_ms, playhead.rate if playhead.is_playing else 1.0
        for which, (table, step) in enumerate(zip(self.tables, playhead.steps, strict=True)):
            if step != table.shown.step:
                table.show(step, rate, is_animated)
                self._tell(which)
                self._redraw_if_buttons_changed()
            table.shown.at_ms = played_ms
        word, icon = (PLAY_WORDS[1], "pause") if playhead.is_playing else (PLAY_WORDS[0], "play")
        if word != self._play_button.word:
            self._play_button.word, self._play_button.icon = word, icon
            self.redraw_bar()
        self.is_stale = True

    def _redraw_if_buttons_changed(self) -> None:
        enabled = [button.refusal() is None for button in self.bar.buttons]
        if enabled != self._enabled:
            self._enabled = enabled
            self.redraw_bar()

    # Words ----------------------------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        """Puts a sentence into the status line of the first table, until the next step."""
        if sentence:
            self.tables[0].tell(sentence)
            self.is_stale = True

    def refuse(self, sentence: str) -> None:
        """Says why something cannot be."""
        self.stage.sounds.play("refuse", self.stage.now_ns())
        self.say(sentence)

    def _tell(self, which: int) -> None:
        """Says at a table which step is shown, what happened, and in the end how it ended."""
        replay, step = self.replays[which], self.tables[which].shown.step
        words = [f"{step} of {replay.last}"]
        if step:
            words.append(replay.words(step))
        elif len(self.replays) == 1:
            words.append(KEYS_TOLD)
        if step == replay.last and replay.outcome in ENDS:
            words.append(ENDS[replay.outcome])
            if replay.time_bonus:
                words.append(f"{replay.total} with the time bonus")
        self.tables[which].tell("  ·  ".join(words))

    def _pointed_words(self, x: float) -> str:
        """What was at a point of the scrub bar: the time, and what happened, or a landmark by its name."""
        timeline, scrub = self.playhead.timeline, self.bar.scrub
        at_ms = scrub.time_at(x)
        near_ms = abs(scrub.time_at(x + self.stage.pictures.px(NEAR_PX)) - scrub.time_at(x))
        words = [hours(timeline.played_ms(at_ms) / 1000)]
        found = self._landmark_near(at_ms, near_ms)
        if found is not None:
            words.append(found.name)
        steps = timeline.steps(timeline.index_at(at_ms))
        if len(self.replays) > 1:
            values = (replay.value(step) for replay, step in zip(self.replays, steps, strict=True))
            words += [f"{name} {value}" for name, value in zip(self.names, values, strict=True)]
        elif found is None:
            words.append(self.replays[0].words(steps[0]))
        return "  ·  ".join(each for each in words if each)

    def _landmark_near(self, at_ms: float, near_ms: float) -> Landmark | None:
        timeline = self.playhead.timeline
        for which, replay in enumerate(self.replays):
            for step, found in replay.landmarks:
                if abs(timeline.shown_ms(which, step) - at_ms) <= near_ms:
                    return found
        return None

    # Layout ---------------------------------------------------------------------------------------

    def resize(self, canvas: Canvas) -> None:
        super().resize(canvas)
        self.stage.pictures.set_unit(unit_for(canvas.size))
        self.bar.end_text = hours(max(replay.elapsed_ms for replay in self.replays) / 1000)
        width, height = canvas.size
        self.bar.lay_out(Box(0, height - self.bar.height_px, width, self.bar.height_px))
        for which, (table, box) in enumerate(zip(self.tables, self.table_boxes(), strict=True)):
            x, y, wide, high = map(round, box)
            table.resize(canvas.part((x, y, wide, high)))
            self._tell(which)
        self._fill_scrub()
        self.hand.forget_pointer()

    def _fill_scrub(self) -> None:
        timeline = self.playhead.timeline
        curves = [
            Curve(
                [(timeline.shown_ms(which, step), value) for step, value in self._values[which]],
                [timeline.shown_ms(which, step) for step in replay.undos],
                [timeline.shown_ms(which, step) for step, _ in replay.landmarks],
                name,
            )
            for which, (replay, name) in enumerate(zip(self.replays, self.names, strict=True))
        ]
        self.bar.scrub.show(curves, timeline.end_ms)

    def redraw_bar(self) -> None:
        """Has the bar drawn anew."""
        self.bar.rate = self.playhead.rate
        if self.bar.box.width:
            self.bar.lay_out(self.bar.box)
            self.canvas.damage(self.bar.box)
        self.is_stale = True

    # Input, time and drawing ------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        self.hand.handle(event)
        self.is_stale = True

    @property
    def is_moving(self) -> bool:
        return self.playhead.is_playing or any(table.is_moving for table in self.tables)

    def update(self, step_s: float) -> None:
        if self.playhead.is_playing:
            self.playhead.advance(step_s * 1000)
            self.follow(is_animated=True)
        for table in self.tables:
            table.update(step_s)

    def draw(self, alpha: float) -> None:
        playhead, x = self.playhead, self.hand.scrub_x
        pointed = None if x is None else (x, self._pointed_words(x))
        self.canvas.compose(self._paint, self.bar.moving(playhead.at_ms, playhead.played_ms, pointed))
        for table in self.tables:
            table.refresh_bars()
            table.draw(alpha)
        self.is_stale = False

    def _paint(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        surface.fill(ground_colour(self.stage.settings.table), area)  # what shows between two tables
        if area.colliderect(self.bar.box):
            self.bar.paint(surface, self.stage.settings.table)

    def covered(self) -> None:
        self.playhead.pause()
        self.follow()

    def leave(self) -> None:
        for table in self.tables:
            table.leave()


def _values(replay: Replay) -> list[tuple[int, int]]:
    """Steps and their values, as many as a curve can show; the last among them."""
    stride = max(1, replay.last // MOST_POINTS)
    steps = [*range(0, replay.last, stride), replay.last]
    return [(step, replay.value(step)) for step in steps]

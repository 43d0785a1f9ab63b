"""Replays played on one clock: the tables that show them, the bar, and what is said of each step.

Knows replays, the playhead and the bar's texts; must not know what is pressed, nor where anything stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.message import joined, msg, msg_p, verbatim
from game.play.phrases import hours
from game.play.playhead import Playhead
from game.play.replay import Replay
from game.play.timeline import LONGEST_PAUSE_MS, Timeline
from game.rules.variant import Outcome
from game.rules.words import Landmark
from game.ui.forms.widgets import Button
from game.ui.replay.player_bar import PLAY_WORDS, PlayerBar
from game.ui.replay.scrub_bar import Curve
from game.ui.replay.shown_table import ShownTable
from game.ui.scene import Stage

MOST_POINTS = 1500
"""A curve is drawn through no more points than a screen can show."""
NEAR_PX = 5
"""So near to a landmark the pointer is on it."""
KEYS_TOLD = msg("Space plays and pauses, ← and → step, + and − change the pace.")
ENDS = {
    Outcome.WON: msg_p("how it ended", "won"),
    Outcome.LOST: msg_p("how it ended", "lost"),
    Outcome.ENDED: msg("ended by the player"),
    Outcome.TIMEOUT: msg("the time is up"),
    Outcome.OVER: msg_p("how it ended", "over"),
}


class Player:
    """Plays replays."""

    def __init__(
        self,
        stage: Stage,
        replays: Sequence[Replay],
        names: Sequence[str],
        skips_pauses: bool,
        own_buttons: Sequence[Button],
        redraw_bar: Callable[[], None],
    ) -> None:
        """`names` stand at the curves, `own_buttons` at the right of the bar.

        `skips_pauses` leaves long pauses out from the beginning; `redraw_bar` has the bar drawn anew.
        """
        self.stage, self.replays = stage, replays
        self.names = names or [""] * len(replays)
        self.tables = [ShownTable(stage, replay) for replay in replays]
        self.skips_pauses = skips_pauses
        self.playhead = Playhead(self._timeline())
        self._redraw_bar = redraw_bar
        self._values = [_values(replay) for replay in replays]
        self._play_button = Button(PLAY_WORDS[0], "play", self.toggle, is_strong=True)
        self.bar = PlayerBar(stage.pictures, self._groups(own_buttons), rate_group=1)
        self.bar.end_text = hours(max(replay.elapsed_ms for replay in replays) / 1000)
        self._enabled: list[bool] = []  # which buttons could be pressed when they were drawn last

    def _groups(self, own_buttons: Sequence[Button]) -> list[Sequence[Button]]:
        return [
            [
                Button(msg("Step back"), "step_back", lambda: self.step(-1), shows_word=False),
                self._play_button,
                Button(msg("Step on"), "step_on", lambda: self.step(1), shows_word=False),
            ],
            [Button("−", None, lambda: self.faster(-1)), Button("+", None, lambda: self.faster(1))],
            # Translators: The long pauses of the player are left out.
            [Button(msg("Skip pauses"), "speed", self.toggle_pauses, is_chosen=lambda: self.skips_pauses)],
            own_buttons,
        ]

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
        word, icon = (PLAY_WORDS[1], "pause") if playhead.is_playing else (PLAY_WORDS[0], "play")
        if word != self._play_button.word:
            self._play_button.word, self._play_button.icon = word, icon
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
            self.tables[0].tell(sentence)

    def refuse(self, sentence: str) -> None:
        """Says why something cannot be."""
        self.stage.sounds.play("refuse", self.stage.now_ns())
        self.say(sentence)

    def tell(self, which: int) -> None:
        """Says at a table which step is shown, what happened, and in the end how it ended."""
        replay, step = self.replays[which], self.tables[which].game.step
        words: list[str] = [msg("{count} of {all}", count=step, all=replay.last)]
        if step:
            words.append(replay.words(step))
        elif len(self.replays) == 1:
            words.append(KEYS_TOLD)
        if step == replay.last and replay.outcome in ENDS:
            words.append(ENDS[replay.outcome])
            if replay.time_bonus:
                words.append(msg("{total} with the time bonus", total=replay.total))
        self.tables[which].tell(joined("  ·  ", words))

    def pointed_words(self, x: float) -> str:
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
        self._redraw_bar()


def _values(replay: Replay) -> list[tuple[int, int]]:
    """Steps and their values, as many as a curve can show; the last among them."""
    stride = max(1, replay.last // MOST_POINTS)
    steps = [*range(0, replay.last, stride), replay.last]
    return [(step, replay.value(step)) for step in steps]

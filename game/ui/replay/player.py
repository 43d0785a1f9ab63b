"""Replays played on one clock: their tables, the bar below, and a description of each step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.message import NumberText, joined, msg, msg_p, verbatim
from game.play.game import ControlAction
from game.play.phrases import hours
from game.play.played import who_played
from game.play.replay import Replay, ReplaySnapshot
from game.play.timeline import MAX_PAUSE_MS, Playhead, Timeline
from game.rules.position import Move
from game.rules.variant import Outcome
from game.rules.words import Landmark
from game.ui.drawing.canvas import Canvas, Picture
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.drawing.theme import QUIET, RGB, TEXT, felt_of
from game.ui.drawing.words import shown
from game.ui.forms.widgets import Button
from game.ui.games.tables import looked_on
from game.ui.replay.scrub_bar import ReplayCurve, ScrubBar
from game.ui.screen import Context

AUDIBLE_RATE = 2.0
"""Up to this rate every card is heard, and points rise."""
POINTER = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)


class ShownTable:
    """A replay at one of its steps, on a table."""

    def __init__(self, context: Context, replay: Replay) -> None:
        """At the deal."""
        self.replay, self.game = replay, ReplaySnapshot(replay)
        self.table = looked_on(context, self.game)
        by = who_played({name: shown(value, 40) for name, value in replay.record.about.items()})
        words = filter(None, [self.table.bars.subtitle, by, msg("replay")])
        self.table.bars.subtitle = joined(" · ", words)
        self.table.bars.gives_way = True

    def show(self, step: int, rate: float = 1.0, is_animated: bool = False) -> None:
        """Shows a step; cards move as in the game when it is the next one or the one before."""
        table, replay, was = self.table, self.replay, self.game.step
        table.hurry()
        self.game.step = step
        table.pace = 1.0 / max(1.0, rate) if is_animated else 0.0
        table.is_silent = not is_animated or rate > AUDIBLE_RATE
        table.spread.speed = table.speed
        if not is_animated:
            table.spread.finish()
            table.canvas.damage()
        if step == was - 1:
            table.show(replay.position(was), ControlAction.UNDO)
        else:
            action = replay.action(step)
            table.show(replay.position(max(0, step - 1)), ControlAction.REDO if action is None else action)
            if not table.is_silent and step == was + 1 and isinstance(action, Move):
                table.rise_points(replay.position(was), replay.position(step), action)
        table.pace = 1.0 / max(1.0, rate)
        table.is_stale = True

    def tell(self, sentence: str) -> None:
        """Puts a sentence into the status line."""
        self.table.say(sentence)

    @property
    def scrolls(self) -> bool:
        """Whether the wheel moves the view on this table."""
        return any(part.scrolls for part in self.table.parts)

    def handle(self, event: pygame.event.Event) -> None:
        """Takes an event of the pointer, in pixels of the table."""
        if event.type in POINTER:
            self.table.handle(event)

    def resize(self, canvas: Canvas) -> None:
        """Lays the table out for a new canvas."""
        self.table.hurry()
        self.table.resize(canvas)


PAD_PX = 10
TRACK_PX = 54
BUTTON_PX = 38
GAP_PX = 6
RATE_PX = 48
ICONS_ALONE = ("step_back", "step_on")
PLAY_WORDS = (msg_p("a replay", "Play"), msg("Pause"))


def ground_colour(table: str) -> RGB:
    """Colour behind the bar, and between two tables."""
    red, green, blue = felt_of(table).edge
    return red // 2, green // 2, blue // 2


class PlayerBar:
    """Scrub bar and buttons, as wide as the window."""

    def __init__(self, pictures: Pictures, groups: Sequence[Sequence[Button]], rate_group: int) -> None:
        """`groups` of buttons from left to right, the last at the right edge.

        The rate is shown between the two buttons of `rate_group`.
        """
        self.pictures = pictures
        self.scrub = ScrubBar(pictures)
        self._groups = groups
        self._rate_group = rate_group
        self.box = Box(0, 0, 0, 0)
        self.rate = 1.0
        self.end_text = ""
        self.reflows = False
        """Whether the buttons at the right go below the others rather than lose their words."""
        self._wraps = False
        self._rate_box = Box(0, 0, 0, 0)

    @property
    def buttons(self) -> list[Button]:
        """All buttons in the order of the Tab key."""
        return [button for group in self._groups for button in group]

    def height_px(self, width_px: float) -> int:
        """Height of the bar in a window of a width."""
        px, row = self.pictures.px, self.pictures.button_px(BUTTON_PX)
        for button in self.buttons:
            button.shows_word = button.icon not in ICONS_ALONE
        self._wraps = self.reflows and self._needed_px() > width_px - 2 * px(PAD_PX)
        return 3 * px(PAD_PX) + px(TRACK_PX) + row + self._wraps * (row + px(GAP_PX))

    def lay_out(self, box: Box) -> None:
        """Places everything in a box as wide as the window."""
        px, self.box = self.pictures.px, box
        pad = px(PAD_PX)
        side = max(self.pictures.text_width(words) for words in (self.end_text, "00:00")) + pad
        self.scrub.place(Box(box.x + pad + side, box.y + pad, box.width - 2 * (pad + side), px(TRACK_PX)))
        if not self._wraps:
            self._choose_words(box.width - 2 * pad)
        self._place_buttons()

    def _choose_words(self, room_px: float) -> None:
        """Words give way to icons where there is no room: first those at the right, Play the last."""
        buttons = [button for button in self.buttons if button.icon not in (None, *ICONS_ALONE)]
        for button in buttons:
            button.shows_word = True
        for button in reversed(buttons):
            if self._needed_px() <= room_px:
                return
            button.shows_word = False

    def _width(self, button: Button) -> int:
        """The width of a button; the one that plays and pauses keeps its width, so that none jumps."""
        if button.word not in PLAY_WORDS or not button.shows_word:
            return button.width(self.pictures)
        widths = [self.pictures.text_width(word, bold=button.is_strong) for word in PLAY_WORDS]
        return button.width(self.pictures) + max(widths) - widths[PLAY_WORDS.index(button.word)]

    def _needed_px(self) -> float:
        px = self.pictures.px
        widths = [self._width(button) + px(GAP_PX) for button in self.buttons]
        return sum(widths) + len(self._groups) * px(2 * GAP_PX) + px(RATE_PX)

    def _place_buttons(self) -> None:
        px = self.pictures.px
        gap, height = px(GAP_PX), self.pictures.button_px(BUTTON_PX)
        y = self.box.y + 2 * px(PAD_PX) + px(TRACK_PX)
        x = self.box.x + px(PAD_PX)
        for number, group in enumerate(self._groups[:-1]):
            for index, button in enumerate(group):
                if number == self._rate_group and index == 1:
                    self._rate_box = Box(x - gap, y, px(RATE_PX) + gap, height)
                    x += px(RATE_PX)
                button.box = Box(x, y, self._width(button), height)
                x += button.box.width + gap
            x += 2 * gap
        x, y = self.box.x + self.box.width - px(PAD_PX), y + self._wraps * (height + px(GAP_PX))
        for button in reversed(self._groups[-1]):
            x -= self._width(button)
            button.box = Box(x, y, self._width(button), height)
            x -= gap

    # Drawing --------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, table: str) -> None:
        """Draws its still parts on a table's colour."""
        surface.fill(ground_colour(table), self.box)
        self.scrub.paint(surface)
        end = self.pictures.text(self.end_text, "body", QUIET)
        x = self.scrub.box.x + self.scrub.box.width + self.pictures.px(PAD_PX)
        surface.blit(end, (round(x), round(self.scrub.box.centre.y - end.get_height() / 2)))
        rate = msg("{number}×", number=NumberText(self.rate, digits=0 if self.rate >= 1 else 1))
        self._centred(surface, rate, TEXT, self._rate_box)
        for button in self.buttons:
            button.draw(surface, self.pictures)

    def _centred(self, surface: pygame.Surface, words: str, colour: RGB, box: Box) -> None:
        text = self.pictures.text(words, "body", colour, True)
        corner = box.centre.x - text.get_width() / 2, box.centre.y - text.get_height() / 2
        surface.blit(text, (round(corner[0]), round(corner[1])))

    def moving(self, at_ms: float, played_ms: int, pointed: tuple[float, str] | None) -> list[Picture]:
        """Its changing parts: time, needle, and label."""
        time = self.pictures.text(hours(played_ms / 1000), "body", TEXT, True)
        right = self.scrub.box.x - self.pictures.px(PAD_PX)
        y = round(self.scrub.box.centre.y - time.get_height() / 2)
        shown = [(time, (round(right - time.get_width()), y)), self.scrub.needle(at_ms)]
        return shown if pointed is None else [*shown, *self.scrub.label(*pointed)]


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


class ReplayPlayer:
    """Plays replays."""

    def __init__(
        self,
        context: Context,
        replays: Sequence[Replay],
        names: Sequence[str],
        skips_pauses: bool,
        own_buttons: Sequence[Button],
        redraw_bar: Callable[[], None],
    ) -> None:
        """`names` label the curves, `own_buttons` are at the right of the bar.

        `skips_pauses` skips long pauses from the start; `redraw_bar` redraws the bar.
        """
        self.context, self.replays = context, replays
        self.names = names or [""] * len(replays)
        self.tables = [ShownTable(context, replay) for replay in replays]
        self.skips_pauses = skips_pauses
        self.playhead = Playhead(self._timeline())
        self._redraw_bar = redraw_bar
        self._values = [_values(replay) for replay in replays]
        self._play_button = Button(PLAY_WORDS[0], "play", self.toggle, is_strong=True)
        self.bar = PlayerBar(context.pictures, self._groups(own_buttons), rate_group=1)
        self.bar.end_text = hours(max(replay.elapsed_ms for replay in replays) / 1000)
        self._enabled: list[bool] = []  # which buttons could be pressed when they were drawn last

    def _groups(self, own_buttons: Sequence[Button]) -> list[Sequence[Button]]:
        return [
            [
                Button(msg("Step back"), "step_back", lambda: self.step(-1), shows_word=False),
                self._play_button,
                Button(msg("Step forward"), "step_on", lambda: self.step(1), shows_word=False),
            ],
            [Button("−", None, lambda: self.faster(-1)), Button("+", None, lambda: self.faster(1))],
            # Translators: The long pauses of the player are left out.
            [Button(msg("Skip pauses"), "speed", self.toggle_pauses, is_chosen=lambda: self.skips_pauses)],
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
        self.context.sounds.play("refuse", self.context.now_ns())
        self.say(sentence)

    def tell(self, which: int) -> None:
        """Shows a step at a table: its number, the event, and finally the outcome."""
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
        """Marks the bar to be redrawn."""
        self.bar.rate = self.playhead.rate
        self._redraw_bar()


def _values(replay: Replay) -> list[tuple[int, int]]:
    """Steps and their values, as many as a curve can show; the last among them."""
    stride = max(1, replay.last // MAX_POINTS)
    steps = [*range(0, replay.last, stride), replay.last]
    return [(step, replay.value(step)) for step in steps]

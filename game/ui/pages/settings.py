"""The settings: each takes effect at once and is kept at once.

Knows the player's settings and what they change; must not know how controls work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.storage.files import StorageError
from game.storage.profile import CHOICES
from game.ui.drawing.deck import BACKS, DECKS
from game.ui.drawing.theme import FELTS
from game.ui.forms.controls import Choice, Switch
from game.ui.forms.form import FormScene
from game.ui.forms.form_panel import Row
from game.ui.forms.slider import Slider
from game.ui.forms.widgets import Button
from game.ui.scene import Stage

SAMPLE = "place"
SAMPLE_GAP_NS = 150_000_000
"""Between two samples of the volume while the knob is moved."""


class SettingsScene(FormScene):
    """What the player chooses for all games."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, "Settings")
        self._volume = Slider(lambda: stage.settings.volume, self._set_volume, self._let_go)
        self._is_unsaved = False
        self._sampled_ns: int | None = None
        self.panel.rows = [
            Row("Speed", "How fast cards move", self._choice("speed", str.capitalize)),
            Row("Sound", "", self._volume),
            Row("Table", "", self._choice("table", lambda name: FELTS[name].name)),
            Row("Text size", "Of words and bars", self._choice("scale", "{} %".format)),
            Row("Deck", "", self._choice("deck", lambda name: DECKS[name].name)),
            Row("Four colours", "Every suit has a colour of its own", self._switch("four_colours")),
            Row("Backs", "", self._choice("back", BACKS.__getitem__)),
            Row("Left-handed", "The table is mirrored", self._switch("left_handed")),
            Row("Clock", "Practice games show their time", self._switch("practice_clock")),
            Row("Aces go home", "Three Shuffles sends them by itself", self._switch("aces_home")),
            Row("More rows", "1-3 Back: more than three when they fit", self._switch("more_rows")),
            Row("Completed suits", "Spider removes them by itself", self._switch("remove_suits")),
            Row("Still winnable", "Practice games say whether they are", self._switch("tells_winnable")),
            Row("Reduced motion", "Nothing glides, tilts or cascades", self._switch("reduced_motion")),
        ]
        self.panel.buttons = [Button("Done", "check", self.close, is_strong=True)]

    def _choice(self, name: str, word: Callable[[Any], str]) -> Choice:
        choices = [(word(value), value) for value in CHOICES[name]]
        return Choice(
            choices, lambda: getattr(self.stage.settings, name), lambda value: self._set(name, value)
        )

    def _switch(self, name: str) -> Switch:
        return Switch(lambda: getattr(self.stage.settings, name), lambda value: self._set(name, value))

    def _set(self, name: str, value: object) -> None:
        setattr(self.stage.settings, name, value)
        self.stage.choose_cards()
        self._save()
        self.resize(self.canvas)

    def _set_volume(self, percent: int) -> None:
        now_ns = self.stage.now_ns()
        self.stage.settings.volume = percent
        self._is_unsaved = True
        if not self._volume.is_grabbed:
            self._save()
            self._sample(now_ns)
        elif self._sampled_ns is None or now_ns - self._sampled_ns >= SAMPLE_GAP_NS:
            self._sample(now_ns)
        self.redraw(self._volume)

    def _sample(self, now_ns: int) -> None:
        self._sampled_ns = now_ns
        self.stage.sounds.play(SAMPLE, now_ns)

    def _let_go(self) -> None:
        # While the knob was held, the disk was left alone.
        if self._is_unsaved:
            self._save()
            self._sample(self.stage.now_ns())

    def _save(self) -> None:
        self._is_unsaved = False
        try:
            self.stage.profile.save()
        except StorageError as error:
            self.say(f"The settings cannot be kept: {error}.")
        else:
            self.say("")

    def leave(self) -> None:
        if self._is_unsaved:
            self._save()
        super().leave()

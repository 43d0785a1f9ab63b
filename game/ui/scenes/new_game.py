"""A game of a certain deal: its number, typed or pasted, and the game's options.

Knows deal numbers and how options are written; must not know any one game.
"""

from __future__ import annotations

from game.deals import NUMBERS
from game.rules import find_variant
from game.rules.options import options_to_text
from game.rules.variant import Variant
from game.ui.controls import Choice, Press
from game.ui.form_panel import Row
from game.ui.number_line import NumberLine
from game.ui.scene import Stage
from game.ui.scenes.form import FormScene
from game.ui.tables import new_game, scene_class
from game.ui.widgets import Button

DIGITS = len(str(NUMBERS - 1))


class NewGameScene(FormScene):
    """Asks for a deal number."""

    def __init__(self, stage: Stage, variant: Variant) -> None:
        super().__init__(stage, variant.title)
        self._variant = variant
        self._number = NumberLine(DIGITS, self._changed, self.refuse)
        self.panel.rows = rows = [Row("Deal number", f"0 to {NUMBERS - 1}", self._number)]
        choices = scene_class(variant.name).tile_options
        if choices:
            rows.append(Row("Rules", "", Choice(choices, self._chosen, self._choose)))
        self.panel.buttons = [
            Press(Button("Play", "play", self._play, self._refusal, is_strong=True), self.refuse),
            Press(Button("Random number", "restart", self._random)),
            Press(Button("Cancel", "close", self.close)),
        ]

    def _chosen(self) -> str:
        words = set(options_to_text(self._variant).split())
        choices = scene_class(self._variant.name).tile_options
        return next((text for _, text in choices if words.issuperset(text.split())), "")

    def _choose(self, options: str) -> None:
        kept = [word.split("=") for word in options_to_text(self._variant).split()]
        wanted = dict(kept) | dict(word.split("=") for word in options.split())
        self._variant = find_variant(
            self._variant.name, [f"{name}={value}" for name, value in wanted.items()]
        )

    def _changed(self) -> None:
        too_large = self._number.text and int(self._number.text) >= NUMBERS
        self.say(self._refusal() or "" if too_large else "")
        self.redraw()

    def _refusal(self) -> str | None:
        if not self._number.text:
            return "Type a deal number, or take a random one."
        if int(self._number.text) >= NUMBERS:
            return f"The largest deal number is {NUMBERS - 1}."
        return None

    def _random(self) -> None:
        self._number.set_text(str(self.stage.random_number()))

    def enter(self) -> None:
        refusal = self._refusal()
        if refusal is None:
            self._play()
        else:
            self.refuse(refusal)

    def _play(self) -> None:
        self.stage.go_to(new_game(self.stage, self._variant, int(self._number.text)))

"""What of the statistics is looked at: a game, its options, and the kind of games; as rows of buttons.

Knows the player's games and what there is to choose among them; must not know what is
told of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.message import labelled, number
from game.play.played import Group, Kind
from game.play.summary import in_order
from game.rules import VARIANTS
from game.ui.drawing.layout import Box
from game.ui.drawing.pictures import Pictures
from game.ui.forms.widgets import Button
from game.ui.statistics.words import KINDS, set_words

BUTTON_PX = 38
GAP_PX = 8
GROUP_GAP_PX = 28
"""Between the options and the kinds, which share a row."""
KIND_ORDER = list(Kind)


class Choices:
    """The games that were chosen, and the buttons to choose others."""

    def __init__(self, changed: Callable[[], None]) -> None:
        """`changed` hears that other games were chosen."""
        self._changed = changed
        self._sets: dict[tuple[str, str], dict[Kind, Group]] = {}
        self._set = ("", "")
        self._kind = Kind.COUNTED
        self._has_chosen = False
        self._rows: list[list[list[Button]]] = []  # rows of groups of buttons
        self._made: dict[object, Button] = {}  # those that there were so far

    def take(self, groups: Sequence[Group], name: str | None, options: str | None) -> None:
        """Takes what games there are; chooses those of a game and options, of that game, or of the latest.

        What the player has chosen stays, as long as there are such games.
        """
        keys = in_order({(group.variant, group.options) for group in groups})
        self._sets = {key: {} for key in keys}
        for group in sorted(groups, key=lambda group: KIND_ORDER.index(group.kind)):
            if (group.variant, group.options) in self._sets:
                self._sets[group.variant, group.options][group.kind] = group
        if self._has_chosen and self.chosen is not None:
            self._name_buttons()
            self._changed()
            return
        same = [key for key in keys if key == (name, options)]
        like = [key for key in keys if key[0] == name]
        latest = sorted(keys, key=lambda key: max(group.latest for group in self._sets[key].values()))
        self._choose_set((same or like or latest[-1:] or [("", "")])[0])

    @property
    def count(self) -> int:
        """How many games there are in all."""
        return sum(group.games for kinds in self._sets.values() for group in kinds.values())

    @property
    def chosen(self) -> Group | None:
        """The games that are looked at; None where there are none."""
        return self._kinds().get(self._kind)

    @property
    def buttons(self) -> list[Button]:
        """All buttons, row by row."""
        return [button for row in self._rows for group in row for button in group]

    def _kinds(self) -> dict[Kind, Group]:
        return self._sets.get(self._set, {})

    # Choosing --------------------------------------------------------------------------------------

    def _press_set(self, chosen: tuple[str, str]) -> None:
        self._has_chosen = True
        self._choose_set(chosen)

    def _choose_set(self, chosen: tuple[str, str]) -> None:
        self._set = chosen
        self._kind = next(iter(self._kinds()), Kind.COUNTED)
        self._name_buttons()
        self._changed()

    def _choose_game(self, name: str) -> None:
        if name != self._set[0]:
            self._press_set(next(key for key in self._sets if key[0] == name))

    def _choose_kind(self, kind: Kind) -> None:
        self._has_chosen = True
        self._kind = kind
        self._changed()

    # Buttons ---------------------------------------------------------------------------------------

    def _name_buttons(self) -> None:
        games = [self._game_button(name) for name in VARIANTS if any(key[0] == name for key in self._sets)]
        sets = [key for key in self._sets if key[0] == self._set[0]]
        options = [self._set_button(key) for key in sets] if len(sets) > 1 else []
        kinds = [self._kind_button(kind, group.games) for kind, group in self._kinds().items()]
        self._rows = [[games] if games else [], [group for group in (options, kinds) if group]]

    def _button(
        self, value: object, words: str, press: Callable[[], None], now: Callable[[], object]
    ) -> Button:
        """The button of a value, the same one as before where there was one: it may have the focus."""
        made = Button(words, None, press, is_chosen=lambda: now() == value)
        button = self._made.setdefault(value, made)
        button.word = words
        return button

    def _game_button(self, name: str) -> Button:
        return self._button(name, VARIANTS[name].title, lambda: self._choose_game(name), lambda: self._set[0])

    def _set_button(self, key: tuple[str, str]) -> Button:
        return self._button(key, set_words(*key), lambda: self._press_set(key), lambda: self._set)

    def _kind_button(self, kind: Kind, count: int) -> Button:
        words = labelled(KINDS[kind], number(count))
        return self._button(kind, words, lambda: self._choose_kind(kind), lambda: self._kind)

    def lay_out(self, pictures: Pictures, left: float, y: float, width: float) -> float:
        """Places the buttons in rows from `y` on, as many rows as they need; returns where these end."""
        gap, high = pictures.px(GAP_PX), pictures.px(BUTTON_PX)
        for row in self._rows:
            x = left
            for group in row:
                for button in group:
                    wide = button.width(pictures)
                    if x > left and x + wide > left + width:
                        x, y = left, y + high + gap
                    button.box = Box(x, y, wide, high)
                    x += wide + gap
                x += pictures.px(GROUP_GAP_PX) - gap
            y += high + gap if row else 0
        return y
